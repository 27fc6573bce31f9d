// Places and memory, see Encoder.h.

#include "predicates/prover/Encoder.h"

#include <cassert>

namespace predabs::prover {

using ir::Expr;
using ir::ExprKind;

Term Encoder::nonNull(Term Pointer) {
  Term Null = N->constant(N->addressKind(), 0);
  return negation(S.make(Operator::Equal, Pointer, Null));
}

Term Encoder::addressOf(const ir::Variable *V) {
  auto [It, IsNew] = Addresses.try_emplace(V);
  if (IsNew)
    It->second = S.symbol(N->sort(N->addressKind()));
  return It->second;
}

Encoder::Place Encoder::makePlace(const Expr *E) {
  Place P;
  if (E->kind() == ExprKind::Var) {
    P.Root = E->variable();
  } else if (E->kind() == ExprKind::Deref) {
    const Node &Pointer = nodeOf(E->operand(0));
    P.Base = Pointer.Value;
    P.Def = Pointer.Def;
    P.Safe = Pointer.Safe;
    P.NonNull = nonNull(Pointer.Value);
  } else {
    P = placeOf(E->operand(0));
    step(P, E);
  }
  return P;
}

void Encoder::step(Place &P, const Expr *E) {
  if (E->kind() == ExprKind::Index)
    return index(P, E);
  const ir::Field &F = E->field();
  addOffset(P, ir::SInt128(F.BitOffset / 8));
  if (F.isBitField()) {
    P.FirstBit = unsigned(F.BitOffset % 8);
    P.BitWidth = F.BitWidth;
  }
}

void Encoder::addOffset(Place &P, ir::SInt128 Bytes) {
  ir::SInt128 Sum = Bytes + P.Offset;
  P.Opaque |= Sum != int64_t(Sum);
  P.Offset = int64_t(Sum);
}

/// An index is taken by the width of an address: the last u64 is -1.
ir::SInt128 Encoder::distanceOf(const Expr *Index) const {
  unsigned Width = N->distanceKind().Width;
  return ir::signExtend(ir::truncateTo(ir::UInt128(Index->number()), Width),
                        Width);
}

void Encoder::index(Place &P, const Expr *E) {
  const Expr *Index = E->operand(1);
  // A subscript is an exact number, as in comparisons, if addresses have room
  // for it.
  ExactNumber I = exactOf(Index);
  if (I.Kind.Width > N->distanceKind().Width)
    I = {kindOf(Index->type()), numberOf(Index), nodeOf(Index).Def};
  P.Def = both(P.Def, I.Def);
  P.Safe = both(P.Safe, nodeOf(Index).Safe);
  uint64_t Size = E->type()->size();
  if (Index->kind() == ExprKind::Int && Size <= UINT32_MAX)
    return addOffset(P, distanceOf(Index) * ir::SInt128(Size));
  resolve(P);
  if (P.Opaque)
    return;
  Term By = converted(N->distanceKind(), I.Kind, I.Value.Value);
  Computed Sum = N->plus(P.Base, By, Size);
  P.Base = Sum.Value;
  P.InRange = both(P.InRange, Sum.Def);
}

void Encoder::resolve(Place &P) {
  if (!P.Root)
    return;
  // A logical variable has no address.
  P.Opaque |= P.Root->isLogical();
  P.Base = addressOf(P.Root);
  P.Addressed = P.Root;
  P.Root = nullptr;
}

Encoder::Node Encoder::makeAddress(const Expr *E) {
  Place P = placeOf(E->operand(0));
  const ir::Variable *Root = P.Root;
  resolve(P);
  Node R;
  R.Def = P.Def;
  R.Safe = P.Safe;
  if (P.Opaque || P.BitWidth) {
    makeOpaque(R, E->type());
    return R;
  }
  Computed Sum = N->plus(P.Base, P.Offset);
  bool IsInside =
      Root && P.Offset >= 0 && uint64_t(P.Offset) <= Root->Ty->size();
  Computed Address = IsInside ? Sum : N->address(Sum.Value);
  Term Def = IsInside ? Term() : both(P.InRange, both(Sum.Def, Address.Def));
  R.Value = Address.Value;
  R.Def = both(R.Def, Def);
  R.Safe = both(R.Safe, Def);
  return R;
}

Encoder::Node Encoder::makeCode(const Expr *E) {
  bool IsLabel = E->kind() == ExprKind::LabelAddr;
  uint32_t Block = IsLabel ? E->block() : None;
  auto [It, IsNew] = Code.try_emplace({E->function(), Block});
  if (IsNew)
    It->second = S.symbol(N->sort(N->addressKind()));
  Node R;
  R.Value = It->second;
  R.Range = rangeOf(N->addressKind(), R.Value);
  return R;
}

Encoder::Layout Encoder::layoutOf(const Place &P, const ir::Type *T) {
  if (P.BitWidth)
    return {Layout::Class::BitField, P.BitWidth, P.FirstBit};
  auto What = T->isPointer() ? Layout::Class::Pointer : Layout::Class::Integer;
  return {What, T->width(), 0};
}

uint32_t Encoder::symbolOf(const Part &P, NumberKind K) {
  auto [It, IsNew] = SymbolIndex.try_emplace(P, uint32_t(Symbols.size()));
  if (IsNew) {
    Term Symbol = S.symbol(sortOf(K));
    Symbols.push_back({P, K, Symbol, rangeOf(K, Symbol)});
  }
  return It->second;
}

const Encoder::MemoryFunction &Encoder::memory(const Layout &L, NumberKind K) {
  auto [It, IsNew] = Memory.try_emplace(L);
  if (IsNew)
    It->second = {K, S.function(N->sort(N->addressKind()), sortOf(K))};
  return It->second;
}

Encoder::Node Encoder::makeRead(const Expr *E) {
  const Place &P = placeOf(E);
  const ir::Type *T = E->type();
  Node R;
  R.Def = P.Def;
  R.Safe = both(P.Safe, P.NonNull);
  if (!T->isInt() && !T->isPointer())
    return R;
  if (P.Opaque) {
    makeOpaque(R, T);
    return R;
  }
  Layout L = layoutOf(P, T);
  NumberKind K = {L.Width, T->isSigned()};
  NumberKind Stored = K;
  if (P.Root) {
    R.Symbol = symbolOf({P.Root, P.Offset, L}, K);
    Stored = Symbols[R.Symbol].Kind;
    R.Value = Symbols[R.Symbol].Symbol;
  } else {
    const MemoryFunction &F = memory(L, K);
    Stored = F.Kind;
    R.Value = S.apply(F.Function, N->plus(P.Base, P.Offset).Value);
    R.Range = rangeOf(Stored, R.Value);
  }
  R.Value = converted(kindOf(T), K, converted(K, Stored, R.Value));
  return R;
}

} // namespace predabs::prover
