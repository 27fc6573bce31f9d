#include "checkers/explain/PathExplanation.h"

#include "checkers/protocols/analysis/Names.h"
#include "checkers/protocols/analysis/StatePlaces.h"
#include "checkers/protocols/instrument/EventFunctions.h"
#include "predicates/ir/Link.h"
#include "predicates/ir/Syntax.h"
#include "predicates/ir/Terms.h"
#include "predicates/language/Predicate.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <map>
#include <set>

using namespace predabs;
using ir::Expr;
using ir::StmtKind;
using ir::Variable;
using RequestKind = ir::ValueRequest::Kind;

namespace {

std::string quoted(const std::string &S) { return "'" + S + "'"; }

std::string displayName(const ir::Function &F) {
  return F.DisplayName.empty() ? ir::ownName(F.Name) : F.DisplayName;
}

std::string floatText(const ir::Type *T, ir::UInt128 Bits) {
  double D = 0;
  if (T->width() == 64)
    D = std::bit_cast<double>(uint64_t(Bits));
  else if (T->width() == 32)
    D = double(std::bit_cast<float>(uint32_t(Bits)));
  else
    return "some number";
  char Text[40];
  std::snprintf(Text, sizeof Text, "%.17g", D);
  // As short as reads back the same.
  for (int Digits = 1; Digits < 17; ++Digits) {
    char Short[40];
    std::snprintf(Short, sizeof Short, "%.*g", Digits, D);
    if (std::strtod(Short, nullptr) == D)
      return Short;
  }
  return Text;
}

std::string hexText(ir::UInt128 N) {
  constexpr std::string_view Digit = "0123456789abcdef";
  std::string Digits;
  do
    Digits.insert(Digits.begin(), Digit[size_t(N & 15)]);
  while ((N >>= 4) != 0);
  return "0x" + Digits;
}

} // namespace

std::string predabs::valueText(const ir::Type *T, ir::UInt128 Bits) {
  if (T->isPointer())
    return Bits == 0 ? "NULL" : hexText(Bits);
  if (T->isFloat())
    return floatText(T, Bits);
  ir::SInt128 N =
      T->isSigned() ? ir::signExtend(Bits, T->width()) : ir::SInt128(Bits);
  std::string Text =
      T->isSigned() ? ir::decimal(N) : ir::decimal(ir::UInt128(N));
  bool IsLetter = T->width() == 8 && N >= 33 && N < 127;
  return IsLetter ? Text + " ('" + char(N) + "')" : Text;
}

namespace {

/// A call that the path runs through; the first is the entry function.
using Activation = uint32_t;

/// A variable of one activation; of globals the activation is 0.
using Holder = std::pair<Activation, const Variable *>;

/// Which activation each step belongs to, from where it was called, and where
/// it ends.
class Activations {
public:
  explicit Activations(const Path &P) {
    std::vector<Activation> Open;
    for (size_t I = 0; I < P.Steps.size(); ++I) {
      while (Open.size() > P.Steps[I].Depth + size_t(1)) {
        All[Open.back()].End = uint32_t(I);
        Open.pop_back();
      }
      if (Open.size() <= P.Steps[I].Depth) {
        Open.push_back(Activation(All.size()));
        All.push_back({uint32_t(I - (I != 0)), uint32_t(P.Steps.size())});
      }
      OfStep.push_back(Open.back());
    }
  }

  Activation at(size_t Step) const { return OfStep[Step]; }
  /// The step that made the call.
  uint32_t calledAt(Activation A) const { return All[A].Call; }
  /// One behind its last step.
  uint32_t endOf(Activation A) const { return All[A].End; }

private:
  struct Range {
    uint32_t Call, End;
  };
  std::vector<Activation> OfStep;
  std::vector<Range> All;
};

/// Which conditions are looked at.
enum class Conditions : uint8_t { Last, All };

/// Which steps the condition at the end depends on (or some condition), by the
/// values that flow from one to the other. A guess that only says what is told
/// first: memory behind pointers is taken for one object.
class Relevance {
public:
  Relevance(const Path &P, const Activations &In, Conditions Which)
      : P(P), In(In), Which(Which) {
    Matters.resize(P.Steps.size(), false);
    bool HasEnd = false;
    for (size_t I = P.Steps.size(); I-- > 0;)
      HasEnd = look(I, HasEnd);
  }

