// Folding and walking terms, see BitTerms.h.

#include "predicates/prover/BitTerms.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace predabs::prover {

using ir::signExtend;
using ir::truncateTo;

namespace {

/// More constants under one Ite are left alone.
constexpr unsigned MaxLeaves = 32;

bool isCommutative(BitOp O) {
  switch (O) {
  case BitOp::And:
  case BitOp::Or:
  case BitOp::Xor:
  case BitOp::Add:
  case BitOp::Mul:
  case BitOp::Equal:
  case BitOp::UnsignedMulFits:
    return true;
  default:
    return false;
  }
}

bool givesTruth(BitOp O) {
  return O >= BitOp::Equal && O <= BitOp::UnsignedMulFits;
}

UInt128 ones(unsigned Width) { return truncateTo(~UInt128(0), Width); }

UInt128 signedQuotient(UInt128 A, UInt128 B, unsigned Width) {
  SInt128 X = signExtend(A, Width), Y = signExtend(B, Width);
  if (Y == 0)
    return X < 0 ? 1 : ~UInt128(0);
  return Y == -1 ? -A : UInt128(X / Y);
}

UInt128 signedRemainder(UInt128 A, UInt128 B, unsigned Width) {
  SInt128 X = signExtend(A, Width), Y = signExtend(B, Width);
  if (Y == 0)
    return A;
  return Y == -1 ? 0 : UInt128(X % Y);
}

UInt128 shiftRightSigned(UInt128 A, UInt128 By, unsigned Width) {
  SInt128 X = signExtend(A, Width);
  return UInt128(X >> (By >= Width ? Width - 1 : unsigned(By)));
}

bool productFits(UInt128 A, UInt128 B, unsigned Width) {
  UInt128 R;
  return !__builtin_mul_overflow(A, B, &R) && R <= ones(Width);
}

} // namespace

unsigned BitTerms::Node::numOperands() const {
  switch (What) {
  case BitOp::Constant:
  case BitOp::Symbol:
    return 0;
  case BitOp::BitNot:
  case BitOp::Neg:
  case BitOp::Extract:
  case BitOp::ZeroExtend:
  case BitOp::SignExtend:
    return 1;
  case BitOp::Ite:
    return 3;
  default:
    return 2;
  }
}

size_t BitTerms::NodeHash::operator()(const Node &N) const {
  uint64_t H =
      uint64_t(N.What) | uint64_t(N.Width) << 8 | uint64_t(N.Low) << 16;
  auto Mix = [&](uint64_t V) {
    H = (H ^ V) * 0x9e3779b97f4a7c15;
    H ^= H >> 32;
  };
  Mix(uint64_t(N.A.Id) << 32 | N.B.Id);
  Mix(N.C.Id);
  Mix(uint64_t(N.Value));
  Mix(uint64_t(N.Value >> 64));
  return size_t(H);
}

BitTerms::BitTerms() {
  number(1, 0);
  number(1, 1);
}

BitTerm BitTerms::intern(Node N) {
  auto [It, IsNew] = Known.try_emplace(N, uint32_t(Nodes.size()));
  if (IsNew)
    Nodes.push_back(N);
  return {It->second};
}

BitTerm BitTerms::number(unsigned Width, UInt128 Value) {
  assert(Width >= 1 && Width <= MaxWidth);
  Node N{.Width = uint8_t(Width)};
  N.Value = truncateTo(Value, Width);
  return intern(N);
}

BitTerm BitTerms::symbol(unsigned Width) {
  assert(Width >= 1 && Width <= MaxWidth);
  return intern({.What = BitOp::Symbol,
                 .Width = uint8_t(Width),
                 .NumLeaves = 0,
                 .Low = NumSymbols++});
}

uint32_t BitTerms::function(BitFunction F) {
  Functions.push_back(std::move(F));
  return uint32_t(Functions.size() - 1);
}

BitTerm BitTerms::apply(uint32_t Function, unsigned Width, BitTerm A,
                        BitTerm B) {
  return simplify({.What = BitOp::Apply,
                   .Width = uint8_t(Width),
                   .NumLeaves = 0,
                   .Low = Function,
                   .A = A,
                   .B = B});
}

