// Statements and blocks, see Compiler.h.

#include "predicates/interpreter/Compiler.h"

#include "predicates/ir/States.h"

#include "predicates/interpreter/Accesses.h"
#include "predicates/interpreter/Control.h"
#include "predicates/interpreter/Machine.h"
#include "predicates/interpreter/Observation.h"
#include "predicates/interpreter/SlotAllocation.h"
#include "predicates/interpreter/SwitchCases.h"
#include "predicates/interpreter/Values.h"

#include <algorithm>
#include <cassert>

namespace predabs::ir::interp {

namespace {

struct HomeTable {
  std::vector<VariableHome> ById;
  uint32_t NumSlots = 0;
};

ParameterHome parameterHome(const VariableHome &H, const Type *T) {
  bool IsSlot = H.Where == VariableHome::Kind::Slot;
  return {IsSlot ? ParameterHome::Kind::Slot : ParameterHome::Kind::Memory,
          H.Position, T};
}

/// Gives each variable of \p F its home; the code gets the frame and the
/// parameters.
HomeTable layOutVariables(const Function &F, const SlotAllocation &P, Code &C) {
  HomeTable Homes;
  for (const auto &V : F.Vars) {
    if (P.InSlot[V->Id]) {
      Homes.ById.push_back({VariableHome::Kind::Slot, Homes.NumSlots});
      Homes.NumSlots += numSlots(V->Ty);
    } else {
      uint64_t Offset = C.Frame.add(V->Ty->size(), V->Ty->align());
      Homes.ById.push_back({VariableHome::Kind::Frame, Offset});
    }
  }
  for (uint32_t I = 0; I < F.NumParams; ++I)
    C.Parameters.push_back(parameterHome(Homes.ById[I], F.Vars[I]->Ty));
  return Homes;
}

/// What depends on addresses is known of memory alone.
SlotAllocation slotsFor(const Function &F, const CompileOptions &O) {
  bool IsInMemory =
      O.Who == Observed::Yes || O.Addresses == AddressUse::Refused;
  return IsInMemory ? allocateNoSlots(F) : allocateSlots(F);
}

/// Whether \p E is an address as a number.
bool isNumberOfAddress(const Expr *E) {
  return E->kind() == ExprKind::Cast && E->type()->isInt() &&
         E->operand(0)->type()->isPointer() &&
         E->type()->size() == E->operand(0)->type()->size();
}

/// The condition under which \p B is entered, or null.
const Expr *entryCondition(const Block &B) {
  if (B.Stmts.empty() || B.Stmts[0].Kind != StmtKind::Assume)
    return nullptr;
  return B.Stmts[0].Value;
}

class FunctionCompiler {
public:
  FunctionCompiler(const Function &F, const Addresses &Addrs, const Target &Tgt,
                   const CompileOptions &Options, Code &C)
      : F(F), Addrs(Addrs), O(Options.Who), Volatile(Options.Volatile), C(C),
        Where(slotsFor(F, Options)), Homes(layOutVariables(F, Where, C)),
        Values(C, Addrs, Tgt, Homes.ById, Homes.NumSlots, Options.Addresses),
        Starts(F.Blocks.size()), Bodies(F.Blocks.size()) {
    C.Func = &F;
  }

  void run() {
    findNeededStarts();
    if (O == Observed::Yes)
      startObservation();
    for (BlockId B = 0; B < F.Blocks.size(); ++B)
      compileBlock(B);
    resolveTargets();
  }

private:
  // Jumps to blocks are written as targets first and made distances at the
  // end. A target is either a block's start or the point behind its leading
  // assumption.
  enum class Point : uint8_t { Start, Body };
  static int64_t target(BlockId B, Point P) {
    return int64_t(B) * 2 + (P == Point::Body);
  }
  int64_t distance(size_t From, int64_t Target) const {
    size_t To =
        Target % 2 ? Bodies[size_t(Target / 2)] : Starts[size_t(Target / 2)];
    return int64_t(To) - int64_t(From);
  }

  void resolveTargets() {
    for (size_t At : Jumps)
      C.Insns[At].Imm = distance(At, C.Insns[At].Imm);
    for (size_t I = 0; I < C.Switches.size(); ++I) {
      for (auto &Case : C.Switches[I].Cases)
        Case.second = distance(SwitchAt[I], Case.second);
      C.Switches[I].Default = distance(SwitchAt[I], C.Switches[I].Default);
    }
    for (size_t I = 0; I < C.Choices.size(); ++I)
      for (auto &A : C.Choices[I].Alternatives)
        A.Jump = distance(ChoiceAt[I], A.Jump);
  }

