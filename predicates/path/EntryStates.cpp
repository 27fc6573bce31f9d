#include "predicates/path/EntryStates.h"

#include <algorithm>

namespace predabs {

using namespace ir;

uint32_t EntryStates::of(const Expr *State) const {
  if (State->kind() != ExprKind::Field)
    return 0;
  Name N;
  N.State = State->field().Name;
  const Expr *Object = State->operand(0);
  while (Object->kind() == ExprKind::Index)
    Object = Object->operand(0);
  if (Object->kind() == ExprKind::Field) {
    N.Record = Object->operand(0)->type();
    N.Member = Object->fieldIndex();
  } else if (Object->kind() == ExprKind::Var) {
    N.Var = Object->variable();
  }
  return of(N);
}

/// The field of \p Record with the byte at \p Offset: that of a state where the
/// two begin together.
static const Field *fieldAt(const Type *Record, uint64_t Offset) {
  const Field *Found = nullptr;
  for (const Field &F : Record->fields())
    if (!F.isBitField() && F.BitOffset / 8 <= Offset &&
        Offset - F.BitOffset / 8 < F.Ty->size() && (!Found || isState(F.Ty)))
      Found = &F;
  return Found;
}

uint32_t EntryStates::at(const Variable *Var, const Type *Whole,
                         uint64_t Offset) const {
  Name N;
  N.Var = Var;
  for (;;) {
    if (Whole->isArray() && Whole->inner()->size()) {
      Offset %= Whole->inner()->size();
      Whole = Whole->inner();
      continue;
    }
    const Field *F = Whole->isRecord() && Whole->isComplete()
                         ? fieldAt(Whole, Offset)
                         : nullptr;
    if (!F)
      return 0;
    if (isState(F->Ty)) {
      N.State = F->Name;
      return of(N);
    }
    N = {nullptr, Whole, uint32_t(F - Whole->fields().data()), ""};
    Offset -= F->BitOffset / 8;
    Whole = F->Ty;
  }
}

} // namespace predabs
