// Horn clauses for all large numbers at once. A loop that counts to 1000000 is
// hard for the engine, as it counts along; the same loop up to some n > 9 is
// easy, and what it finds for all n holds for 1000000. So numbers become
// further arguments of all relations:
//
//   L(v0) && v0 < 1000000    ==> L(v0 + 1)
//   L(v0) && v0 > 1000000    ==> false
//
// become, with n before the other variables,
//
//   L(n, v0) && v0 < n && n > 9   ==> L(n, v0 + 1)
//   L(n, v0) && v0 > n && n > 9   ==> false
//
// Numbers that are near to each other (999999, 1000000) stay so, and of the
// others it is known which is larger. Factors stay as they are.

#ifndef PREDABS_PREDICATES_PROVER_HORNPARAMETERS_H
#define PREDABS_PREDICATES_PROVER_HORNPARAMETERS_H

#include "predicates/prover/Horn.h"

namespace predabs::prover {

/// The same as solve() above, by way of parameters. Yes is right; No means
/// nothing, and is Unknown. So is a system without large numbers.
HornSolution solveForAll(HornSystem &S, uint64_t Units);

} // namespace predabs::prover

#endif
