// Where a module has to do with protocols: which functions are events, which
// objects they are about, and in which states these can be.
//
// Objects are told apart by what the source calls them: the variable `m`, or
// the member `lock` of `struct dev`, whichever dev it is in. What is only known
// by a pointer has no name. An object is in the states that calls lead to from
// that of a new one: any calls that depend on the state, as its wrappers may be
// elsewhere, and those on its name that bring it into a state of their own, as
// the one that makes it recursive. In which of the others it may be, which only
// code elsewhere can bring it into, no call here looks at.
//
//   static pthread_mutex_t m;  void f(void) { lock(&m); ... unlock(&m); }
//
// So m is free or held, and that it might be recursive costs nothing.

#ifndef PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_SITES_H
#define PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_SITES_H

#include "checkers/protocols/language/Protocol.h"
#include "predicates/ir/Module.h"

#include <map>
#include <set>
#include <tuple>

namespace predabs {

/// An event and its protocol.
struct EventOf {
  const Protocol *In = nullptr;
  const ProtocolEvent *Event = nullptr;
};

/// The events of each function of \p M that has some.
std::map<const ir::Function *, std::vector<EventOf>>
eventsIn(const ir::Module &M, const std::vector<Protocol> &Protocols);

/// States of a protocol.
using States = std::set<uint32_t>;

/// What \p T says of \p Value, or null where there is nothing to say.
const ir::Expr *testOf(ir::Context &Ctx, const ResultTest &T,
                       const ir::Expr *Value);
/// What the tests of \p T say of the arguments of \p Call.
const ir::Expr *argumentTests(ir::Context &Ctx, const Transition &T,
                              const ir::Stmt &Call);

/// What the source calls an object.
struct ObjectName {
  const ir::Variable *Var = nullptr;
  const ir::Type *Record = nullptr; ///< with Field: a member
  uint32_t Field = 0;

  bool isNone() const { return !Var && !Record; }
  auto operator<=>(const ObjectName &) const = default;
};
ObjectName nameOf(const ir::Expr *Object);

/// In which states the objects of one protocol may be, by name.
class StatesByName {
public:
  explicit StatesByName(const Protocol &P) : P(P) {}

  /// The object may be in that state without a call.
  void begin(const ObjectName &N, uint32_t State);
  void call(const ObjectName &N, const ProtocolEvent &E, const ir::Stmt &S);
  /// After all that: those of an object.
  const States &of(ir::Context &Ctx, const ObjectName &N);

private:
  struct Call {
    const ProtocolEvent *Event;
    ir::Stmt Stmt;
    bool IsOwn; ///< of the object itself
  };

  States closure(ir::Context &Ctx, States From, const std::vector<Call> &Calls);
  bool isPossible(ir::Context &Ctx, const Transition &T, const Call &C) const;

  const Protocol &P;
  std::map<ObjectName, States> Begins;
  std::map<ObjectName, std::vector<Call>> Calls;
  std::map<ObjectName, States> Known;
};

} // namespace predabs

#endif
