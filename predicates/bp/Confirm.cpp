// Confirms traces step by step in explicit states, see confirm in Trace.h.

#include "predicates/bp/Evaluate.h"

#include <algorithm>

namespace predabs::bp {

namespace {

class Confirmation {
public:
  Confirmation(const Flow &F, const Trace &T) : F(F), T(T) {}

  std::optional<std::string> run(const std::vector<ProcId> &Entries) {
    if (T.Steps.empty())
      return "the trace is empty";
    for (; !Wrong && Number != T.Steps.size(); ++Number)
      checkState(T.Steps[Number]);
    Number = 0;
    if (!Wrong)
      checkStart(Entries, T.Steps.front());
    for (; !Wrong && Number + 1 < T.Steps.size(); ++Number)
      checkStep(T.Steps[Number], T.Steps[Number + 1]);
    if (!Wrong)
      checkGoal(T.Steps.back());
    return Wrong;
  }

private:
  void check(bool Good, const char *What) {
    if (!Good && !Wrong)
      Wrong = "step " + std::to_string(Number) + ": " + What;
  }

  const FlowNode &nodeOf(const TraceStep &S) const {
    return F.Procs[S.Proc].Nodes[S.Node];
  }

  static PossibleValues valuesOf(const Expr *E, const TraceStep &S) {
    return evaluate(E, {S.Globals, S.Locals});
  }

  void checkState(const TraceStep &S) {
    check(S.Proc < F.Procs.size(), "no such procedure");
    if (Wrong)
      return;
    const ProcFlow &P = F.Procs[S.Proc];
    check(S.Node < P.Nodes.size(), "no such node");
    check(S.Globals.size() == F.Prog->Globals.size(), "number of globals");
    check(S.Locals.size() == P.Proc->Vars.size(), "number of locals");
    if (!Wrong && P.Enforce && !isSameAsBefore(S))
      check(valuesOf(P.Enforce, S).True, "the state violates enforce");
  }

  /// Most steps change nothing, and what is enforced is long.
  bool isSameAsBefore(const TraceStep &S) const {
    if (Number == 0)
      return false;
    const TraceStep &Before = T.Steps[Number - 1];
    return S.Proc == Before.Proc && S.Locals == Before.Locals &&
           S.Globals == Before.Globals;
  }

  void checkStart(const std::vector<ProcId> &Entries, const TraceStep &S) {
    check(std::find(Entries.begin(), Entries.end(), S.Proc) != Entries.end(),
          "does not start in an entry procedure");
    check(S.Node == F.Procs[S.Proc].Entry, "does not start at the entry");
  }

  void checkStep(const TraceStep &S, const TraceStep &Next) {
    const FlowNode &N = nodeOf(S);
    if (N.Kind == NodeKind::Call)
      return checkEnter(N, S, Next);
    if (N.Kind == NodeKind::Return)
      return checkLeave(N, S, Next);
    check(S.Proc == Next.Proc, "another procedure without a call");
    if (Wrong)
      return;
    checkEdge(N, S, Next);
    if (N.Kind == NodeKind::Assign)
      return checkAssign(N, S, Next);
    check(S.Globals == Next.Globals && S.Locals == Next.Locals,
          "variables change without an assignment");
    if (N.Kind == NodeKind::Assume || N.Kind == NodeKind::Assert)
      check(valuesOf(N.Cond, S).True, "the condition cannot be true");
  }

  void checkEdge(const FlowNode &N, const TraceStep &S, const TraceStep &Next) {
    if (N.Kind != NodeKind::Branch)
      return check(std::find(N.Succs.begin(), N.Succs.end(), Next.Node) !=
                       N.Succs.end(),
                   "no such edge");
    PossibleValues C = valuesOf(N.Cond, S);
    check((Next.Node == N.Succs[0] && C.True) ||
              (Next.Node == N.Succs[1] && C.False),
          "the branch cannot go there");
  }

  void checkAssign(const FlowNode &N, const TraceStep &S,
                   const TraceStep &Next) {
    checkTargets(N.Targets, N.Values, S, S.Globals, S.Locals, Next);
    if (N.Cond)
      check(evaluate(N.Cond, {S.Globals, S.Locals, &Next.Globals, &Next.Locals})
                .True,
            "constrain is violated");
  }

  /// \p Next is \p Globals and \p Locals with \p Targets replaced by possible
  /// values of \p Sources in \p S; arbitrary ones if there are no sources.
  void checkTargets(const std::vector<const Variable *> &Targets,
                    const std::vector<const Expr *> &Sources,
                    const TraceStep &S, Values Globals, Values Locals,
                    const TraceStep &Next) {
    for (size_t I = 0; I != Targets.size(); ++I) {
      const Variable *V = Targets[I];
      if (!V)
        continue;
      bool Value =
          V->isGlobal() ? Next.Globals[V->Index] : Next.Locals[V->Index];
      if (!Sources.empty())
        check(valuesOf(Sources[I], S).may(Value), "an impossible value");
      (V->isGlobal() ? Globals : Locals)[V->Index] = Value;
    }
    check(Globals == Next.Globals && Locals == Next.Locals,
          "a variable changes that is not assigned");
  }

  void checkEnter(const FlowNode &N, const TraceStep &S,
                  const TraceStep &Next) {
    Callers.push_back(&S);
    check(Next.Proc == N.Callee, "the call enters another procedure");
    if (Wrong)
      return;
    check(Next.Node == F.Procs[N.Callee].Entry, "the call misses the entry");
    check(Next.Globals == S.Globals, "a call changes globals");
    for (size_t I = 0; I != N.Values.size(); ++I)
      check(valuesOf(N.Values[I], S).may(Next.Locals[I]),
            "an impossible argument");
  }

  void checkLeave(const FlowNode &N, const TraceStep &S,
                  const TraceStep &Next) {
    check(!Callers.empty(), "a return without a caller");
    if (Wrong)
      return;
    const TraceStep &Caller = *Callers.back();
    Callers.pop_back();
    const FlowNode &Call = nodeOf(Caller);
    check(Next.Proc == Caller.Proc && Next.Node == Call.Succs[0],
          "the return misses the caller");
    if (!Wrong)
      checkTargets(Call.Targets, N.Values, S, S.Globals, Caller.Locals, Next);
  }

  void checkGoal(const TraceStep &S) {
    if (T.What != Goal::AssertFails)
      return;
    const FlowNode &N = nodeOf(S);
    check(N.Kind == NodeKind::Assert, "does not end at an assertion");
    if (!Wrong)
      check(valuesOf(N.Cond, S).False, "the assertion does not fail");
  }

  const Flow &F;
  const Trace &T;
  std::vector<const TraceStep *> Callers;
  size_t Number = 0;
  std::optional<std::string> Wrong;
};

} // namespace

std::optional<std::string>
confirm(const Flow &F, const std::vector<ProcId> &Entries, const Trace &T) {
  return Confirmation(F, T).run(Entries);
}

} // namespace predabs::bp
