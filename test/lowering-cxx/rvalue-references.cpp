// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);
namespace std {
template <class T> struct remove_reference { using type = T; };
template <class T> struct remove_reference<T &> { using type = T; };
template <class T> struct remove_reference<T &&> { using type = T; };
template <class T> constexpr typename remove_reference<T>::type &&move(T &&X) noexcept {
  return static_cast<typename remove_reference<T>::type &&>(X);
}
template <class T> constexpr T &&forward(typename remove_reference<T>::type &X) noexcept {
  return static_cast<T &&>(X);
}
template <class T> constexpr T &&forward(typename remove_reference<T>::type &&X) noexcept {
  return static_cast<T &&>(X);
}
} // namespace std

struct Box {
  int *P;
  explicit Box(int V) : P(new int(V)) { printf("make %d\n", V); }
  Box(const Box &O) : P(new int(*O.P)) { printf("copy %d\n", *P); }
  Box(Box &&O) noexcept : P(O.P) {
    O.P = nullptr;
    printf("move %d\n", *P);
  }
  Box &operator=(const Box &O) {
    *P = *O.P;
    printf("copy= %d\n", *P);
    return *this;
  }
  Box &operator=(Box &&O) noexcept {
    int *T = P;
    P = O.P;
    O.P = T;
    printf("move= %d\n", *P);
    return *this;
  }
  ~Box() {
    printf("drop %d\n", P ? *P : -1);
    delete P;
  }
};

int which(const int &) { return 1; }
int which(int &&) { return 2; }
template <class T> int relay(T &&X) { return which(std::forward<T>(X)); }
template <class... A> Box build(A &&...Args) { return Box(std::forward<A>(Args)...); }
Box sink(Box B) { return B; }

int main() {
  int X = 1;
  printf("%d %d %d %d\n", which(X), which(2), which(std::move(X)), relay(X));
  printf("%d %d\n", relay(3), relay(std::move(X)));
  int &&R = 4;
  R++;
  printf("%d\n", R);
  Box A(1);
  Box B = A;
  Box C = std::move(A);
  Box D = build(5);
  B = D;
  C = std::move(D);
  Box E = sink(B);
  Box F = sink(std::move(B));
  Box G = build(std::move(E));
  Box &&H = Box(8);
  Box &&I = std::move(F);
  printf("%d %d\n", *H.P, *I.P);
  C = sink(Box(9));
  printf("end\n");
}
