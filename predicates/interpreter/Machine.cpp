// Checked accesses, calls and the end of a run, see Machine.h.

#include "predicates/interpreter/Machine.h"

#include "predicates/ir/States.h"

#include "predicates/interpreter/Compiler.h"
#include "predicates/interpreter/Library.h"
#include "predicates/interpreter/Observation.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace predabs::ir::interp {

namespace {

bool isDiscrete(const Type *T) { return T->isInt() || T->isPointer(); }
bool isSignedInt(const Type *T) { return T->isInt() && T->isSigned(); }

ByteOrder orderOf(const Target &T) {
  return T.BigEndian ? ByteOrder::Big : ByteOrder::Little;
}

/// The variable of which \p Place is a part, or null.
const Variable *rootVariable(const Expr *Place) {
  while (Place->kind() == ExprKind::Field || Place->kind() == ExprKind::Index)
    Place = Place->operand(0);
  return Place->kind() == ExprKind::Var ? Place->variable() : nullptr;
}

std::string nameOfPlace(const Expr *Place) {
  const Variable *V = Place ? rootVariable(Place) : nullptr;
  return V ? "'" + V->Name + "'" : "memory";
}

std::string refusal(const ValueRequest &R) {
  switch (R.What) {
  case ValueRequest::Kind::Havoc:
    return "the value of " + nameOfPlace(R.Place) +
           " is arbitrary: " + reasonText(R.Why) + " (" + reasonHelp(R.Why) +
           ")";
  case ValueRequest::Kind::Uninitialised:
    return "a read of " + nameOfPlace(R.Place) + ", which is uninitialised";
  case ValueRequest::Kind::Result:
    return "unmodelled function '" + R.Callee->Name + "'";
  case ValueRequest::Kind::Parameter:
    return "a parameter of the function that the run starts with";
  }
  return "";
}

/// A value in slots as one of another type, as an ABI would pass it on.
std::optional<UInt128> convert(Argument A, const Type *To) {
  if (A.Ty == To)
    return A.Bits;
  if (isAggregate(A.Ty) && isAggregate(To) && A.Ty->size() == To->size())
    return A.Bits;
  if (!isDiscrete(A.Ty) || !isDiscrete(To))
    return std::nullopt;
  if (numSlots(A.Ty) == 1 && isSignedInt(A.Ty))
    A.Bits = UInt128(SInt128(int64_t(uint64_t(A.Bits))));
  return extendWide(A.Bits, To);
}

} // namespace

uint64_t extendWord(uint64_t Bits, const Type *T) {
  if (T->width() >= 64)
    return Bits;
  unsigned Shift = 64 - T->width();
  return isSignedInt(T) ? uint64_t(int64_t(Bits << Shift) >> Shift)
                        : Bits << Shift >> Shift;
}

UInt128 extendWide(UInt128 Bits, const Type *T) {
  return isSignedInt(T) ? UInt128(signExtend(Bits, T->width()))
                        : truncateTo(Bits, T->width());
}

Machine::Machine(const Module &M, const RunOptions &O)
    : Mod(M), Options(O), Addrs(M), OwnTypes(M.Ctx.target()),
      Byte(OwnTypes.intType(8, false)),
      Mem(Addrs.end(), orderOf(M.Ctx.target())), MaxSteps(O.MaxSteps),
      Inputs(O.Inputs ? O.Inputs : &Refusing), Codes(M.Functions.size()) {
  if (O.Addresses == AddressUse::Refused)
    Mem.trackAddresses();
  if (!O.Observer)
    return;
  Looks = std::make_unique<Onlooker>(*this);
  Mem.keepStackAddresses();
}

Machine::~Machine() = default;

// The end of a run.

const Insn *Machine::stop(const Insn *At, Outcome How, std::string Why) {
  if (Stopped)
    return nullptr;
  Stopped = true;
  Result.How = How;
  Result.Why = std::move(Why);
  if (At && Current)
    Result.Where = Current->locate(At);
  return nullptr;
}

void Machine::exitWith(const Insn *At, uint64_t Status) {
  Result.ExitStatus = int(Status & 0xff);
  stop(At, Outcome::Exited, "");
}

void Machine::runAtExit() {
  while (!AtExit.empty() && Stopped && Result.How == Outcome::Exited) {
    auto [F, Args] = std::move(AtExit.back());
    AtExit.pop_back();
    Stopped = false;
    execute(*F, Args);
    // A handler that exits has set a status of its own.
    if (!Stopped)
      exitWith(nullptr, uint64_t(Result.ExitStatus));
  }
}