  /// The start of a block with an assumption is needed only where somebody
  /// enters without having decided it.
  void findNeededStarts() {
    NeedsStart.resize(F.Blocks.size());
    NeedsStart[0] = true;
    for (const Block &B : F.Blocks)
      if (B.Succs.size() == 1)
        NeedsStart[B.Succs[0]] = true;
  }

  void startObservation() {
    for (const VariableHome &H : Homes.ById)
      C.Offsets.push_back(H.Position);
    Values.emit({.Run = observeEntryHandler()});
  }

  void observe(BlockId B, size_t Stmt) {
    if (O == Observed::Yes)
      Values.emit(
          {.Run = observeHandler(), .Dst = uint32_t(Stmt), .Imm = int64_t(B)});
  }

  void setLoc(Loc L) {
    if (C.Locs.empty() || C.Locs.back().second != L)
      C.Locs.push_back({uint32_t(Values.here()), L});
  }

  void compileBlock(BlockId Id) {
    const Block &B = F.Blocks[Id];
    const Expr *Condition = entryCondition(B);
    Starts[Id] = Values.here();
    if (Condition && NeedsStart[Id])
      compileStmt(B.Stmts[0]);
    Bodies[Id] = Values.here();
    size_t First = Condition ? 1 : 0;
    if (!B.Stmts.empty())
      setLoc(B.Stmts[0].Where);
    int64_t Steps = int64_t(std::max<size_t>(B.Stmts.size(), 1));
    Values.emit({.Run = countStepsHandler(), .Imm = Steps});
    if (Condition)
      observe(Id, 0);
    for (size_t I = First; I < B.Stmts.size(); ++I) {
      observe(Id, I);
      compileStmt(B.Stmts[I]);
    }
    if (B.endsInReturn())
      return;
    observe(Id, B.Stmts.size());
    compileEnd(Id);
  }

  // Statements.

  void compileStmt(const Stmt &S) {
    setLoc(S.Where);
    Values.startStatement();
    switch (S.Kind) {
    case StmtKind::Assign:
      return compileAssign(S);
    case StmtKind::Assume:
      return compileAssume(Values.value(S.Value));
    case StmtKind::Call:
      return compileCall(S);
    case StmtKind::Return:
      return compileReturn(S);
    case StmtKind::Havoc:
      return compileHavoc(S);
    }
  }

  void compileAssume(Operand Condition) {
    Values.guardDecision();
    Values.emit({.Run = assumeHandler(), .A = Condition});
  }

  void compileVolatileRead(const Stmt &S) {
    Values.value(S.Value);
    compileAsked(S);
  }

  void compileAssign(const Stmt &S) {
    if (Volatile == VolatileReads::Asked && isVolatileRead(S))
      return compileVolatileRead(S);
    if (auto Slot = Values.slotOf(S.Dest))
      return Values.valueInto(S.Value, *Slot);
    if (S.Dest->type()->isScalar())
      return Values.store(S.Dest, Values.value(S.Value),
                          isNumberOfAddress(S.Value));
    int64_t Size = int64_t(S.Dest->type()->size());
    Operand To = Values.address(S.Dest);
    bool Clears = S.Value->kind() == ExprKind::Zero;
    Insn I{.A = To, .Imm = Size};
    if (!Clears)
      I.B = Values.value(S.Value);
    I.Run = Clears ? zeroHandler() : copyHandler();
    Values.emit(I);
    if (!hasStates(S.Dest->type()))
      return;
    I.Run = Clears ? zeroStatesHandler() : copyStatesHandler();
    Values.emit(I);
  }

  void compileReturn(const Stmt &S) {
    if (!S.Value)
      return emitLeaving({.Run = returnVoidHandler()},
                         observeReturnVoidHandler());
    emitLeaving({.Run = returnHandler(), .A = Values.value(S.Value)},
                observeReturnHandler());
  }

  void emitLeaving(Insn Return, Handler Observe) {
    if (O == Observed::Yes)
      Values.emit({.Run = Observe, .A = Return.A});
    Values.emit(Return);
  }

  /// Whether anybody looks at the result of the call \p S.
  bool wantsResult(const Stmt &S) const {
    if (!S.Dest)
      return false;
    return !Values.slotOf(S.Dest) || Where.IsRead[S.Dest->variable()->Id];
  }

