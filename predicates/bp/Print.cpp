// Text of Boolean programs, see Print.h. Expressions are written with a stack
// of what is still to be written, so they may be deep.

#include "predicates/bp/Print.h"

#include "predicates/bp/Syntax.h"

namespace predabs::bp {

namespace {

constexpr size_t LineWidth = 80;

/// What is still to be written: \p E, bracketed where it binds more loosely
/// than \p Binds, or if there is none \p Text.
struct Item {
  const Expr *E = nullptr;
  unsigned Binds = 0;
  std::string_view Text;
};

class ExprPrinter {
public:
  explicit ExprPrinter(std::string &Out) : Out(Out) {}

  void print(const Expr *Root) {
    Work.push_back({Root, 0, {}});
    while (!Work.empty()) {
      Item I = Work.back();
      Work.pop_back();
      if (!I.E) {
        Out += I.Text;
      } else if (precedence(I.E->Kind) < I.Binds) {
        later({{nullptr, 0, "("}, {I.E, 0, {}}, {nullptr, 0, ")"}});
      } else {
        open(I.E);
      }
    }
  }

private:
  void later(std::initializer_list<Item> Items) {
    Work.insert(Work.end(), std::rbegin(Items), std::rend(Items));
  }

  void open(const Expr *E) {
    switch (E->Kind) {
    case ExprKind::False:
      Out += "false";
      return;
    case ExprKind::True:
      Out += "true";
      return;
    case ExprKind::Star:
      Out += '*';
      return;
    case ExprKind::Var:
      Out += E->V->Name;
      return;
    case ExprKind::Next:
      Out += '\'';
      Out += E->V->Name;
      return;
    case ExprKind::Not:
      Out += '!';
      return later({{E->Op[0], precedence(ExprKind::Not), {}}});
    case ExprKind::Cond:
      return later({{E->Op[0], 1, {}},
                    {nullptr, 0, " ? "},
                    {E->Op[1], 0, {}},
                    {nullptr, 0, " : "},
                    {E->Op[2], 0, {}}});
    case ExprKind::Choose:
      return later({{nullptr, 0, "choose("},
                    {E->Op[0], 0, {}},
                    {nullptr, 0, ", "},
                    {E->Op[1], 0, {}},
                    {nullptr, 0, ")"}});
    default:
      return openBinary(E);
    }
  }

  void openBinary(const Expr *E) {
    unsigned Binds = precedence(E->Kind);
    bool Right = groupsRight(E->Kind);
    later({{E->Op[0], Binds + Right, {}},
           {nullptr, 0, " "},
           {nullptr, 0, spelling(E->Kind)},
           {nullptr, 0, " "},
           {E->Op[1], Binds + !Right, {}}});
  }

  std::string &Out;
  std::vector<Item> Work;
};

class Printer {
public:
  std::string Out;

  void program(const Program &P) {
    declare(P.Globals, 0, "");
    for (const auto &Proc : P.Procs) {
      if (!Out.empty())
        Out += '\n';
      procedure(*Proc);
    }
  }

  void head(const Stmt &S) {
    switch (S.Kind) {
    case StmtKind::Skip:
      Out += "skip;";
      return;
    case StmtKind::Assign:
      return assign(S);
    case StmtKind::Dead:
      Out += "dead ";
      targets(S.Targets);
      Out += ';';
      return;
    case StmtKind::Assume:
    case StmtKind::Assert:
      Out += S.Kind == StmtKind::Assume ? "assume(" : "assert(";
      expr(S.Cond);
      Out += ");";
      return;
    case StmtKind::Call:
      return call(S);
    case StmtKind::Return:
      Out += S.Values.empty() ? "return" : "return ";
      exprs(S.Values);
      Out += ';';
      return;
    case StmtKind::Goto:
      return jump(S);
    case StmtKind::If:
    case StmtKind::While:
      Out += S.Kind == StmtKind::If ? "if (" : "while (";
      expr(S.Cond);
      Out += ')';
      return;
    case StmtKind::Block:
      return;
    }
  }

