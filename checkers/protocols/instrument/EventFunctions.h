// Functions that stand for an event's, where the call itself does nothing else:
// each gives a value and has no body. Of `pthread_mutex_trylock(&m)` comes
//
//   %r = call @__predabs_event_computed_pthread_mutex_trylock()

#ifndef PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_EVENTFUNCTIONS_H
#define PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_EVENTFUNCTIONS_H

#include <string_view>

namespace predabs {

/// Of the names of all of them.
constexpr std::string_view EventPrefix = "__predabs_event_";
/// Where the result is no choice of the environment's.
constexpr std::string_view ComputedEventPrefix = "__predabs_event_computed_";
/// Which of its results such a one has: a choice that is no result itself.
constexpr std::string_view ChosenEventPrefix = "__predabs_event_chosen_";
/// The name of blocks behind a call, one for each way that the event may go.
constexpr std::string_view WayBlockName = "way";

} // namespace predabs

#endif
