// Asks the solver about what a path requires, see Feasibility.h.

#include "predicates/path/Feasibility.h"

#include "predicates/alias/Asynchronous.h"
#include "predicates/path/PathQuery.h"

#include <algorithm>

namespace predabs {

using path::ExecutionPlan;
using path::PathContext;
using path::PathQuery;

/// Ways in which one path is executed.
static constexpr unsigned MaxAttempts = 4;
/// Units for one in which pointers from outside have room: most paths that
/// cannot be taken without cannot be taken with it.
static constexpr uint64_t MaxForRoom = 8'000;

class PathChecker::Impl {
public:
  Impl(ir::Module &M, const Aliases &A, const PathLimits &L)
      : Of{M, A, L, [this](const ir::Variable &V) { return mayChange(V); }} {}

  /// What one path may take, if it is to take no more than \p Units.
  uint64_t limit(std::optional<uint64_t> Units) const {
    uint64_t Most = Of.Limits.Units;
    if (!Units)
      return Most;
    return std::max<uint64_t>(1, Most ? std::min(Most, *Units) : *Units);
  }

  Feasibility check(const Path &P, Beginning B, FailureKind K, uint64_t Most,
                    CoreEffort C) {
    ExecutionPlan How = {.Units = Most, .Core = C};
    Feasibility First;
    bool LacksRoom = false;
    const uint64_t Limit = Of.Limits.Units;
    for (unsigned Attempt = 0; Attempt < MaxAttempts; ++Attempt) {
      PathQuery Q(Of, P, B, How, K);
      Feasibility F = Q.answer();
      bool IsAnswer =
          How.IsLoose ? F.Possible == Answer::No : F.Possible == Answer::Yes;
      // What excludes the path where pointers have room tells more than that
      // they need it.
      if (Attempt == 0 || IsAnswer || (LacksRoom && F.Possible == Answer::No))
        First = F;
      if (IsAnswer && !How.IsLoose && F.Entry == EntryValues::DoNotMatter &&
          K == FailureKind::Assertion && Q.couldHaveRoom())
        giveRoom(P, B, How, First);
      const ir::Function *Foreign = Q.lastForeign();
      auto Next = Q.another(F);
      Units += Q.units();
      // What depends on the entry is the caller's matter already.
      if (IsAnswer && !How.IsLoose && !F.Giver && Foreign &&
          (First.Entry == EntryValues::DoNotMatter || B != Beginning::OfCall)) {
        First.Giver = writer(P, B, K, How, Foreign);
        First.Given = Feasibility::Gift::Memory;
      }
      if (!Next || IsAnswer || How.IsLoose)
        break;
      LacksRoom =
          Next->Shares != How.Shares && Next->Shares == path::Sharing::Room;
      How = *Next;
      if (LacksRoom)
        Of.Limits.Units = std::min(
            Of.Limits.Units ? Of.Limits.Units : MaxForRoom, MaxForRoom);
    }
    Of.Limits.Units = Limit;
    if (First.Possible == Answer::Yes && !First.Giver &&
        K == FailureKind::Assertion)
      if (const ir::Function *F = replaceableOn(P)) {
        First.Giver = F;
        First.Given = Feasibility::Gift::Body;
      }
    return First;
  }

  /// Asks whether entry values matter where pointers from outside have room.
  /// SOUND: `x = a[i]` needs no `i >= 0` if a leads into the middle of an
  /// array.
  void giveRoom(const Path &P, Beginning B, ExecutionPlan How,
                Feasibility &Into) {
    How.Shares = path::Sharing::Room;
    PathQuery Q(Of, P, B, How, FailureKind::Assertion);
    Feasibility F = Q.answer();
    Units += Q.units();
    if (F.Possible == Answer::Yes && F.Entry == EntryValues::DoNotMatter)
      return;
    Into.Entry = EntryValues::Matter;
    Into.Condition = std::move(F.Condition);
  }

  /// The function of the program that is not here, and that may have written
  /// what the condition depends on, which fails otherwise: \p Last was the last
  /// one.
  const ir::Function *writer(const Path &P, Beginning B, FailureKind K,
                             ExecutionPlan How, const ir::Function *Last) {
    How.Writes = path::ForeignWrites::Any;
    PathQuery Q(Of, P, B, How, K);
    Feasibility F = Q.answer();
    Units += Q.units();
    // SOUND: what cannot be followed may have been changed.
    return F.Possible == Answer::Yes ? F.Giver : Last;
  }

  bool mayChange(const ir::Variable &V) {
    if (!Others)
      Others = std::make_unique<AsynchronousWrites>(Of.M, Of.A);
    return Others->mayChange(Of.M.Ctx.var(&V));
  }

  PathContext Of;
  uint64_t Units = 0;
  std::unique_ptr<AsynchronousWrites> Others; ///< once somebody asked
};

PathChecker::PathChecker(ir::Module &M, const Aliases &A, const PathLimits &L)
    : I(std::make_unique<Impl>(M, A, L)) {}
PathChecker::~PathChecker() = default;

uint64_t PathChecker::units() const { return I->Units; }
ir::RunStarts &PathChecker::starts() { return I->Of.Starts; }

Departures PathChecker::departures(const Path &P, Beginning B, uint32_t From,
                                   PathEnd E) {
  PathQuery Q(I->Of, P, B, {.Units = I->limit({})}, FailureKind::Assertion);
  Departures Result = Q.departures(From, E);
  I->Units += Q.units();
  return Result;
}

Feasibility PathChecker::check(const Path &P, Beginning B, FailureKind K,
                               std::optional<uint64_t> Units, CoreEffort C) {
  if (P.Steps.size() > I->Of.Limits.MaxSteps) {
    Feasibility F;
    F.Why = "it has too many steps";
    return F;
  }
  return I->check(P, B, K, I->limit(Units), C);
}

} // namespace predabs
