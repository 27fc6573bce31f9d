// Declarations, procedures and statements of Boolean programs, see Parse.h.
// Procedures may be called before they are defined, so calls are checked when
// all is read; everything else is checked where it stands.

#include "predicates/bp/Parse.h"

#include "predicates/bp/ExprParser.h"
#include "predicates/bp/Syntax.h"

#include <charconv>

namespace predabs::bp {

namespace {

constexpr size_t MaxStmts = 5'000'000;
constexpr uint32_t MaxResults = 65535;

std::string count(size_t N, const char *What) {
  return std::to_string(N) + " " + What + (N == 1 ? "" : "s");
}

class Parser {
public:
  explicit Parser(std::string_view Text) : C(Text) {}

  ParsedProgram run();

private:
  struct CallSite {
    Token Name;
    const Procedure *Callee;
    size_t NumArgs, NumTargets;
  };

  struct Place {
    size_t Number; ///< of the statement
    uint32_t Line;
  };

  // Declarations.
  void parseTopLevel();
  void parseGlobals();
  void parseProcedure(uint32_t NumResults);
  void parseParameters();
  void declareParameter();
  void parseLocals();
  uint32_t parseResultCount();
  Procedure *mention(const Token &Name);
  Procedure *define(const Token &Name);
  void checkLabels();
  void checkCalls();
  void checkCall(const CallSite &Site);

  // Statements.
  void parseBody(std::vector<Stmt> &Out);
  bool atBodyEnd() const;
  bool parseDeclaration();
  void parseEnforce();
  void parseStmt(std::vector<Stmt> &Out);
  void parseLabels(Stmt &S);
  void declareLabel(Stmt &S, const Token &Label);
  void parseUnlabelled(Stmt &S);
  bool parseControl(Stmt &S);
  bool parseSimple(Stmt &S);
  void parseIf(Stmt &S);
  void parseThen(Stmt &S);
  void parseWhile(Stmt &S);
  void parseSubStmt(std::vector<Stmt> &Out);
  bool parseBraces(std::vector<Stmt> &Out);
  void parseGoto(Stmt &S);
  void parseReturn(Stmt &S);
  void parsePrint(Stmt &S);
  void parseDead(Stmt &S);
  void parseCallOrAssign(Stmt &S);
  void parseTarget(Stmt &S, std::vector<Token> &Names);
  void checkAssign(const Stmt &S, const std::vector<Token> &Names);
  void parseCall(Stmt &S);
  bool atCall() const;
  bool refuseThreads();
  void endSimple();

  const Expr *parseExpr(NextValues Nexts = NextValues::Forbidden);
  void parseExprs(std::vector<const Expr *> &Out);

