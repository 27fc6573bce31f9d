#include "plugin/output/SarifFile.h"
#include "checkers/files/Files.h"
#include "checkers/report/LineHash.h"
#include "predicates/Version.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <set>

using namespace predabs;
using llvm::StringRef;
using llvm::json::fixUTF8;
using llvm::json::OStream;

namespace {

/// A kind of warning.
struct RuleInfo {
  StringRef Id, Name, Short, Full, Help;
};

constexpr StringRef AboutPaths =
    "The code flow leads from the beginning to the failure, with the values of "
    "one execution. PredAbs has replayed this execution before it reported it.";

constexpr StringRef LockHelp =
    "Follow the code flow to see where the lock was acquired or released, and "
    "with which data the path is taken. Then correct the path, or, if such "
    "data cannot occur, say so with PREDABS_ASSUME(condition) of predabs.h.";

const RuleInfo KnownRules[] = {
    {"predabs-assert", "AssertionCanFail", "An assertion can fail",
     "There is an execution that reaches this assertion while its condition "
     "does not hold.",
     "Follow the code flow to see which inputs lead to the failure. Then "
     "either correct the code on the way, or, if such inputs cannot occur, say "
     "so: by a check that leaves before the assertion, or with "
     "PREDABS_ASSUME(condition) of predabs.h."},
    {"predabs-trap", "TrapCanBeReached", "A trap can be reached",
     "There is an execution that reaches this __builtin_trap or "
     "__builtin_debugtrap.",
     "Follow the code flow to see which inputs lead to the trap. Then either "
     "correct the code on the way, or, if such inputs cannot occur, say so "
     "with PREDABS_ASSUME(condition) of predabs.h."},
    {"predabs-lock-double-acquire", "LockAcquiredTwice",
     "A lock is acquired twice",
     "There is an execution that acquires this lock while it holds it: it "
     "waits for itself for ever.",
     LockHelp},
    {"predabs-lock-release-unheld", "LockReleasedUnheld",
     "A lock is released that is not held",
     "There is an execution that releases this lock while it does not hold it.",
     LockHelp},
    {"predabs-lock-release-other", "OtherLockReleased",
     "The lock of another object is released",
     "There is an execution that releases this lock while it does not hold it. "
     "It holds another one instead.",
     LockHelp},
    {"predabs-lock-held-at-return", "LockHeldAtReturn",
     "A lock is held at some returns only",
     "There is an execution that returns here with this lock held. Another one "
     "returns without it, with a result of the same kind, so no caller can "
     "tell; or nobody would release it.",
     LockHelp},
    {"predabs-lock-use-uninitialised", "LockUsedUninitialised",
     "A lock is used before it is initialised",
     "There is an execution that uses this lock before anybody initialised it.",
     LockHelp},
    {"predabs-lock-use-destroyed", "LockUsedDestroyed",
     "A lock is used after it was destroyed",
     "There is an execution that uses this lock after it was destroyed.",
     LockHelp},
    {"predabs-lock-destroy-held", "LockDestroyedHeld",
     "A lock is destroyed while it is held",
     "There is an execution that destroys this lock while it holds it.",
     LockHelp},
    {"predabs-lock-wait-unheld", "WaitWithoutLock",
     "A condition is waited for without its lock",
     "There is an execution that waits for this condition while it does not "
     "hold the lock.",
     LockHelp},
    {"predabs-lock-attribute", "LockAttributeBroken",
     "A lock is not as an attribute says",
     "There is an execution in which this lock is held where a thread-safety "
     "attribute of the function says that it is not, or the other way round.",
     LockHelp},
};

/// Of a protocol that the user wrote.
RuleInfo ruleOfProtocol(StringRef Id) {
  return {Id, "ProtocolBroken", "A protocol is broken",
          "There is an execution that takes a step which the protocol of the "
          "object does not allow.",
          LockHelp};
}

void writeText(OStream &J, StringRef Key, const llvm::Twine &Text) {
  J.attributeObject(Key, [&] { J.attribute("text", fixUTF8(Text.str())); });
}

void writeRule(OStream &J, const RuleInfo &R) {
  J.attribute("id", R.Id);
  J.attribute("name", R.Name);
  writeText(J, "shortDescription", R.Short);
  writeText(J, "fullDescription", R.Full);
  J.attributeObject("help", [&] {
    std::string Text = (R.Help + " " + AboutPaths).str();
    J.attribute("text", Text);
    J.attribute("markdown", "## " + R.Short.str() + "\n\n" + Text);
  });
  J.attributeObject("defaultConfiguration",
                    [&] { J.attribute("level", "warning"); });
  J.attributeObject("properties", [&] {
    J.attribute("precision", "very-high");
    J.attribute("problem.severity", "error");
    J.attributeArray("tags", [&] { J.value("correctness"); });
  });
}

/// A source file: what its places are called, and what stands there.
class SourceFile {
public:
  SourceFile(const std::string &Name, const std::string &Directory) {
    llvm::SmallString<256> Path(Name);
    if (!Directory.empty())
      llvm::sys::fs::make_absolute(Directory, Path);
    llvm::sys::fs::make_absolute(Path);
    llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
    Uri = uriOf(Path);
    // The name may come from a summary, that is, from anybody.
    constexpr uint64_t MaxSource = uint64_t(64) << 20;
    Text = std::make_unique<std::string>(
        readFile(Path.str().str(), MaxSource).Bytes.value_or(""));
    StringRef(*Text).split(Lines, '\n');
    if (!Text->empty())
      Hashes = lineHashes(*Text);
  }

