#include "predicates/abstraction/WeakestPrecondition.h"

#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

/// Rewrites a term to the state before a statement: places are named by their
/// rewritten addresses, and \p Contents says what they hold.
template <typename Fn>
const Expr *rewriteReads(Context &Ctx, const Expr *Root, Fn Contents) {
  // What a term names (or is), and for a place what it holds once asked for.
  std::unordered_map<const Expr *, const Expr *> Named, Held;
  auto ValueOf = [&](const Expr *E) {
    if (!E->isPlace())
      return Named.at(E);
    const Expr *&Value = Held[E];
    if (!Value)
      Value = Contents(Named.at(E));
    return Value;
  };
  std::vector<const Expr *> Operands;
  for (const Expr *E : termsOf(Root)) {
    Operands.clear();
    for (unsigned I = 0; I < E->numOperands(); ++I)
      Operands.push_back(namesOnly(E, I) ? Named.at(E->operand(I))
                                         : ValueOf(E->operand(I)));
    Named[E] = withOperands(Ctx, E, Operands);
  }
  return ValueOf(Root);
}

/// Both hold numbers (or addresses) of one size: one's bits are the other's.
bool holdAlike(const Type *A, const Type *B) {
  return A == B || (!A->isFloat() && !B->isFloat() && A->isScalar() &&
                    B->isScalar() && A->width() == B->width());
}

bool isBitField(const Expr *Place) {
  return Place->kind() == ExprKind::Field && Place->field().isBitField();
}

/// Objects of this type are equal or apart, as they lie at multiples of their
/// size.
bool isSelfAligned(const Type *T) {
  return T->isScalar() && T->size() == T->align();
}

bool isSameField(const Expr *A, const Expr *B) {
  return A->kind() == ExprKind::Field && B->kind() == ExprKind::Field &&
         A->fieldIndex() == B->fieldIndex() &&
         A->operand(0)->type() == B->operand(0)->type();
}

/// Nothing is known of what a null pointer would point to.
bool isBehindNull(const Expr *Place) {
  while (Place->kind() == ExprKind::Field || Place->kind() == ExprKind::Index)
    Place = Place->operand(0);
  return Place->kind() == ExprKind::Deref &&
         Place->operand(0)->kind() == ExprKind::Int;
}

/// A logical variable has no address: it is changed as a whole, by name.
bool isLogical(const Expr *Place) {
  const Variable *V = rootOf(Place);
  return V && V->isLogical();
}

/// The smallest place of type \p T that \p Place is a part of, with the parts
/// that lead back to it in \p Path; \p Place itself if there is none.
const Expr *enclosing(const Type *T, const Expr *Place,
                      std::vector<const Expr *> &Path) {
  const Expr *Outer = Place;
  while (Outer->type() != T && (Outer->kind() == ExprKind::Field ||
                                Outer->kind() == ExprKind::Index)) {
    Path.push_back(Outer);
    Outer = Outer->operand(0);
  }
  if (Outer->type() == T)
    return Outer;
  Path.clear();
  return Place;
}

const Expr *asNumber(Context &Ctx, const Expr *Subscript) {
  return Ctx.cast(Ctx.diffType(), Subscript);
}

} // namespace

const Expr *sameAddress(Context &Ctx, const Expr *A, const Expr *B) {
  const Expr *Same = Ctx.boolConst(true);
  while (A != B) {
    if (isSameField(A, B)) {
      A = A->operand(0);
      B = B->operand(0);
    } else if (A->kind() == ExprKind::Index && B->kind() == ExprKind::Index &&
               A->operand(0)->type() == B->operand(0)->type()) {
      Same = Ctx.binary(Op::LAnd, Same,
                        Ctx.binary(Op::Eq, asNumber(Ctx, A->operand(1)),
                                   asNumber(Ctx, B->operand(1))));
      A = A->operand(0);
      B = B->operand(0);
    } else {
      break;
    }
  }
  if (A == B)
    return Same;
  if (isBitField(A) || isBitField(B))
    return nullptr;
  const Expr *PA = Ctx.addrOf(A), *PB = Ctx.cast(PA->type(), Ctx.addrOf(B));
  return Ctx.binary(Op::LAnd, Ctx.binary(Op::Eq, PA, PB), Same);
}

const Expr *WeakestPrecondition::unknownValue(const Expr *Place,
                                              const Expr *Cause) {
  const Expr *&E = Unknown[{Place->id(), Cause ? Cause->id() + 1 : 0, Step}];
  if (!E)
    E = Ctx.var(P.addLogical("unknown", Place->type(), nullptr));
  return E;
}

/// What is read at \p Place if Dest begins at the same address.
const Expr *WeakestPrecondition::stored(const Expr *Dest, const Expr *Value,
                                        const Expr *Place) {
  if (!Value || isBitField(Dest) != isBitField(Place) ||
      !holdAlike(Dest->type(), Place->type()))
    return unknownValue(Place, Dest);
  if (!isBitField(Dest))
    return Place->type() == Value->type() ? Value
                                          : Ctx.cast(Place->type(), Value);
  const Type *Whole = Place->type();
  const Type *Part = Ctx.intType(Dest->field().BitWidth, Whole->isSigned());
  return Ctx.cast(Whole, Ctx.cast(Part, Value));
}

