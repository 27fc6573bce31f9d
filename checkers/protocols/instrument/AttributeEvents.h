// Events that attributes make (Attributes.h): what they demand is an error in
// the states that a protocol has for it, what they promise leads where its own
// events lead.

#ifndef PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_ATTRIBUTEEVENTS_H
#define PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_ATTRIBUTEEVENTS_H

#include "checkers/protocols/analysis/Attributes.h"
#include "checkers/protocols/language/Protocol.h"

namespace predabs {

/// What the event of \p What does to an object of \p P.
std::vector<Transition> attributeWays(const Protocol &P, AttributeStep What);
/// The states of \p P in which an object is held, or those in which it is not.
std::vector<uint32_t> statesThatAre(const Protocol &P, bool IsHeld);

} // namespace predabs

#endif
