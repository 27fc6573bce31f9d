// A hash for each line of a text that stays the same when code moves: code
// scanning services recognise a finding by that of its line. It is the one that
// GitHub's upload computes (partialFingerprints.primaryLocationLineHash): a
// polynomial over the first hundred characters from the line's beginning on,
// blanks not counted, with the number of its occurrence: `54703d4cd895b18:1`.

#ifndef PREDABS_CHECKERS_REPORT_LINEHASH_H
#define PREDABS_CHECKERS_REPORT_LINEHASH_H

#include <string>
#include <string_view>
#include <vector>

namespace predabs {

/// The hashes of the lines of \p Text, which is UTF-8.
std::vector<std::string> lineHashes(std::string_view Text);

} // namespace predabs

#endif
