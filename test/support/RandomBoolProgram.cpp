// Random Boolean programs, see RandomBoolProgram.h.

#include "RandomBoolProgram.h"

#include <cstdint>
#include <random>

namespace predabs::bp {

namespace {

class Generator {
public:
  Generator(uint64_t Seed, const RandomSize &Size) : Random(Seed), Size(Size) {}

  Program run() {
    for (unsigned I = 0, N = below(Size.Globals + 1); I != N; ++I)
      P.addGlobal(variableName(name("g", I)));
    for (unsigned I = 0, N = 1 + below(Size.Procedures); I != N; ++I)
      declare(I);
    for (const auto &Proc : P.Procs)
      define(*Proc);
    return std::move(P);
  }

private:
  /// std distributions differ between libraries; this does not.
  unsigned below(unsigned N) { return N ? unsigned(Random() % N) : 0; }
  bool oneIn(unsigned N) { return below(N) == 0; }

  /// Some names need braces.
  std::string name(const char *Letter, unsigned I) {
    std::string Plain = Letter + std::to_string(I);
    return oneIn(3) ? Plain + "->v > 0" : Plain;
  }

  void declare(unsigned I) {
    Procedure *Proc = P.addProcedure(I == 0 ? "main" : "p" + std::to_string(I));
    for (unsigned J = 0, N = below(Size.Params + 1); J != N; ++J)
      addVariable(*Proc, variableName(name("a", J)), Scope::Parameter);
    for (unsigned J = 0, N = below(Size.Locals + 1); J != N; ++J)
      addVariable(*Proc, variableName(name("x", J)), Scope::Local);
    Proc->NumResults = below(Size.Results + 1);
  }

  void define(Procedure &Proc) {
    Vars.clear();
    for (const auto &G : P.Globals)
      Vars.push_back(G.get());
    for (const auto &V : Proc.Vars)
      Vars.push_back(V.get());
    Current = &Proc;
    Labels.clear();
    if (oneIn(4))
      Proc.Enforce.push_back(expr(Size.ExprDepth));
    Left = 1 + below(Size.Statements);
    while (Left)
      Proc.Body.push_back(stmt(0));
    aimGotos(Proc.Body);
  }

  std::vector<Stmt> body(unsigned Depth) {
    std::vector<Stmt> Result;
    for (unsigned N = below(4); N && Left; --N)
      Result.push_back(stmt(Depth));
    return Result;
  }

  Stmt stmt(unsigned Depth) {
    --Left;
    Stmt S;
    if (oneIn(3))
      S.Labels.push_back(newLabel());
    if (oneIn(12))
      S.Labels.push_back(newLabel());
    switch (below(Depth < 3 ? 14 : 10)) {
    case 0:
    case 1:
    case 2:
      assign(S);
      break;
    case 3:
      S.Kind = StmtKind::Assume;
      S.Cond = expr(Size.ExprDepth);
      break;
    case 4:
      S.Kind = StmtKind::Assert;
      S.Cond = expr(Size.ExprDepth);
      break;
    case 5:
    case 6:
      call(S);
      break;
    case 7:
      S.Kind = StmtKind::Goto;
      break;
    case 8:
      if (oneIn(2))
        result(S);
      break;
    case 9:
      if (oneIn(2) && !Vars.empty()) {
        S.Kind = StmtKind::Dead;
        targets(S, 1 + below(2));
      }
      break;
    case 10:
    case 11:
      S.Kind = StmtKind::If;
      S.Cond = expr(Size.ExprDepth);
      S.Body = body(Depth + 1);
      S.Else = body(Depth + 1);
      break;
    case 12:
      S.Kind = StmtKind::While;
      S.Cond = expr(Size.ExprDepth);
      S.Body = body(Depth + 1);
      break;
    default:
      S.Kind = StmtKind::Block;
      S.Body = body(Depth + 1);
    }
    return S;
  }

