#include "checkers/annotate/Annotate.h"

#include "checkers/engine/Engine.h"
#include "checkers/protocols/analysis/Sites.h"
#include "predicates/ir/Terms.h"
#include "predicates/ir/Uses.h"
#include "predicates/language/Predicate.h"

#include <algorithm>
#include <map>
#include <unordered_set>

namespace predabs {

using namespace ir;

namespace {

/// Locks of one function that are asked about, and levels of calls that are
/// looked through to find them.
constexpr size_t MaxLocks = 8;
constexpr unsigned MaxLevels = 8;
constexpr std::string_view AskPrefix = "__predabs_ask_";

/// What may have happened when a function has returned: a bit for each.
enum Outcome : uint8_t {
  FreeAndZero = 1,
  FreeAndTrue = 2,
  HeldAndZero = 4,
  HeldAndTrue = 8,
};
constexpr uint8_t AnyFree = FreeAndZero | FreeAndTrue;
constexpr uint8_t AnyHeld = HeldAndZero | HeldAndTrue;
constexpr Outcome Outcomes[] = {FreeAndZero, FreeAndTrue, HeldAndZero,
                                HeldAndTrue};

/// The state in which a lock of \p P is held, if there is only one that a free
/// lock can get into.
std::optional<uint32_t> heldState(const Protocol &P) {
  std::set<uint32_t> Held;
  for (const ProtocolEvent &E : P.Events)
    for (const Transition &T : E.Ways)
      if (T.To && P.States[*T.To].IsHeld &&
          (T.From.empty() || T.From.front() == 0))
        Held.insert(*T.To);
  return Held.size() == 1 ? std::optional(*Held.begin()) : std::nullopt;
}

ProtocolEvent madeUp(const std::string &Name) {
  ProtocolEvent E;
  E.Functions = {Name};
  return E;
}

/// \p P with functions that set and tell the state.
struct AskableProtocol {
  explicit AskableProtocol(const Protocol &Of, uint32_t Held) : P(Of) {
    for (auto [Name, State] : {std::pair(&SetFree, 0u), {&SetHeld, Held}}) {
      P.Events.push_back(madeUp(*Name = nameOf("set", State)));
      P.Events.back().Ways.push_back({{}, State, {}, {}, "", ""});
    }
    P.Events.push_back(madeUp(Tell = nameOf("tell", 0)));
    std::vector<uint32_t> Others;
    for (uint32_t S = 1; S < P.States.size(); ++S)
      if (S != Held)
        Others.push_back(S);
    addAnswer({0}, 0);
    addAnswer({Held}, 1);
    if (!Others.empty())
      addAnswer(std::move(Others), 2);
  }

  Protocol P;
  std::string SetFree, SetHeld, Tell;

private:
  std::string nameOf(const char *What, uint32_t State) const {
    return "__predabs_" + std::string(What) + "_" + P.Name + "_" +
           std::to_string(State);
  }
  void addAnswer(std::vector<uint32_t> From, int64_t Number) {
    P.Events.back().Ways.push_back({std::move(From),
                                    std::nullopt,
                                    {},
                                    {ResultTest::Kind::Equal, Number},
                                    "",
                                    ""});
  }
};

/// A lock as a function's callers can name it.
struct KnownLock {
  const AskableProtocol *Of = nullptr;
  const Expr *Pointer = nullptr; ///< over parameters and globals

