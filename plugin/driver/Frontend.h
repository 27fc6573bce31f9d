// Runs clang's front end on a file, as a compile would, for the driver.

#ifndef PREDABS_PLUGIN_DRIVER_FRONTEND_H
#define PREDABS_PLUGIN_DRIVER_FRONTEND_H

#include "plugin/driver/Arguments.h"

#include <functional>
#include <memory>

namespace clang {
class ASTConsumer;
class CompilerInstance;
} // namespace clang
namespace llvm {
class raw_ostream;
}

namespace predabs {

/// A file and how it is compiled.
struct SourceUnit {
  std::string File; ///< as the user wrote it, or as the database has it
  std::string Path; ///< absolute
  std::string Directory;
  std::vector<std::string> Command; ///< the compiler first

  /// Whether relative names in the command mean the same to the user: if not,
  /// files are shown by absolute names.
  bool isCompiledHere() const;
};

/// The files of \p Args, compiled with the arguments after `--`.
std::vector<SourceUnit> unitsOfFiles(const Arguments &Args);

/// From Directory/compile_commands.json: all its C and C++ files, or just
/// those of \p Args.
Complaint unitsOfDatabase(const std::string &Directory, const Arguments &Args,
                          std::vector<SourceUnit> &Units);

using ConsumerMaker = std::function<std::unique_ptr<clang::ASTConsumer>(
    clang::CompilerInstance &)>;

enum class Colours { Off, On };

/// Parses \p Unit, giving the tree to what \p Make makes; what clang has to
/// say goes to \p Messages. False if the file does not compile.
bool runFrontend(const SourceUnit &Unit, const ConsumerMaker &Make,
                 llvm::raw_ostream &Messages, Colours Use);

} // namespace predabs

#endif
