// Makes and owns the types and expressions of a module. Making an expression
// checks it (assert) and folds what folds without knowing more: constants,
// casts to the same type, `*&x`, `&*p`, `!!b`. No folding changes what the
// expression means, except that an overflow among constants is left alone.

#ifndef PREDABS_PREDICATES_IR_CONTEXT_H
#define PREDABS_PREDICATES_IR_CONTEXT_H

#include "predicates/ir/Expr.h"

#include <deque>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace predabs::ir {

class Context {
public:
  explicit Context(const Target &T);
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  const Target &target() const { return Tgt; }
  /// From now on types do not tell places apart: there is code to which that
  /// does not apply.
  void dropStrictAliasing() { Tgt.StrictAliasing = false; }

  // Types.
  const Type *voidType() const { return Void; }
  const Type *boolType() const { return Bool; }
  const Type *intType(unsigned Width, bool Signed);
  /// An unsigned and a signed integer as wide as a pointer.
  const Type *sizeType() { return intType(Tgt.PointerBytes * 8, false); }
  const Type *diffType() { return intType(Tgt.PointerBytes * 8, true); }
  const Type *floatType(unsigned Width, uint64_t Size, uint32_t Align);
  const Type *pointerType(const Type *Pointee);
  const Type *arrayType(const Type *Element, uint64_t Count);
  const Type *functionType(const Type *Result, std::vector<const Type *> Params,
                           bool Variadic);
  const Type *opaqueType(const std::string &Name, uint64_t Size,
                         uint32_t Align);
  /// The record of that name, incomplete until completeRecord.
  const Type *recordType(const std::string &Name);
  /// The record of that name if there is one, or null.
  const Type *findRecord(const std::string &Name) const;
  void completeRecord(const Type *Record, bool IsUnion,
                      std::vector<Field> Fields, uint64_t Size, uint32_t Align);
  /// Appends a field for a state to \p Record, which is complete and has
  /// bytes, behind the states that lie there; which one it is. Nothing where
  /// there is no room.
  std::optional<uint32_t> addState(const Type *Record, std::string Name);
  const Type *stateType() { return intType(StateWidth, false); }
  const std::deque<Type> &types() const { return Types; }

  // Constants.
  const Expr *intConst(const Type *T, UInt128 Bits);
  const Expr *boolConst(bool B) { return intConst(Bool, B); }
  const Expr *null(const Type *Pointer) { return intConst(Pointer, 0); }
  const Expr *floatConst(const Type *T, UInt128 Bits);
  /// Zero of any type but void: a number, the null pointer or an aggregate.
  const Expr *zero(const Type *T);
  const Expr *funcAddr(const Function *F);
  const Expr *labelAddr(const Function *F, uint32_t Block);

  // Places.
  const Expr *var(const Variable *V);
  const Expr *field(const Expr *Record, uint32_t Index);
  const Expr *index(const Expr *Array, const Expr *Index);
  const Expr *deref(const Expr *Pointer);

  // Operations.
  const Expr *addrOf(const Expr *Place);
  const Expr *unary(Op O, const Expr *A);
  const Expr *binary(Op O, const Expr *A, const Expr *B);
  const Expr *cast(const Type *To, const Expr *A);
  const Expr *cond(const Expr *C, const Expr *A, const Expr *B);

  /// \p A as a condition: itself if it is a bool, else `A != 0`.
  const Expr *isTrue(const Expr *A);
  const Expr *notOf(const Expr *Bool);

  uint32_t numExprs() const { return uint32_t(Exprs.size()); }

private:
  const Type *intern(Type T);
  const Expr *intern(Expr E);
  const Expr *foldCast(const Type *To, const Expr *A);
  const Expr *foldBinary(Op O, const Expr *A, const Expr *B);

  struct TypeHash {
    size_t operator()(const Type *T) const;
  };
  struct TypeEqual {
    bool operator()(const Type *A, const Type *B) const;
  };
  /// A table of expressions with open addressing: the lowering asks it for
  /// every node that it makes, and a node-based set costs twice as much.
  struct Slot {
    size_t Hash = 0;
    const Expr *Known = nullptr;
  };
  static size_t hash(const Expr &E);
  static bool equal(const Expr &A, const Expr &B);
  Slot &findSlot(size_t Hash, const Expr &E);
  void growTable();

  Target Tgt;
  const Type *Void = nullptr;
  const Type *Bool = nullptr;
  std::deque<Type> Types;
  std::deque<Expr> Exprs;
  std::unordered_set<const Type *, TypeHash, TypeEqual> TypeSet;
  std::vector<Slot> ExprTable;
  std::unordered_map<std::string, const Type *> RecordByName;
};

} // namespace predabs::ir

#endif
