#include "checkers/cegar/Seeds.h"

#include "predicates/alias/CallGraph.h"
#include "predicates/ir/Terms.h"
#include "predicates/language/ParsePredicates.h"

#include <algorithm>

namespace predabs {

using namespace ir;

const Function *scopeOf(const Expr *Term, const Function &F) {
  std::vector<const Variable *> Mentioned = variablesIn(Term);
  bool IsGlobal = !Mentioned.empty() &&
                  std::all_of(Mentioned.begin(), Mentioned.end(),
                              [](const Variable *V) { return V->isGlobal(); });
  return IsGlobal ? nullptr : &F;
}

namespace {

/// Steps away from the goals.
constexpr unsigned MaxDistance = 6;

class SeedSearch {
public:
  SeedSearch(const Workspace &W, const Function &From, size_t Wanted)
      : W(W), Wanted(Wanted) {
    Functions = reachedFrom({&From}, W.A);
  }

  std::vector<Candidate> run(const std::vector<Goal> &Goals) {
    for (const Goal &G : Goals)
      noteWayTo(*G.Func, G.Block);
    for (unsigned D = 0; D < MaxDistance && Found.size() < Wanted; ++D) {
      size_t Before = Places.size();
      takeConditions();
      followAssignments();
      if (Places.size() == Before)
        break;
    }
    takeConditions();
    if (Found.size() > Wanted)
      Found.resize(Wanted);
    return std::move(Found);
  }

private:
  /// The conditions under which block \p B is entered.
  void noteGuards(const Function &F, BlockId B) {
    for (const Stmt &S : F.Blocks[B].Stmts) {
      if (S.Kind != StmtKind::Assume)
        break;
      take(F, S.Value);
      addPlaces(S.Value);
    }
  }

  /// The same, or where the block is reached unconditionally those of the
  /// calls of its function.
  void noteWayTo(const Function &F, BlockId B) {
    size_t Before = Places.size();
    noteGuards(F, B);
    if (Places.size() != Before || !Asked.insert(F.Id).second)
      return;
    for (const Function *Caller : Functions)
      for (BlockId C = 0; C < Caller->Blocks.size(); ++C)
        for (const Stmt &S : Caller->Blocks[C].Stmts)
          if (directCallee(S) == &F)
            noteWayTo(*Caller, C);
  }

  void addPlaces(const Expr *E) {
    for (const Expr *P : placesRead(E))
      Places.insert(P->id());
  }

  bool isInteresting(const Expr *E) const {
    std::vector<const Expr *> Read = placesRead(E);
    return std::any_of(Read.begin(), Read.end(),
                       [&](const Expr *P) { return Places.contains(P->id()); });
  }

  void take(const Function &F, const Expr *Condition) {
    for (const Expr *Atom : atomsOf(Condition)) {
      Candidate C{scopeOf(Atom, F), Atom};
      if (std::find(Found.begin(), Found.end(), C) == Found.end())
        Found.push_back(C);
    }
  }

  void takeConditions() {
    for (const Function *F : Functions)
      for (const Block &B : F->Blocks)
        for (const Stmt &S : B.Stmts) {
          if (S.Kind == StmtKind::Assume && isInteresting(S.Value))
            take(*F, S.Value);
          if (Found.size() > Wanted)
            return;
        }
  }

  void followAssignments() {
    for (const Function *F : Functions)
      for (BlockId B = 0; B < F->Blocks.size(); ++B)
        for (const Stmt &S : F->Blocks[B].Stmts)
          follow(*F, B, S);
  }

  void follow(const Function &F, BlockId B, const Stmt &S) {
    if (S.Dest && Places.contains(S.Dest->id())) {
      if (S.Kind == StmtKind::Assign)
        addPlaces(S.Value);
      noteGuards(F, B);
    }
    if (S.Kind != StmtKind::Call)
      return;
    for (const Function *Callee : W.A.targets(S).Known) {
      uint32_t Passed =
          uint32_t(std::min<size_t>(Callee->NumParams, S.Args.size()));
      for (uint32_t I = 0; I < Passed; ++I)
        if (isKnown(*Callee->Vars[I]))
          addPlaces(S.Args[I]);
      if (S.Dest && Places.contains(S.Dest->id()))
        followReturns(*Callee);
    }
  }

  bool isKnown(const Variable &V) const {
    return Places.contains(W.M.Ctx.var(&V)->id());
  }

  void followReturns(const Function &F) {
    for (const Block &B : F.Blocks)
      if (B.endsInReturn() && B.Stmts.back().Value)
        addPlaces(B.Stmts.back().Value);
  }

  const Workspace &W;
  size_t Wanted;
  std::vector<const Function *> Functions;
  std::set<uint32_t> Places; ///< Expr::id
  std::set<uint32_t> Asked;  ///< Function::Id
  std::vector<Candidate> Found;
};

} // namespace

std::vector<Candidate> seeds(const Workspace &W, const Function &From,
                             const std::vector<Goal> &Goals, size_t Wanted) {
  return SeedSearch(W, From, Wanted).run(Goals);
}

} // namespace predabs