  void expr(const Expr *E) { ExprPrinter(Out).print(E); }

private:
  void declare(const std::vector<std::unique_ptr<Variable>> &Vars, size_t First,
               std::string_view Indent) {
    size_t LineStart = 0;
    for (size_t I = First; I != Vars.size(); ++I) {
      const std::string &Name = Vars[I]->Name;
      if (I != First && Out.size() - LineStart + Name.size() + 3 <= LineWidth) {
        Out += ", ";
      } else {
        Out += I == First ? "" : ";\n";
        LineStart = Out.size();
        Out += Indent;
        Out += "decl ";
      }
      Out += Name;
    }
    if (First < Vars.size())
      Out += ";\n";
  }

  void procedure(const Procedure &P) {
    if (P.NumResults == 0)
      Out += "void ";
    else if (P.NumResults == 1)
      Out += "bool ";
    else
      Out += "bool<" + std::to_string(P.NumResults) + "> ";
    Out += P.Name + "(";
    for (uint32_t I = 0; I != P.NumParams; ++I)
      Out += (I ? ", " : "") + P.Vars[I]->Name;
    Out += ") {\n";
    declare(P.Vars, P.NumParams, "  ");
    for (const Expr *E : P.Enforce) {
      Out += "  enforce ";
      expr(E);
      Out += ";\n";
    }
    body(P.Body, 1);
    Out += "}\n";
  }

  void body(const std::vector<Stmt> &Stmts, size_t Depth) {
    for (const Stmt &S : Stmts) {
      Out.append(2 * Depth, ' ');
      stmt(S, Depth);
    }
  }

  void stmt(const Stmt &S, size_t Depth) {
    for (const std::string &L : S.Labels)
      Out += L + ": ";
    head(S);
    bool HasBody = S.Kind == StmtKind::If || S.Kind == StmtKind::While;
    if (HasBody)
      Out += ' ';
    if (HasBody || S.Kind == StmtKind::Block)
      Out += '{';
    comment(S);
    if (!HasBody && S.Kind != StmtKind::Block)
      return;
    body(S.Body, Depth + 1);
    Out.append(2 * Depth, ' ');
    Out += '}';
    if (!S.Else.empty())
      otherwise(S.Else, Depth);
    else
      Out += '\n';
  }

  void otherwise(const std::vector<Stmt> &Else, size_t Depth) {
    const Stmt &First = Else[0];
    if (Else.size() == 1 && First.Kind == StmtKind::If &&
        First.Labels.empty()) {
      Out += " else ";
      return stmt(First, Depth);
    }
    Out += " else {\n";
    body(Else, Depth + 1);
    Out.append(2 * Depth, ' ');
    Out += "}\n";
  }

  void comment(const Stmt &S) {
    if (!S.Comment.empty()) {
      Out += " // ";
      for (char C : S.Comment)
        Out += C == '\n' ? ' ' : C;
    }
    Out += '\n';
  }

  void targets(const std::vector<const Variable *> &Vars) {
    for (size_t I = 0; I != Vars.size(); ++I) {
      Out += I ? ", " : "";
      Out += Vars[I] ? Vars[I]->Name : "_";
    }
  }

  void exprs(const std::vector<const Expr *> &Es) {
    for (size_t I = 0; I != Es.size(); ++I) {
      Out += I ? ", " : "";
      expr(Es[I]);
    }
  }

  void assign(const Stmt &S) {
    targets(S.Targets);
    Out += " := ";
    exprs(S.Values);
    if (S.Cond) {
      Out += " constrain ";
      expr(S.Cond);
    }
    Out += ';';
  }

  void call(const Stmt &S) {
    if (!S.Targets.empty()) {
      targets(S.Targets);
      Out += " := ";
    }
    Out += S.Callee->Name + "(";
    exprs(S.Values);
    Out += ");";
  }

  void jump(const Stmt &S) {
    Out += "goto ";
    for (size_t I = 0; I != S.GotoLabels.size(); ++I)
      Out += (I ? ", " : "") + S.GotoLabels[I];
    Out += ';';
  }
};

} // namespace

std::string print(const Program &P) {
  Printer Text;
  Text.program(P);
  return std::move(Text.Out);
}

std::string print(const Expr *E) {
  Printer Text;
  Text.expr(E);
  return std::move(Text.Out);
}

std::string printHead(const Stmt &S) {
  Printer Text;
  Text.head(S);
  return std::move(Text.Out);
}

} // namespace predabs::bp
