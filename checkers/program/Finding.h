// What is asked about a goal, and what was found: from where, how far to look,
// and the answer with the path or the proof behind it.

#ifndef PREDABS_CHECKERS_PROGRAM_FINDING_H
#define PREDABS_CHECKERS_PROGRAM_FINDING_H

#include "checkers/report/Report.h"
#include "predicates/path/Feasibility.h"

namespace predabs {

/// A function that others call, and how.
struct Entry {
  const ir::Function *Func = nullptr;
  Beginning How = Beginning::OfCall;
};

/// How far to go: a glance runs the code a few times, then a few paths are
/// tried, then all that is cheap.
enum class Look : uint8_t { Glance, Paths, Quick, Thorough };

/// What was found about a goal, for one way to start.
struct Finding {
  Verdict Answer = Verdict::Unknown;
  std::string Why;
  /// Of Unknown: with more units of work it might have been decided.
  bool IsSpent = false;
  Evidence Basis;
  /// Of Violated and Latent: how it is reached, and what a run saw on the way.
  Path Way;
  Witness Inputs;
  Replay Run;
  /// Of Latent: the function that is not here whose matter it is, in words.
  std::string When;
  /// Of Latent: what holds at entry on that path, if it can be said.
  std::vector<const ir::Expr *> Condition;
  /// Of a lock that is held at a return: where others release it.
  ir::Loc Elsewhere;

  static Finding unknown(std::string Why, Evidence Basis = {});
  static Finding proved(std::string Why = "");
};

inline Finding Finding::unknown(std::string Why, Evidence Basis) {
  Finding F;
  F.Why = std::move(Why);
  F.Basis = std::move(Basis);
  return F;
}

inline Finding Finding::proved(std::string Why) {
  Finding F;
  F.Answer = Verdict::Proved;
  F.Why = std::move(Why);
  return F;
}

} // namespace predabs

#endif
