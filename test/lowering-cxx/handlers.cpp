// Handlers, and when the objects of exceptions come and go.
// RUN: %run_both %s %t
#include <exception>
extern "C" int printf(const char *, ...);

struct Trace {
  int Id;
  Trace(int Id) : Id(Id) { printf("+%d ", Id); }
  Trace(const Trace &O) : Id(O.Id + 100) { printf("c%d ", Id); }
  ~Trace() { printf("-%d/%d ", Id, std::uncaught_exceptions()); }
};
struct Base { int B = 1; };
struct Other { int O = 2; };
struct Derived : Other, Base { int D = 3; };
struct Secret : private Base {};

static void raise(int N) {
  Trace T(N);
  switch (N) {
  case 0: throw 5;
  case 1: throw 'c';
  case 2: throw Derived();
  case 3: throw Secret();
  case 4: throw &"text"[1];
  case 5: throw nullptr;
  case 6: throw Trace(60);
  case 7: throw Base();
  case 8: throw 2.5;
  }
}
static void sort(int N) {
  try {
    raise(N);
    printf("nothing ");
  } catch (int I) {
    printf("int %d ", I);
  } catch (Base &B) {
    printf("Base %d ", B.B);
  } catch (Other &) {
    printf("Other ");
  } catch (const Trace &T) {
    printf("Trace %d ", T.Id);
    throw;
  } catch (void *P) {
    printf("void* %d ", P == nullptr);
  } catch (const char *S) {
    printf("text %c ", *S);
  } catch (...) {
    printf("... ");
  }
}
static void again() { throw; }
static int whole(int N) try { raise(N); return 0; } catch (Trace T) { return T.Id; }
struct Holder {
  Trace A;
  Holder(int N) try : A(N) { raise(6); } catch (Trace &T) { printf("ctor %d ", T.Id); }
};
struct Careful {
  ~Careful() {
    try { raise(1); } catch (char C) { printf("%c%d ", C, std::uncaught_exceptions()); }
  }
};

int main() {
  for (int I = 0; I < 10; ++I) {
    try {
      sort(I);
    } catch (Trace &T) {
      printf("outer %d ", T.Id);
      try { again(); } catch (Trace &U) { printf("same %d ", &T == &U); }
      printf("| ");
    }
    printf("\n");
  }
  printf("%d\n", whole(6));
  try { Holder H(1); } catch (Trace &T) { printf("held %d\n", T.Id); }
  try { Careful C; raise(2); } catch (Base &B) { printf("%d\n", B.B); }
  try {
    try { raise(6); } catch (Trace &) { throw 1; }
  } catch (int N) { printf("%d\n", N); }
  printf("%d\n", std::uncaught_exceptions());
}