  bool operator==(const KnownLock &) const = default;
};

/// The variables of \p F that mean the same all the time.
std::unordered_set<const Variable *> steadyParameters(const Function &F) {
  std::unordered_set<const Variable *> Result;
  for (uint32_t I = 0; I < F.NumParams; ++I)
    Result.insert(F.Vars[I].get());
  for (const Variable *V : changedIn(F))
    Result.erase(V);
  return Result;
}

/// Finds the locks that functions touch.
class LockNames {
public:
  LockNames(Module &M, const std::vector<AskableProtocol> &All) : M(M) {
    std::vector<Protocol> Plain;
    for (const AskableProtocol &A : All)
      Plain.push_back(A.P);
    for (auto &[F, Events] : eventsIn(M, Plain))
      for (const EventOf &E : Events)
        if (E.Event->Object.What == TrackedObject::Kind::Argument)
          EventObjects[F].push_back(
              {&All[size_t(E.In - Plain.data())], E.Event->Object.Index});
    for (const auto &F : M.Functions)
      if (F->isDefined())
        Steady[F.get()] = steadyParameters(*F);
    for (unsigned Level = 0; Level < MaxLevels; ++Level)
      for (const auto &F : M.Functions)
        if (F->isDefined() && !EventObjects.contains(F.get()))
          lookAt(*F);
  }

  const std::vector<KnownLock> &of(const Function &F) { return Locks[&F]; }

private:
  struct EventObject {
    const AskableProtocol *Of;
    uint32_t Index;
  };

  void lookAt(const Function &F) {
    for (const Block &B : F.Blocks)
      for (const Stmt &S : B.Stmts)
        if (S.Kind == StmtKind::Call && S.Value->kind() == ExprKind::FuncAddr)
          lookAtCall(F, S);
  }

  void lookAtCall(const Function &F, const Stmt &S) {
    const Function *Callee = S.Value->function();
    if (auto It = EventObjects.find(Callee); It != EventObjects.end()) {
      for (const EventObject &O : It->second)
        if (O.Index < S.Args.size() && S.Args[O.Index]->type()->isPointer())
          add(F, {O.Of, S.Args[O.Index]});
      return;
    }
    std::vector<KnownLock> Inner = Locks[Callee];
    for (const KnownLock &L : Inner)
      if (const Expr *Outer = asSeenBy(*Callee, S, L.Pointer))
        add(F, {L.Of, Outer});
  }

  /// A pointer over the parameters of \p Callee, over the arguments of \p S.
  const Expr *asSeenBy(const Function &Callee, const Stmt &S,
                       const Expr *Pointer) {
    bool Fits = true;
    const Expr *Result = rewrite(M.Ctx, Pointer, [&](auto *Old, auto *New) {
      if (Old->kind() != ExprKind::Var || Old->variable()->isGlobal())
        return New;
      uint32_t Id = Old->variable()->Id;
      Fits &= Id < S.Args.size() && Id < Callee.NumParams &&
              S.Args[Id]->type() == Old->type();
      return Fits ? S.Args[Id] : New;
    });
    return Fits ? Result : nullptr;
  }

  void add(const Function &F, const KnownLock &L) {
    std::vector<KnownLock> &Of = Locks[&F];
    if (Of.size() < MaxLocks && isKnownOutside(F, L.Pointer) &&
        std::find(Of.begin(), Of.end(), L) == Of.end())
      Of.push_back(L);
  }

  /// Whether callers can name it, and it means the same before and after: it
  /// is a part of a global, or lies at a fixed place behind a parameter.
  bool isKnownOutside(const Function &F, const Expr *Pointer) const {
    unsigned Derefs = 0;
    for (const Expr *E : termsOf(Pointer)) {
      Derefs += E->kind() == ExprKind::Deref;
      if (E->kind() == ExprKind::Var && !E->variable()->isGlobal() &&
          !Steady.at(&F).contains(E->variable()))
        return false;
      if (E->kind() == ExprKind::Var && E->variable()->isGlobal() &&
          E->type()->isPointer())
        return false;
      if (E->kind() == ExprKind::Index || E->kind() == ExprKind::Binary ||
          E->kind() == ExprKind::Cast)
        return false;
    }
    return Derefs <= 1;
  }

  Module &M;
  std::map<const Function *, std::vector<EventObject>> EventObjects;
  std::map<const Function *, std::unordered_set<const Variable *>> Steady;
  std::map<const Function *, std::vector<KnownLock>> Locks;
};

/// Makes up a function that asks about a lock.
class Question {
public:
  Question(Module &M, const Function &F, const KnownLock &Lock)
      : M(M), Ctx(M.Ctx), F(F), Lock(Lock) {}

