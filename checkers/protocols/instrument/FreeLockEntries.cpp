#include "checkers/protocols/instrument/FreeLockEntries.h"

#include "checkers/protocols/analysis/Balance.h"
#include "checkers/protocols/analysis/StateFlow.h"
#include "checkers/protocols/instrument/Instrument.h"
#include "predicates/ir/Expected.h"
#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

/// As deep as wrappers are looked through.
constexpr unsigned MaxDepth = 5;
/// Locks of one function, and the size of their names.
constexpr size_t MaxLocks = 8, MaxTerms = 30;

constexpr std::string_view Prefix = "__predabs_start_fresh.";

class FreeLockEntries {
public:
  FreeLockEntries(Module &M, const EntryStates &AtEntry)
      : M(M), Ctx(M.Ctx), AtEntry(AtEntry) {}

  std::map<const Function *, const Function *> run() {
    if (!M.findFunction(std::string(ViolationName)))
      return {};
    for (unsigned I = 0; I < MaxDepth; ++I)
      for (const auto &F : M.Functions)
        if (F->isDefined())
          note(*F);
    std::map<const Function *, const Function *> Result;
    // In the order of the module, the same at every run.
    for (auto &[Id, Locks] : Own) {
      const Function *F = M.Functions[Id].get();
      bool HasHabits = !expectedOf(*F).empty() && !Given[Id].empty();
      if (!Locks.empty() || HasHabits)
        Result[F] = &add(*F);
    }
    return Result;
  }

private:
  /// Whether \p State is known to the callers of its function.
  static bool isOfCaller(const Expr *State) {
    for (const Variable *V : variablesIn(State))
      if (!V->isGlobal() && V->Kind != Storage::Parameter)
        return false;
    return termsOf(State).size() <= MaxTerms;
  }

  static void add(std::vector<const Expr *> &Locks, const Expr *State) {
    if (isOfCaller(State) && Locks.size() < MaxLocks &&
        std::find(Locks.begin(), Locks.end(), State) == Locks.end())
      Locks.push_back(State);
  }

  /// What \p F does to locks of its callers, as far as it is known.
  std::vector<LockUse> usesOf(const Function &F) {
    std::vector<LockUse> Uses;
    for (BlockId B = 0; B < F.Blocks.size(); ++B)
      for (uint32_t I = 0; I < F.Blocks[B].Stmts.size(); ++I) {
        const Stmt &S = F.Blocks[B].Stmts[I];
        if (S.Kind == StmtKind::Assign && isState(S.Dest->type()))
          Uses.push_back({B, I, S.Dest,
                          S.Marks.has(Mark::Acquires)
                              ? LockUse::Kind::Acquires
                              : LockUse::Kind::Releases});
        if (S.Kind == StmtKind::Assume)
          addNeeds(S, B, I, Uses);
        if (S.Kind == StmtKind::Call && S.Value->kind() == ExprKind::FuncAddr)
          addCallee(S, B, I, Uses);
      }
    return Uses;
  }

  /// Who goes on only if a lock is not free had it from the caller, also where
  /// the step leaves it as it is.
  void addNeeds(const Stmt &S, BlockId B, uint32_t I,
                std::vector<LockUse> &Uses) {
    for (const Expr *Place : placesRead(S.Value))
      if (isState(Place->type()) &&
          !mayHoldIn(S.Value, Place, AtEntry.of(Place)))
        Uses.push_back({B, I, Place, LockUse::Kind::Releases});
  }

  void addCallee(const Stmt &S, BlockId B, uint32_t I,
                 std::vector<LockUse> &Uses) {
    uint32_t Id = S.Value->function()->Id;
    for (auto [List, What] : {std::pair(&Own, LockUse::Kind::Acquires),
                              std::pair(&Given, LockUse::Kind::Releases)})
      if (auto It = List->find(Id); It != List->end())
        for (const Expr *State : It->second)
          if (const Expr *Mine = passed(State, S))
            Uses.push_back({B, I, Mine, What});
  }

  /// What \p F acquires before it does anything else with it, and what it only
  /// gives back. As its callees are known by now.
  void note(const Function &F) {
    std::vector<LockUse> Uses = usesOf(F);
    std::vector<const Expr *> First = acquiredFirst(F, Uses);
    std::erase_if(First, [&](const Expr *State) {
      return mayOnlyGiveBack(F, Uses, State);
    });
    Own[F.Id].clear();
    Given[F.Id].clear();
    for (const Expr *State : First)
      add(Own[F.Id], State);
    for (const LockUse &U : Uses)
      if (std::find(First.begin(), First.end(), U.State) == First.end())
        add(Given[F.Id], U.State);
  }

