// Statements on a path, see Execution.h.

#include "predicates/path/Execution.h"

#include "predicates/interpreter/Compiler.h"
#include "predicates/interpreter/Globals.h"
#include "predicates/interpreter/SwitchCases.h"

#include <algorithm>
#include <utility>

namespace predabs::path {

using Kind = ir::ValueRequest::Kind;

/// Nobody sees what is printed, and nobody answers: models run on what is
/// known, or not at all. The observer makes the interpreter lay out memory as
/// it does for a replay.
class Execution::Silence : public ir::OutputSink, public ir::RunObserver {
public:
  void write(ir::Stream, std::string_view) override {}
};

namespace {

/// Bytes of a variable that are forgotten one by one.
constexpr uint64_t MaxForgotten = 65'536;

/// Values that are chosen on one path: each costs a question to the solver.
constexpr unsigned MaxChoices = 16;
/// Terms of one path: more take too much memory, and seconds.
constexpr size_t MaxTerms = 150'000;

ir::RunOptions optionsFor(Beginning B, ir::OutputSink *Sink,
                          ir::RunObserver *Observer, ir::RunStarts *Starts) {
  ir::RunOptions O;
  O.Starts = Starts;
  O.Sink = Sink;
  O.Observer = Observer;
  O.From = ir::RunFrom::Entry;
  O.Volatile = ir::VolatileReads::Asked;
  if (B == Beginning::OfCall)
    O.Globals = ir::GlobalsStart::Arbitrary;
  return O;
}

} // namespace

const Expr *entryCondition(const ir::Block &B) {
  if (B.Stmts.empty() || B.Stmts[0].Kind != StmtKind::Assume)
    return nullptr;
  return B.Stmts[0].Value;
}

Execution::Execution(ir::Module &M, const Aliases &A, const Path &P,
                     Beginning B, Sharing S, BitTerms &T, Chooser Choose,
                     const ExecutionLimits &Size, ir::RunStarts *Starts)
    : M(M), Al(A), P(P), Begins(B), Shares(S), Size(Size), T(T),
      Choose(std::move(Choose)), PointerWidth(M.Ctx.target().PointerBytes * 8),
      Numbers(T, M.Ctx.target()), Quiet(std::make_unique<Silence>()),
      Options(optionsFor(B, Quiet.get(), Quiet.get(), Starts)), Run(M, Options),
      Memory(T, Run.Mem,
             [this](uint64_t Addr, unsigned Width, uint32_t From) {
               return newContents(Addr, Width, From);
             }),
      LentEnd(ir::interp::LentBase), Words(M.Ctx, T) {}

Execution::~Execution() = default;

void Execution::giveUp(std::string Why) {
  if (Trouble.empty())
    Trouble = std::move(Why);
}

bool Execution::isTooLarge() {
  if (T.size() > MaxTerms)
    giveUp("what it computes is too large");
  return T.size() > MaxTerms;
}

void Execution::require(Role Why, BitTerm Term) {
  if (T.isTrue(Term) || IsImpossible)
    return;
  Required.push_back({Step, Why, Term});
  IsImpossible = T.isFalse(Term);
}

std::optional<UInt128> Execution::choose(BitTerm Term) {
  if (auto Known = T.constant(Term))
    return Known;
  if (NumChoices++ >= MaxChoices)
    return std::nullopt;
  auto Chosen = Choose(*this, Term);
  if (!Chosen)
    return Chosen;
  BitTerm Is = T.equal(Term, T.number(T.width(Term), *Chosen));
  Required.push_back({Step, Role::Choice, Is, Term});
  IsImpossible |= T.isFalse(Is);
  return Chosen;
}

void Execution::run() {
  begin();
  size_t End = P.Steps.size() - 1;
  // A run is at the assumption with which a block begins only if it holds.
  const PathStep &Last = P.Steps.back();
  if (Last.Stmt == 0 && entryCondition(Last.block()))
    ++End;
  for (size_t I = 0; I < End && !isOver(); ++I)
    step(I);
}

void Execution::begin() {
  findGlobals();
  if (!ir::interp::startWithEntry(Run))
    return giveUp(Run.result().Why);
  if (!M.Globals.empty())
    HeapBegin = Run.addresses().ofGlobal(M.Globals.back().get()) +
                ir::interp::extentOf(*M.Globals.back());
  startStatement();
  const Function &F = P.entry();
  pushFrame(F, nullptr);
  for (uint32_t I = 0; I < F.NumParams && !isOver(); ++I)
    beginParameter(*F.Vars[I]);
}

void Execution::beginParameter(const Variable &V) {
  // An aggregate is memory that nobody wrote.
  if (!V.Ty->isScalar())
    return;
  bool IsMain = startsProgram(P.entry());
  const Expr *Name = M.Ctx.var(&V);
  BitTerm Value;
  if (IsMain && V.Ty->isPointer()) {
    auto Addr = lend(V.Ty->inner(), Origin::Entry);
    Lent.back().Closed = "it reads the arguments of the program";
    Value = pointer(Addr.value_or(0));
  } else {
    Value = unknown(V.Ty, Origin::Entry, Name);
  }
  if (IsMain && V.Id == 0 && V.Ty->isInt())
    Environment.push_back(T.make(BitOp::SignedLess, number(V.Ty, 0), Value));
  noteInput(Kind::Parameter, V.Ty, Name, nullptr, Value);
  store({addressOf(V), {}}, V.Ty, Value);
}

void Execution::step(size_t I) {
  const PathStep &S = P.Steps[I];
  Step = Memory.Step = uint32_t(I);
  if (isTooLarge())
    return;
  startStatement();
  if (S.isBlockEnd()) {
    noteGuess(S.block());
    leaveBlock(S.block());
    return noteTurns(I);
  }
  if (S.statement().Kind == StmtKind::Call)
    return executeCall(S.statement(), I);
  execute(S.statement());
}

void Execution::execute(const Stmt &S) {
  switch (S.Kind) {
  case StmtKind::Assign:
    return executeAssign(S);
  case StmtKind::Assume:
    Assumed = value(S.Value);
    if (T.isTrue(Assumed) && ComparesEntry)
      noteUntried(S.Value);
    return require(roleOf(S), Assumed);
  case StmtKind::Return:
    return executeReturn(S);
  case StmtKind::Havoc:
    return executeHavoc(S);
  case StmtKind::Call:
    return;
  }
}

/// What a model says of what callers own is a fact, whatever they own.
Role Execution::roleOf(const Stmt &Assume) const {
  if (!isGiven(Assume))
    return Role::Decision;
  return Owner.IsEntry ? Role::Defined : Role::Given;
}

void Execution::executeAssign(const Stmt &S) {
  const Type *Ty = S.Dest->type();
  if (Ty->isScalar()) {
    BitTerm V = value(S.Value);
    if (ir::interp::isVolatileRead(S))
      V = readVolatile(S, V);
    return store(placeOf(S.Dest), Ty, V);
  }
  BitTerm To = placeOf(S.Dest).Addr;
  if (S.Value->kind() == ExprKind::Zero)
    return fillZero(To, Ty);
  copy(To, value(S.Value), Ty);
}

/// What a volatile object gives that holds \p Held: that, if nobody else can
/// write it. A global that is defined here, a block of the heap, or a local
/// variable that no function elsewhere has come to know, is no device: that it
/// changes by itself is possible, but nobody chooses to what.
BitTerm Execution::readVolatile(const Stmt &S, BitTerm Held) {
  const Type *Ty = S.Dest->type();
  BitTerm Addr = placeOf(S.Value).Addr;
  auto At = T.constant(Addr);
  const Variable *V = At ? localAt(uint64_t(*At)) : nullptr;
  bool ByItself = V ? (!MayChange || MayChange(*V)) && !isElsewhere(*At)
                    : isOfProgram(Addr);
  if (ByItself) {
    LeavesOut = "a volatile variable may change by itself";
    noteInput(Kind::Havoc, Ty, S.Dest, nullptr, Held);
    return Held;
  }
  if (!V || !MayChange || MayChange(*V)) {
    // Who got the address of a local variable is the one to ask about it.
    Giver = V ? LastForeign : nullptr;
    BitTerm Any = input(Kind::Havoc, Ty, S.Dest, nullptr,
                        {{Addr, M.Ctx.pointerType(Ty)}});
    Giver = nullptr;
    return Any;
  }
  noteInput(Kind::Havoc, Ty, S.Dest, nullptr, Held);
  return Held;
}

/// Whether a function elsewhere that was called may know the object at \p Addr.
bool Execution::isElsewhere(UInt128 Addr) {
  if (!LastForeign || Writes == ForeignWrites::Nothing)
    return LastForeign;
  auto Object = objectAt(uint64_t(Addr));
  return !Object || std::ranges::count(Escaped, Object->Address) != 0;
}

/// Whether \p Addr is in the heap, or in global variables that this file
/// defines.
bool Execution::isOfProgram(BitTerm Addr) {
  std::vector<uint64_t> Bases = basesOf(Addr);
  return !Bases.empty() && std::ranges::all_of(Bases, [&](uint64_t At) {
    for (const Variable *V : Globals)
      if (At - Run.addresses().ofGlobal(V) < V->Ty->size())
        return V->IsDefined;
    return At >= HeapBegin && At < ir::interp::StackBase;
  });
}

/// The variable of an open call that holds \p Addr, or null.
const Variable *Execution::localAt(uint64_t Addr) const {
  for (const Activation &F : Frames)
    for (const auto &V : F.Func->Vars)
      if (Addr - (ir::interp::StackBase + F.Offset + F.Body->Offsets[V->Id]) <
          V->Ty->size())
        return V.get();
  return nullptr;
}

void Execution::executeHavoc(const Stmt &S) {
  if (S.Why == ir::Reason::Uninitialised)
    return forget(S.Dest, Contents::Renewed::Used);
  const Type *Ty = S.Dest ? S.Dest->type() : M.Ctx.voidType();
  ir::Reason Why = S.Why >= ir::Reason::FloatingPoint ? S.Why
                   : std::exchange(IsAgain, false)    ? ir::Reason::Builtin
                                                      : ir::Reason::None;
  if (Ty->isScalar()) {
    Doubted = Why == ir::Reason::None ? Owner.Because : Cause{Why};
    Giver = Owner.By;
    BitTerm V = input(Kind::Havoc, Ty, S.Dest, nullptr);
    Doubted = {};
    Giver = nullptr;
    return store(placeOf(S.Dest), Ty, V);
  }
  noteInput(Kind::Havoc, Ty, S.Dest, nullptr, {});
  DoubtfulSince[Step + 1] = {Why};
  if (S.Dest)
    forget(S.Dest, Contents::Renewed::All);
  else
    forgetTouched(S);
}

/// Variables that the `havoc everything` \p S may change are in doubt.
void Execution::forgetTouched(const Stmt &S) {
  auto Forget = [&](const Variable *V, uint64_t Addr) {
    if (!Al.mayModify(S, M.Ctx.var(V)))
      return;
    if (V->Ty->size() > MaxForgotten)
      return giveUp("a large variable may have changed");
    if (V->Ty->size())
      Memory.forget(Addr, V->Ty->size(), Contents::Renewed::All);
  };
  for (const Variable *V : Globals)
    if (!V->IsConst)
      Forget(V, Run.addresses().ofGlobal(V));
  for (const Activation &A : Frames)
    for (const auto &V : A.Func->Vars)
      if (Al.isAddressTaken(V.get()))
        Forget(V.get(),
               ir::interp::StackBase + A.Offset + A.Body->Offsets[V->Id]);
}

void Execution::leaveBlock(const ir::Block &B) {
  if (B.Succs.size() < 2)
    return;
  std::vector<const Expr *> Conditions;
  for (BlockId Succ : B.Succs)
    Conditions.push_back(entryCondition(Frames.back().Func->Blocks[Succ]));
  // One of two, or of a switch: the next step evaluates what is needed.
  if (Conditions.size() == 2 && Conditions[0] && Conditions[1] &&
      ir::interp::areOpposite(Conditions[0], Conditions[1]))
    return;
  if (auto Switch = ir::interp::recogniseSwitch(Conditions))
    return void(value(Switch->Subject));
  for (const Expr *C : Conditions)
    if (C)
      value(C);
}

} // namespace predabs::path
