#include "predicates/abstraction/Strengthen.h"

#include "predicates/abstraction/FreePlaces.h"
#include "predicates/abstraction/Simplify.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

bool isConnective(const Expr *E) {
  return (E->kind() == ExprKind::Binary &&
          (E->op() == Op::LAnd || E->op() == Op::LOr)) ||
         (E->kind() == ExprKind::Unary && E->op() == Op::Not) ||
         (E->kind() == ExprKind::Cond && E->type()->isBool());
}

bool isOp(const Expr *E, Op O) {
  return (E->kind() == ExprKind::Binary || E->kind() == ExprKind::Unary) &&
         E->op() == O;
}

Strengthened constant(bool Value) {
  return Value ? Strengthened{trueCover(), {}} : Strengthened{{}, trueCover()};
}

Strengthened opposite(Strengthened S) {
  return {std::move(S.Neg), std::move(S.Pos)};
}

void append(std::vector<uint32_t> &Key, const std::vector<const Expr *> &Es) {
  Key.push_back(uint32_t(Es.size()));
  for (const Expr *E : Es)
    Key.push_back(E->id());
}

/// Covers grow by multiplication; beyond this the prover is asked.
constexpr size_t MaxCubesByForm = 64;

} // namespace

/// One call of strengthen: all its goals share the questions, so a state that
/// the prover shows for one goal serves the others.
struct Strengthener::Round {
  const Knowledge &K;
  Strengthener &Owner;
  /// Predicates and goals that questions may be about; made when the first is
  /// asked.
  std::vector<const Expr *> Terms;
  std::unique_ptr<Questions> Q;
  std::optional<Asker> Ask;

  Asker &asker() {
    if (!Q) {
      Q = Owner.P.about(Terms, K.Where);
      Ask.emplace(*Q, Terms.size(), [this] { return Owner.mayAsk(); });
    }
    return *Ask;
  }
  uint32_t position(const Expr *Term) const {
    return uint32_t(std::find(Terms.begin(), Terms.end(), Term) -
                    Terms.begin());
  }
};

std::optional<Strengthened> Strengthener::byForm(const Knowledge &K,
                                                 const Expr *Goal) {
  if (Goal->kind() == ExprKind::Int)
    return constant(Goal->isInt(1));
  Normal Wanted = normalForm(Ctx, Goal);
  for (uint32_t I = 0; I < K.V.size(); ++I) {
    Normal Known = normalForm(Ctx, K.V[I]);
    if (Known.Term == Wanted.Term) {
      bool Value = Known.IsPositive == Wanted.IsPositive;
      return Strengthened{{{{I, Value}}}, {{{I, !Value}}}};
    }
  }
  return isConnective(Goal) ? ofConnective(K, Goal) : std::nullopt;
}

std::optional<Strengthened> Strengthener::ofConnective(const Knowledge &K,
                                                       const Expr *Goal) {
  std::vector<Strengthened> Parts;
  for (unsigned I = 0; I < Goal->numOperands(); ++I) {
    std::optional<Strengthened> Part = byForm(K, Goal->operand(I));
    if (!Part || Part->Pos.size() + Part->Neg.size() > MaxCubesByForm)
      return std::nullopt;
    Parts.push_back(std::move(*Part));
  }
  if (isOp(Goal, Op::Not))
    return opposite(std::move(Parts[0]));
  if (isOp(Goal, Op::LAnd))
    return Strengthened{conjunction(Parts[0].Pos, Parts[1].Pos),
                        disjunction(Parts[0].Neg, Parts[1].Neg)};
  if (isOp(Goal, Op::LOr))
    return Strengthened{disjunction(Parts[0].Pos, Parts[1].Pos),
                        conjunction(Parts[0].Neg, Parts[1].Neg)};
  auto Choose = [&](const Cover &Then, const Cover &Else) {
    return disjunction(conjunction(Parts[0].Pos, Then),
                       conjunction(Parts[0].Neg, Else));
  };
  return Strengthened{Choose(Parts[1].Pos, Parts[2].Pos),
                      Choose(Parts[1].Neg, Parts[2].Neg)};
}

unsigned Strengthener::lengthLimit(size_t Predicates) const {
  unsigned Longest = Options.MaxCube
                         ? Options.MaxCube
                         : unsigned(std::min<size_t>(Predicates, 1000));
  // Sum over lengths of (n choose k) * 2^k.
  double Cubes = 1, Sum = 0;
  for (unsigned K = 1; K <= Longest; ++K) {
    Cubes = Cubes * 2 * double(Predicates - K + 1) / K;
    Sum += Cubes;
    if (K > 1 && Sum > double(Options.MaxLookedAt))
      return K - 1;
    if (K >= Predicates)
      break;
  }
  return Longest;
}

void Strengthener::allow(uint64_t Units) {
  UnitLimit = Units ? spent() + Units : UINT64_MAX;
}

