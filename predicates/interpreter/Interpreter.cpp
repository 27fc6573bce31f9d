// Sets a run up: lays out the globals, lends memory, calls Module::Init, builds
// argv and calls the entry. See Interpreter.h.

#include "predicates/interpreter/Interpreter.h"

#include "predicates/interpreter/Globals.h"
#include "predicates/interpreter/Machine.h"

namespace predabs::ir {

using namespace interp;

std::optional<UInt128> ListedInputs::value(const ValueRequest &) {
  if (NextValue == Values.size())
    return std::nullopt;
  return Values[NextValue++];
}

std::optional<uint32_t> ListedInputs::successor(const ChoiceRequest &) {
  if (NextChoice == Choices.size())
    return std::nullopt;
  return Choices[NextChoice++];
}

const char *outcomeText(RunResult::Outcome O) {
  switch (O) {
  case Outcome::Exited:
    return "exited";
  case Outcome::Undefined:
    return "undefined behaviour";
  case Outcome::Refused:
    return "refused";
  case Outcome::AssertFailed:
    return "assertion failed";
  case Outcome::Aborted:
    return "aborted";
  case Outcome::StepLimit:
    return "step limit";
  case Outcome::DepthLimit:
    return "depth limit";
  case Outcome::Stuck:
    return "stuck";
  }
  return "";
}

std::string describe(const RunResult &R, const Module &M) {
  std::string Text;
  if (R.Where.isValid() && R.Where.File < M.Files.size())
    Text = M.Files[R.Where.File] + ":" + std::to_string(R.Where.Line) + ":" +
           std::to_string(R.Where.Column) + ": ";
  Text += outcomeText(R.How);
  if (R.How == Outcome::Exited)
    return Text + " with status " + std::to_string(R.ExitStatus);
  return Text + ": " + R.Why;
}

namespace {

/// Makes the arguments of the entry.
class EntryArguments {
public:
  EntryArguments(const Module &M, const RunOptions &O, Machine &Run)
      : M(M), From(O.From), Args(O.Args), Run(Run) {
    if (Args.empty())
      Args.push_back(M.Name);
  }

  /// An empty answer has stopped the run.
  std::optional<std::vector<Argument>> make(const Function &F) {
    std::vector<Argument> Result;
    for (uint32_t I = 0; I < F.NumParams; ++I) {
      const Type *T = F.Vars[I]->Ty;
      bool IsGiven = From == RunFrom::Program && F.Name == "main" && I < 3;
      auto Bits = IsGiven ? forMain(I) : ask(*F.Vars[I]);
      if (!Bits)
        return std::nullopt;
      Result.push_back({*Bits, T});
    }
    return Result;
  }

private:
  std::optional<UInt128> ask(const Variable &V) {
    if (isAggregate(V.Ty))
      return UnsetAddress;
    auto Bits = Run.ask(nullptr, {ValueRequest::Kind::Parameter, Reason::None,
                                  V.Ty, nullptr, nullptr, V.Where});
    if (!Bits)
      return Bits;
    return numSlots(V.Ty) == 2 ? extendWide(*Bits, V.Ty)
                               : extendWord(uint64_t(*Bits), V.Ty);
  }

  std::optional<UInt128> forMain(uint32_t I) {
    if (I == 0)
      return Args.size();
    std::vector<uint64_t> Pointers;
    if (I == 1)
      for (const std::string &A : Args)
        Pointers.push_back(makeString(A));
    Pointers.push_back(0);
    return makeArray(Pointers);
  }

  uint64_t makeString(const std::string &Text) {
    uint64_t Addr = Run.Mem.allocate(Text.size() + 1, 1);
    Run.Mem.write(Addr, Text.c_str(), Text.size() + 1);
    return Addr;
  }

  uint64_t makeArray(const std::vector<uint64_t> &Pointers) {
    unsigned Bytes = M.Ctx.target().PointerBytes;
    uint64_t Addr = Run.Mem.allocate(Pointers.size() * Bytes, Bytes);
    for (size_t I = 0; I < Pointers.size(); ++I)
      Run.writeChecked(nullptr, Addr + I * Bytes, {0, Bytes * 8}, Pointers[I]);
    return Addr;
  }

  const Module &M;
  RunFrom From;
  std::vector<std::string> Args;
  Machine &Run;
};

bool lend(const std::vector<MemoryRange> &Lent, Machine &Run) {
  for (const MemoryRange &R : Lent)
    if (!Run.Mem.lend(R.Address, R.Size))
      return Run.stop(nullptr, Outcome::Refused, "memory that cannot be lent");
  return true;
}

void runEntry(const Module &M, const RunOptions &O, Machine &Run) {
  const Function *Entry = M.findFunction(O.Entry);
  if (!Entry || !Entry->isDefined()) {
    Run.stop(nullptr, Outcome::Refused, "no function '" + O.Entry + "'");
    return;
  }
  auto Args = EntryArguments(M, O, Run).make(*Entry);
  if (!Args)
    return;
  auto Returned = Run.execute(*Entry, *Args);
  if (!Run.hasStopped())
    Run.exitWith(nullptr, uint64_t(Returned.value_or(0)));
}

} // namespace

/// Makes everything ready for the entry; false: \p Run has stopped.
static bool begin(const Module &M, const RunOptions &O, Machine &Run) {
  if (O.From == RunFrom::Entry)
    return startWithEntry(Run) && lend(O.Lent, Run);
  if (!layOutGlobals(Run, O.Globals) || !lend(O.Lent, Run))
    return false;
  if (M.Init && M.Init->isDefined())
    Run.execute(*M.Init, {});
  protectConstants(Run);
  return true;
}

RunResult run(const Module &M, const RunOptions &O) {
  Machine Run(M, O);
  if (!begin(M, O, Run))
    return Run.takeResult();
  if (!Run.hasStopped())
    runEntry(M, O, Run);
  Run.runAtExit();
  return Run.takeResult();
}

} // namespace predabs::ir
