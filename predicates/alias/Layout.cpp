// Folded layouts and classes of types, see Layout.h.

#include "predicates/alias/Layout.h"

#include <algorithm>
#include <unordered_set>

namespace predabs::alias {

using namespace ir;

namespace {

constexpr size_t MaxLeaves = 256;

int64_t offsetOf(const Field &F) { return int64_t(F.BitOffset / 8); }
int64_t endOf(const Field &F) {
  uint64_t Bits = F.isBitField() ? F.BitWidth : F.Ty->size() * 8;
  return int64_t((F.BitOffset + Bits + 7) / 8);
}

/// Calls \p F once for each type that \p T is made of, itself included.
template <class Fn> void eachPart(const Type *T, Fn F) {
  std::unordered_set<const Type *> Seen;
  std::vector<const Type *> Work = {T};
  while (!Work.empty()) {
    const Type *Next = Work.back();
    Work.pop_back();
    if (!Seen.insert(Next).second)
      continue;
    F(Next);
    if (Next->isArray())
      Work.push_back(Next->inner());
    for (const Field &Part : Next->fields())
      Work.push_back(Part.Ty);
  }
}

} // namespace

bool containsState(const Type *T) {
  if (T->isScalar())
    return isState(T);
  bool Found = false;
  eachPart(T, [&](const Type *Part) { Found |= isState(Part); });
  return Found;
}

bool Layouts::containsArray(const Type *T) {
  auto [It, IsNew] = WithArray.try_emplace(T, false);
  if (!IsNew)
    return It->second;
  bool Found = false;
  eachPart(T, [&](const Type *Part) { Found |= Part->isArray(); });
  return WithArray[T] = Found;
}

const Layouts::RecordFacts &Layouts::facts(const Type *Record) {
  auto [It, IsNew] = Facts.try_emplace(Record);
  if (!IsNew)
    return It->second;
  RecordFacts &R = It->second;
  const std::vector<Field> &Fields = Record->fields();
  int64_t Last = -1;
  // A state lies on top of other fields, and no address lies in it.
  for (uint32_t I = 0; I < numPlainFields(Record); ++I) {
    if (endOf(Fields[I]) > offsetOf(Fields[I]))
      R.ByOffset.push_back(I);
    Last = std::max(Last, offsetOf(Fields[I]));
  }
  std::sort(R.ByOffset.begin(), R.ByOffset.end(), [&](uint32_t A, uint32_t B) {
    return std::pair(offsetOf(Fields[A]), A) <
           std::pair(offsetOf(Fields[B]), B);
  });
  for (size_t I = 1; I < R.ByOffset.size(); ++I) {
    const Field &A = Fields[R.ByOffset[I - 1]], &B = Fields[R.ByOffset[I]];
    bool Bits = A.isBitField() && B.isBitField();
    R.IsRegular &= Bits || endOf(A) <= offsetOf(B);
  }
  for (const Field &F : Fields) {
    bool Flexible = F.Ty->isArray() && F.Ty->size() == 0;
    if (!Flexible)
      continue;
    R.IsRegular &= offsetOf(F) == Last && F.Ty->inner()->size() != 0;
    // The flexible member is a part of what lies at the end.
    R.ByOffset.push_back(uint32_t(&F - Fields.data()));
  }
  return R;
}

/// The array, scalar or irregular record at the end of \p T.
const Type *Layouts::lastPart(const Type *T) {
  while (T->isRecord() && facts(T).IsRegular && !facts(T).ByOffset.empty())
    T = T->fields()[facts(T).ByOffset.back()].Ty;
  return T;
}

bool Layouts::endsInArray(const Type *T) {
  const Type *Last = lastPart(T);
  return Last->isArray() || (Last->isRecord() && containsArray(Last));
}

bool Layouts::endsOpen(const Type *T) {
  const Type *Last = lastPart(T);
  if (T->isArray())
    return false;
  return Last->isArray() ? Last->count() <= 1
                         : Last->isRecord() && containsArray(Last);
}

/// The field of a regular record that holds all of \p Size bytes.
const Field *Layouts::fieldAt(const Position &P, uint64_t Size) {
  const RecordFacts &R = facts(P.T);
  const std::vector<Field> &Fields = P.T->fields();
  auto It = std::upper_bound(
      R.ByOffset.begin(), R.ByOffset.end(), P.Offset,
      [&](int64_t Offset, uint32_t I) { return Offset < offsetOf(Fields[I]); });
  if (It == R.ByOffset.begin())
    return nullptr;
  const Field &F = Fields[*--It];
  bool Last = It + 1 == R.ByOffset.end();
  bool IsOpen = (P.End == Tail::Open && Last && endsInArray(F.Ty)) ||
                (F.Ty->isArray() && F.Ty->size() == 0);
  if (F.isBitField() || (!IsOpen && P.Offset + int64_t(Size) > endOf(F)))
    return nullptr;
  return &F;
}

bool Layouts::enterField(Position &P, uint64_t Size) {
  if (!facts(P.T).IsRegular)
    return false;
  const Field *F = fieldAt(P, Size);
  if (!F)
    return false;
  bool Last = facts(P.T).ByOffset.back() == uint32_t(F - P.T->fields().data());
  P.Offset -= offsetOf(*F);
  P.Folded += offsetOf(*F);
  P.Begin += offsetOf(*F);
  P.T = F->Ty;
  P.End = Last ? P.End : Tail::Closed;
  return true;
}

bool Layouts::enterElement(Position &P, uint64_t Size) {
  int64_t Stride = int64_t(P.T->inner()->size());
  if (Stride == 0 || P.Offset < 0)
    return false;
  int64_t Rest = P.Offset % Stride;
  bool IsOpen = P.End == Tail::Open || P.T->count() == 0;
  if (!IsOpen && P.Offset >= int64_t(P.T->size()))
    return false;
  if (Rest + int64_t(Size) > Stride)
    return false;
  P.Begin += P.Offset - Rest;
  P.Offset = Rest;
  P.T = P.T->inner();
  P.End = Tail::Closed;
  return true;
}

/// Goes to the part of P.T that holds all of \p Size bytes, if there is one.
bool Layouts::enter(Position &P, uint64_t Size) {
  if (P.T->isArray())
    return enterElement(P, Size);
  return P.T->isRecord() && P.T->isComplete() && enterField(P, Size);
}

/// Of bytes that lie in several parts of P.T.
Range Layouts::hull(const Position &P, uint64_t Size) {
  Range R{P.Offset, P.Offset + int64_t(Size)};
  auto Widen = [&R](int64_t Lo, int64_t Hi) {
    R = {std::min(R.Lo, Lo), std::max(R.Hi, Hi)};
  };
  if (P.T->isArray() && P.Offset >= 0)
    R = {0, std::max<int64_t>(1, int64_t(P.T->inner()->size()))};
  else if (P.T->isRecord() && !facts(P.T).IsRegular && containsArray(P.T))
    Widen(0, int64_t(P.T->size()));
  else if (P.T->isRecord())
    for (const Field &F : P.T->fields())
      if (R.overlaps({offsetOf(F), std::max(endOf(F), offsetOf(F) + 1)}) &&
          containsArray(F.Ty))
        Widen(offsetOf(F), endOf(F));
  return {P.Folded + R.Lo, P.Folded + R.Hi};
}

Range Layouts::fold(const Type *T, Tail End, int64_t Offset, uint64_t Size) {
  Size = std::max<uint64_t>(Size, 1);
  Position P{T, End, Offset};
  while (enter(P, Size))
    ;
  return hull(P, Size);
}

/// Calls \p Visit with each part around the byte, from the outside in, until
/// it returns true.
template <class Fn> void Layouts::descend(Position P, Fn Visit) {
  std::vector<Position> Work = {P};
  while (!Work.empty()) {
    Position Next = Work.back();
    Work.pop_back();
    if (Visit(Next))
      return;
    if (!Next.T->isRecord() || facts(Next.T).IsRegular) {
      if (enter(Next, 1))
        Work.push_back(Next);
      continue;
    }
    for (const Field &F : Next.T->fields())
      if (offsetOf(F) <= Next.Offset && Next.Offset < endOf(F) &&
          !F.isBitField())
        Work.push_back({F.Ty, Tail::Closed, Next.Offset - offsetOf(F),
                        Next.Folded + offsetOf(F), Next.Begin + offsetOf(F)});
  }
}

bool Layouts::has(const Type *T, Tail End, int64_t Offset, const Type *Part) {
  bool Found = false;
  descend({T, End, Offset}, [&](const Position &P) {
    return Found = P.Offset == 0 && P.T == Part;
  });
  return Found;
}

std::optional<Range> Layouts::arrayAround(const Type *T, Tail End,
                                          int64_t Offset, uint64_t Stride) {
  std::optional<Range> Found;
  Range Outermost;
  bool InArray = false;
  descend({T, End, Offset}, [&](const Position &P) {
    if (P.T->isArray() && !InArray) {
      bool IsOpen = P.End == Tail::Open || P.T->size() == 0;
      Outermost = {P.Begin,
                   IsOpen ? INT64_MAX : P.Begin + int64_t(P.T->size())};
    }
    InArray = P.T->isArray();
    if (InArray && P.T->inner()->size() == Stride)
      Found = Outermost;
    return Found.has_value();
  });
  return Found;
}

std::vector<int64_t> Layouts::arraysBetween(const Type *T, Tail Open,
                                            int64_t From, int64_t End) {
  std::vector<int64_t> Result;
  descend({T, Open, End - 1}, [&](const Position &P) {
    bool IsOpen = P.End == Tail::Open || P.T->size() == 0;
    if (P.T->isArray() && !IsOpen && P.Begin <= From &&
        P.Begin + int64_t(P.T->size()) == End)
      Result.push_back(P.Begin);
    return false;
  });
  return Result;
}

bool Layouts::isAlone(const Type *T, Tail End, int64_t Offset, uint64_t Size) {
  bool Found = false, InArray = false;
  descend({T, End, Offset}, [&](const Position &P) {
    if (P.Offset == 0 && P.T->size() == Size && !InArray)
      Found = true;
    InArray = P.T->isArray();
    return Found;
  });
  return Found;
}

bool Layouts::beginsRecord(const Type *T, Tail End, int64_t Offset) {
  bool Found = false;
  descend({T, End, Offset}, [&](const Position &P) {
    return Found = P.Offset == 0 && P.T->isRecord();
  });
  return Found;
}

const std::vector<Leaf> &Layouts::leaves(const Type *T) {
  auto [It, IsNew] = Leaves.try_emplace(T);
  std::vector<Leaf> &Result = It->second;
  if (!IsNew)
    return Result;
  struct Item {
    const Type *T;
    int64_t Offset;
    bool Folded;
  };
  std::vector<Item> Work = {{T, 0, false}};
  while (!Work.empty() && Result.size() <= MaxLeaves) {
    Item I = Work.back();
    Work.pop_back();
    if (I.T->isArray()) {
      if (I.T->count() != 0)
        Work.push_back({I.T->inner(), I.Offset, true});
    } else if (!I.T->isRecord()) {
      if (I.T->size() != 0)
        Result.push_back({I.Offset, I.T->size(), I.Folded});
    } else {
      const std::vector<Field> &Fields = I.T->fields();
      for (auto F = Fields.rbegin(); F != Fields.rend(); ++F) {
        if (isState(F->Ty))
          continue;
        int64_t At = I.Offset + offsetOf(*F);
        if (F->isBitField())
          Result.push_back({At, uint64_t(endOf(*F) - offsetOf(*F)), I.Folded});
        else
          Work.push_back({F->Ty, At, I.Folded});
      }
    }
  }
  if (Result.size() > MaxLeaves)
    Result = {{0, T->size(), false}};
  return Result;
}

namespace {

constexpr uint32_t PointerClass = 1000, FloatClass = 2000;

bool isCharacter(const Type *T) {
  return T->isBool() || (T->isInt() && T->width() <= 8);
}

uint32_t classOf(const Type *Scalar) {
  if (Scalar->isPointer())
    return PointerClass;
  return Scalar->width() + (Scalar->isFloat() ? FloatClass : 0);
}

} // namespace

const TypeClasses::Classes &TypeClasses::classes(const Type *T) {
  auto [It, IsNew] = Known.try_emplace(T);
  Classes &C = It->second;
  if (!IsNew)
    return C;
  eachPart(T, [&C](const Type *Part) {
    if (Part->isScalar() && !isCharacter(Part))
      C.Of.push_back(classOf(Part));
    else if (!Part->isArray() && !Part->isRecord())
      C.Any = true;
    else if (Part->isRecord() && !Part->isComplete())
      C.Any = true;
  });
  std::sort(C.Of.begin(), C.Of.end());
  return C;
}

bool TypeClasses::compatible(const Type *A, const Type *B) {
  if (A == B)
    return true;
  classes(A);
  classes(B);
  const Classes &X = Known[A], &Y = Known[B];
  if (X.Any || Y.Any)
    return true;
  return std::any_of(X.Of.begin(), X.Of.end(), [&](uint32_t C) {
    return std::binary_search(Y.Of.begin(), Y.Of.end(), C);
  });
}

} // namespace predabs::alias
