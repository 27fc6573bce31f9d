// Which calls of a module are events of protocols, and of which objects: calls
// of an event's function, and what attributes say of a function (Attributes.h).

#ifndef PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_EVENTCALLS_H
#define PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_EVENTCALLS_H

#include "checkers/protocols/analysis/Attributes.h"
#include "checkers/protocols/analysis/Sites.h"
#include "checkers/protocols/analysis/StatePlaces.h"

#include <map>
#include <vector>

namespace predabs {

/// A call of an event: what it is about.
struct EventCall {
  EventOf What;
  /// To the object; null: the global one, or one that is a result.
  const ir::Expr *Pointer = nullptr;
  const ir::Type *PointerType = nullptr;

  bool isOfResult() const {
    return What.Event->Object.What == TrackedObject::Kind::Result;
  }
};

class EventCalls {
public:
  EventCalls(ir::Module &M, const std::vector<Protocol> &Protocols)
      : M(M), Ctx(M.Ctx), Places(M), Events(eventsIn(M, Protocols)) {}

  bool empty() const { return Events.empty(); }
  /// What the call \p S is.
  std::vector<EventCall> of(const ir::Stmt &S) const;
  const std::vector<EventOf> *eventsOf(const ir::Stmt &S) const;
  /// The locks of \p Address, as an attribute names it: it may be one, or have
  /// them as members.
  std::vector<std::pair<const Protocol *, const ir::Expr *>>
  locksAt(const ir::Expr *Address) const;
  StatesByName &statesOf(const Protocol &P);
  /// What the source calls the object.
  ObjectName nameOf(const EventCall &X);
  /// Where its state is, and which that may be.
  const ir::Expr *placeOf(const EventCall &X);
  const States &possible(const EventCall &X);
  /// Those of \p From in which the object may be.
  States among(const EventCall &X, const std::vector<uint32_t> &From);
  /// What functions hand over: a lock by its name, or the member that points to
  /// it.
  ObjectName lockName(const EventCall &X);
  ObjectName lockNameAt(const ir::Expr *Pointer) const;

  ir::Module &M;
  ir::Context &Ctx;
  mutable StatePlaces Places;
  /// Of the protocols that have events here.
  std::map<const Protocol *, StatesByName> ByProtocol;

private:
  std::optional<EventCall> eventAt(const ir::Stmt &S, const EventOf &E) const;
  std::vector<EventCall> attributesAt(const ir::Stmt &S,
                                      AttributeStep What) const;
  const ProtocolEvent &attributeEvent(const Protocol &P,
                                      AttributeStep What) const;

  std::map<const ir::Function *, std::vector<EventOf>> Events;
  /// Made for attributes.
  mutable std::map<std::pair<const Protocol *, AttributeStep>, ProtocolEvent>
      AttributeEvents;
};

/// Whether \p Call stands for an attribute of \p F that says how \p F is
/// called.
bool isPreconditionOf(const ir::Function &F, const ir::Stmt &Call);
/// Whether \p Lock is \p Place, or a part of it.
bool isIn(const ir::Expr *Lock, const ir::Expr *Place);
/// \p Object with the classes around it that have nothing but it.
const ir::Expr *inWrappers(const ir::Expr *Object);

/// Calls \p Visit with each direct call in \p F and where it is.
template <typename Fn> void eachCall(const ir::Function &F, Fn Visit) {
  for (ir::BlockId B = 0; B < F.Blocks.size(); ++B)
    for (uint32_t I = 0; I < F.Blocks[B].Stmts.size(); ++I)
      if (const ir::Stmt &S = F.Blocks[B].Stmts[I];
          S.Kind == ir::StmtKind::Call &&
          S.Value->kind() == ir::ExprKind::FuncAddr)
        Visit(S, B, I);
}

} // namespace predabs

#endif