Implicants Strengthener::search(Round &R, const ImplicantProblem &Problem) {
  if (!mayAsk())
    return {};
  Asker &Ask = R.asker();
  size_t N = Problem.Over.size();
  // Few valuations are asked about directly; many cubes are still fewer than
  // the valuations of many predicates.
  bool FewModels = N <= 3 || (Options.MaxCube == 0 && N <= 12);
  if (Options.How == Search::Models ||
      (Options.How == Search::Cheapest && FewModels))
    if (std::optional<Implicants> Found =
            byModels(Ask, Problem, Options.MaxLookedAt))
      return counted(std::move(*Found));
  return counted(byCubes(Ask, Problem, lengthLimit(N)));
}

Implicants Strengthener::counted(Implicants I) {
  LookedAt += I.LookedAt;
  return I;
}

uint64_t Strengthener::spent() const {
  // About what a cube costs, compared with the prover's units.
  constexpr uint64_t CubesPerUnit = 3;
  return P.statistics().work() + LookedAt / CubesPerUnit;
}

Cover Strengthener::knownContradictions(const std::vector<const Expr *> &V,
                                        const Ids &Positions) const {
  Ids Literals;
  std::map<uint32_t, uint32_t> PositionOf;
  for (uint32_t I : Positions) {
    Literals.push_back(2 * V[I]->id());
    Literals.push_back(2 * V[I]->id() + 1);
    PositionOf[V[I]->id()] = I;
  }
  std::sort(Literals.begin(), Literals.end());
  Cover Known;
  for (const Ids &Contradiction : Contradictory) {
    if (!std::includes(Literals.begin(), Literals.end(), Contradiction.begin(),
                       Contradiction.end()))
      continue;
    Cube C;
    for (uint32_t L : Contradiction)
      C.push_back({PositionOf[L / 2], L % 2 == 1});
    std::sort(C.begin(), C.end());
    Known.push_back(std::move(C));
  }
  return Known;
}

/// \p S, whose terms are positions in \p Positions, over what these are.
static Strengthened inTermsOf(Strengthened S,
                              const std::vector<uint32_t> &Positions) {
  for (Cover *C : {&S.Pos, &S.Neg})
    for (Cube &Part : *C)
      for (Literal &L : Part)
        L.Term = Positions[L.Term];
  return S;
}

Strengthened Strengthener::bySearch(Round &R, const Expr *Goal) {
  ImplicantProblem Problem;
  Problem.Over = cone(R.K, Goal);
  Ids Key = {Goal->id()};
  std::vector<const Expr *> Cone;
  for (uint32_t I : Problem.Over)
    Cone.push_back(R.K.V[I]);
  append(Key, Cone);
  append(Key, R.K.Where.Facts);
  append(Key, R.K.Where.Evaluated);
  auto [It, IsNew] = Found.try_emplace(Key);
  if (IsNew) {
    Problem.Goal = R.position(Goal);
    Problem.Known = knownContradictions(R.K.V, Problem.Over);
    Implicants I = search(R, Problem);
    // Kept by position in the cone, which other lists of predicates share.
    for (Cover *C : {&I.Pos, &I.Neg})
      for (Cube &Part : *C)
        for (Literal &L : Part)
          L.Term = uint32_t(std::lower_bound(Problem.Over.begin(),
                                             Problem.Over.end(), L.Term) -
                            Problem.Over.begin());
    It->second = {normalised(std::move(I.Pos)), normalised(std::move(I.Neg))};
    // What the limit left open may be asked again another time.
    if (!mayAsk()) {
      Strengthened Last = std::move(It->second);
      Found.erase(It);
      return inTermsOf(std::move(Last), Problem.Over);
    }
  }
  return inTermsOf(It->second, Problem.Over);
}

bool Strengthener::isFree(const Knowledge &K, const Expr *Place) {
  auto Overlaps = [&](const std::vector<const Expr *> &Places) {
    return std::any_of(Places.begin(), Places.end(), [&](const Expr *P) {
      return P == Place || A.mayOverlap(P, Place);
    });
  };
  for (const auto *Terms : {&K.V, &K.Where.Facts})
    for (const Expr *E : *Terms)
      if (Overlaps(placesOf(E)))
        return false;
  for (const Expr *E : K.Where.Evaluated)
    if (Overlaps(placesThatMayTrap(E)))
      return false;
  return true;
}

std::optional<Strengthened> Strengthener::byFreePlace(const Knowledge &K,
                                                      const Expr *Goal) {
  std::optional<WithoutFreePlace> Rest = eliminateFreePlace(
      Ctx, Goal, [&](const Expr *P) { return isFree(K, P); },
      [&](const Expr *P, const Expr *Q) { return A.mayOverlap(P, Q); });
  if (!Rest)
    return std::nullopt;
  std::vector<Strengthened> S = strengthen(K, {Rest->MustHold, Rest->MustFail});
  return Strengthened{std::move(S[0].Pos), std::move(S[1].Pos)};
}