BitTerm BitTerms::make(BitOp O, BitTerm A) {
  return simplify(
      {.What = O, .Width = uint8_t(width(A)), .NumLeaves = 0, .A = A});
}

BitTerm BitTerms::make(BitOp O, BitTerm A, BitTerm B) {
  assert(width(A) == width(B));
  if (isCommutative(O) && (isConstant(A) || (!isConstant(B) && B < A)))
    std::swap(A, B);
  uint8_t Width = givesTruth(O) ? uint8_t(1) : uint8_t(width(A));
  return simplify({.What = O, .Width = Width, .NumLeaves = 0, .A = A, .B = B});
}

BitTerm BitTerms::extract(BitTerm A, unsigned Low, unsigned Width) {
  assert(Low + Width <= width(A));
  return simplify({.What = BitOp::Extract,
                   .Width = uint8_t(Width),
                   .NumLeaves = 0,
                   .Low = Low,
                   .A = A});
}

BitTerm BitTerms::concat(BitTerm High, BitTerm Low) {
  return simplify({.What = BitOp::Concat,
                   .Width = uint8_t(width(High) + width(Low)),
                   .NumLeaves = 0,
                   .A = High,
                   .B = Low});
}

BitTerm BitTerms::zeroExtend(BitTerm A, unsigned Width) {
  return simplify({.What = BitOp::ZeroExtend,
                   .Width = uint8_t(Width),
                   .NumLeaves = 0,
                   .A = A});
}

BitTerm BitTerms::signExtend(BitTerm A, unsigned Width) {
  return simplify({.What = BitOp::SignExtend,
                   .Width = uint8_t(Width),
                   .NumLeaves = 0,
                   .A = A});
}

// Computing.

std::optional<UInt128> BitTerms::compute(const Node &N, UInt128 A, UInt128 B,
                                         UInt128 C) const {
  unsigned W = N.Width;
  unsigned OperandWidth = width(N.A);
  auto Result = [&]() -> std::optional<UInt128> {
    switch (N.What) {
    case BitOp::Constant:
      return N.Value;
    case BitOp::Symbol:
      return std::nullopt;
    case BitOp::Apply:
      return Functions[N.Low](A, B);
    case BitOp::BitNot:
      return ~A;
    case BitOp::Neg:
      return -A;
    case BitOp::And:
      return A & B;
    case BitOp::Or:
      return A | B;
    case BitOp::Xor:
      return A ^ B;
    case BitOp::Add:
      return A + B;
    case BitOp::Sub:
      return A - B;
    case BitOp::Mul:
      return A * B;
    case BitOp::UnsignedDiv:
      return B ? A / B : ~UInt128(0);
    case BitOp::UnsignedRem:
      return B ? A % B : A;
    case BitOp::SignedDiv:
      return signedQuotient(A, B, W);
    case BitOp::SignedRem:
      return signedRemainder(A, B, W);
    case BitOp::ShiftLeft:
      return B >= W ? 0 : A << unsigned(B);
    case BitOp::ShiftRight:
      return B >= W ? 0 : A >> unsigned(B);
    case BitOp::ShiftRightSigned:
      return shiftRightSigned(A, B, W);
    case BitOp::Equal:
      return A == B;
    case BitOp::UnsignedLess:
      return A < B;
    case BitOp::SignedLess:
      return ir::signExtend(A, OperandWidth) < ir::signExtend(B, OperandWidth);
    case BitOp::UnsignedMulFits:
      return productFits(A, B, OperandWidth);
    case BitOp::Ite:
      return A ? B : C;
    case BitOp::Extract:
      return A >> N.Low;
    case BitOp::Concat:
      return width(N.B) >= 128 ? B : A << width(N.B) | B;
    case BitOp::ZeroExtend:
      return A;
    case BitOp::SignExtend:
      return UInt128(ir::signExtend(A, OperandWidth));
    }
    return std::nullopt;
  }();
  if (Result)
    *Result = truncateTo(*Result, W);
  return Result;
}

// Simplifying.

bool BitTerms::isOnes(BitTerm T) const {
  return isConstant(T) && value(T) == ones(width(T));
}