RunResult Machine::takeResult() {
  Result.Steps = Steps;
  return std::move(Result);
}

void Machine::print(Stream To, std::string_view Text) {
  if (Options.Sink)
    Options.Sink->write(To, Text);
  else
    (To == Stream::Output ? Result.Output : Result.Errors) += Text;
}

// Questions.

std::optional<UInt128> Machine::ask(const Insn *At, ValueRequest R) {
  if (At && !R.Where.isValid())
    R.Where = Current->locate(At);
  if (R.What == ValueRequest::Kind::Havoc && std::exchange(AsksAgain, false) &&
      R.Why < Reason::FloatingPoint)
    R.Why = Reason::Builtin;
  std::optional<UInt128> Answer = Inputs->value(R);
  if (!Answer)
    stop(At, Outcome::Refused, refusal(R));
  return Answer;
}

std::optional<uint32_t> Machine::choose(const Insn *At,
                                        const ChoiceRequest &R) {
  std::optional<uint32_t> Answer = Inputs->successor(R);
  bool IsPossible = Answer && std::find(R.Possible.begin(), R.Possible.end(),
                                        *Answer) != R.Possible.end();
  if (IsPossible)
    return Answer;
  stop(At, Outcome::Refused,
       "several successors of block '" + R.Func->Blocks[R.From].Name +
           "' are possible");
  return std::nullopt;
}

// Memory.

bool Machine::check(const Insn *At, uint64_t Addr, uint64_t Size, Access How) {
  auto Fault = Mem.fault(Addr, Size, How);
  if (Fault)
    undefined(At, *Fault);
  return !Fault;
}

std::optional<UInt128> Machine::readChecked(const Insn *At, uint64_t Addr,
                                            BitRange R, const Type *Ty,
                                            const Expr *Place) {
  if (!check(At, Addr, R.bytes(), Access::Read))
    return std::nullopt;
  Arena &A = Mem.arenaOf(Addr);
  uint8_t *Bytes = A.Bytes + (Addr - A.base());
  uint8_t *Init = A.Init + (Addr - A.base());
  if (Mem.tracksAddresses()) {
    Memory::Holds Is = Mem.holds(Addr, R.bytes());
    if (!Ty->isPointer() && Is != Memory::Holds::Nothing)
      note(Is == Memory::Holds::Address && R.Width == target().PointerBytes * 8
               ? Depends::IsAddress
               : Depends::Computed);
    if (Ty->isPointer() && Is == Memory::Holds::Number) {
      stop(At, Outcome::Refused, "an address is computed as a number");
      return std::nullopt;
    }
  }
  UInt128 V = readBits(Bytes, R, Mem.order());
  UInt128 Valid = readBits(Init, R, Mem.order());
  UInt128 All = truncateTo(~UInt128(0), R.Width);
  if (Valid == All)
    return V;
  auto Chosen = ask(At, {.What = ValueRequest::Kind::Uninitialised,
                         .Why = Reason::Uninitialised,
                         .Ty = Ty,
                         .Place = Place,
                         .Where = Loc(),
                         .Address = Addr,
                         .BitOffset = R.Offset,
                         .BitWidth = R.Width});
  if (!Chosen)
    return std::nullopt;
  V = (V & Valid) | (extendWide(*Chosen, Ty) & All & ~Valid);
  writeBits(Bytes, R, Mem.order(), V);
  writeBits(Init, R, Mem.order(), All);
  return V;
}

std::optional<UInt128> Machine::readAddress(const Insn *At, uint64_t Addr,
                                            BitRange R, const Type *Ty,
                                            const Expr *Place) {
  Depends Noted = std::exchange(OnAddresses, Depends::No);
  auto Bits = readChecked(At, Addr, R, Ty, Place);
  if (!Bits || !mayDecide(At, Depends::IsAddress))
    return std::nullopt;
  OnAddresses = Noted;
  return Bits;
}

bool Machine::writeChecked(const Insn *At, uint64_t Addr, BitRange R,
                           UInt128 V) {
  if (!check(At, Addr, R.bytes(), Access::Write))
    return false;
  Arena &A = Mem.arenaOf(Addr);
  writeBits(A.Bytes + (Addr - A.base()), R, Mem.order(), V);
  writeBits(A.Init + (Addr - A.base()), R, Mem.order(), ~UInt128(0));
  Mem.forgetAddresses(A, Addr - A.base(), R.bytes());
  if (OnAddresses != Depends::No)
    Mem.mark(Addr, R.bytes(), OfNumber);
  return true;
}

