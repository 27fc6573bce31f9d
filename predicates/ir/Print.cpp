// Prints types, expressions and statements as text, see Print.h, with a stack
// of pending parts instead of recursion: they may be nested deeply.

#include "predicates/ir/Print.h"

#include "predicates/ir/PrintNames.h"
#include "predicates/ir/Syntax.h"

#include <bit>
#include <charconv>

namespace predabs::ir {

namespace {

class TypePrinter {
public:
  explicit TypePrinter(std::string &Out) : Out(Out) {}

  void print(const Type *T) {
    begin(T);
    while (!Pending.empty()) {
      Part P = std::move(Pending.back());
      Pending.pop_back();
      Out += P.Text;
      if (P.Ty)
        begin(P.Ty);
    }
  }

private:
  /// Text and then a type, if any.
  struct Part {
    std::string Text;
    const Type *Ty = nullptr;
  };

  /// Prints the first words of \p T and leaves the rest pending.
  void begin(const Type *T) {
    if (T->isPointer() || T->isArray())
      return beginDerived(T);
    switch (T->kind()) {
    case TypeKind::Int:
      return printInt(T);
    case TypeKind::Float:
      return printFloat(T);
    case TypeKind::Record:
      return appendRecord(Out, T->name());
    case TypeKind::Function:
      return beginFunction(T);
    case TypeKind::Opaque:
      return printOpaque(T);
    default:
      Out += "void";
    }
  }

  void printInt(const Type *T) {
    if (T->isBool()) {
      Out += "bool";
      return;
    }
    Out += T->isSigned() ? 'i' : 'u';
    appendNumber(Out, T->width());
  }

  void printFloat(const Type *T) {
    Out += 'f';
    appendNumber(Out, T->width());
    uint64_t Natural = naturalFloatSize(T->width());
    if (T->size() == Natural && T->align() == Natural)
      return;
    Out += '(';
    printSizeAndAlign(T);
  }

  void printOpaque(const Type *T) {
    Out += "opaque(";
    appendQuoted(Out, T->name());
    Out += ", ";
    printSizeAndAlign(T);
  }

  void printSizeAndAlign(const Type *T) {
    appendNumber(Out, T->size());
    Out += ", ";
    appendNumber(Out, T->align());
    Out += ')';
  }

  /// Pointers and arrays, `i32*[10]`: their suffixes follow the type that
  /// they are made of, the innermost first. As in C the first of two
  /// neighbouring counts is the outer array's.
  void beginDerived(const Type *T) {
    std::vector<std::string> Suffixes; // outermost first
    while (T->isPointer() || T->isArray()) {
      Suffixes.emplace_back();
      if (T->isPointer()) {
        Suffixes.back() = "*";
        T = T->inner();
        continue;
      }
      for (; T->isArray(); T = T->inner())
        appendCount(Suffixes.back(), T->count());
    }
    Part Rest;
    if (T->isFunction())
      Rest.Text = ")";
    for (size_t I = Suffixes.size(); I-- > 0;)
      Rest.Text += Suffixes[I];
    Pending.push_back(std::move(Rest));
    Pending.push_back({T->isFunction() ? "(" : "", T});
  }

  static void appendCount(std::string &Suffix, uint64_t Count) {
    Suffix += '[';
    appendNumber(Suffix, Count);
    Suffix += ']';
  }

  void beginFunction(const Type *T) {
    size_t NumParams = T->params().size();
    Pending.push_back(
        {T->isVariadic() ? NumParams ? ", ...) -> " : "...) -> " : ") -> ",
         T->inner()});
    for (size_t I = NumParams; I-- > 0;)
      Pending.push_back({I ? ", " : "", T->params()[I]});
    Out += "fn(";
  }

  std::string &Out;
  std::vector<Part> Pending;
};

class ExprPrinter {
public:
  explicit ExprPrinter(std::string &Out) : Out(Out) {}

  void print(const Expr *E, Precedence Min = Precedence::Cond) {
    if (!E) {
      Out += "<none>"; // a broken module: verify says so
      return;
    }
    begin(E, Min);
    while (!Pending.empty()) {
      Part P = Pending.back();
      Pending.pop_back();
      if (P.IsMember)
        printMember(P.E);
      else if (P.E)
        begin(P.E, P.Min);
      else
        Out += P.Text;
    }
  }

private:
  /// An expression that binds at least as tightly as Min or gets parentheses,
  /// the `.name` of a field expression, or text.
  struct Part {
    const Expr *E = nullptr;
    const char *Text = nullptr;
    Precedence Min = Precedence::Cond;
    bool IsMember = false;
  };

