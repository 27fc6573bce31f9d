// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

template <class T> struct Counted {
  static int Alive;
  static inline const char *const Name = "counted";
  static constexpr int Limit = 3;
  Counted() { ++Alive; }
  Counted(const Counted &) { ++Alive; }
  ~Counted() { --Alive; }
};
template <class T> int Counted<T>::Alive = 0;

struct A : Counted<A> {
  int X = 1;
};
struct B : private Counted<B>, A {
  using Counted<B>::Alive;
  static int total() { return Alive + A::Alive; }
};
class Single {
  int N = 0;
  Single() { printf("single "); }

public:
  Single(const Single &) = delete;
  static Single &get() {
    static Single S;
    return S;
  }
  int next() { return ++N; }
};
struct Shape {
  enum Kind { Round, Flat };
  using Value = long;
  static const Kind Default = Flat;
  struct Part {
    Value V;
    static Value sum(Part A, Part B) { return A.V + B.V; }
  };
  Part P{5};
};
template <class T> constexpr int Size = sizeof(T);
template <class T> T Variable = T(7);

int main() {
  A First;
  {
    B Second, Third = Second;
    A Copy = Third;
    printf("%d %d %d\n", Counted<A>::Alive, B::Alive, B::total());
  }
  printf("%d %d %s %d\n", A::Alive, B::Alive, First.Name, A::Limit);
  printf("%d %d\n", Single::get().next(), Single::get().next());
  Shape S;
  printf("%d %ld\n", Shape::Default == Shape::Flat, Shape::Part::sum(S.P, {6}));
  Variable<int>++;
  printf("%d %d %ld\n", Size<long>, Variable<int>, Variable<long>);
}