  /// Whether \p F calls what releases the lock \p State where no acquire leads
  /// to: `switch (o) { case 0: take(); break; case 1: give(); }`. The second
  /// case is for those who hold it.
  static bool mayOnlyGiveBack(const Function &F,
                              const std::vector<LockUse> &Uses,
                              const Expr *State) {
    std::vector<bool> Acquired = afterAcquire(F, Uses, State);
    return std::any_of(Uses.begin(), Uses.end(), [&](const LockUse &U) {
      return U.State == State && U.What == LockUse::Kind::Releases &&
             F.Blocks[U.Block].Stmts[U.Stmt].Kind == StmtKind::Call &&
             !Acquired[U.Block];
    });
  }

  /// \p State, in the callee's words, as the caller says it; or null.
  const Expr *passed(const Expr *State, const Stmt &Call) {
    bool Fits = true;
    const Function &Callee = *Call.Value->function();
    const Expr *Mine =
        rewrite(Ctx, State, [&](const Expr *Old, const Expr *New) {
          if (Old->kind() != ExprKind::Var ||
              Old->variable()->Kind != Storage::Parameter)
            return New;
          uint32_t I = Old->variable()->Id;
          Fits &= I < Call.Args.size() && I < Callee.NumParams &&
                  Call.Args[I]->type() == Old->type() &&
                  Old->type()->isScalar();
          return Fits ? Call.Args[I] : New;
        });
    return Fits ? Mine : nullptr;
  }

  const Function &add(const Function &F) {
    std::vector<const Type *> Types;
    for (uint32_t I = 0; I < F.NumParams; ++I)
      Types.push_back(F.Vars[I]->Ty);
    Function &New =
        *M.addFunction(std::string(Prefix) + F.Name,
                       Ctx.functionType(Ctx.voidType(), Types, false));
    New.DisplayName = F.DisplayName;
    New.Where = F.Where;
    New.IsInternal = F.IsInternal;
    std::map<const Variable *, const Expr *> Params;
    Stmt Call;
    Call.Kind = StmtKind::Call;
    Call.Where = F.Where;
    Call.Value = Ctx.funcAddr(&F);
    for (uint32_t I = 0; I < F.NumParams; ++I) {
      const Variable &V = *F.Vars[I];
      Variable *Mine = addVariable(New, V.Name, V.Ty, Storage::Parameter);
      Mine->Where = V.Where;
      Call.Args.push_back(Params[&V] = Ctx.var(Mine));
    }
    New.NumParams = F.NumParams;
    BlockId Entry = addBlock(New, "entry");
    for (const Expr *State : Own[F.Id])
      assumeFree(New, renamed(State, Params));
    // No decision that a report would tell of.
    for (const Expr *E : expectedOf(F))
      assume(New, renamed(E, Params)).Marks.add(Mark::Given);
    New.Blocks[Entry].Stmts.push_back(std::move(Call));
    Stmt Return;
    Return.Kind = StmtKind::Return;
    Return.Where = F.Where;
    New.Blocks[Entry].Stmts.push_back(std::move(Return));
    return New;
  }

  const Expr *renamed(const Expr *State,
                      const std::map<const Variable *, const Expr *> &Params) {
    return rewrite(Ctx, State, [&](const Expr *Old, const Expr *New) {
      auto It = Old->kind() == ExprKind::Var ? Params.find(Old->variable())
                                             : Params.end();
      return It == Params.end() ? New : It->second;
    });
  }

  void assumeFree(Function &In, const Expr *State) {
    assume(In, Ctx.binary(Op::Eq, State,
                          Ctx.intConst(State->type(), AtEntry.of(State))));
  }

  static Stmt &assume(Function &In, const Expr *Condition) {
    Stmt S;
    S.Kind = StmtKind::Assume;
    S.Where = In.Where;
    S.Value = Condition;
    In.Blocks[0].Stmts.push_back(std::move(S));
    return In.Blocks[0].Stmts.back();
  }

  Module &M;
  Context &Ctx;
  const EntryStates &AtEntry;
  std::map<uint32_t, std::vector<const Expr *>> Own, Given; ///< by Function::Id
};

} // namespace

std::map<const Function *, const Function *>
addFreeLockEntries(Module &M, const EntryStates &AtEntry) {
  return FreeLockEntries(M, AtEntry).run();
}

bool isFreeLockEntry(const Function &F) { return F.Name.starts_with(Prefix); }

} // namespace predabs
