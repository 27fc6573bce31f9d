#include "plugin/compile/SideCar.h"

#include "plugin/output/Outputs.h"

#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendOptions.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace predabs;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr llvm::StringRef IndexName = ".predabs";

static std::string absolute(llvm::StringRef Path) {
  llvm::SmallString<256> Result(Path);
  fs::make_absolute(Result);
  path::remove_dots(Result, /*remove_dot_dot=*/true);
  return std::string(Result);
}

static bool makesObject(clang::frontend::ActionKind Action) {
  return Action == clang::frontend::EmitObj ||
         Action == clang::frontend::EmitBC ||
         Action == clang::frontend::EmitAssembly;
}

/// Whether clang made up the name, on the way to a program: /tmp/foo-1a2b3c.o.
static bool isOnTheWay(llvm::StringRef Object) {
  constexpr size_t Digits = 6;
  llvm::SmallString<128> Temporary;
  path::system_temp_directory(/*ErasedOnReboot=*/true, Temporary);
  llvm::StringRef End = path::stem(Object).take_back(Digits + 1);
  return path::parent_path(Object) == Temporary && End.size() > Digits &&
         End.consume_front("-") && llvm::all_of(End, llvm::isHexDigit);
}

/// The file that this compile makes, or nothing.
static std::string objectFile(const clang::FrontendOptions &Frontend) {
  if (!makesObject(Frontend.ProgramAction) || Frontend.OutputFile.empty() ||
      Frontend.OutputFile == "-")
    return "";
  std::string Object = absolute(Frontend.OutputFile);
  fs::file_status Status;
  if (!fs::status(Object, Status) && !fs::is_regular_file(Status))
    return "";
  // That is the name of the index, a folder.
  bool IsIndex = path::filename(Object) == IndexName;
  return IsIndex || isOnTheWay(Object) ? "" : Object;
}

/// Objects of one build lie below the folder where its compiles run, most
/// often.
static std::string indexBeside(llvm::StringRef Object) {
  std::string Here = absolute(".");
  // It is not absolute if somebody has removed it.
  bool IsBelow = path::is_absolute(Here) && Object.starts_with(Here + "/");
  llvm::SmallString<256> Index(IsBelow ? llvm::StringRef(Here)
                                       : path::parent_path(Object));
  path::append(Index, IndexName);
  return std::string(Index);
}

void predabs::addDependencies(const clang::CompilerInstance &CI,
                              const std::vector<std::string> &Files) {
  clang::PPCallbacks *Listeners =
      CI.hasPreprocessor() ? CI.getPreprocessor().getPPCallbacks() : nullptr;
  if (!Listeners)
    return;
  // As if the main file had included them a second time, and in vain: those who
  // write dependencies listen to that, and nobody reads what is in them.
  clang::FileManager &Known = CI.getSourceManager().getFileManager();
  clang::Token Nothing;
  Nothing.startToken();
  for (const std::string &Name : Files)
    if (!fs::is_regular_file(Name))
      continue;
    else if (auto File = Known.getOptionalFileRef(Name))
      Listeners->FileSkipped(*File, Nothing, clang::SrcMgr::C_User);
}

StorePlan predabs::planStore(const clang::CompilerInstance &CI,
                             const Options &Opts) {
  StorePlan Plan;
  if (!isStoreOn(Opts))
    return Plan;
  Plan.Source = absolute(mainFile(CI.getSourceManager()));
  Plan.Directory = absolute(".");
  std::string Object = objectFile(CI.getFrontendOpts());
  bool IsFolder = Opts.Store != "beside";
  if (!Object.empty())
    Plan.SideCar = Object + ".predabs";
  else if (IsFolder && CI.getFrontendOpts().ProgramAction ==
                           clang::frontend::ParseSyntaxOnly)
    Plan.SideCar = absolute(Opts.Store) + "/files/" + keyOf(Plan.Source).str() +
                   ".predabs";
  Plan.Index = IsFolder ? absolute(Opts.Store) : indexBeside(Object);
  return Plan;
}
