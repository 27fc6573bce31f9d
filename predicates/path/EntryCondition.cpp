// What callers have to do with a path, see EntryCondition.h.

#include "predicates/path/EntryCondition.h"

#include "predicates/ir/Terms.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace predabs::path {

namespace {

/// Needs that are looked at, and those that are said.
constexpr size_t MaxNeeds = 24, MaxSaid = 4, MaxSaidOfStep = 6;
/// Numbers that one value is said not to be.
constexpr size_t MaxExcluded = 8;

/// Whether \p E has `c ? a : b` in it.
bool hasChoice(const Expr *E) {
  return std::ranges::any_of(ir::termsOf(E), [](const Expr *T) {
    return T->kind() == ExprKind::Cond;
  });
}

/// `p == NULL` or `p != NULL`.
bool isAboutNull(const Expr *E) {
  return E->kind() == ExprKind::Binary && E->operand(0)->type()->isPointer() &&
         E->operand(1)->isConstant();
}

/// `x <= 4` and `x > 3`: a bound from above or below.
struct Bound {
  const Expr *Of;
  bool IsUpper;
  ir::SInt128 Limit;
};

std::optional<Bound> boundOf(const Expr *E) {
  if (E->kind() != ExprKind::Binary || !E->operand(1)->type()->isInt() ||
      !E->operand(1)->isConstant())
    return std::nullopt;
  ir::SInt128 Limit = E->operand(1)->number();
  switch (E->op()) {
  case Op::Lt:
    return Bound{E->operand(0), true, Limit - 1};
  case Op::Le:
    return Bound{E->operand(0), true, Limit};
  case Op::Gt:
    return Bound{E->operand(0), false, Limit + 1};
  case Op::Ge:
    return Bound{E->operand(0), false, Limit};
  default:
    return std::nullopt;
  }
}

/// The one number that both bounds leave, as `x == 4`; or null.
const Expr *joined(ir::Context &Ctx, const Expr *A, const Expr *B) {
  auto X = boundOf(A), Y = boundOf(B);
  if (!X || !Y || X->Of != Y->Of || X->IsUpper == Y->IsUpper ||
      X->Limit != Y->Limit)
    return nullptr;
  return Ctx.binary(Op::Eq, X->Of,
                    Ctx.intConst(X->Of->type(), ir::UInt128(X->Limit)));
}

/// Adds \p E, which is said once, to \p All.
void insert(ir::Context &Ctx, std::vector<const Expr *> &All, const Expr *E) {
  for (const Expr *&Old : All) {
    if (Old == E)
      return;
    if (const Expr *Both = joined(Ctx, Old, E)) {
      Old = Both;
      return;
    }
  }
  All.push_back(E);
}

} // namespace

bool EntryCondition::add(size_t I, bool IsOwn) {
  BitTerm Term = Run.required()[I].Term;
  BitTerm Root[] = {Term};
  for (BitTerm S : Terms.symbolsIn(Root))
    if (!Entry.contains(S.Id))
      return false;
  return addTerm(Term, IsOwn);
}

bool EntryCondition::addTerm(BitTerm Term, bool IsOwn) {
  const BitTerms::Node N = Terms.node(Term);
  if (N.What == BitOp::And && !Run.words().find(Term))
    return addTerm(N.A, IsOwn) && addTerm(N.B, IsOwn);
  const Expr *Said = Run.words().sayCondition(Term);
  if ((!Said || hasChoice(Said)) && addChoices(Term, IsOwn))
    return true;
  if (!Said || Needs.size() >= MaxNeeds)
    return false;
  Decided.push_back(Term);
  Needs.push_back({Term, Said, IsOwn});
  return true;
}

void EntryCondition::add(const UntriedNeed &N, bool IsOwn) {
  if (Needs.size() < MaxNeeds)
    Needs.push_back({BitTerms::yes(), N.Said, IsOwn});
}