  /// Its name is \p Name. A failure says which outcome it is, as a number.
  void make(const std::string &Name, bool IsHeldBefore) {
    Ask = M.addFunction(Name, F.Ty);
    Ask->DisplayName = Name;
    Ask->NumParams = F.NumParams;
    std::vector<const Expr *> Args;
    for (uint32_t I = 0; I < F.NumParams; ++I)
      Args.push_back(Ctx.var(addVariable(*Ask, F.Vars[I]->Name, F.Vars[I]->Ty,
                                         Storage::Parameter)));
    const Expr *Pointer = rewrite(Ctx, Lock.Pointer, [&](auto *Old, auto *New) {
      bool IsOurs =
          Old->kind() == ExprKind::Var && !Old->variable()->isGlobal();
      return IsOurs ? Args[Old->variable()->Id] : New;
    });
    At = addBlock(*Ask, "entry");
    call(IsHeldBefore ? Lock.Of->SetHeld : Lock.Of->SetFree, Pointer, nullptr);
    const Type *Ty = F.Ty->inner();
    const Expr *Result = Ty->isVoid() ? nullptr : variable("result", Ty);
    add(StmtKind::Call, Result, Ctx.funcAddr(&F), Args);
    const Expr *State = variable("state", Ctx.intType(32, true));
    call(Lock.Of->Tell, Pointer, State);
    fork(Result, State);
  }

private:
  /// A failure for each outcome, and a way past them.
  void fork(const Expr *Result, const Expr *State) {
    BlockId From = At;
    std::vector<BlockId> Succs;
    for (Outcome O : Outcomes) {
      bool IsTrue = O == FreeAndTrue || O == HeldAndTrue;
      if (!hasTruth(Result) && IsTrue)
        continue;
      At = addBlock(*Ask, "fail");
      Succs.push_back(At);
      assume(Ctx.binary(Op::Eq, State,
                        Ctx.intConst(State->type(), O & AnyHeld ? 1 : 0)));
      if (hasTruth(Result))
        assume(IsTrue ? Ctx.isTrue(Result) : Ctx.notOf(Ctx.isTrue(Result)));
      add(StmtKind::Call, nullptr, Ctx.funcAddr(failFunction()),
          {literal(std::to_string(unsigned(O)))});
    }
    At = addBlock(*Ask, "end");
    Succs.push_back(At);
    add(StmtKind::Return, nullptr, nullptr);
    Ask->Blocks[From].Succs = std::move(Succs);
  }

  static bool hasTruth(const Expr *Result) {
    return Result && (Result->type()->isInt() || Result->type()->isPointer());
  }

  void call(const std::string &Name, const Expr *Pointer, const Expr *Dest) {
    Function *Event = M.findFunction(Name);
    if (!Event) {
      const Type *Result = Dest ? Dest->type() : Ctx.voidType();
      Event = M.addFunction(Name,
                            Ctx.functionType(Result, {Pointer->type()}, false));
    }
    add(StmtKind::Call, Dest, Ctx.funcAddr(Event), {Pointer});
  }

  Function *failFunction() {
    const char *Name = "__predabs_fail";
    if (Function *Known = M.findFunction(Name))
      return Known;
    const Type *Text = Ctx.pointerType(Ctx.intType(8, true));
    Function *Fail =
        M.addFunction(Name, Ctx.functionType(Ctx.voidType(), {Text}, false));
    Fail->IsNoReturn = true;
    return Fail;
  }

  const Expr *literal(const std::string &Text) {
    std::string Name = ".ask." + Text;
    Variable *V = M.findGlobal(Name);
    if (!V) {
      V = M.addGlobal(Name,
                      Ctx.arrayType(Ctx.intType(8, true), Text.size() + 1));
      V->IsConst = V->IsInternal = true;
      V->Bytes = Text + '\0';
    }
    return Ctx.addrOf(Ctx.index(Ctx.var(V), Ctx.zero(Ctx.diffType())));
  }