  bool operator[](size_t Step) const { return Matters[Step]; }
  bool isWanted(const Variable *Parameter) const {
    return Wanted.contains({0, Parameter});
  }

private:
  Holder holder(size_t Step, const Variable *V) const {
    return {V->isGlobal() ? 0 : In.at(Step), V};
  }

  void want(size_t Step, const Expr *E) {
    for (const Expr *Place : ir::placesRead(E))
      if (const Variable *V = ir::rootOf(Place))
        Wanted.insert(holder(Step, V));
      else
        WantsMemory = true;
  }

  bool wants(size_t Step, const Expr *E) const {
    for (const Expr *Place : ir::placesRead(E))
      if (const Variable *V = ir::rootOf(Place);
          V && Wanted.contains(holder(Step, V)))
        return true;
    return false;
  }

  /// Takes what \p Place holds off the list, if it is there.
  bool takes(size_t Step, const Expr *Place) {
    if (!Place)
      return false;
    const Variable *V = ir::rootOf(Place);
    if (!V)
      return WantsMemory;
    auto It = Wanted.find(holder(Step, V));
    if (It == Wanted.end())
      return false;
    if (Place->kind() == ir::ExprKind::Var)
      Wanted.erase(It);
    return true;
  }

  bool look(size_t I, bool HasEnd) {
    const PathStep &Step = P.Steps[I];
    if (Step.isBlockEnd())
      return HasEnd;
    const ir::Stmt &S = Step.statement();
    switch (S.Kind) {
    case StmtKind::Assume:
      Matters[I] = Which == Conditions::All || !HasEnd || wants(I, S.Value);
      if (Matters[I])
        want(I, S.Value);
      return true;
    case StmtKind::Assign:
    case StmtKind::Havoc:
      Matters[I] = S.Dest && takes(I, S.Dest);
      if (Matters[I] && S.Value)
        want(I, S.Value);
      return HasEnd;
    case StmtKind::Return:
      lookAtReturn(I, S);
      return HasEnd;
    case StmtKind::Call:
      lookAtCall(I, S);
      return HasEnd;
    }
    return HasEnd;
  }

  void lookAtReturn(size_t I, const ir::Stmt &S) {
    if (In.at(I) == 0)
      return;
    uint32_t Call = In.calledAt(In.at(I));
    Matters[I] = takes(Call, P.Steps[Call].statement().Dest);
    if (Matters[I] && S.Value)
      want(I, S.Value);
  }

  void lookAtCall(size_t I, const ir::Stmt &S) {
    if (!P.enters(I)) {
      Matters[I] = takes(I, S.Dest);
      return;
    }
    const ir::Function &Callee = *P.Steps[I + 1].Func;
    for (uint32_t A = 0; A < Callee.NumParams && A < S.Args.size(); ++A)
      if (Wanted.contains({In.at(I + 1), Callee.Vars[A].get()})) {
        Matters[I] = true;
        want(I, S.Args[A]);
      }
  }

  const Path &P;
  const Activations &In;
  Conditions Which;
  std::vector<bool> Matters;
  std::set<Holder> Wanted;
  bool WantsMemory = false;
};

/// How much a note helps; the higher goes first.
enum class Weight : uint8_t { Little, Some, Much, Most };

struct Draft {
  size_t Step;
  Weight Helps;
  Note Text;
};

class PathExplainer {
public:
  PathExplainer(const Path &P, const Witness &W, const Replay &R,
                const Expansion &Models)
      : P(P), W(W), Models(Models), In(P), AtEnd(P, In, Conditions::Last),
        Anywhere(P, In, Conditions::All) {
    for (const PathInput &I : W.Inputs)
      if (I.What != RequestKind::Parameter)
        Inputs.emplace(I.Step, &I);
    for (const SeenValue &V : R.Seen)
      Seen.emplace(V.Step, &V);
    for (size_t I = 0; I < P.Steps.size(); ++I)
      if (isDecision(I)) {
        LastCondition = I;
        Visits[{In.at(I), P.Steps[I - 1].Block}].push_back(I);
      }
  }

