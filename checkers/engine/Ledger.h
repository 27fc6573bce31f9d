// What is known about the obligations of a file: what was decided, what of that
// was found the last time and holds still, and what is to be kept for the next
// time. A function's verdicts hold while the key of all that they depend on is
// the same (Dependence.h):
//
//   last time   f: depends on 5e0c..., line 3 proved, 840 units
//   this time   f: depends on 5e0c...: line 3 is proved

#ifndef PREDABS_CHECKERS_ENGINE_LEDGER_H
#define PREDABS_CHECKERS_ENGINE_LEDGER_H

#include "checkers/engine/Schedule.h"
#include "checkers/store/reuse/VerdictReuse.h"

namespace predabs {

class Ledger {
public:
  /// \p Store may be null: then nothing is reused and nothing kept.
  Ledger(const PreparedModule &P, const AnalysisScope &Seen,
         const StoreInput *Store);

  /// What was decided about PreparedModule::Found[Index].
  Decision &decision(size_t Index) { return Decisions[Index]; }
  const Decision &decision(size_t Index) const { return Decisions[Index]; }
  /// \p D is about a call of a function of another file, where an obligation of
  /// it fails.
  void addAtCall(KeptDecision D) { AtCalls.push_back(std::move(D)); }

  /// Takes what was found about \p All the last time. Gives what is left to
  /// judge; \p Take gets what was found about a function.
  using Taker = std::function<void(const ReusedVerdicts &)>;
  std::vector<Group> reuse(const std::vector<Group> &All, const Taker &Take);
  /// Whether the verdicts of \p F are those of the last time.
  bool isReused(const ir::Function &F) const { return Reused.contains(&F); }
  /// What locations index: the files of the module, and others that what is
  /// reused is about.
  const std::vector<std::string> &files() const { return Files; }

  /// To judge \p G took \p Units, in vain or not.
  void note(const Group &G, uint64_t Units, bool IsVain);

  /// The decisions about the obligations of this file.
  std::vector<KeptDecision> own() const;
  const std::vector<KeptDecision> &atCalls() const { return AtCalls; }
  /// Of the functions whose obligations were judged.
  std::vector<Judgement> judgements() const;

private:
  void noteDependences(const std::vector<Group> &All);
  bool reuse(const Group &G, VerdictReuse &Known, const Taker &Take);
  Position positionOf(const Goal &G) const;

  const PreparedModule &P;
  const AnalysisScope &Seen;
  const StoreInput *Store;
  std::vector<Decision> Decisions;
  std::vector<KeptDecision> AtCalls;
  /// By function; only if something is to be kept.
  std::map<const ir::Function *, Judgement> Judged;
  std::set<const ir::Function *> Reused;
  std::vector<std::string> Files;
};

} // namespace predabs

#endif
