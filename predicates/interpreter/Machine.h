// The state of a run: memory, slots, the stack of frames, and how it ended.
// Instructions (Operations.h, Accesses.h, Control.h) and the models of library
// functions (Library.h) work on it. Calls of the program take no stack of the
// host.

#ifndef PREDABS_PREDICATES_INTERPRETER_MACHINE_H
#define PREDABS_PREDICATES_INTERPRETER_MACHINE_H

#include "predicates/interpreter/Addresses.h"
#include "predicates/interpreter/Bytecode.h"
#include "predicates/interpreter/Interpreter.h"
#include "predicates/interpreter/Memory.h"

#include <memory>
#include <set>
#include <span>

namespace predabs::ir::interp {

class Onlooker;

using Outcome = RunResult::Outcome;

/// A value on its way to a function: as in slots, an aggregate by address.
struct Argument {
  UInt128 Bits = 0;
  const Type *Ty = nullptr;
};

/// The value of an integer or pointer type, extended as slots hold it.
uint64_t extendWord(uint64_t Bits, const Type *T);
UInt128 extendWide(UInt128 Bits, const Type *T);

class Machine {
  // Memory begins behind the addresses of functions: these come first.
  const Module &Mod;
  const RunOptions &Options;
  Addresses Addrs;
  Context OwnTypes;
  const Type *Byte;

public:
  Machine(const Module &M, const RunOptions &O);
  ~Machine();

  // Slots. A Word is uint64_t or UInt128.
  template <class Word> Word get(Operand O) const {
    const uint64_t *P = Bases[O.Code & 1] + (O.Code >> 1);
    if constexpr (sizeof(Word) == 16)
      return UInt128(P[1]) << 64 | P[0];
    else
      return *P;
  }
  template <class Word> void set(uint32_t Slot, Word V) {
    Slots[Slot] = uint64_t(V);
    if constexpr (sizeof(Word) == 16)
      Slots[Slot + 1] = uint64_t(V >> 64);
  }
  UInt128 get(TypedOperand O) const {
    return numSlots(O.Ty) == 2 ? get<UInt128>(O.Value) : get<uint64_t>(O.Value);
  }

  Memory Mem;
  /// The offset in the stack of the current frame.
  uint64_t FrameOffset = 0;
  uint64_t Steps = 0;
  const uint64_t MaxSteps;

  const Module &module() const { return Mod; }
  const RunOptions &options() const { return Options; }
  const Target &target() const { return Mod.Ctx.target(); }
  /// An unsigned byte, a type of the machine's own.
  const Type *byteType() const { return Byte; }
  const Code &code() const { return *Current; }
  const Addresses &addresses() const { return Addrs; }

  // Ending a run. The results are null: `return M.stop(...)`.
  const Insn *stop(const Insn *At, Outcome How, std::string Why);
  const Insn *undefined(const Insn *At, std::string Why) {
    return stop(At, Outcome::Undefined, std::move(Why));
  }
  bool hasStopped() const { return Stopped; }
  /// How it ended; and back to before, for one who runs parts alone.
  const RunResult &result() const { return Result; }
  void restart() {
    Stopped = false;
    Result = {};
  }
  void exitWith(const Insn *At, uint64_t Status);
  /// Has \p F called at the program's end, the last one first.
  void callAtExit(const Function &F, std::vector<Argument> Args) {
    AtExit.emplace_back(&F, std::move(Args));
  }
  void forgetAtExit() { AtExit.clear(); }
  /// Calls those if the program has exited.
  void runAtExit();

  /// Of what models ask the environment, see EnvironmentAnswers.cpp.
  std::set<std::pair<uint64_t, uint64_t>> Asked;
  std::set<uint64_t> Spoiled;
  /// The next answer is not to be chosen: the question may be an old one.
  void isAgain(bool Is) { AsksAgain = Is; }

  // Asking the input source; an empty answer has stopped the run.
  std::optional<UInt128> ask(const Insn *At, ValueRequest R);
  std::optional<uint32_t> choose(const Insn *At, const ChoiceRequest &R);

  // Memory, with all checks: what the fast paths fall back on. An empty or
  // false answer has stopped the run.

