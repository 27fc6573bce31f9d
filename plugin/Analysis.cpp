#include "plugin/Analysis.h"
#include "checkers/engine/Engine.h"
#include "checkers/obligations/Obligations.h"
#include "checkers/protocols/language/ChosenProtocols.h"
#include "plugin/compile/ShippedModels.h"
#include "predicates/Version.h"
#include "predicates/ir/Parse.h"
#include "predicates/ir/Print.h"

#include <algorithm>
#include <sys/resource.h>

using namespace predabs;

namespace {

/// The kinds of frames in the child's answer.
enum AnswerKind : uint32_t {
  LoweredFrame = 1,      ///< a report that holds just the lowering's numbers
  ReportFrame = 2,       ///< the whole report
  RejectedFrame = 3,     ///< the lowering made a wrong module: what is wrong
  ComplaintFrame = 4,    ///< the options do not fit: why
  KeepFrame = 5,         ///< what is to be kept
  RejectedFileFrame = 6, ///< a file of the store that is wrong: why
  UsedFileFrame = 7,     ///< a file of the store that was read
  AnnotationsFrame = 8,  ///< what functions do to locks
  AnswersFrame = 9,      ///< a key, and answers of the prover to keep under it
  AllKeptFrame = 10,     ///< what is to be kept says all that the report does
  ModelsFrame = 11,      ///< why the models of the library are not used
  PartFrame = 12,        ///< a report of what was decided since the last one
};

/// A net against runaways, not a budget: no file takes this long that costs
/// the budgets which it may cost.
constexpr uint64_t SecondsPerBudget = 60, SecondsPerProgram = 300;
/// Where the compiler has much to do, so has the engine.
constexpr uint64_t TimesTheCompile = 10;
constexpr uint64_t MostSeconds = 1'000'000;

/// Seconds of processor time that the compiler took up to now.
uint64_t compileSeconds() {
  struct rusage Usage;
  if (getrusage(RUSAGE_SELF, &Usage) != 0)
    return 0;
  return uint64_t(Usage.ru_utime.tv_sec) + uint64_t(Usage.ru_stime.tv_sec) + 1;
}

unsigned defaultSeconds(const Options &Opts) {
  uint64_t Base = Opts.Entry.empty() ? SecondsPerBudget : SecondsPerProgram;
  uint64_t Budgets = 1 + (Opts.Budget - 1) / Options().Budget;
  return unsigned(std::min(MostSeconds, Base * Budgets + TimesTheCompile *
                                                             compileSeconds()));
}

class Stopwatch {
public:
  /// Microseconds since the last call, or since the beginning.
  uint64_t lap() {
    auto Now = std::chrono::steady_clock::now();
    auto Passed = Now - Last;
    Last = Now;
    return uint64_t(
        std::chrono::duration_cast<std::chrono::microseconds>(Passed).count());
  }

private:
  std::chrono::steady_clock::time_point Last = std::chrono::steady_clock::now();
};

uint64_t peakMemory() {
  struct rusage Usage;
  return getrusage(RUSAGE_SELF, &Usage) == 0 ? uint64_t(Usage.ru_maxrss) * 1024
                                             : 0;
}

Stats loweringStats(const ir::Module &M) {
  Stats S;
  for (const auto &F : M.Functions)
    if (F->isDefined())
      S.Functions.push_back({F->DisplayName.empty() ? F->Name : F->DisplayName,
                             F->Where, F->How});
  S.Expressions = M.Ctx.numExprs();
  return S;
}

Listener partsTo(AnswerPipe &Pipe) {
  return [&Pipe](const Report &Part) { Pipe.send(PartFrame, encode(Part)); };
}

Report checkWithStore(AnswerPipe &Pipe, ir::Module &M, const Options &Opts,
                      const StorePlan &Plan, Models &Library) {
  Store Kept(Plan);
  const SummaryFile *Before = Kept.before();
  Checked C = check(M, Opts, Kept, Before, &Library, partsTo(Pipe));
  C.ToKeep.Tool = "predabs " PREDABS_VERSION_STRING;
  C.ToKeep.Source = Plan.Source;
  C.ToKeep.Directory = Plan.Directory;
  Pipe.send(KeepFrame, encode(C.ToKeep));
  // SOUND: what is not kept has to be found again.
  if (C.IsAllKept && C.ToKeep.Code != Key() && Library.trouble().empty())
    Pipe.send(AllKeptFrame, "");
  for (const auto &[Of, Book] : C.Answers)
    Pipe.send(AnswersFrame, Of + Book);
  for (const std::string &Path : Kept.used())
    Pipe.send(UsedFileFrame, Path);
  if (!Kept.rejected().empty())
    Pipe.send(RejectedFileFrame, Kept.rejected().front());
  return std::move(C.Found);
}

/// Asks questions about the functions in \p Code, a module that nobody has
/// changed.
void annotate(AnswerPipe &Pipe, const Options &Opts, const std::string &Code) {
  if (ir::ParsedModule Copy = ir::parseModule(Code))
    Pipe.send(AnnotationsFrame,
              encode(inferAnnotations(*Copy.Parsed.release(), Opts,
                                      chooseProtocols(Opts).All)));
}

void work(AnswerPipe &Pipe, clang::ASTContext &Ctx, const Options &Opts,
          const LoweringOptions &Lowering, const StorePlan &Plan) {
  Stopwatch Time;
  // The child ends right after: giving the module back would be lost time.
  ir::Module *M = lowerTranslationUnit(Ctx, Lowering).release();
  if (auto Wrong = ir::verify(*M))
    return Pipe.send(RejectedFrame, *Wrong);
  Report Lowered;
  Lowered.Files = M->Files;
  Lowered.Numbers = loweringStats(*M);
  Lowered.Numbers.LowerTime = Time.lap();
  Lowered.Numbers.PeakMemory = peakMemory();
  Pipe.send(LoweredFrame, encode(Lowered));

  if (auto Wrong = checkOptions(*M, Opts))
    return Pipe.send(ComplaintFrame, *Wrong);
  bool Annotates = Opts.Annotate != AnnotationStyle::None;
  std::string Code = Annotates ? ir::print(*M) : "";
  Models Library(Opts.Models);
  Report R = Plan ? checkWithStore(Pipe, *M, Opts, Plan, Library)
                  : check(*M, Opts, &Library, partsTo(Pipe));
  if (!Library.trouble().empty())
    Pipe.send(ModelsFrame, Library.trouble());
  Lowered.Numbers.Engine = R.Numbers.Engine;
  R.Numbers = std::move(Lowered.Numbers);
  R.Numbers.CheckTime = Time.lap();
  R.Numbers.PeakMemory = peakMemory();
  Pipe.send(ReportFrame, encode(R));
  if (Annotates)
    annotate(Pipe, Opts, Code);
}

} // namespace