  const Expr *variable(const std::string &Name, const Type *Ty) {
    return Ctx.var(addVariable(*Ask, Name, Ty, Storage::Local));
  }
  void assume(const Expr *Condition) {
    add(StmtKind::Assume, nullptr, Condition);
  }
  void add(StmtKind Kind, const Expr *Dest, const Expr *Value,
           std::vector<const Expr *> Args = {}) {
    Stmt S;
    S.Kind = Kind;
    S.Dest = Dest;
    S.Value = Value;
    S.Args = std::move(Args);
    Ask->Blocks[At].Stmts.push_back(std::move(S));
  }

  Module &M;
  Context &Ctx;
  const Function &F;
  const KnownLock &Lock;
  Function *Ask = nullptr;
  BlockId At = 0;
};

/// What was found out about a lock: which outcomes there may be.
struct Answers {
  uint8_t IfFree = 0, IfHeld = 0;
};

/// Whether all of \p Possible is among \p Allowed, and there is something.
bool isAlways(uint8_t Possible, uint8_t Allowed) {
  return Possible && !(Possible & ~Allowed);
}

std::optional<LockAnnotation::Kind> annotationOf(const Answers &A) {
  using Kind = LockAnnotation::Kind;
  // An empty set: the function fails, or never returns.
  if (!A.IfHeld && isAlways(A.IfFree, AnyHeld))
    return Kind::Acquires;
  if (!A.IfFree && isAlways(A.IfHeld, AnyFree))
    return Kind::Releases;
  if (!A.IfHeld && isAlways(A.IfFree, AnyFree))
    return Kind::Excludes;
  if (!A.IfFree && isAlways(A.IfHeld, AnyHeld))
    return Kind::Requires;
  if (A.IfFree == (HeldAndTrue | FreeAndZero))
    return Kind::AcquiresIfTrue;
  if (A.IfFree == (HeldAndZero | FreeAndTrue))
    return Kind::AcquiresIfZero;
  return std::nullopt;
}

/// The name of a variable as the source has it.
std::string sourceName(const Variable &V) {
  size_t Dot = V.Name.find('.');
  if (Dot == V.Name.npos || Dot == 0)
    return V.Name;
  return V.isGlobal() ? V.Name.substr(Dot + 1) : V.Name.substr(0, Dot);
}

class Inference {
public:
  Inference(Module &M, const Options &Opts,
            const std::vector<Protocol> &Protocols)
      : M(M), Opts(Opts) {
    for (const Protocol &P : Protocols)
      if (std::optional<uint32_t> Held = heldState(P); Held && P.IsBalanced)
        Askable.emplace_back(P, *Held);
  }

  std::vector<LockAnnotation> run() {
    ask();
    if (Asked.empty())
      return {};
    listen();
    std::vector<LockAnnotation> Result;
    for (const Subject &S : Asked)
      if (auto What = annotationOf(S.Heard))
        Result.push_back({S.F->Name, *What, S.Text, S.IsInternal});
    return Result;
  }

private:
  struct Subject {
    const Function *F;
    std::string Text;
    bool IsInternal = false;
    Answers Heard = {};
  };

  void ask() {
    LockNames Names(M, Askable);
    for (size_t I = 0, N = M.Functions.size(); I < N; ++I) {
      const Function &F = *M.Functions[I];
      if (F.isDefined())
        for (const KnownLock &L : Names.of(F))
          ask(F, L);
    }
  }

  void ask(const Function &F, const KnownLock &L) {
    Subject S{&F, cText(M.Ctx.deref(L.Pointer), sourceName)};
    for (const Variable *V : variablesIn(L.Pointer))
      S.IsInternal |= V->isGlobal() && V->IsInternal;
    std::string Name = std::string(AskPrefix) + std::to_string(Asked.size());
    Question(M, F, L).make(Name + "_free", false);
    Question(M, F, L).make(Name + "_held", true);
    Asked.push_back(std::move(S));
  }

