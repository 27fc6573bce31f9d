#include "plugin/driver/Frontend.h"
#include "checkers/files/UserFiles.h"
#include "plugin/compile/Config.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/DiagnosticDriver.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Types.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace predabs;
using clang::tooling::CommandLineArguments;
using clang::tooling::CompileCommand;

namespace {

std::string currentDirectory() {
  llvm::SmallString<256> Path;
  llvm::sys::fs::current_path(Path);
  return Path.str().str();
}

/// C or C++, also preprocessed: not assembly, not a header.
bool isSource(llvm::StringRef File) {
  namespace types = clang::driver::types;
  llvm::StringRef Extension = llvm::sys::path::extension(File);
  types::ID Type = Extension.empty()
                       ? types::TY_INVALID
                       : types::lookupTypeForExtension(Extension.drop_front());
  return Type != types::TY_INVALID && types::isDerivedFromC(Type) &&
         !types::onlyPrecompileType(Type) &&
         (types::getPreprocessedType(Type) != types::TY_INVALID ||
          Type == types::TY_PP_C || Type == types::TY_PP_CXX);
}

SourceUnit unitOf(const CompileCommand &C, const std::string &ShownAs) {
  llvm::SmallString<256> Path(C.Filename);
  llvm::sys::fs::make_absolute(C.Directory, Path);
  return {ShownAs, Path.str().str(), C.Directory, C.CommandLine};
}

bool hasHeaders(const std::string &ResourceDir) {
  return !ResourceDir.empty() &&
         llvm::sys::fs::exists(ResourceDir + "/include/stddef.h");
}

/// Where clang keeps its own headers: as the build found it, or, if that is
/// gone, beside the clang of this version that is installed now.
std::string resourceDir() {
  std::string Dir = PREDABS_CLANG_RESOURCE_DIR;
  if (hasHeaders(Dir))
    return Dir;
  auto Clang = llvm::sys::findProgramByName(
      "clang-" + std::to_string(PREDABS_CLANG_MAJOR));
  llvm::SmallString<256> Real;
  if (Clang && !llvm::sys::fs::real_path(*Clang, Real))
    Dir = clang::driver::Driver::GetResourcesPath(Real);
  return hasHeaders(Dir) ? Dir : "";
}

CommandLineArguments withResourceDir(const CommandLineArguments &Args,
                                     llvm::StringRef) {
  for (llvm::StringRef Arg : Args)
    if (Arg.starts_with("-resource-dir"))
      return Args;
  CommandLineArguments New = Args;
  std::string Dir = resourceDir();
  if (!Dir.empty())
    New.insert(New.begin() + 1, "-resource-dir=" + Dir);
  return New;
}

/// Commands are often written for gcc, which has warnings of its own, and
/// whose -Werror is not about those that clang adds.
CommandLineArguments withTolerance(const CommandLineArguments &Args,
                                   llvm::StringRef) {
  CommandLineArguments New = Args;
  New.insert(New.begin() + 1, "-Wno-unknown-warning-option");
  New.push_back("-Wno-error");
  return New;
}

/// A build that uses a plugin, ours perhaps, is analysed without it.
CommandLineArguments withoutPlugins(const CommandLineArguments &Args,
                                    llvm::StringRef) {
  CommandLineArguments New;
  for (const std::string &Arg : Args) {
    llvm::StringRef A = Arg;
    if (!A.starts_with("-fplugin=") && !A.starts_with("-fplugin-arg-") &&
        !A.starts_with("-fpass-plugin="))
      New.push_back(Arg);
  }
  return New;
}

class OneCommand : public clang::tooling::CompilationDatabase {
public:
  explicit OneCommand(const SourceUnit &U)
      : Command(U.Directory, U.Path, U.Command, "") {}
  std::vector<CompileCommand>
  getCompileCommands(llvm::StringRef) const override {
    return {Command};
  }

private:
  CompileCommand Command;
};

/// Prints, but takes an argument that only another compiler knows for a
/// warning.
class Printer : public clang::TextDiagnosticPrinter {
public:
  using TextDiagnosticPrinter::TextDiagnosticPrinter;

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    switch (Info.getID()) {
    case clang::diag::err_drv_unknown_argument:
    case clang::diag::err_drv_unknown_argument_with_suggestion:
    case clang::diag::err_drv_unsupported_opt:
    case clang::diag::err_drv_unsupported_opt_for_target:
      Level = clang::DiagnosticsEngine::Warning;
      break;
    default:
      break;
    }
    TextDiagnosticPrinter::HandleDiagnostic(Level, Info);
  }
};

