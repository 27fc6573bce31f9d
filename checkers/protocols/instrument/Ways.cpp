#include "checkers/protocols/instrument/Ways.h"

#include <algorithm>

namespace predabs {

using namespace ir;

bool mayAcquire(const Protocol &P, const ProtocolEvent &E) {
  return std::any_of(E.Ways.begin(), E.Ways.end(), [&](const Transition &T) {
    return T.To && P.States[*T.To].IsHeld &&
           (T.From.empty() || !P.States[T.From.front()].IsHeld);
  });
}

bool releasesHeld(const Protocol &P, const ProtocolEvent &E) {
  return std::any_of(E.Ways.begin(), E.Ways.end(), [&](const Transition &T) {
    return T.To && !P.States[*T.To].IsHeld && !T.From.empty() &&
           P.States[T.From.front()].IsHeld;
  });
}

/// Whether \p T goes where the ways of \p G go: one place is easier to follow
/// than a choice.
static bool movesAlike(const WayGroup &G, const Transition &T) {
  return std::all_of(G.Ways.begin(), G.Ways.end(),
                     [&](const Transition *W) { return W->To == T.To; });
}

/// Whether no state has both a way of \p G and \p T, of which either may be
/// taken.
static bool areApart(EventCalls &Calls, const EventCall &X, const WayGroup &G,
                     const Transition &T) {
  for (uint32_t S : Calls.among(X, T.From))
    for (const Transition *Known : G.Ways)
      if (Calls.among(X, Known->From).contains(S))
        return false;
  return true;
}

std::vector<WayGroup> groupsOf(EventCalls &Calls, const EventCall &X,
                               const Stmt &Call) {
  std::vector<WayGroup> Result;
  for (const Transition &T : X.What.Event->Ways) {
    if (T.isError() || Calls.among(X, T.From).empty())
      continue;
    const Expr *Test = argumentTests(Calls.Ctx, T, Call);
    if (Test && Test->isInt(0))
      continue;
    if (Test && Test->isInt(1))
      Test = nullptr;
    auto It =
        std::find_if(Result.begin(), Result.end(), [&](const WayGroup &G) {
          return G.Arguments == Test && G.Returns == T.Returns &&
                 areApart(Calls, X, G, T) && movesAlike(G, T);
        });
    if (It == Result.end())
      It = Result.insert(It, {{}, Test, T.Returns});
    It->Ways.push_back(&T);
  }
  return Result;
}

bool tellsByResult(const std::vector<WayGroup> &Groups) {
  return std::any_of(Groups.begin(), Groups.end(), [&](const WayGroup &G) {
    return !(G.Returns == Groups.front().Returns);
  });
}

bool findSuccess(const std::vector<WayGroup> &Groups, ResultTest &Success) {
  const ResultTest *First = nullptr;
  for (const WayGroup &G : Groups) {
    if (G.Returns.What == ResultTest::Kind::Any)
      continue;
    if (First && !(G.Returns == *First))
      return true;
    First = &G.Returns;
    Success = *First;
  }
  return false;
}

bool acquires(const EventCall &X, const WayGroup &G) {
  const std::vector<ProtocolState> &All = X.What.In->States;
  bool Moves = false, IsNew = true;
  for (const Transition *T : G.Ways)
    if (T->To) {
      Moves = true;
      IsNew &= All[*T->To].IsHeld &&
               (T->From.empty() || !All[T->From.front()].IsHeld);
    }
  return Moves && IsNew;
}

LockUse::Kind useOf(EventCalls &Calls, const EventCall &X, const Stmt &S) {
  std::vector<WayGroup> Groups = groupsOf(Calls, X, S);
  auto Acquires = std::count_if(Groups.begin(), Groups.end(),
                                [&](auto &G) { return acquires(X, G); });
  return !Acquires && !releasesHeld(X) ? LockUse::Kind::Resets
         : !Acquires                   ? LockUse::Kind::Releases
         : tellsByResult(Groups)       ? LockUse::Kind::MayAcquire
                                       : LockUse::Kind::Acquires;
}

bool releases(const EventCall &X) {
  const Protocol &P = *X.What.In;
  const std::vector<Transition> &Ways = X.What.Event->Ways;
  return std::any_of(Ways.begin(), Ways.end(), [&](const Transition &T) {
    return T.To && !P.States[*T.To].IsHeld &&
           (T.From.empty() || P.States[T.From.front()].IsHeld);
  });
}

bool changes(const EventCall &X) {
  const std::vector<Transition> &Ways = X.What.Event->Ways;
  return std::any_of(Ways.begin(), Ways.end(),
                     [](const Transition &T) { return T.To.has_value(); });
}

const Expr *isOneOf(Context &Ctx, const Expr *State, const States &Among) {
  const Expr *Any = Ctx.boolConst(false);
  for (uint32_t S : Among) {
    const Expr *Is = Ctx.binary(Op::Eq, State, Ctx.intConst(State->type(), S));
    Any = Any->isInt(0) ? Is : Ctx.binary(Op::LOr, Any, Is);
  }
  return Any;
}

const Expr *both(Context &Ctx, const Expr *A, const Expr *B) {
  return !A ? B : !B ? A : Ctx.binary(Op::LAnd, A, B);
}

} // namespace predabs