BitTerm BitTerms::rebuild(const Node &N, BitTerm A, BitTerm B, BitTerm C) {
  switch (N.What) {
  case BitOp::Ite:
    return ite(A, B, C);
  case BitOp::Extract:
    return extract(A, N.Low, N.Width);
  case BitOp::Concat:
    return concat(A, B);
  case BitOp::ZeroExtend:
    return zeroExtend(A, N.Width);
  case BitOp::SignExtend:
    return signExtend(A, N.Width);
  case BitOp::Apply:
    return apply(N.Low, N.Width, A, B);
  case BitOp::BitNot:
  case BitOp::Neg:
    return make(N.What, A);
  default:
    return make(N.What, A, B);
  }
}

BitTerm BitTerms::distribute(const Node &N) {
  bool OfA = !isConstant(N.A);
  // By value: making terms moves the nodes.
  Node Tree = node(OfA ? N.A : N.B);
  Node Then = N, Else = N;
  (OfA ? Then.A : Then.B) = Tree.B;
  (OfA ? Else.A : Else.B) = Tree.C;
  BitTerm X = simplify(Then);
  BitTerm Y = simplify(Else);
  return ite(Tree.A, X, Y);
}

BitTerm BitTerms::simplify(const Node &N) {
  unsigned Count = N.numOperands();
  bool AllConstant = true;
  unsigned Trees = 0, Others = 0;
  for (unsigned I = 0; I < Count; ++I) {
    const Node &Operand = node(N.operand(I));
    if (Operand.What == BitOp::Constant)
      continue;
    AllConstant = false;
    Operand.NumLeaves ? ++Trees : ++Others;
  }
  if (AllConstant) {
    auto Value = [&](unsigned I) {
      return I < Count ? value(N.operand(I)) : UInt128(0);
    };
    if (auto V = compute(N, Value(0), Value(1), Value(2)))
      return number(N.Width, *V);
    return intern(N);
  }
  // One bit is simplified better by the rules for logic.
  bool IsLogic = width(N.A) == 1;
  if (Trees == 1 && Others == 0 && !IsLogic)
    return distribute(N);
  return Count == 1 ? simplifyUnary(N) : simplifyBinary(N);
}

BitTerm BitTerms::simplifyUnary(const Node &N) {
  const Node &A = node(N.A);
  switch (N.What) {
  case BitOp::BitNot:
  case BitOp::Neg:
    return A.What == N.What ? A.A : intern(N);
  case BitOp::Extract:
    return simplifyExtract(N);
  default:
    return simplifyExtension(N);
  }
}

BitTerm BitTerms::simplifyBinary(const Node &N) {
  switch (N.What) {
  case BitOp::Add:
  case BitOp::Sub:
    return simplifySum(N);
  case BitOp::Mul:
  case BitOp::UnsignedMulFits:
    return simplifyProduct(N);
  case BitOp::UnsignedDiv:
  case BitOp::UnsignedRem:
  case BitOp::SignedDiv:
  case BitOp::SignedRem:
    return simplifyDivision(N);
  case BitOp::And:
  case BitOp::Or:
  case BitOp::Xor:
    return simplifyLogic(N);
  case BitOp::Equal:
    return simplifyEqual(N);
  case BitOp::UnsignedLess:
    return N.A == N.B || isZero(N.B) || isOnes(N.A) ? no() : simplifyLess(N);
  case BitOp::SignedLess:
    return N.A == N.B ? no() : simplifyLess(N);
  case BitOp::ShiftLeft:
  case BitOp::ShiftRight:
  case BitOp::ShiftRightSigned:
    return isZero(N.B) ? N.A : intern(N);
  case BitOp::Concat:
    return simplifyConcat(N);
  default:
    return intern(N);
  }
}

