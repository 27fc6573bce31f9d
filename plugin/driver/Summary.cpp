// `predabs summary`: shows what side-car files say.

#include "checkers/files/Files.h"
#include "checkers/store/format/Describe.h"
#include "plugin/driver/Arguments.h"
#include "plugin/driver/Commands.h"
#include "plugin/driver/Serve.h"
#include "plugin/output/ReportJson.h"
#include "predicates/Version.h"
#include "predicates/text/Nearest.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>
#include <set>

using namespace predabs;
using llvm::json::fixUTF8;
using llvm::json::OStream;

namespace {

struct SummaryOptions {
  bool Json = false;
  bool Code = false;
  std::vector<std::string> Functions;
};

Syntax summarySyntax(SummaryOptions &O) {
  return {
      {values("functions", "NAME,...",
              "show these functions alone (repeatable; no blanks behind the "
              "commas); as a person writes them or as the linker sees them",
              O.Functions),
       flag("code", "show the functions' intermediate code too", O.Code),
       flag("json", "print JSON", O.Json)},
      {"timeout", "memory"}};
}

int showHelp(const Syntax &S) {
  llvm::outs()
      << "usage: predabs summary [options] files...\n\n"
         "Shows what was kept about the functions of a file beside its object "
         "file, in\nfoo.o.predabs (option store): what each needs of its "
         "callers, what was found about\nit, what it calls. The exit status is "
         "2 if a file cannot be believed, or if a\nfunction is not "
         "there.\n\noptions:\n"
      << S.help();
  return 0;
}

/// Names at \p Text's commas, but not at those with a blank behind them, which
/// are part of a name: `A<int, long>::f`.
void addNames(std::string_view Text, std::map<std::string, bool> &Into) {
  size_t Begin = 0;
  for (size_t I = 0; I <= Text.size(); ++I)
    if (I == Text.size() || (Text[I] == ',' && Text.substr(I + 1, 1) != " ")) {
      if (I > Begin)
        Into.try_emplace(std::string(Text.substr(Begin, I - Begin)), false);
      Begin = I + 1;
    }
}

/// The functions that the user asked for.
class Choice {
public:
  explicit Choice(const std::vector<std::string> &Names) {
    for (const std::string &Text : Names)
      addNames(Text, WasSeen);
  }

  bool isAll() const { return WasSeen.empty(); }

  bool contains(const Summary &S) {
    if (isAll())
      return true;
    Known.insert({S.DisplayName, S.Name});
    bool IsWanted = false;
    for (const std::string *Name : {&S.DisplayName, &S.Name})
      if (auto It = WasSeen.find(*Name); It != WasSeen.end())
        IsWanted = It->second = true;
    return IsWanted;
  }

  /// Complains about names that nothing had.
  int complain() const {
    int Status = 0;
    for (const auto &[Name, Seen] : WasSeen)
      if (!Seen)
        Status = fail("there is no function '" + Name + "'" +
                      didYouMean(Name, {Known.begin(), Known.end()}));
    return Status;
  }

private:
  std::map<std::string, bool> WasSeen;
  std::set<std::string> Known;
};

/// How one file after the other is shown.
class Show {
public:
  virtual ~Show() = default;
  virtual void file(const std::string &Path, const SummaryFile &F) = 0;
  virtual void rejected(const std::string &Path, const std::string &Why) = 0;
};

class ShowText : public Show {
public:
  ShowText(Choice &Wanted, const SummaryOptions &O)
      : Wanted(Wanted), IsCode(O.Code ? Code::Show : Code::Hide) {}

  void file(const std::string &Path, const SummaryFile &F) override {
    Description Words(F);
    llvm::outs() << (IsFirst ? "" : "\n") << Path << ": " << F.Functions.size()
                 << (F.Functions.size() == 1 ? " function\n" : " functions\n");
    IsFirst = false;
    for (const Summary *S : Words.functions())
      if (Wanted.contains(*S))
        llvm::outs() << '\n' << Words.of(*S, IsCode);
    if (Wanted.isAll())
      llvm::outs() << '\n' << Words.ofFile();
  }

  void rejected(const std::string &, const std::string &) override {}

private:
  Choice &Wanted;
  const Code IsCode;
  bool IsFirst = true;
};

class ShowJson : public Show {
public:
  ShowJson(Choice &Wanted, const SummaryOptions &O)
      : Wanted(Wanted), O(O), J(llvm::outs(), /*IndentSize=*/2) {
    J.objectBegin();
    J.attribute("version", PREDABS_VERSION_STRING);
    J.attributeBegin("files");
    J.arrayBegin();
  }

  ~ShowJson() override {
    J.arrayEnd();
    J.attributeEnd();
    J.objectEnd();
    J.flush();
    llvm::outs() << '\n';
  }

  void file(const std::string &Path, const SummaryFile &F) override {
    J.object([&] {
      J.attribute("file", fixUTF8(Path));
      writeOrigin(F);
      J.attributeArray("functions", [&] {
        for (const Summary &S : F.Functions)
          if (Wanted.contains(S))
            J.object([&] { writeSummary(S, F); });
      });
      if (Wanted.isAll())
        writeRest(F);
    });
  }

  void rejected(const std::string &Path, const std::string &Why) override {
    J.object([&] {
      J.attribute("file", fixUTF8(Path));
      J.attribute("rejected", fixUTF8(Why));
    });
  }

private:
  void writeOrigin(const SummaryFile &F) {
    J.attribute("tool", fixUTF8(F.Tool));
    J.attribute("source", fixUTF8(F.Source));
    J.attribute("directory", fixUTF8(F.Directory));
    J.attribute("settings", F.Settings.str());
    J.attribute("code", F.Code.str());
    writeTexts("sources", F.Files);
  }

