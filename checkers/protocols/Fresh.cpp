#include "checkers/protocols/Fresh.h"

#include "checkers/protocols/Instrument.h"
#include "predicates/ir/Terms.h"

#include <algorithm>
#include <set>

namespace predabs {

using namespace ir;

namespace {

/// As deep as wrappers are looked through.
constexpr unsigned MaxDepth = 5;
/// Locks of one function, and the size of their names.
constexpr size_t MaxLocks = 8, MaxTerms = 30;

constexpr std::string_view Prefix = "__predabs_start_fresh.";

class FreshCallers {
public:
  explicit FreshCallers(Module &M) : M(M), Ctx(M.Ctx) {}

  std::map<const Function *, const Function *> run() {
    for (const auto &F : M.Functions)
      noteOwn(*F);
    for (unsigned I = 0; I < MaxDepth && !Own.empty(); ++I)
      for (const auto &F : M.Functions)
        noteCallees(*F);
    std::map<const Function *, const Function *> Result;
    for (auto &[Id, Locks] : Own)
      if (!Locks.empty())
        Result[M.Functions[Id].get()] = nullptr;
    for (auto &[F, Caller] : Result)
      Caller = &add(*F);
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

  void add(const Function &F, const Expr *State) {
    std::vector<const Expr *> &Locks = Own[F.Id];
    if (isOfCaller(State) && Locks.size() < MaxLocks &&
        std::find(Locks.begin(), Locks.end(), State) == Locks.end())
      Locks.push_back(State);
  }

  /// What \p F acquires, and its steps that need a lock to be free.
  void noteOwn(const Function &F) {
    for (const Block &B : F.Blocks)
      for (const Stmt &S : B.Stmts)
        if (S.Kind == StmtKind::Assign && isState(S.Dest->type()) &&
            S.Why == Reason::Nondeterministic)
          add(F, S.Dest);
        else if (isBrokenStep(S) && brokenStep(S).Lock == LockAtEntry::Free &&
                 !brokenStep(S).Returning)
          for (const Expr *Place : placesRead(B.Stmts[0].Value))
            if (isState(Place->type()))
              add(F, Place);
  }

  void noteCallees(const Function &F) {
    for (const Block &B : F.Blocks)
      for (const Stmt &S : B.Stmts)
        if (S.Kind == StmtKind::Call && S.Value->kind() == ExprKind::FuncAddr)
          if (auto It = Own.find(S.Value->function()->Id); It != Own.end())
            for (const Expr *State : std::vector(It->second))
              if (const Expr *Mine = passed(State, S))
                add(F, Mine);
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
    Stmt S;
    S.Kind = StmtKind::Assume;
    S.Where = In.Where;
    S.Value = Ctx.binary(Op::Eq, State, Ctx.zero(State->type()));
    In.Blocks[0].Stmts.push_back(std::move(S));
  }

  Module &M;
  Context &Ctx;
  std::map<uint32_t, std::vector<const Expr *>> Own; ///< by Function::Id
};

} // namespace

std::map<const Function *, const Function *> addFreshCallers(Module &M) {
  return FreshCallers(M).run();
}

bool isFreshCaller(const Function &F) { return F.Name.starts_with(Prefix); }

} // namespace predabs
