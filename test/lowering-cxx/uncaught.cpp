// RUN: %run_both %s %t
// An exception is uncaught until the parameter of its handler is made.
#include <cstdio>
#include <exception>

struct Seen {
  Seen() {}
  Seen(const Seen &) { std::printf("copied, %d uncaught\n", std::uncaught_exceptions()); }
  ~Seen() { std::printf("gone, %d uncaught\n", std::uncaught_exceptions()); }
};

int main() {
  try {
    try {
      Seen s;
      throw s;
    } catch (Seen copy) {
      std::printf("caught, %d uncaught\n", std::uncaught_exceptions());
      throw;
    }
  } catch (Seen copy) {
    std::printf("caught, %d uncaught\n", std::uncaught_exceptions());
  }
  std::printf("end, %d uncaught\n", std::uncaught_exceptions());
  return 0;
}
