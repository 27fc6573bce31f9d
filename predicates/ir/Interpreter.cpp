// Sets a run up: lays out the globals, calls Module::Init, builds argv and
// calls the entry. See Interpreter.h.

#include "predicates/ir/Interpreter.h"

#include "predicates/ir/interpreter/Compiler.h"
#include "predicates/ir/interpreter/Machine.h"

#include <algorithm>

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

/// Gives the globals their addresses and initial values.
class GlobalLayout {
public:
  GlobalLayout(const Module &M, Machine &Run) : M(M), Run(Run) {}

  bool lay() {
    std::vector<uint64_t> ById;
    for (const auto &V : M.Globals) {
      ById.push_back(Run.Mem.allocate(extent(*V), V->Ty->align()));
      if (!ById.back())
        return Run.stop(nullptr, Outcome::Refused, "the globals are too big");
    }
    Run.setGlobals(std::move(ById));
    for (const auto &V : M.Globals)
      initialise(*V);
    Code Rest;
    compileInitialisers(M, Run.addresses(), Rest);
    Run.execute(Rest);
    return !Run.hasStopped();
  }

  /// Constants may be written until all initialisers have run.
  void protectConstants() {
    for (const auto &V : M.Globals)
      if (V->IsConst)
        Run.Mem.makeReadOnly(Run.addresses().ofGlobal(V.get()), V->Ty->size());
  }

private:
  /// The size of a global; an initialised flexible member makes it bigger
  /// than its type.
  static uint64_t extent(const Variable &V) {
    uint64_t Size = V.Ty->size();
    for (const InitPart &P : V.Init) {
      unsigned Bits =
          P.BitWidth ? P.BitWidth : unsigned(P.Value->type()->size()) * 8;
      Size = std::max(Size, (P.BitOffset + Bits + 7) / 8);
    }
    return Size;
  }

  void initialise(const Variable &V) {
    uint64_t Addr = Run.addresses().ofGlobal(&V);
    if (uint64_t Stream = standardStream(V))
      Run.writeChecked(nullptr, Addr, {0, V.Ty->width()}, Stream);
    if (!V.IsDefined || V.InitUnknown != Reason::None)
      return;
    Run.Mem.fill(Addr, 0, extent(V));
    Run.Mem.write(Addr, V.Bytes.data(),
                  std::min<uint64_t>(V.Bytes.size(), V.Ty->size()));
    for (const InitPart &P : V.Init)
      if (P.Value->kind() == ExprKind::Int ||
          P.Value->kind() == ExprKind::Float)
        initialise(Addr, P);
  }

  void initialise(uint64_t Addr, const InitPart &P) {
    const Type *T = P.Value->type();
    unsigned Width = P.BitWidth ? P.BitWidth : accessBytes(T) * 8;
    Run.writeChecked(nullptr, Addr + P.BitOffset / 8,
                     {unsigned(P.BitOffset % 8), Width},
                     extendWide(P.Value->bits(), T));
  }

  /// What the C library's `stdout` and `stderr` point to, or 0.
  uint64_t standardStream(const Variable &V) const {
    if (V.IsDefined || !V.Ty->isPointer())
      return 0;
    if (V.Name == "stdout")
      return Run.addresses().ofStandardOutput();
    return V.Name == "stderr" ? Run.addresses().ofStandardError() : 0;
  }

  const Module &M;
  Machine &Run;
};

/// Makes the arguments of the entry.
class EntryArguments {
public:
  EntryArguments(const Module &M, const RunOptions &O, Machine &Run)
      : M(M), Args(O.Args), Run(Run) {
    if (Args.empty())
      Args.push_back(M.Name);
  }

  /// An empty answer has stopped the run.
  std::optional<std::vector<Argument>> make(const Function &F) {
    std::vector<Argument> Result;
    for (uint32_t I = 0; I < F.NumParams; ++I) {
      const Type *T = F.Vars[I]->Ty;
      auto Bits = F.Name == "main" && I < 3 ? forMain(I) : ask(*F.Vars[I]);
      if (!Bits)
        return std::nullopt;
      Result.push_back({*Bits, T});
    }
    return Result;
  }

private:
  std::optional<UInt128> ask(const Variable &V) {
    if (isAggregate(V.Ty)) {
      Run.stop(nullptr, Outcome::Refused, "an aggregate as a parameter");
      return std::nullopt;
    }
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
  std::vector<std::string> Args;
  Machine &Run;
};

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

RunResult run(const Module &M, const RunOptions &O) {
  Machine Run(M, O);
  GlobalLayout Globals(M, Run);
  bool IsReady = Globals.lay();
  if (IsReady && M.Init && M.Init->isDefined())
    Run.execute(*M.Init, {});
  Globals.protectConstants();
  if (!Run.hasStopped())
    runEntry(M, O, Run);
  Run.runAtExit();
  return Run.takeResult();
}

} // namespace predabs::ir
