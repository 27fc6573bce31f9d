#include "predicates/ir/Replace.h"

#include "predicates/ir/Calls.h"
#include "predicates/ir/Terms.h"
#include "predicates/ir/Uses.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <set>

namespace predabs::ir {

namespace {

bool isVariable(const Expr *E) { return E && E->kind() == ExprKind::Var; }

bool mentions(const Expr *E, const Variable *V) {
  std::vector<const Variable *> All = variablesIn(E);
  return std::find(All.begin(), All.end(), V) != All.end();
}

/// What there is to know about a body before it is copied.
class Body {
public:
  explicit Body(const Function &F) : F(F), Addressed(addressedIn(F)) {
    findWritten();
    findLate();
    findResult();
  }

  const Function &F;

  /// Whether memory that the caller can see may have changed before.
  bool isLate(BlockId B, size_t I) const { return Late.contains({B, I}); }
  bool keepsItsValue(const Variable *Param) const {
    return !Written.contains(Param) && !Addressed.contains(Param);
  }
  /// The variable that is returned, if it is always the same.
  const Variable *result() const { return Result; }
  /// Whether the body itself looks at that.
  bool readsResult() const { return ReadsResult; }
  /// Whether the entry is come to from the body itself.
  bool hasLoopAtEntry() const {
    return std::any_of(F.Blocks.begin(), F.Blocks.end(), [](const Block &B) {
      return std::find(B.Succs.begin(), B.Succs.end(), 0) != B.Succs.end();
    });
  }
  /// Whether \p S passes on all that the function was given.
  bool passesOn(const Stmt &S) const {
    const Function *Callee = directCallee(S);
    if (!Callee || !F.Ty->isVariadic() || Callee->Ty != F.Ty ||
        S.Args.size() != F.NumParams)
      return false;
    for (uint32_t I = 0; I < F.NumParams; ++I)
      if (!isVariable(S.Args[I]) || S.Args[I]->variable() != F.Vars[I].get())
        return false;
    return true;
  }

private:
  using Point = std::pair<BlockId, size_t>;

  bool isOwn(const Variable *V) const {
    return !V->isGlobal() && !Addressed.contains(V);
  }

  void findWritten() {
    for (const Block &B : F.Blocks)
      for (const Stmt &S : B.Stmts)
        if (const Variable *V = S.Dest ? rootOf(S.Dest) : nullptr)
          Written.insert(V);
  }

  /// Whether \p S changes nothing but variables of the body.
  bool isQuiet(const Stmt &S) const {
    if (S.Kind == StmtKind::Assume || S.Kind == StmtKind::Return)
      return true;
    const Variable *V = S.Dest ? rootOf(S.Dest) : nullptr;
    return S.Kind != StmtKind::Call && V && isOwn(V);
  }

  void findLate() {
    std::vector<BlockId> Work;
    auto Mark = [&](BlockId B, size_t From) {
      for (size_t I = From; I < F.Blocks[B].Stmts.size(); ++I)
        Late.insert({B, I});
      for (BlockId S : F.Blocks[B].Succs)
        Work.push_back(S);
    };
    for (BlockId B = 0; B < F.Blocks.size(); ++B)
      for (size_t I = 0; I < F.Blocks[B].Stmts.size(); ++I)
        if (!isQuiet(F.Blocks[B].Stmts[I])) {
          Mark(B, I + 1);
          break;
        }
    std::set<BlockId> Seen;
    while (!Work.empty()) {
      BlockId B = Work.back();
      Work.pop_back();
      if (Seen.insert(B).second)
        Mark(B, 0);
    }
  }

  void findResult() {
    for (const Block &B : F.Blocks) {
      if (!B.endsInReturn())
        continue;
      const Expr *E = B.Stmts.back().Value;
      const Variable *V = isVariable(E) ? E->variable() : nullptr;
      if (!V || V->Kind == Storage::Parameter || !isOwn(V) ||
          (Result && Result != V)) {
        Result = nullptr;
        return;
      }
      Result = V;
    }
    for (const Block &B : F.Blocks)
      for (const Stmt &S : B.Stmts)
        if (Result && S.Kind != StmtKind::Return)
          ReadsResult |= isRead(S, Result);
  }

  static bool isRead(const Stmt &S, const Variable *V) {
    std::vector<const Expr *> All = S.Args;
    if (S.Value)
      All.push_back(S.Value);
    if (S.Dest && !isVariable(S.Dest))
      All.push_back(S.Dest);
    return std::any_of(All.begin(), All.end(),
                       [&](const Expr *E) { return mentions(E, V); });
  }

