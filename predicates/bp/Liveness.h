// Which variables of a Boolean program still matter. A variable is *dead* at a
// node if nothing that is done from there on depends on its value: it is
// assigned before it is read, or read for dead ones alone. In
//
//   0  a, b := c, !c;
//   1  if (b)            // a is dead in both ways
//   2    c := a & !a;    // and here c, which nobody reads again
//   3  assert(b);
//
// Sets of states get small when dead variables are forgotten as soon as they
// die, since states that differ in them alone are then the same.

#ifndef PREDABS_PREDICATES_BP_LIVENESS_H
#define PREDABS_PREDICATES_BP_LIVENESS_H

#include "predicates/bp/Flow.h"

namespace predabs::bp {

/// Makes dead variables arbitrary: assignments to them give `*`, and where
/// several ways meet, and before calls, new nodes without Source do so. Nodes
/// keep their numbers, and what is reached stays the same, up to states that an
/// `enforce` excludes for the sake of a dead variable: these are not excluded
/// any more. Where a procedure ends that nobody calls, all variables are dead.
void forgetDead(Flow &F, Program &P);

} // namespace predabs::bp

#endif