  void compileCall(const Stmt &S) {
    CallSite Site;
    Site.Dest = S.Dest;
    Insn I{.Run = callHandler(), .Imm = int64_t(C.Calls.size())};
    if (S.Value->kind() == ExprKind::FuncAddr)
      Site.Callee = S.Value->function();
    else
      I.A = Values.value(S.Value);
    for (const Expr *A : S.Args)
      Site.Args.push_back({Values.value(A), A->type()});
    bool StoresScalar = false;
    if (wantsResult(S)) {
      Site.ResultTy = S.Dest->type();
      auto Slot = Values.slotOf(S.Dest);
      StoresScalar = !Slot && Site.ResultTy->isScalar();
      if (Slot)
        I.Dst = *Slot;
      else if (StoresScalar)
        I.Dst = Values.newSlots(numSlots(Site.ResultTy));
      else
        I.B = Values.address(S.Dest);
    }
    C.Calls.push_back(std::move(Site));
    Values.emit(I);
    if (StoresScalar)
      Values.store(S.Dest, Operand::slot(I.Dst));
  }

  void compileHavoc(const Stmt &S) {
    std::optional<uint32_t> Slot =
        S.Dest ? Values.slotOf(S.Dest) : std::nullopt;
    // A variable in a slot is assigned before each use anyway.
    if (S.Why == Reason::Uninitialised)
      return Slot ? void() : Values.forget(S.Dest);
    compileAsked(S);
  }

  /// S.Dest gets a value that is asked for.
  void compileAsked(const Stmt &S) {
    std::optional<uint32_t> Slot =
        S.Dest ? Values.slotOf(S.Dest) : std::nullopt;
    bool IsScalar = S.Dest && S.Dest->type()->isScalar();
    uint32_t Dst = Slot       ? *Slot
                   : IsScalar ? Values.newSlots(numSlots(S.Dest->type()))
                              : 0;
    Values.emit(
        {.Run = havocHandler(), .Dst = Dst, .Imm = int64_t(C.Havocs.size())});
    C.Havocs.push_back(&S);
    if (IsScalar && !Slot)
      Values.store(S.Dest, Operand::slot(Dst));
    else if (S.Dest && !IsScalar)
      Values.forget(S.Dest);
  }

  // Ends of blocks.

  void compileEnd(BlockId Id) {
    const Block &B = F.Blocks[Id];
    Values.startStatement();
    if (B.Succs.empty())
      return emitDeadEnd("a block that has no successor");
    if (B.Succs.size() == 1)
      return emitJump(Id, B.Succs[0], Point::Start);
    std::vector<const Expr *> Conditions;
    Conditions.reserve(B.Succs.size());
    for (BlockId Succ : B.Succs)
      Conditions.push_back(entryCondition(F.Blocks[Succ]));
    if (B.Succs.size() == 2 && Conditions[0] && Conditions[1] &&
        areOpposite(Conditions[0], Conditions[1]))
      return compileBranch(Id, Conditions[0]);
    std::optional<SwitchCases> Switch = recogniseSwitch(Conditions);
    if (Switch && numSlots(Switch->Subject->type()) == 1)
      return compileSwitch(Id, *Switch);
    compileChoice(Id, Conditions);
  }

  void emitDeadEnd(std::string Message) {
    Values.emit({.Run = deadEndHandler(), .Imm = int64_t(C.Messages.size())});
    C.Messages.push_back(std::move(Message));
  }

  /// Whether block \p To is entered at \p P by going on behind \p From.
  bool fallsInto(BlockId From, BlockId To, Point P) const {
    if (To != From + 1)
      return false;
    return P == Point::Start || !entryCondition(F.Blocks[To]) ||
           !NeedsStart[To];
  }

  void emitJumpInsn(Insn I, BlockId To, Point P) {
    I.Imm = target(To, P);
    Jumps.push_back(Values.emit(I));
  }

  void emitJump(BlockId From, BlockId To, Point P) {
    if (!fallsInto(From, To, P))
      emitJumpInsn({.Run = jumpHandler()}, To, P);
  }

  /// The position of the assumption that leads into successor \p N.
  Loc conditionLoc(BlockId From, uint32_t N) const {
    return F.Blocks[F.Blocks[From].Succs[N]].Stmts[0].Where;
  }

  void compileBranch(BlockId Id, const Expr *Condition) {
    setLoc(conditionLoc(Id, 0));
    BlockId True = F.Blocks[Id].Succs[0], False = F.Blocks[Id].Succs[1];
    while (Condition->op() == Op::Not) {
      Condition = Condition->operand(0);
      std::swap(True, False);
    }
    Operand V = Values.value(Condition);
    Values.guardDecision();
    if (fallsInto(Id, False, Point::Body))
      return emitJumpInsn({.Run = jumpIfTrueHandler(), .A = V}, True,
                          Point::Body);
    emitJumpInsn({.Run = jumpIfFalseHandler(), .A = V}, False, Point::Body);
    emitJump(Id, True, Point::Body);
  }