  void later(const char *Text) { Pending.push_back({nullptr, Text}); }
  void later(const Expr *E, Precedence Min) {
    Pending.push_back({E, nullptr, Min});
  }

  static Precedence precedenceOf(const Expr *E) {
    switch (E->kind()) {
    case ExprKind::Deref:
    case ExprKind::AddrOf:
      return Precedence::Prefix;
    case ExprKind::Unary:
    case ExprKind::Binary:
      return opSyntax(E->op()).Binds;
    case ExprKind::Cond:
      return Precedence::Cond;
    default:
      return Precedence::Postfix;
    }
  }

  /// Prints the first words of \p E and leaves the rest pending, the last
  /// part first.
  void begin(const Expr *E, Precedence Min) {
    if (precedenceOf(E) < Min) {
      Out += '(';
      later(")");
    }
    switch (E->kind()) {
    case ExprKind::Int:
      return printInt(E);
    case ExprKind::Float:
      return printFloat(E);
    case ExprKind::Zero:
      return printTyped("zero", E->type());
    case ExprKind::FuncAddr:
      return appendFunction(Out, *E->function());
    case ExprKind::LabelAddr:
      return printLabelAddr(E);
    case ExprKind::Var:
      return appendVariable(Out, *E->variable());
    case ExprKind::Field:
      Pending.push_back({E, nullptr, Precedence::Cond, true});
      return later(E->operand(0), Precedence::Postfix);
    case ExprKind::Index:
      return beginIndex(E);
    case ExprKind::Deref:
      return beginPrefix("*", E);
    case ExprKind::AddrOf:
      return beginPrefix("&", E);
    case ExprKind::Unary:
      return beginUnary(E);
    case ExprKind::Binary:
      return beginBinary(E);
    case ExprKind::Cast:
      printTyped("cast", E->type());
      return beginCallLike("", E);
    case ExprKind::Cond:
      return beginCond(E);
    }
  }

  void printTyped(const char *Word, const Type *T) {
    Out += Word;
    Out += '<';
    TypePrinter(Out).print(T);
    Out += '>';
  }

  void printInt(const Expr *E) {
    const Type *T = E->type();
    if (T->isPointer())
      return printPointer(E);
    if (T->isBool()) {
      Out += E->bits() ? "true" : "false";
      return;
    }
    bool Negative = T->isSigned() && E->number() < 0;
    if (Negative)
      Out += '-';
    appendNumber(Out, Negative ? UInt128(0) - UInt128(E->number()) : E->bits());
    if (T->isSigned() && T->width() == 32)
      return;
    Out += ':';
    TypePrinter(Out).print(T);
  }

  /// A cast of a constant folds to a constant: that gives the text of an
  /// address that is a number.
  void printPointer(const Expr *E) {
    if (E->bits() == 0)
      return printTyped("null", E->type());
    printTyped("cast", E->type());
    Out += '(';
    appendNumber(Out, E->bits());
    Out += ":u";
    appendNumber(Out, E->type()->width());
    Out += ')';
  }

  void printFloat(const Expr *E) {
    unsigned Width = E->type()->width();
    TypePrinter(Out).print(E->type());
    Out += ' ';
    appendHex(Out, E->bits(), Width / 4);
    if (Width == 64)
      printReadable(std::bit_cast<double>(uint64_t(E->bits())));
    else if (Width == 32)
      printReadable(std::bit_cast<float>(uint32_t(E->bits())));
  }

  template <typename T> void printReadable(T Number) {
    char Digits[64];
    auto End = std::to_chars(std::begin(Digits), std::end(Digits), Number).ptr;
    Out += " /* ";
    Out.append(Digits, End);
    Out += " */";
  }

  void printLabelAddr(const Expr *E) {
    const Function &F = *E->function();
    Out += "label(";
    appendFunction(Out, F);
    Out += ", ";
    if (E->block() < F.Blocks.size())
      appendLabel(Out, F.Blocks[E->block()].Name);
    else
      Out += "<none>"; // the block is not built yet
    Out += ')';
  }

  /// By name, or by number if the name is empty or an earlier field's.
  void printMember(const Expr *E) {
    const std::string &Name = E->field().Name;
    uint32_t First = 0;
    for (const Field &F : E->operand(0)->type()->fields())
      if (F.Name == Name)
        break;
      else
        ++First;
    Out += '.';
    if (First == E->fieldIndex() && !Name.empty())
      return appendFieldName(Out, Name);
    Out += '#';
    appendNumber(Out, E->fieldIndex());
  }