  std::vector<Note> run(const ExplanationLimits &L) {
    Protocols = L.Protocols;
    tellEntry();
    for (size_t I = 0; I < P.Steps.size(); ++I)
      tellStep(I);
    tellStateAtEntry();
    collapseLoops();
    weighCalls();
    return chosen(L);
  }

private:
  // What is said.

  void say(size_t Step, Weight Helps, ir::Loc Where, std::string Text) {
    if (Where.isValid())
      Drafts.push_back({Step, Helps, {Where, std::move(Text)}});
  }

  /// How much it helps to know of step \p I.
  Weight weight(size_t I) const {
    return AtEnd[I]      ? Weight::Much
           : Anywhere[I] ? Weight::Some
                         : Weight::Little;
  }

  /// What the caller passes, in one sentence.
  void tellEntry() {
    std::string Values;
    Weight Helps = Weight::Some;
    uint32_t Next = 0;
    for (const PathInput &I : W.Inputs) {
      if (I.What != RequestKind::Parameter || Next == P.entry().NumParams)
        continue;
      const Variable *V = P.entry().Vars[Next++].get();
      if (!I.Ty->isScalar() || !Anywhere.isWanted(V) ||
          !isTelling(I.Ty, I.Bits))
        continue;
      if (AtEnd.isWanted(V))
        Helps = Weight::Much;
      Values += (Values.empty() ? "" : ", ") + quoted(nameOf(0, *V)) + " is " +
                valueText(I.Ty, I.Bits);
    }
    if (!Values.empty())
      say(0, Helps, P.entry().Where, Values + " at entry");
  }

  /// What happens before the program's first function is no news, but for its
  /// arguments.
  bool isBeforeProgram(size_t I) const {
    return P.Steps[I].Func->Name.starts_with("__predabs_start");
  }

  void tellStep(size_t I) {
    if (Models.modelAt(P.Steps[I]))
      return tellModel(I);
    for (auto [It, End] = Inputs.equal_range(uint32_t(I)); It != End; ++It)
      tellInput(I, *It->second);
    if (P.Steps[I].isBlockEnd() || isBeforeProgram(I))
      return;
    const ir::Stmt &S = P.Steps[I].statement();
    if (isDecision(I))
      tellDecision(I);
    else if (S.Kind == StmtKind::Assign && ir::isState(S.Dest->type()))
      tellState(I);
    else if (S.Kind == StmtKind::Call && P.enters(I))
      say(I, std::min(weight(I), Weight::Some), S.Where,
          "calling " + quoted(displayName(*P.Steps[I + 1].Func)));
    else if (S.Kind == StmtKind::Return && In.at(I) != 0)
      tellReturn(I);
    noteResult(I);
  }

  /// What a model gives, if step \p I is where it is settled.
  void tellModel(size_t I) {
    const Expr *Result = Models.callAt(P.Steps[I]).Dest;
    const ir::Stmt &S = P.Steps[I].statement();
    if (!Result || S.Dest != Result || !Result->type()->isScalar() ||
        isOverwritten(I, Result))
      return;
    nameResult(I, *Models.modelAt(P.Steps[I]), *Result->variable());
    std::optional<ir::UInt128> Bits;
    if (S.Kind == StmtKind::Assign && S.Value->isConstant())
      Bits = S.Value->bits();
    for (auto [It, End] = Inputs.equal_range(uint32_t(I)); It != End; ++It)
      Bits = It->second->Bits;
    if (Bits && isTelling(Result->type(), *Bits))
      say(I, weight(I), S.Where,
          quoted(displayName(*Models.modelAt(P.Steps[I]))) + " returns " +
              valueText(Result->type(), *Bits));
  }