  /// SOUND: what is not proved impossible is possible.
  void listen() {
    std::vector<Protocol> Protocols;
    for (const AskableProtocol &A : Askable)
      Protocols.push_back(A.P);
    Options Asking = Opts;
    Asking.Checks = {"assert"};
    Asking.Entry.clear();
    for (const Decision &D : check(M, Asking, Protocols).Decisions)
      if (D.What.Function.starts_with(AskPrefix) &&
          D.What.Property == "assert" && D.Answer != Verdict::Proved)
        note(D.What.Function.substr(AskPrefix.size()),
             uint8_t(std::stoul(D.What.Text)));
  }

  void note(const std::string &Name, uint8_t Outcome) {
    Answers &Heard = Asked[std::stoul(Name)].Heard;
    (Name.ends_with("_held") ? Heard.IfHeld : Heard.IfFree) |= Outcome;
  }

  Module &M;
  const Options &Opts;
  std::vector<AskableProtocol> Askable;
  std::vector<Subject> Asked;
};

} // namespace

namespace {

/// How a kind is written; {} stands for the lock.
struct Wording {
  std::string_view Clang, Kernel, Words;
};
constexpr Wording Wordings[] = {
    {"acquire_capability({})", "__acquires({})", "acquires '{}' on every path"},
    {"release_capability({})", "__releases({})", "releases '{}' on every path"},
    {"try_acquire_capability(1, {})", "__cond_acquires({})",
     "acquires '{}' just if its result is not zero"},
    {"try_acquire_capability(0, {})", "",
     "acquires '{}' just if its result is zero"},
    {"requires_capability({})", "__must_hold({})", "needs '{}' to be held"},
    {"locks_excluded({})", "", "needs '{}' not to be held"},
};
constexpr size_t NumKinds = std::size(Wordings);

std::string filled(std::string_view Pattern, const std::string &Lock) {
  std::string Text(Pattern);
  if (size_t At = Text.find("{}"); At != Text.npos)
    Text.replace(At, 2, Lock);
  return Text;
}

} // namespace

std::string attributeText(const LockAnnotation &A, AnnotationStyle Style) {
  const Wording &W = Wordings[size_t(A.What)];
  if (Style == AnnotationStyle::Clang)
    return "__attribute__((" + filled(W.Clang, A.Lock) + "))";
  return filled(W.Kernel, A.Lock);
}

std::string inWords(const LockAnnotation &A) {
  return filled(Wordings[size_t(A.What)].Words, A.Lock);
}

std::string encode(const std::vector<LockAnnotation> &All) {
  std::string Bytes;
  for (const LockAnnotation &A : All) {
    Bytes += char('0' + unsigned(A.What));
    Bytes += A.IsInternal ? '1' : '0';
    Bytes += A.Function + '\t' + A.Lock + '\n';
  }
  return Bytes;
}

std::vector<LockAnnotation> decodeAnnotations(std::string_view Bytes) {
  std::vector<LockAnnotation> All;
  while (!Bytes.empty()) {
    std::string_view Line = Bytes.substr(0, Bytes.find('\n'));
    Bytes.remove_prefix(std::min(Bytes.size(), Line.size() + 1));
    size_t Tab = Line.find('\t');
    if (Tab == Line.npos || Tab < 3 || Line[0] < '0' ||
        size_t(Line[0] - '0') >= NumKinds)
      continue;
    All.push_back({std::string(Line.substr(2, Tab - 2)),
                   LockAnnotation::Kind(Line[0] - '0'),
                   std::string(Line.substr(Tab + 1)), Line[1] == '1'});
  }
  return All;
}

std::vector<LockAnnotation>
inferAnnotations(Module &M, const Options &Opts,
                 const std::vector<Protocol> &Protocols) {
  return Inference(M, Opts, Protocols).run();
}

} // namespace predabs