bool Machine::writeScalar(const Insn *At, uint64_t Addr, const Type *T,
                          UInt128 V, bool IsAddress) {
  unsigned Size = accessBytes(T);
  if (!writeChecked(At, Addr, {0, Size * 8}, V))
    return false;
  if (!Mem.tracksAddresses() || !(IsAddress || T->isPointer()))
    return true;
  Arena &A = Mem.arenaOf(Addr);
  Mem.forgetAddresses(A, Addr - A.base(), Size);
  if (V >= CodeBase)
    Mem.mark(Addr, Size, OfAddress);
  return true;
}

bool Machine::copyChecked(const Insn *At, uint64_t To, uint64_t From,
                          uint64_t Size) {
  if (From == ZerosAddress)
    return fillChecked(At, To, 0, Size);
  if (!check(At, From, Size, Access::Read) ||
      !check(At, To, Size, Access::Write))
    return false;
  Mem.copy(To, From, Size);
  return true;
}

bool Machine::copyObject(const Insn *At, uint64_t To, uint64_t From,
                         const Type *Ty) {
  if (!copyChecked(At, To, From, Ty->size()))
    return false;
  if (hasStates(Ty) && From == ZerosAddress)
    Mem.clearGhosts(To, Ty->size());
  else if (hasStates(Ty))
    Mem.copyGhosts(To, From, Ty->size());
  return true;
}

bool Machine::fillChecked(const Insn *At, uint64_t Addr, uint8_t Byte,
                          uint64_t Size) {
  if (!check(At, Addr, Size, Access::Write))
    return false;
  Mem.fill(Addr, Byte, Size);
  return true;
}

bool Machine::forgetChecked(const Insn *At, uint64_t Addr, uint64_t Size) {
  if (!check(At, Addr, Size, Access::Write))
    return false;
  Mem.forget(Addr, Size);
  return true;
}

bool Machine::forgetObject(const Insn *At, uint64_t Addr, const Type *Ty) {
  if (hasStates(Ty))
    Mem.forgetGhosts(Addr, Ty->size());
  return forgetChecked(At, Addr, Ty->size());
}

// What depends on addresses.

void Machine::noteNumber(uint64_t Addr, Depends On) {
  if (!isNoObject(Addr, target()))
    note(On);
}

void Machine::noteOrder(uint64_t A, uint64_t B) {
  if (A != B && !Mem.areInOneObject(A, B))
    note(Depends::Computed);
}

void Machine::noteEqual(uint64_t A, uint64_t B) {
  using Lies = Memory::Lies;
  auto IsKnown = [&](uint64_t Addr) {
    return isNoObject(Addr, target()) ||
           (Addr >= CodeBase && Addr < Addrs.end()) ||
           Mem.lies(Addr) != Lies::Outside;
  };
  auto AreNeighbours = [&](uint64_t End, uint64_t Start) {
    return Mem.lies(End) == Lies::AtEnd && Mem.lies(Start) == Lies::AtStart &&
           !Mem.areInOneObject(End, Start);
  };
  if (!IsKnown(A) || !IsKnown(B) || AreNeighbours(A, B) || AreNeighbours(B, A))
    note(Depends::Computed);
}

bool Machine::mayDecide(const Insn *At, Depends On) {
  if (OnAddresses <= On)
    return true;
  stop(At, Outcome::Refused, "it depends on where objects lie");
  return false;
}

/// Where a function is called as another type than its own.
void Machine::noteConversion(Argument A, const Type *To) {
  if (Mem.tracksAddresses() && A.Ty->isPointer() && !To->isPointer())
    noteNumber(uint64_t(A.Bits), Depends::Computed);
}

uint64_t Machine::allocateInFrame(const Insn *At, uint64_t Size) {
  FrameLayout Layout;
  Layout.add(Size, Granule);
  std::optional<uint64_t> Offset = Mem.pushFrame(Layout);
  if (!Offset) {
    stop(At, Outcome::DepthLimit, "the stack is full");
    return 0;
  }
  return StackBase + *Offset;
}

// Calls.

const Code &Machine::codeOf(const Function &F) {
  std::unique_ptr<Code> &C = Codes[F.Id];
  if (C)
    return *C;
  C = std::make_unique<Code>();
  C->Func = &F;
  if (F.isDefined())
    compileFunction(F, Addrs, target(),
                    {Looks ? Observed::Yes : Observed::No, Options.Volatile,
                     Options.Addresses},
                    *C);
  else
    C->Model = findModel(F.Name);
  return *C;
}

