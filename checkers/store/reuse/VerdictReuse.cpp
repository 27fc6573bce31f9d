#include "checkers/store/reuse/VerdictReuse.h"

#include "checkers/contracts/Contracts.h"
#include "predicates/ir/Link.h"
#include "predicates/ir/Parse.h"
#include "predicates/ir/Print.h"

#include <algorithm>

namespace predabs {

using namespace ir;

/// Whether the files that messages point into look as they did.
static bool doOthersLookTheSame(const SummaryFile &Before,
                                Surroundings &Around) {
  return std::ranges::all_of(Before.Shown, [&](const Use &U) {
    Surroundings::Place Now = Around.find(U.Function);
    return Now && Around.look(*Now.File) == U.Of;
  });
}

bool isUpToDate(const SummaryFile &Before, Surroundings &Around) {
  auto AnswersAsBefore = [&](const Use &U) {
    Surroundings::Place Now = Around.find(U.Function);
    return (Now ? Now.Of->Answers : Key()) == U.Of;
  };
  return std::ranges::all_of(Before.Uses, AnswersAsBefore) &&
         doOthersLookTheSame(Before, Around);
}

Report storedReport(const SummaryFile &Kept) {
  Report R;
  R.Files = Kept.Files;
  R.Messages = Kept.Messages;
  for (const Summary &S : Kept.Functions)
    for (const KeptDecision &D : S.Decisions)
      if (D.isShown())
        R.Decisions.push_back(D.Found);
  for (const KeptDecision &D : Kept.AtCalls)
    R.Decisions.push_back(D.Found);
  R.Numbers.Engine.Reused = Kept.Functions.size();
  return R;
}

Relocation::Relocation(const SummaryFile &Before, const Module &M,
                       const FileKeys &Keys, Surroundings &Around,
                       BodyOf Original)
    : Before(Before), M(M), Keys(Keys), Around(Around),
      Original(std::move(Original)), Files(M.Files) {}

void Relocation::note(const Module &From, Loc Old, Loc New) {
  if (!Old.isValid())
    return;
  const std::string &File = From.Files[Old.File];
  OwnFiles.insert(File);
  Now.try_emplace({File, Old.Line, Old.Column}, New);
}

/// Nothing is learned of a function that changed.
void Relocation::learn(const Summary &S) {
  const Function *New = M.findFunction(S.Name);
  ParsedModule P = parseModule(Around.code({&Before, &S}));
  const Function *Old = P ? P.Parsed->findFunction(S.Name) : nullptr;
  if (!Old || verify(*P.Parsed))
    return;
  for (const std::string &File : P.Parsed->Files)
    OwnFiles.insert(File);
  if (!New)
    return;
  auto It = Keys.OfFunction.find(New->Id);
  if (It == Keys.OfFunction.end() || It->second != S.Code)
    return;
  const std::vector<Block> &Now = Original(*New);
  auto Size = [](const Block &B) { return B.Stmts.size(); };
  if (!std::ranges::equal(Now, Old->Blocks, {}, Size, Size))
    return;
  note(*P.Parsed, Old->Where, New->Where);
  for (size_t B = 0; B < Old->Blocks.size(); ++B)
    for (size_t I = 0; I < Old->Blocks[B].Stmts.size(); ++I)
      note(*P.Parsed, Old->Blocks[B].Stmts[I].Where, Now[B].Stmts[I].Where);
}

void Relocation::learn() {
  if (IsLearned)
    return;
  IsLearned = true;
  AreOthersMoved = !doOthersLookTheSame(Before, Around);
  for (const Summary &S : Before.Functions)
    learn(S);
}

uint32_t Relocation::fileNumber(const std::string &Name) {
  auto It = std::find(Files.begin(), Files.end(), Name);
  if (It == Files.end())
    It = Files.insert(It, Name);
  return uint32_t(It - Files.begin());
}

bool Relocation::move(Loc &L) {
  if (!L.isValid())
    return true;
  const std::string &File = Before.Files[L.File];
  if (auto It = Now.find({File, L.Line, L.Column}); It != Now.end()) {
    L = It->second;
    return true;
  }
  L.File = fileNumber(File);
  return !AreOthersMoved && !OwnFiles.contains(File);
}

bool Relocation::move(Message &Said) {
  learn();
  bool Known = move(Said.Where);
  for (Note &N : Said.Notes)
    Known &= move(N.Where);
  return Known;
}

bool Relocation::move(KeptDecision &D) const {
  const Function *F = M.findFunction(D.At.Function);
  if (!F || D.At.Block >= Original(*F).size() ||
      D.At.Stmt >= Original(*F)[D.At.Block].Stmts.size())
    return false;
  D.Found.What.Where = Original(*F)[D.At.Block].Stmts[D.At.Stmt].Where;
  return true;
}

std::optional<SummaryFile> relocated(const SummaryFile &Before, const Module &M,
                                     const FileKeys &Keys,
                                     Surroundings &Around) {
  SummaryFile Result = Before;
  Relocation To(Before, M, Keys, Around,
                [](const Function &F) -> const auto & { return F.Blocks; });
  bool Known = true;
  for (Summary &S : Result.Functions) {
    const Function *F = M.findFunction(S.Name);
    Known &= F != nullptr;
    S.Module = F ? print(*extract(M, *F)) : "";
    for (KeptDecision &D : S.Decisions)
      Known &= To.move(D);
  }
  for (KeptDecision &D : Result.AtCalls)
    Known &= To.move(D);
  for (Message &Said : Result.Messages)
    Known &= To.move(Said);
  Result.Files = To.files();
  return Known ? std::optional(std::move(Result)) : std::nullopt;
}

void relocateContracts(SummaryFile &File, Module &M,
                       std::set<const Function *> Failures) {
  Contracts Made(M, std::move(Failures));
  for (Summary &S : File.Functions)
    if (const Function *F = M.findFunction(S.Name); F && Made.isExact(*F))
      S.ContractModule = print(*extract(M, *F));
}

/// Adds \p D to \p List, and what was said about it to \p Into.
bool VerdictReuse::add(const KeptDecision &D, std::vector<KeptDecision> &List,
                       ReusedVerdicts &Into) {
  for (const Message &Said : Before.Messages)
    if (Said.Where == D.Found.What.Where &&
        !To.move(Into.Messages.emplace_back(Said)))
      return false;
  return To.move(List.emplace_back(D));
}

std::optional<ReusedVerdicts> VerdictReuse::find(const std::string &Function,
                                                 Key Depends) {
  const Judgement *J = Before.findJudgement(Function);
  if (!J || J->Depends != Depends)
    return std::nullopt;
  ReusedVerdicts R;
  R.Of = *J;
  bool Known = true;
  if (const Summary *S = Before.find(Function))
    for (const KeptDecision &D : S->Decisions)
      Known &= add(D, R.Decisions, R);
  for (const KeptDecision &D : Before.AtCalls)
    if (D.In == Function)
      Known &= add(D, R.AtCalls, R);
  return Known ? std::optional(std::move(R)) : std::nullopt;
}

} // namespace predabs
