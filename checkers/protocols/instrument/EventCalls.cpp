#include "checkers/protocols/instrument/EventCalls.h"

#include "checkers/protocols/analysis/Names.h"
#include "checkers/protocols/instrument/AttributeEvents.h"
#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs {

using namespace ir;

/// Whether \p T, as `struct mutex` or `spinlock_t`, has objects of \p P.
static bool isOfType(const Protocol &P, const Type *T) {
  if (P.Types.empty())
    return true;
  return T->isRecord() && std::any_of(P.Types.begin(), P.Types.end(),
                                      [&](std::string_view Name) {
                                        for (std::string_view Tag :
                                             {"struct ", "union ", "class "})
                                          if (Name.starts_with(Tag))
                                            Name.remove_prefix(Tag.size());
                                        return Name == T->name();
                                      });
}

bool isPreconditionOf(const Function &F, const Stmt &Call) {
  return attributeStep(Call) == AttributeStep::NeedsHeld &&
         Call.Value->function()->Name.ends_with("." + F.Name);
}

bool isIn(const Expr *Lock, const Expr *Place) {
  while (Lock != Place &&
         (Lock->kind() == ExprKind::Field || Lock->kind() == ExprKind::Index))
    Lock = Lock->operand(0);
  return Lock == Place;
}

const Expr *inWrappers(const Expr *Object) {
  auto IsNamed = [](const Expr *Place) {
    return Place->kind() == ExprKind::Field || Place->kind() == ExprKind::Var;
  };
  while (Object->kind() == ExprKind::Field && IsNamed(Object->operand(0)) &&
         numPlainFields(Object->operand(0)->type()) == 1)
    Object = Object->operand(0);
  return Object;
}

std::vector<EventCall> EventCalls::of(const Stmt &S) const {
  std::vector<EventCall> Result;
  if (std::optional<AttributeStep> What = attributeStep(S))
    return attributesAt(S, *What);
  if (const std::vector<EventOf> *All = eventsOf(S))
    for (const EventOf &E : *All)
      if (std::optional<EventCall> One = eventAt(S, E))
        Result.push_back(*One);
  return Result;
}

const std::vector<EventOf> *EventCalls::eventsOf(const Stmt &S) const {
  if (S.Kind != StmtKind::Call || S.Value->kind() != ExprKind::FuncAddr)
    return nullptr;
  auto It = Events.find(S.Value->function());
  return It == Events.end() ? nullptr : &It->second;
}

std::vector<std::pair<const Protocol *, const Expr *>>
EventCalls::locksAt(const Expr *Address) const {
  std::vector<std::pair<const Protocol *, const Expr *>> Result;
  for (const auto &[P, States] : ByProtocol)
    for (const Expr *Object : Places.objectsIn(*P, Ctx.deref(Address)))
      if (P->IsBalanced)
        Result.emplace_back(P, Ctx.addrOf(Object));
  // What a lock is made of is no other lock.
  std::erase_if(Result, [&, All = Result](const auto &Inner) {
    return std::any_of(All.begin(), All.end(), [&](const auto &Outer) {
      return Outer.second != Inner.second &&
             isIn(Ctx.deref(Inner.second), Ctx.deref(Outer.second));
    });
  });
  return Result;
}

StatesByName &EventCalls::statesOf(const Protocol &P) {
  auto It = ByProtocol.find(&P);
  if (It == ByProtocol.end())
    It = ByProtocol.emplace(&P, P).first;
  return It->second;
}

ObjectName EventCalls::nameOf(const EventCall &X) {
  return X.Pointer ? predabs::nameOf(Ctx.deref(X.Pointer)) : ObjectName();
}

const Expr *EventCalls::placeOf(const EventCall &X) {
  return X.Pointer ? Places.behind(*X.What.In, X.Pointer, X.PointerType)
                   : Places.global(*X.What.In);
}

const States &EventCalls::possible(const EventCall &X) {
  return statesOf(*X.What.In).of(Ctx, nameOf(X));
}

States EventCalls::among(const EventCall &X,
                         const std::vector<uint32_t> &From) {
  States Result;
  for (uint32_t S : possible(X))
    if (From.empty() || std::binary_search(From.begin(), From.end(), S))
      Result.insert(S);
  return Result;
}

ObjectName EventCalls::lockName(const EventCall &X) {
  if (!X.Pointer)
    return {};
  return lockNameAt(X.Pointer);
}

ObjectName EventCalls::lockNameAt(const Expr *Pointer) const {
  ObjectName N = predabs::nameOf(inWrappers(Ctx.deref(Pointer)));
  while (Pointer->kind() == ExprKind::Cast)
    Pointer = Pointer->operand(0);
  if (N.isNone() && Pointer->kind() == ExprKind::Field)
    return predabs::nameOf(Pointer);
  return N;
}

std::optional<EventCall> EventCalls::eventAt(const Stmt &S,
                                             const EventOf &E) const {
  const TrackedObject &O = E.Event->Object;
  const Type *Callee = S.Value->function()->Ty;
  if (O.What == TrackedObject::Kind::Global)
    return EventCall{E};
  if (O.What == TrackedObject::Kind::Result)
    return Callee->inner()->isPointer()
               ? std::optional(EventCall{E, nullptr, Callee->inner()})
               : std::nullopt;
  if (O.Index >= S.Args.size())
    return std::nullopt;
  const Expr *Pointer = S.Args[O.Index];
  const Type *Ty = O.Index < Callee->params().size() ? Callee->params()[O.Index]
                                                     : Pointer->type();
  if (!Pointer->type()->isPointer() || !Ty->isPointer() ||
      !isOfType(*E.In, Ty->inner()))
    return std::nullopt;
  return EventCall{E, Pointer, Ty};
}

std::vector<EventCall> EventCalls::attributesAt(const Stmt &S,
                                                AttributeStep What) const {
  std::vector<EventCall> Result;
  for (auto [P, Pointer] : locksAt(S.Args[0]))
    Result.push_back(
        {{P, &attributeEvent(*P, What)}, Pointer, Pointer->type()});
  return Result;
}

const ProtocolEvent &EventCalls::attributeEvent(const Protocol &P,
                                                AttributeStep What) const {
  auto [It, IsNew] = AttributeEvents.try_emplace({&P, What});
  if (IsNew)
    It->second.Ways = attributeWays(P, What);
  return It->second;
}

} // namespace predabs