  /// Whether the model at \p I writes \p Result again.
  bool isOverwritten(size_t I, const Expr *Result) const {
    const ir::Stmt *Call = &Models.callAt(P.Steps[I]);
    while (++I < P.Steps.size()) {
      if (P.Steps[I].isBlockEnd() || In.at(I) != In.at(I - 1))
        continue;
      if (!Models.modelAt(P.Steps[I]) || &Models.callAt(P.Steps[I]) != Call)
        return false;
      if (P.Steps[I].statement().Dest == Result)
        return true;
    }
    return false;
  }

  static bool isChoice(const PathInput &Input) {
    return Input.Callee && Input.Callee->Name.starts_with(ChosenEventPrefix);
  }

  void tellInput(size_t I, const PathInput &Input) {
    if (!Input.Ty->isScalar() || !isTelling(Input.Ty, Input.Bits) ||
        isChoice(Input))
      return;
    ir::Loc Where =
        P.Steps[I].isBlockEnd() ? ir::Loc() : P.Steps[I].statement().Where;
    std::string Value = valueText(Input.Ty, Input.Bits);
    Weight Helps = weight(I);
    if (isBeforeProgram(I) && !P.Steps[I].isBlockEnd())
      return tellArgument(I, Input);
    if (Input.What == RequestKind::Result && Input.Callee)
      say(I, Helps, Where,
          quoted(displayName(*Input.Callee)) + " returns " + Value);
    else if (isRequested(I))
      say(I, Helps, Where, "PREDABS_NONDET gives " + Value);
    else if (Input.Place && isNamed(Input.Place))
      say(I, Helps, Where,
          Input.What == RequestKind::Uninitialised
              ? quoted(text(I, Input.Place)) + " is not initialised and is " +
                    Value + " here"
              : quoted(text(I, Input.Place)) + " gets any value, here " +
                    Value);
    else if (Input.What == RequestKind::Havoc)
      say(I, Helps, Where, "any value is possible here, as " + Value);
  }

  bool isRequested(size_t I) const {
    return !P.Steps[I].isBlockEnd() &&
           P.Steps[I].statement().Why == ir::Reason::Nondeterministic;
  }

  void tellArgument(size_t I, const PathInput &Input) {
    const ir::Stmt &S = P.Steps[I].statement();
    if (Input.What == RequestKind::Havoc && S.Dest &&
        S.Why == ir::Reason::Nondeterministic)
      say(I, weight(I), S.Where,
          quoted(text(I, S.Dest)) + " is " + valueText(Input.Ty, Input.Bits) +
              " at entry");
  }

  void tellReturn(size_t I) {
    const ir::Stmt &S = P.Steps[I].statement();
    for (auto [It, End] = Seen.equal_range(uint32_t(I)); It != End; ++It) {
      const SeenValue &V = *It->second;
      if (V.What == S.Value && S.Value->type()->isScalar() &&
          isTelling(S.Value->type(), V.Bits))
        return say(I, weight(I), S.Where,
                   quoted(displayName(*P.Steps[I].Func)) + " returns " +
                       valueText(S.Value->type(), V.Bits));
    }
  }

  // States of objects.

  /// What guards of the C++ library ask themselves, and whether an exception is
  /// on its way.
  static bool isOfLibrary(const Expr *E) {
    for (const Expr *T : ir::termsOf(E))
      if ((T->kind() == ir::ExprKind::Field &&
           T->operand(0)->type()->name().starts_with("std::")) ||
          (T->kind() == ir::ExprKind::Var &&
           T->variable()->Name.starts_with("predabs.exception")))
        return true;
    return E->isConstant();
  }

  static const Expr *stateIn(const Expr *E) {
    for (const Expr *Place : ir::placesRead(E))
      if (ir::isState(Place->type()))
        return Place;
    return nullptr;
  }

  std::optional<ir::UInt128> seenAt(size_t I, const Expr *What) const {
    for (auto [It, End] = Seen.equal_range(uint32_t(I)); It != End; ++It)
      if (It->second->What == What)
        return It->second->Bits;
    return std::nullopt;
  }

