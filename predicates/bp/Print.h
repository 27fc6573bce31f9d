// The text form of Boolean programs, for a person to read and for
// parseProgram (Parse.h) to read back to the same program:
//
//   decl {x==2};
//
//   bool f(a) {
//     while (*) {
//       assume(a & !{x==2});
//       L: a, {x==2} := *, choose(a, !a); // x = x + 1;
//     }
//     return a;
//   }
//
// Parentheses stand only where they are needed. An expression is written out
// as a tree, so its text may be much longer than the shared term.

#ifndef PREDABS_PREDICATES_BP_PRINT_H
#define PREDABS_PREDICATES_BP_PRINT_H

#include "predicates/bp/Program.h"

namespace predabs::bp {

std::string print(const Program &P);
std::string print(const Expr *E);
/// The first line of the statement, without labels and comment, as
/// `x := *;` or `while (a)`.
std::string printHead(const Stmt &S);

} // namespace predabs::bp

#endif
