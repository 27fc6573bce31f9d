// clang's types as types of the intermediate language, with the target's
// layout. Works on canonical types, once each.

#ifndef PREDABS_PLUGIN_LOWER_TYPES_H
#define PREDABS_PLUGIN_LOWER_TYPES_H

#include "predicates/ir/Module.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/DenseMap.h"

namespace predabs::lower {

class Types {
public:
  Types(clang::ASTContext &AST, ir::Context &C) : AST(AST), C(C) {}

  const ir::Type *get(clang::QualType T);
  const ir::Type *record(const clang::RecordDecl *R);

  /// The signature of \p F as the IR calls it, see Signature below.
  const ir::Type *function(const clang::FunctionDecl *F);
  const ir::Type *function(const clang::FunctionType *F,
                           const ir::Type *This = nullptr);

  /// The position of \p F among the fields of its record's type, or nothing
  /// for a member that the IR does not list.
  std::optional<uint32_t> fieldIndex(const clang::FieldDecl *F);
  /// Likewise of a direct, non-virtual base class of \p Derived.
  std::optional<uint32_t> baseIndex(const clang::CXXRecordDecl *Derived,
                                    const clang::CXXRecordDecl *Base);

  /// Whether an object of type \p T is passed and returned by its address:
  /// its copy constructor or destructor does something, so that the place
  /// where it lives matters. A result of such a type is written through an
  /// extra first parameter.
  bool isPassedByAddress(clang::QualType T) const;

  /// \p R with \p Bytes of elements in its flexible last member: the type of
  /// a variable whose initialiser gives them.
  const ir::Type *withTail(const clang::RecordDecl *R, uint64_t Bytes);

private:
  const ir::Type *make(clang::QualType Canonical);
  const ir::Type *makeBuiltin(const clang::BuiltinType *T);
  const ir::Type *makeFloat(clang::QualType T);
  const ir::Type *makeOpaque(clang::QualType T, const char *Word);
  const ir::Type *param(clang::QualType T);
  std::string recordName(const clang::RecordDecl *R);
  void complete(const ir::Type *Result, const clang::RecordDecl *Def);
  void addBases(const clang::CXXRecordDecl *R, std::vector<ir::Field> &Fields);

  clang::ASTContext &AST;
  ir::Context &C;
  ir::NameSet RecordNames;
  llvm::DenseMap<const clang::Type *, const ir::Type *> Cache;
  llvm::DenseMap<const clang::RecordDecl *, const ir::Type *> Records;
  llvm::DenseMap<const clang::FieldDecl *, uint32_t> FieldIndices;
  llvm::DenseMap<
      std::pair<const clang::CXXRecordDecl *, const clang::CXXRecordDecl *>,
      uint32_t>
      BaseIndices;
};

} // namespace predabs::lower

#endif
