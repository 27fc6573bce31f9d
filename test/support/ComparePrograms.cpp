#include "test/support/ComparePrograms.h"

#include "predicates/bp/Print.h"

namespace predabs::bp {

namespace {

class Comparison {
public:
  std::optional<std::string> run(const Program &A, const Program &B) {
    names("globals", A.Globals, B.Globals);
    if (A.Procs.size() != B.Procs.size())
      differ("number of procedures");
    for (size_t I = 0; !Found && I != A.Procs.size(); ++I)
      procedures(*A.Procs[I], *B.Procs[I]);
    return Found;
  }

private:
  void differ(std::string What) {
    if (!Found)
      Found = (Where.empty() ? "" : Where + ": ") + std::move(What);
  }

  void names(const char *What, const std::vector<std::unique_ptr<Variable>> &A,
             const std::vector<std::unique_ptr<Variable>> &B) {
    bool Same = A.size() == B.size();
    for (size_t I = 0; Same && I != A.size(); ++I)
      Same = A[I]->Name == B[I]->Name && A[I]->Kind == B[I]->Kind;
    if (!Same)
      differ(What);
  }

  void procedures(const Procedure &A, const Procedure &B) {
    Where = A.Name;
    if (A.Name != B.Name)
      differ("is " + B.Name + " in the other");
    if (A.NumParams != B.NumParams || A.NumResults != B.NumResults)
      differ("number of parameters or results");
    names("variables", A.Vars, B.Vars);
    exprs(A.Enforce, B.Enforce, "enforce");
    bodies(A.Body, B.Body);
  }

  void bodies(const std::vector<Stmt> &A, const std::vector<Stmt> &B) {
    if (A.size() != B.size())
      return differ("number of statements");
    for (size_t I = 0; !Found && I != A.size(); ++I)
      stmts(A[I], B[I]);
  }

  void stmts(const Stmt &A, const Stmt &B) {
    bool Same = A.Kind == B.Kind && A.Labels == B.Labels &&
                A.GotoLabels == B.GotoLabels &&
                A.Targets.size() == B.Targets.size() &&
                !A.Callee == !B.Callee && !A.Cond == !B.Cond;
    if (Same && A.Callee)
      Same = A.Callee->Name == B.Callee->Name;
    for (size_t I = 0; Same && I != A.Targets.size(); ++I)
      Same = sameVariable(A.Targets[I], B.Targets[I]);
    if (!Same)
      return differ("'" + printHead(A) + "' is '" + printHead(B) + "'");
    if (A.Cond && !sameExpr(A.Cond, B.Cond))
      return differ("condition of '" + printHead(A) + "'");
    exprs(A.Values, B.Values, "values");
    bodies(A.Body, B.Body);
    bodies(A.Else, B.Else);
  }

  void exprs(const std::vector<const Expr *> &A,
             const std::vector<const Expr *> &B, const char *What) {
    bool Same = A.size() == B.size();
    for (size_t I = 0; Same && I != A.size(); ++I)
      Same = sameExpr(A[I], B[I]);
    if (!Same)
      differ(What);
  }

  static bool sameVariable(const Variable *A, const Variable *B) {
    if (!A || !B)
      return A == B;
    return A->isGlobal() == B->isGlobal() && A->Index == B->Index;
  }

  /// Terms are interned, so each of A has one partner in B.
  bool sameExpr(const Expr *A, const Expr *B) {
    std::vector<std::pair<const Expr *, const Expr *>> Work = {{A, B}};
    while (!Work.empty()) {
      auto [X, Y] = Work.back();
      Work.pop_back();
      auto [Known, New] = Partner.emplace(X, Y);
      if (Known->second != Y || X->Kind != Y->Kind || !sameVariable(X->V, Y->V))
        return false;
      for (unsigned I = 0; New && I != arity(X->Kind); ++I)
        Work.emplace_back(X->Op[I], Y->Op[I]);
    }
    return true;
  }

  std::optional<std::string> Found;
  std::string Where;
  std::unordered_map<const Expr *, const Expr *> Partner;
};

} // namespace

std::optional<std::string> difference(const Program &A, const Program &B) {
  return Comparison().run(A, B);
}

} // namespace predabs::bp