  std::set<const Variable *> Addressed, Written;
  std::set<Point> Late;
  const Variable *Result = nullptr;
  bool ReadsResult = false;
};

class Replacer {
public:
  Replacer(Module &M, Function &F, const BodyOf &Of) : M(M), F(F), Of(Of) {}

  std::optional<Replaced> run() {
    if (!hasWork())
      return std::nullopt;
    Addressed = addressedIn(F);
    Result.Before = F.Blocks;
    Result.Was.resize(F.Blocks.size());
    for (BlockId B = 0; B < Result.Before.size(); ++B)
      block(B);
    return std::move(Result);
  }

private:
  const Function *bodyFor(const Stmt &S) const {
    return S.Kind == StmtKind::Call ? Of(S) : nullptr;
  }

  bool hasWork() const {
    for (const Block &B : F.Blocks)
      for (const Stmt &S : B.Stmts)
        if (bodyFor(S))
          return true;
    return false;
  }

  void block(BlockId B) {
    F.Blocks[B].Stmts.clear();
    F.Blocks[B].Succs.clear();
    Now = B;
    const Block &Old = Result.Before[B];
    for (uint32_t I = 0; I < Old.Stmts.size(); ++I) {
      const Function *Stands = bodyFor(Old.Stmts[I]);
      Here = {B, I, Stands};
      if (Stands)
        replace(Old.Stmts[I], bodyOf(*Stands));
      else
        add(Old.Stmts[I]);
    }
    F.Blocks[Now].Succs = Old.Succs;
  }

  const Body &bodyOf(const Function &Stands) {
    auto It = Bodies.find(&Stands);
    if (It == Bodies.end())
      It = Bodies.emplace(&Stands, Stands).first;
    return It->second;
  }

  void add(Stmt S) {
    F.Blocks[Now].Stmts.push_back(std::move(S));
    Result.Was[Now].push_back(Here);
  }

  BlockId newBlock(const std::string &Name) {
    Result.Was.emplace_back();
    return addBlock(F, Name);
  }

  // What stands for the names of a body.

  bool isPrivate(const Variable *V) const {
    return !V->isGlobal() && !Addressed.contains(V);
  }

  /// Whether \p E is the same wherever it stands in a copy: its writes are to
  /// its own variables, to memory, and in the end to what the call gives.
  bool isConstantIn(const Expr *E) const {
    std::vector<const Expr *> Read = placesRead(E);
    return std::all_of(Read.begin(), Read.end(), [&](const Expr *P) {
      const Variable *V = rootOf(P);
      return V && isPrivate(V) && V != ResultIn;
    });
  }

  /// SOUND: what the body writes before it is done must not be read by it under
  /// another name.
  bool canHoldResult(const Stmt &Call) const {
    const Variable *V = Call.Dest->variable();
    return isPrivate(V) &&
           std::none_of(Call.Args.begin(), Call.Args.end(),
                        [&](const Expr *A) { return mentions(A, V); });
  }

  void nameVariables(const Stmt &Call, const Body &B) {
    Names.clear();
    ResultIn = nullptr;
    if (B.result() && Call.Dest && Call.Dest->type() == B.result()->Ty &&
        canHoldResult(Call)) {
      ResultIn = Call.Dest->variable();
      Names[B.result()] = Call.Dest;
    }
    for (size_t I = B.F.NumParams; I < B.F.Vars.size(); ++I) {
      const Variable *V = B.F.Vars[I].get();
      if (!Names.contains(V))
        Names[V] = newVariable(V->Name, V->Ty);
    }
  }

  const Expr *newVariable(const std::string &Name, const Type *Ty) {
    return M.Ctx.var(addVariable(F, Name, Ty, Storage::Temporary));
  }

  /// What is passed, as it was when the call was made.
  const Expr *kept(const Expr *Arg, const std::string &Name) {
    const Expr *V = newVariable(Name, Arg->type());
    assign(V, Arg);
    return V;
  }

  bool isUsedLate(const Body &B, const Variable *Param) const {
    for (BlockId Id = 0; Id < B.F.Blocks.size(); ++Id)
      for (size_t I = 0; I < B.F.Blocks[Id].Stmts.size(); ++I)
        if (B.isLate(Id, I))
          for (const Expr *E : rootsOf(B.F.Blocks[Id].Stmts[I]))
            if (mentions(E, Param))
              return true;
    return false;
  }

  bool passesOnLate(const Body &B) const {
    for (BlockId Id = 0; Id < B.F.Blocks.size(); ++Id)
      for (size_t I = 0; I < B.F.Blocks[Id].Stmts.size(); ++I)
        if (B.isLate(Id, I) && B.passesOn(B.F.Blocks[Id].Stmts[I]))
          return true;
    return false;
  }

