// Tells what is decided while the rest still is not, so that whoever waits for
// the engine has something in hand if the engine is lost: out of time, out of
// memory, or by a crash. For
//
//   void f(void) { assert(1 < 2); }   void g(void) { /* takes for ever */ }
//
// it first tells of every obligation that it is not decided, then that f's is
// proved. Telling costs something, so it is done in portions.

#ifndef PREDABS_CHECKERS_REPORT_PROGRESS_H
#define PREDABS_CHECKERS_REPORT_PROGRESS_H

#include "checkers/report/Report.h"

#include <functional>
#include <map>
#include <string>

namespace predabs {

/// Takes a report that has decisions which are new, or other than before.
using Listener = std::function<void(const Report &)>;

class Progress {
public:
  explicit Progress(Listener Tell) : Tell(std::move(Tell)) {}

  /// All of these are to be decided, and told if they have a text. Some may be
  /// copies of others, as those of a template's instances are. \p Files is what
  /// ir::Loc::File indexes.
  void begin(std::vector<std::string> Files,
             std::vector<Obligation> Obligations);
  /// The last word about the one at \p Index.
  void decided(size_t Index, const Decision &D);
  /// \p Messages are all so far, \p Units the work so far. Tells now if that is
  /// worth it.
  void tell(const std::vector<Message> &Messages, uint64_t Units);

private:
  Decision ofAllCopies(const std::vector<size_t> &Copies) const;

  Listener Tell;
  std::vector<std::string> Files;
  std::vector<Decision> Known; ///< by obligation
  std::vector<size_t> First;   ///< by obligation: the first of its copies
  std::map<size_t, std::vector<size_t>> CopiesOf; ///< by the first
  std::vector<size_t> New; ///< first copies, with something to tell
  size_t NumTold = 0, MessagesTold = 0;
  uint64_t UnitsTold = 0;
};

/// The other end: what is known, given all that was told.
class PartialReport {
public:
  void add(Report Told);
  bool empty() const { return Sum.Decisions.empty(); }
  size_t numDecisions() const { return Sum.Decisions.size(); }
  size_t numDecided() const;
  /// What was not decided is unknown for the reason \p Why.
  Report take(const std::string &Why);

private:
  Report Sum;
  std::map<std::string, size_t> Position; ///< by obligation, as text
};

/// Of two verdicts about one obligation, the one that says more.
Verdict stronger(Verdict A, Verdict B);

/// Decisions and messages as they stand in the source, not as blocks follow or
/// functions call each other; copies of one obligation become one.
void putInOrder(Report &R);

} // namespace predabs

#endif
