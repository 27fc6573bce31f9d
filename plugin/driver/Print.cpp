#include "plugin/driver/Print.h"

#include "checkers/explain/Messages.h"
#include "checkers/files/UserFiles.h"
#include "predicates/text/Nearest.h"
#include "predicates/text/Printable.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

using namespace predabs;

namespace {

const char *whyText(Verdict V) {
  switch (V) {
  case Verdict::Unknown:
    return "not decided: ";
  case Verdict::Latent:
    return "fails ";
  case Verdict::Proved:
  case Verdict::Violated:
    break;
  }
  return "";
}

std::string plural(uint64_t N, const std::string &Noun) {
  return std::to_string(N) + " " + Noun + (N == 1 ? "" : "s");
}

void printBasis(const Decision &D) {
  const Evidence &E = D.Basis;
  if (!D.Why.empty())
    llvm::outs() << "  " << whyText(D.Answer)
                 << (D.Answer == Verdict::Latent ? latentClause(D.Why) : D.Why)
                 << '\n';
  if (D.Answer == Verdict::Proved)
    llvm::outs() << "  where it is reached: "
                 << (E.Invariant.empty() ? "never" : E.Invariant) << '\n';
  for (const std::string &P : E.Predicates)
    llvm::outs() << "  predicate: " << P << '\n';
  llvm::outs() << "  " << plural(E.Rounds, "round") << ", "
               << plural(E.Units, "unit") << " of work\n";
}

std::string reasons(const ir::Exactness &How) {
  std::string Text;
  for (unsigned R = 0; R < ir::NumReasons; ++R)
    if (How.ByReason[R] && ir::isApproximation(ir::Reason(R)))
      Text += (Text.empty() ? "" : ", ") +
              std::string(ir::reasonText(ir::Reason(R))) + " " +
              std::to_string(How.ByReason[R]);
  return Text.empty() ? "" : " (" + Text + ")";
}

std::string exactness(const ir::Exactness &How) {
  std::string Text = plural(How.Statements, "statement") + ", ";
  return Text + (How.Approximated == 0 ? "all exact"
                                       : std::to_string(How.Approximated) +
                                             " approximated" + reasons(How));
}

std::string fileName(const SourceUnit &Unit, const std::string &File) {
  llvm::SmallString<256> Path(File);
  if (!Unit.isCompiledHere())
    llvm::sys::fs::make_absolute(Unit.Directory, Path);
  return printable(Path.str());
}

void printDecision(const Decision &D, const SourceUnit &Unit, const Report &R) {
  const Obligation &What = D.What;
  if (What.Where.isValid())
    llvm::outs() << fileName(Unit, R.Files[What.Where.File]) << ":"
                 << What.Where.Line << ":" << What.Where.Column << ": ";
  llvm::outs() << verdictText(D.Answer) << ": " << What.Property << ": "
               << What.Function << ": " << What.Text << '\n';
}

} // namespace

ResultPrinter::ResultPrinter(const PrintOptions &O)
    : O(O), UsesColours(isatty(STDERR_FILENO)) {}

void ResultPrinter::print(const SourceUnit &Unit, const FileResult &R) {
  llvm::errs() << (UsesColours ? R.Messages : withoutColours(R.Messages));
  if (R.Compiled)
    printLowering(Unit.File, R.Found);
  if (O.Verdicts)
    for (const Decision &D : R.Found.Decisions)
      printDecision(D, Unit, R.Found);
  explain(Unit, R.Found);
  for (const Decision &D : R.Found.Decisions)
    ++Counts[size_t(D.Answer)];
  WithoutAssertions += R.HasLostAssertions;
  // With open=1 about what is latent too.
  Warned |= !R.Found.Messages.empty();
  llvm::outs().flush();
  for (const std::string &Line : R.Found.Log)
    if (isWriteFailure(Line))
      Status = fail(Line);
    else
      llvm::errs() << printable(Line) << '\n';
  note(R);
}

int ResultPrinter::finish() {
  const char *Comma = "predabs: ";
  for (unsigned V = 0; V < NumVerdicts; ++V, Comma = ", ")
    llvm::outs() << Comma << Counts[V] << " " << verdictText(Verdict(V));
  llvm::outs() << '\n';
  llvm::outs().flush();
  if (!Fits && !Complaint.empty())
    Status = fail(Complaint);
  if (WithoutAssertions)
    llvm::errs() << "predabs: "
                 << (WithoutAssertions == 1
                         ? "1 file was compiled with NDEBUG, its"
                         : std::to_string(WithoutAssertions) +
                               " files were compiled with NDEBUG, their")
                 << " assertions are gone\n";
  if (!O.Explain.empty() && !Explained && Status == 0)
    Status = fail("nothing is to be shown in '" + O.Explain + "'" +
                  didYouMean(O.Explain, {Functions.begin(), Functions.end()}));
  bool Violations = Counts[size_t(Verdict::Violated)] != 0;
  return Status ? Status : Violations || Warned ? 1 : 0;
}

void ResultPrinter::note(const FileResult &R) {
  if (!R.Trouble.empty())
    Status = fail(R.Trouble);
  // An entry that other files do not have is a mistake only if no file has it.
  if (R.Complaint.empty())
    Fits |= R.Compiled;
  else if (Complaint.empty())
    Complaint = R.Complaint;
}

void ResultPrinter::explain(const SourceUnit &Unit, const Report &R) {
  for (const Decision &D : R.Decisions) {
    Functions.insert(D.What.Function);
    if (D.What.Function != O.Explain)
      continue;
    Explained = true;
    if (!O.Verdicts)
      printDecision(D, Unit, R);
    printBasis(D);
  }
}

void ResultPrinter::printLowering(const std::string &File,
                                  const Report &R) const {
  const std::vector<FunctionStats> &All = R.Numbers.Functions;
  llvm::outs() << printable(File) << ": " << plural(All.size(), "function")
               << " lowered, " << exactness(R.Numbers.total()) << '\n';
  if (O.Functions)
    for (const FunctionStats &F : All)
      llvm::outs() << "  " << F.Name << ": " << exactness(F.How) << '\n';
}
