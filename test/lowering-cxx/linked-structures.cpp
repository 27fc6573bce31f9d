// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

template <class T> class Shared {
  struct Block {
    T Value;
    int Count;
  } *P = nullptr;
  void drop() {
    if (P && --P->Count == 0) {
      printf("free ");
      delete P;
    }
  }

public:
  Shared() = default;
  explicit Shared(const T &V) : P(new Block{V, 1}) {}
  Shared(const Shared &O) : P(O.P) {
    if (P)
      ++P->Count;
  }
  Shared(Shared &&O) noexcept : P(O.P) { O.P = nullptr; }
  Shared &operator=(Shared O) noexcept {
    Block *T_ = P;
    P = O.P;
    O.P = T_;
    return *this;
  }
  ~Shared() { drop(); }
  T &operator*() const { return P->Value; }
  T *operator->() const { return &P->Value; }
  int count() const { return P ? P->Count : 0; }
  explicit operator bool() const { return P; }
};

struct Node {
  int N;
  Shared<Node> Next;
};

class List {
  struct Item {
    int V;
    Item *Next = nullptr;
  };
  Item *Head = nullptr, **Tail = &Head;

public:
  List() = default;
  List(const List &) = delete;
  ~List() {
    while (Item *I = Head) {
      Head = I->Next;
      delete I;
    }
  }
  List &operator<<(int V) {
    *Tail = new Item{V};
    Tail = &(*Tail)->Next;
    return *this;
  }
  template <class F> int fold(int S, F Fn) const {
    for (const Item *I = Head; I; I = I->Next)
      S = Fn(S, I->V);
    return S;
  }
  friend int length(const List &L) {
    return L.fold(0, [](int S, int) { return S + 1; });
  }
};

struct Suicide {
  int N = 3;
  int end() {
    int R = N;
    delete this;
    return R;
  }
};

int main() {
  Shared<int> A(5), B = A, C;
  C = B;
  *C = 6;
  printf("%d %d\n", *A, A.count());
  B = Shared<int>(7);
  C = static_cast<Shared<int> &&>(B);
  printf("%d %d %d\n", A.count(), B.count(), *C);
  A = Shared<int>();
  Shared<Node> Chain;
  for (int I = 0; I < 3; ++I)
    Chain = Shared<Node>(Node{I, Chain});
  printf("%d %d\n", Chain->N, Chain->Next->Next->N);
  Chain = Chain->Next;
  printf("%d\n", Chain->N);
  List L;
  L << 1 << 2 << 3;
  printf("%d %d\n", L.fold(0, [](int S, int V) { return S * 10 + V; }), length(L));
  printf("%d\n", (new Suicide)->end());
}
