// An order of variables in which those that meet in statements are close to
// each other, for small BDDs from the start: FORCE (Aloul, Markov and
// Sakallah, GLSVLSI 2003). Each statement pulls its variables to their common
// centre; then the variables are lined up again; until that does not help.

#ifndef PREDABS_CHECKERS_BEBOP_ORDER_H
#define PREDABS_CHECKERS_BEBOP_ORDER_H

#include <vector>

namespace predabs::bebop {

/// Things that should be close to each other.
using Neighbours = std::vector<unsigned>;

/// The numbers below \p Size in a good order; as they are if none is better.
std::vector<unsigned> closeOrder(unsigned Size,
                                 const std::vector<Neighbours> &Edges);

} // namespace predabs::bebop

#endif
