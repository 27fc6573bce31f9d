// Functions of the system that a path cannot follow, see Execution.h: strtod,
// say, where nothing is known of the text. The real function computes one value
// and writes certain bytes, and a path that needs others cannot happen. So what
// it gives and may have written is any value, but no input: where the path
// depends on it the answer is "unknown", elsewhere it does no harm. After
//
//   int n = system_function(&pair, 3);
//
// n and all bytes of pair are in doubt, and so is what pointers in pair lead
// to. States of objects are not the system's to change.

#include "predicates/alias/Library.h"
#include "predicates/path/Execution.h"

#include <algorithm>
#include <set>

namespace predabs::path {

using Kind = ir::ValueRequest::Kind;

namespace {

/// Bytes of one object that a function may have written, at most: more is not
/// forgotten byte by byte.
constexpr uint64_t MaxDoubted = uint64_t(1) << 16;
/// Objects that one call may reach.
constexpr size_t MaxReached = 64;

/// Whether \p F reads what the user gives and writes it to its last arguments,
/// as scanf does. It may be what is there already.
bool isScanning(const Function &F) {
  const LibraryFunction *L = alias::findLibraryFunction(F);
  return L && L->What == LibraryFunction::Contents::Any &&
         L->Writes.From != UINT_MAX && !L->Name.ends_with("sscanf");
}

/// Functions of the program, here or elsewhere, whose addresses the path hands
/// out or keeps: the system may call them.
std::set<const Function *> handlersOn(const Path &P) {
  std::set<const Function *> Result;
  auto Look = [&](const Expr *Root) {
    for (const Expr *E : ir::termsOf(Root))
      if (E->kind() == ExprKind::FuncAddr &&
          (E->function()->isDefined() || !E->function()->IsSystem))
        Result.insert(E->function());
  };
  for (const PathStep &S : P.Steps) {
    if (S.isBlockEnd())
      continue;
    for (const Expr *A : S.statement().Args)
      Look(A);
    if (S.statement().Kind == StmtKind::Assign)
      Look(S.statement().Value);
  }
  return Result;
}

} // namespace

void Execution::callSystem(const Stmt &S, const Function &F,
                           const std::vector<Passed> &Args) {
  const Type *Ty = S.Dest ? S.Dest->type() : M.Ctx.voidType();
  bool IsInput = isScanning(F);
  Cause By{ir::Reason::None, IsInput ? nullptr : &F};
  DoubtfulSince[Step + 1] = By;
  if (!IsInput)
    doubtWritten(S, F, Args);
  if (!S.Dest || !Ty->isScalar()) {
    noteInput(Kind::Result, Ty, S.Dest, &F, {});
    return S.Dest ? forget(S.Dest, Contents::Renewed::All) : void();
  }
  Doubted = By;
  BitTerm Result = input(Kind::Result, Ty, S.Dest, &F, Args);
  Doubted = {};
  // From -1 to the number of what it may write.
  if (IsInput && Ty->isInt())
    Environment.push_back(T.make(BitOp::UnsignedLess,
                                 T.make(BitOp::Add, Result, number(Ty, 1)),
                                 number(Ty, Args.size() + 1)));
  store(placeOf(S.Dest), Ty, Result);
}

void Execution::doubtWritten(const Stmt &S, const Function &F,
                             const std::vector<Passed> &Args) {
  if (const LibraryFunction *L = alias::findLibraryFunction(F)) {
    for (size_t I : alias::writtenArguments(*L, S))
      doubtBehind(Args[I]);
    return;
  }
  std::vector<uint64_t> Work;
  for (const Passed &A : Args)
    if (A.Ty->isPointer())
      for (uint64_t Addr : basesOf(A.Value))
        Work.push_back(Addr);
  forReachable(std::move(Work),
               {MaxReached, MaxDoubted, "a function of the system"},
               [&](ir::MemoryRange Object) { doubtObject(Object); });
  if (!Handlers)
    Handlers = handlersOn(P);
  auto MayWrite = [&](const Variable &V) {
    return alias::isOfSystem(V) ||
           std::any_of(Handlers->begin(), Handlers->end(), [&](auto *Handler) {
             return Al.mayModify(*Handler, M.Ctx.var(&V));
           });
  };
  for (const Variable *V : Globals)
    if (!V->IsConst && MayWrite(*V))
      doubtObject({Run.addresses().ofGlobal(V), V->Ty->size()});
}

/// What begins where \p A points, up to the end of the object.
void Execution::doubtBehind(const Passed &A) {
  auto Known = T.constant(A.Value);
  for (uint64_t Addr : basesOf(A.Value))
    if (auto Object = objectAt(Addr)) {
      uint64_t Begin = Known ? uint64_t(*Known) : Object->Address;
      doubtObject({Begin, Object->Address + Object->Size - Begin});
    }
}

void Execution::doubtObject(ir::MemoryRange Bytes) {
  std::set<uint64_t> Kept; // a state has one byte
  for (auto &[Addr, Write] : StateWrites)
    Kept.insert(Addr);
  for (auto &[Symbol, Addr] : States)
    Kept.insert(Addr);
  for (uint64_t A = Bytes.Address; A < Bytes.Address + Bytes.Size; ++A)
    if (!Kept.contains(A) && isFine(A, 1, Access::Write))
      Memory.forget(A, 1, Contents::Renewed::All);
}

} // namespace predabs::path
