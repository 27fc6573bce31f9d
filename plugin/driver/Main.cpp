// The program `predabs`: the same engine as the plugin, without a compile.

#include "checkers/options/Options.h"
#include "plugin/driver/Arguments.h"
#include "plugin/driver/Commands.h"
#include "predicates/Version.h"
#include "predicates/text/Nearest.h"

#include "clang/Basic/Version.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace predabs;

namespace {

struct Subcommand {
  std::string_view Name;
  std::string_view Help;
  int (*Run)(const std::vector<std::string> &);
};

constexpr Subcommand Subcommands[] = {
    {"abstract", "show a file as a Boolean program over predicates",
     runAbstract},
    {"bp", "check a Boolean program", runBp},
    {"check", "check C and C++ files", runCheck},
    {"ir", "show a file in the intermediate language, or run it", runIr},
    {"summary", "show what was kept about the functions of a file", runSummary},
};

int showHelp() {
  llvm::outs() << "usage: predabs <command> [options] files...\n\n"
               << "A software model checker for C and C++.\n\ncommands:\n";
  for (const Subcommand &S : Subcommands)
    llvm::outs() << helpLine(std::string(S.Name), S.Help);
  llvm::outs() << "\n'predabs <command> --help' tells more. Other options:\n"
               << helpLine("--version", "show the version")
               << helpLine("--print-options-md", "print docs/options.md")
               << helpLine("--help", "show this help");
  return 0;
}

int showVersion() {
  llvm::outs() << "predabs " PREDABS_VERSION_STRING " (clang "
               << CLANG_VERSION_STRING ")\n";
  return 0;
}

int complainAbout(const std::string &Word) {
  std::vector<std::string_view> Known = {"--version", "--help",
                                         "--print-options-md"};
  for (const Subcommand &S : Subcommands)
    Known.push_back(S.Name);
  std::string What = Word.starts_with("-") ? "option" : "command";
  std::string Hint = didYouMean(Word, Known);
  return fail("unknown " + What + " '" + Word + "'" +
              (Hint.empty() ? "; see 'predabs --help'" : Hint));
}

/// Names are relative to the working directory, which somebody may have
/// removed.
bool isSomewhere() {
  llvm::SmallString<256> Here;
  return !llvm::sys::fs::current_path(Here);
}

int dispatch(const std::string &Word, const std::vector<std::string> &Rest) {
  for (const Subcommand &S : Subcommands)
    if (Word == S.Name)
      return isSomewhere() ? S.Run(Rest)
                           : fail("the working directory is gone");
  // For ninja, not for people.
  if (Word == "step")
    return runStep(Rest);
  if (Word == "--help" || Word == "-h" || Word == "help")
    return showHelp();
  if (Word == "--version")
    return showVersion();
  if (Word == "--print-options-md") {
    llvm::outs() << optionsMarkdown();
    return 0;
  }
  return complainAbout(Word);
}

} // namespace

int main(int Count, char **Words) {
  bool IsHeard = fcntl(STDOUT_FILENO, F_GETFD) != -1;
  // What is opened must not become the standard output.
  llvm::sys::Process::FixupStandardFileDescriptors();
  // Nobody reading is an error like others: there is something to clean up.
  signal(SIGPIPE, SIG_IGN);
  std::vector<std::string> Args(Words + 1, Words + Count);
  if (Args.empty())
    return fail("what is to be done? see 'predabs --help'");
  std::string First = Args.front();
  Args.erase(Args.begin());
  int Status = finishOutput(dispatch(First, Args));
  // What all commands but ninja's write went nowhere.
  if (!IsHeard && Status != 2 && First != "step")
    return fail("cannot write to standard output: it is closed");
  return Status;
}