  /// The object whose state \p State is, as one names it to a function: `m`
  /// for *m, `dev->lock`.
  std::string objectText(size_t Step, const Expr *State) const {
    const Expr *Object =
        writtenObject(State->numOperands() ? State->operand(0) : State);
    return isNamed(Object) ? text(Step, Object) : "";
  }

  static const char *changeText(const ProtocolState &Old,
                                const ProtocolState &New) {
    if (!Old.IsHeld && New.IsHeld)
      return " is acquired here";
    return Old.IsHeld && !New.IsHeld ? " is released here" : nullptr;
  }

  void tellState(size_t I) {
    const ir::Stmt &S = P.Steps[I].statement();
    const Protocol *Of = protocolOf(S.Dest, Protocols);
    auto Old = seenAt(I, S.Dest), New = seenAt(I, S.Value);
    if (!Of || !New || *New >= Of->States.size() || (Old && *Old == *New))
      return;
    const ProtocolState &Is = Of->States[size_t(*New)];
    const ProtocolState &Was =
        Old && *Old < Of->States.size() ? Of->States[size_t(*Old)] : Is;
    std::string What =
        S.Dest->kind() == ir::ExprKind::Var ? Of->Name : objectText(I, S.Dest);
    What = What.empty() ? "it" : quoted(What);
    const char *Change = changeText(Was, Is);
    say(I, Weight::Much, S.Where,
        What + (Change ? Change : " is " + Is.Name + " from here on"));
    HasState = true;
  }

  /// If no step of the path brought the object into the state that is wrong.
  void tellStateAtEntry() {
    if (HasState || LastCondition == SIZE_MAX)
      return;
    const Expr *State = stateIn(P.Steps[LastCondition].statement().Value);
    const Protocol *Of = State ? protocolOf(State, Protocols) : nullptr;
    auto Is = Of ? seenAt(LastCondition, State) : std::nullopt;
    std::string What = Of ? objectText(LastCondition, State) : "";
    if (!Is || *Is >= Of->States.size() || What.empty() ||
        !P.entry().Where.isValid())
      return;
    What = quoted(What) + " is " + Of->States[size_t(*Is)].Name + " at entry";
    Drafts.insert(Drafts.begin(), {0, Weight::Much, {P.entry().Where, What}});
  }

  void tellDecision(size_t I) {
    const ir::Stmt &S = P.Steps[I].statement();
    if (stateIn(S.Value) || isOfLibrary(S.Value))
      return;
    const Expr *Asked = askedAt(I);
    bool IsTrue = Asked == S.Value;
    std::string What = isNamed(Asked) ? quoted(text(I, Asked)) : "";
    if (What.empty() || What.size() > MaxText)
      What = "the condition";
    What += IsTrue ? " is true" : " is false";
    if (isDefaultCase(I))
      What = "no case matches";
    std::string Values = valuesAt(I, IsTrue ? Asked : nullptr);
    Weight Helps = I == LastCondition ? Weight::Most : weight(I);
    say(I, Helps, S.Where, What + (Values.empty() ? "" : ": " + Values));
  }

  /// `x is 1, y is 2`, without what the condition itself says already.
  std::string valuesAt(size_t I, const Expr *True) const {
    constexpr unsigned Most = 4; // of values
    std::string Values;
    unsigned Count = 0;
    for (auto [It, End] = Seen.equal_range(uint32_t(I)); It != End; ++It) {
      const SeenValue &V = *It->second;
      if (!V.What->type()->isScalar() || V.What->isConstant() ||
          !isNamed(V.What) || !isTelling(V.What->type(), V.Bits) ||
          says(True, V.What) || Count == Most)
        continue;
      std::string Name = text(I, V.What);
      if (Name.size() > MaxText)
        continue;
      Values += (Values.empty() ? "" : ", ") + Name + " is " +
                valueText(V.What->type(), V.Bits);
      ++Count;
    }
    return Values;
  }