/// In the way that the choices in \p Term take in the witness.
bool EntryCondition::addChoices(BitTerm Term, bool IsOwn) {
  std::vector<Need> New;
  if (!resolve(Term, New)) {
    New.clear();
    BitTerm Root[] = {Term};
    for (BitTerm S : Terms.symbolsIn(Root))
      if (Run.pointerSymbols().contains(S.Id) && Terms.width(S) == 1)
        say(isInModel(S) ? S : Terms.negation(S), New);
    if (!resolve(asInModel(Term, Run.pointerSymbols()), New))
      return false;
  }
  if (New.empty())
    return false;
  for (Need &N : New)
    N.IsOwn = IsOwn;
  Decided.push_back(Term);
  Needs.insert(Needs.end(), New.begin(), New.end());
  return true;
}

bool EntryCondition::say(BitTerm Term, std::vector<Need> &Into) {
  const Expr *Said = Run.words().sayCondition(Term);
  if (Said && !Terms.isTrue(Term))
    Into.push_back({Term, Said});
  return Said && !hasChoice(Said) && Needs.size() + Into.size() <= MaxNeeds;
}

/// \p Term, and of each choice in it the condition.
bool EntryCondition::resolve(BitTerm Term, std::vector<Need> &Into) {
  while (auto Which = choiceIn(Term)) {
    bool Is = isInModel(*Which);
    if (!say(Is ? *Which : Terms.negation(*Which), Into))
      return false;
    BitTerm Root[] = {Term};
    Term = Terms.substitute(Root, {{Which->Id, Is}})[0];
  }
  return say(Term, Into);
}

/// The condition of a choice in \p Term that is none of pointers alone.
std::optional<BitTerm> EntryCondition::choiceIn(BitTerm Term) const {
  std::vector<BitTerm> Work{Term};
  std::unordered_set<uint32_t> Seen;
  while (!Work.empty()) {
    BitTerm Top = Work.back();
    Work.pop_back();
    const Expr *Name = Run.words().find(Top);
    if (!Seen.insert(Top.Id).second || (Name && !hasChoice(Name)))
      continue;
    const BitTerms::Node &N = Terms.node(Top);
    if (N.What == BitOp::Ite && !isOfPointers(N.A))
      return N.A;
    for (unsigned I = 0; I < N.numOperands(); ++I)
      Work.push_back(N.operand(I));
  }
  return std::nullopt;
}

bool EntryCondition::isOfPointers(BitTerm Term) const {
  BitTerm Root[] = {Term};
  return std::ranges::all_of(Terms.symbolsIn(Root), [&](BitTerm S) {
    return Run.pointerSymbols().contains(S.Id);
  });
}

bool EntryCondition::isInModel(BitTerm Truth) const {
  BitTerm Root[] = {Truth};
  return Terms.evaluate(Root, Solver.Model)[0].value_or(0) != 0;
}

/// \p Term with the symbols \p Which as in the model.
BitTerm EntryCondition::asInModel(BitTerm Term,
                                  const std::unordered_set<uint32_t> &Which) {
  BitTerm Root[] = {Term};
  BitTerms::Values Values;
  for (BitTerm S : Terms.symbolsIn(Root))
    if (Which.contains(S.Id)) {
      auto It = Solver.Model.find(S.Id);
      Values[S.Id] = It == Solver.Model.end() ? UInt128(0) : It->second;
    }
  return Values.empty() ? Term : Terms.substitute(Root, Values)[0];
}

std::unordered_set<uint32_t> EntryCondition::symbolsWithoutWords() const {
  std::vector<BitTerm> Said;
  for (const Need &N : Needs)
    Said.push_back(N.Term);
  std::unordered_set<uint32_t> Result;
  for (const Requirement &R : Run.required()) {
    BitTerm Root[] = {R.Term};
    for (BitTerm S : Terms.symbolsIn(Root))
      Result.insert(S.Id);
  }
  for (BitTerm S : Terms.symbolsIn(Decided))
    if (!Run.words().isOpen(S))
      Result.erase(S.Id);
  for (BitTerm S : Terms.symbolsIn(Said))
    Result.erase(S.Id);
  return Result;
}