  /// The bits \p R at \p Addr; those uninitialised are asked for, as a value
  /// of type \p Ty, and stay as they are chosen. \p Place may be null.
  std::optional<UInt128> readChecked(const Insn *At, uint64_t Addr, BitRange R,
                                     const Type *Ty, const Expr *Place);
  /// The same for a number that is used as an address and nothing else.
  std::optional<UInt128> readAddress(const Insn *At, uint64_t Addr, BitRange R,
                                     const Type *Ty, const Expr *Place);
  bool writeChecked(const Insn *At, uint64_t Addr, BitRange R, UInt128 V);
  /// The same for a whole scalar of type \p T, which may be an address as a
  /// number.
  bool writeScalar(const Insn *At, uint64_t Addr, const Type *T, UInt128 V,
                   bool IsAddress);
  bool copyChecked(const Insn *At, uint64_t To, uint64_t From, uint64_t Size);
  /// With the states in it.
  bool copyObject(const Insn *At, uint64_t To, uint64_t From, const Type *Ty);
  bool forgetObject(const Insn *At, uint64_t Addr, const Type *Ty);
  bool fillChecked(const Insn *At, uint64_t Addr, uint8_t Byte, uint64_t Size);
  bool forgetChecked(const Insn *At, uint64_t Addr, uint64_t Size);
  bool check(const Insn *At, uint64_t Addr, uint64_t Size, Access How);
  /// Uninitialised memory with the lifetime of the current frame.
  uint64_t allocateInFrame(const Insn *At, uint64_t Size);

  // What depends on where objects lie, if that is refused: these note it, for
  // the rest of the statement.
  enum class Depends : uint8_t {
    No,
    IsAddress, ///< on one that is there as a number
    Computed,
  };
  void startStatement() { OnAddresses = Depends::No; }
  void note(Depends On) { OnAddresses = std::max(OnAddresses, On); }
  /// The number that the address \p Addr is.
  void noteNumber(uint64_t Addr, Depends On);
  /// The order, or distance, of two addresses.
  void noteOrder(uint64_t A, uint64_t B);
  /// That they are equal, or that they are not.
  void noteEqual(uint64_t A, uint64_t B);
  /// Whether what is done next may depend \p On no more than that; else the run
  /// has stopped.
  bool mayDecide(const Insn *At, Depends On = Depends::No);

  // Calls.
  const Code &codeOf(const Function &F);
  const Insn *call(const Insn *At, const CallSite &S);
  const Insn *leave(const Insn *At, std::optional<Argument> Result);

  void print(Stream To, std::string_view Text);

  // Observation.
  RunObserver &observer() const { return *Options.Observer; }
  Onlooker &onlooker() { return *Looks; }
  uint32_t depth() const { return uint32_t(Frames.size()); }
  /// Executes \p C, which belongs to no function, on the memory of the current
  /// frame, with its first slots set to \p Inputs. What \p Result holds then,
  /// or nothing if that would have stopped the run, which goes on.
  std::optional<UInt128>
  attempt(const Code &C, std::span<const uint64_t> Inputs, TypedOperand Result);

  // The whole run.

  /// Calls \p F with \p Args and executes until it returns.
  /// What it returned, if anything.
  std::optional<UInt128> execute(const Function &F,
                                 const std::vector<Argument> &Args);
  /// Executes code that belongs to no function, from its first instruction.
  void execute(const Code &C);
  RunResult takeResult();
  void setGlobals(std::vector<uint64_t> ById) {
    Addrs.Globals = std::move(ById);
  }

private:
  struct Frame {
    const Code *Body;
    const Insn *Call; ///< in the caller; null in the first frame
    uint64_t SlotBase;
    uint64_t MemoryOffset;
    uint64_t OldTop;
  };

  const Insn *callModel(const Insn *At, const CallSite &S, const Code &C);
  const Insn *callUnknown(const Insn *At, const CallSite &S, const Code &C);
  const Insn *callBody(const Insn *At, const CallSite &S, const Code &C);
  /// Makes room for a frame on top; nothing where a limit has stopped the run.
  std::optional<Frame> newFrame(const Insn *At, const Code &C);
  /// The first slot above the current frame, with room for \p NumSlots.
  uint64_t slotsOnTop(uint32_t NumSlots);
  bool pass(const Insn *At, const Frame &To, const ParameterHome &H,
            Argument A);
  bool deliver(const Insn *At, const CallSite &S, std::optional<Argument> A);
  bool acceptUnknown(const Insn *At, const CallSite &S, ValueRequest R);
  void noteConversion(Argument A, const Type *To);
  void enter(const Frame &F);
  void execute(const Frame &First);

  uint64_t *Slots = nullptr;
  const uint64_t *Bases[2] = {};
  const Code *Current = nullptr;
  RefusingInputs Refusing;
  InputSource *Inputs;
  std::vector<std::unique_ptr<Code>> Codes;
  std::vector<uint64_t> SlotStore;
  std::vector<Frame> Frames;
  std::vector<Argument> ModelArgs;
  std::vector<std::pair<const Function *, std::vector<Argument>>> AtExit;
  std::optional<UInt128> Returned;
  bool AsksAgain = false;
  Depends OnAddresses = Depends::No;
  bool Stopped = false;
  RunResult Result;
  std::unique_ptr<Onlooker> Looks;
};

} // namespace predabs::ir::interp

#endif
