// Objects, labels and motions, see Memory.h.

#include "predicates/alias/Memory.h"

#include <algorithm>
#include <cassert>

namespace predabs::alias {

using namespace ir;

namespace {

/// Exact labels that motions may make in one object.
constexpr uint32_t MaxExactLabels = 256;
/// Steps in one object that are told apart: a loop makes more.
constexpr uint32_t MaxSteps = 8;
/// Offsets beyond this are not kept: nothing overflows in computing with them.
constexpr int64_t MaxOffset = int64_t(1) << 48;

uint64_t strideOf(const Type *T) {
  // void and functions count bytes.
  return T ? std::max<uint64_t>(T->size(), 1) : 1;
}

int64_t modulo(int64_t A, int64_t B) { return ((A % B) + B) % B; }

} // namespace

Memory::Memory() {
  for (ObjectKind K : {ObjectKind::Outside, ObjectKind::Everything,
                       ObjectKind::ErrorNumber, ObjectKind::Constants})
    anywhere(add(K));
  assert(Addresses.size() == 4);
}

ObjectId Memory::add(ObjectKind K) {
  Objects.emplace_back();
  Objects.back().Kind = K;
  return ObjectId(Objects.size() - 1);
}

ObjectId Memory::addVariable(const Variable *V) {
  ObjectId O = add(ObjectKind::Variable);
  Objects[O].Var = V;
  // An `extern` of unknown size has no layout either.
  if (V->Ty->size() != 0 || V->Ty->isArray())
    Objects[O].Has = {Shape::Kind::Single, Tail::Closed, V->Ty, 0};
  return O;
}

ObjectId Memory::addResult(const Function *F) {
  ObjectId O = add(ObjectKind::Result);
  Objects[O].Func = F;
  Objects[O].Has = {Shape::Kind::Single, Tail::Closed, F->Ty->inner(), 0};
  return O;
}

ObjectId Memory::addFunction(const Function *F) {
  ObjectId O = add(ObjectKind::Function);
  Objects[O].Func = F;
  return O;
}

ObjectId Memory::addBlock() { return add(ObjectKind::Block); }

Label Memory::label(const Address &A) {
  auto [It, IsNew] = Labels.try_emplace(A, Label(Addresses.size()));
  if (IsNew) {
    Addresses.push_back(A);
    Objects[A.Of].ExactLabels += A.How == Where::Exact;
  }
  return It->second;
}

/// An exact label, unless there are too many in the object or it is too far.
Label Memory::bounded(ObjectId O, int64_t Offset) {
  Address A{O, Where::Exact, Offset};
  bool Far = Offset > MaxOffset || Offset < -MaxOffset;
  if (Far || (Objects[O].ExactLabels >= MaxExactLabels && !Labels.contains(A)))
    return anywhere(O);
  return label(A);
}

Label Memory::folded(ObjectId O, int64_t Offset) {
  return label({O, Where::Folded, fold(O, Offset, 1).Lo});
}

/// Whether no motion changes \p A.
bool Memory::isFixed(const Address &A) const {
  ObjectKind K = Objects[A.Of].Kind;
  return A.How == Where::Anywhere || K == ObjectKind::Function;
}

Range Memory::fold(ObjectId O, int64_t Offset, uint64_t Size) {
  const Shape &S = Objects[O].Has;
  Range Raw{Offset, Offset + int64_t(std::max<uint64_t>(Size, 1))};
  if (S.How == Shape::Kind::Raw)
    return Raw;
  if (S.How == Shape::Kind::Single)
    return Types.fold(S.T, S.End, Offset, Size);
  int64_t Stride = int64_t(strideOf(S.T));
  int64_t Rest = modulo(Offset - S.Phase, Stride);
  Range R{0, Stride};
  if (Rest + (Raw.Hi - Raw.Lo) <= Stride)
    R = Types.fold(S.T, Tail::Closed, Rest, Size);
  return {S.Phase + R.Lo, S.Phase + R.Hi};
}

Range Memory::touched(Label L, uint64_t Size) {
  const Address &A = Addresses[L];
  assert(A.How != Where::Anywhere);
  return fold(A.Of, A.Offset, Size);
}

Memory::Spot Memory::spot(const Address &A) const {
  const Shape &S = Objects[A.Of].Has;
  if (S.How != Shape::Kind::Repeat)
    return {S.T, S.End, 0, A.Offset};
  int64_t Rest = modulo(A.Offset - S.Phase, int64_t(strideOf(S.T)));
  return {S.T, Tail::Closed, A.Offset - Rest, Rest};
}

bool Memory::has(const Address &A, const Type *Part) {
  Spot S = spot(A);
  return S.T && Types.has(S.T, S.End, S.Offset, Part);
}

/// Takes a block for one or many of \p T if nothing else is known about it.
bool Memory::adopt(ObjectId O, const Type *T, int64_t Offset) {
  Object &B = Objects[O];
  if (B.Kind != ObjectKind::Block || B.Has.How != Shape::Kind::Raw)
    return false;
  Shape S{Shape::Kind::Repeat, Tail::Closed, T, 0};
  S.Phase = modulo(Offset, int64_t(strideOf(T)));
  if (Types.endsOpen(T)) {
    // The block is one T and as many elements at its end as fit.
    if (Offset != 0)
      return false;
    S = {Shape::Kind::Single, Tail::Open, T, 0};
  }
  B.Has = S;
  Reshaped.push_back(O);
  return true;
}

Label Memory::into(const Address &A, const Motion &M) {
  if (M.Offset == 0)
    return label(A);
  if (A.How == Where::Exact)
    return bounded(A.Of, A.Offset + M.Offset);
  return has(A, M.T) ? folded(A.Of, A.Offset + M.Offset) : anywhere(A.Of);
}

Label Memory::intoSome(const Address &A, const Motion &M, Learning Learn) {
  if (has(A, M.T))
    return folded(A.Of, A.Offset + M.Offset);
  if (Learn == Learning::On && adopt(A.Of, M.T, A.Offset))
    return folded(A.Of, A.Offset + M.Offset);
  return anywhere(A.Of);
}

/// The array in which arithmetic in units of \p Stride bytes at \p A stays. A
/// whole object is an array of one.
std::optional<Range> Memory::arrayAround(const Address &A, uint64_t Stride) {
  Spot S = spot(A);
  if (!S.T)
    return std::nullopt;
  // SOUND: a character pointer to the first member of a record, if that is an
  // array of characters, may be about to walk over the whole record.
  if (Stride == 1 && Types.beginsRecord(S.T, S.End, S.Offset))
    return std::nullopt;
  if (Objects[A.Of].Has.How == Shape::Kind::Repeat && strideOf(S.T) == Stride)
    return Range{INT64_MIN, INT64_MAX};
  if (auto Found = Types.arrayAround(S.T, S.End, S.Offset, Stride))
    return Range{Found->Lo + S.Begin,
                 Found->Hi == INT64_MAX ? INT64_MAX : Found->Hi + S.Begin};
  if (strideOf(S.T) == Stride && S.Offset == 0 && S.End == Tail::Closed)
    return Range{S.Begin, S.Begin + int64_t(Stride)};
  return std::nullopt;
}

/// An address one past the end of an array still belongs to the array, even
/// if something else begins there: `p = a + 10; p--`.
void Memory::addPastEnd(Moved &Result, const Address &From, const Motion &M) {
  Spot S = spot(From);
  if (!S.T || M.Offset <= 0)
    return;
  auto Begins = Types.arraysBetween(S.T, S.End, S.Offset, S.Offset + M.Offset);
  if (Begins.size() > 2)
    Result.add(anywhere(From.Of));
  else
    for (int64_t Begin : Begins)
      Result.add(folded(From.Of, S.Begin + Begin));
  // Anything else is an array of one.
  if (M.Offset == int64_t(strideOf(M.T)) &&
      Types.isAlone(S.T, S.End, S.Offset, strideOf(M.T)))
    Result.add(anywhere(From.Of));
}

Moved Memory::step(const Address &A, const Motion &M, Learning Learn) {
  Moved Result;
  bool New = A.How == Where::Exact &&
             !Labels.contains({A.Of, A.How, A.Offset + M.Offset});
  Objects[A.Of].Steps += New;
  if (New && Objects[A.Of].Steps > MaxSteps && Learn == Learning::On && M.T)
    adopt(A.Of, M.T, A.Offset);
  if (auto Array = arrayAround(A, strideOf(M.T)))
    stepInArray(Result, A, M, *Array);
  else
    stepOutside(Result, A, M);
  return Result;
}

/// SOUND: arithmetic in elements of an array stays in it, or just behind it.
void Memory::stepInArray(Moved &Result, const Address &A, const Motion &M,
                         Range Array) {
  Address To{A.Of, A.How, A.Offset + M.Offset};
  bool Inside = Array.Lo <= To.Offset && To.Offset < Array.Hi;
  bool Many = Objects[A.Of].Steps > MaxSteps && !Labels.contains(To);
  if (A.How == Where::Folded)
    Result.add(label(A));
  else if (Inside && !Many)
    Result.add(bounded(A.Of, To.Offset));
  else
    Result.add(folded(A.Of, A.Offset));
  // A header is often found in this way from the characters that follow it.
  if (A.How == Where::Exact && To.Offset < Array.Lo && strideOf(M.T) == 1)
    Result.add(Many ? anywhere(A.Of) : bounded(A.Of, To.Offset));
}

/// Any other arithmetic may lead out of an element, as container_of does.
void Memory::stepOutside(Moved &Result, const Address &A, const Motion &M) {
  Address To{A.Of, A.How, A.Offset + M.Offset};
  bool Many = Objects[A.Of].Steps > MaxSteps && !Labels.contains(To);
  if (A.How == Where::Folded || Many) {
    Result.add(anywhere(A.Of));
    return;
  }
  Result.add(bounded(A.Of, To.Offset));
  addPastEnd(Result, A, M);
}

Label Memory::stepAny(const Address &A, const Motion &M, Learning Learn) {
  if (Learn == Learning::On)
    adopt(A.Of, M.T, A.Offset);
  if (!arrayAround(A, strideOf(M.T)))
    return anywhere(A.Of);
  return A.How == Where::Exact ? folded(A.Of, A.Offset) : label(A);
}

void Moved::add(Label L) {
  if (std::find(begin(), end(), L) != end())
    return;
  assert(Count < Labels.size());
  Labels[Count++] = L;
}

Moved Memory::move(Label L, const Motion &M, Learning Learn) {
  Address A = Addresses[L];
  Moved Result;
  if (isFixed(A) || M.How == Motion::Kind::Stay)
    Result.add(L);
  else if (M.How == Motion::Kind::Into)
    Result.add(into(A, M));
  else if (M.How == Motion::Kind::IntoSome)
    Result.add(intoSome(A, M, Learn));
  else if (M.How == Motion::Kind::Step)
    return step(A, M, Learn);
  else if (M.How == Motion::Kind::StepAny)
    Result.add(stepAny(A, M, Learn));
  else
    Result.add(anywhere(A.Of));
  return Result;
}

} // namespace predabs::alias
