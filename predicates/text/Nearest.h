// "Did you mean ...?": the known word that a mistyped one is nearest to.

#ifndef PREDABS_PREDICATES_TEXT_NEAREST_H
#define PREDABS_PREDICATES_TEXT_NEAREST_H

#include <string>
#include <string_view>
#include <vector>

namespace predabs {

/// How many insertions, deletions, replacements and swaps of neighbours lead
/// from \p A to \p B.
unsigned editDistance(std::string_view A, std::string_view B);

/// The nearest of \p Known to \p Word, or nothing where all are far off (more
/// than a third of the letters differ). The first of equals wins.
std::string_view nearest(std::string_view Word,
                         const std::vector<std::string_view> &Known);

/// `; did you mean 'X'?`, or nothing.
std::string didYouMean(std::string_view Word,
                       const std::vector<std::string_view> &Known);

} // namespace predabs

#endif
