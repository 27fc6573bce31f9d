// What runs from the start of the program tell about its obligations, before
// anything is abstracted.

#ifndef PREDABS_CHECKERS_ENGINE_PROGRAMRUNS_H
#define PREDABS_CHECKERS_ENGINE_PROGRAMRUNS_H

#include "checkers/engine/Schedule.h"

namespace predabs {

/// A finding for each of \p Found, for the program that \p E starts; unknown
/// where runs do not tell.
std::map<Goal, Finding> runProgram(Workspace &W, const Entry &E,
                                   const std::vector<FoundObligation> &Found,
                                   const Schedule &Order);

} // namespace predabs

#endif