  void writeTexts(llvm::StringRef Key, const std::vector<std::string> &Texts) {
    J.attributeArray(Key, [&] {
      for (const std::string &Text : Texts)
        J.value(fixUTF8(Text));
    });
  }

  void writeSummary(const Summary &S, const SummaryFile &F) {
    J.attribute("name", fixUTF8(S.Name));
    J.attribute("display_name", fixUTF8(S.DisplayName));
    J.attribute("internal", S.IsInternal);
    J.attribute("replaceable", S.IsReplaceable);
    J.attribute("may_fail", S.MayFail);
    J.attribute("code", S.Code.str());
    J.attribute("answers", S.Answers.str());
    J.attributeObject("contract", [&] { writeContract(S); });
    writeDecisions("verdicts", S.Decisions, F);
    writeTexts("calls", S.Calls);
    if (O.Code)
      J.attribute("module", fixUTF8(S.Module));
  }

  void writeContract(const Summary &S) {
    bool IsExact = S.Contract != predabs::Key();
    J.attribute("exact", IsExact);
    if (IsExact)
      J.attribute("key", S.Contract.str());
    else
      J.attribute("reason", fixUTF8(S.WhyInexact));
    writeTexts("ensures", S.Promises);
    J.attribute("modifies_anything", S.MayChangeAnything);
    if (!S.MayChangeAnything)
      writeTexts("modifies", S.Modifies);
    if (!S.ContractModule.empty() && O.Code)
      J.attribute("module", fixUTF8(S.ContractModule));
  }

  void writeDecisions(llvm::StringRef Key, const std::vector<KeptDecision> &All,
                      const SummaryFile &F) {
    J.attributeArray(Key, [&] {
      for (const KeptDecision &D : All)
        J.object([&] {
          writeVerdict(J, D.Found, F.Files);
          writeEvidence(J, D.Found.Basis);
          J.attributeObject("at", [&] { writePosition(D.At); });
        });
    });
  }

  void writePosition(const Position &At) {
    J.attribute("function", fixUTF8(At.Function));
    J.attribute("block", At.Block);
    J.attribute("statement", At.Stmt);
  }

  void writeRest(const SummaryFile &F) {
    writeUses("uses", F.Uses);
    writeDecisions("at_calls", F.AtCalls, F);
    writeUses("shown", F.Shown);
    J.attributeArray("messages", [&] {
      for (const Message &M : F.Messages)
        J.object([&] { writeMessage(M, F); });
    });
  }

  void writeUses(llvm::StringRef Key, const std::vector<Use> &Uses) {
    J.attributeArray(Key, [&] {
      for (const Use &U : Uses)
        J.object([&] {
          J.attribute("function", fixUTF8(U.Function));
          J.attribute("found", U.Of != predabs::Key());
          if (U.Of != predabs::Key())
            J.attribute("key", U.Of.str());
        });
    });
  }

  void writeMessage(const Message &M, const SummaryFile &F) {
    J.attribute("level", M.Level == Severity::Warning ? "warning" : "remark");
    writePlace(J, M.Where, F.Files);
    writeText(J, "message", M.Text);
    writeText(J, "rule", M.Rule);
    writePath(J, M.Notes, F.Files);
  }

  Choice &Wanted;
  const SummaryOptions &O;
  OStream J;
};

/// What is wrong with the file \p Path, or nothing and its content.
Complaint read(const std::string &Path, SummaryFile &Into) {
  FileBytes Raw = readFile(Path);
  if (Raw.IsMissing)
    return "there is no such file";
  if (!Raw.Bytes)
    return Raw.Why;
  ReadSummaries Found = decodeSummaries(*Raw.Bytes);
  if (!Found.File)
    return Found.Why;
  Into = std::move(*Found.File);
  return std::nullopt;
}

int showFiles(const std::vector<std::string> &Paths, Choice &Wanted,
              Show &Out) {
  int Status = 0;
  for (const std::string &Path : Paths) {
    SummaryFile F;
    if (Complaint C = read(Path, F)) {
      Out.rejected(Path, *C);
      Status = fail(Path + ": " + *C);
    } else {
      Out.file(Path, F);
    }
  }
  // Where files are missing, so may functions be: one complaint will do.
  return Status ? Status : Wanted.complain();
}

int serve(const std::vector<std::string> &Paths, const SummaryOptions &O) {
  Choice Wanted(O.Functions);
  if (O.Json) {
    ShowJson Out(Wanted, O);
    return showFiles(Paths, Wanted, Out);
  }
  ShowText Out(Wanted, O);
  return showFiles(Paths, Wanted, Out);
}

} // namespace

int predabs::runSummary(const std::vector<std::string> &Words) {
  SummaryOptions O;
  Syntax S = summarySyntax(O);
  Arguments Args;
  if (Complaint C = parseArguments(S, Words, Args))
    return fail(*C);
  if (Args.Opts.Help)
    return showHelp(S);
  if (Args.Files.empty())
    return fail("no files to show; see 'predabs summary --help'");
  std::string Which = Args.Files.size() == 1
                          ? Args.Files.front()
                          : std::to_string(Args.Files.size()) + " files";
  return serveIsolated([&] { return serve(Args.Files, O); }, Args.Opts, Which);
}