/// Keeps the needs without which the path might not be taken. None, if it might
/// not be with all of them.
void EntryCondition::minimise() {
  std::unordered_set<uint32_t> Others = symbolsWithoutWords();
  std::vector<BitTerm> Always = Run.environment(), Asked;
  for (const Requirement &R : Run.required())
    if (R.Why == Role::Defined || R.Why == Role::Choice)
      Always.push_back(asInModel(R.Term, Others));
  BitTerm Leaves = BitTerms::no();
  for (BitTerm D : Decided)
    Leaves = Terms.either(Leaves, Terms.negation(asInModel(D, Others)));
  Always.push_back(Leaves);
  for (const Need &N : Needs)
    Asked.push_back(N.Term);
  auto Witness = Solver.Model;
  std::vector<Need> Kept;
  bool IsSaidAsItIs = std::ranges::all_of(
      Decided, [&](BitTerm D) { return std::ranges::count(Asked, D) != 0; });
  if (IsSaidAsItIs || Solver.ask(Always, Asked, First) == Answer::No) {
    auto Needed = [&](std::vector<BitTerm> Given) {
      Solver.Core.resize(Asked.size());
      std::iota(Solver.Core.begin(), Solver.Core.end(), 0);
      Solver.minimise(Given, Asked, First);
      return std::set<uint32_t>(Solver.Core.begin(), Solver.Core.end());
    };
    std::set<uint32_t> InC = Needed(Always), Anyway = Needed({Leaves});
    // SOUND: that an execution has a meaning tells of null pointers, but not of
    // what may lie around the objects that were tried.
    for (uint32_t I = 0; I < Needs.size(); ++I)
      if (Terms.isTrue(Needs[I].Term) || InC.contains(I) ||
          (Anyway.contains(I) && !isAboutNull(Needs[I].Said)))
        Kept.push_back(Needs[I]);
  }
  Solver.Model = std::move(Witness);
  Needs = std::move(Kept);
}

bool EntryCondition::areRelated(size_t I, size_t J) const {
  BitTerm A[] = {Needs[I].Term}, B[] = {Needs[J].Term};
  std::vector<BitTerm> Symbols = Terms.symbolsIn(A);
  return std::ranges::any_of(Terms.symbolsIn(B), [&](BitTerm S) {
    return std::ranges::count(Symbols, S) != 0;
  });
}

/// That a value is none of several numbers is one thing to read.
size_t EntryCondition::numSaid(const std::vector<size_t> &Which) const {
  size_t Result = 0;
  std::map<const Expr *, size_t> Excluded;
  for (size_t I : Which) {
    const Expr *E = Needs[I].Said;
    bool Excludes = E->kind() == ExprKind::Binary && E->op() == Op::Ne &&
                    E->operand(1)->isConstant();
    size_t Times = Excludes ? Excluded[E->operand(0)]++ : 0;
    Result += Times == 0 || Times >= MaxExcluded;
  }
  return Result;
}

/// Those of what fails, and as many others as are few, the last ones first.
/// SOUND: with all that ask about the same values; half of that would be said
/// of callers that do not fail.
std::vector<size_t> EntryCondition::few() const {
  std::vector<size_t> Result;
  auto IsIn = [&](size_t I) { return std::ranges::count(Result, I) != 0; };
  auto Close = [&] {
    for (size_t I = 0; I < Result.size(); ++I)
      for (size_t J = 0; J < Needs.size(); ++J)
        if (!IsIn(J) && areRelated(Result[I], J))
          Result.push_back(J);
    return numSaid(Result) <= MaxSaid;
  };
  for (size_t I = 0; I < Needs.size(); ++I)
    if (Needs[I].IsOwn)
      Result.push_back(I);
  if (!Close())
    return {};
  for (size_t I = Needs.size(); I-- > 0;) {
    std::vector<size_t> Old = Result;
    if (!IsIn(I))
      Result.push_back(I);
    if (!Close())
      Result = Old;
  }
  std::ranges::sort(Result);
  return Result;
}

std::vector<const Expr *> EntryCondition::inWords() {
  std::vector<const Expr *> Result;
  minimise();
  for (size_t I : few())
    insert(Run.words().context(), Result, Needs[I].Said);
  return Result;
}

std::vector<const Expr *> EntryCondition::allInWords() const {
  std::vector<const Expr *> Result;
  if (Needs.size() <= MaxSaidOfStep)
    for (const Need &N : Needs)
      insert(Run.words().context(), Result, N.Said);
  return Result;
}

} // namespace predabs::path
