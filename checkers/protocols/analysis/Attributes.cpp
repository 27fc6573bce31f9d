#include "checkers/protocols/analysis/Attributes.h"

#include "predicates/ir/Terms.h"

#include <array>
#include <map>

namespace predabs {

using namespace ir;

namespace {

constexpr std::string_view StepPrefix = "__predabs_lock_step_";
constexpr std::array<std::string_view, 7> StepNames = {
    "needs_held", "needs_free",    "is_held",      "is_free",
    "is_held_if", "promises_held", "promises_free"};

struct Attribute {
  std::string Word;
  const Expr *Lock = nullptr; ///< its address, over parameters and globals
  bool IsTrueOnSuccess = true;
};

class Application {
public:
  explicit Application(Module &M) : M(M), Ctx(M.Ctx) {}

  AttributedLocks run() {
    readAll();
    for (size_t I = 0, N = Of.empty() ? 0 : M.Functions.size(); I < N; ++I)
      if (Function &F = *M.Functions[I]; F.isDefined())
        apply(F);
    return std::move(Locks);
  }

private:
  void readAll() {
    for (const auto &F : M.Functions)
      if (F->Name.starts_with(AttributesPrefix) && F->isDefined()) {
        if (Function *Named =
                M.findFunction(F->Name.substr(AttributesPrefix.size())))
          note(Named, Of[Named] = read(*F));
        // Terms go on naming its parameters.
        F->Blocks.clear();
        F->IsInternal = false;
      }
  }

  void note(const Function *F, const std::vector<Attribute> &Some) {
    for (const Attribute &A : Some)
      if (A.Word == "unchecked") {
        Locks.Unchecked.insert(F);
      } else {
        Locks.All.push_back(A.Lock);
        // Who excludes it says what it would mean to say nothing.
        if (A.Word == "guards" || A.Word == "excludes")
          continue;
        Locks.Of[F].push_back(A.Lock);
        if (A.Word != "requires")
          Locks.Changed[F].push_back(A.Lock);
      }
  }

  static std::vector<Attribute> read(const Function &F) {
    std::vector<Attribute> Result;
    for (const Block &B : F.Blocks)
      for (const Stmt &S : B.Stmts)
        if (S.Kind == StmtKind::Call && S.Args.size() == 2 &&
            S.Value->kind() == ExprKind::FuncAddr &&
            S.Value->function()->Name.starts_with(AttributeWord))
          Result.push_back(
              {S.Value->function()->Name.substr(AttributeWord.size()),
               S.Args[0], !S.Args[1]->isInt(0)});
    return Result;
  }

  void apply(Function &F) {
    if (auto It = Of.find(&F); It != Of.end())
      applyInside(F, It->second);
    for (Block &B : F.Blocks)
      for (size_t I = 0; I < B.Stmts.size(); ++I)
        if (const std::vector<Attribute> *All = unseen(B.Stmts[I]))
          I += applyAround(F, B, I, *All);
  }

  /// Of the function that \p S calls, if its body is not here.
  const std::vector<Attribute> *unseen(const Stmt &S) const {
    if (S.Kind != StmtKind::Call || S.Value->kind() != ExprKind::FuncAddr ||
        S.Value->function()->isDefined())
      return nullptr;
    auto It = Of.find(S.Value->function());
    return It == Of.end() ? nullptr : &It->second;
  }

  /// \p E with what \p Values are for parameters, or null.
  const Expr *passed(const Expr *E, const std::vector<const Expr *> &Values) {
    bool Fits = true;
    const Expr *Result = rewrite(Ctx, E, [&](const Expr *Old, const Expr *New) {
      if (Old->kind() != ExprKind::Var ||
          Old->variable()->Kind != Storage::Parameter)
        return New;
      uint32_t I = Old->variable()->Id;
      Fits &= I < Values.size() && Values[I]->type() == Old->type();
      return Fits ? Values[I] : New;
    });
    return Fits ? Result : nullptr;
  }

  Stmt step(AttributeStep What, const Function &Of, Loc Where,
            std::vector<const Expr *> Args) {
    std::string Name = std::string(StepPrefix) +
                       std::string(StepNames[size_t(What)]) + "." + Of.Name;
    Function *F = M.findFunction(Name);
    if (!F)
      F = M.addFunction(Name, Ctx.functionType(Ctx.voidType(), {}, true));
    F->DisplayName = Of.DisplayName.empty() ? Of.Name : Of.DisplayName;
    Stmt S;
    S.Kind = StmtKind::Call;
    S.Where = Where;
    S.Value = Ctx.funcAddr(F);
    S.Args = std::move(Args);
    return S;
  }