const Insn *Machine::call(const Insn *At, const CallSite &S) {
  const Function *F = S.Callee;
  if (!F)
    F = Addrs.functionAt(get<uint64_t>(At->A));
  if (!F)
    return undefined(At, "a call through a pointer to no function");
  const Code &C = codeOf(*F);
  if (C.hasBody())
    return callBody(At, S, C);
  return C.Model ? callModel(At, S, C) : callUnknown(At, S, C);
}

uint64_t Machine::slotsOnTop(uint32_t NumSlots) {
  uint64_t SlotBase = 0;
  if (!Frames.empty())
    SlotBase = Frames.back().SlotBase + Frames.back().Body->NumSlots;
  if (SlotStore.size() < SlotBase + NumSlots) {
    SlotStore.resize(std::max(SlotBase + NumSlots, SlotStore.size() * 2));
    if (!Frames.empty())
      enter(Frames.back());
  }
  return SlotBase;
}

std::optional<Machine::Frame> Machine::newFrame(const Insn *At, const Code &C) {
  if (Frames.size() >= Options.MaxDepth) {
    stop(At, Outcome::DepthLimit, "call depth limit");
    return std::nullopt;
  }
  uint64_t SlotBase = slotsOnTop(C.NumSlots);
  uint64_t OldTop = Mem.stackTop();
  auto Offset = Mem.pushFrame(C.Frame);
  if (!Offset) {
    stop(At, Outcome::DepthLimit, "the stack is full");
    return std::nullopt;
  }
  return Frame{&C, At, SlotBase, *Offset, OldTop};
}

void Machine::enter(const Frame &F) {
  Slots = SlotStore.data() + F.SlotBase;
  Bases[0] = Slots;
  Bases[1] = F.Body->Constants.data();
  Current = F.Body;
  FrameOffset = F.MemoryOffset;
}

bool Machine::pass(const Insn *At, const Frame &To, const ParameterHome &H,
                   Argument A) {
  noteConversion(A, H.Ty);
  std::optional<UInt128> Bits = convert(A, H.Ty);
  if (!Bits) {
    undefined(At, "an argument does not have the type of its parameter");
    return false;
  }
  if (H.Where == ParameterHome::Kind::Slot) {
    uint64_t *Slot = SlotStore.data() + To.SlotBase + H.Position;
    Slot[0] = uint64_t(*Bits);
    if (numSlots(H.Ty) == 2)
      Slot[1] = uint64_t(*Bits >> 64);
    return true;
  }
  uint64_t Addr = StackBase + To.MemoryOffset + H.Position;
  if (H.Ty->isScalar())
    return writeScalar(At, Addr, H.Ty, *Bits, /*IsAddress=*/false);
  // The frame is new: all of it is uninitialised.
  return *Bits == UnsetAddress || copyObject(At, Addr, uint64_t(*Bits), H.Ty);
}

const Insn *Machine::callBody(const Insn *At, const CallSite &S,
                              const Code &C) {
  if (S.Args.size() < C.Parameters.size())
    return undefined(At,
                     "a call of '" + C.Func->Name + "' with too few arguments");
  auto New = newFrame(At, C);
  if (!New)
    return nullptr;
  for (size_t I = 0; I < C.Parameters.size(); ++I)
    if (!pass(At, *New, C.Parameters[I], {get(S.Args[I]), S.Args[I].Ty}))
      return nullptr;
  Frames.push_back(*New);
  enter(*New);
  return C.Insns.data();
}

const Insn *Machine::leave(const Insn *, std::optional<Argument> R) {
  Frame Top = Frames.back();
  Frames.pop_back();
  if (!Top.Call) {
    if (R)
      Returned = R->Bits;
    Mem.popTo(Top.OldTop);
    return nullptr;
  }
  enter(Frames.back());
  // An aggregate is copied from the frame that ends.
  if (!deliver(Top.Call, Current->Calls[size_t(Top.Call->Imm)], R))
    return nullptr;
  Mem.popTo(Top.OldTop);
  return Top.Call + 1;
}