  const std::string &uri() const { return Uri; }
  bool isRelative() const { return !StringRef(Uri).contains("://"); }

  StringRef line(uint32_t Number) const {
    return Number <= Lines.size() ? Lines[Number - 1] : "";
  }
  std::string hash(uint32_t Number) const {
    return Number <= Hashes.size() ? Hashes[Number - 1] : "";
  }

private:
  /// Relative to the working directory for what lies in it. Where there is none
  /// any more nothing is absolute, and the name stays as it is.
  static std::string uriOf(StringRef Path) {
    llvm::SmallString<256> Here;
    bool HasHere = !llvm::sys::fs::current_path(Here);
    StringRef Root = StringRef(Here).rtrim('/');
    StringRef Rest = Path;
    if (HasHere && Rest.consume_front(Root) && Rest.consume_front("/"))
      return escaped(Rest);
    return llvm::sys::path::is_absolute(Path) ? "file://" + escaped(Path)
                                              : escaped(Path);
  }

  static std::string escaped(StringRef Path) {
    std::string Out;
    for (char C : Path)
      if (llvm::isAlnum(C) || StringRef("-._~/+,=@").contains(C))
        Out += C;
      else
        Out += "%" + llvm::toHex(StringRef(&C, 1));
    return Out;
  }

  std::string Uri;
  std::unique_ptr<std::string> Text; ///< stays where it is when this is moved
  llvm::SmallVector<StringRef, 0> Lines;
  std::vector<std::string> Hashes;
};

class SourceFiles {
public:
  const SourceFile &get(const std::string &Name, const std::string &Directory) {
    auto It = Known.find({Directory, Name});
    if (It == Known.end())
      It =
          Known.emplace(std::pair(Directory, Name), SourceFile(Name, Directory))
              .first;
    return It->second;
  }

private:
  std::map<std::pair<std::string, std::string>, SourceFile> Known;
};

/// Columns count UTF-16 units, ours are bytes.
uint32_t utf16Column(StringRef Line, uint32_t Column) {
  llvm::SmallVector<llvm::UTF16, 128> Units;
  if (!llvm::convertUTF8ToUTF16String(Line.take_front(Column - 1), Units))
    return Column;
  return uint32_t(Units.size()) + 1;
}

/// Where the token that begins at \p Column ends: just behind it.
uint32_t tokenEnd(StringRef Line, uint32_t Column) {
  StringRef Token =
      Line.drop_front(std::min<size_t>(Column - 1, Line.size()))
          .take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
  return Column + std::max(1U, uint32_t(Token.size()));
}

class SarifWriter {
public:
  explicit SarifWriter(OStream &J) : J(J) {}

