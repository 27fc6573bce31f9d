// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

template <class T> T larger(T A, T B) { return A > B ? A : B; }
template <class T, int N> struct Stack {
  T Items[N];
  int Size = 0;
  static int Count;
  Stack() { ++Count; }
  void push(const T &X) { Items[Size++] = X; }
  T pop() { return Items[--Size]; }
  template <class U> U sum(U Start) const {
    for (int I = 0; I < Size; ++I)
      Start += Items[I];
    return Start;
  }
};
template <class T, int N> int Stack<T, N>::Count = 0;
template <int N> struct Stack<bool, N> {
  unsigned Bits = 0;
  void push(bool B) { Bits = Bits << 1 | B; }
};

template <class... T> int count(T...) { return sizeof...(T); }
template <class... T> auto sum(T... X) { return (X + ... + 0); }
template <class... T> void print(const T &...X) { (printf("%d ", int(X)), ...); printf("\n"); }
template <class T> int last(T X) { return X; }
template <class T, class... R> int last(T, R... Rest) { return last(Rest...); }
template <class T> int kind() {
  if constexpr (sizeof(T) == 1)
    return 1;
  else if constexpr (sizeof(T) == 4)
    return T(3.7);
  else
    return -1;
}
template <class D> struct Shape {
  int area() { return static_cast<D *>(this)->side() * twice(); }
  int twice() { return 2 * static_cast<D *>(this)->side(); }
};
struct Square : Shape<Square> {
  int S = 3;
  int side() { return S; }
};
template <int N> constexpr int Factorial = N * Factorial<N - 1>;
template <> constexpr int Factorial<0> = 1;
template <auto V> auto value() { return V; }
template <int &R> int &global() { return R; }
int Global = 4;
template <class T> concept Small = sizeof(T) <= 2;
template <Small T> int pick(T) { return 1; }
template <class T> int pick(T) { return 2; }
template <template <class, int> class C> int hold() {
  C<int, 2> S;
  S.push(5);
  return S.pop();
}
template <int (*F)(int, int)> int use(int A, int B) { return F(A, B); }

int main() {
  printf("%d %ld %d\n", larger(1, 2), larger(4L, 3L), larger('a', 'b'));
  Stack<int, 4> S, T;
  S.push(1);
  S.push(2);
  printf("%d %ld %d %d\n", S.sum(0), S.sum(10L), S.pop(), Stack<int, 4>::Count);
  Stack<bool, 8> B;
  B.push(true), B.push(false), B.push(true);
  printf("%u %d %d\n", B.Bits, count(1, 'x', 2.0), sum(1, 2, 3L) == 6);
  print(1, 2L, 'c', true);
  printf("%d %d %d %d\n", last(1, 2, 3), kind<char>(), kind<int>(), kind<long>());
  Square Q;
  printf("%d %d %d %c\n", Q.area(), Factorial<5>, value<7>(), value<'v'>());
  global<Global>()++;
  printf("%d %d %d %d\n", Global, pick('c'), pick(1), hold<Stack>());
  printf("%d\n", use<larger<int>>(8, 9));
}