bool Machine::deliver(const Insn *At, const CallSite &S,
                      std::optional<Argument> A) {
  if (!S.ResultTy)
    return true;
  if (!A && !S.ResultTy->isScalar())
    return forgetObject(At, get<uint64_t>(At->B), S.ResultTy);
  if (!A)
    return acceptUnknown(At, S,
                         {ValueRequest::Kind::Uninitialised,
                          Reason::Uninitialised, S.ResultTy, S.Dest, nullptr,
                          Loc()});
  noteConversion(*A, S.ResultTy);
  std::optional<UInt128> Bits = convert(*A, S.ResultTy);
  if (!Bits) {
    undefined(At, "a result does not have the type that the caller expects");
    return false;
  }
  if (!S.ResultTy->isScalar())
    return copyObject(At, get<uint64_t>(At->B), uint64_t(*Bits), S.ResultTy);
  if (numSlots(S.ResultTy) == 2)
    set(At->Dst, *Bits);
  else
    set(At->Dst, uint64_t(*Bits));
  return true;
}

bool Machine::acceptUnknown(const Insn *At, const CallSite &S, ValueRequest R) {
  std::optional<UInt128> Bits = ask(At, R);
  if (!Bits || !S.ResultTy)
    return Bits.has_value();
  if (S.ResultTy->isScalar())
    return deliver(At, S,
                   Argument{numSlots(S.ResultTy) == 2
                                ? extendWide(*Bits, S.ResultTy)
                                : extendWord(uint64_t(*Bits), S.ResultTy),
                            S.ResultTy});
  return forgetChecked(At, get<uint64_t>(At->B), S.ResultTy->size());
}

const Insn *Machine::callUnknown(const Insn *At, const CallSite &S,
                                 const Code &C) {
  const Type *T = S.ResultTy ? S.ResultTy : Mod.Ctx.voidType();
  bool Goes = acceptUnknown(
      At, S,
      {ValueRequest::Kind::Result, Reason::None, T, S.Dest, C.Func, Loc()});
  return Goes ? At + 1 : nullptr;
}

const Insn *Machine::callModel(const Insn *At, const CallSite &S,
                               const Code &C) {
  ModelArgs.clear();
  for (const TypedOperand &A : S.Args)
    ModelArgs.push_back({get(A), A.Ty});
  if (ModelArgs.size() < C.Model->MinArgs)
    return undefined(At,
                     "a call of '" + C.Func->Name + "' with too few arguments");
  LibraryCall Call{*this, At, *C.Func, ModelArgs};
  C.Model->Run(Call);
  // Models look at bytes, and at numbers, as they like.
  if (Stopped || (!isPrinting(*C.Model) && !mayDecide(At)))
    return nullptr;
  const Type *T = C.Func->Ty->inner();
  std::optional<Argument> R;
  if (T->isScalar())
    R = Argument{numSlots(T) == 2 ? extendWide(Call.Result, T)
                                  : extendWord(uint64_t(Call.Result), T),
                 T};
  return deliver(At, S, R) ? At + 1 : nullptr;
}

// Observation.

std::optional<UInt128> Machine::attempt(const Code &C,
                                        std::span<const uint64_t> Preset,
                                        TypedOperand Wanted) {
  uint64_t SlotBase = slotsOnTop(C.NumSlots);
  std::copy(Preset.begin(), Preset.end(), SlotStore.begin() + SlotBase);
  InputSource *Real = std::exchange(Inputs, &Refusing);
  RunResult Kept = std::exchange(Result, RunResult());
  Depends Noted = OnAddresses;
  enter({&C, nullptr, SlotBase, FrameOffset, 0});
  const Insn *I = C.Insns.data();
  while (I)
    I = I->Run(*this, I);
  std::optional<UInt128> Found;
  if (!std::exchange(Stopped, false))
    Found = get(Wanted);
  enter(Frames.back());
  Result = std::move(Kept);
  OnAddresses = Noted;
  Inputs = Real;
  return Found;
}

// Whole runs.

void Machine::execute(const Frame &First) {
  Frames.push_back(First);
  enter(First);
  const Insn *I = First.Body->Insns.data();
  while (I)
    I = I->Run(*this, I);
}

std::optional<UInt128> Machine::execute(const Function &F,
                                        const std::vector<Argument> &Args) {
  const Code &C = codeOf(F);
  assert(Args.size() >= C.Parameters.size());
  auto First = newFrame(nullptr, C);
  if (!First)
    return std::nullopt;
  for (size_t I = 0; I < C.Parameters.size(); ++I)
    if (!pass(nullptr, *First, C.Parameters[I], Args[I]))
      return std::nullopt;
  Returned.reset();
  execute(*First);
  return Returned;
}

void Machine::execute(const Code &C) {
  if (auto First = newFrame(nullptr, C))
    execute(*First);
}

} // namespace predabs::ir::interp
