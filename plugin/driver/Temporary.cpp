#include "plugin/driver/Temporary.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

using namespace predabs;

/// For a handler of signals, which can ask nobody.
static std::atomic<const TemporaryFolder *> Current = nullptr;

TemporaryFolder::TemporaryFolder() {
  llvm::SmallString<128> Name;
  if (!llvm::sys::fs::createUniqueDirectory("predabs", Name))
    Path = Name.str().str();
  Gone = Path + ".gone";
  Current = Path.empty() ? nullptr : this;
}

TemporaryFolder::~TemporaryFolder() {
  Current = nullptr;
  if (!Path.empty())
    llvm::sys::fs::remove_directories(Path);
}

void TemporaryFolder::removeAtOnce() {
  const TemporaryFolder *T = Current;
  // Processes that still write there do not find it any more.
  if (!T || rename(T->Path.c_str(), T->Gone.c_str()) != 0)
    return;
  pid_t Pid = fork();
  if (Pid == 0) {
    execl("/bin/rm", "rm", "-rf", T->Gone.c_str(), nullptr);
    _exit(1);
  }
  while (Pid > 0 && waitpid(Pid, nullptr, 0) < 0 && errno == EINTR)
    ;
}
