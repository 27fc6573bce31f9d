#include "checkers/protocols/instrument/Instrument.h"

#include "checkers/protocols/analysis/Attributes.h"
#include "checkers/protocols/analysis/CallerHolds.h"
#include "checkers/protocols/analysis/Certain.h"
#include "checkers/protocols/analysis/Handover.h"
#include "checkers/protocols/analysis/Made.h"
#include "checkers/protocols/analysis/Names.h"
#include "checkers/protocols/analysis/Results.h"
#include "checkers/protocols/analysis/Sites.h"
#include "checkers/protocols/analysis/StatePlaces.h"
#include "checkers/protocols/instrument/Unfold.h"
#include "checkers/report/SourceNames.h"
#include "predicates/ir/Terms.h"
#include "predicates/ir/Uses.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace predabs {

using namespace ir;

namespace {

/// Of LockAtEntry.
constexpr uint32_t NumLockStates = 3;
/// How deep wrappers of locks are looked through.
constexpr unsigned MaxWrappers = 4;

/// A call of an event: what it is about.
struct Step {
  EventOf What;
  const Expr *Pointer = nullptr; ///< to the object; null: global, or a result
  const Type *PointerType = nullptr;

  bool isOfResult() const {
    return What.Event->Object.What == TrackedObject::Kind::Result;
  }
};

void replaceAll(std::string &In, std::string_view What, std::string_view By) {
  for (size_t At = In.find(What); At != In.npos;
       At = In.find(What, At + By.size()))
    In.replace(At, What.size(), By);
}

/// Whether \p T, as `struct mutex` or `spinlock_t`, has objects of \p P.
bool isOfType(const Protocol &P, const Type *T) {
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

bool mayAcquire(const Protocol &P, const ProtocolEvent &E) {
  return std::any_of(E.Ways.begin(), E.Ways.end(), [&](const Transition &T) {
    return T.To && P.States[*T.To].IsHeld &&
           (T.From.empty() || !P.States[T.From.front()].IsHeld);
  });
}

/// Whether \p E releases what is held, and does not only make it new.
bool givesBack(const Protocol &P, const ProtocolEvent &E) {
  return std::any_of(E.Ways.begin(), E.Ways.end(), [&](const Transition &T) {
    return T.To && !P.States[*T.To].IsHeld && !T.From.empty() &&
           P.States[T.From.front()].IsHeld;
  });
}

/// How a function leaves a lock that it has acquired.
enum class Leaves : uint8_t { Held, Released };

class Instrumentation {
public:
  Instrumentation(Module &M, const std::vector<Protocol> &Protocols,
                  AttributedLocks Attributed, const SymbolFinder &IsElsewhere)
      : M(M), Ctx(M.Ctx), Protocols(Protocols),
        Attributed(std::move(Attributed)), IsElsewhere(IsElsewhere),
        Events(eventsIn(M, Protocols)), Places(M), Made(M) {}

  EntryStates run() {
    instrumentAll();
    dropAttributes();
    return AtEntry;
  }

private:
  void instrumentAll() {
    bool HasAttributes =
        std::any_of(M.Functions.begin(), M.Functions.end(), [](const auto &F) {
          return F->Name.starts_with(AttributeWord);
        });
    if (Events.empty() && !HasAttributes)
      return;
    for (const auto &F : M.Functions)
      if (!isOfLibrary(M, *F))
        lookAt(*F);
    if (HasAttributes)
      lookAtAttributes();
    if (!HasSteps)
      return;
    lookAtObjects();
    lookAtMade();
    findHandovers();
    if (IsElsewhere)
      exchangeTaken();
    for (const Expr *Lock : Attributed.All)
      NamedByAttributes.insert(nameAt(Lock));
    findWrappers();
    for (size_t I = 0, N = M.Functions.size(); I < N; ++I)
      if (M.Functions[I]->isDefined() && !isOfLibrary(M, *M.Functions[I]))
        rewrite(*M.Functions[I]);
    initialiseGlobals();
  }

  /// Ways that the same tests allow.
  struct Group {
    std::vector<const Transition *> Ways;
    const Expr *Arguments = nullptr; ///< null: any
    ResultTest Returns;
  };

  // What there is.

  const std::vector<EventOf> *eventsOf(const Stmt &S) const {
    if (S.Kind != StmtKind::Call || S.Value->kind() != ExprKind::FuncAddr)
      return nullptr;
    auto It = Events.find(S.Value->function());
    return It == Events.end() ? nullptr : &It->second;
  }

  /// The steps that the call \p S is.
  std::vector<Step> stepsOf(const Stmt &S) const {
    std::vector<Step> Result;
    if (std::optional<AttributeStep> What = attributeStep(S))
      return attributeSteps(S, *What);
    if (const std::vector<EventOf> *All = eventsOf(S))
      for (const EventOf &E : *All)
        if (std::optional<Step> One = stepOf(S, E))
          Result.push_back(*One);
    return Result;
  }

  std::optional<Step> stepOf(const Stmt &S, const EventOf &E) const {
    const TrackedObject &O = E.Event->Object;
    const Type *Callee = S.Value->function()->Ty;
    if (O.What == TrackedObject::Kind::Global)
      return Step{E};
    if (O.What == TrackedObject::Kind::Result)
      return Callee->inner()->isPointer()
                 ? std::optional(Step{E, nullptr, Callee->inner()})
                 : std::nullopt;
    if (O.Index >= S.Args.size())
      return std::nullopt;
    const Expr *Pointer = S.Args[O.Index];
    const Type *Ty = O.Index < Callee->params().size()
                         ? Callee->params()[O.Index]
                         : Pointer->type();
    if (!Pointer->type()->isPointer() || !Ty->isPointer() ||
        !isOfType(*E.In, Ty->inner()))
      return std::nullopt;
    return Step{E, Pointer, Ty};
  }

  // Steps that attributes ask for.

  /// The locks of \p Address, as an attribute names it: it may be one, or have
  /// them as members.
  std::vector<std::pair<const Protocol *, const Expr *>>
  locksAt(const Expr *Address) const {
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

  std::vector<Step> attributeSteps(const Stmt &S, AttributeStep What) const {
    std::vector<Step> Result;
    for (auto [P, Pointer] : locksAt(S.Args[0]))
      Result.push_back(
          {{P, &attributeEvent(*P, What)}, Pointer, Pointer->type()});
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

  static std::vector<uint32_t> statesThatAre(const Protocol &P, bool IsHeld) {
    std::vector<uint32_t> Result;
    for (uint32_t I = 0; I < P.States.size(); ++I)
      if (P.States[I].IsHeld == IsHeld)
        Result.push_back(I);
    return Result;
  }

  const ProtocolEvent &attributeEvent(const Protocol &P,
                                      AttributeStep What) const {
    auto [It, IsNew] = AttributeEvents.try_emplace({&P, What});
    if (IsNew)
      It->second.Ways = attributeWays(P, What);
    return It->second;
  }

  static std::vector<Transition> attributeWays(const Protocol &P,
                                               AttributeStep What) {
    const ProtocolEvent *Acquire = plainEvent(P, mayAcquire);
    const ProtocolEvent *Release = plainEvent(P, predabs::givesBack);
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

  /// Locks that no other protocol knows are capabilities.
  void lookAtAttributes() {
    auto Capability =
        std::find_if(Protocols.begin(), Protocols.end(),
                     [](const Protocol &P) { return P.Name == "capability"; });
    std::vector<const Stmt *> All;
    for (const auto &F : M.Functions)
      for (const Block &B : F->Blocks)
        for (const Stmt &S : B.Stmts)
          if (attributeStep(S))
            All.push_back(&S);
    for (const Stmt *S : All)
      if (Capability != Protocols.end() && locksAt(S->Args[0]).empty()) {
        Places.prepare(*Capability, S->Args[0]->type());
        statesOf(*Capability);
      }
    for (const Stmt *S : All)
      for (const Step &X : stepsOf(*S)) {
        HasSteps = true;
        statesOf(*X.What.In).call(nameOf(X), *X.What.Event, *S);
        statesOf(*X.What.In)
            .begin(nameOf(X), statesThatAre(*X.What.In, true).front());
      }
  }

  void dropAttributes() {
    for (const auto &F : M.Functions)
      for (Block &B : F->Blocks)
        std::erase_if(B.Stmts, [](const Stmt &S) {
          return attributeStep(S).has_value();
        });
  }

  StatesByName &statesOf(const Protocol &P) {
    auto It = ByProtocol.find(&P);
    if (It == ByProtocol.end())
      It = ByProtocol.emplace(&P, P).first;
    return It->second;
  }

  ObjectName nameOf(const Step &S) {
    return S.Pointer ? predabs::nameOf(Ctx.deref(S.Pointer)) : ObjectName();
  }

  void lookAt(const Function &F) {
    for (const Block &B : F.Blocks)
      for (const Stmt &S : B.Stmts)
        for (const Step &X :
             attributeStep(S) ? std::vector<Step>() : stepsOf(S)) {
          HasSteps = true;
          const Protocol &P = *X.What.In;
          statesOf(P).call(nameOf(X), *X.What.Event, S);
          if (X.PointerType)
            Places.prepare(P, X.PointerType);
          if (X.Pointer)
            Made.note(F, P, X.Pointer, madeBy(*X.What.Event, S));
          if (ObjectName N = nameOf(X); !N.isNone())
            Named.insert({&P, N});
        }
  }

  /// The states that the call \p S of \p E brings any object into.
  States madeBy(const ProtocolEvent &E, const Stmt &S) {
    States Result;
    for (const Transition &T : E.Ways) {
      const Expr *Test = argumentTests(Ctx, T, S);
      if (T.To && T.From.empty() && !T.isError() && !(Test && Test->isInt(0)))
        Result.insert(*T.To);
    }
    return Result;
  }

  /// How objects are made, also by functions of the file that are given them.
  void lookAtMade() {
    std::vector<const Protocol *> All;
    for (const auto &[P, States] : ByProtocol)
      All.push_back(P);
    Made.follow(
        [&](const Type *T, const Protocol &P) { return Places.isObject(P, T); },
        All);
    if (IsElsewhere)
      exchangeMade();
    noteMadeBehindPointers();
    for (const auto &[Key, To] : Made.all())
      for (uint32_t State : To)
        statesOf(*Key.first).begin(Key.second, State);
    AtEntry = Made.atEntry();
  }

  // What files tell each other.

  /// The symbol that says \p Word of the object \p N: the state that it is made
  /// in, or nothing if it is released for others. Empty if no other file can
  /// name it.
  static std::string symbolOf(const Protocol &P, const ObjectName &N,
                              const std::string &Word) {
    std::string Object;
    if (N.Var && N.Var->isGlobal() && !N.Var->IsInternal)
      Object = N.Var->Name;
    if (N.Record && !N.Record->fields()[N.Field].IsInternal)
      Object = N.Record->name() + "." + N.Record->fields()[N.Field].Name;
    return Object.empty() || Object.front() == '.'
               ? ""
               : std::string(MadePrefix) + P.Name + "." + Word + "." + Object;
  }
  static std::string madeSymbol(const Protocol &P, const ObjectName &N,
                                uint32_t State) {
    return symbolOf(P, N, P.States[State].Name);
  }

  /// What one file acquires and keeps, another may release.
  void exchangeTaken() {
    for (const auto &[P, N] : Named)
      if (std::string Name = symbolOf(*P, N, ""); !Name.empty()) {
        bool IsElsewhere = this->IsElsewhere(Name);
        if (Handed.isTaken(N) && !M.findFunction(Name))
          defineEmpty(Name);
        if (IsElsewhere)
          Handed.noteTaken(N);
      }
  }

  void exchangeMade() {
    auto Here = Made.begins();
    for (const auto &[Key, State] : Here)
      if (std::string Name = madeSymbol(*Key.first, Key.second, State);
          !Name.empty() && !M.findFunction(Name))
        defineEmpty(Name);
    for (const auto &Key : Named)
      if (!Here.contains(Key))
        for (uint32_t State : MadeObjects::ownStates(*Key.first))
          if (std::string Name = madeSymbol(*Key.first, Key.second, State);
              !Name.empty() && IsElsewhere(Name))
            Made.noteElsewhere(*Key.first, Key.second, State);
  }

  void defineEmpty(const std::string &Name) {
    Function *F =
        M.addFunction(Name, Ctx.functionType(Ctx.voidType(), {}, false));
    Stmt Return;
    Return.Kind = StmtKind::Return;
    F->Blocks[addBlock(*F, "entry")].Stmts.push_back(std::move(Return));
  }

  /// What is made under a name is found behind pointers, too, if its address
  /// goes anywhere: `table[i] = &store[i]`.
  void noteMadeBehindPointers() {
    std::set<ObjectName> Known;
    auto Note = [&](const std::vector<const Expr *> &Roots) {
      for (const Expr *E : termsOf(Roots))
        if (E->kind() == ExprKind::AddrOf)
          Known.insert(predabs::nameOf(E->operand(0)));
    };
    for (const auto &F : M.Functions)
      for (const Block &B : F->Blocks)
        for (const Stmt &S : B.Stmts)
          if (stepsOf(S).empty())
            Note(rootsOf(S));
    for (const auto &G : M.Globals)
      for (const InitPart &P : G->Init)
        Note({P.Value});
    for (const auto &[Key, To] : MadeObjects::Names(Made.all()))
      if (Known.contains(Key.second))
        Made.note(*Key.first, ObjectName(), To);
  }

  uint32_t entryStateOf(const Step &X) {
    ObjectName N = nameOf(X);
    return AtEntry.of({N.Var, N.Record, N.Field, stateName(*X.What.In)});
  }

  /// Objects that are in a state of their own before the first call.
  void lookAtObjects() {
    if (!Places.hasObjects())
      return;
    for (const auto &F : M.Functions)
      for (const Block &B : F->Blocks)
        for (const Stmt &S : B.Stmts)
          for (auto &[P, States] : ByProtocol)
            for (auto [Object, State] : statesAfter(*P, S)) {
              States.begin(predabs::nameOf(Object), State);
              if (S.Kind == StmtKind::Assign)
                Made.note(*P, predabs::nameOf(Object), {State});
            }
    for (const auto &F : M.Functions)
      for (auto &[P, States] : ByProtocol)
        for (const Expr *Object : newObjects(*P, *F))
          States.begin(predabs::nameOf(Object), *P->Uninitialised);
    for (const auto &G : M.Globals)
      for (auto &[P, States] : ByProtocol)
        for (const Expr *Object : globalObjects(*P, *G))
          if (P->Initialised && hasValue(*G, Object)) {
            States.begin(predabs::nameOf(Object), *P->Initialised);
            Made.note(*P, predabs::nameOf(Object), {*P->Initialised});
          }
    lookAtCopies();
  }

  /// `t->mu = (pthread_mutex_t)INITIALIZER`.
  void lookAtCopies() {
    for (const auto &F : M.Functions)
      for (const Block &B : F->Blocks)
        for (const Stmt &S : B.Stmts)
          if (S.Kind == StmtKind::Assign && S.Value->isPlace())
            for (const auto &[P, Of] : ByProtocol)
              if (Places.isObject(*P, S.Dest->type()))
                Made.copy(*P, predabs::nameOf(S.Dest),
                          predabs::nameOf(S.Value));
  }

  /// Objects of the local variables of \p F, if a new one has a state of its
  /// own.
  std::vector<const Expr *> newObjects(const Protocol &P, const Function &F) {
    std::vector<const Expr *> Result;
    if (!P.Uninitialised || !F.isDefined())
      return Result;
    for (const auto &V : F.Vars)
      if (V->Kind == Storage::Local && !V->Ty->isScalar())
        for (const Expr *Object : Places.objectsIn(P, Ctx.var(V.get())))
          Result.push_back(Object);
    return Result;
  }

  std::vector<const Expr *> globalObjects(const Protocol &P, Variable &G) {
    return G.Init.empty() && G.Bytes.empty() ? std::vector<const Expr *>()
                                             : Places.objectsIn(P, Ctx.var(&G));
  }

  /// Where \p Object lies in its variable, in bits.
  static uint64_t offsetOf(const Expr *Object) {
    uint64_t Bits = 0;
    for (; Object->kind() != ExprKind::Var; Object = Object->operand(0))
      Bits += Object->kind() == ExprKind::Field
                  ? Object->field().BitOffset
                  : uint64_t(Object->operand(1)->bits()) *
                        Object->type()->size() * 8;
    return Bits;
  }

  static bool hasValue(const Variable &G, const Expr *Object) {
    uint64_t Begin = offsetOf(Object), Size = Object->type()->size() * 8;
    return std::any_of(G.Init.begin(), G.Init.end(), [&](const InitPart &P) {
      return P.BitOffset - Begin < Size && !P.Value->isInt(0);
    });
  }

  /// Objects whose state \p S sets without a call, and which that is.
  std::vector<std::pair<const Expr *, uint32_t>> statesAfter(const Protocol &P,
                                                             const Stmt &S) {
    std::vector<std::pair<const Expr *, uint32_t>> Result;
    if (!S.Dest)
      return Result;
    if (S.Kind == StmtKind::Havoc && S.Why == Reason::Uninitialised &&
        P.Uninitialised && !S.Dest->type()->isScalar())
      for (const Expr *Object : Places.objectsIn(P, S.Dest))
        Result.emplace_back(Object, *P.Uninitialised);
    if (S.Kind == StmtKind::Assign && P.Initialised &&
        S.Dest->type()->isScalar() && !isState(S.Dest->type()) &&
        S.Value->isConstant() && !S.Value->isInt(0))
      for (const Expr *E = S.Dest;
           E->numOperands() && E->isPlace() && E->kind() != ExprKind::Deref;
           E = E->operand(0))
        if (Places.isObject(P, E->operand(0)->type()))
          Result.emplace_back(E->operand(0), *P.Initialised);
    return Result;
  }

  /// The state lies on top of what C puts there.
  void initialiseGlobals() {
    for (const auto &G : M.Globals)
      for (auto &[P, States] : ByProtocol)
        for (const Expr *Object : globalObjects(*P, *G)) {
          const Expr *State = Places.stateOf(*P, Object);
          uint32_t Begins =
              hasValue(*G, Object) ? P->Initialised.value_or(0) : 0;
          G->Init.push_back(
              {offsetOf(State), 0, Ctx.intConst(State->type(), Begins)});
        }
  }

  // What becomes of it.

  void rewrite(Function &F) {
    In = &F;
    Used.clear();
    Acquired.clear();
    Defined = definitionsIn(F);
    for (const Block &B : F.Blocks)
      for (const Stmt &S : B.Stmts)
        note(S);
    ToDo.resize(F.Blocks.size());
    std::iota(ToDo.begin(), ToDo.end(), 0);
    findUneven();
    for (size_t N = 0; N < ToDo.size(); ++N)
      for (size_t I = 0; I < F.Blocks[ToDo[N]].Stmts.size(); ++I)
        if (rewriteStmt(ToDo[N], I))
          break; // what follows has become another block
    beginUneven();
    beginLocals();
  }

  void beginLocals() {
    for (auto &[P, States] : ByProtocol)
      for (const Expr *Object : newObjects(*P, *In)) {
        Stmt S;
        S.Kind = StmtKind::Assign;
        S.Where = Object->kind() == ExprKind::Var ? Object->variable()->Where
                                                  : In->Where;
        S.Why = Reason::Uninitialised;
        S.Dest = Places.stateOf(*P, Object);
        S.Value = Ctx.intConst(S.Dest->type(), *P->Uninitialised);
        In->Blocks[0].Stmts.insert(In->Blocks[0].Stmts.begin(), std::move(S));
      }
  }

  void note(const Stmt &S) {
    std::vector<const Expr *> Roots = S.Args;
    for (const Expr *E : {S.Kind == StmtKind::Call ? nullptr : S.Dest, S.Value})
      if (E)
        Roots.push_back(E);
    for (const Expr *E : termsOf(Roots))
      if (E->kind() == ExprKind::Var)
        Used.insert(E->variable());
  }

  const Expr *placeOf(const Step &X) {
    return X.Pointer ? Places.behind(*X.What.In, X.Pointer, X.PointerType)
                     : Places.global(*X.What.In);
  }

  /// Whether statement \p I of block \p B ends the block now.
  bool rewriteStmt(BlockId B, size_t I) {
    Stmt S = In->Blocks[B].Stmts[I];
    if (S.Kind == StmtKind::Return && !Uneven.empty()) {
      rewriteReturn(B, S);
      return true;
    }
    std::vector<Step> Steps = stepsOf(S);
    if (!Steps.empty()) {
      rewriteCall(B, I, S, Steps);
      return true;
    }
    for (const Wrapper &W : wrappersAt(S))
      for (const UnevenName &U : Uneven)
        if (U.Lock.State == W.Effect.State)
          for (auto [Mark, Value] : marksOf(U, W.Effect.What))
            assignAfter(B, I++, S, Mark, Value);
    for (auto &[P, States] : ByProtocol)
      for (auto [Object, State] : statesAfter(*P, S))
        setAfter(B, I++, S, Places.stateOf(*P, Object), State);
    return false;
  }

  void setAfter(BlockId B, size_t I, const Stmt &S, const Expr *Place,
                uint32_t State) {
    assignAfter(B, I, S, Place, Ctx.intConst(Place->type(), State));
  }

  void assignAfter(BlockId B, size_t I, const Stmt &S, const Expr *Place,
                   const Expr *Value) {
    Stmt New;
    New.Kind = StmtKind::Assign;
    New.Where = S.Where;
    New.Why = S.Kind == StmtKind::Havoc ? S.Why : Reason::None;
    New.Dest = Place;
    New.Value = Value;
    auto &Stmts = In->Blocks[B].Stmts;
    Stmts.insert(Stmts.begin() + ptrdiff_t(I) + 1, std::move(New));
  }

  void add(StmtKind Kind, const Expr *Dest, const Expr *Value,
           std::vector<const Expr *> Args = {}) {
    Stmt S;
    S.Kind = Kind;
    S.Where = Where;
    S.Dest = Dest;
    S.Value = Value;
    S.Args = std::move(Args);
    In->Blocks[At].Stmts.push_back(std::move(S));
  }
  void addHavoc(const Expr *Dest, Reason Why) {
    add(StmtKind::Havoc, Dest, nullptr);
    In->Blocks[At].Stmts.back().Why = Why;
  }
  void assume(const Expr *Condition) {
    if (!Condition->isInt(1))
      add(StmtKind::Assume, nullptr, Condition);
  }
  /// What always holds of a result, as in the model of a library function.
  void assumeGiven(const Expr *Condition) {
    if (Condition->isInt(1))
      return;
    assume(Condition);
    In->Blocks[At].Stmts.back().Why = Reason::Nondeterministic;
  }
  const Expr *temporary(const std::string &Name, const Type *Ty) {
    Variable *V = addVariable(*In, Name, Ty, Storage::Temporary);
    V->Where = Where;
    return Ctx.var(V);
  }

  void rewriteCall(BlockId B, size_t I, const Stmt &Call,
                   const std::vector<Step> &Steps) {
    std::vector<Stmt> &Stmts = In->Blocks[B].Stmts;
    std::vector<Stmt> Rest(Stmts.begin() + ptrdiff_t(I) + 1, Stmts.end());
    Stmts.resize(I);
    std::vector<BlockId> Succs = std::move(In->Blocks[B].Succs);
    In->Blocks[B].Succs.clear();
    At = B;
    Origin = originOf(B);
    Where = Call.Where;
    // Where nothing else is called, one step comes after the other: the objects
    // may be the same.
    bool InTurn = isQuiet(Call, Steps);
    for (size_t N = 0; N < Steps.size(); ++N)
      if (!Steps[N].isOfResult() && (N == 0 || !InTurn))
        checkErrors(Steps[N], Call);
    std::vector<Moment> Before = replaceCall(Call, Steps);
    for (size_t N = 0; N < Steps.size(); ++N) {
      if (InTurn && N && !Steps[N].isOfResult())
        checkErrors(Steps[N], Call);
      takeWays(Steps[N], Call, Before[N]);
      if (!Steps[N].isOfResult() && givesBack(Steps[N]))
        addMarks(Steps[N], LockUse::Kind::Releases);
    }
    // What follows gets a block of its own, as it is looked at too.
    BlockId After = addBlock(*In, std::string(In->Blocks[B].Name));
    ToDo.push_back(After);
    PartOf[After] = originOf(B);
    In->Blocks[At].Succs = {After};
    In->Blocks[After].Stmts = std::move(Rest);
    In->Blocks[After].Succs = std::move(Succs);
  }

  /// `State is one of Among`.
  const Expr *isOneOf(const Expr *State, const States &Among) {
    const Expr *Any = Ctx.boolConst(false);
    for (uint32_t S : Among) {
      const Expr *Is =
          Ctx.binary(Op::Eq, State, Ctx.intConst(State->type(), S));
      Any = Any->isInt(0) ? Is : Ctx.binary(Op::LOr, Any, Is);
    }
    return Any;
  }

  const States &possible(const Step &X) {
    return statesOf(*X.What.In).of(Ctx, nameOf(X));
  }

  /// Those of \p From in which the object may be.
  States among(const Step &X, const std::vector<uint32_t> &From) {
    States Result;
    for (uint32_t S : possible(X))
      if (From.empty() || std::binary_search(From.begin(), From.end(), S))
        Result.insert(S);
    return Result;
  }

  void checkErrors(const Step &X, const Stmt &Call) {
    const Expr *State = placeOf(X);
    States Wrong;
    std::vector<BlockId> Succs;
    for (const Transition &T : X.What.Event->Ways) {
      States From = T.isError() ? among(X, T.From) : States();
      if (From.empty())
        continue;
      Wrong.insert(From.begin(), From.end());
      Succs.push_back(addError(X, T, Call, isOneOf(State, From)));
    }
    if (Succs.empty())
      return;
    Succs.push_back(addBlock(*In, "fine"));
    In->Blocks[At].Succs = Succs;
    At = Succs.back();
    assumeOther(X, Wrong);
  }

  /// The step is not wrong. Where one state of the protocol is left, it is in
  /// that.
  /// SOUND: of all states, also those that only code elsewhere can bring it
  /// into; otherwise what follows would hold for some executions only.
  void assumeOther(const Step &X, const States &Wrong) {
    States Others;
    for (uint32_t S = 0; S < X.What.In->States.size(); ++S)
      if (!Wrong.contains(S))
        Others.insert(S);
    const Expr *State = placeOf(X);
    assume(Others.size() == 1 ? isOneOf(State, Others)
                              : Ctx.notOf(isOneOf(State, Wrong)));
  }

  BlockId addError(const Step &X, const Transition &T, const Stmt &Call,
                   const Expr *Condition) {
    BlockId Here = At;
    At = addBlock(*In, "broken");
    // What an exception leaves behind is another matter.
    const Variable *Thrown = M.findGlobal("predabs.exception");
    if (Thrown && isPromise(Call))
      assume(Ctx.notOf(Ctx.var(Thrown)));
    assume(Condition);
    fail({X.What.In->Check, T.Finding, message(T, X, Call),
          isOwnPrecondition(Call) ? LockAtEntry::Held : atEntry(X), 0, 0,
          isCertain(Call, T)});
    std::swap(Here, At);
    return Here;
  }

  static bool isPromise(const Stmt &Call) {
    std::optional<AttributeStep> What = attributeStep(Call);
    return What == AttributeStep::PromisesHeld ||
           What == AttributeStep::PromisesFree;
  }

  /// An attribute of this function that says how it is called.
  bool isOwnPrecondition(const Stmt &Call) const {
    return attributeStep(Call) == AttributeStep::NeedsHeld &&
           Call.Value->function()->Name.ends_with("." + In->Name);
  }

  /// A release that never comes after an acquire is for callers who hold the
  /// lock, if there can be any.
  LockAtEntry atEntry(const Step &X) {
    if (Needed.contains(placeOf(X)) ||
        (ByFlag.contains(placeOf(X)) && !mayAcquire(*X.What.In, *X.What.Event)))
      return LockAtEntry::Held;
    auto It = Acquired.find(placeOf(X));
    if (It == Acquired.end())
      return IsThread || (givesBack(X) && isNeverGiven(handName(X)))
                 ? LockAtEntry::Free
                 : LockAtEntry::Any;
    return It->second[Origin] || mayAcquire(*X.What.In, *X.What.Event) ||
                   KeptToItself.contains(placeOf(X))
               ? LockAtEntry::Free
               : LockAtEntry::Held;
  }

  void fail(const BrokenStep &What) {
    auto Number = [&](uint32_t N) {
      return Ctx.intConst(Ctx.intType(32, true), N);
    };
    add(StmtKind::Call, nullptr, Ctx.funcAddr(breakFunction()),
        {literal(What.Check), literal(What.Finding), literal(What.Message),
         Number(uint32_t(What.Lock) + (What.IsCertain ? NumLockStates : 0) +
                (What.IsPartial ? 2 * NumLockStates : 0)),
         Number(What.Returning), Number(What.Classes)});
  }

  std::string textOf(const Step &X) {
    if (!X.Pointer)
      return X.What.In->Name;
    const Expr *Lock = inWrappers(Ctx.deref(X.Pointer));
    return withSourceNames(objectText(inWords(Ctx, Ctx.addrOf(Lock), Defined)));
  }

  std::string message(const Transition &T, const Step &X, const Stmt &Call) {
    std::string Text = T.Message;
    const Function &F = *Call.Value->function();
    std::string Object = attributeStep(Call)
                             ? objectText(inWords(Ctx, Call.Args[0], Defined))
                             : textOf(X);
    if (Object.empty())
      replaceAll(Text, "'%o'", "the object");
    replaceAll(Text, "%o", Object.empty() ? "the object" : Object);
    replaceAll(Text, "%f", F.DisplayName.empty() ? F.Name : F.DisplayName);
    return Text;
  }

  Function *breakFunction() {
    std::string Name(BreakName);
    if (Function *F = M.findFunction(Name))
      return F;
    const Type *Text = Ctx.pointerType(Ctx.intType(8, true));
    const Type *Number = Ctx.intType(32, true);
    Function *F = M.addFunction(
        Name,
        Ctx.functionType(Ctx.voidType(),
                         {Text, Text, Text, Number, Number, Number}, false));
    F->IsNoReturn = true;
    return F;
  }

  const Expr *literal(const std::string &Text) {
    Variable *&V = Literals[Text];
    if (!V) {
      std::string Name = ".str";
      for (size_t N = M.Globals.size(); M.findGlobal(Name); ++N)
        Name = ".str." + std::to_string(N);
      V = M.addGlobal(Name,
                      Ctx.arrayType(Ctx.intType(8, true), Text.size() + 1));
      V->IsConst = V->IsInternal = true;
      V->Bytes = Text + '\0';
    }
    return Ctx.addrOf(Ctx.index(Ctx.var(V), Ctx.zero(Ctx.diffType())));
  }

  // The call itself.

  /// What a way needs to know after the call.
  struct Moment {
    const Expr *Place = nullptr;  ///< the state, as named after the call
    const Expr *Old = nullptr;    ///< the state before it
    const Expr *Result = nullptr; ///< of the call, or null
  };

  /// SOUND: what else a function does is lost if it is not called: its body is
  /// here, or its protocol does not say that there is nothing else.
  static bool isQuiet(const Stmt &Call, const std::vector<Step> &Steps) {
    return !Call.Value->function()->isDefined() &&
           std::all_of(Steps.begin(), Steps.end(),
                       [](const Step &X) { return X.What.In->IsBalanced; });
  }

  static bool tellsByResult(const std::vector<Group> &Groups) {
    return std::any_of(Groups.begin(), Groups.end(), [&](const Group &G) {
      return !(G.Returns == Groups.front().Returns);
    });
  }

  bool isNeeded(const Stmt &Call, const std::vector<Step> &Steps) {
    if (Call.Dest && Used.contains(Call.Dest->variable()))
      return true;
    return std::any_of(Steps.begin(), Steps.end(), [&](const Step &X) {
      return X.isOfResult() || tellsByResult(groupsOf(X, Call));
    });
  }

  std::vector<Moment> replaceCall(const Stmt &Call,
                                  const std::vector<Step> &Steps) {
    bool IsQuiet = isQuiet(Call, Steps);
    std::vector<Moment> Result;
    for (const Step &X : Steps)
      Result.push_back(X.isOfResult() ? Moment() : before(X, Call, IsQuiet));
    const Type *Ty = Call.Value->function()->Ty->inner();
    const Expr *Value = nullptr;
    if (!Ty->isVoid() && isNeeded(Call, Steps))
      Value = Call.Dest ? Call.Dest : temporary("result", Ty);
    if (!IsQuiet)
      add(StmtKind::Call, Value ? Value : Call.Dest, Call.Value, Call.Args);
    else if (Value)
      addResult(Value, Call, Steps);
    if (IsQuiet)
      writeArguments(Call, Steps);
    for (size_t N = 0; N < Steps.size(); ++N)
      after(Steps[N], Value, Result[N]);
    return Result;
  }

  /// Names for an object and its state that the call does not change.
  Moment before(const Step &X, const Stmt &Call, bool IsQuiet) {
    Moment R;
    R.Place = R.Old = placeOf(X);
    const std::vector<const Variable *> Named = variablesIn(R.Place);
    bool Changes = Call.Dest && std::find(Named.begin(), Named.end(),
                                          Call.Dest->variable()) != Named.end();
    if (X.Pointer && (Changes || !IsQuiet)) {
      const Expr *Kept = temporary("object", X.PointerType);
      add(StmtKind::Assign, Kept, Ctx.cast(X.PointerType, X.Pointer));
      R.Place = Places.behind(*X.What.In, Kept, X.PointerType);
    }
    if (Changes || !IsQuiet) {
      const Expr *Old = temporary("state", R.Old->type());
      add(StmtKind::Assign, Old, R.Old);
      R.Old = Old;
    }
    return R;
  }

  void after(const Step &X, const Expr *Value, Moment &Now) {
    Now.Result = Value;
    if (X.isOfResult())
      Now.Place = Now.Old = Places.behind(*X.What.In, Value, X.PointerType);
  }

  /// Gives \p Value what \p Call returns. A function of the system computes
  /// that from what the object is, so it is no input: whether
  /// pthread_mutex_lock(m) fails, and with which error, nobody chooses. But it
  /// may succeed, and where ways differ by the result, as of a try-lock, the
  /// environment chooses which.
  void addResult(const Expr *Value, const Stmt &Call,
                 const std::vector<Step> &Steps) {
    bool IsObject = std::any_of(Steps.begin(), Steps.end(),
                                [](const Step &X) { return X.isOfResult(); });
    if (!Call.Value->function()->IsSystem || IsObject)
      return addEvent(Value, Call, EventPrefix);
    addEvent(Value, Call, ComputedEventPrefix);
    ResultTest Success{ResultTest::Kind::Equal, 0};
    bool IsChoice = false;
    for (const Step &X : Steps)
      IsChoice |= findSuccess(groupsOf(X, Call), Success);
    const Expr *Test = testOf(Ctx, Success, Value);
    if (!Test)
      return;
    const Expr *Chosen = temporary("chosen", Ctx.boolType());
    addEvent(Chosen, Call, ChosenEventPrefix,
             IsChoice ? triedBy(Steps) : nullptr);
    assumeGiven(IsChoice ? Ctx.binary(Op::Eq, Chosen, Test)
                         : Ctx.binary(Op::LOr, Ctx.notOf(Chosen), Test));
  }

  /// The first test of \p Groups, and whether there is another.
  static bool findSuccess(const std::vector<Group> &Groups,
                          ResultTest &Success) {
    const ResultTest *First = nullptr;
    for (const Group &G : Groups) {
      if (G.Returns.What == ResultTest::Kind::Any)
        continue;
      if (First && !(G.Returns == *First))
        return true;
      First = &G.Returns;
      Success = *First;
    }
    return false;
  }

  /// The object that one of \p Steps acquires, if others leave it; or null.
  /// Whether others have it is up to those who know it.
  const Expr *triedBy(const std::vector<Step> &Steps) {
    for (const Step &X : Steps)
      if (X.Pointer && mayAcquire(*X.What.In, *X.What.Event))
        return Ctx.cast(Ctx.pointerType(Ctx.voidType()), X.Pointer);
    return nullptr;
  }

  void addEvent(const Expr *Value, const Stmt &Call, std::string_view Prefix,
                const Expr *Object = nullptr) {
    std::vector<const Expr *> Args;
    if (Object)
      Args.push_back(Object);
    add(StmtKind::Call, Value,
        Ctx.funcAddr(eventFunction(*Call.Value->function(), Value->type(),
                                   std::string(Prefix), Args)),
        Args);
  }

  /// What gives a value in place of \p Of.
  Function *eventFunction(const Function &Of, const Type *Ty,
                          const std::string &Prefix,
                          const std::vector<const Expr *> &Args) {
    std::string Name = Prefix + (Ty->isBool() ? "if_" : "") +
                       (Args.empty() ? "" : "free_") + Of.Name;
    if (Function *F = M.findFunction(Name))
      return F;
    std::vector<const Type *> Params;
    for (const Expr *A : Args)
      Params.push_back(A->type());
    Function *F = M.addFunction(Name, Ctx.functionType(Ty, Params, false));
    F->DisplayName = Of.DisplayName;
    F->Where = Of.Where;
    F->IsSystem = Prefix == ComputedEventPrefix;
    return F;
  }

  /// `KeAcquireSpinLock(&lock, &level)` gives level a value.
  void writeArguments(const Stmt &Call, const std::vector<Step> &Steps) {
    for (const Expr *A : Call.Args) {
      bool IsObject = std::any_of(Steps.begin(), Steps.end(),
                                  [&](auto &X) { return X.Pointer == A; });
      const Type *T = A->type();
      if (!IsObject && T->isPointer() && T->inner()->isScalar() &&
          T->inner()->width() > 8 && !A->isInt(0))
        addHavoc(Ctx.deref(A), Reason::Nondeterministic);
    }
  }

  // What happens to the object.

  /// Whether \p T goes where the ways of \p G go: one place is easier to follow
  /// than a choice.
  static bool movesAlike(const Group &G, const Transition &T) {
    return std::all_of(G.Ways.begin(), G.Ways.end(),
                       [&](const Transition *W) { return W->To == T.To; });
  }

  /// Whether no state has both a way of \p G and \p T, of which either may be
  /// taken.
  bool areApart(const Step &X, const Group &G, const Transition &T) {
    for (uint32_t S : among(X, T.From))
      for (const Transition *Known : G.Ways)
        if (among(X, Known->From).contains(S))
          return false;
    return true;
  }

  std::vector<Group> groupsOf(const Step &X, const Stmt &Call) {
    std::vector<Group> Result;
    for (const Transition &T : X.What.Event->Ways) {
      if (T.isError() || among(X, T.From).empty())
        continue;
      const Expr *Test = argumentTests(Ctx, T, Call);
      if (Test && Test->isInt(0))
        continue;
      if (Test && Test->isInt(1))
        Test = nullptr;
      auto It = std::find_if(Result.begin(), Result.end(), [&](const Group &G) {
        return G.Arguments == Test && G.Returns == T.Returns &&
               areApart(X, G, T) && movesAlike(G, T);
      });
      if (It == Result.end())
        It = Result.insert(It, {{}, Test, T.Returns});
      It->Ways.push_back(&T);
    }
    return Result;
  }

  /// When the object is in a state of which \p G says something; null: always.
  const Expr *applies(const Step &X, const Group &G, const Expr *State) {
    States From;
    for (const Transition *T : G.Ways) {
      if (T->From.empty())
        return nullptr;
      From.merge(among(X, T->From));
    }
    return isOneOf(State, From);
  }

  const Expr *both(const Expr *A, const Expr *B) {
    return !A ? B : !B ? A : Ctx.binary(Op::LAnd, A, B);
  }

  /// The tests of \p G, or null.
  const Expr *testsOf(const Group &G, const Moment &Now) {
    const Expr *Returns =
        Now.Result ? testOf(Ctx, G.Returns, Now.Result) : nullptr;
    return both(G.Arguments, Returns);
  }

  void takeWays(const Step &X, const Stmt &Call, const Moment &Now) {
    std::vector<Group> Groups = groupsOf(X, Call);
    if (Groups.empty())
      return set(Now, Now.Old);
    if (Groups.size() == 1)
      return takeOnly(X, Groups[0], Now);
    std::vector<BlockId> Succs;
    const Expr *Somewhere = Ctx.boolConst(false);
    BlockId From = At, After = addBlock(*In, "stepped");
    for (const Group &G : Groups) {
      const Expr *Where = applies(X, G, Now.Old);
      Somewhere =
          Where ? Ctx.binary(Op::LOr, Somewhere, Where) : Ctx.boolConst(true);
      Succs.push_back(addBlock(*In, std::string(WayBlockName)));
      At = Succs.back();
      if (const Expr *When = both(Where, testsOf(G, Now)))
        assume(When);
      move(X, G, Now);
      In->Blocks[At].Succs = {After};
    }
    if (!Somewhere->isInt(1)) {
      Succs.push_back(addBlock(*In, std::string(WayBlockName)));
      At = Succs.back();
      assume(Ctx.notOf(Somewhere));
      set(Now, Now.Old);
      In->Blocks[At].Succs = {After};
    }
    In->Blocks[From].Succs = std::move(Succs);
    At = After;
  }

  /// There is no choice: what is tested holds wherever the event says anything.
  void takeOnly(const Step &X, const Group &G, const Moment &Now) {
    const Expr *Tests = testsOf(G, Now), *Where = applies(X, G, Now.Old);
    if (Tests && Where)
      Tests = Ctx.binary(Op::LOr, Ctx.notOf(Where), Tests);
    if (Tests)
      assumeGiven(Tests);
    move(X, G, Now);
  }

  void move(const Step &X, const Group &G, const Moment &Now) {
    const Expr *New = Now.Old;
    for (auto T = G.Ways.rbegin(); T != G.Ways.rend(); ++T) {
      if (!(*T)->To)
        continue;
      const Expr *To = Ctx.intConst(Now.Old->type(), *(*T)->To);
      New = (*T)->From.empty()
                ? To
                : Ctx.cond(isOneOf(Now.Old, among(X, (*T)->From)), To, New);
    }
    set(Now, New);
    // A mark for those who look for what a function acquires, see FreeLockEntries.h. Who
    // acquires what is held, as readers may, releases nothing.
    if (mayAcquire(*X.What.In, *X.What.Event) &&
        !In->Blocks[At].Stmts.empty() && Now.Place != New)
      In->Blocks[At].Stmts.back().Why = Reason::Nondeterministic;
    if (acquires(X, G))
      addMarks(X, LockUse::Kind::Acquires);
  }

  void addMarks(const Step &X, LockUse::Kind What) {
    for (const UnevenName &U : Uneven)
      if (U.Lock.State == placeOf(X))
        for (auto [Mark, Value] : marksOf(U, What))
          add(StmtKind::Assign, Mark, Value);
  }

  /// Whether the ways of \p G lead from where the object is not held to where
  /// it is.
  static bool acquires(const Step &X, const Group &G) {
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

  // Locks that are held at some returns.

  struct UnevenName {
    UnevenLock Lock;
    const Protocol *In;
    States HeldStates;
    std::string Text;     ///< as the user wrote it
    const Expr *Acquired; ///< whether the function acquired it
    /// Whether it released it for its caller, who held it; or null.
    const Expr *Dropped;
    CertainPast Past;
    bool IsKeptOut; ///< attributes say so
    /// Callees may, in ways that Acquired does not tell.
    bool MayCalleesAcquire;
    bool TellsByMemory; ///< how it is left, if callers release it
    /// The function returns with it held and a result that is no error.
    bool IsKeptOnSuccess;
  };

  LockUse::Kind useOf(const Step &X, const Stmt &S) {
    std::vector<Group> Groups = groupsOf(X, S);
    auto Acquires = std::count_if(Groups.begin(), Groups.end(),
                                  [&](auto &G) { return acquires(X, G); });
    return !Acquires && !givesBack(X) ? LockUse::Kind::Resets
           : !Acquires                ? LockUse::Kind::Releases
           : tellsByResult(Groups)    ? LockUse::Kind::MayAcquire
                                      : LockUse::Kind::Acquires;
  }

  static bool releases(const Step &X) {
    const Protocol &P = *X.What.In;
    const std::vector<Transition> &Ways = X.What.Event->Ways;
    return std::any_of(Ways.begin(), Ways.end(), [&](const Transition &T) {
      return T.To && !P.States[*T.To].IsHeld &&
             (T.From.empty() || P.States[T.From.front()].IsHeld);
    });
  }

  static bool changes(const Step &X) {
    const std::vector<Transition> &Ways = X.What.Event->Ways;
    return std::any_of(Ways.begin(), Ways.end(),
                       [](const Transition &T) { return T.To.has_value(); });
  }

  static bool givesBack(const Step &X) {
    return predabs::givesBack(*X.What.In, *X.What.Event);
  }

  // Locks that functions hand over.

  void findHandovers() {
    findChanges();
    for (const auto &F : M.Functions)
      if (F->isDefined() && !isOfLibrary(M, *F)) {
        In = F.get();
        noteHandovers();
      }
    for (const auto &G : M.Globals)
      for (const InitPart &P : G->Init)
        noteAddresses({P.Value});
  }

  template <typename Fn> static void eachCall(const Function &F, Fn Visit) {
    for (BlockId B = 0; B < F.Blocks.size(); ++B)
      for (uint32_t I = 0; I < F.Blocks[B].Stmts.size(); ++I)
        if (const Stmt &S = F.Blocks[B].Stmts[I];
            S.Kind == StmtKind::Call && S.Value->kind() == ExprKind::FuncAddr)
          Visit(S, B, I);
  }

  /// Which locks functions release, and change at all.
  void findChanges() {
    std::map<const Function *, std::vector<const Function *>> Callers;
    for (const auto &F : M.Functions)
      eachCall(*F, [&](const Stmt &S, BlockId, uint32_t) {
        Callers[S.Value->function()].push_back(F.get());
        for (const Step &X : stepsOf(S)) {
          if (X.Pointer && releases(X))
            ReleasedBy[F.get()].insert(handName(X));
          if (changes(X))
            ChangedBy[F.get()].insert(handName(X));
          if (predabs::mayAcquire(*X.What.In, *X.What.Event))
            AcquiredBy[F.get()].insert(handName(X));
        }
      });
    addThoseOfCallees(ReleasedBy, Callers);
    addThoseOfCallees(ChangedBy, Callers);
    addThoseOfCallees(AcquiredBy, Callers);
    findPointed();
  }

  /// The functions whose address is used.
  void findPointed() {
    auto Note = [&](const std::vector<const Expr *> &Roots) {
      for (const Expr *E : termsOf(Roots))
        if (E->kind() == ExprKind::FuncAddr)
          Pointed.insert(E->function());
    };
    for (const auto &F : M.Functions)
      for (const Block &B : F->Blocks)
        for (const Stmt &S : B.Stmts) {
          Note(S.Args);
          if (S.Value && (S.Kind != StmtKind::Call ||
                          S.Value->kind() != ExprKind::FuncAddr))
            Note({S.Value});
        }
    for (const auto &G : M.Globals)
      for (const InitPart &P : G->Init)
        Note({P.Value});
  }

  using LocksOfFunctions = std::map<const Function *, std::set<ObjectName>>;

  static void addThoseOfCallees(
      LocksOfFunctions &Of,
      std::map<const Function *, std::vector<const Function *>> &Callers) {
    std::vector<const Function *> Work;
    for (const auto &[F, Locks] : Of)
      Work.push_back(F);
    while (!Work.empty()) {
      const Function *F = Work.back();
      Work.pop_back();
      for (const Function *Caller : Callers[F]) {
        size_t Before = Of[Caller].size();
        Of[Caller].insert(Of[F].begin(), Of[F].end());
        if (Of[Caller].size() != Before)
          Work.push_back(Caller);
      }
    }
  }

  /// Whether \p F, or what it calls here, may acquire or release \p N.
  bool mayChange(const Function &F, const ObjectName &N) const {
    return isAmong(ChangedBy, F, N);
  }
  static bool isAmong(const LocksOfFunctions &Of, const Function &F,
                      const ObjectName &N) {
    auto It = Of.find(&F);
    return It != Of.end() && (N.isNone() || It->second.contains(N) ||
                              It->second.contains(ObjectName()));
  }

  /// Where \p In calls a function of the file that may release \p N.
  std::vector<std::pair<BlockId, uint32_t>>
  callsThatRelease(const ObjectName &N) const {
    std::vector<std::pair<BlockId, uint32_t>> Result;
    eachCall(*In, [&](const Stmt &S, BlockId B, uint32_t I) {
      auto It = ReleasedBy.find(S.Value->function());
      if (It != ReleasedBy.end() && It->second.contains(N))
        Result.emplace_back(B, I);
    });
    return Result;
  }

  /// What \p In does to locks by itself.
  void noteHandovers() {
    std::vector<LockUse> Uses;
    std::map<const Expr *, ObjectName> Names;
    for (BlockId B = 0; B < In->Blocks.size(); ++B)
      for (uint32_t I = 0; I < In->Blocks[B].Stmts.size(); ++I) {
        const Stmt &S = In->Blocks[B].Stmts[I];
        std::vector<Step> Steps = stepsOf(S);
        for (const Step &X : Steps)
          if (X.Pointer &&
              (mayAcquire(*X.What.In, *X.What.Event) || givesBack(X))) {
            Names.emplace(placeOf(X), handName(X));
            Uses.push_back({B, I, placeOf(X), useOf(X, S)});
          }
        noteThread(S);
        if (Steps.empty())
          noteAddresses({S.Dest, S.Value}, S.Args);
      }
    for (const auto &[State, Name] : Names)
      FlagsOf[Name].merge(flagsSet(*In, Uses, State));
    for (const auto &[State, Name] : Names)
      if (!Name.isNone()) {
        noteTruths(Name, State, Uses);
        Handed.note(Name, atReturns(*In, Uses, State));
        Handed.note(Name, inBetween(*In, Uses, State, callsThatRelease(Name)));
      }
  }

  /// `bool begin(x)` may say to `void end(x, bool)` how it left the lock.
  void noteTruths(const ObjectName &N, const Expr *State,
                  const std::vector<LockUse> &Uses) {
    AtReturn Leaves = atReturns(*In, Uses, State);
    if (Leaves.MayBeHeld && Leaves.MayBeReleased && In->Ty->inner()->isBool())
      SaidByTruth.insert(N);
    if (!Leaves.MayBeHeld && isHeldByFlag(*In, Uses, State, /*Told=*/true))
      HeardByTruth.insert(N);
  }
  bool isToldByTruth(const ObjectName &N) const {
    return SaidByTruth.contains(N) && HeardByTruth.contains(N);
  }

  void noteAddresses(std::initializer_list<const Expr *> Some,
                     std::vector<const Expr *> Roots = {}) {
    for (const Expr *E : Some)
      if (E)
        Roots.push_back(E);
    for (const Expr *E : termsOf(Roots))
      if (E->kind() == ExprKind::AddrOf && isSomeObject(E->operand(0)))
        Handed.noteAddress(predabs::nameOf(E->operand(0)));
  }

  /// An object of a protocol, an array of them, or a class around one.
  bool isSomeObject(const Expr *Place) const {
    const Type *T = Place->type();
    auto IsObject = [&](const auto &Of) {
      return Places.isObject(*Of.first, T);
    };
    for (bool IsAround = true; IsAround;) {
      if (std::any_of(ByProtocol.begin(), ByProtocol.end(), IsObject))
        return true;
      IsAround = T->isArray() || (T->isRecord() && numPlainFields(T) == 1);
      if (IsAround)
        T = T->isArray() ? T->inner() : T->fields()[0].Ty;
    }
    return false;
  }

  /// What functions hand over: a lock by its name, or the member that points to
  /// it.
  ObjectName handName(const Step &X) {
    if (!X.Pointer)
      return {};
    return nameAt(X.Pointer);
  }

  ObjectName nameAt(const Expr *Pointer) const {
    ObjectName N = predabs::nameOf(inWrappers(Ctx.deref(Pointer)));
    while (Pointer->kind() == ExprKind::Cast)
      Pointer = Pointer->operand(0);
    if (N.isNone() && Pointer->kind() == ExprKind::Field)
      return predabs::nameOf(Pointer);
    return N;
  }

  /// \p Object with the classes around it that have nothing but it.
  static const Expr *inWrappers(const Expr *Object) {
    auto IsNamed = [](const Expr *Place) {
      return Place->kind() == ExprKind::Field || Place->kind() == ExprKind::Var;
    };
    while (Object->kind() == ExprKind::Field && IsNamed(Object->operand(0)) &&
           numPlainFields(Object->operand(0)->type()) == 1)
      Object = Object->operand(0);
    return Object;
  }

  /// A new thread holds no lock.
  void noteThread(const Stmt &S) {
    if (S.Kind == StmtKind::Call && S.Value->kind() == ExprKind::FuncAddr &&
        startsThread(S.Value->function()->Name))
      for (const Expr *A : S.Args)
        for (const Expr *E : termsOf(A))
          if (E->kind() == ExprKind::FuncAddr)
            Threads.insert(E->function());
  }
  static bool startsThread(std::string_view Name) {
    return Name == "pthread_create" || Name == "thrd_create";
  }

  /// Whether callers cannot hold it when they call a function that is here.
  bool isNeverGiven(const ObjectName &N) const {
    // SOUND: who can name it elsewhere may hold it, whatever the custom here.
    return !N.isNone() &&
           (isKeptOut(N) || (!Handed.isGiven(N) && Handed.isOnlyHere(N)));
  }

  // What attributes leave unsaid.

  /// Whether other functions have attributes about \p N, and this one has none.
  bool isKeptOut(const ObjectName &N) const {
    return NamedByAttributes.contains(N) && speaksForItself(*In) &&
           !isAmong(Attributed.Of, *In, N);
  }
  bool speaksForItself(const Function &F) const {
    return !Attributed.Unchecked.contains(&F) && !isLambda(F) &&
           !isOfLifetime(F);
  }
  /// A constructor or destructor: clang's analysis does not look at these.
  static bool isOfLifetime(const Function &F) {
    std::string_view Name = F.DisplayName;
    size_t Colons = Name.rfind("::");
    if (Colons == Name.npos)
      return false;
    std::string_view Class = Name.substr(0, std::min(Colons, Name.find('<')));
    Name.remove_prefix(Colons + 2);
    return Name.starts_with('~') || Class == Name ||
           Class.ends_with("::" + std::string(Name));
  }
  bool
  isAmong(const std::map<const Function *, std::vector<const Expr *>> &LocksOf,
          const Function &F, const ObjectName &N) const {
    auto It = LocksOf.find(&F);
    return It != LocksOf.end() &&
           std::any_of(It->second.begin(), It->second.end(),
                       [&](const Expr *Lock) { return nameAt(Lock) == N; });
  }
  /// What it does is a part of the function around it, which may have some.
  static bool isLambda(const Function &F) {
    const Type *First = F.NumParams ? F.Vars[0]->Ty : F.Ty;
    return First->isPointer() && First->inner()->isRecord() &&
           First->inner()->name().starts_with("(lambda)");
  }

  /// When it is wrong to return with a lock held.
  HeldIsWrong heldIsWrong(const Step &X) {
    ObjectName N = handName(X);
    if (IsThread || (!N.isNone() && isKeptOut(N)))
      return HeldIsWrong::WhateverReturns;
    if (N.isNone() || Handed.isTaken(N))
      return HeldIsWrong::IfReleasedElsewhere;
    // Whatever a result tells callers, they could not do anything. One that is
    // never released is a mark that something was done.
    if (Handed.isNotPointedTo(N) && Handed.isKept(N))
      return HeldIsWrong::WhateverReturns;
    return Handed.isSettledHere(N) ? HeldIsWrong::Always
                                   : HeldIsWrong::IfNotHeldElsewhere;
  }

  void findUneven() {
    Uneven.clear();
    PartOf.clear();
    Results.emplace(Ctx, *In);
    IsThread = Threads.contains(In);
    if (!WithSteps.contains(In))
      return;
    std::vector<LockUse> Uses;
    std::map<const Expr *, const Step> Steps;
    for (BlockId B = 0; B < In->Blocks.size(); ++B)
      for (uint32_t I = 0; I < In->Blocks[B].Stmts.size(); ++I)
        noteUses(B, I, Uses, Steps);
    findNeeded();
    Addressed = addressedIn(*In);
    KeptToItself.clear();
    for (const Expr *State : acquiredFirst(*In, Uses)) {
      Acquired[State] = afterAcquire(*In, Uses, State);
      AtReturn Leaves = atReturns(*In, Uses, State);
      if (!Leaves.MayBeHeld && !Leaves.MayBeRegained)
        KeptToItself.insert(State);
    }
    ByFlag.clear();
    for (const auto &[State, X] : Steps)
      if (!IsThread && !isNeverGiven(handName(X)) &&
          (isHeldByFlag(*In, Uses, State, isToldByTruth(handName(X))) ||
           isReleasedByFlags(*In, Uses, State, FlagsOf[handName(X)]))) {
        ByFlag.insert(State);
        KeptToItself.erase(State);
      }
    CertainErrors.clear();
    std::map<const Expr *, CertainPast> Pasts;
    for (const auto &[State, X] : Steps)
      markCertain(State, Pasts.emplace(State, certain(State, X)).first->second);
    auto When = [&](const Expr *State) { return heldIsWrong(Steps.at(State)); };
    for (UnevenLock &L : unevenLocks(*In, Uses, When)) {
      const Expr *State = L.State;
      const Step &X = Steps.at(State);
      if (!X.What.In->IsBalanced ||
          (L.When < HeldIsWrong::Always && isKeptByFlag(*In, Uses, State)))
        continue;
      std::string Text = textOf(X);
      bool MayBeDropped = L.MayBeDropped, IsKept = isKeptOnSuccess(L, X);
      if (!Text.empty())
        Uneven.push_back(
            {std::move(L), X.What.In, heldStates(X), std::move(Text),
             temporary("acquired", Ctx.boolType()),
             MayBeDropped ? temporary("dropped", Ctx.boolType()) : nullptr,
             std::move(Pasts.at(State)), isKeptOut(handName(X)),
             mayCalleesAcquire(State, handName(X)),
             tellsByMemory(*In, Uses, State), IsKept});
    }
  }

  bool isKeptOnSuccess(const UnevenLock &L, const Step &X) {
    if (In->Ty->inner()->isBool() && isToldByTruth(handName(X)))
      return true;
    for (BlockId B = 0; B < L.Returns.size(); ++B)
      if (In->Blocks[B].endsInReturn() && L.Returns[B].isKept() &&
          Results->mayBeSuccess(*In, B))
        return true;
    return false;
  }

  /// Whether a function of the file that this one calls may leave the lock
  /// held, other than always.
  bool mayCalleesAcquire(const Expr *State, const ObjectName &N) {
    for (const Block &B : In->Blocks)
      for (const Stmt &S : B.Stmts)
        if (S.Kind == StmtKind::Call && stepsOf(S).empty() &&
            mayAcquireIn(S, N)) {
          std::vector<Wrapper> All = wrappersAt(S);
          if (std::none_of(All.begin(), All.end(), [&](const Wrapper &W) {
                return W.Effect.State == State;
              }))
            return true;
        }
    return false;
  }

  bool mayAcquireIn(const Stmt &Call, const ObjectName &N) const {
    if (Call.Value->kind() == ExprKind::FuncAddr)
      return isAmong(AcquiredBy, *Call.Value->function(), N);
    return std::any_of(Pointed.begin(), Pointed.end(), [&](const Function *F) {
      return isAmong(AcquiredBy, *F, N);
    });
  }

  using NewValues = std::vector<std::pair<const Expr *, const Expr *>>;

  /// What \p What on its lock tells about \p U. Who acquires it after having
  /// released it for the caller leaves it as it was.
  NewValues marksOf(const UnevenName &U, LockUse::Kind What) {
    const Expr *Yes = Ctx.boolConst(true), *No = Ctx.boolConst(false);
    if (What == LockUse::Kind::Acquires && !U.Dropped)
      return {{U.Acquired, Yes}};
    if (What == LockUse::Kind::Acquires)
      return {
          {U.Acquired, Ctx.binary(Op::LOr, U.Acquired, Ctx.notOf(U.Dropped))},
          {U.Dropped, No}};
    if (What == LockUse::Kind::Releases && U.Dropped)
      return {{U.Dropped, Ctx.notOf(U.Acquired)}};
    return {};
  }

  /// The locks that attributes of \p In say it is called with.
  void findNeeded() {
    Needed.clear();
    eachCall(*In, [&](const Stmt &S, BlockId, uint32_t) {
      if (isOwnPrecondition(S))
        for (const Step &X : stepsOf(S))
          Needed.insert(placeOf(X));
    });
  }

  // Steps that are wrong on every path.

  /// A call as it is found again when its block has become others.
  struct CallKey {
    Loc Where;
    const Expr *Callee;
    std::vector<const Expr *> Args;

    bool operator==(const CallKey &) const = default;
  };
  static CallKey keyOf(const Stmt &S) { return {S.Where, S.Value, S.Args}; }

  /// Whether no caller holds the lock of \p X.
  bool isFreeAtEntry(const Step &X) {
    return IsThread || KeptToItself.contains(placeOf(X)) ||
           isNeverGiven(handName(X));
  }

  void markCertain(const Expr *State, const CertainPast &Past) {
    for (BlockId B = 0; B < In->Blocks.size(); ++B)
      for (uint32_t I = 0; I < In->Blocks[B].Stmts.size(); ++I) {
        const Stmt &S = In->Blocks[B].Stmts[I];
        std::vector<Step> Steps = stepsOf(S);
        if (Steps.size() != 1 || Steps[0].isOfResult() ||
            placeOf(Steps[0]) != State)
          continue;
        const ProtocolEvent &E = *Steps[0].What.Event;
        noteCertain(S, isOwnPrecondition(S)
                           ? nullptr
                           : onlyError(E, Past.beforeFirst(B, I)));
      }
  }

  /// Of calls that cannot be told apart all have to agree.
  void noteCertain(const Stmt &S, const Transition *Error) {
    CallKey Key = keyOf(S);
    for (auto &[Known, Was] : CertainErrors)
      if (Known == Key) {
        Was = Was == Error ? Was : nullptr;
        return;
      }
    CertainErrors.emplace_back(std::move(Key), Error);
  }

  bool isCertain(const Stmt &Call, const Transition &T) const {
    return std::any_of(CertainErrors.begin(), CertainErrors.end(),
                       [&](const auto &E) {
                         return E.second == &T && E.first == keyOf(Call);
                       });
  }

  /// What happens to the lock \p State, of the step \p X: also where it may
  /// become another, or be changed in a way that is not followed here.
  std::vector<LockPoint> pointsOf(const Expr *State, const Step &X) {
    std::vector<LockPoint> Result;
    bool IsFollowed = X.Pointer && X.What.In->IsBalanced && !isNameKnown(State);
    NameParts Parts = IsFollowed ? partsOf(State, X) : NameParts();
    for (BlockId B = 0; B < In->Blocks.size(); ++B)
      for (uint32_t I = 0; I < In->Blocks[B].Stmts.size(); ++I) {
        const Stmt &S = In->Blocks[B].Stmts[I];
        if (!IsFollowed ? I == 0 : unsettles(S, X, Parts))
          Result.push_back({B, I, {}});
        addSteps(B, I, State, Result);
      }
    return Result;
  }

  void addSteps(BlockId B, uint32_t I, const Expr *State,
                std::vector<LockPoint> &Into) {
    const Stmt &S = In->Blocks[B].Stmts[I];
    for (const Step &X : stepsOf(S)) {
      const Protocol &P = *X.What.In;
      if (X.isOfResult() || placeOf(X) != State)
        continue;
      if (isOwnPrecondition(S))
        Into.push_back({B, I, nextOfWrapper(P, LockUse::Kind::Acquires)});
      else
        Into.push_back(
            {B, I, nextStates(P, *X.What.Event, [&](const Transition &T) {
               const Expr *Test = argumentTests(Ctx, T, S);
               return !Test || !Test->isInt(0);
             })});
    }
    for (const Wrapper &W : wrappersAt(S))
      if (W.Effect.State == State)
        Into.push_back({B, I, nextOfWrapper(*W.Lock.What.In, W.Effect.What)});
  }

  /// What tells which lock a state belongs to, and who else knows where it is.
  struct NameParts {
    std::vector<const Expr *> Terms;
    ObjectName Name;
    bool IsInMemory = false; ///< others can change it: `c->owner->lock`
    std::set<const Variable *> Aliases; ///< of the function, point to it
    bool IsKept = false;                ///< memory may, or callees may
  };

  NameParts partsOf(const Expr *State, const Step &X) {
    NameParts Parts;
    Parts.Terms = termsOf(State);
    Parts.Name = handName(X);
    for (const Expr *Place : placesRead(X.Pointer))
      Parts.IsInMemory |=
          Place->kind() != ExprKind::Var || Place->variable()->isGlobal();
    const Expr *Lock = Ctx.deref(X.Pointer);
    for (size_t Before = SIZE_MAX; Before != Parts.Aliases.size();) {
      Before = Parts.Aliases.size();
      for (const Block &B : In->Blocks)
        for (const Stmt &S : B.Stmts)
          if (stepsOf(S).empty() && tellsWhere(S, Lock, Parts.Aliases))
            noteKeeper(S, Parts);
    }
    return Parts;
  }

  static void noteKeeper(const Stmt &S, NameParts &Parts) {
    if (isCopy(S))
      Parts.Aliases.insert(S.Dest->variable());
    else
      Parts.IsKept = true;
  }
  /// To a variable of the function.
  static bool isCopy(const Stmt &S) {
    return S.Kind == StmtKind::Assign && S.Dest->kind() == ExprKind::Var &&
           !S.Dest->variable()->isGlobal() && S.Dest->type()->isScalar();
  }

  /// Whether \p S gives somebody the address of \p Lock, or of what it is in.
  static bool tellsWhere(const Stmt &S, const Expr *Lock,
                         const std::set<const Variable *> &Aliases) {
    std::vector<const Expr *> Roots = S.Args;
    if (S.Value && S.Kind != StmtKind::Assume)
      Roots.push_back(S.Value);
    std::vector<const Expr *> Terms = termsOf(Roots);
    return std::any_of(Terms.begin(), Terms.end(), [&](const Expr *E) {
      return E->kind() == ExprKind::Var
                 ? Aliases.contains(E->variable())
                 : E->kind() == ExprKind::AddrOf && isIn(Lock, E->operand(0));
    });
  }
  static bool isIn(const Expr *Lock, const Expr *Place) {
    while (Lock != Place &&
           (Lock->kind() == ExprKind::Field || Lock->kind() == ExprKind::Index))
      Lock = Lock->operand(0);
    return Lock == Place;
  }

  bool unsettles(const Stmt &S, const Step &X, const NameParts &Parts) {
    const auto &Terms = Parts.Terms;
    if (S.Kind == StmtKind::Havoc && !S.Dest)
      return true;
    if (S.Dest &&
        (std::find(Terms.begin(), Terms.end(), S.Dest) != Terms.end() ||
         (Parts.IsInMemory && S.Dest->kind() != ExprKind::Var)))
      return true;
    std::vector<Step> Steps = stepsOf(S);
    if (!Steps.empty())
      return std::any_of(Steps.begin(), Steps.end(), [&](const Step &Other) {
        return Other.What.In == X.What.In && Other.Pointer != X.Pointer &&
               mayBeSame(Other, X);
      });
    return S.Kind == StmtKind::Call &&
           (Parts.IsInMemory || mayChange(S, Ctx.deref(X.Pointer), Parts));
  }

  /// Whether they may be one object, by their names.
  bool mayBeSame(const Step &A, const Step &B) {
    ObjectName N = nameOf(A), O = nameOf(B);
    if (N.isNone() || O.isNone())
      return !Handed.isNotPointedTo(N) && !Handed.isNotPointedTo(O);
    return N == O;
  }

  /// Whether the call \p S may do something to \p Lock.
  bool mayChange(const Stmt &S, const Expr *Lock,
                 const NameParts &Parts) const {
    const Function *Callee =
        S.Value->kind() == ExprKind::FuncAddr ? S.Value->function() : nullptr;
    bool HasSteps = Callee && (Handed.isNotPointedTo(Parts.Name)
                                   ? mayChange(*Callee, Parts.Name)
                                   : WithSteps.contains(Callee));
    bool IsGiven = tellsWhere(S, Lock, Parts.Aliases);
    // Attributes speak for functions that are not here, but not of guards.
    if (NamedByAttributes.contains(Parts.Name))
      return (Callee && isAmong(Attributed.Changed, *Callee, Parts.Name)) ||
             (HasSteps && Parts.IsKept) ||
             (IsGiven && !(Callee && Callee->isDefined()));
    return !Callee || HasSteps || IsGiven ||
           (!Callee->isDefined() && !Callee->IsSystem &&
            (Parts.IsKept || !Handed.isOnlyHere(Parts.Name)));
  }

  /// Whether the function lets others know where a variable is that tells
  /// which lock \p State is.
  bool isNameKnown(const Expr *State) const {
    std::vector<const Variable *> Named = variablesIn(State);
    return std::any_of(Named.begin(), Named.end(), [&](const Variable *V) {
      return V->Ty->isScalar() && Addressed.contains(V);
    });
  }

  static bool isLocal(const Expr *Place) {
    while (Place->kind() == ExprKind::Field || Place->kind() == ExprKind::Index)
      Place = Place->operand(0);
    return Place->kind() == ExprKind::Var && !Place->variable()->isGlobal();
  }

  CertainPast certain(const Expr *State, const Step &X) {
    StateMask Possible = maskOf(possible(X));
    // What an initialiser does to a local variable is not followed here.
    bool IsKnown = isFreeAtEntry(X) && !isLocal(State);
    StateMask First = IsKnown ? StateMask(1) << entryStateOf(X) : Possible;
    return CertainPast(*In, pointsOf(State, X), First, Possible,
                       M.findGlobal("predabs.exception"));
  }

  States heldStates(const Step &X) {
    States Result = possible(X);
    std::erase_if(Result,
                  [&](uint32_t S) { return !X.What.In->States[S].IsHeld; });
    return Result;
  }

  void noteUses(BlockId B, uint32_t I, std::vector<LockUse> &Uses,
                std::map<const Expr *, const Step> &Steps) {
    const Stmt &S = In->Blocks[B].Stmts[I];
    for (const Step &X : stepsOf(S)) {
      const Protocol &P = *X.What.In;
      if (X.isOfResult() || (!mayAcquire(P, *X.What.Event) && !releases(X)))
        continue;
      Steps.emplace(placeOf(X), X);
      Uses.push_back({B, I, placeOf(X), useOf(X, S)});
    }
    if (S.Kind == StmtKind::Call && S.Value->kind() == ExprKind::FuncAddr &&
        S.Value->function()->isDefined() && !eventsOf(S))
      noteCallee(B, I, S, Uses, Steps);
  }

  void noteCallee(BlockId B, uint32_t I, const Stmt &S,
                  std::vector<LockUse> &Uses,
                  std::map<const Expr *, const Step> &Steps) {
    const Function *Callee = S.Value->function();
    if (WithSteps.contains(Callee))
      Uses.push_back({B, I, nullptr, LockUse::Kind::MayRelease});
    for (const Wrapper &W : wrappersAt(S)) {
      Steps.emplace(W.Effect.State, W.Lock);
      Uses.push_back({B, I, W.Effect.State, W.Effect.What});
    }
  }

  /// A function that acquires or releases a lock of its callers.
  struct Wrapper {
    LockEffect Effect;
    Step Lock; ///< a step on it
  };

  /// What the call \p S does, in the words of the caller.
  std::vector<Wrapper> wrappersAt(const Stmt &S) {
    std::vector<Wrapper> Result;
    if (S.Kind != StmtKind::Call || S.Value->kind() != ExprKind::FuncAddr)
      return Result;
    auto It = Wrappers.find(S.Value->function());
    if (It == Wrappers.end())
      return Result;
    for (Wrapper W : It->second) {
      W.Effect.State = passed(W.Effect.State, S);
      W.Lock.Pointer = W.Lock.Pointer ? passed(W.Lock.Pointer, S) : nullptr;
      if (W.Effect.State)
        Result.push_back(W);
    }
    return Result;
  }

  /// \p E with the arguments of \p Call for parameters, or null.
  const Expr *passed(const Expr *E, const Stmt &Call) {
    bool Fits = true;
    const Expr *Result =
        ir::rewrite(Ctx, E, [&](const Expr *Old, const Expr *New) {
          if (Old->kind() != ExprKind::Var ||
              Old->variable()->Kind != Storage::Parameter)
            return New;
          uint32_t I = Old->variable()->Id;
          Fits &= I < Call.Args.size() && Old->type()->isScalar() &&
                  Call.Args[I]->type() == Old->type();
          return Fits ? Call.Args[I] : New;
        });
    return Fits ? Result : nullptr;
  }

  void findWrappers() {
    for (unsigned Depth = 0; Depth < MaxWrappers; ++Depth)
      for (const auto &F : M.Functions)
        if (F->isDefined())
          findWrapper(*F);
  }

  void findWrapper(Function &F) {
    In = &F;
    std::vector<LockUse> Uses;
    std::map<const Expr *, const Step> Steps;
    for (BlockId B = 0; B < F.Blocks.size(); ++B)
      for (uint32_t I = 0; I < F.Blocks[B].Stmts.size(); ++I)
        noteUses(B, I, Uses, Steps);
    if (Uses.empty())
      return;
    WithSteps.insert(&F);
    std::vector<Wrapper> Found;
    for (const LockEffect &E : effectsOf(F, Uses))
      Found.push_back({E, Steps.at(E.State)});
    if (!Found.empty())
      Wrappers[&F] = std::move(Found);
  }

  BlockId originOf(BlockId B) const {
    auto It = PartOf.find(B);
    return It == PartOf.end() ? B : It->second;
  }

  /// Nothing is acquired when the function begins.
  void beginUneven() {
    for (const UnevenName &U : Uneven)
      for (const Expr *Mark : {U.Acquired, U.Dropped}) {
        if (!Mark)
          continue;
        Stmt S;
        S.Kind = StmtKind::Assign;
        S.Where = In->Where;
        S.Dest = Mark;
        S.Value = Ctx.boolConst(false);
        In->Blocks[0].Stmts.insert(In->Blocks[0].Stmts.begin(), std::move(S));
      }
  }

  /// The results with which the function may return so, and those with which
  /// it should not leave the lock held if it returns so with these.
  uint32_t classesOfReturns(const UnevenName &U, Leaves How) {
    uint32_t Result = 0;
    for (BlockId B = 0; B < In->Blocks.size(); ++B) {
      BlockId Origin = originOf(B);
      if (!In->Blocks[B].endsInReturn() || Origin >= U.Lock.Returns.size())
        continue;
      const AtReturn &Is = U.Lock.Returns[Origin];
      if (How == Leaves::Held ? !Is.MayBeHeld : !U.Lock.isOther(Is))
        continue;
      for (const ResultClass &C : Results->of(In->Blocks[B].Stmts.back().Value))
        Result |= How == Leaves::Held && C.IsError && !U.IsKeptOnSuccess
                      ? AllResults
                      : C.Bit;
    }
    return Result;
  }

  void rewriteReturn(BlockId B, const Stmt &S) {
    std::vector<BlockId> Succs;
    Where = S.Where;
    for (size_t N = 0; N < Uneven.size(); ++N)
      addProbes(N, originOf(B), S, Succs);
    if (Succs.empty())
      return;
    BlockId Out = addBlock(*In, "out");
    In->Blocks[Out].Stmts.push_back(S);
    PartOf[Out] = originOf(B);
    Succs.push_back(Out);
    In->Blocks[B].Stmts.pop_back();
    In->Blocks[B].Succs = std::move(Succs);
  }

  /// The ways to return at \p S that are told apart for lock number \p N.
  void addProbes(size_t N, BlockId Origin, const Stmt &S,
                 std::vector<BlockId> &Succs) {
    const UnevenName &U = Uneven[N];
    // What an exception leaves behind is another matter.
    if (!U.Past.endsNormally(Origin))
      return;
    AtReturn Is = U.Lock.Returns[Origin];
    auto Number = uint32_t(N + 1);
    uint32_t Released = classesOfReturns(U, Leaves::Released);
    uint32_t Held = classesOfReturns(U, Leaves::Held);
    if (U.Lock.When >= HeldIsWrong::Always)
      return addForgotten(U, Is, Origin, Succs);
    std::vector<ResultClass> Classes = Results->of(S.Value);
    bool IsTold =
        U.TellsByMemory && U.Lock.When == HeldIsWrong::IfReleasedElsewhere;
    auto WrongWith = [&](const ResultClass &C) {
      uint32_t IfError = U.IsKeptOnSuccess ? C.Bit : AllResults;
      return (C.IsError ? IfError : IsTold ? 0 : C.Bit) & Released;
    };
    bool IsPartial = U.MayCalleesAcquire ||
                     !std::all_of(Classes.begin(), Classes.end(), WrongWith);
    for (const ResultClass &C : Classes) {
      uint32_t Wrong = WrongWith(C);
      std::string Text =
          "'" + U.Text + "' is held at this return, but not at others";
      if (Is.MayBeHeld && Wrong)
        Succs.push_back(
            addProbe(U, C, Leaves::Held,
                     {U.In->Check, "held-at-return", Text, LockAtEntry::Free,
                      Number, Wrong, false, IsPartial}));
      if (U.Lock.isOther(Is) && (C.Bit & Held))
        Succs.push_back(
            addProbe(U, C, Leaves::Released,
                     {U.In->Check, "", "", LockAtEntry::Free, Number, C.Bit}));
    }
  }

  /// Nobody will release it.
  void addForgotten(const UnevenName &U, const AtReturn &Is, BlockId Origin,
                    std::vector<BlockId> &Succs) {
    std::string Text =
        "'" + U.Text +
        (IsThread      ? "' is held when the thread ends"
         : U.IsKeptOut ? "' is held at this return, but no attribute says so"
                       : "' is held at this return, and nothing in this file "
                         "releases it");
    if (Is.MayBeHeld)
      Succs.push_back(addProbe(
          U, {0, nullptr, false}, Leaves::Held,
          {U.In->Check, "held-at-return", Text, LockAtEntry::Free, 0, 0,
           !Is.MayBeRegained && U.Past.atEnd(Origin) &&
               !(U.Past.atEnd(Origin) & ~maskOf(U.HeldStates)),
           U.MayCalleesAcquire}));
  }

  BlockId addProbe(const UnevenName &U, const ResultClass &C, Leaves How,
                   const BrokenStep &What) {
    BlockId Probe = At = addBlock(*In, "broken");
    const Expr *Holds = isOneOf(U.Lock.State, U.HeldStates);
    const Expr *When =
        How == Leaves::Held ? both(U.Acquired, Holds) : isLeftFree(U, Holds);
    if (C.Test && !C.Test->isInt(1))
      When = both(C.Test, When);
    // What an exception leaves behind is another matter.
    if (const Variable *Thrown = M.findGlobal("predabs.exception"))
      When = both(Ctx.notOf(Ctx.var(Thrown)), When);
    assume(When);
    fail(What);
    return Probe;
  }

  const Expr *isLeftFree(const UnevenName &U, const Expr *Holds) {
    if (U.Lock.When == HeldIsWrong::IfNotHeldElsewhere)
      return Ctx.binary(Op::LOr, Ctx.notOf(U.Acquired), Ctx.notOf(Holds));
    return both(U.Acquired, Ctx.notOf(Holds));
  }

  void set(const Moment &Now, const Expr *State) {
    if (Now.Place != State)
      add(StmtKind::Assign, Now.Place, State);
  }

  Module &M;
  Context &Ctx;
  const std::vector<Protocol> &Protocols;
  const AttributedLocks Attributed;
  const SymbolFinder &IsElsewhere;
  std::map<const Function *, std::vector<EventOf>> Events;
  /// Made for attributes.
  mutable std::map<std::pair<const Protocol *, AttributeStep>, ProtocolEvent>
      AttributeEvents;
  mutable StatePlaces Places;
  std::map<const Protocol *, StatesByName> ByProtocol;
  bool HasSteps = false;
  std::map<std::string, Variable *> Literals;
  std::unordered_set<const Function *> WithSteps; ///< themselves, or callees
  std::map<const Function *, std::vector<Wrapper>> Wrappers;
  std::set<ObjectName> NamedByAttributes;
  std::set<const Expr *> Needed; ///< by the function, says its attribute
  std::set<const Expr *> ByFlag; ///< held by callers who say so with a flag
  std::set<const Variable *> Addressed; ///< in the function
  /// Acquired by the function, and not left held at any return: callers do not
  /// hold it either.
  std::set<const Expr *> KeptToItself;
  /// What is wrong with calls wherever they come from; null: nothing, or not
  /// always the same.
  std::vector<std::pair<CallKey, const Transition *>> CertainErrors;
  MadeObjects Made;
  /// Those that functions do something to.
  std::set<std::pair<const Protocol *, ObjectName>> Named;
  EntryStates AtEntry;
  Handovers Handed;
  /// The locks that functions release, those that they change at all, and
  /// those that they acquire, themselves or in what they call.
  LocksOfFunctions ReleasedBy, ChangedBy, AcquiredBy;
  std::unordered_set<const Function *> Pointed; ///< to, by anything
  /// What functions set that use a lock: it may tell whether that is held.
  std::map<ObjectName, std::set<ObjectName>> FlagsOf;
  /// Locks of which a function says by its result how it left them, and of
  /// which one is told by a parameter.
  std::set<ObjectName> SaidByTruth, HeardByTruth;
  std::unordered_set<const Function *> Threads; ///< that begin in them

  // The function at hand.
  Function *In = nullptr;
  std::vector<UnevenName> Uneven;
  std::optional<ResultClasses> Results;
  std::map<BlockId, BlockId> PartOf; ///< of the blocks as they were
  std::vector<BlockId> ToDo;
  std::unordered_set<const Variable *> Used;
  /// By states of locks that are free at entry: the blocks behind an acquire.
  std::unordered_map<const Expr *, std::vector<bool>> Acquired;
  BlockId Origin = 0; ///< of the call at hand
  Definitions Defined;
  bool IsThread = false; ///< a thread begins in it
  BlockId At = 0;        ///< where statements are added
  Loc Where;
};

} // namespace

EntryStates instrument(Module &M, const std::vector<Protocol> &Protocols,
                       const SymbolFinder &IsElsewhere) {
  return Instrumentation(M, Protocols, applyAttributes(M), IsElsewhere).run();
}

const Protocol *protocolOf(const Expr *State, std::span<const Protocol> All) {
  constexpr std::string_view Global = "predabs.";
  std::string Name;
  if (State->kind() == ExprKind::Field)
    Name = State->field().Name;
  else if (State->kind() == ExprKind::Var &&
           State->variable()->Name.starts_with(Global))
    Name = State->variable()->Name.substr(Global.size());
  for (const Protocol &P : All)
    if (stateName(P) == Name)
      return &P;
  return nullptr;
}

bool isBrokenStep(const Stmt &S) {
  return S.Kind == StmtKind::Call && S.Value->kind() == ExprKind::FuncAddr &&
         S.Value->function()->Name == BreakName && S.Args.size() == 6;
}

static std::string textOf(const Expr *Literal) {
  while (Literal->numOperands() && Literal->kind() != ExprKind::Var)
    Literal = Literal->operand(0);
  if (Literal->kind() != ExprKind::Var)
    return "";
  const std::string &Bytes = Literal->variable()->Bytes;
  return Bytes.substr(0, Bytes.find('\0'));
}

BrokenStep brokenStep(const Stmt &S) {
  return {textOf(S.Args[0]),
          textOf(S.Args[1]),
          textOf(S.Args[2]),
          LockAtEntry(S.Args[3]->bits() % NumLockStates),
          uint32_t(S.Args[4]->bits()),
          uint32_t(S.Args[5]->bits()),
          S.Args[3]->bits() / NumLockStates % 2 != 0,
          S.Args[3]->bits() / NumLockStates / 2 != 0};
}

} // namespace predabs
