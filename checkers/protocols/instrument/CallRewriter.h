// Puts what an event says in the place of its call: the states in which it is a
// violation, then the ways that it may take (see Instrument.h).

#ifndef PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_CALLREWRITER_H
#define PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_CALLREWRITER_H

#include "checkers/protocols/instrument/FunctionLocks.h"
#include "checkers/protocols/instrument/ViolationCalls.h"
#include "checkers/protocols/instrument/Ways.h"

#include <string>
#include <unordered_set>
#include <vector>

namespace predabs {

class CallRewriter {
public:
  /// \p Used are the variables that the function reads or sets.
  CallRewriter(CodeWriter &Code, FileContext &File, FunctionLocks &Locks,
               ViolationCalls &Violations,
               const std::unordered_set<const ir::Variable *> &Used)
      : Code(Code), In(Code.In), File(File), Locks(Locks),
        Violations(Violations), Used(Used) {}

  /// Replaces statement \p I of block \p B, \p Call, which is \p Steps. Gives
  /// the block that what follows has become.
  ir::BlockId rewriteCall(ir::BlockId B, size_t I, const ir::Stmt &Call,
                          const std::vector<EventCall> &Steps);

private:
  /// What a way needs to know after the call.
  struct Moment {
    const ir::Expr *Place = nullptr;  ///< the state, as named after the call
    const ir::Expr *Old = nullptr;    ///< the state before it
    const ir::Expr *Result = nullptr; ///< of the call, or null
  };

  /// Branches to the violations that the call may be.
  void checkErrors(const EventCall &X, const ir::Stmt &Call);
  /// The step is not wrong. Where one state of the protocol is left, it is in
  /// that.
  /// SOUND: of all states, also those that only code elsewhere can bring it
  /// into; otherwise what follows would hold for some executions only.
  void assumeOther(const EventCall &X, const States &Wrong);
  ir::BlockId addError(const EventCall &X, const Transition &T,
                       const ir::Stmt &Call, const ir::Expr *Condition);
  std::string message(const Transition &T, const EventCall &X,
                      const ir::Stmt &Call);
  bool isNeeded(const ir::Stmt &Call, const std::vector<EventCall> &Steps);
  std::vector<Moment> replaceCall(const ir::Stmt &Call,
                                  const std::vector<EventCall> &Steps);
  /// Names for an object and its state that the call does not change.
  Moment before(const EventCall &X, const ir::Stmt &Call, bool IsQuiet);
  void after(const EventCall &X, const ir::Expr *Value, Moment &Now);
  /// Gives \p Value what \p Call returns. A function of the system computes
  /// that from what the object is, so it is no input: whether
  /// pthread_mutex_lock(m) fails, and with which error, nobody chooses. But it
  /// may succeed, and where ways differ by the result, as of a try-lock, the
  /// environment chooses which.
  void addResult(const ir::Expr *Value, const ir::Stmt &Call,
                 const std::vector<EventCall> &Steps);
  void addEvent(const ir::Expr *Value, const ir::Stmt &Call,
                std::string_view Prefix, const ir::Expr *Object = nullptr);
  /// The object that one of \p Steps acquires, if others leave it; or null.
  /// Whether others have it is up to those who know it.
  const ir::Expr *triedBy(const std::vector<EventCall> &Steps);
  /// What gives a value in place of \p Of.
  ir::Function *eventFunction(const ir::Function &Of, const ir::Type *Ty,
                              const std::string &Prefix,
                              const std::vector<const ir::Expr *> &Args);
  /// `KeAcquireSpinLock(&lock, &level)` gives level a value.
  void writeArguments(const ir::Stmt &Call,
                      const std::vector<EventCall> &Steps);
  /// When the object is in a state of which \p G says something; null: always.
  const ir::Expr *applies(const EventCall &X, const WayGroup &G,
                          const ir::Expr *State);
  /// The tests of \p G, or null.
  const ir::Expr *testsOf(const WayGroup &G, const Moment &Now);
  void takeWays(const EventCall &X, const ir::Stmt &Call, const Moment &Now);
  /// There is no choice: what is tested holds wherever the event says anything.
  void takeOnly(const EventCall &X, const WayGroup &G, const Moment &Now);
  void move(const EventCall &X, const WayGroup &G, const Moment &Now);
  void setFlags(const EventCall &X, LockUse::Kind What);
  void set(const Moment &Now, const ir::Expr *State);

  CodeWriter &Code;
  ir::Function &In;
  FileContext &File;
  FunctionLocks &Locks;
  ViolationCalls &Violations;
  const std::unordered_set<const ir::Variable *> &Used;
  ir::BlockId Origin = 0; ///< of the call at hand
};

} // namespace predabs

#endif
