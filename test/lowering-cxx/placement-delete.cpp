// RUN: %run_both %s %t
// A constructor that throws gives the memory back to the operator delete that
// fits the operator new, with the same arguments.
#include <cstdio>
#include <new>

struct Pool {
  int Id;
};
alignas(64) char Memory[256];

void *operator new(std::size_t, std::align_val_t Align, Pool P) {
  std::printf("new %d %d\n", int(Align), P.Id);
  return Memory;
}
void operator delete(void *At, std::align_val_t Align, Pool P) {
  std::printf("delete %d %d %d\n", At == Memory, int(Align), P.Id);
}
void *operator new(std::size_t, Pool *P, int More) {
  std::printf("new %d %d\n", P->Id, More);
  return Memory;
}
void operator delete(void *At, Pool *P, int More) {
  std::printf("delete %d %d %d\n", At == Memory, P->Id, More);
}
struct alignas(64) Wide {
  Wide() { throw 1; }
};
struct Plain {
  int Value[3];
  Plain() { throw 2; }
};
struct Own {
  Own() { throw 3; }
  static void *operator new(std::size_t) { return Memory; }
  static void operator delete(void *At, std::size_t Size) {
    std::printf("sized %d %d\n", At == Memory, int(Size));
  }
  int Value[5];
};
struct alignas(32) OwnAligned {
  explicit OwnAligned(bool Fail) {
    if (Fail)
      throw 4;
  }
  static void *operator new(std::size_t, std::align_val_t) { return Memory; }
  static void operator delete(void *At, std::size_t Size,
                              std::align_val_t Align) {
    std::printf("aligned %d %d %d\n", At == Memory, int(Size), int(Align));
  }
  int Value[20];
};

template <class Fn> void run(Fn F) {
  try {
    F();
  } catch (int N) {
    std::printf("caught %d\n", N);
  }
}

int main() {
  Pool P = {7};
  int More = 3;
  run([&] { new (P) Wide; });
  run([&] { new (&P, More++) Plain; });
  run([&] { new Own; });
  run([&] { new OwnAligned(true); });
  delete new OwnAligned(false);
  std::printf("%d\n", More);
}
