// Programs of the competition on software verification (SV-COMP), which has
// rules of its own. They fail with reach_error() or __VERIFIER_error(), ask for
// inputs with __VERIFIER_nondet_int() and its kin, and are known by these
// names.

#ifndef PREDABS_PREDICATES_IR_VERIFIERTASK_H
#define PREDABS_PREDICATES_IR_VERIFIERTASK_H

#include "predicates/ir/Module.h"

namespace predabs::ir {

/// Whether \p M names a function of the competition: such a program has no
/// other files.
bool isVerifierTask(const Module &M);

/// Whether \p M fails as these programs do: then memory is never short.
bool hasEnoughMemory(const Module &M);

} // namespace predabs::ir

#endif
