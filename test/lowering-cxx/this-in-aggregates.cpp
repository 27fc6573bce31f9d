// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

// An initialiser that the list gives speaks of the method's own object, a
// default one of the object that is being made.
struct Part {
  int X;
  int Y = this->X + 1;
  Part *Self = this;
};

struct Whole {
  int X = 100;
  Part make() { return {X}; }
  int sum() {
    Part P{this->X + 1}, Q{X, this->X};
    return P.X + P.Y + Q.Y + (P.Self == &P) + (Q.Self == &Q);
  }
  int viaLambda() {
    return [this] {
      Part P{X};
      return P.Y + this->X;
    }();
  }
};

int main() {
  Whole W;
  printf("%d %d %d\n", W.make().Y, W.sum(), W.viaLambda());
}
