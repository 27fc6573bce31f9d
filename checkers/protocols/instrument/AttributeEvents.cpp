#include "checkers/protocols/instrument/AttributeEvents.h"

#include "checkers/protocols/instrument/Ways.h"

#include <algorithm>

namespace predabs {

using namespace ir;

std::vector<uint32_t> statesThatAre(const Protocol &P, bool IsHeld) {
  std::vector<uint32_t> Result;
  for (uint32_t I = 0; I < P.States.size(); ++I)
    if (P.States[I].IsHeld == IsHeld)
      Result.push_back(I);
  return Result;
}

/// The first event of \p P that acquires or releases whatever happens.
static const ProtocolEvent *plainEvent(const Protocol &P,
                                       bool (*Fits)(const Protocol &,
                                                    const ProtocolEvent &)) {
  auto It = std::find_if(P.Events.begin(), P.Events.end(),
                         [&](const ProtocolEvent &E) { return Fits(P, E); });
  return It == P.Events.end() ? nullptr : &*It;
}

/// The states in which \p E is wrong as \p Finding, or \p Else.
static std::vector<uint32_t> wrongFor(const ProtocolEvent *E,
                                      std::string_view Finding,
                                      std::vector<uint32_t> Else) {
  for (const Transition &T : E ? E->Ways : std::vector<Transition>())
    if (T.Finding == Finding)
      return T.From;
  return Else;
}

/// What \p Like does, without its errors and its result. Where there is one
/// way to be held, it does not matter how the lock was before: a function
/// that is not here may have changed it, as its attribute says.
static std::vector<Transition>
moves(const Protocol &P, const ProtocolEvent *Like, AttributeStep What) {
  std::vector<Transition> Result;
  bool Holds = What != AttributeStep::IsFree;
  std::vector<uint32_t> Held = statesThatAre(P, true);
  if (Held.size() == 1)
    Result.push_back({{}, Holds ? Held[0] : 0, {}, {}, "", ""});
  else
    for (const Transition &T : Like ? Like->Ways : std::vector<Transition>())
      if (T.To && P.States[*T.To].IsHeld == Holds && !T.From.empty() &&
          P.States[T.From.front()].IsHeld != Holds)
        Result.push_back({T.From, T.To, {}, {}, "", ""});
  if (What != AttributeStep::IsHeldIf)
    return Result;
  for (Transition &T : Result)
    T.Arguments = {{1, {ResultTest::Kind::NotEqual, 0}}};
  Transition Fails;
  Fails.Arguments = {{1, {ResultTest::Kind::Equal, 0}}};
  if (Held.size() == 1)
    Fails.To = 0;
  Result.push_back(Fails);
  return Result;
}

std::vector<Transition> attributeWays(const Protocol &P, AttributeStep What) {
  const ProtocolEvent *Acquire = plainEvent(P, mayAcquire);
  const ProtocolEvent *Release = plainEvent(P, releasesHeld);
  auto Error = [&](std::vector<uint32_t> From, const char *Text) {
    Transition T;
    T.From = std::move(From);
    T.Finding = "attribute";
    T.Message = Text;
    return std::vector<Transition>{T};
  };
  std::vector<uint32_t> Held = statesThatAre(P, true);
  std::vector<uint32_t> Free = wrongFor(Release, "release-unheld", {0});
  switch (What) {
  case AttributeStep::NeedsHeld:
    return Error(Free, "'%o' is not held, but '%f' requires it");
  case AttributeStep::PromisesHeld:
    return Error(Free, "'%o' is not held at this return, as an attribute of "
                       "'%f' promises");
  case AttributeStep::NeedsFree:
    return Error(wrongFor(Acquire, "double-acquire", Held),
                 "'%o' is held, but '%f' requires it not to be");
  case AttributeStep::PromisesFree:
    return Error(wrongFor(Acquire, "double-acquire", Held),
                 "'%o' is held at this return, but an attribute of '%f' "
                 "promises that it is not");
  case AttributeStep::IsHeld:
  case AttributeStep::IsHeldIf:
    return moves(P, Acquire, What);
  case AttributeStep::IsFree:
    return moves(P, Release, What);
  }
  return {};
}

} // namespace predabs
