// What a side-car file says, in words:
//
//   need(n) at a.c:3:6
//     needs: 'n > 0 (assertion 'n > 0' at a.c:3:20)
//     modifies: nothing
//     verdicts: 1 latent
//     calls: __assert_fail
//
// All of it may come from a stranger: what cannot be made sense of is left
// out, or shown as it stands.

#ifndef PREDABS_CHECKERS_STORE_FORMAT_DESCRIBE_H
#define PREDABS_CHECKERS_STORE_FORMAT_DESCRIBE_H

#include "checkers/store/format/Summary.h"

#include <functional>

namespace predabs {

/// `a.c:3:14`, where \p Files has a.c; empty if \p Where is nowhere.
std::string placeText(ir::Loc Where, const std::vector<std::string> &Files);

enum class Code : uint8_t { Hide, Show };

class Description {
public:
  /// \p F stays with the caller.
  explicit Description(const SummaryFile &F);

  /// By the name that a person writes; those that share one by the linker's.
  const std::vector<const Summary *> &functions() const { return Functions; }

  /// Lines about \p S, one of the functions.
  std::string of(const Summary &S, Code C) const;

  /// Lines about the file as a whole: which functions of other files were
  /// looked for, what fails at calls of them, and where the file comes from.
  std::string ofFile() const;

private:
  std::string usesText(const char *What,
                       const std::function<bool(const Use &)> &Which) const;
  std::string verdictLine(const Decision &D) const;

  const SummaryFile &File;
  std::vector<const Summary *> Functions;
};

} // namespace predabs

#endif
