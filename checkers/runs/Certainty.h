// What a path that can be taken says about the failure at its end. It is
// certain, violated, if it happens whatever callers pass and whatever functions
// of the program do that are not here; else somebody else's matter, latent. In
//
//   int kind(int);                                  // in another file
//   void f(int x) { if (kind(x)) assert(x > 0); } // latent: x is the caller's
//   void g(int x) { assert(kind(x) == 3); }       // latent: kind() decides
//   void h(int x) { if (kind(x)) { int n = 0; assert(n > 0); } }  // violated

#ifndef PREDABS_CHECKERS_RUNS_CERTAINTY_H
#define PREDABS_CHECKERS_RUNS_CERTAINTY_H

#include "checkers/program/Workspace.h"
#include "checkers/report/Report.h"
#include "predicates/path/Feasibility.h"

namespace predabs {

/// Violated, latent or unknown: what \p F says of the path \p Way that begins
/// as \p B.
Verdict verdictOf(const Feasibility &F, const Path &Way, Beginning B,
                  FailureKind K);

/// Whether a run that fails at the end of \p Way would wherever the compiler
/// puts objects, and whichever numbers the library takes to say "smaller":
/// nobody can choose these. Steps of protocols have to be right for all data.
bool failsEverywhere(const Workspace &W, const Path &Way, Beginning B,
                     const Witness &Inputs, FailureKind K);

/// Of a failure that is the matter of a function which is not here, when it
/// happens: "if kind() returns another value", or "if no other file has its own
/// kind()" of a weak one; else empty.
std::string whenText(const Feasibility &F);

} // namespace predabs

#endif
