// Traces for people, see print in Trace.h.

#include "predicates/bp/Print.h"
#include "predicates/bp/Trace.h"

namespace predabs::bp {

namespace {

class TracePrinter {
public:
  TracePrinter(const Flow &F, const Trace &T) : F(F), T(T) {}

  std::string run() {
    for (size_t I = 0; I != T.Steps.size(); ++I)
      step(I);
    return std::move(Out);
  }

private:
  void step(size_t I) {
    const TraceStep &S = T.Steps[I];
    const FlowNode &N = F.Procs[S.Proc].Nodes[S.Node];
    bool Last = I + 1 == T.Steps.size();
    if (I == 0)
      enter(S);
    indent();
    Out += std::to_string(N.Line) + ": " + head(N);
    if (Last) {
      Out += T.What == Goal::AssertFails ? "  fails\n" : "  reached\n";
      return;
    }
    const TraceStep &Next = T.Steps[I + 1];
    if (N.Kind == NodeKind::Call) {
      Out += '\n';
      Frames.push_back(&S);
      enter(Next);
    } else if (N.Kind == NodeKind::Return && !Frames.empty()) {
      // The caller's variables are compared with those at the call.
      TraceStep Before = *Frames.back();
      Before.Globals = S.Globals;
      Frames.pop_back();
      changes(Before, Next);
    } else {
      changes(S, Next);
    }
  }

  void indent() { Out.append(2 * Frames.size() + 2, ' '); }

  std::string head(const FlowNode &N) {
    if (!N.Source)
      return "end";
    return N.Source->Kind == StmtKind::Block ? "{" : printHead(*N.Source);
  }

  /// A line with the procedure and all values that it starts with; a callee
  /// shows only its own, since globals do not change.
  void enter(const TraceStep &S) {
    Out.append(2 * Frames.size(), ' ');
    Out += F.Procs[S.Proc].Proc->Name + ":";
    if (Frames.empty())
      for (const auto &V : F.Prog->Globals)
        value(*V, S);
    for (const auto &V : F.Procs[S.Proc].Proc->Vars)
      value(*V, S);
    Out += '\n';
  }

  void changes(const TraceStep &Before, const TraceStep &After) {
    std::string Line = std::move(Out);
    Out.clear();
    for (const auto &V : F.Prog->Globals)
      if (Before.Globals[V->Index] != After.Globals[V->Index])
        value(*V, After);
    for (const auto &V : F.Procs[After.Proc].Proc->Vars)
      if (Before.Locals[V->Index] != After.Locals[V->Index])
        value(*V, After);
    Out = std::move(Line) + (Out.empty() ? "" : "  //" + Out) + "\n";
  }

  void value(const Variable &V, const TraceStep &S) {
    bool Value = V.isGlobal() ? S.Globals[V.Index] : S.Locals[V.Index];
    Out += " " + V.Name + "=" + (Value ? "1" : "0");
  }

  const Flow &F;
  const Trace &T;
  std::string Out;
  std::vector<const TraceStep *> Frames;
};

} // namespace

std::string print(const Flow &F, const Trace &T) {
  return TracePrinter(F, T).run();
}

} // namespace predabs::bp
