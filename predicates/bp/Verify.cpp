// Checks what builders of Boolean programs promise, see verify in Program.h.

#include "predicates/bp/Print.h"

namespace predabs::bp {

namespace {

class Verifier {
public:
  explicit Verifier(const Program &P) : P(P) {}

  std::optional<std::string> run() {
    variables(P.Globals, Scope::Global);
    for (const auto &Proc : P.Procs) {
      Where = Proc->Name;
      procedure(*Proc);
    }
    return Found;
  }

private:
  void check(bool Good, const std::string &What) {
    if (!Good && !Found)
      Found = (Where.empty() ? "" : Where + ": ") + What;
  }

  void variables(const std::vector<std::unique_ptr<Variable>> &Vars,
                 Scope Kind) {
    for (size_t I = 0; I != Vars.size(); ++I) {
      check(isVariableName(Vars[I]->Name), "bad name " + Vars[I]->Name);
      check(Vars[I]->Index == I, "bad index of " + Vars[I]->Name);
      check((Kind == Scope::Global) == Vars[I]->isGlobal(),
            "bad scope of " + Vars[I]->Name);
    }
  }

  void procedure(const Procedure &Proc) {
    Current = &Proc;
    Seen.clear();
    Labels.clear();
    check(isPlainName(Proc.Name) || Proc.Name == "unknown",
          "bad name of a procedure");
    variables(Proc.Vars, Scope::Local);
    for (size_t I = 0; I != Proc.Vars.size(); ++I)
      check((Proc.Vars[I]->Kind == Scope::Parameter) == (I < Proc.NumParams),
            "parameters come first");
    for (const Expr *E : Proc.Enforce)
      expr(E);
    collectLabels(Proc.Body);
    body(Proc.Body);
  }

  void collectLabels(const std::vector<Stmt> &Stmts) {
    for (const Stmt &S : Stmts) {
      for (const std::string &L : S.Labels) {
        check(isLabelName(L), "bad label " + L);
        check(Labels.insert(L).second, "label " + L + " stands twice");
      }
      collectLabels(S.Body);
      collectLabels(S.Else);
    }
  }

  void body(const std::vector<Stmt> &Stmts) {
    for (const Stmt &S : Stmts)
      stmt(S);
  }

  void stmt(const Stmt &S) {
    bool NeedsCond = S.Kind == StmtKind::Assume || S.Kind == StmtKind::Assert ||
                     S.Kind == StmtKind::If || S.Kind == StmtKind::While;
    if (S.Cond)
      S.Kind == StmtKind::Assign ? terms(S.Cond) : expr(S.Cond);
    check(!NeedsCond || S.Cond, "a condition is missing");
    for (const Expr *E : S.Values)
      expr(E);
    targets(S);
    if (S.Kind == StmtKind::Call)
      call(S);
    if (S.Kind == StmtKind::Assign)
      check(S.Targets.size() == S.Values.size() && !S.Targets.empty(),
            "as many targets as values");
    if (S.Kind == StmtKind::Return)
      check(S.Values.empty() || S.Values.size() == Current->NumResults,
            "number of results");
    check(S.Kind != StmtKind::Goto || !S.GotoLabels.empty(), "empty goto");
    for (const std::string &L : S.GotoLabels)
      check(Labels.contains(L), "no label " + L);
    body(S.Body);
    body(S.Else);
  }

  void targets(const Stmt &S) {
    std::unordered_set<const Variable *> Assigned;
    for (const Variable *V : S.Targets) {
      check(V || S.Kind == StmtKind::Call, "_ takes only results");
      if (V) {
        visible(V);
        check(Assigned.insert(V).second, V->Name + " assigned twice at once");
      }
    }
  }

  void call(const Stmt &S) {
    if (!S.Callee || S.Callee->Index >= P.Procs.size() ||
        P.Procs[S.Callee->Index].get() != S.Callee)
      return check(false, "callee is not in the program");
    check(S.Values.size() == S.Callee->NumParams, "number of arguments");
    check(S.Targets.size() == S.Callee->NumResults, "number of targets");
  }

  void expr(const Expr *E) {
    check(!E->HasNext, "a next value outside constrain");
    terms(E);
  }

  void terms(const Expr *Root) {
    for (const Expr *E : termsOf(Root))
      if (E->V && Seen.insert(E).second)
        visible(E->V);
  }

  /// The name must mean this very variable in the current procedure.
  void visible(const Variable *V) {
    const Variable *Meant = Current->findVariable(V->Name);
    if (!Meant)
      Meant = P.findGlobal(V->Name);
    check(Meant == V, V->Name + " means another variable here");
  }

  const Program &P;
  const Procedure *Current = nullptr;
  std::string Where;
  std::optional<std::string> Found;
  std::unordered_set<const Expr *> Seen;
  std::unordered_set<std::string_view> Labels;
};

} // namespace

std::optional<std::string> verify(const Program &P) {
  return Verifier(P).run();
}

} // namespace predabs::bp