BitTerm BitTerms::simplifySum(const Node &N) {
  if (isZero(N.B))
    return N.A;
  const Node A = node(N.A), B = node(N.B);
  auto IsOffset = [&](const Node &X) {
    return X.What == BitOp::Add && isConstant(X.B);
  };
  if (N.What == BitOp::Sub) {
    if (N.A == N.B)
      return number(N.Width, 0);
    if (B.What == BitOp::Constant)
      return make(BitOp::Add, N.A, number(N.Width, -B.Value));
    if (isZero(N.A))
      return make(BitOp::Neg, N.B);
    // (x + 1) - y with constants moved out, so that p + 8 - p is 8.
    if (IsOffset(A))
      return make(BitOp::Add, make(BitOp::Sub, A.A, N.B), A.B);
    if (IsOffset(B))
      return make(BitOp::Sub, make(BitOp::Sub, N.A, B.A), B.B);
    return intern(N);
  }
  if (B.What == BitOp::Constant && IsOffset(A))
    return make(BitOp::Add, A.A, number(N.Width, value(A.B) + B.Value));
  if (IsOffset(A))
    return make(BitOp::Add, make(BitOp::Add, A.A, N.B), A.B);
  if (IsOffset(B))
    return make(BitOp::Add, make(BitOp::Add, N.A, B.A), B.B);
  return intern(N);
}

BitTerm BitTerms::simplifyProduct(const Node &N) {
  if (N.What == BitOp::UnsignedMulFits)
    return isZero(N.B) || isOne(N.B) ? yes() : intern(N);
  if (isOne(N.B))
    return N.A;
  return isZero(N.B) ? N.B : intern(N);
}

/// A division by a power of two needs no divider: it is a shift, and the
/// remainder is what the shift drops.
BitTerm BitTerms::simplifyDivision(const Node &N) {
  bool IsSigned = N.What == BitOp::SignedDiv || N.What == BitOp::SignedRem;
  bool IsRest = N.What == BitOp::UnsignedRem || N.What == BitOp::SignedRem;
  UInt128 By = isConstant(N.B) ? value(N.B) : 0;
  UInt128 Lowest = UInt128(1) << (N.Width - 1);
  if (By == 0 || (By & (By - 1)) != 0 || (IsSigned && By == Lowest))
    return intern(N);
  BitTerm Zero = number(N.Width, 0), Mask = number(N.Width, By - 1);
  BitTerm IsNegative =
      IsSigned ? make(BitOp::SignedLess, N.A, Zero) : BitTerms::no();
  if (IsRest) {
    BitTerm Low = make(BitOp::And, N.A, Mask);
    BitTerm IsMultiple = equal(Low, Zero);
    return ite(both(IsNegative, negation(IsMultiple)),
               make(BitOp::Or, Low, number(N.Width, ~(By - 1))), Low);
  }
  unsigned Zeros = 0;
  while (By >> Zeros != 1)
    ++Zeros;
  // Towards zero: a negative number is made larger first.
  BitTerm Biased = make(BitOp::Add, N.A, ite(IsNegative, Mask, Zero));
  return make(IsSigned ? BitOp::ShiftRightSigned : BitOp::ShiftRight, Biased,
              number(N.Width, Zeros));
}

BitTerm BitTerms::simplifyLogic(const Node &N) {
  bool IsAnd = N.What == BitOp::And;
  if (N.What == BitOp::Xor) {
    if (N.A == N.B)
      return number(N.Width, 0);
    if (isOnes(N.B))
      return make(BitOp::BitNot, N.A);
    return isZero(N.B) ? N.A : intern(N);
  }
  if (N.A == N.B)
    return N.A;
  if (isZero(N.B))
    return IsAnd ? N.B : N.A;
  if (isOnes(N.B))
    return IsAnd ? N.A : N.B;
  bool AreOpposite = (What(N.A) == BitOp::BitNot && node(N.A).A == N.B) ||
                     (What(N.B) == BitOp::BitNot && node(N.B).A == N.A);
  if (AreOpposite)
    return number(N.Width, IsAnd ? UInt128(0) : ones(N.Width));
  return intern(N);
}

