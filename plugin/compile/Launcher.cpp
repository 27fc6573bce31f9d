#include "plugin/compile/Launcher.h"

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sys/types.h>
#include <unistd.h>

using namespace predabs;

namespace {

struct Process {
  std::string Name;
  pid_t Parent = 0;
};

/// From `/proc/PID/stat`: `12 (name) S 1 ...`; the name may hold anything.
Process readProcess(pid_t Pid) {
  Process P;
  std::ifstream In("/proc/" + std::to_string(Pid) + "/stat");
  std::string Text;
  std::getline(In, Text, '\0');
  size_t Open = Text.find('('), Close = Text.rfind(')');
  if (Open == Text.npos || Close == Text.npos || Close < Open)
    return P;
  P.Name = Text.substr(Open + 1, Close - Open - 1);
  char State;
  if (sscanf(Text.c_str() + Close + 1, " %c %d", &State, &P.Parent) != 2)
    P.Parent = 0;
  return P;
}

/// The program that \p Pid runs, whatever it is called there: Debian has
/// /usr/lib/ccache/clang-19, which is a link to ccache.
std::string programOf(pid_t Pid) {
  char Path[PATH_MAX];
  std::string Link = "/proc/" + std::to_string(Pid) + "/exe";
  ssize_t Size = readlink(Link.c_str(), Path, sizeof Path);
  std::string Program(Path, Size > 0 ? size_t(Size) : 0);
  return Program.substr(Program.rfind('/') + 1);
}

bool isCache(const std::string &Name) {
  return Name == "ccache" || Name == "sccache" || Name == "sccache-dist" ||
         Name == "cachepot" || Name == "buildcache";
}

} // namespace

std::string predabs::compilerCache() {
  // ccache tells the compilers that it starts where they may complain without
  // that being kept, also where there is no /proc.
  if (getenv("UNCACHED_ERR_FD"))
    return "ccache";
  // clang may have started itself once more.
  constexpr int Generations = 3;
  pid_t Pid = getppid();
  for (int I = 0; I < Generations && Pid > 1; ++I) {
    Process P = readProcess(Pid);
    for (const std::string &Name : {P.Name, programOf(Pid)})
      if (isCache(Name))
        return Name;
    Pid = P.Parent;
  }
  return "";
}
