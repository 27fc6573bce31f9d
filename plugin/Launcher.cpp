#include "plugin/Launcher.h"

#include <cstdio>
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

} // namespace

std::string predabs::compilerCache() {
  // clang may have started itself once more.
  constexpr int Generations = 3;
  pid_t Pid = getppid();
  for (int I = 0; I < Generations && Pid > 1; ++I) {
    Process P = readProcess(Pid);
    if (P.Name == "ccache" || P.Name == "sccache")
      return P.Name;
    Pid = P.Parent;
  }
  return "";
}