Limits predabs::engineLimits(const Options &Opts) {
  return {Opts.Memory, Opts.Timeout ? Opts.Timeout : defaultSeconds(Opts)};
}

/// What a lost child had decided. Says so in \p A.Lost, too: how far it came
/// may depend on the machine.
static void takeParts(const Outcome &O, Analysis &A) {
  PartialReport Parts;
  for (const Frame &F : O.Frames)
    if (F.Kind == PartFrame)
      if (std::optional<Report> Part = decode(F.Bytes))
        Parts.add(std::move(*Part));
  if (Parts.empty())
    return;
  size_t NumDecided = Parts.numDecided(), NumAll = Parts.numDecisions();
  Report Known = Parts.take(A.Lost);
  Known.Numbers = std::move(A.Found.Numbers);
  A.Found = std::move(Known);
  A.Lost += "; " + std::to_string(NumDecided) + " of " +
            std::to_string(NumAll) +
            " verdicts were found before, which may be more or fewer the next "
            "time";
}

std::optional<Analysis> predabs::recall(const Options &Opts,
                                        const StorePlan &Plan) {
  // Annotations are not kept.
  if (!Plan || Opts.Annotate != AnnotationStyle::None)
    return std::nullopt;
  std::optional<std::string> Bytes = unchanged(Plan);
  if (!Bytes)
    return std::nullopt;
  Store Kept(Plan);
  const SummaryFile *Before = Kept.before();
  std::optional<Report> Found =
      Before ? recall(*Before, Opts, Kept) : std::nullopt;
  if (!Found)
    return std::nullopt;
  Analysis A;
  A.Found = std::move(*Found);
  A.IsKept = true;
  A.Used = Kept.used();
  for (std::string &Path : watched(Plan, *Bytes))
    A.Used.push_back(std::move(Path));
  if (!Kept.rejected().empty())
    A.Rejected = Kept.rejected().front();
  return A;
}

Analysis predabs::analyse(clang::ASTContext &Ctx, const Options &Given,
                          const LoweringOptions &Lowering,
                          const StorePlan &Plan) {
  Options Opts = withModels(Given);
  Limits Bounds = engineLimits(Opts);
  Outcome O = runIsolated(
      [&](AnswerPipe &Pipe) { work(Pipe, Ctx, Opts, Lowering, Plan); }, Bounds);
  Analysis A;
  for (AnswerKind Kind : {LoweredFrame, ReportFrame})
    if (const Frame *F = O.last(Kind)) {
      if (std::optional<Report> R = decode(F->Bytes))
        A.Found = std::move(*R);
      else if (O.Lost == Loss::None)
        O.Lost = Loss::BadAnswer;
    }
  if (const Frame *F = O.last(AnnotationsFrame))
    A.Annotations = decodeAnnotations(F->Bytes);
  if (const Frame *F = O.last(KeepFrame))
    A.ToKeep = F->Bytes;
  A.IsAllKept = O.last(AllKeptFrame) != nullptr;
  if (const Frame *F = O.last(RejectedFileFrame))
    A.Rejected = F->Bytes;
  if (const Frame *F = O.last(ModelsFrame))
    A.NoModels = F->Bytes;
  constexpr size_t KeyDigits = 32;
  for (const Frame &F : O.Frames)
    if (F.Kind == UsedFileFrame)
      A.Used.push_back(F.Bytes);
    else if (F.Kind == AnswersFrame && F.Bytes.size() > KeyDigits)
      A.Answers.emplace_back(F.Bytes.substr(0, KeyDigits),
                             F.Bytes.substr(KeyDigits));
  if (O.Lost != Loss::None) {
    A.Lost = describe(O, "the engine", Bounds);
    if (!O.last(ReportFrame))
      takeParts(O, A);
  } else if (const Frame *F = O.last(RejectedFrame))
    A.Lost = "the lowering made a wrong program: " + F->Bytes;
  else if (const Frame *F = O.last(ComplaintFrame))
    A.Complaint = F->Bytes;
  return A;
}
