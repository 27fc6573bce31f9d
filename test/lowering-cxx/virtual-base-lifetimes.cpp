// RUN: %run_both %s %t
// A virtual base is made once, by the constructor of the complete object, and
// destroyed by its destructor after all else.
#include <cstdio>

struct Top {
  explicit Top(int From = 0) { std::printf("Top %d\n", From); }
  ~Top() { std::puts("~Top"); }
};
struct Other {
  Other() { std::puts("Other"); }
  ~Other() { std::puts("~Other"); }
};
struct Left : virtual Top {
  Left() : Left(1) { std::puts("Left()"); }
  explicit Left(int N) : Top(N) { std::puts("Left(int)"); }
  ~Left() { std::puts("~Left"); }
};
struct Right : virtual Top, virtual Other {
  Right() : Top(2) { std::puts("Right"); }
  ~Right() { std::puts("~Right"); }
};
struct Both : Left, Right {
  Other Member;
  Both() : Top(3) { std::puts("Both()"); }
  explicit Both(int) : Both() { std::puts("Both(int)"); }
  ~Both() { std::puts("~Both"); }
};
struct Inherits : Both {
  using Both::Both;
};
struct Fails : Both {
  explicit Fails(int N) : Both(N) { throw N; }
};
struct DelegatesAndFails : Right {
  DelegatesAndFails() { std::puts("made"); }
  explicit DelegatesAndFails(int N) : DelegatesAndFails() { throw N; }
};

template <class T> void scope(const char *Name) {
  std::puts(Name);
  try {
    T Object(5);
  } catch (int N) {
    std::printf("caught %d\n", N);
  }
}

int main() {
  std::puts("alone");
  { Left Object; }
  scope<Left>("left");
  scope<Both>("both");
  scope<Inherits>("inherits");
  scope<Fails>("fails");
  scope<DelegatesAndFails>("delegates");
  Both *P = new Both;
  delete P;
  Right Array[2];
}