  std::string newLabel() {
    Labels.push_back((oneIn(5) ? "" : "L") + std::to_string(Labels.size()));
    return Labels.back();
  }

  /// Up to \p N different variables in random order.
  void targets(Stmt &S, unsigned N) {
    std::vector<const Variable *> Rest = Vars;
    for (; N && !Rest.empty(); --N) {
      unsigned I = below(unsigned(Rest.size()));
      S.Targets.push_back(Rest[I]);
      Rest.erase(Rest.begin() + I);
    }
  }

  void assign(Stmt &S) {
    if (Vars.empty())
      return;
    S.Kind = StmtKind::Assign;
    targets(S, 1 + below(3));
    for (size_t I = 0; I != S.Targets.size(); ++I)
      S.Values.push_back(expr(Size.ExprDepth));
    if (oneIn(5))
      S.Cond = expr(Size.ExprDepth, &S);
  }

  void call(Stmt &S) {
    S.Kind = StmtKind::Call;
    S.Callee = P.Procs[below(unsigned(P.Procs.size()))].get();
    for (unsigned I = 0; I != S.Callee->NumParams; ++I)
      S.Values.push_back(expr(1));
    targets(S, S.Callee->NumResults);
    S.Targets.resize(S.Callee->NumResults);
    for (const Variable *&V : S.Targets)
      if (oneIn(6))
        V = nullptr;
  }

  void result(Stmt &S) {
    S.Kind = StmtKind::Return;
    if (!oneIn(4))
      for (unsigned I = 0; I != Current->NumResults; ++I)
        S.Values.push_back(expr(Size.ExprDepth));
  }

  /// Gives gotos their labels when all are known.
  void aimGotos(std::vector<Stmt> &Stmts) {
    for (Stmt &S : Stmts) {
      aimGotos(S.Body);
      aimGotos(S.Else);
      if (S.Kind != StmtKind::Goto)
        continue;
      if (Labels.empty())
        S.Kind = StmtKind::Skip;
      for (unsigned N = 1 + below(2); N && !Labels.empty(); --N)
        S.GotoLabels.push_back(Labels[below(unsigned(Labels.size()))]);
    }
  }

  /// Under a constrain of \p Constrained next values may stand.
  const Expr *expr(unsigned Depth, const Stmt *Constrained = nullptr) {
    ExprArena &A = P.Exprs;
    if (Depth == 0 || oneIn(3))
      return leaf(Constrained);
    auto Sub = [&] { return expr(Depth - 1, Constrained); };
    constexpr ExprKind Binaries[] = {
        ExprKind::And,   ExprKind::Or,     ExprKind::Xor, ExprKind::Implies,
        ExprKind::Equiv, ExprKind::Choose, ExprKind::And, ExprKind::Or};
    // In a fixed order, which arguments of a call do not have.
    const Expr *X = Sub();
    unsigned Which = below(10);
    if (Which < 2)
      return A.negate(X);
    const Expr *Y = Sub();
    if (Which == 2)
      return A.make(ExprKind::Cond, X, Y, Sub());
    return A.make(Binaries[below(std::size(Binaries))], X, Y);
  }

  const Expr *leaf(const Stmt *Constrained) {
    ExprArena &A = P.Exprs;
    if (oneIn(8))
      return A.star();
    if (Vars.empty() || oneIn(10))
      return A.constant(oneIn(2));
    const Variable *V = Vars[below(unsigned(Vars.size()))];
    return Constrained && oneIn(2) ? A.next(V) : A.var(V);
  }

  std::mt19937_64 Random;
  RandomSize Size;
  Program P;
  Procedure *Current = nullptr;
  std::vector<const Variable *> Vars; ///< that Current sees
  std::vector<std::string> Labels;
  unsigned Left = 0; ///< statements that may still be made
};

} // namespace

Program randomBoolProgram(uint64_t Seed, const RandomSize &Size) {
  return Generator(Seed, Size).run();
}

} // namespace predabs::bp
