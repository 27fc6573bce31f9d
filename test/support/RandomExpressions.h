// Random expressions of C, as text, over
//
//   struct node { int val; struct node *next; };
//   union pair { int x; unsigned y; };
//   struct box { unsigned low : 3, word : 32; union pair; int items[4];
//                unsigned long wide : 40; };
//   int g, count, grid[2][3]; enum { RED = 7 }; struct node *gp;
//   int callee(int a);
//   int x, y; char c; unsigned u; long l; _Bool b; unsigned char h;
//   unsigned long ul; int *q; void *v; double d; float fl; struct node *p,
//   **pp; struct box s, *bp; int (*fp)(int);

#ifndef PREDABS_TEST_SUPPORT_RANDOMEXPRESSIONS_H
#define PREDABS_TEST_SUPPORT_RANDOMEXPRESSIONS_H

#include <cstdint>
#include <random>
#include <string>

namespace predabs {

enum class Dialect : uint8_t { C, Predicates };

class RandomExpressions {
public:
  RandomExpressions(unsigned Seed, Dialect D)
      : Random(Seed), InPredicates(D == Dialect::Predicates) {}

  /// A number below \p N.
  size_t below(size_t N) { return size_t(Random()) % N; }
  template <size_t N> std::string oneOf(const char *const (&Words)[N]) {
    return Words[below(N)];
  }

  /// A condition with operators nested so deeply.
  std::string truth(unsigned Depth) {
    if (Depth == 0)
      return oneOf({"b", "x", "p", "v == q", "q == v", "fp == callee",
                    "d < 1.5", "fl > x", "!(d < 1)"});
    switch (below(6)) {
    case 0:
      return "!(" + truth(Depth - 1) + ")";
    case 1:
      return "(" + truth(Depth - 1) + oneOf({"&&", "||"}) + truth(Depth - 1) +
             ")";
    case 2:
      return pointer(Depth - 1) + oneOf({"==", "!=", "<", ">="}) +
             pointer(Depth - 1);
    case 3:
      return pointer(Depth - 1) + oneOf({"==", "!="}) + "NULL";
    default:
      return number(Depth - 1) + oneOf({"==", "!=", "<", "<=", ">", ">="}) +
             number(Depth - 1);
    }
  }

private:
  std::string place(unsigned Depth) {
    if (Depth == 0)
      return InPredicates && below(3) == 0
                 ? oneOf({"'x", "'c", "'p->val", "('p)->val", "y.1",
                          "'gp->next->val"})
                 : oneOf(
                       {"x", "y", "c", "u", "l", "h", "ul", "b", "g", "count"});
    switch (below(8)) {
    case 0:
      return "*" + pointer(Depth - 1);
    case 1:
      return pointer(Depth - 1) + "[" + number(Depth - 1) + "]";
    case 2:
      return "s.items[" + number(Depth - 1) + "]";
    case 3:
      return "grid[" + number(Depth - 1) + "][" + number(Depth - 1) + "]";
    case 4:
      return oneOf({"p->val", "p->next->val", "s.low", "s.word", "bp->wide",
                    "s.x", "bp->y", "pp[1]->val", "(*p).val", "(&s)->low"});
    default:
      return place(0);
    }
  }
  /// A pointer to int.
  std::string pointer(unsigned Depth) {
    if (Depth == 0)
      return oneOf({"q", "s.items", "grid[1]", "(&x)", "(&p->val)", "((int*)v)",
                    "((int*)p)"});
    switch (below(4)) {
    case 0:
      return "(" + pointer(Depth - 1) + oneOf({"+ ", "- "}) +
             number(Depth - 1) + ")";
    case 1:
      return "(" + truth(Depth - 1) + "?" + pointer(Depth - 1) + ":" +
             oneOf({"NULL", "q"}) + ")";
    default:
      return pointer(0);
    }
  }
  std::string number(unsigned Depth) {
    if (Depth == 0)
      return below(2) ? place(0)
                      : oneOf({"0", "1", "7", "2147483647", "2147483648",
                               "0xffffffff", "5u", "5LL", "'a'", "-1",
                               "18446744073709551615u", "(char)200",
                               "(-2147483647-1)", "sizeof(int)", "RED"});
    switch (below(8)) {
    case 0:
    case 1:
      return "(" + number(Depth - 1) +
             oneOf({"+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"}) + " " +
             number(Depth - 1) + ")";
    case 2:
      return oneOf({"-", "~", "+"}) + (" " + number(Depth - 1));
    case 3:
      return "(" +
             std::string(oneOf({"char", "unsigned char", "short", "unsigned",
                                "long", "unsigned long", "int"})) +
             ")" + number(Depth - 1);
    case 4:
      return "(" + truth(Depth - 1) + "?" + number(Depth - 1) + ":" +
             number(Depth - 1) + ")";
    case 5:
      return "(" + pointer(Depth - 1) + "- " + pointer(Depth - 1) + ")";
    case 6:
      return "!!(" + truth(Depth - 1) + ")";
    default:
      return place(Depth);
    }
  }

  std::mt19937 Random;
  bool InPredicates;
};

} // namespace predabs

#endif
