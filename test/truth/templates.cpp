// Function, class and variable templates, packs, folds, if constexpr, specialisation.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is violated
#include <cassert>
template <class T> constexpr T most(T a, T b) { return a < b ? b : a; }
template <class T, int N> struct Array {
  T data[N]{};
  T &operator[](int i) { return data[i]; }
  static constexpr int size() { return N; }
};
template <class T> constexpr int kind = 0;
template <> constexpr int kind<int> = 1;
template <class T> constexpr int kind<T *> = 2;
template <class... Ts> int sum(Ts... ts) { return (0 + ... + ts); }
template <class... Ts> int count(Ts...) { return sizeof...(Ts); }
template <class T> int describe(T t) {
  if constexpr (sizeof(T) == 1)
    return 1;
  else
    return int(t) + 1;
}
int main() {
  Array<int, 4> a;
  a[2] = 5;
  assert(a[2] == 5 && a[0] == 0 && a.size() == 4);
  assert(most(2, 3) == 3 && most('a', 'b') == 'b');
  assert(kind<char> == 0 && kind<int> == 1 && kind<int **> == 2);
  assert(sum(1, 2, 3) == 6 && sum() == 0 && count(1, 'a', 2.0) == 3);
  assert(describe('x') == 1 && describe(4) == 5);
  static_assert(most(1, 2) == 2);
  return 0;
}