  /// Whether \p True is `Place == constant`.
  static bool says(const Expr *True, const Expr *Place) {
    return True && True->op() == ir::Op::Eq &&
           ((True->operand(0) == Place && True->operand(1)->isConstant()) ||
            (True->operand(1) == Place && True->operand(0)->isConstant()));
  }

  /// Addresses are of no use to a reader, except that of nothing.
  static bool isTelling(const ir::Type *T, ir::UInt128 Bits) {
    return !T->isPointer() || Bits == 0;
  }

  // Conditions.

  /// Whether step \p I is the condition by which a successor was chosen.
  bool isDecision(size_t I) const {
    if (I == 0 || P.Steps[I].isBlockEnd() || P.Steps[I].Stmt != 0 ||
        P.Steps[I].statement().Kind != StmtKind::Assume ||
        Models.modelAt(P.Steps[I]))
      return false;
    const PathStep &Before = P.Steps[I - 1];
    return Before.isBlockEnd() && Before.Func == P.Steps[I].Func &&
           Before.block().Succs.size() > 1;
  }

  /// What was asked at the decision \p I: of a branch in two, the condition of
  /// the first way, so that the second is its being false.
  const Expr *askedAt(size_t I) const {
    const PathStep &Before = P.Steps[I - 1];
    const auto &Succs = Before.block().Succs;
    const auto &First = Before.Func->Blocks[Succs[0]].Stmts;
    const Expr *Taken = P.Steps[I].statement().Value;
    if (Succs.size() != 2 || First.empty() ||
        First[0].Kind != StmtKind::Assume || !isNegation(Taken, First[0].Value))
      return Taken;
    return First[0].Value;
  }

  /// Whether none of several conditions holds.
  bool isDefaultCase(size_t I) const {
    ir::Op O = P.Steps[I].statement().Value->op();
    return P.Steps[I - 1].block().Succs.size() > 2 &&
           !P.Steps[I].block().Name.starts_with(WayBlockName) &&
           (O == ir::Op::LAnd || O == ir::Op::Not || O == ir::Op::Ne);
  }

  static bool isNegation(const Expr *A, const Expr *B) {
    return (A->op() == ir::Op::Not && A->operand(0) == B) ||
           (B->op() == ir::Op::Not && B->operand(0) == A);
  }

  // Names.

  /// Which call gave a temporary its value, for the names of conditions.
  void noteResult(size_t I) {
    const ir::Stmt &S = P.Steps[I].statement();
    if (S.Kind != StmtKind::Call || !S.Dest ||
        S.Dest->kind() != ir::ExprKind::Var ||
        S.Dest->variable()->Kind != ir::Storage::Temporary)
      return;
    const ir::Function *Callee = P.enters(I) ? P.Steps[I + 1].Func
                                 : S.Value->kind() == ir::ExprKind::FuncAddr
                                     ? S.Value->function()
                                     : nullptr;
    if (Callee)
      nameResult(I, *Callee, *S.Dest->variable());
  }

  void nameResult(size_t I, const ir::Function &Callee, const Variable &V) {
    if (V.Kind != ir::Storage::Temporary)
      return;
    ResultOf[{In.at(I), &V}] = &Callee;
    Results.insert(&V);
  }

  /// Whether \p E can be written without names that the source does not have.
  bool isNamed(const Expr *E) const {
    for (const Variable *V : ir::variablesIn(E))
      if (V->Kind == ir::Storage::Temporary && !Results.contains(V))
        return false;
    return true;
  }

  std::string nameOf(Activation A, const Variable &V) const {
    if (auto It = ResultOf.find({A, &V}); It != ResultOf.end())
      return displayName(*It->second) + "()";
    if (V.isGlobal() && V.IsConst && !V.Bytes.empty())
      return '"' + V.Bytes.substr(0, V.Bytes.find('\0')) + '"';
    // `x.1` is a second variable x, `f.x` a static one of f.
    std::string Name = ir::ownName(V.Name);
    size_t Dot = Name.find('.');
    if (Dot == Name.npos || Dot == 0)
      return Name;
    return V.isGlobal() ? Name.substr(Dot + 1) : Name.substr(0, Dot);
  }