class Action : public clang::ASTFrontendAction {
public:
  explicit Action(const ConsumerMaker &Make) : Make(Make) {}

private:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI, llvm::StringRef) override {
    // Without "1 warning generated."
    CI.setVerboseOutputStream(llvm::nulls());
    return Make(CI);
  }
  const ConsumerMaker &Make;
};

class ActionFactory : public clang::tooling::FrontendActionFactory {
public:
  explicit ActionFactory(const ConsumerMaker &Make) : Make(Make) {}
  std::unique_ptr<clang::FrontendAction> create() override {
    return std::make_unique<Action>(Make);
  }

private:
  const ConsumerMaker &Make;
};

} // namespace

bool SourceUnit::isCompiledHere() const {
  return llvm::sys::fs::equivalent(Directory, currentDirectory());
}

std::vector<SourceUnit> predabs::unitsOfFiles(const Arguments &Args) {
  std::vector<SourceUnit> Units;
  for (const std::string &File : Args.Files) {
    std::vector<std::string> Command = {"clang"};
    Command.insert(Command.end(), Args.Compiler.begin(), Args.Compiler.end());
    Command.push_back(File);
    Units.push_back({File, clang::tooling::getAbsolutePath(File),
                     currentDirectory(), std::move(Command)});
  }
  return Units;
}

/// Why a database is none, as far as its ends tell: clang's own reader takes
/// what it understands for the whole.
static Complaint notWhole(const std::string &Path) {
  constexpr uint64_t Most = uint64_t(4) << 30; // large projects have large ones
  FileBytes Read = readFile(Path, Most);
  if (!Read.Bytes)
    return cannotRead(Path, Read.Why);
  llvm::StringRef Text = llvm::StringRef(*Read.Bytes).trim();
  if (Text.empty())
    return Path + " is empty";
  if (Text.starts_with("[") && !Text.ends_with("]"))
    return Path + " is cut off: it does not end with ']'";
  return std::nullopt;
}

namespace {

/// Response files are regular ones, written by programs: others never end.
class ResponseFiles : public llvm::vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override {
    llvm::ErrorOr<llvm::vfs::Status> Is = status(Path);
    if (Is && (!Is->isRegularFile() || Is->getSize() > MaxOptionFileSize))
      return std::make_error_code(std::errc::not_supported);
    return ProxyFileSystem::openFileForRead(Path);
  }
};

} // namespace

Complaint predabs::unitsOfDatabase(const std::string &Directory,
                                   const Arguments &Args,
                                   std::vector<SourceUnit> &Units) {
  std::string Path = Directory + "/compile_commands.json";
  if (llvm::sys::fs::is_regular_file(Directory))
    Path = Directory;
  if (!llvm::sys::fs::exists(Path))
    return "there is no " + Path;
  if (Complaint C = notWhole(Path))
    return C;
  std::string Error;
  std::unique_ptr<clang::tooling::CompilationDatabase> Database =
      clang::tooling::JSONCompilationDatabase::loadFromFile(
          Path, Error, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!Database)
    return Path + ": " + Error;
  Database = clang::tooling::expandResponseFiles(
      std::move(Database),
      llvm::makeIntrusiveRefCnt<ResponseFiles>(llvm::vfs::getRealFileSystem()));
  if (Args.Files.empty())
    for (const CompileCommand &C : Database->getAllCompileCommands())
      if (isSource(C.Filename))
        Units.push_back(unitOf(C, C.Filename));
  for (const std::string &File : Args.Files) {
    std::vector<CompileCommand> Found =
        Database->getCompileCommands(clang::tooling::getAbsolutePath(File));
    if (Found.empty())
      return File + " is not in " + Path;
    for (const CompileCommand &C : Found)
      Units.push_back(unitOf(C, File));
  }
  if (Units.empty())
    return "there are no C or C++ files in " + Path;
  return std::nullopt;
}

bool predabs::runFrontend(const SourceUnit &Unit, const ConsumerMaker &Make,
                          llvm::raw_ostream &Messages, Colours Use) {
  OneCommand Database(Unit);
  clang::tooling::ClangTool Tool(Database, {Unit.Path});
  Tool.appendArgumentsAdjuster(withoutPlugins);
  Tool.appendArgumentsAdjuster(clang::tooling::getStripPluginsAdjuster());
  Tool.appendArgumentsAdjuster(withTolerance);
  Tool.appendArgumentsAdjuster(withResourceDir);
  auto Options = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
  Options->ShowOptionNames = true;
  Options->AbsolutePath = !Unit.isCompiledHere();
  Options->ShowColors = Use == Colours::On;
  Messages.enable_colors(Use == Colours::On);
  Printer Print(Messages, Options.get());
  Tool.setDiagnosticConsumer(&Print);
  Tool.setPrintErrorMessage(false);
  ActionFactory Factory(Make);
  return Tool.run(&Factory) == 0;
}
