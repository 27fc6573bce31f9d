// Questions about places, see Locations.h.

#include "predicates/alias/Locations.h"

#include <algorithm>

namespace predabs::alias {

using namespace ir;

const Expr *rootOf(const Expr *Place) {
  while (Place->kind() == ExprKind::Field || Place->kind() == ExprKind::Index)
    Place = Place->operand(0);
  return Place;
}

namespace {

constexpr int64_t Endless = INT64_MAX;

/// The bits of a place in one of those that it is a part of.
struct Part {
  const Expr *Of;
  int64_t Lo, Hi;

  /// Goes on to the place around; false at the root.
  bool widen() {
    if (Of->kind() == ExprKind::Field) {
      auto Offset = int64_t(Of->field().BitOffset);
      Lo += Offset;
      Hi = Hi == Endless ? Hi : Hi + Offset;
    } else if (Of->kind() == ExprKind::Index) {
      widenIndex(Of->operand(0)->type(), Of->operand(1));
    } else {
      return false;
    }
    Of = Of->operand(0);
    return true;
  }

private:
  void widenIndex(const Type *Array, const Expr *Index) {
    uint64_t Count = Array->count(), Size = Array->inner()->size();
    bool Inside = Index->kind() == ExprKind::Int && Index->number() >= 0 &&
                  Index->number() < SInt128(Count) && Size < (1U << 28) &&
                  Index->number() < (1 << 28) && Hi != Endless;
    if (!Inside) {
      Lo = 0;
      Hi = Count == 0 || Array->size() > (uint64_t(1) << 56)
               ? Endless
               : int64_t(Array->size() * 8);
      return;
    }
    int64_t Offset = int64_t(Index->number()) * int64_t(Size) * 8;
    Lo += Offset;
    Hi += Offset;
  }
};

Part whole(const Expr *Place) {
  Path P = pathOf(Place);
  bool Flexible = Place->type()->isArray() && Place->type()->count() == 0;
  return {Place, 0, Flexible ? Endless : int64_t(P.Bits)};
}

} // namespace

bool areApartInOne(const Expr *A, const Expr *B) {
  std::unordered_map<const Expr *, Part> Around;
  Part P = whole(A);
  do
    Around.emplace(P.Of, P);
  while (P.widen());
  Part Q = whole(B);
  do {
    auto It = Around.find(Q.Of);
    if (It != Around.end())
      return Q.Hi <= It->second.Lo || It->second.Hi <= Q.Lo;
  } while (Q.widen());
  return false;
}

/// The place around \p E, without arrays; null at its root.
static const Expr *around(const Expr *E) {
  E = E->operand(0);
  while (E->kind() == ExprKind::Index)
    E = E->operand(0);
  return E;
}

bool areStatesApart(const Expr *A, const Expr *B) {
  if (!isState(A->type()) || !isState(B->type()))
    return false;
  while (A->kind() == ExprKind::Field && B->kind() == ExprKind::Field) {
    const Type *R = A->operand(0)->type(), *S = B->operand(0)->type();
    if (R->isUnion() != S->isUnion() || (R->isUnion() && R != S))
      return false;
    if (R != S || A->fieldIndex() != B->fieldIndex())
      return !R->isUnion();
    A = around(A);
    B = around(B);
  }
  // A variable is in no record.
  return (A->kind() == ExprKind::Field && B->kind() == ExprKind::Var) ||
         (B->kind() == ExprKind::Field && A->kind() == ExprKind::Var);
}

Locations::Locations(Constraints &Facts)
    : Facts(Facts), Mem(Facts.memory()),
      StrictAliasing(Facts.module().Ctx.target().StrictAliasing) {}

// The addresses in a value.

/// Puts on the stack what has to be known before \p E; whether there is any.
bool Locations::pushOperands(const Expr *E) {
  size_t Before = Stack.size();
  auto Need = [this](const Expr *Operand) {
    if (!Values.contains(Operand))
      Stack.push_back(Operand);
  };
  for (const Source &S : Facts.places().sources(E)) {
    if (S.What == Source::Kind::Value)
      Need(S.From);
    else if (S.What == Source::Kind::Contents)
      if (const Expr *Pointer = pathOf(S.From).Pointer)
        Need(Pointer);
  }
  return Stack.size() != Before;
}

const LabelSet &Locations::addresses(const Expr *E) {
  Stack = {E};
  while (!Stack.empty()) {
    const Expr *Next = Stack.back();
    if (Values.contains(Next)) {
      Stack.pop_back();
      continue;
    }
    if (pushOperands(Next))
      continue;
    Stack.pop_back();
    Values.emplace(Next, evaluate(Next));
  }
  return Values.at(E);
}

LabelSet Locations::evaluate(const Expr *E) {
  LabelSet Result;
  for (const Source &S : Facts.places().sources(E)) {
    if (S.What == Source::Kind::Address)
      Result.insert(S.At);
    else if (S.What == Source::Kind::Contents)
      addContents(S.From, Result);
    else if (S.Way.How == Motion::Kind::Stay)
      Result.insert(Values.at(S.From));
    else
      Values.at(S.From).each([&](Label L) {
        for (Label To : Mem.move(L, S.Way, Learning::Off))
          Result.insert(To);
      });
  }
  return Result;
}

/// The labels of a place whose pointer is evaluated.
LabelSet Locations::targets(const Path &P) {
  LabelSet Result;
  if (P.Var)
    Result.insert(Facts.places().address(P));
  else
    Values.at(P.Pointer).each([&](Label L) {
      for (Label To : Mem.move(L, P.Way, Learning::Off))
        Result.insert(To);
    });
  return Result;
}

void Locations::addContents(const Expr *Place, LabelSet &Result) {
  Path P = pathOf(Place);
  if (P.Var && !Facts.places().has(P.Var)) {
    Result.insert(Memory::Everything);
    return;
  }
  uint64_t Size = std::max<uint64_t>(P.bytes(), 1);
  targets(P).each([&](Label L) { Facts.graph().contents(L, Size, Result); });
}

// Places.

Location Locations::make(const LabelSet &Labels) {
  Location Result;
  Labels.each([&](Label L) {
    if (L == Memory::Outside)
      Result.HasOutside = true;
    else if (L == Memory::Everything)
      Result.HasEverything = true;
    else
      Result.Labels.push_back(L);
  });
  std::sort(Result.Labels.begin(), Result.Labels.end(),
            [this](Label A, Label B) {
              return std::pair(Mem.address(A).Of, A) <
                     std::pair(Mem.address(B).Of, B);
            });
  Result.HasExposed =
      std::any_of(Result.Labels.begin(), Result.Labels.end(), [&](Label L) {
        return Facts.graph().isExposed(Mem.address(L).Of);
      });
  Result.HasErrorNumber = Labels.contains(Memory::ErrorNumber);
  Result.HasConstants = Labels.contains(Memory::Constants);
  return Result;
}

const Location &Locations::of(const Expr *Place) {
  auto It = Known.find(Place);
  if (It != Known.end())
    return It->second;
  Path P = pathOf(Place);
  if (P.Pointer)
    addresses(P.Pointer);
  Location L = make(targets(P));
  L.FirstBit = P.FirstBit;
  L.Bits = P.Bits;
  L.T = Place->type();
  L.ThroughUnion = P.ThroughUnion;
  for (Part Around = whole(Place); Around.widen();)
    if (Around.Of->type()->isRecord())
      L.In.push_back({Around.Of->type(), Around.Lo, Around.Hi});
  // A flexible member is as long as its object.
  if (Place->type()->isArray() && Place->type()->count() == 0)
    for (Label &At : L.Labels)
      At = Mem.anywhere(Mem.address(At).Of);
  return Known.emplace(Place, std::move(L)).first->second;
}

Location Locations::of(const Extent &E) {
  LabelSet Labels;
  addresses(E.Pointer).each([&](Label L) {
    for (Label To : Mem.move(L, E.Way, Learning::Off))
      Labels.insert(To);
  });
  Location Result = make(Labels);
  Result.Bits = E.Size * 8;
  return Result;
}

bool Locations::hasAddress(ObjectId O) const {
  const Object &D = Mem.object(O);
  return D.Kind != ObjectKind::Variable || Facts.isNamedAddress(D.Var) ||
         Facts.graph().isExposed(O);
}

// Two places.

/// The bits that an access at \p L touches, folded.
Range Locations::bits(const Location &A, Label L) {
  auto Bytes = int64_t((A.FirstBit + A.Bits + 7) / 8);
  Range R = Mem.touched(L, uint64_t(Bytes));
  if (R.Hi - R.Lo != Bytes)
    return {R.Lo * 8, R.Hi * 8};
  int64_t Begin = R.Lo * 8 + A.FirstBit;
  return {Begin, Begin + int64_t(A.Bits)};
}

/// Two addresses in one object.
bool Locations::overlap(const Location &A, Label L, const Location &B,
                        Label M) {
  const Address &P = Mem.address(L), &Q = Mem.address(M);
  if (Mem.object(P.Of).Kind == ObjectKind::Function)
    return false;
  if (P.How == Where::Anywhere || Q.How == Where::Anywhere)
    return true;
  if (P.How == Where::Exact && Q.How == Where::Exact) {
    int64_t I = P.Offset * 8 + A.FirstBit, J = Q.Offset * 8 + B.FirstBit;
    return Range{I, I + int64_t(A.Bits)}.overlaps({J, J + int64_t(B.Bits)});
  }
  return bits(A, L).overlaps(bits(B, M));
}

/// Whether \p A is, in part, what nobody has listed, and \p B may be there.
bool Locations::touches(const Location &A, const Location &B) const {
  if (A.HasOutside && (B.HasOutside || B.HasExposed || B.HasConstants))
    return true;
  if (!A.HasEverything)
    return false;
  return B.HasOutside || B.HasEverything ||
         std::any_of(B.Labels.begin(), B.Labels.end(),
                     [this](Label L) { return hasAddress(Mem.address(L).Of); });
}

/// Of an object whose type is not known any aggregate may be a copy.
bool Locations::isStateApartFrom(const Location &State, const Type *T) {
  if (!State.T || !isState(State.T) || !T)
    return false;
  if (T->isScalar())
    return !isState(T);
  if (State.In.empty() || T->isOpaque() || (T->isRecord() && !T->isComplete()))
    return false;
  auto [It, IsNew] = WithState.try_emplace(T, false);
  if (IsNew)
    It->second = containsState(T);
  return !It->second;
}

/// The state of an object lies on top of the memory that C sees, and is none of
/// it. What moves or clears bytes moves or clears it too.
bool Locations::areStateAndOther(const Location &A, const Location &B) {
  return isStateApartFrom(A, B.T) || isStateApartFrom(B, A.T);
}

/// Where memory is accessed by its own type only: two scalars of different
/// types are apart, and so are different members of one type of record, since
/// two objects of that type are the same or have nothing in common.
bool Locations::areApartByType(const Location &A, const Location &B) {
  if (areStateAndOther(A, B))
    return true;
  if (!StrictAliasing || !A.T || !B.T || A.ThroughUnion || B.ThroughUnion)
    return false;
  if (!Types.compatible(A.T, B.T))
    return true;
  for (const RecordPart &P : A.In)
    for (const RecordPart &Q : B.In)
      if (P.Record == Q.Record && (P.Hi <= Q.Lo || Q.Hi <= P.Lo))
        return true;
  return false;
}

bool Locations::mayOverlap(const Location &A, const Location &B) {
  if (areApartByType(A, B))
    return false;
  if (touches(A, B) || touches(B, A))
    return true;
  auto Object = [this](Label L) { return Mem.address(L).Of; };
  auto I = A.Labels.begin(), J = B.Labels.begin();
  while (I != A.Labels.end() && J != B.Labels.end()) {
    ObjectId O = Object(*I), P = Object(*J);
    if (O < P) {
      ++I;
    } else if (P < O) {
      ++J;
    } else {
      for (auto K = J; K != B.Labels.end() && Object(*K) == O; ++K)
        if (overlap(A, *I, B, *K))
          return true;
      ++I;
    }
  }
  return false;
}

bool Locations::mayPointInto(const Expr *Pointer, const Location &Place) {
  Location Object = make(addresses(Pointer));
  for (Label &At : Object.Labels)
    At = Mem.anywhere(Mem.address(At).Of);
  return mayOverlap(Object, Place);
}

} // namespace predabs::alias
