#include "checkers/files/Descriptor.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

using namespace predabs;

std::string predabs::errorText(int Error) {
  return std::generic_category().message(Error);
}

Descriptor predabs::openFile(const std::string &Path, int Flags) {
  int Number = 0;
  do
    Number = open(Path.c_str(), Flags | O_CLOEXEC | O_NOCTTY, 0666);
  while (Number < 0 && errno == EINTR);
  return Descriptor(Number);
}

int Descriptor::close() {
  int Result = Number < 0 ? 0 : ::close(Number);
  Number = -1;
  return Result;
}
