// `predabs bp`: checks Boolean programs.

#include "checkers/bebop/Check.h"
#include "checkers/files/UserFiles.h"
#include "plugin/driver/Arguments.h"
#include "plugin/driver/Commands.h"
#include "plugin/driver/Serve.h"
#include "predicates/bp/Parse.h"
#include "predicates/text/Nearest.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace predabs;
using namespace predabs::bebop;

namespace {

struct BpOptions {
  bool Invariants = false;
  bool Summaries = false;
  bool Stats = false;
  bool NoTrace = false;
  std::vector<std::string> Entries;
  std::vector<std::string> Reach;
  uint64_t MaxNodes = CheckOptions().MaxNodes;
};

// Labels of these names are asked for without being named.
constexpr std::string_view ErrorLabels[] = {"ERROR", "error", "SLIC_ERROR"};

Syntax bpSyntax(BpOptions &O) {
  return {
      {values("entry", "NAME",
              "start there instead of in main (repeatable); without main: in "
              "every procedure that nobody calls",
              O.Entries),
       values("reach", "LABEL", "ask for this label too (repeatable)", O.Reach),
       flag("invariants", "print the reachable states at each label",
            O.Invariants),
       flag("summaries", "print what each procedure does: 'x is x at its entry",
            O.Summaries),
       flag("no-trace", "print no traces", O.NoTrace),
       number("max-nodes", "N", "give up beyond N live BDD nodes", O.MaxNodes),
       flag("stats", "print numbers about the work", O.Stats)},
      {"timeout", "memory"}};
}

int showHelp(const Syntax &S) {
  llvm::outs()
      << "usage: predabs bp [options] file.bp\n\n"
         "Checks a Boolean program: can its assertions fail, are labels named "
         "ERROR, error\nor SLIC_ERROR reached? Prints a shortest trace where "
         "so. The exit status is 0 if\nnothing is reachable, 1 if something "
         "is, and 2 if that could not be decided.\n\noptions:\n"
      << S.help();
  return 0;
}

std::string namedProcedure(const std::string &Name) {
  return "procedure '" + Name + "'";
}

/// One run on one program.
class BpRun {
public:
  BpRun(const std::string &File, const BpOptions &O, const bp::Flow &F)
      : File(File), O(O), F(F) {}

  int run() {
    std::vector<bp::ProcId> Starts;
    if (Complaint C = findStarts(Starts))
      return fail(File + ": " + *C);
    std::vector<Question> Questions;
    if (Complaint C = findQuestions(Questions))
      return fail(File + ": " + *C);
    CheckOptions Options;
    Options.MaxNodes = O.MaxNodes;
    Options.Kept = O.Summaries ? Entries::OfAll : Entries::OfCalled;
    Check Checker(F, Options);
    Checker.run(Starts);
    if (O.Invariants)
      printInvariants(Checker);
    if (O.Summaries)
      printSummaries(Checker);
    Traces Ways = O.NoTrace ? Traces::NotWanted : Traces::Wanted;
    int Status = Checker.isComplete() ? 0 : 2;
    for (const Answer &A : Checker.answer(Questions, Ways))
      Status = std::max(Status, printAnswer(A));
    if (O.Stats)
      printStats(Checker);
    return Status;
  }

private:
  Complaint findStarts(std::vector<bp::ProcId> &Starts) const {
    if (O.Entries.empty()) {
      Starts = bp::defaultEntries(F);
      if (Starts.empty())
        return "there is no main and no procedure that nobody calls; name one "
               "with --entry";
      return std::nullopt;
    }
    for (const std::string &Name : O.Entries) {
      const bp::Procedure *P = F.Prog->findProcedure(Name);
      if (!P)
        return "there is no " + namedProcedure(Name) +
               didYouMean(Name, procedureNames());
      Starts.push_back(P->Index);
    }
    return std::nullopt;
  }

  std::vector<std::string_view> procedureNames() const {
    std::vector<std::string_view> Result;
    for (const auto &P : F.Prog->Procs)
      Result.push_back(P->Name);
    return Result;
  }

  std::vector<std::string_view> labelNames() const {
    std::vector<std::string_view> Result;
    for (const bp::ProcFlow &P : F.Procs)
      for (const auto &[Name, Node] : P.Labels)
        Result.push_back(Name);
    return Result;
  }

