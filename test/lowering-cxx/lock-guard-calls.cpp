// RUN: %run_both %s %t
// The interpreter has no threads; the lock and unlock calls are our own.
#include <cstdio>
#include <mutex>

struct Loud {
  void lock() { printf("lock "); }
  void unlock() { printf("unlock "); }
  bool try_lock() { printf("try "); return true; }
};

Loud A, B;
int work(int N) {
  std::lock_guard<Loud> G(A);
  if (N == 0)
    return 0;
  std::unique_lock<Loud> U(B, std::defer_lock);
  if (N == 1)
    return 1;
  U.lock();
  if (N == 2)
    throw 2;
  U.unlock();
  std::unique_lock<Loud> Moved(std::move(U));
  Moved.lock();
  return 3;
}

int main() {
  for (int I = 0; I < 4; ++I) {
    try {
      printf("= %d\n", work(I));
    } catch (...) {
      printf("caught\n");
    }
  }
  {
    std::scoped_lock S(A, B);
    printf("both ");
  }
  printf("\n");
}
