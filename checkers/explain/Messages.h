// The words of warnings: "assertion 'x > 0' can fail if called with x <= 0".

#ifndef PREDABS_CHECKERS_EXPLAIN_MESSAGES_H
#define PREDABS_CHECKERS_EXPLAIN_MESSAGES_H

#include "checkers/report/Report.h"

namespace predabs {

/// Whether \p O is the call of a failure function, with no condition before it
/// that would be an assertion's.
bool isPlainCall(const Obligation &O);
/// Decision::Why of a latent failure: with which values at entry, in C, and
/// when besides ("if f() returns another value"); either may be empty.
std::string latentText(const std::string &Values, const std::string &When);
/// "if called with n > 0" for such a text, or nothing for none.
std::string latentClause(const std::string &Why);

/// "assertion 'x > 0' can fail".
std::string failureText(const Obligation &O);

/// The warning for a violated obligation, or, with the condition \p D.Why if
/// there is one, for a latent one.
Message warning(const Decision &D, std::vector<Note> Notes);

} // namespace predabs

#endif