  Complaint findQuestions(std::vector<Question> &Questions) const {
    Questions = assertions(F);
    auto AddLabel = [&](std::string_view Name) {
      std::vector<Question> Found = labels(F, Name);
      Questions.insert(Questions.end(), Found.begin(), Found.end());
      return !Found.empty();
    };
    for (std::string_view Name : ErrorLabels)
      AddLabel(Name);
    for (const std::string &Name : O.Reach)
      if (std::find(std::begin(ErrorLabels), std::end(ErrorLabels), Name) ==
              std::end(ErrorLabels) &&
          !AddLabel(Name))
        return "there is no label '" + Name + "'" +
               didYouMean(Name, labelNames());
    std::sort(Questions.begin(), Questions.end(),
              [&](const Question &A, const Question &B) {
                return std::tuple(lineOf(A.Where), A.Where, A.Label) <
                       std::tuple(lineOf(B.Where), B.Where, B.Label);
              });
    return std::nullopt;
  }

  uint32_t lineOf(Site S) const { return F.Procs[S.Proc].Nodes[S.Node].Line; }

  std::string place(uint32_t Line) const {
    return File + ":" + std::to_string(Line) + ": ";
  }

  void printInvariants(const Check &Checker) const {
    for (bp::ProcId P = 0; P < F.Procs.size(); ++P)
      for (const auto &[Name, Node] : F.Procs[P].Labels) {
        Site S = {P, Node};
        llvm::outs() << place(lineOf(S)) << "invariant at " << Name << ": "
                     << Checker.invariantText(S) << '\n';
      }
  }

  void printSummaries(const Check &Checker) const {
    for (bp::ProcId P = 0; P < F.Procs.size(); ++P)
      llvm::outs() << place(F.Procs[P].Proc->Line) << "summary of "
                   << F.Procs[P].Proc->Name << ": " << Checker.relationText(P)
                   << '\n';
  }

  int printAnswer(const Answer &A) const {
    std::string What =
        A.To.What == bp::Goal::AssertFails ? "assert" : "label " + A.To.Label;
    std::string Where = place(lineOf(A.To.Where));
    if (A.IsWrong)
      return fail(Where + What + ": internal error: " + A.Why);
    switch (A.Found) {
    case Reachability::Unknown:
      llvm::outs() << Where << "unknown (" << A.Why << "): " << What << '\n';
      return 2;
    case Reachability::Unreachable:
      llvm::outs() << Where << "unreachable: " << What << '\n';
      return 0;
    case Reachability::Reachable:
      break;
    }
    llvm::outs() << Where << "reachable: " << What << '\n';
    if (A.Way)
      llvm::outs() << bp::print(F, *A.Way);
    else if (!A.Why.empty())
      llvm::outs() << "  no trace (" << A.Why << ")\n";
    return 1;
  }

  void printStats(const Check &Checker) const {
    size_t Nodes = 0;
    for (const bp::ProcFlow &P : F.Procs)
      Nodes += P.Nodes.size();
    const ReachStats &R = Checker.reach().stats();
    const BddSpace &Space = Checker.variables().space();
    llvm::outs() << "# procedures: " << F.Procs.size() << '\n'
                 << "# nodes: " << Nodes << '\n'
                 << "# visits of nodes: " << R.Visits << '\n'
                 << "# explorations of procedures: " << R.Explorations << '\n'
                 << "# summary reuses: " << R.Reuses << '\n'
                 << "# BDD variables: " << Space.variableCount() << '\n'
                 << "# peak BDD nodes: " << Space.peakLiveNodes() << '\n'
                 << "# reorderings: " << Space.reorderings() << '\n';
  }

  const std::string &File;
  const BpOptions &O;
  const bp::Flow &F;
};

int serveFile(const std::string &File, const BpOptions &O) {
  FileBytes Read = readInput(File);
  if (!Read.Bytes)
    return fail(cannotRead(File, Read.Why));
  bp::ParsedProgram P = bp::parseProgram(*Read.Bytes);
  if (!P)
    return fail(File + ":" + P.Error.str(), P.Error.Shown);
  bp::Flow F = bp::buildFlow(*P.Parsed);
  return BpRun(File, O, F).run();
}

} // namespace

int predabs::runBp(const std::vector<std::string> &Words) {
  BpOptions O;
  Syntax S = bpSyntax(O);
  Arguments Args;
  if (Complaint C = parseArguments(S, Words, Args))
    return fail(*C);
  if (Args.Opts.Help)
    return showHelp(S);
  if (Args.Files.size() != 1)
    return fail("'predabs bp' takes one file; see 'predabs bp --help'");
  const std::string &File = Args.Files.front();
  if (!llvm::sys::fs::exists(File))
    return fail("no such file: " + File);
  return serveIsolated([&] { return serveFile(File, O); }, Args.Opts, File);
}
