#include "checkers/cegar/Refine.h"

#include "checkers/cegar/Seeds.h"
#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

/// So many predicates of one shape are taken for divergence.
constexpr unsigned MaxOfShape = 3;
/// Predicates, and blocks of the program, at which closure is not asked any
/// more.
constexpr size_t MaxForClosure = 30, MaxBlocksForClosure = 300;
/// Paths in a row that are excluded by a number more, and nothing else.
constexpr unsigned MaxBlind = 6;
/// A source that failed this often in a row is left alone.
constexpr unsigned MaxFailures = 3;

/// Whether \p P comes to some block twice in one activation.
bool goesRoundLoop(const Path &P) {
  std::vector<std::set<std::pair<BlockId, const Function *>>> Open(1);
  for (const PathStep &S : P.Steps) {
    Open.resize(S.Depth + 1);
    if (S.Stmt == 0 && !Open.back().insert({S.Block, S.Func}).second)
      return true;
  }
  return false;
}

/// Whether \p E is a number that is added to something.
bool isSummand(const Expr *E) {
  return E->kind() == ExprKind::Binary &&
         (E->op() == Op::Add || E->op() == Op::Sub) &&
         E->operand(1)->kind() == ExprKind::Int;
}

/// `x + 1 + 1` as `x + 2`, which is the same with and without wrapping.
const Expr *foldSums(Context &Ctx, const Expr *Term) {
  return rewrite(Ctx, Term, [&](const Expr *, const Expr *New) {
    if (!isSummand(New) || !isSummand(New->operand(0)) ||
        New->type() != New->operand(0)->type())
      return New;
    const Expr *Inner = New->operand(0);
    auto Signed = [](const Expr *E) {
      UInt128 N = E->operand(1)->number();
      return E->op() == Op::Add ? N : -N;
    };
    const Expr *Sum = Ctx.intConst(New->type(), Signed(Inner) + Signed(New));
    return Ctx.binary(Op::Add, Inner->operand(0), Sum);
  });
}

} // namespace

Refinement::Refinement(Workspace &W, const Aliases &A, PredicateSet &P,
                       Look How)
    : W(W), P(P), How(How) {
  for (const auto &F : W.M.Functions)
    NumBlocks += F->Blocks.size();
  DiscoveryInput In{P, A, {}};
  Newton.Finder = createNewton(In);
  for (auto *Make : {createInvariants, createPatterns, createInterpolants})
    Others.push_back({Make(In), 0});
  auto Last = std::make_unique<Closure>(In);
  Closing = Last.get();
  Others.push_back({std::move(Last), 0});
}

Refinement::~Refinement() = default;

Refinement::Outcome Refinement::exclude(const Path &Way,
                                        const std::vector<uint32_t> &Core) {
  SpuriousPath Spurious{Way, Core, W.Failures};
  Tried.clear();
  Source &Invariants = Others[0], &Patterns = Others[1];
  // Of a loop its invariant is better to know than what excludes one way
  // through it.
  bool LooksAtLoop = goesRoundLoop(Way) && Invariants.Failures == 0;
  size_t Added = LooksAtLoop ? ask(Invariants, Spurious) : 0;
  if (!Added && !Newton.Diverges)
    if (Added = ask(Newton, Spurious); Added && LooksAtLoop)
      ask(Patterns, Spurious);
  for (Source &S : Others)
    if (!Added && S.Failures < MaxFailures &&
        !(LooksAtLoop && &S == &Invariants))
      Added = ask(S, Spurious);
  if (Added) {
    Blind = 0;
    return Outcome::Added;
  }
  if (Newton.Diverges && ++Blind > MaxBlind)
    return Outcome::Diverged;
  if (Newton.Diverges)
    Added = ask(Newton, Spurious);
  return Added ? Outcome::Added : Outcome::Repeated;
}

bool Refinement::isAllowed(const Source &S) const {
  const std::vector<std::string> &Names = W.Opts.Sources;
  if (std::find(Names.begin(), Names.end(), S.Finder->name()) == Names.end())
    return false;
  if (Names.size() == 1)
    return true;
  bool IsCheap = &S == &Newton || &S == &Others[1];
  if (How != Look::Thorough && !IsCheap)
    return false;
  // Closure takes in all that there is: that pays for small programs alone.
  return S.Finder.get() != Closing ||
         (P.size() <= MaxForClosure && NumBlocks <= MaxBlocksForClosure);
}

std::string Refinement::exactness() {
  if (!Closing->rounds())
    return "";
  Closing->lookAhead();
  if (!Closing->isExact())
    return "";
  return "exact after " + std::to_string(Closing->rounds()) +
         (Closing->rounds() == 1 ? " round" : " rounds") + " of closure";
}

size_t Refinement::ask(Source &S, const SpuriousPath &Spurious) {
  if (!isAllowed(S))
    return 0;
  std::string Name(S.Finder->name());
  Tried += (Tried.empty() ? "" : ", ") + Name;
  size_t Added = 0;
  std::string Texts;
  auto IsPromised = [&](const Candidate &C) {
    return C.Scope && W.Contracted.contains(C.Scope);
  };
  auto Take = [&](const Candidate &C) {
    if (!add(C))
      return;
    ++Added;
    noteShape(S, C);
    if (W.wantsLog())
      Texts += (Texts.empty() ? "" : ", ") +
               (C.Scope ? C.Scope->DisplayName + ": " : std::string()) +
               predicateText(foldSums(W.M.Ctx, C.Term));
  };
  // What a function with a contract promises (ContractPredicates.h) is often
  // all that a caller needs of it: more is added when nothing else helps.
  std::vector<Candidate> Found = S.Finder->find(Spurious);
  for (const Candidate &C : Found)
    if (!IsPromised(C))
      Take(C);
  if (!Added)
    std::ranges::for_each(Found, Take);
  S.Failures = Added ? 0 : S.Failures + 1;
  W.log("  " + Name + (Added ? " adds " + Texts : " knows nothing new"));
  return Added;
}

bool Refinement::add(const Candidate &C) {
  size_t Before = P.size();
  for (const Candidate &Part : W.Names.spelledOut(C)) {
    const Expr *Term = foldSums(W.M.Ctx, Part.Term);
    P.add(Part.Scope ? scopeOf(Term, *Part.Scope) : nullptr, Term);
  }
  return P.size() != Before;
}

void Refinement::noteShape(Source &S, const Candidate &C) {
  Context &Ctx = W.M.Ctx;
  bool HasNewNumber = false;
  const Expr *Term = foldSums(Ctx, C.Term);
  const Expr *Shape = rewrite(Ctx, Term, [&](const Expr *, const Expr *New) {
    if (isSummand(New))
      return New->operand(0);
    if (New->kind() != ExprKind::Int || New->type()->isBool())
      return New;
    HasNewNumber |= !W.Names.isWritten(New->number());
    return Ctx.zero(New->type());
  });
  if (HasNewNumber && ++S.Shapes[{C.Scope, Shape}] >= MaxOfShape)
    S.Diverges = true;
}

std::string Refinement::tried() const { return Tried; }

uint64_t Refinement::units() const {
  uint64_t Sum = Newton.Finder->units();
  for (const Source &S : Others)
    Sum += S.Finder->units();
  return Sum;
}

} // namespace predabs
