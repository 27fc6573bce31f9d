// A file of the system that is open, and is closed when forgotten.

#ifndef PREDABS_CHECKERS_FILES_DESCRIPTOR_H
#define PREDABS_CHECKERS_FILES_DESCRIPTOR_H

#include <string>
#include <utility>

namespace predabs {

class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int Number) : Number(Number) {}
  Descriptor(Descriptor &&D) noexcept : Number(std::exchange(D.Number, -1)) {}
  Descriptor &operator=(Descriptor &&D) noexcept {
    std::swap(Number, D.Number);
    return *this;
  }
  ~Descriptor() { close(); }

  explicit operator bool() const { return Number >= 0; }
  int number() const { return Number; }
  /// What close(2) says, which may be the first to know of a full disk.
  int close();

private:
  int Number = -1;
};

/// Not open, with errno, if that is not possible. New files are for all whom
/// the umask lets.
Descriptor openFile(const std::string &Path, int Flags);

/// What the system calls \p Error: "Permission denied".
std::string errorText(int Error);

} // namespace predabs

#endif