BitTerm BitTerms::simplifyEqual(const Node &N) {
  if (N.A == N.B)
    return yes();
  if (!isConstant(N.B))
    return intern(N);
  UInt128 V = value(N.B);
  if (width(N.A) == 1)
    return V ? N.A : negation(N.A);
  const Node A = node(N.A);
  unsigned Inner = width(A.A);
  switch (A.What) {
  case BitOp::ZeroExtend:
    return V > ones(Inner) ? no() : equal(A.A, number(Inner, V));
  case BitOp::SignExtend:
    return truncateTo(UInt128(ir::signExtend(V, Inner)), width(N.A)) != V
               ? no()
               : equal(A.A, number(Inner, V));
  case BitOp::Add:
    if (isConstant(A.B))
      return equal(A.A, number(A.Width, V - value(A.B)));
    return intern(N);
  case BitOp::BitNot:
    return equal(A.A, number(A.Width, ~V));
  case BitOp::Neg:
    return equal(A.A, number(A.Width, -V));
  case BitOp::Ite:
    return simplifyEqualIte(N);
  default:
    return intern(N);
  }
}

/// An end that is another constant cannot be meant.
BitTerm BitTerms::simplifyEqualIte(const Node &N) {
  UInt128 V = value(N.B);
  BitTerm When = yes(), Rest = N.A;
  // No deeper, since there may be thousands in a row.
  for (unsigned Level = 0; Level < MaxLeaves; ++Level) {
    const Node A = node(Rest);
    if (A.What != BitOp::Ite)
      break;
    bool NotThen = isConstant(A.B) && value(A.B) != V;
    bool NotElse = isConstant(A.C) && value(A.C) != V;
    if (!NotThen && !NotElse)
      break;
    if (NotThen && NotElse)
      return no();
    When = both(When, NotThen ? negation(A.A) : A.A);
    Rest = NotThen ? A.C : A.B;
  }
  Node Left = N;
  Left.A = Rest;
  return both(When, isConstant(Rest) ? truth(value(Rest) == V) : intern(Left));
}

BitTerm BitTerms::simplifyExtract(const Node &N) {
  if (N.Width == width(N.A))
    return N.A;
  const Node A = node(N.A);
  unsigned Inner = width(A.A);
  switch (A.What) {
  case BitOp::Extract:
    return extract(A.A, A.Low + N.Low, N.Width);
  case BitOp::Concat: {
    unsigned Middle = width(A.B);
    if (N.Low + N.Width <= Middle)
      return extract(A.B, N.Low, N.Width);
    return N.Low >= Middle ? extract(A.A, N.Low - Middle, N.Width) : intern(N);
  }
  case BitOp::ZeroExtend:
  case BitOp::SignExtend:
    if (N.Low + N.Width <= Inner)
      return extract(A.A, N.Low, N.Width);
    if (N.Low == 0)
      return A.What == BitOp::ZeroExtend ? zeroExtend(A.A, N.Width)
                                         : signExtend(A.A, N.Width);
    return A.What == BitOp::ZeroExtend && N.Low >= Inner ? number(N.Width, 0)
                                                         : intern(N);
  default:
    return intern(N);
  }
}

BitTerm BitTerms::simplifyConcat(const Node &N) {
  if (isZero(N.A))
    return zeroExtend(N.B, N.Width);
  const Node A = node(N.A), B = node(N.B);
  bool AreNeighbours = A.What == BitOp::Extract && B.What == BitOp::Extract &&
                       A.A == B.A && A.Low == B.Low + B.Width;
  return AreNeighbours ? extract(A.A, B.Low, N.Width) : intern(N);
}

BitTerm BitTerms::simplifyExtension(const Node &N) {
  if (N.Width == width(N.A))
    return N.A;
  const Node A = node(N.A);
  if (A.What == BitOp::ZeroExtend)
    return zeroExtend(A.A, N.Width);
  if (A.What == BitOp::SignExtend && N.What == BitOp::SignExtend)
    return signExtend(A.A, N.Width);
  return intern(N);
}

