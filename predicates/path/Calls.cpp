// Calls and returns on a path, see Execution.h.

#include "predicates/alias/Library.h"
#include "predicates/interpreter/Library.h"
#include "predicates/path/Execution.h"

namespace predabs::path {

using Kind = ir::ValueRequest::Kind;

namespace {

bool isDiscrete(const Type *Ty) { return Ty->isInt() || Ty->isPointer(); }

} // namespace

const Function *Execution::callee(const Stmt &S) {
  if (S.Value->kind() == ExprKind::FuncAddr)
    return S.Value->function();
  auto Addr = choose(value(S.Value));
  if (!Addr) {
    giveUp("it calls through a pointer that may be any");
    return nullptr;
  }
  const Function *F = Run.addresses().functionAt(uint64_t(*Addr));
  if (!F)
    define(BitTerms::no());
  return F;
}

std::vector<Execution::Passed> Execution::arguments(const Stmt &S) {
  std::vector<Passed> Result;
  for (const Expr *A : S.Args)
    Result.push_back({value(A), A->type()});
  return Result;
}

void Execution::executeCall(const Stmt &S, size_t I) {
  if (P.enters(I)) {
    const Function &F = *P.Steps[I + 1].Func;
    if (S.Value->kind() != ExprKind::FuncAddr) {
      BitTerm Callee = value(S.Value);
      // What the call needs it needs whoever is called.
      arguments(S);
      noteCallees(Callee, P.Steps[I], &F);
      require(Role::Decision,
              T.equal(Callee, pointer(Run.addresses().ofFunction(&F))));
    }
    return enter(S, F);
  }
  const Function *F = callee(S);
  if (!F)
    return;
  if (F->isDefined())
    return giveUp("it calls " + F->Name + "(), and what that does is left out");
  if (const auto *Row = ir::interp::findModel(F->Name))
    return callModel(S, *F, *Row);
  callUnknown(S, *F);
}

void Execution::pushFrame(const Function &F, const Stmt *Call) {
  const ir::interp::Code &C = Run.codeOf(F);
  uint64_t OldTop = Run.Mem.stackTop();
  auto Offset = Run.Mem.pushFrame(C.Frame);
  if (!Offset || Frames.size() >= Options.MaxDepth)
    return giveUp("its calls need too much of the stack");
  Frames.push_back({&F, &C, *Offset, OldTop, Call});
}

void Execution::enter(const Stmt &S, const Function &F) {
  std::vector<Passed> Args = arguments(S);
  if (Args.size() < F.NumParams)
    return define(BitTerms::no());
  pushFrame(F, &S);
  // An assumption at its very beginning is part of this step.
  Memory.Step = Step - 1;
  for (uint32_t I = 0; I < F.NumParams && !isOver(); ++I)
    pass(*F.Vars[I], Args[I]);
}

std::optional<BitTerm> Execution::convert(Passed A, const Type *To) {
  if (A.Ty == To)
    return A.Value;
  if (isAggregate(A.Ty) && isAggregate(To) && A.Ty->size() == To->size())
    return A.Value;
  if (isDiscrete(A.Ty) && isDiscrete(To))
    return Numbers.resize(A.Value, A.Ty, To->width());
  define(BitTerms::no());
  return std::nullopt;
}

void Execution::pass(const Variable &V, Passed A) {
  auto Value = convert(A, V.Ty);
  if (!Value)
    return;
  if (V.Ty->isScalar())
    store({addressOf(V), {}}, V.Ty, *Value);
  else
    copy(addressOf(V), *Value, V.Ty);
}

void Execution::executeReturn(const Stmt &S) {
  std::optional<Passed> Result;
  Activation Top = Frames.back();
  if (S.Value)
    Result = Passed{value(S.Value), Top.Func->Ty->inner()};
  if (!Top.Call || isOver())
    return;
  Frames.pop_back();
  // An aggregate is copied from the frame that ends.
  deliver(*Top.Call, Result);
  Run.Mem.popTo(Top.OldTop);
}

void Execution::deliver(const Stmt &S, std::optional<Passed> A) {
  if (!S.Dest)
    return;
  const Type *Ty = S.Dest->type();
  if (!A && !Ty->isScalar())
    return forget(S.Dest, Contents::Renewed::All);
  if (!A)
    A = Passed{input(Kind::Uninitialised, Ty, S.Dest, nullptr), Ty};
  auto Value = convert(*A, Ty);
  if (!Value)
    return;
  Place To = placeOf(S.Dest);
  if (Ty->isScalar())
    store(To, Ty, *Value);
  else
    copy(To.Addr, *Value, Ty);
}

/// Whether \p F tells of an object that nobody else knows, as of a lock that
/// others may have: nobody can choose that then.
bool Execution::isOwnAffair(const Function &F,
                            const std::vector<Passed> &Args) {
  if (!alias::isEvent(F) || Args.empty() || !MayChange)
    return false;
  auto At = T.constant(Args[0].Value);
  const Variable *V = At ? localAt(uint64_t(*At)) : nullptr;
  return V && !MayChange(*V) && !isElsewhere(*At);
}

void Execution::callUnknown(const Stmt &S, const Function &F) {
  std::vector<Passed> Args = arguments(S);
  if (!alias::isEvent(F))
    noteHanded(F, Args);
  if (FollowsSystem && alias::isOfSystem(F))
    return callSystem(S, F, Args);
  const Function *By = isForeign(F) ? &F : nullptr;
  if (By)
    forgetKnownToOthers(S, F, Args);
  if (!S.Dest)
    return noteInput(Kind::Result, M.Ctx.voidType(), nullptr, &F, {});
  const Type *Ty = S.Dest->type();
  if (!Ty->isScalar()) {
    noteInput(Kind::Result, Ty, S.Dest, &F, {});
    return forget(S.Dest, Contents::Renewed::All);
  }
  Giver = By;
  if (isOwnAffair(F, Args))
    Doubted = {ir::Reason::None, &F};
  // An event gives nothing that it was given.
  if (alias::isEvent(F))
    Args.clear();
  BitTerm Result = input(Kind::Result, Ty, S.Dest, &F, Args);
  Doubted = {};
  Giver = nullptr;
  store(placeOf(S.Dest), Ty, Result);
}

} // namespace predabs::path
