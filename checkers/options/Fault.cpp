#include "checkers/options/Fault.h"

#include <cstdlib>
#include <cstring>
#include <new>

using namespace predabs;

// The compiler may assume that none of this happens, and then removes it. It
// cannot look through a volatile object.
static volatile bool Always = true;

static void writeNowhere() {
  volatile int *volatile Nowhere = nullptr;
  *Nowhere = 1; // NOLINT(clang-analyzer-core.NullDereference)
}

// NOLINTNEXTLINE(misc-no-recursion)
[[gnu::noinline]] static int recurse(unsigned Depth) {
  volatile char Frame[512];
  Frame[Depth % sizeof Frame] = char(Depth);
  int Deeper = Always ? recurse(Depth + 1) : 0;
  return Deeper + Frame[Depth % sizeof Frame];
}

static void spin() {
  while (Always)
    ;
}

static void takeAllMemory() {
  constexpr size_t Piece = size_t(4) << 20;
  while (Always)
    std::memset(::operator new(Piece), 1, Piece);
}

void predabs::commit(Fault F) {
  switch (F) {
  case Fault::None:
  case Fault::LateSegv:
  case Fault::LateSpin:
    return;
  case Fault::Segv:
    return writeNowhere();
  case Fault::Abort:
    std::abort();
  case Fault::Stack:
    recurse(0);
    return;
  case Fault::Spin:
    return spin();
  case Fault::OutOfMemory:
    return takeAllMemory();
  }
}

void predabs::commitLate(Fault F) {
  if (F == Fault::LateSegv)
    writeNowhere();
  if (F == Fault::LateSpin)
    spin();
}
