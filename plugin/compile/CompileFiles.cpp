#include "plugin/compile/CompileFiles.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Serialization/ASTReader.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace predabs;
namespace fs = llvm::sys::fs;

namespace {

std::string absolute(llvm::StringRef Path) {
  llvm::SmallString<256> Result(Path);
  fs::make_absolute(Result);
  llvm::sys::path::remove_dots(Result, /*remove_dot_dot=*/true);
  return std::string(Result);
}

/// Files that are not ours to write.
class FileSet {
public:
  void add(llvm::StringRef Name) {
    // Devices and pipes are for all.
    fs::file_status Status;
    bool IsThere = !Name.empty() && !fs::status(Name, Status);
    if (!Name.empty() && Name != "-" &&
        (!IsThere || fs::is_regular_file(Status)))
      Names.push_back(absolute(Name));
  }

  /// Whether \p Path is one of them, by whatever name.
  bool has(const std::string &Path) const {
    if (Path.empty() || Path == "-")
      return false;
    std::string Full = absolute(Path);
    return llvm::any_of(Names, [&](const std::string &Name) {
      return Name == Full || fs::equivalent(Name, Full);
    });
  }

  /// Whether \p Folder would take the place of one that is still to be made.
  bool hasFolder(const std::string &Folder) const {
    std::string Full = absolute(Folder);
    return llvm::any_of(Names, [&](const std::string &Name) {
      bool IsAtOrIn =
          Name == Full || llvm::StringRef(Full).starts_with(Name + "/");
      return IsAtOrIn && !fs::exists(Name);
    });
  }

private:
  std::vector<std::string> Names;
};

FileSet filesOf(const clang::CompilerInstance &CI) {
  FileSet Files;
  for (const clang::FrontendInputFile &Input : CI.getFrontendOpts().Inputs)
    if (Input.isFile())
      Files.add(Input.getFile());
  Files.add(CI.getFrontendOpts().OutputFile);
  Files.add(CI.getFrontendOpts().StatsFile);
  Files.add(CI.getDependencyOutputOpts().OutputFile);
  Files.add(CI.getDependencyOutputOpts().HeaderIncludeOutputFile);
  Files.add(CI.getDiagnosticOpts().DiagnosticSerializationFile);
  Files.add(CI.getDiagnosticOpts().DiagnosticLogFile);
  Files.add(CI.getCodeGenOpts().SplitDwarfOutput);
  Files.add(CI.getCodeGenOpts().OptRecordFile);
  Files.add(CI.getCodeGenOpts().CoverageNotesFile);
  return Files;
}

/// The options that name a file to be written.
std::vector<std::pair<const char *, std::string *>> outputsOf(Options &Opts) {
  return {{"sarif", &Opts.Sarif},
          {"json", &Opts.Json},
          {"stats", &Opts.Stats},
          {"emit-bp", &Opts.EmitBp}};
}

/// Empties \p Value and says so.
std::string taken(std::string &Value, const char *Option) {
  std::string Said = std::string(Option) + "=" + Value +
                     " has no effect: this compile has a file of that name";
  Value.clear();
  return Said;
}

/// The regular file at \p Path, which may be empty.
std::optional<fs::UniqueID> regularFile(const std::string &Path) {
  fs::file_status Status;
  if (Path.empty() || Path == "-" || fs::status(Path, Status) ||
      !fs::is_regular_file(Status))
    return std::nullopt;
  return Status.getUniqueID();
}

bool isRead(const clang::SourceManager &Sources, fs::UniqueID File) {
  return llvm::any_of(
      llvm::make_range(Sources.fileinfo_begin(), Sources.fileinfo_end()),
      [&](const auto &Read) { return Read.first.getUniqueID() == File; });
}

/// Whether \p File is a precompiled header or a module of the compile.
bool isLoaded(clang::CompilerInstance &CI, fs::UniqueID File) {
  llvm::IntrusiveRefCntPtr<clang::ASTReader> Reader = CI.getASTReader();
  return Reader &&
         llvm::any_of(Reader->getModuleManager(),
                      [&](const clang::serialization::ModuleFile &Loaded) {
                        return Loaded.File.getUniqueID() == File;
                      });
}

} // namespace

std::vector<std::string>
predabs::spareFilesOf(const clang::CompilerInstance &CI, Options &Opts) {
  FileSet Files = filesOf(CI);
  std::vector<std::string> Said;
  for (auto [Option, Value] : outputsOf(Opts))
    if (Files.has(*Value))
      Said.push_back(taken(*Value, Option));
  bool IsFolder =
      !Opts.Store.empty() && Opts.Store != "beside" && Opts.Store != "off";
  if (IsFolder && Files.hasFolder(Opts.Store))
    Said.push_back(taken(Opts.Store, "store"));
  return Said;
}

std::vector<std::string> predabs::spareFilesReadBy(clang::CompilerInstance &CI,
                                                   Options &Opts) {
  std::vector<std::string> Said;
  for (auto [Option, Value] : outputsOf(Opts))
    if (std::optional<fs::UniqueID> File = regularFile(*Value))
      if (isRead(CI.getSourceManager(), *File) || isLoaded(CI, *File))
        Said.push_back(taken(*Value, Option));
  return Said;
}

std::optional<std::string>
predabs::overwrittenSource(const std::vector<std::string> &Sources,
                           Options Opts) {
  FileSet Files;
  for (const std::string &Source : Sources)
    Files.add(Source);
  for (auto [Option, Value] : outputsOf(Opts))
    if (Files.has(*Value))
      return std::string(Option) + "=" + *Value +
             " names a file that is to be checked";
  return std::nullopt;
}

std::optional<std::string>
predabs::overwrittenSource(const clang::SourceManager &Sources, Options Opts) {
  for (auto [Option, Value] : outputsOf(Opts))
    if (std::optional<fs::UniqueID> File = regularFile(*Value))
      if (isRead(Sources, *File))
        return std::string(Option) + "=" + *Value +
               " names a file that is to be checked";
  return std::nullopt;
}
