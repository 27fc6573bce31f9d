// Vectors that are orthogonal to given ones. If the iterations of a loop add
// (1, 1, 2) or (1, 2, 1) to (i, a, b), the kernel of these is (-3, 1, 1): the
// sum a + b - 3*i stays what it is.

#ifndef PREDABS_PREDICATES_DISCOVERY_KERNEL_H
#define PREDABS_PREDICATES_DISCOVERY_KERNEL_H

#include "predicates/ir/Int128.h"

#include <cstddef>
#include <vector>

namespace predabs {

/// A basis of all integer vectors of length \p Width whose product with each
/// of \p Rows is 0, with small numbers, as far as possible in terms of the
/// first positions. Empty also where the numbers become large.
std::vector<std::vector<ir::SInt128>>
kernel(std::vector<std::vector<ir::SInt128>> Rows, std::size_t Width);

} // namespace predabs

#endif
