// The text form of modules and their parts, for a person to read, for tests
// to compare and for parseModule (Parse.h) to read back:
//
//   func @sum(%p: node*) -> i32 at "list.c":3:5 {
//     var %s: i32 at 4:7
//   entry:
//     %s = 0 at 4:7
//     goto loop, done
//   loop:
//     assume %p != null<node*> at 5:10
//     %s = %s + (*%p).val at 6:7
//     ...
//
// Nothing of a module that means something is lost, and equal modules print
// equally. docs/ir.md describes the language. An expression is written out as
// a tree, so its text may be much longer than the shared term.

#ifndef PREDABS_PREDICATES_IR_PRINT_H
#define PREDABS_PREDICATES_IR_PRINT_H

#include "predicates/ir/Module.h"

#include <string>

namespace predabs::ir {

/// Whether the text says where in the source things come from.
enum class Locations : uint8_t { Show, Hide };

std::string print(const Module &M, Locations Show = Locations::Show);
/// \p F is a function of \p M.
std::string print(const Module &M, const Function &F,
                  Locations Show = Locations::Show);
/// One line, without location and line end.
std::string print(const Stmt &S);
std::string print(const Expr *E);
std::string print(const Type *T);

/// The same, appended to \p Out.
void print(std::string &Out, const Stmt &S);
void print(std::string &Out, const Expr *E);
void print(std::string &Out, const Type *T);

} // namespace predabs::ir

#endif