  void applyInside(Function &F, const std::vector<Attribute> &All) {
    std::vector<const Expr *> Own;
    for (uint32_t I = 0; I < F.NumParams; ++I)
      Own.push_back(Ctx.var(F.Vars[I].get()));
    for (const Attribute &A : All) {
      const Expr *Lock = passed(A.Lock, Own);
      if (!Lock)
        continue;
      if (A.Word == "requires" || A.Word == "releases")
        insertAtEntry(F, step(AttributeStep::NeedsHeld, F, F.Where, {Lock}));
      if (A.Word == "excludes")
        insertAtEntry(F, step(AttributeStep::NeedsFree, F, F.Where, {Lock}));
      if (A.Word == "requires" || A.Word == "acquires")
        insertAtReturns(F, AttributeStep::PromisesHeld, Lock);
      if (A.Word == "releases" || A.Word == "frees")
        insertAtReturns(F, AttributeStep::PromisesFree, Lock);
    }
  }

  static void insertAtEntry(Function &F, Stmt S) {
    F.Blocks[0].Stmts.insert(F.Blocks[0].Stmts.begin(), std::move(S));
  }

  void insertAtReturns(Function &F, AttributeStep What, const Expr *Lock) {
    for (Block &B : F.Blocks)
      if (B.endsInReturn()) {
        Stmt S = step(What, F, B.Stmts.back().Where, {Lock});
        B.Stmts.insert(B.Stmts.end() - 1, std::move(S));
      }
  }

  /// How many statements were added.
  size_t applyAround(Function &F, Block &B, size_t At,
                     const std::vector<Attribute> &All) {
    Stmt Call = B.Stmts[At];
    const Function &Callee = *Call.Value->function();
    std::vector<Stmt> Before, After;
    for (const Attribute &A : All) {
      const Expr *Lock = passed(A.Lock, Call.Args);
      if (!Lock || A.Word == "guards" || A.Word == "unchecked")
        continue;
      bool IsTaken = A.Word == "releases" || A.Word == "requires";
      Before.push_back(
          step(IsTaken ? AttributeStep::NeedsHeld : AttributeStep::NeedsFree,
               Callee, Call.Where, {Lock}));
      if (A.Word == "acquires" || A.Word == "requires")
        After.push_back(
            step(AttributeStep::IsHeld, Callee, Call.Where, {Lock}));
      if (A.Word == "releases" || A.Word == "frees" || A.Word == "excludes")
        After.push_back(
            step(AttributeStep::IsFree, Callee, Call.Where, {Lock}));
      if (A.Word == "tries")
        After.push_back(step(AttributeStep::IsHeldIf, Callee, Call.Where,
                             {Lock, succeeds(F, B.Stmts[At], A)}));
    }
    B.Stmts.insert(B.Stmts.begin() + ptrdiff_t(At) + 1, After.begin(),
                   After.end());
    B.Stmts.insert(B.Stmts.begin() + ptrdiff_t(At), Before.begin(),
                   Before.end());
    return Before.size() + After.size();
  }

  /// Whether \p Call has acquired the lock, by its result.
  const Expr *succeeds(Function &F, Stmt &Call, const Attribute &A) {
    const Type *T = Call.Value->function()->Ty->inner();
    if (!T->isInt() && !T->isPointer())
      return Ctx.boolConst(true);
    if (!Call.Dest)
      Call.Dest = Ctx.var(addVariable(F, "tried", T, Storage::Temporary));
    return Ctx.binary(A.IsTrueOnSuccess ? Op::Ne : Op::Eq, Call.Dest,
                      Ctx.zero(T));
  }

  Module &M;
  Context &Ctx;
  std::map<const Function *, std::vector<Attribute>> Of;
  AttributedLocks Locks;
};

} // namespace

std::optional<AttributeStep> attributeStep(const Stmt &S) {
  if (S.Kind != StmtKind::Call || S.Value->kind() != ExprKind::FuncAddr ||
      !S.Value->function()->Name.starts_with(StepPrefix) || S.Args.empty())
    return std::nullopt;
  std::string_view Name = S.Value->function()->Name;
  Name.remove_prefix(StepPrefix.size());
  Name = Name.substr(0, Name.find('.'));
  for (size_t I = 0; I < StepNames.size(); ++I)
    if (StepNames[I] == Name)
      return AttributeStep(I);
  return std::nullopt;
}

AttributedLocks applyAttributes(Module &M) { return Application(M).run(); }

} // namespace predabs