  Cursor C;
  Program P;
  Procedure *Proc = nullptr;
  text::Depth Depth = {1000, "statements are nested more than 1,000 deep"};
  size_t NumStmts = 0;
  bool InStmts = false; ///< past the first declarations of the procedure
  /// Called, but not defined so far.
  std::unordered_map<std::string_view, std::unique_ptr<Procedure>> Mentioned;
  std::vector<CallSite> Calls;
  /// Of the current procedure.
  std::unordered_map<std::string_view, Place> LabelPlaces;
  std::vector<Token> Jumps;
  bool UnknownIsStar = false; ///< an `unknown()` was read as `*`
};

ParsedProgram Parser::run() {
  while (!C.at(TokenKind::End))
    parseTopLevel();
  if (!C.failed() && P.Procs.empty())
    C.fail(C.position(), "the program has no procedure");
  checkCalls();
  ParsedProgram Result;
  if (C.failed())
    Result.Error = C.error();
  else
    Result.Parsed = std::move(P);
  return Result;
}

void Parser::parseTopLevel() {
  if (C.acceptPunct(";"))
    return;
  if (C.acceptWord("decl"))
    return parseGlobals();
  C.acceptWord("dfs");
  if (C.acceptWord("void"))
    return parseProcedure(0);
  if (!C.acceptWord("bool")) {
    if (C.at(TokenKind::Word) && !isReserved(C.token().Text))
      return parseProcedure(0);
    return C.failExpected("a declaration or a procedure");
  }
  if (C.atPunct("<"))
    return parseProcedure(parseResultCount());
  if (C.peek().isPunct("("))
    return parseProcedure(1);
  parseGlobals();
}

uint32_t Parser::parseResultCount() {
  C.expectPunct("<");
  uint32_t N = 0;
  std::string_view Digits = C.token().Text;
  auto [End, Error] =
      std::from_chars(Digits.data(), Digits.data() + Digits.size(), N);
  if (!C.at(TokenKind::Number) || Error != std::errc() || N > MaxResults)
    C.failExpected("the number of results, at most 65535");
  else
    C.advance();
  C.expectPunct(">");
  return N;
}

void Parser::parseGlobals() {
  do {
    Token Name = C.expectVariableName();
    if (C.failed())
      return;
    Variable *V = P.addGlobal(std::string(Name.Text));
    if (!V)
      return C.fail(Name.At, "global variable " + quoted(Name.Text) +
                                 " is declared twice");
    V->Line = Name.At.Line;
  } while (C.acceptPunct(","));
  C.expectPunct(";");
}

/// The procedure of that name, defined or not.
Procedure *Parser::mention(const Token &Name) {
  if (Procedure *Known = P.findProcedure(Name.Text))
    return Known;
  std::unique_ptr<Procedure> &Slot = Mentioned[Name.Text];
  if (!Slot) {
    Slot = std::make_unique<Procedure>();
    Slot->Name = Name.Text;
  }
  return Slot.get();
}

/// Null after an error.
Procedure *Parser::define(const Token &Name) {
  if (C.failed())
    return nullptr;
  if (Procedure *Known = P.findProcedure(Name.Text)) {
    C.fail(Name.At, "procedure " + quoted(Name.Text) +
                        " is defined twice, first in line " +
                        std::to_string(Known->Line));
    return nullptr;
  }
  if (Name.Text == "unknown" && UnknownIsStar) {
    C.fail(Name.At, "procedure 'unknown' must be defined before its use");
    return nullptr;
  }
  mention(Name)->Line = Name.At.Line;
  auto Node = Mentioned.extract(Name.Text);
  return P.addProcedure(std::move(Node.mapped()));
}

void Parser::parseProcedure(uint32_t NumResults) {
  Token Name = C.token();
  if (C.atWord("unknown"))
    C.advance();
  else
    Name = C.expectPlainName("the name of a procedure");
  Proc = define(Name);
  if (!Proc)
    return;
  Proc->NumResults = NumResults;
  InStmts = false;
  LabelPlaces.clear();
  Jumps.clear();
  parseParameters();
  bool Begin = C.acceptWord("begin");
  if (!Begin && !C.acceptPunct("{"))
    C.failExpected("'{' or 'begin'");
  parseBody(Proc->Body);
  Proc->EndLine = C.position().Line;
  if (Begin)
    C.expectWord("end");
  else
    C.expectPunct("}");
  checkLabels();
  Proc = nullptr;
}

void Parser::parseParameters() {
  C.expectPunct("(");
  if (C.acceptWord("void") || C.atPunct(")")) {
    C.expectPunct(")");
    return;
  }
  do
    declareParameter();
  while (C.acceptPunct(","));
  C.expectPunct(")");
}

void Parser::declareParameter() {
  if (!C.acceptWord("bool"))
    C.acceptWord("decl");
  Token Name = C.expectVariableName();
  if (C.failed())
    return;
  Variable *V = addVariable(*Proc, std::string(Name.Text), Scope::Parameter);
  if (!V)
    return C.fail(Name.At,
                  "parameter " + quoted(Name.Text) + " is declared twice");
  V->Line = Name.At.Line;
}

void Parser::parseLocals() {
  do {
    Token Name = C.expectVariableName();
    if (C.failed())
      return;
    // Declarations count for the whole procedure, also for what was read.
    if (InStmts && P.findGlobal(Name.Text))
      return C.fail(Name.At, "variable " + quoted(Name.Text) +
                                 " hides a global one: declare it before the "
                                 "first statement");
    Variable *V = addVariable(*Proc, std::string(Name.Text), Scope::Local);
    if (!V)
      return C.fail(Name.At, "variable " + quoted(Name.Text) +
                                 " is declared twice in " + quoted(Proc->Name));
    V->Line = Name.At.Line;
  } while (C.acceptPunct(","));
  endSimple();
}

void Parser::checkLabels() {
  for (const Token &Label : Jumps)
    if (!LabelPlaces.contains(Label.Text))
      return C.fail(Label.At, "no label " + quoted(Label.Text) + " in " +
                                  quoted(Proc->Name));
}

void Parser::checkCalls() {
  for (const CallSite &Site : Calls)
    if (!C.failed())
      checkCall(Site);
}

void Parser::checkCall(const CallSite &Site) {
  const Procedure &Callee = *Site.Callee;
  std::string Name = quoted(Callee.Name);
  if (!P.findProcedure(Callee.Name))
    return C.fail(Site.Name.At, "unknown procedure " + Name);
  if (Site.NumArgs != Callee.NumParams)
    return C.fail(Site.Name.At, Name + " takes " +
                                    count(Callee.NumParams, "argument") + ", " +
                                    std::to_string(Site.NumArgs) + " given");
  if (Site.NumTargets == Callee.NumResults)
    return;
  if (Site.NumTargets == 0)
    return C.fail(Site.Name.At, count(Callee.NumResults, "result") + " of " +
                                    Name +
                                    " not assigned (write '_' for a result "
                                    "that is not wanted)");
  C.fail(Site.Name.At, Name + " gives " + count(Callee.NumResults, "result") +
                           ", assigned to " +
                           count(Site.NumTargets, "variable"));
}

bool Parser::atBodyEnd() const {
  return C.at(TokenKind::End) || C.atPunct("}") || C.atWord("end") ||
         C.atWord("fi") || C.atWord("od") || C.atWord("else") ||
         C.atWord("elsif");
}

void Parser::parseBody(std::vector<Stmt> &Out) {
  while (!atBodyEnd())
    if (!C.acceptPunct(";") && !parseDeclaration())
      parseStmt(Out);
}

bool Parser::parseDeclaration() {
  if (C.acceptWord("decl") || C.acceptWord("bool")) {
    parseLocals();
    return true;
  }
  if (C.acceptWord("enforce")) {
    parseEnforce();
    return true;
  }
  return false;
}

void Parser::parseEnforce() {
  InStmts = true;
  const Expr *E = parseExpr();
  if (E)
    Proc->Enforce.push_back(E);
  endSimple();
}

void Parser::parseStmt(std::vector<Stmt> &Out) {
  text::Nesting Level(C, Depth);
  if (++NumStmts > MaxStmts)
    C.fail(C.position(), "more than 5,000,000 statements");
  InStmts = true;
  Stmt S;
  parseLabels(S);
  S.Line = C.position().Line;
  // A label may stand at the end of a body or before a lone semicolon.
  if (S.Labels.empty() || !(atBodyEnd() || C.acceptPunct(";")))
    parseUnlabelled(S);
  if (!C.failed())
    Out.push_back(std::move(S));
}

void Parser::parseLabels(Stmt &S) {
  while ((C.at(TokenKind::Word) || C.at(TokenKind::Number)) &&
         C.peek().isPunct(":")) {
    Token Label = C.expectLabel();
    // Read as an ordinary label it would give a wrong answer.
    if (!C.failed() && startsThread(Label.Text))
      C.fail(Label.At, quoted(Label.Text) + ": threads are not supported");
    if (!C.failed())
      declareLabel(S, Label);
    C.expectPunct(":");
  }
}

/// SLAM may write a label twice before one statement; that says nothing new.
void Parser::declareLabel(Stmt &S, const Token &Label) {
  Place Here = {NumStmts, Label.At.Line};
  auto [At, New] = LabelPlaces.emplace(Label.Text, Here);
  if (New)
    S.Labels.emplace_back(Label.Text);
  else if (At->second.Number != NumStmts)
    C.fail(Label.At, "label " + quoted(Label.Text) + " stands twice in " +
                         quoted(Proc->Name) + ", first in line " +
                         std::to_string(At->second.Line));
}

void Parser::parseUnlabelled(Stmt &S) {
  if (parseControl(S) || C.failed())
    return;
  if (!parseSimple(S))
    parseCallOrAssign(S);
  endSimple();
}

/// The end of a statement that is no block.
void Parser::endSimple() {
  if (!C.acceptPunct(";") && !atBodyEnd())
    C.failExpected("';'");
}

bool Parser::parseControl(Stmt &S) {
  if (C.acceptWord("if")) {
    parseIf(S);
  } else if (C.acceptWord("while")) {
    parseWhile(S);
  } else if (C.atWord("begin") ||
             (C.atPunct("{") && !C.atAssignedBraceName())) {
    S.Kind = StmtKind::Block;
    parseBraces(S.Body);
  } else {
    return false;
  }
  return true;
}

bool Parser::parseBraces(std::vector<Stmt> &Out) {
  bool Begin = C.acceptWord("begin");
  if (!Begin)
    C.expectPunct("{");
  parseBody(Out);
  return Begin ? C.expectWord("end") : C.expectPunct("}");
}

void Parser::parseSubStmt(std::vector<Stmt> &Out) {
  if (C.atWord("begin") || (C.atPunct("{") && !C.atAssignedBraceName()))
    parseBraces(Out);
  else
    parseStmt(Out);
}

void Parser::parseIf(Stmt &S) {
  S.Kind = StmtKind::If;
  S.Cond = parseExpr();
  if (C.acceptWord("then"))
    return parseThen(S);
  parseSubStmt(S.Body);
  if (C.acceptWord("else"))
    parseSubStmt(S.Else);
}

/// After `then`: bodies up to `fi`. An `elsif` is an `if` in the else part.
void Parser::parseThen(Stmt &S) {
  text::Nesting Level(C, Depth);
  parseBody(S.Body);
  uint32_t Line = C.position().Line;
  if (C.acceptWord("elsif")) {
    Stmt Inner;
    Inner.Kind = StmtKind::If;
    Inner.Line = Line;
    Inner.Cond = parseExpr();
    C.expectWord("then");
    parseThen(Inner);
    S.Else.push_back(std::move(Inner));
  } else {
    if (C.acceptWord("else"))
      parseBody(S.Else);
    C.expectWord("fi");
  }
}

void Parser::parseWhile(Stmt &S) {
  S.Kind = StmtKind::While;
  S.Cond = parseExpr();
  if (!C.acceptWord("do"))
    return parseSubStmt(S.Body);
  parseBody(S.Body);
  C.expectWord("od");
}

bool Parser::parseSimple(Stmt &S) {
  if (refuseThreads())
    return true;
  if (C.acceptWord("skip") || C.acceptWord("atomic_begin") ||
      C.acceptWord("atomic_end"))
    return true;
  if (C.acceptWord("assume") || C.acceptWord("constrain")) {
    S.Kind = StmtKind::Assume;
    S.Cond = parseExpr();
  } else if (C.acceptWord("assert")) {
    S.Kind = StmtKind::Assert;
    S.Cond = parseExpr();
  } else if (C.acceptWord("abortif")) {
    S.Kind = StmtKind::Assume;
    if (const Expr *E = parseExpr())
      S.Cond = P.Exprs.negate(E);
  } else if (C.acceptWord("goto")) {
    parseGoto(S);
  } else if (C.acceptWord("return")) {
    parseReturn(S);
  } else if (C.acceptWord("print")) {
    parsePrint(S);
  } else if (C.acceptWord("dead")) {
    parseDead(S);
  } else {
    return false;
  }
  return true;
}

/// Statements of concurrent dialects, unless they are names here.
bool Parser::refuseThreads() {
  for (const char *Word : {"start_thread", "end_thread", "sync"}) {
    if (!C.atWord(Word))
      continue;
    Token After = C.peek();
    if (After.is(TokenKind::Word) || After.isPunct(";")) {
      C.fail(C.position(), quoted(Word) + ": threads are not supported");
      return true;
    }
  }
  return false;
}

void Parser::parseGoto(Stmt &S) {
  S.Kind = StmtKind::Goto;
  do {
    Token Label = C.expectLabel();
    if (C.failed())
      return;
    Jumps.push_back(Label);
    S.GotoLabels.emplace_back(Label.Text);
  } while (C.acceptPunct(","));
}

void Parser::parseReturn(Stmt &S) {
  S.Kind = StmtKind::Return;
  Position At = C.position();
  if (C.atPunct(";") || atBodyEnd())
    return;
  parseExprs(S.Values);
  if (S.Values.size() != Proc->NumResults)
    C.fail(At, quoted(Proc->Name) + " returns " +
                   count(Proc->NumResults, "result") + ", " +
                   std::to_string(S.Values.size()) + " given");
}

/// Without effect here: reads as skip.
void Parser::parsePrint(Stmt &) {
  std::vector<const Expr *> Ignored;
  C.expectPunct("(");
  if (!C.atPunct(")"))
    parseExprs(Ignored);
  C.expectPunct(")");
}

void Parser::parseDead(Stmt &S) {
  S.Kind = StmtKind::Dead;
  std::vector<Token> Names;
  do
    parseTarget(S, Names);
  while (C.acceptPunct(","));
  checkAssign(S, Names);
}

const Expr *Parser::parseExpr(NextValues Nexts) {
  ExprParser E(C, P, Proc, Nexts);
  const Expr *Result = E.parse();
  UnknownIsStar |= E.readUnknown();
  return Result;
}

void Parser::parseExprs(std::vector<const Expr *> &Out) {
  do
    Out.push_back(parseExpr());
  while (C.acceptPunct(","));
}

/// `_` stands for no variable.
void Parser::parseTarget(Stmt &S, std::vector<Token> &Names) {
  Token Name = C.token();
  if (C.acceptWord("_")) {
    S.Targets.push_back(nullptr);
  } else {
    Name = C.expectVariableName();
    S.Targets.push_back(resolveVariable(C, P, Proc, Name));
  }
  Names.push_back(Name);
}

void Parser::parseCallOrAssign(Stmt &S) {
  if (atCall())
    return parseCall(S);
  if (!C.atPunct("{") && !C.at(TokenKind::Word))
    return C.failExpected("a statement");
  std::vector<Token> Names;
  do
    parseTarget(S, Names);
  while (C.acceptPunct(","));
  if (!C.acceptPunct(":=") && !C.acceptPunct("="))
    return C.failExpected("':='");
  if (atCall()) {
    parseCall(S);
  } else {
    S.Kind = StmtKind::Assign;
    parseExprs(S.Values);
    if (C.acceptWord("constrain"))
      S.Cond = parseExpr(NextValues::Allowed);
  }
  checkAssign(S, Names);
}

void Parser::checkAssign(const Stmt &S, const std::vector<Token> &Names) {
  if (C.failed())
    return;
  if (S.Kind == StmtKind::Assign && S.Targets.size() != S.Values.size())
    return C.fail(Names[0].At, count(S.Targets.size(), "variable") +
                                   " assigned, " +
                                   count(S.Values.size(), "value") + " given");
  std::unordered_set<const Variable *> Seen;
  for (size_t I = 0; I != Names.size(); ++I) {
    const Variable *V = S.Targets[I];
    if (!V && S.Kind != StmtKind::Call)
      return C.fail(Names[I].At, "'_' takes only the result of a call");
    if (V && !Seen.insert(V).second)
      return C.fail(Names[I].At,
                    quoted(V->Name) + " is assigned twice at once");
  }
}

/// A name and a bracket; `unknown()` is `*` unless it is a procedure here.
bool Parser::atCall() const {
  if (!C.at(TokenKind::Word) || !C.peek().isPunct("("))
    return false;
  if (C.atWord("unknown"))
    return P.findProcedure("unknown") != nullptr;
  return !isReserved(C.token().Text);
}

void Parser::parseCall(Stmt &S) {
  S.Kind = StmtKind::Call;
  Token Name = C.take();
  S.Callee = mention(Name);
  C.expectPunct("(");
  if (!C.atPunct(")"))
    parseExprs(S.Values);
  C.expectPunct(")");
  Calls.push_back({Name, S.Callee, S.Values.size(), S.Targets.size()});
}

} // namespace

ParsedProgram parseProgram(std::string_view Text) { return Parser(Text).run(); }

} // namespace predabs::bp
