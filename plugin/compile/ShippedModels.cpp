#include "plugin/compile/ShippedModels.h"

#include "plugin/compile/Config.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>

using namespace predabs;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// The folder of the file that this code is in: of a plugin its module, of the
/// driver the program. Links are followed: what is installed is one.
std::string ownFolder() {
  Dl_info Info;
  llvm::StringRef Name;
  if (dladdr(reinterpret_cast<void *>(&shippedModels), &Info))
    Name = Info.dli_fname;
  llvm::SmallString<256> Real;
  if (!Name.ends_with(".so") || fs::real_path(Name, Real))
    fs::real_path(mainProgram(), Real);
  return std::string(path::parent_path(Real));
}

/// Asked when the module is loaded: its name may be relative to a folder that
/// is another one later.
const std::string Folder = ownFolder();

} // namespace

std::string predabs::mainProgram() {
  Dl_info Info;
  bool IsKnown = dladdr(reinterpret_cast<void *>(&mainProgram), &Info);
  // The name that it was started by serves where there is no /proc.
  return fs::getMainExecutable(IsKnown ? Info.dli_fname : "", nullptr);
}

Options predabs::withModels(Options Opts) {
  if (Opts.Models.empty())
    Opts.Models = shippedModels();
  return Opts;
}

std::string predabs::shippedModels() {
  // Below a plugin that was just built, beside an installed one, and from the
  // driver.
  std::string First;
  for (const char *Way :
       {"predabs", "", "../lib/predabs", "../" PREDABS_LIBDIR "/predabs"}) {
    llvm::SmallString<256> File(Folder);
    path::append(File, Way, "libc.o.predabs");
    path::remove_dots(File, /*remove_dot_dot=*/true);
    if (fs::exists(File))
      return std::string(File);
    if (First.empty())
      First = std::string(File);
  }
  return First;
}