  void beginIndex(const Expr *E) {
    later("]");
    later(E->operand(1), Precedence::Cond);
    later("[");
    later(E->operand(0), Precedence::Postfix);
  }

  void beginPrefix(const char *Text, const Expr *E) {
    Out += Text;
    later(E->operand(0), Precedence::Prefix);
  }

  void beginCallLike(const char *Text, const Expr *E) {
    Out += Text;
    Out += '(';
    later(")");
    later(E->operand(0), Precedence::Cond);
  }

  void beginUnary(const Expr *E) {
    const OpSyntax &Syntax = opSyntax(E->op());
    if (Syntax.Binds == Precedence::Postfix)
      return beginCallLike(Syntax.Text, E);
    // A minus before a number is part of it, and `--` looks like a decrement.
    if (E->op() == Op::Neg && (E->operand(0)->kind() == ExprKind::Int ||
                               E->operand(0)->op() == Op::Neg))
      return beginCallLike(Syntax.Text, E);
    beginPrefix(Syntax.Text, E);
  }

  void beginBinary(const Expr *E) {
    const OpSyntax &Syntax = opSyntax(E->op());
    later(E->operand(1), tighter(Syntax.Binds));
    later(" ");
    later(Syntax.Text);
    later(" ");
    later(E->operand(0), Syntax.Binds);
  }

  void beginCond(const Expr *E) {
    later(E->operand(2), Precedence::Cond);
    later(" : ");
    later(E->operand(1), Precedence::Cond);
    later(" ? ");
    later(E->operand(0), tighter(Precedence::Cond));
  }

  std::string &Out;
  std::vector<Part> Pending;
};

class StmtPrinter {
public:
  explicit StmtPrinter(std::string &Out) : Out(Out), Exprs(Out) {}

  void print(const Stmt &S) {
    switch (S.Kind) {
    case StmtKind::Assign:
      printAssign(S);
      break;
    case StmtKind::Assume:
      Out += "assume ";
      Exprs.print(S.Value);
      break;
    case StmtKind::Call:
      printCall(S);
      break;
    case StmtKind::Return:
      printReturn(S);
      break;
    case StmtKind::Havoc:
      printHavoc(S);
      break;
    }
    if (S.Why != Reason::None)
      printReason(S);
    printMarks(S.Marks);
  }

private:
  void printReason(const Stmt &S) {
    Out += " because ";
    Out += reasonText(S.Why);
    if (S.Kind == StmtKind::Havoc && !S.Args.empty()) {
      Out += " from ";
      printArgs(S);
    }
  }

  void printMarks(MarkSet Marks) {
    const char *Before = " marked ";
    for (unsigned I = 0; I < NumMarks; ++I)
      if (Marks.has(Mark(I))) {
        Out += Before;
        Out += markText(Mark(I));
        Before = ", ";
      }
  }

  void printAssign(const Stmt &S) {
    Exprs.print(S.Dest);
    Out += " = ";
    Exprs.print(S.Value);
  }

  void printCall(const Stmt &S) {
    if (S.Dest) {
      Exprs.print(S.Dest);
      Out += " = ";
    }
    Out += "call ";
    if (S.Value && S.Value->kind() != ExprKind::FuncAddr)
      Out += '*';
    Exprs.print(S.Value, Precedence::Prefix);
    printArgs(S);
  }

  void printArgs(const Stmt &S) {
    Out += '(';
    for (size_t I = 0; I < S.Args.size(); ++I) {
      if (I)
        Out += ", ";
      Exprs.print(S.Args[I]);
    }
    Out += ')';
  }

  void printReturn(const Stmt &S) {
    Out += "return";
    if (!S.Value)
      return;
    Out += ' ';
    Exprs.print(S.Value);
  }

  void printHavoc(const Stmt &S) {
    Out += "havoc ";
    if (S.Dest)
      Exprs.print(S.Dest);
    else
      Out += "everything";
  }

  std::string &Out;
  ExprPrinter Exprs;
};

} // namespace

void print(std::string &Out, const Type *T) { TypePrinter(Out).print(T); }
void print(std::string &Out, const Expr *E) { ExprPrinter(Out).print(E); }
void print(std::string &Out, const Stmt &S) { StmtPrinter(Out).print(S); }

std::string print(const Type *T) {
  std::string Out;
  print(Out, T);
  return Out;
}

std::string print(const Expr *E) {
  std::string Out;
  print(Out, E);
  return Out;
}

std::string print(const Stmt &S) {
  std::string Out;
  print(Out, S);
  return Out;
}

} // namespace predabs::ir