  void write(const std::vector<FileReport> &All) {
    J.attribute("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    J.attribute("version", "2.1.0");
    J.attributeArray("runs", [&] { J.object([&] { writeRun(All); }); });
  }

private:
  void findRules(const std::vector<FileReport> &All) {
    for (const FileReport &F : All)
      for (const Message &M : F.Found.Messages)
        if (M.Level == Severity::Warning && !findRule(M.Rule))
          Rules.push_back(ruleOfProtocol(M.Rule));
  }

  const RuleInfo *findRule(StringRef Id) const {
    auto It = llvm::find_if(Rules, [&](auto &R) { return R.Id == Id; });
    return It == Rules.end() ? nullptr : &*It;
  }

  void writeRun(const std::vector<FileReport> &All) {
    findRules(All);
    J.attributeObject(
        "tool", [&] { J.attributeObject("driver", [&] { writeTool(); }); });
    J.attributeObject("automationDetails",
                      [&] { J.attribute("id", "predabs/"); });
    J.attributeObject("originalUriBaseIds", [&] {
      J.attributeObject("%SRCROOT%", [&] {
        writeText(J, "description", "the folder that PredAbs was started in");
      });
    });
    J.attributeArray("invocations",
                     [&] { J.object([&] { writeInvocation(All); }); });
    J.attribute("columnKind", "utf16CodeUnits");
    J.attributeArray("results", [&] {
      for (const FileReport &F : All)
        for (const Message &M : F.Found.Messages)
          writeResult(M, F);
    });
  }

  void writeTool() {
    J.attribute("name", "PredAbs");
    J.attribute("version", PREDABS_VERSION_STRING);
    J.attribute("semanticVersion", PREDABS_VERSION_STRING);
    J.attributeArray("rules", [&] {
      for (const RuleInfo &R : Rules)
        J.object([&] { writeRule(J, R); });
    });
  }

  /// Files whose analysis was lost are told: a viewer should know.
  void writeInvocation(const std::vector<FileReport> &All) {
    bool Complete = true;
    for (const FileReport &F : All)
      Complete &= F.Lost.empty();
    J.attribute("executionSuccessful", Complete);
    if (Complete)
      return;
    J.attributeArray("toolExecutionNotifications", [&] {
      for (const FileReport &F : All)
        if (!F.Lost.empty())
          J.object([&] {
            J.attribute("level", "error");
            writeText(J, "message", F.File + ": " + F.Lost);
          });
    });
  }

  void writeResult(const Message &M, const FileReport &F) {
    const RuleInfo *Rule = findRule(M.Rule);
    if (M.Level != Severity::Warning || !M.Where.isValid() || !Rule)
      return;
    const SourceFile &In = file(M.Where, F);
    if (!Written
             .insert({In.uri(), M.Where.Line, M.Where.Column, M.Rule + M.Text})
             .second)
      return;
    J.object([&] {
      J.attribute("ruleId", M.Rule);
      J.attribute("ruleIndex", Rule - Rules.data());
      J.attribute("level", "warning");
      writeText(J, "message", M.Text);
      J.attributeArray("locations", [&] {
        J.object([&] {
          writePhysical(M.Where, F);
          writeLogical(M, F);
        });
      });
      if (std::string Hash = In.hash(M.Where.Line); !Hash.empty())
        J.attributeObject("partialFingerprints", [&] {
          J.attribute("primaryLocationLineHash", Hash);
        });
      writeFlow(M, F);
    });
  }

  void writePhysical(ir::Loc Where, const FileReport &F) {
    const SourceFile &In = file(Where, F);
    StringRef Line = In.line(Where.Line);
    uint32_t Column = std::max(1U, Where.Column);
    J.attributeObject("physicalLocation", [&] {
      J.attributeObject("artifactLocation", [&] {
        J.attribute("uri", In.uri());
        if (In.isRelative())
          J.attribute("uriBaseId", "%SRCROOT%");
      });
      J.attributeObject("region", [&] {
        J.attribute("startLine", Where.Line);
        J.attribute("startColumn", utf16Column(Line, Column));
        J.attribute("endLine", Where.Line);
        J.attribute("endColumn", utf16Column(Line, tokenEnd(Line, Column)));
      });
    });
  }

  void writeLogical(const Message &M, const FileReport &F) {
    for (const Decision &D : F.Found.Decisions)
      if (messageOf(D, F.Found) == &M) {
        J.attributeArray("logicalLocations", [&] {
          J.object([&] {
            J.attribute("fullyQualifiedName", fixUTF8(D.What.Function));
            J.attribute("kind", "function");
          });
        });
        return;
      }
  }

  void writeFlow(const Message &M, const FileReport &F) {
    if (M.Notes.empty())
      return;
    J.attributeArray("codeFlows", [&] {
      J.object([&] {
        J.attributeArray("threadFlows", [&] {
          J.object([&] {
            J.attributeArray("locations", [&] {
              for (const Note &N : M.Notes)
                writeStep(N.Where, N.Text, F);
              writeStep(M.Where, M.Text, F);
            });
          });
        });
      });
    });
  }

  void writeStep(ir::Loc Where, const std::string &Text, const FileReport &F) {
    if (!Where.isValid())
      return;
    J.object([&] {
      J.attributeObject("location", [&] {
        writePhysical(Where, F);
        writeText(J, "message", Text);
      });
    });
  }

  const SourceFile &file(ir::Loc Where, const FileReport &F) {
    return Files.get(F.Found.Files[Where.File], F.Directory);
  }

  std::vector<RuleInfo> Rules{std::begin(KnownRules), std::end(KnownRules)};
  OStream &J;
  SourceFiles Files;
  std::set<std::tuple<std::string, uint32_t, uint32_t, std::string>> Written;
};

} // namespace

std::string predabs::sarifText(const std::vector<FileReport> &All) {
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  OStream J(Out, /*IndentSize=*/2);
  J.object([&] { SarifWriter(J).write(All); });
  Out << '\n';
  return Text;
}