  void nameParameters(const Stmt &Call, const Body &B) {
    for (uint32_t I = 0; I < B.F.NumParams; ++I) {
      const Variable *P = B.F.Vars[I].get();
      bool CanStay = B.keepsItsValue(P) &&
                     (isConstantIn(Call.Args[I]) || !isUsedLate(B, P));
      Names[P] = CanStay ? Call.Args[I] : kept(Call.Args[I], P->Name);
    }
    Rest.assign(Call.Args.begin() + B.F.NumParams, Call.Args.end());
    if (passesOnLate(B))
      for (const Expr *&A : Rest)
        if (!isConstantIn(A))
          A = kept(A, "rest");
  }

  const Expr *renamed(const Expr *E) {
    return rewrite(M.Ctx, E, [&](const Expr *Old, const Expr *New) {
      if (Old->kind() != ExprKind::Var)
        return New;
      auto It = Names.find(Old->variable());
      return It == Names.end() ? New : It->second;
    });
  }

  // Copies.

  void assign(const Expr *To, const Expr *Value) {
    Stmt S;
    S.Kind = StmtKind::Assign;
    S.Dest = To;
    S.Value = Value;
    S.Where = Where;
    add(std::move(S));
  }

  void replace(const Stmt &Call, const Body &B) {
    Where = Call.Where;
    nameVariables(Call, B);
    nameParameters(Call, B);
    bool IsStraight = B.F.Blocks.size() == 1;
    After = IsStraight ? Now : newBlock("after");
    Copies.clear();
    for (BlockId Id = 0; Id < B.F.Blocks.size(); ++Id)
      Copies.push_back(Id || B.hasLoopAtEntry() ? newBlock(B.F.Blocks[Id].Name)
                                                : Now);
    if (Copies[0] != Now)
      F.Blocks[Now].Succs = {Copies[0]};
    for (BlockId Id = 0; Id < B.F.Blocks.size(); ++Id) {
      Now = Copies[Id];
      copy(Call, B, Id);
    }
    Now = After;
  }

  void copy(const Stmt &Call, const Body &B, BlockId Id) {
    const Block &From = B.F.Blocks[Id];
    for (const Stmt &S : From.Stmts)
      if (S.Kind == StmtKind::Return)
        giveResult(Call, S);
      else
        add(copied(S, Call, B));
    if (From.endsInReturn()) {
      if (After != Now)
        F.Blocks[Now].Succs = {After};
      return;
    }
    for (BlockId S : From.Succs)
      F.Blocks[Now].Succs.push_back(Copies[S]);
  }

  void giveResult(const Stmt &Call, const Stmt &Return) {
    if (Call.Dest && !ResultIn && Return.Value)
      assign(Call.Dest, renamed(Return.Value));
  }

  Stmt copied(Stmt S, const Stmt &Call, const Body &B) {
    bool PassesOn = B.passesOn(S);
    bool IsUnused = !Call.Dest && S.Kind == StmtKind::Call &&
                    isVariable(S.Dest) && S.Dest->variable() == B.result() &&
                    !B.readsResult();
    if (IsUnused)
      S.Dest = nullptr;
    S.Where = Where;
    for (const Expr **E : {&S.Dest, &S.Value})
      if (*E)
        *E = renamed(*E);
    for (const Expr *&A : S.Args)
      A = renamed(A);
    if (PassesOn)
      S.Args.insert(S.Args.end(), Rest.begin(), Rest.end());
    return S;
  }

  Module &M;
  Function &F;
  const BodyOf &Of;
  std::set<const Variable *> Addressed;
  std::map<const Function *, Body> Bodies;
  Replaced Result;
  BlockId Now = 0; ///< where statements go
  OldPlace Here;
  // Of the call in hand.
  Loc Where;
  std::map<const Variable *, const Expr *> Names;
  std::vector<const Expr *> Rest; ///< what stands for `...`
  const Variable *ResultIn = nullptr;
  std::vector<BlockId> Copies;
  BlockId After = 0;
};

} // namespace

std::pair<BlockId, uint32_t> Replaced::now(BlockId Block, uint32_t Stmt) const {
  OldPlace Wanted = {Block, Stmt, nullptr};
  for (BlockId B = 0; B < Was.size(); ++B) {
    auto It = std::find(Was[B].begin(), Was[B].end(), Wanted);
    if (It != Was[B].end())
      return {B, uint32_t(It - Was[B].begin())};
  }
  assert(false && "a statement that was replaced is nowhere");
  return {Block, Stmt};
}

std::optional<Replaced> replaceCalls(Module &M, Function &F, const BodyOf &Of) {
  return Replacer(M, F, Of).run();
}

} // namespace predabs::ir