  std::string text(size_t Step, const Expr *E) const {
    return cText(E, [&](const Variable &V) { return nameOf(In.at(Step), V); });
  }

  // What is left out.

  /// A decision that one activation comes to again and again is a loop: of all
  /// but the last round only their number is told.
  void collapseLoops() {
    size_t Next = 0;
    std::vector<Draft> Kept;
    for (size_t First = 0; First < P.Steps.size(); ++First) {
      if (!isDecision(First))
        continue;
      const std::vector<size_t> &All =
          Visits.at({In.at(First), P.Steps[First - 1].Block});
      size_t Rounds = size_t(
          All.end() - std::lower_bound(All.begin(), All.end(), First) - 1);
      size_t Last = All.back();
      if (Rounds < 2)
        continue;
      for (; Next < Drafts.size() && Drafts[Next].Step < First; ++Next)
        Kept.push_back(std::move(Drafts[Next]));
      while (Next < Drafts.size() && Drafts[Next].Step < Last)
        ++Next;
      Kept.push_back({First,
                      Weight::Some,
                      {P.Steps[First].statement().Where,
                       "the loop runs " + std::to_string(Rounds) + " times"}});
      First = Last - 1;
    }
    std::move(Drafts.begin() + long(Next), Drafts.end(),
              std::back_inserter(Kept));
    Drafts = std::move(Kept);
  }

  /// A call in which something is told helps to follow it.
  void weighCalls() {
    std::vector<uint32_t> Before(P.Steps.size() + 1, 0);
    for (const Draft &D : Drafts)
      Before[D.Step + 1] += D.Helps > Weight::Little;
    for (size_t I = 1; I < Before.size(); ++I)
      Before[I] += Before[I - 1];
    for (Draft &D : Drafts)
      if (isCall(D.Step) && D.Helps == Weight::Little &&
          Before[In.endOf(In.at(D.Step + 1))] > Before[D.Step + 1])
        D.Helps = Weight::Some;
  }

  bool isCall(size_t I) const {
    return !P.Steps[I].isBlockEnd() &&
           P.Steps[I].statement().Kind == StmtKind::Call && P.enters(I);
  }

  /// The heaviest, of equals the later ones, in the order of the path.
  std::vector<Note> chosen(const ExplanationLimits &L) {
    std::erase_if(Drafts,
                  [](const Draft &D) { return D.Helps == Weight::Little; });
    std::vector<size_t> Order(Drafts.size());
    for (size_t I = 0; I < Order.size(); ++I)
      Order[I] = I;
    std::sort(Order.begin(), Order.end(), [&](size_t A, size_t B) {
      return std::pair(Drafts[A].Helps, A) > std::pair(Drafts[B].Helps, B);
    });
    Order.resize(std::min(Order.size(), L.MaxNotes));
    std::sort(Order.begin(), Order.end());
    std::vector<Note> Notes;
    for (size_t I : Order)
      Notes.push_back(std::move(Drafts[I].Text));
    return Notes;
  }

  /// Longer conditions are not repeated.
  static constexpr size_t MaxText = 80;

  const Path &P;
  const Witness &W;
  const Expansion &Models;
  Activations In;
  Relevance AtEnd, Anywhere;
  size_t LastCondition = SIZE_MAX;
  std::multimap<uint32_t, const PathInput *> Inputs;
  std::multimap<uint32_t, const SeenValue *> Seen;
  /// The steps at which an activation took a decision, by its block.
  std::map<std::pair<Activation, ir::BlockId>, std::vector<size_t>> Visits;
  std::map<Holder, const ir::Function *> ResultOf;
  std::set<const Variable *> Results;
  std::span<const Protocol> Protocols;
  bool HasState = false; ///< a state changes on the way
  std::vector<Draft> Drafts;
};

} // namespace

std::vector<Note> predabs::explain(const Path &P, const Witness &W,
                                   const Replay &R, const Expansion &Models,
                                   const ExplanationLimits &L) {
  return P.Steps.empty() ? std::vector<Note>()
                         : PathExplainer(P, W, R, Models).run(L);
}