const Expr *WeakestPrecondition::overlapped(const Expr *Dest, const Expr *Value,
                                            const Expr *Place) {
  // SOUND: `&l == &l' ? e : l'` is right only for parts of memory that are
  // the same or apart. Of one type they are: a program that reads an object
  // after a part of it was overwritten as another of its type has no meaning.
  bool SameOrApart =
      Dest->type() == Place->type() ||
      (isSelfAligned(Dest->type()) && isSelfAligned(Place->type()) &&
       Dest->type()->size() == Place->type()->size());
  const Expr *Same = SameOrApart ? sameAddress(Ctx, Dest, Place) : nullptr;
  if (!Same)
    return unknownValue(Place, Dest);
  return Ctx.cond(Same, stored(Dest, Value, Place), Place);
}

const Expr *WeakestPrecondition::contentsAfter(const Expr *Dest,
                                               const Expr *Value,
                                               const Expr *Place) {
  // A part of a record is what it is in the record's contents, if the
  // assignment is to such records.
  const Expr *Whole = Place;
  std::vector<const Expr *> Path;
  if (isAggregate(Dest->type()))
    Place = enclosing(Dest->type(), Place, Path);
  // SOUND: a flexible array member is not copied with its record.
  bool IsCopied = std::none_of(Path.begin(), Path.end(), [](const Expr *Part) {
    return Part->kind() == ExprKind::Index &&
           Part->operand(0)->type()->count() == 0;
  });
  const Expr *Contents = Place;
  if (isBehindNull(Whole))
    return unknownValue(Whole, Dest);
  if (Place != Dest && (isLogical(Dest) || isLogical(Place)))
    return Whole;
  if (!IsCopied)
    return unknownValue(Whole, Dest);
  if (Place == Dest)
    Contents = stored(Dest, Value, Place);
  else if (A.mayOverlap(Place, Dest))
    Contents = overlapped(Dest, Value, Place);
  for (auto I = Path.rbegin(); I != Path.rend(); ++I) {
    const Expr *Operands[] = {
        Contents, (*I)->numOperands() > 1 ? (*I)->operand(1) : nullptr};
    Contents = withOperands(Ctx, *I, Operands);
  }
  return Contents;
}

const Expr *WeakestPrecondition::ofAssign(const Expr *Dest, const Expr *Value,
                                          const Expr *Term) {
  return rewriteReads(Ctx, Term, [&](const Expr *Place) {
    return contentsAfter(Dest, Value, Place);
  });
}

const Expr *WeakestPrecondition::forgetting(const PlaceTest &MayChange,
                                            const Expr *Term) {
  return rewriteReads(Ctx, Term, [&](const Expr *Place) {
    return MayChange(Place) ? unknownValue(Place, nullptr) : Place;
  });
}

const Expr *WeakestPrecondition::ofHavocOfAll(const Stmt &S, const Expr *Term) {
  return forgetting([&](const Expr *P) { return A.mayModify(S, P); }, Term);
}

const Expr *WeakestPrecondition::asBefore(const Stmt &Call, const Expr *Term) {
  return rewriteReads(Ctx, Term, [&](const Expr *Place) {
    if (!A.mayModify(Call, Place))
      return Place;
    const Expr *&Old = Before[Place->id()];
    if (!Old)
      Old = Ctx.var(P.addLogical("before", Place->type(), Place));
    return Old;
  });
}

const Expr *WeakestPrecondition::returned(const Type *Ty, const Expr *Dest) {
  const Expr *&E = Returned[{Ty->id(), Dest ? Dest->id() + 1 : 0}];
  if (!E)
    E = Ctx.var(P.addLogical("returned", Ty, Dest));
  return E;
}

const Expr *WeakestPrecondition::of(const Stmt &S, const Expr *Term) {
  switch (S.Kind) {
  case StmtKind::Assign:
    // A volatile read may give anything.
    return ofAssign(S.Dest, S.Why == Reason::Volatile ? nullptr : S.Value,
                    Term);
  case StmtKind::Havoc:
    return S.Dest ? ofAssign(S.Dest, nullptr, Term) : ofHavocOfAll(S, Term);
  default:
    return Term;
  }
}

const Expr *substitute(Context &Ctx, const Expr *Term,
                       std::span<const Variable *const> From,
                       std::span<const Expr *const> To) {
  return rewrite(Ctx, Term, [&](const Expr *E, const Expr *New) {
    if (E->kind() != ExprKind::Var)
      return New;
    auto I = std::find(From.begin(), From.end(), E->variable());
    return I == From.end() ? New : To[I - From.begin()];
  });
}

} // namespace predabs