BitTerm BitTerms::ite(BitTerm C, BitTerm A, BitTerm B) {
  assert(width(C) == 1 && width(A) == width(B));
  if (isConstant(C) || A == B)
    return isFalse(C) ? B : A;
  if (What(C) == BitOp::BitNot)
    return ite(node(C).A, B, A);
  if (What(A) == BitOp::Ite && node(A).A == C)
    return ite(C, node(A).B, B);
  if (What(B) == BitOp::Ite && node(B).A == C)
    return ite(C, A, node(B).C);
  if (width(A) == 1) {
    if (isConstant(A))
      return isTrue(A) ? either(C, B) : both(negation(C), B);
    if (isConstant(B))
      return isTrue(B) ? either(negation(C), A) : both(C, A);
  }
  unsigned Leaves = node(A).NumLeaves + node(B).NumLeaves;
  bool IsTree = node(A).NumLeaves && node(B).NumLeaves && Leaves <= MaxLeaves;
  return intern({.What = BitOp::Ite,
                 .Width = uint8_t(width(A)),
                 .NumLeaves = IsTree ? uint8_t(Leaves) : uint8_t(0),
                 .A = C,
                 .B = A,
                 .C = B});
}

// Walking.

std::vector<BitTerm> BitTerms::cone(std::span<const BitTerm> Roots) const {
  std::vector<BitTerm> Result, Work(Roots.begin(), Roots.end());
  std::unordered_map<uint32_t, bool> Seen;
  while (!Work.empty()) {
    BitTerm T = Work.back();
    Work.pop_back();
    if (!Seen.try_emplace(T.Id).second)
      continue;
    Result.push_back(T);
    for (unsigned I = 0, E = node(T).numOperands(); I < E; ++I)
      Work.push_back(node(T).operand(I));
  }
  std::sort(Result.begin(), Result.end());
  return Result;
}

std::vector<BitTerm> BitTerms::symbolsIn(std::span<const BitTerm> Roots) const {
  std::vector<BitTerm> Result = cone(Roots);
  std::erase_if(Result, [&](BitTerm T) { return !isSymbol(T); });
  return Result;
}

std::vector<UInt128> BitTerms::leaves(BitTerm T) const {
  std::vector<UInt128> Result;
  std::vector<BitTerm> Work{T};
  while (!Work.empty()) {
    const Node &N = node(Work.back());
    Work.pop_back();
    if (!N.NumLeaves)
      return {};
    if (N.What == BitOp::Constant) {
      Result.push_back(N.Value);
      continue;
    }
    Work.push_back(N.C);
    Work.push_back(N.B);
  }
  return Result;
}

std::vector<std::optional<UInt128>>
BitTerms::evaluate(std::span<const BitTerm> Of, const Values &Given) const {
  std::unordered_map<uint32_t, std::optional<UInt128>> Found;
  auto Of1 = [&](const Node &N) -> std::optional<UInt128> {
    if (N.What == BitOp::Ite) {
      auto C = Found.at(N.A.Id);
      return C ? Found.at(*C ? N.B.Id : N.C.Id) : C;
    }
    UInt128 V[3] = {};
    for (unsigned I = 0, E = N.numOperands(); I < E; ++I) {
      auto Operand = Found.at(N.operand(I).Id);
      if (!Operand)
        return std::nullopt;
      V[I] = *Operand;
    }
    return compute(N, V[0], V[1], V[2]);
  };
  for (BitTerm T : cone(Of)) {
    if (isSymbol(T)) {
      auto It = Given.find(T.Id);
      Found[T.Id] = It == Given.end() ? UInt128(0) : It->second;
    } else {
      Found[T.Id] = Of1(node(T));
    }
  }
  std::vector<std::optional<UInt128>> Result;
  for (BitTerm T : Of)
    Result.push_back(Found.at(T.Id));
  return Result;
}

std::vector<BitTerm> BitTerms::substitute(std::span<const BitTerm> Roots,
                                          const Values &Given) {
  std::unordered_map<uint32_t, BitTerm> New;
  for (BitTerm T : cone(Roots)) {
    const Node N = node(T);
    auto It = Given.find(T.Id);
    if (It != Given.end())
      New[T.Id] = number(N.Width, It->second);
    else if (N.numOperands() == 0)
      New[T.Id] = T;
    else {
      auto Part = [&](unsigned I) {
        return I < N.numOperands() ? New.at(N.operand(I).Id) : BitTerm();
      };
      New[T.Id] = rebuild(N, Part(0), Part(1), Part(2));
    }
  }
  std::vector<BitTerm> Result;
  for (BitTerm T : Roots)
    Result.push_back(New.at(T.Id));
  return Result;
}

} // namespace predabs::prover