Strengthened Strengthener::ofGoal(Round &R, const Expr *Goal) {
  if (std::optional<Strengthened> S = byForm(R.K, Goal))
    return *S;
  if (isOp(Goal, Op::Not))
    return opposite(ofGoal(R, Goal->operand(0)));
  bool IsAnd = isOp(Goal, Op::LAnd);
  if (!IsAnd && !isOp(Goal, Op::LOr))
    return bySearch(R, Goal);
  // F(a && b) is F(a) & F(b); !(a && b) has to be looked for, unless the loss
  // is accepted. The same for || with the signs changed.
  Strengthened X = ofGoal(R, Goal->operand(0));
  Strengthened Y = ofGoal(R, Goal->operand(1));
  bool Both = Options.Distribute == Distribution::OverAndAndOr;
  Strengthened Whole = Both ? Strengthened() : bySearch(R, Goal);
  if (IsAnd)
    return {conjunction(X.Pos, Y.Pos),
            Both ? disjunction(X.Neg, Y.Neg) : Whole.Neg};
  return {Both ? disjunction(X.Pos, Y.Pos) : Whole.Pos,
          conjunction(X.Neg, Y.Neg)};
}

/// The parts that \p Goal may be split into, itself among them.
static void addParts(std::vector<const Expr *> &Parts, const Expr *Goal) {
  std::vector<const Expr *> Open = {Goal};
  while (!Open.empty()) {
    const Expr *G = Open.back();
    Open.pop_back();
    if (std::find(Parts.begin(), Parts.end(), G) != Parts.end())
      continue;
    Parts.push_back(G);
    if (isConnective(G) && G->kind() != ExprKind::Cond)
      for (unsigned I = 0; I < G->numOperands(); ++I)
        Open.push_back(G->operand(I));
  }
}

std::vector<Strengthened>
Strengthener::strengthen(const Knowledge &K,
                         const std::vector<const Expr *> &Goals) {
  std::vector<Strengthened> Results(Goals.size());
  // A goal and its opposite are one question.
  std::vector<Normal> Simple;
  std::vector<const Expr *> Hard;
  for (size_t I = 0; I < Goals.size(); ++I) {
    Simple.push_back(normalForm(Ctx, simplify(Ctx, Goals[I])));
    std::optional<Strengthened> S = byForm(K, Simple[I].Term);
    if (!S)
      S = byFreePlace(K, Simple[I].Term);
    if (!S) {
      Hard.push_back(Simple[I].Term);
      continue;
    }
    Results[I] = Simple[I].IsPositive ? std::move(*S) : opposite(std::move(*S));
    Simple[I].Term = nullptr;
  }
  if (Hard.empty())
    return Results;
  Ids Cone = coneOf(K, Hard);
  Knowledge Near;
  Near.Where = K.Where;
  for (uint32_t I : Cone)
    Near.V.push_back(K.V[I]);
  Round R{Near, *this, Near.V, nullptr, {}};
  for (const Expr *G : Hard)
    addParts(R.Terms, G);
  for (size_t I = 0; I < Goals.size(); ++I) {
    if (!Simple[I].Term)
      continue;
    Results[I] = inTermsOf(ofGoal(R, Simple[I].Term), Cone);
    if (!Simple[I].IsPositive)
      Results[I] = opposite(std::move(Results[I]));
  }
  return Results;
}

Cover Strengthener::contradictions(const std::vector<const Expr *> &V) {
  Cover All;
  for (const Ids &Group : components(V)) {
    Knowledge Nothing;
    Round R{Nothing, *this, {}, nullptr, {}};
    ImplicantProblem Problem;
    for (uint32_t I : Group) {
      Problem.Over.push_back(uint32_t(R.Terms.size()));
      R.Terms.push_back(V[I]);
    }
    Problem.Known = knownContradictions(R.Terms, Problem.Over);
    for (Cube &C : search(R, Problem).Never) {
      Ids Key;
      for (Literal &L : C) {
        Key.push_back(2 * R.Terms[L.Term]->id() + L.Value);
        L.Term = Group[L.Term];
      }
      std::sort(Key.begin(), Key.end());
      if (std::find(Contradictory.begin(), Contradictory.end(), Key) ==
          Contradictory.end())
        Contradictory.push_back(Key);
      All.push_back(std::move(C));
    }
  }
  return normalised(std::move(All));
}

std::vector<uint32_t>
Strengthener::coneOf(const Knowledge &K,
                     const std::vector<const Expr *> &Goals) {
  std::vector<bool> IsIn(K.V.size());
  for (const Expr *G : Goals)
    for (uint32_t I : cone(K, G))
      IsIn[I] = true;
  Ids Positions;
  for (uint32_t I = 0; I < K.V.size(); ++I)
    if (IsIn[I])
      Positions.push_back(I);
  return Positions;
}

std::optional<Cover>
Strengthener::relation(const Knowledge &K,
                       const std::vector<const Expr *> &Goals) {
  if (!mayAsk())
    return std::nullopt;
  Round R{K, *this, K.V, nullptr, {}};
  R.Terms.insert(R.Terms.end(), Goals.begin(), Goals.end());
  std::vector<uint32_t> Over;
  for (uint32_t I = 0; I < R.Terms.size(); ++I)
    Over.push_back(I);
  return possibleValuations(R.asker(), Over, Options.MaxLookedAt);
}

} // namespace predabs
