#include "predicates/prover/HornParameters.h"

#include <algorithm>
#include <functional>
#include <set>

namespace predabs::prover {

using ir::SInt128;

namespace {

/// Smaller numbers stay what they are.
constexpr SInt128 LeastLarge = 10;
/// Numbers so near to each other share a parameter.
constexpr SInt128 Near = 8;
/// With more of them there is nothing to gain.
constexpr size_t MaxParameters = 6;

SInt128 magnitude(SInt128 A) { return A < 0 ? -A : A; }

bool isLarge(const HornNode &N) {
  return N.What == HornOp::Number && magnitude(N.Value) >= LeastLarge;
}

/// Whether the operands of \p N must stay numbers.
bool isFactor(const HornNode &N) {
  return N.What == HornOp::Mul || N.What == HornOp::Div ||
         N.What == HornOp::Mod;
}

/// Rewrites terms of one system to terms of another (or the same) one.
class Rewriter {
public:
  using Change = std::function<std::optional<HornTerm>(const HornNode &)>;
  Rewriter(const HornSystem &From, HornSystem &To, Change New)
      : From(From), To(To), New(std::move(New)) {}

  HornTerm operator()(HornTerm Root) {
    return madeOf(From, Root, Made, [&](HornTerm T) { return make(T); });
  }

private:
  HornTerm make(HornTerm T) {
    HornNode N = From[T]; // a copy: the systems may be the same
    if (std::optional<HornTerm> Changed = New(N))
      return *Changed;
    if (N.What == HornOp::Number)
      return To.number(N.Value);
    if (N.What == HornOp::Variable)
      return To.variable(uint32_t(N.Value));
    std::vector<HornTerm> Ops;
    for (HornTerm Op : N.Operands)
      // Made as it is, not as a parameter.
      Ops.push_back(isFactor(N) && From[Op].What == HornOp::Number
                        ? To.number(From[Op].Value)
                        : Made.at(Op.Id));
    return To.make(N.What, std::move(Ops));
  }

  const HornSystem &From;
  HornSystem &To;
  Change New;
  std::unordered_map<uint32_t, HornTerm> Made;
};

class Generalised {
public:
  explicit Generalised(const HornSystem &S) : S(S) { findNumbers(); }

  bool isWorthwhile() const {
    return !Bases.empty() && Bases.size() <= MaxParameters;
  }

  HornSystem make() {
    for (uint32_t R = 0; R < S.numRelations(); ++R)
      Made.relation(S.arity(R) + numParameters());
    Rewriter Change(S, Made, [&](const HornNode &N) { return changed(N); });
    for (const HornClause &C : S.clauses())
      Made.add(changed(C, Change));
    return std::move(Made);
  }

  /// The condition \p T of \p From for the numbers that there are.
  HornTerm instance(const HornSystem &From, HornTerm T, HornSystem &To) const {
    return Rewriter(From, To, [&](const HornNode &N) {
      return N.What == HornOp::Variable ? std::optional(argument(N, To))
                                        : std::nullopt;
    })(T);
  }

private:
  uint32_t numParameters() const { return uint32_t(Bases.size()); }

  void findNumbers() {
    std::set<SInt128> Numbers;
    auto Look = [&](HornTerm Root) { collect(Root, Numbers); };
    for (const HornClause &C : S.clauses()) {
      std::for_each(C.Conditions.begin(), C.Conditions.end(), Look);
      for (const HornAtom &A : C.Body)
        std::for_each(A.Args.begin(), A.Args.end(), Look);
      if (C.Head)
        std::for_each(C.Head->Args.begin(), C.Head->Args.end(), Look);
    }
    for (SInt128 V : Numbers)
      if (Bases.empty() || V > Bases.back() + Near)
        Bases.push_back(V);
  }

  void collect(HornTerm Root, std::set<SInt128> &Numbers) {
    std::vector<HornTerm> Open = {Root};
    while (!Open.empty()) {
      HornTerm T = Open.back();
      Open.pop_back();
      if (!Looked.insert(T.Id).second)
        continue;
      const HornNode &N = S[T];
      for (HornTerm Op : N.Operands) {
        if (!isLarge(S[Op]))
          Open.push_back(Op);
        else if (!isFactor(N))
          Numbers.insert(magnitude(S[Op].Value));
      }
      if (T == Root && isLarge(N))
        Numbers.insert(magnitude(N.Value));
    }
  }

  std::optional<HornTerm> changed(const HornNode &N) {
    if (N.What == HornOp::Variable)
      return Made.variable(uint32_t(N.Value) + numParameters());
    if (!isLarge(N))
      return std::nullopt;
    SInt128 V = magnitude(N.Value);
    // A factor has no parameter, and needs none.
    if (Bases.empty() || V < Bases.front())
      return std::nullopt;
    size_t I = size_t(std::upper_bound(Bases.begin(), Bases.end(), V) -
                      Bases.begin()) -
               1;
    if (V - Bases[I] > Near)
      return std::nullopt;
    HornTerm Sum =
        Made.add(Made.variable(uint32_t(I)), Made.number(V - Bases[I]));
    return N.Value < 0 ? Made.mul(-1, Sum) : Sum;
  }

  HornClause changed(const HornClause &C, Rewriter &Change) {
    auto Atom = [&](const HornAtom &A) {
      HornAtom New = {A.Relation, {}};
      for (uint32_t I = 0; I < numParameters(); ++I)
        New.Args.push_back(Made.variable(I));
      for (HornTerm T : A.Args)
        New.Args.push_back(Change(T));
      return New;
    };
    HornClause New;
    for (const HornAtom &A : C.Body)
      New.Body.push_back(Atom(A));
    for (HornTerm T : C.Conditions)
      New.Conditions.push_back(Change(T));
    addFacts(New.Conditions);
    if (C.Head)
      New.Head = Atom(*C.Head);
    return New;
  }

  /// Parameters are large, and in their order.
  void addFacts(std::vector<HornTerm> &To) {
    HornTerm Least = Made.number(LeastLarge);
    for (uint32_t I = 0; I < numParameters(); ++I) {
      To.push_back(Made.lessEqual(Least, Made.variable(I)));
      Least = Made.add(Made.variable(I), Made.number(Near + 1));
    }
  }

  HornTerm argument(const HornNode &N, HornSystem &To) const {
    uint32_t I = uint32_t(N.Value);
    return I < numParameters() ? To.number(Bases[I])
                               : To.variable(I - numParameters());
  }

  const HornSystem &S;
  HornSystem Made;
  std::vector<SInt128> Bases; ///< ascending: what parameter i stands for
  std::set<uint32_t> Looked;
};

} // namespace

HornSolution solveForAll(HornSystem &S, uint64_t Units) {
  Generalised G(S);
  if (!G.isWorthwhile())
    return {};
  HornSystem Made = G.make();
  HornSolution Found = solve(Made, Units);
  if (Found.Exists != Answer::Yes)
    return {Answer::Unknown, {}, Found.Units};
  for (HornTerm &T : Found.Relations)
    T = G.instance(Made, T, S);
  return Found;
}

} // namespace predabs::prover
