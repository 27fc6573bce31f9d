// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

int Calls = 0;
int next() { return ++Calls; }

struct Counter {
  int N;
  Counter(int N) : N(N) { printf("counter %d\n", N); }
};

int count() {
  static int Start = next() * 10;
  static Counter C(Start + 1);
  static const int Constant = 3;
  static int Plain;
  ++Plain;
  return Start + C.N++ + Constant + Plain;
}

template <class T> T &instance() {
  static T Only(sizeof(T));
  return Only;
}

struct Retry {
  Retry() {
    if (next() < 4)
      throw 1;
    printf("made\n");
  }
};
void retry() { static Retry R; }

int main() {
  printf("%d\n", Calls);
  for (int I = 0; I < 3; ++I)
    printf("%d\n", count());
  instance<Counter>().N = 50;
  printf("%d %d\n", instance<Counter>().N, instance<long>()  == 8);
  for (int I = 0; I < 4; ++I)
    try {
      retry();
      printf("done\n");
    } catch (...) {
      printf("again\n");
    }
  int &R = []() -> int & {
    static int X = next();
    return X;
  }();
  R += 5;
  printf("%d %d\n", R, Calls);
}
