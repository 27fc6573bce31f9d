// Re-creates types, expressions and bodies of one module in another. What
// stands for a record, a global or a function there is for the derived class
// to say: extract and link (Link.h) differ in that alone.

#ifndef PREDABS_PREDICATES_IR_IMPORTER_H
#define PREDABS_PREDICATES_IR_IMPORTER_H

#include "predicates/ir/Module.h"

#include <deque>
#include <unordered_map>

namespace predabs::ir {

/// \p Name without the number that tells nameless things apart: "anonymous"
/// for "anonymous.3". Empty if \p Name is the record's own. A number is where
/// the translation met something, which may differ from file to file.
std::string_view namelessRecord(std::string_view Name);
/// The same for globals: ".str" for ".str.3". Globals that may be written keep
/// their name: two of one contents are not the same.
std::string_view namelessGlobal(const Variable &V);

class Importer {
public:
  Importer(const Module &From, Module &To) : From(From), To(To) {}
  virtual ~Importer() = default;
  Importer(const Importer &) = delete;
  Importer &operator=(const Importer &) = delete;

protected:
  /// What stands in To for a record, global or function of From. Asked once
  /// for each; the answer may be new there. Globals and functions may have
  /// another type: then addresses are cast.
  virtual const Type *newRecord(const Type *R) = 0;
  virtual Variable *newGlobal(const Variable &V) = 0;
  virtual Function *newFunction(const Function &F) = 0;
  /// Whether the arguments of the call \p S are left out.
  virtual bool hidesArguments(const Stmt &) const { return false; }

  const Type *type(const Type *T);
  const Expr *expr(const Expr *E);
  Loc loc(Loc L);

  /// Parameters, variables and empty blocks: what statements can name.
  void frame(const Function &F, Function &New);
  void statements(const Function &F, Function &New);
  void initialValue(const Variable &V, Variable &New);

  /// What stands for a global or function.
  const Variable *variable(const Variable *V);
  Function *function(const Function *F);
  /// Says beforehand what some types are; records that have no layout in To
  /// get that of From.
  void assume(const std::unordered_map<const Type *, const Type *> &Is);

  const Module &From;
  Module &To;

private:
  const Type *withoutLayouts(const Type *T);
  const Type *build(const Type *T);
  void remember(const Type *T, const Type *Is);
  void completeRecords();
  void complete(const Type *Record);
  const Expr *build(const Expr *E);
  const Expr *buildOperation(const Expr *E);
  const Expr *place(const Variable &V, const Type *Ty);
  const Expr *label(const Expr *E);
  const Expr *operand(const Expr *E, unsigned I) {
    return Exprs.at(E->operand(I));
  }
  Stmt stmt(const Stmt &S);
  void callDirectly(const Stmt &S, Stmt &New);
  void variable(const Variable &V, Function &New);
  uint32_t file(uint32_t Index);

  std::unordered_map<const Type *, const Type *> Types;
  /// Records of From whose layout To still lacks.
  std::deque<const Type *> Incomplete;
  std::unordered_map<const Expr *, const Expr *> Exprs;
  std::unordered_map<const Variable *, const Variable *> Variables;
  std::unordered_map<const Function *, Function *> Functions;
  std::unordered_map<uint32_t, uint32_t> Files;
};

} // namespace predabs::ir

#endif
