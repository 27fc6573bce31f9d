#include "predicates/path/Surroundings.h"

#include <algorithm>

namespace predabs::path {

using ir::Expr;
using ir::ExprKind;
using ir::Op;
using ir::Type;

namespace {

/// Records that one path takes things for.
constexpr size_t MaxRecords = 8;
/// Members of one record that an object may be.
constexpr size_t MaxPlaces = 4;
constexpr uint64_t MaxRecordSize = uint64_t(1) << 16;
/// How often a path may step back by one statement, in a loop; and how far.
constexpr uint64_t Rounds = 4, MaxRoom = 4096, MaxUnknownRoom = 1024;

/// Whether a \p Whole has a \p Part at \p Offset.
bool holds(const Type *Whole, uint64_t Offset, const Type *Part) {
  while (Whole != Part || Offset) {
    if (Whole->isArray() && Whole->inner()->size()) {
      Offset %= Whole->inner()->size();
      Whole = Whole->inner();
      continue;
    }
    if (!Whole->isRecord())
      return false;
    const auto &Fields = Whole->fields();
    auto F = std::ranges::find_if(Fields, [&](const ir::Field &X) {
      return !X.isBitField() && Offset - X.BitOffset / 8 < X.Ty->size();
    });
    if (F == Fields.end())
      return false;
    Offset -= F->BitOffset / 8;
    Whole = F->Ty;
  }
  return true;
}

/// Where in a \p Whole, \p Offset bytes into something, there is a \p Part.
void addPlaces(const Type *Whole, uint64_t Offset, const Type *Part,
               std::vector<uint64_t> &Into) {
  for (const ir::Field &F : Whole->fields()) {
    uint64_t At = Offset + F.BitOffset / 8;
    if (F.isBitField() || Into.size() >= MaxPlaces)
      continue;
    const Type *Ty = F.Ty;
    while (Ty->isArray() && Ty != Part)
      Ty = Ty->inner();
    if (Ty == Part)
      Into.push_back(At);
    else if (Ty->isRecord())
      addPlaces(Ty, At, Part, Into);
  }
}

} // namespace

void Surroundings::note(const Expr *E) {
  if (E->kind() == ExprKind::Binary && E->op() == Op::PtrAdd)
    noteStep(E);
  if (E->kind() == ExprKind::Cast && E->type()->isPointer())
    noteCast(E);
  if (E->kind() == ExprKind::AddrOf)
    noteMember(E->operand(0));
}

/// `p->f.g`
void Surroundings::noteMember(const Expr *Place) {
  uint64_t Offset = 0;
  for (; Place->kind() == ExprKind::Field; Place = Place->operand(0))
    Offset += Place->field().BitOffset / 8;
  const Type *Ty = Place->type();
  if (Place->kind() == ExprKind::Deref && Ty->isRecord() &&
      Ty->size() <= MaxRecordSize && Members.size() < MaxRecords)
    Members.push_back({Ty, Offset});
}

void Surroundings::noteStep(const Expr *Sum) {
  const Type *Pointee = Sum->type()->inner();
  const Expr *By = Sum->operand(1);
  uint64_t Size =
      Pointee->isVoid() || Pointee->isFunction() ? 1 : Pointee->size();
  if (!By->isConstant()) {
    StepsAny |= By->type()->isSigned();
    return;
  }
  if (By->number() >= 0 || By->number() < -ir::SInt128(MaxRoom))
    return;
  uint64_t Bytes = uint64_t(-By->number()) * Size;
  if (Bytes && Steps.insert(Bytes).second)
    AllSteps += Bytes;
}

void Surroundings::noteCast(const Expr *Cast) {
  const Type *To = Cast->type()->inner();
  const Type *From = Cast->operand(0)->type();
  bool IsRecord = To->isRecord() && To->isComplete() && To->size() &&
                  To->size() <= MaxRecordSize;
  if (IsRecord && From->isPointer() && From->inner() != To &&
      Records.size() < MaxRecords && std::ranges::count(Records, To) == 0)
    Records.push_back(To);
}

std::vector<Enclosing> Surroundings::around(const Type *Ty) const {
  std::vector<Enclosing> Result;
  auto Add = [&](Enclosing E) {
    if (E.Record != Ty && std::ranges::count(Result, E) == 0)
      Result.push_back(E);
  };
  for (const Type *R : Records) {
    for (uint64_t Offset : Steps)
      if (Offset < R->size() && holds(R, Offset, Ty))
        Add({R, Offset});
    std::vector<uint64_t> Places;
    addPlaces(R, 0, Ty, Places);
    for (uint64_t Offset : Places)
      Add({R, Offset});
  }
  for (const Enclosing &M : Members)
    if (holds(M.Record, M.Offset, Ty))
      Add(M);
  return Result;
}

uint64_t Surroundings::room(uint64_t Size) const {
  uint64_t Any = StepsAny ? std::min(Size, MaxUnknownRoom) : 0;
  return std::min(AllSteps * Rounds + Any, MaxRoom);
}

} // namespace predabs::path