  uint64_t caseValue(const Expr *E) const {
    if (E->kind() == ExprKind::FuncAddr)
      return Addrs.ofFunction(E->function());
    if (E->kind() == ExprKind::LabelAddr)
      return Addrs.ofBlock(E->function(), E->block());
    return extendWord(uint64_t(E->bits()), E->type());
  }

  void compileSwitch(BlockId Id, const SwitchCases &Switch) {
    const Block &B = F.Blocks[Id];
    setLoc(conditionLoc(Id, 0));
    SwitchTable T;
    for (const SwitchCases::Case &K : Switch.Cases)
      T.Cases.push_back(
          {caseValue(K.Constant), target(B.Succs[K.Successor], Point::Body)});
    std::sort(T.Cases.begin(), T.Cases.end());
    T.Default = target(Switch.Default ? B.Succs[*Switch.Default]
                                      : BlockId(Starts.size()),
                       Point::Body);
    Operand V = Values.value(Switch.Subject);
    Values.guardDecision();
    SwitchAt.push_back(Values.emit(
        {.Run = switchHandler(), .A = V, .Imm = int64_t(C.Switches.size())}));
    C.Switches.push_back(std::move(T));
    if (Switch.Default)
      return;
    Starts.push_back(Values.here());
    Bodies.push_back(Values.here());
    emitDeadEnd("no successor is possible");
  }

  void compileChoice(BlockId Id, const std::vector<const Expr *> &Conditions) {
    ChoiceTable T;
    T.From = Id;
    for (uint32_t N = 0; N < Conditions.size(); ++N) {
      ChoiceTable::Alternative A;
      A.Jump = target(F.Blocks[Id].Succs[N], Point::Body);
      if (Conditions[N]) {
        setLoc(conditionLoc(Id, N));
        A.Condition = Values.value(Conditions[N]);
      }
      T.Alternatives.push_back(A);
    }
    Values.guardDecision();
    ChoiceAt.push_back(Values.emit(
        {.Run = chooseHandler(), .Imm = int64_t(C.Choices.size())}));
    C.Choices.push_back(std::move(T));
  }

  const Function &F;
  const Addresses &Addrs;
  const Observed O;
  const VolatileReads Volatile;
  Code &C;
  const SlotAllocation Where;
  const HomeTable Homes;
  ValueCompiler Values;
  /// Where blocks begin, by BlockId; further points are appended.
  std::vector<size_t> Starts, Bodies;
  std::vector<bool> NeedsStart;
  /// Instructions whose Imm is a target.
  std::vector<size_t> Jumps;
  std::vector<size_t> SwitchAt, ChoiceAt;
};

} // namespace

Loc Code::locate(const Insn *I) const {
  uint32_t At = uint32_t(I - Insns.data());
  auto It = std::upper_bound(
      Locs.begin(), Locs.end(), At,
      [](uint32_t P, const auto &Entry) { return P < Entry.first; });
  return It == Locs.begin() ? Loc() : std::prev(It)->second;
}

void compileFunction(const Function &F, const Addresses &Addrs,
                     const Target &Tgt, const CompileOptions &O, Code &C) {
  assert(F.isDefined());
  FunctionCompiler(F, Addrs, Tgt, O, C).run();
}

void compileInitialisers(const Module &M, GlobalsStart Start,
                         const Addresses &Addrs, AddressUse Use, Code &C) {
  const std::vector<VariableHome> NoHomes;
  ValueCompiler Values(C, Addrs, M.Ctx.target(), NoHomes, 0, Use);
  for (const auto &V : M.Globals)
    for (const InitPart &P : V->Init) {
      if (!startsInitialised(*V, Start) ||
          (P.Value->isConstant() && P.Value->kind() != ExprKind::FuncAddr &&
           P.Value->kind() != ExprKind::LabelAddr))
        continue;
      C.Locs.push_back({uint32_t(Values.here()), V->Where});
      Values.startStatement();
      Operand Value = Values.value(P.Value);
      uint64_t Addr = Addrs.ofGlobal(V.get()) + P.BitOffset / 8;
      const Type *T = P.Value->type();
      Insn I{.Dst = Values.addPlace(P.Value),
             .A = Values.constant(Addr),
             .B = Value};
      if (!T->isScalar()) {
        I.Run = copyHandler();
        I.Imm = int64_t(T->size());
      } else if (P.BitWidth) {
        I.Run = storeBitsHandler(T);
        I.BitOffset = uint8_t(P.BitOffset % 8);
        I.BitWidth = uint8_t(P.BitWidth);
      } else {
        I.Run = storeHandler(T, AccessBase::Address, Use);
      }
      Values.emit(I);
    }
  Values.emit({.Run = returnVoidHandler()});
}

} // namespace predabs::ir::interp
