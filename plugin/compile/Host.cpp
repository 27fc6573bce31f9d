#include "plugin/compile/Host.h"

#include "checkers/files/QuietSignals.h"

#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Config/llvm-config.h"

#include <atomic>
#include <cstdio>
#include <dlfcn.h>
#include <string>
#include <unistd.h>

namespace {

// In a clang of another version the classes of this plugin and those of the
// host have different layouts, and the host crashes. So, before the registry
// below hands anything over, ask the host what it is. Only functions that all
// versions agree on are called, looked up by name: a C function that LLVM has
// since 16, or else clang's own version text.

std::string hostVersionText() {
  using TextFunction = std::string (*)();
  auto Ask = reinterpret_cast<TextFunction>(
      dlsym(RTLD_DEFAULT, "_ZN5clang19getClangFullVersionB5cxx11Ev"));
  std::string Text = Ask ? Ask() : "";
  size_t At = Text.find("version ");
  return At == Text.npos ? "" : Text.substr(At + 8);
}

/// As "14.0"; nothing where the host does not tell.
std::string hostVersion() {
  using NumbersFunction = void (*)(unsigned *, unsigned *, unsigned *);
  if (auto Ask = reinterpret_cast<NumbersFunction>(
          dlsym(RTLD_DEFAULT, "LLVMGetVersion"))) {
    unsigned Major = 0, Minor = 0, Patch = 0;
    Ask(&Major, &Minor, &Patch);
    return std::to_string(Major) + "." + std::to_string(Minor);
  }
  std::string Text = hostVersionText();
  size_t FirstDot = Text.find('.');
  return FirstDot == Text.npos ? ""
                               : Text.substr(0, Text.find('.', FirstDot + 1));
}

// Priority 101, the first for users: before every initialiser of this file.
// There is no softer way out: a constructor cannot make dlopen fail, and to
// return would hand the host our registration. _exit, as the host's own exit
// handlers are not prepared for an end at this point.
[[gnu::constructor(101)]] void refuseForeignHost() {
  const std::string Mine = std::to_string(LLVM_VERSION_MAJOR) + "." +
                           std::to_string(LLVM_VERSION_MINOR);
  const std::string Host = hostVersion();
  if (Host.empty() || Host == Mine)
    return;
  dprintf(STDERR_FILENO,
          "predabs: this plugin is built for clang %s, but the compiler is "
          "clang %s; use clang-%d\n",
          Mine.c_str(), Host.c_str(), LLVM_VERSION_MAJOR);
  _exit(1);
}

} // namespace

bool predabs::isCompiler(const clang::CompilerInstance &CI) {
  // Tools clean up behind each file; the compiler leaves that to the system.
  // Started by hand as `clang -cc1` it does not, but is known by its function.
  return CI.getFrontendOpts().DisableFree ||
         dlsym(RTLD_DEFAULT, "_Z8cc1_mainN4llvm8ArrayRefIPKcEES2_Pv");
}

void predabs::standAside() {
  static std::atomic<bool> IsSaid = false;
  if (IsSaid.exchange(true))
    return;
  QuietSignals Guard;
  dprintf(STDERR_FILENO,
          "predabs: the plugin works in the compiler, not in this program, and "
          "does nothing here; for clang-tidy there is libPredAbsTidy.so\n");
}
