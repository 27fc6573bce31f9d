// Side-car files that were left behind: the object beside them was made anew,
// and the compiler that could have written the summary anew was not asked. A
// compiler cache gives out an object without running the compiler; a build goes
// on without the plugin; a plugin is killed. What such a summary says is about
// another text than the one in the object.
//
// Whoever keeps a summary leaves a mark in the index, whose time tells when the
// object was last made by a compile that knew of the summary.

#ifndef PREDABS_CHECKERS_STORE_REUSE_STALESIDECAR_H
#define PREDABS_CHECKERS_STORE_REUSE_STALESIDECAR_H

#include <string>

namespace predabs {

/// Marks that the compile which makes the object beside \p SideCar is at its
/// end, and that what is in \p SideCar is about it. \p Index is the folder.
void markCompile(const std::string &Index, const std::string &SideCar);

/// Why \p SideCar is not about the object beside it, or an empty text: that is
/// seen by the times of the mark, of the object and of the source. Where there
/// is no mark or no object there is nothing to see.
std::string whyStale(const std::string &Index, const std::string &SideCar,
                     const std::string &Source);

} // namespace predabs

#endif
