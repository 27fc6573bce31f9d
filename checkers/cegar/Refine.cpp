#include "checkers/cegar/Refine.h"

#include "checkers/cegar/Seeds.h"
#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

/// So many predicates of one shape are taken for divergence.
constexpr unsigned MaxOfShape = 3;
/// Predicates at which closure is not asked any more.
constexpr size_t MaxForClosure = 30;
/// A source that failed this often in a row is left alone.
constexpr unsigned MaxFailures = 3;

/// Whether \p P comes to some block twice in one activation.
bool goesRoundLoop(const Path &P) {
  std::vector<std::set<std::pair<BlockId, const Function *>>> Open(1);
  for (const PathStep &S : P.Steps) {
    if (S.Depth + 1 > Open.size())
      Open.emplace_back();
    Open.resize(S.Depth + 1);
    if (S.Stmt == 0 && !Open.back().insert({S.Block, S.Func}).second)
      return true;
  }
  return false;
}

/// A path as a key: where it branches and calls.
std::string keyOf(const Path &P) {
  std::string Key;
  for (const PathStep &S : P.Steps)
    if (S.Stmt == 0)
      Key += std::to_string(S.Func->Id) + '.' + std::to_string(S.Block) + ' ';
  return Key;
}

} // namespace

Refinement::Refinement(Workspace &W, PredicateSet &P) : W(W), P(P) {
  DiscoveryInput In{P, W.A, {}};
  Newton.Finder = createNewton(In);
  for (auto *Make :
       {createInvariants, createPatterns, createInterpolants, createClosure})
    Others.push_back({Make(In), 0});
}

Refinement::~Refinement() = default;

Refinement::Outcome Refinement::exclude(const Path &Way,
                                        const std::vector<uint32_t> &Core) {
  SpuriousPath Spurious{Way, Core, W.Failures};
  Tried.clear();
  // To a path that comes back newton says more.
  bool IsNew = Seen.insert(keyOf(Way)).second;
  bool LooksAtLoop =
      Diverging || (goesRoundLoop(Way) && Others[0].Failures == 0);
  size_t Added = Diverging ? 0 : ask(Newton, Spurious);
  if (Added && !LooksAtLoop)
    return Outcome::Added;
  for (Source &S : Others)
    if (S.Failures < MaxFailures && (&S != &Others.back() || isSmall()))
      if (size_t More = ask(S, Spurious); More || (Added && &S == &Others[1]))
        return Outcome::Added;
  if (!Added && Diverging && IsNew)
    Added = ask(Newton, Spurious);
  return Added ? Outcome::Added : Outcome::Repeated;
}

/// Closure takes in all that there is: that pays for small programs alone.
bool Refinement::isSmall() const { return P.size() <= MaxForClosure; }

size_t Refinement::ask(Source &S, const SpuriousPath &Spurious) {
  std::string Name(S.Finder->name());
  Tried += (Tried.empty() ? "" : ", ") + Name;
  size_t Added = 0;
  std::string Texts;
  for (const Candidate &C : S.Finder->find(Spurious))
    if (add(C)) {
      ++Added;
      noteShape(C);
      if (W.wantsLog())
        Texts += (Texts.empty() ? "" : ", ") +
                 (C.Scope ? C.Scope->DisplayName + ": " : std::string()) +
                 predicateText(C.Term);
    }
  S.Failures = Added ? 0 : S.Failures + 1;
  W.log("  " + Name + (Added ? " adds " + Texts : " knows nothing new"));
  return Added;
}

bool Refinement::add(const Candidate &C) {
  size_t Before = P.size();
  for (const Candidate &Part : W.Names.spelledOut(C)) {
    P.add(Part.Scope ? scopeOf(Part.Term, *Part.Scope) : nullptr, Part.Term);
  }
  return P.size() != Before;
}

void Refinement::noteShape(const Candidate &C) {
  Context &Ctx = W.M.Ctx;
  bool HasNewNumber = false;
  const Expr *Shape = rewrite(Ctx, C.Term, [&](const Expr *, const Expr *New) {
    if (New->kind() != ExprKind::Int || New->type()->isBool())
      return New;
    HasNewNumber |= !W.Names.isWritten(New->number());
    return Ctx.zero(New->type());
  });
  if (HasNewNumber && ++Shapes[{C.Scope, Shape}] >= MaxOfShape)
    Diverging = true;
}

std::string Refinement::tried() const { return Tried; }

uint64_t Refinement::units() const {
  uint64_t Sum = Newton.Finder->units();
  for (const Source &S : Others)
    Sum += S.Finder->units();
  return Sum;
}

} // namespace predabs
