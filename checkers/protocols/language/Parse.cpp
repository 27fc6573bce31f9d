// See Parse.h: one function for each rule of the grammar in docs/protocols.md.

#include "checkers/protocols/language/Parse.h"

#include "checkers/protocols/language/Cursor.h"
#include "predicates/text/Nearest.h"

#include <algorithm>
#include <utility>

namespace predabs {

using namespace protocols;

/// Words that no state can be called: they mean something among ways.
static bool isReserved(std::string_view Word) {
  return Word == "any" || Word == "call" || Word == "protocol" ||
         Word == "returns" || Word == "object" || Word == "global";
}

namespace {

constexpr size_t MaxErrors = 100;
constexpr size_t MaxProtocols = 1000;
constexpr size_t MaxFunctions = 1000; ///< of one protocol
constexpr size_t MaxParameters = 100;
constexpr size_t MaxWays = 1000; ///< of one event

constexpr std::pair<std::string_view, ResultTest::Kind> Tests[] = {
    {"==", ResultTest::Kind::Equal},  {"!=", ResultTest::Kind::NotEqual},
    {"<", ResultTest::Kind::Less},    {"<=", ResultTest::Kind::LessEqual},
    {">", ResultTest::Kind::Greater}, {">=", ResultTest::Kind::GreaterEqual},
};

/// The names of an event's parameters, in order.
using Parameters = std::vector<std::string_view>;

/// Reads one protocol after the word `protocol`.
class ProtocolParser {
public:
  explicit ProtocolParser(Cursor &C) : C(C) {}

  /// The name and all that stands before the first event.
  void parseHeader() {
    P.Name = C.expectName("the name of a protocol").Text;
    P.Check = "lock";
    if (C.acceptWord("on"))
      parseObjects();
    while (!C.failed() && !atEnd() && !C.atWord("call"))
      parseClause();
    if (!C.failed() && P.States.empty())
      C.failExpected("'states' before the first event");
  }

  /// After the word `call`.
  void parseEvent() {
    ProtocolEvent E;
    E.Line = C.token().At.Line;
    bool IsResult = parseFunctions(E);
    Parameters Names = parseParameters();
    findObject(E, Names, IsResult);
    checkFunctions(E);
    C.expectPunct(":");
    while (!C.failed() && !atEnd() && !C.atWord("call"))
      parseWay(E, Names);
    if (!C.failed())
      P.Events.push_back(std::move(E));
  }

  bool atEnd() const { return C.at(TokenKind::End) || C.atWord("protocol"); }

  Protocol P;

private:
  //===--- The header -------------------------------------------------------===

  void parseObjects() {
    if (C.acceptWord("global")) {
      IsGlobal = true;
      return;
    }
    do
      parseType();
    while (C.acceptPunct(","));
  }

  static bool isTag(std::string_view Word) {
    return Word == "struct" || Word == "union" || Word == "class";
  }

  void parseType() {
    if (C.at(TokenKind::Word) && isTag(C.token().Text))
      C.advance();
    Token Name = C.expectName("the name of a type");
    if (isTag(Name.Text) || Name.Text == "global")
      C.fail(Name.At, quoted(Name.Text) + " cannot be the name of a type");
    P.Types.emplace_back(Name.Text);
  }

  void parseClause() {
    Token Word = C.expectName("a clause, or 'call'");
    if (Word.Text == "states")
      parseStates(Word);
    else if (Word.Text == "balanced")
      P.IsBalanced = true;
    else if (Word.Text == "system")
      P.IsOfSystem = true;
    else if (Word.Text == "check")
      P.Check = C.expectName("the name of a check").Text;
    else if (Word.Text == "severity")
      parseSeverity();
    else if (Word.Text == "uninitialised")
      P.Uninitialised = parseState();
    else if (Word.Text == "initialised")
      P.Initialised = parseState();
    else
      failUnknown(Word, "clause",
                  {"states", "balanced", "check", "severity", "uninitialised",
                   "initialised", "system", "call", "on"});
  }

  void parseStates(const Token &Word) {
    if (!P.States.empty())
      return C.fail(Word.At, "the states are named twice");
    do {
      Token Name = C.expectName("the name of a state");
      checkNewState(Name);
      P.States.push_back({std::string(Name.Text), C.acceptPunct("*")});
    } while (C.acceptPunct(","));
  }

  void checkNewState(const Token &Name) {
    if (isReserved(Name.Text))
      C.fail(Name.At, quoted(Name.Text) + " cannot be the name of a state");
    else if (findState(Name.Text))
      C.fail(Name.At, "state " + quoted(Name.Text) + " is named twice");
    else if (P.States.size() == MaxProtocolStates)
      C.fail(Name.At,
             "more than " + std::to_string(MaxProtocolStates) + " states");
  }

  void parseSeverity() {
    Token Word = C.expectName("'warning' or 'remark'");
    if (Word.Text != "warning" && Word.Text != "remark")
      return failUnknown(Word, "severity", {"warning", "remark"});
    P.IsWarning = Word.Text == "warning";
  }

  //===--- Events -----------------------------------------------------------===

  /// True if the object is the result: `call object = f(...)`.
  bool parseFunctions(ProtocolEvent &E) {
    Token First = C.expectName("the name of a function");
    bool IsResult = First.Text == "object" && C.acceptPunct("=");
    if (!IsResult)
      addFunction(E, First);
    else
      addFunction(E, C.expectName("the name of a function"));
    while (C.acceptPunct(","))
      addFunction(E, C.expectName("the name of a function"));
    return IsResult;
  }

  void addFunction(ProtocolEvent &E, const Token &Name) {
    if (Known.size() + E.Functions.size() == MaxFunctions)
      C.fail(Name.At,
             "more than " + std::to_string(MaxFunctions) + " functions");
    New.push_back(Name);
    E.Functions.emplace_back(Name.Text);
  }

  /// A call may be an event for several of its arguments.
  void checkFunctions(const ProtocolEvent &E) {
    for (const Token &Name : New) {
      std::pair Event(Name.Text, E.Object.Index);
      if (std::find(Known.begin(), Known.end(), Event) != Known.end())
        C.fail(Name.At, "function " + quoted(Name.Text) + " has two events");
      Known.push_back(Event);
    }
    New.clear();
  }

  Parameters parseParameters() {
    Parameters Names;
    C.expectPunct("(");
    if (C.acceptPunct(")"))
      return Names;
    do {
      if (C.acceptPunct("..."))
        break;
      addParameter(Names, C.expectName("a parameter, '_' or 'object'"));
    } while (C.acceptPunct(","));
    C.expectPunct(")");
    return Names;
  }

  void addParameter(Parameters &Names, const Token &Name) {
    if (Name.Text != "_" &&
        std::find(Names.begin(), Names.end(), Name.Text) != Names.end())
      C.fail(Name.At, "parameter " + quoted(Name.Text) + " is named twice");
    else if (Name.Text == "returns")
      C.fail(Name.At, "'returns' cannot be the name of a parameter");
    else if (Names.size() == MaxParameters)
      C.fail(Name.At, "too many parameters");
    Names.push_back(Name.Text);
  }

  void findObject(ProtocolEvent &E, const Parameters &Names, bool IsResult) {
    auto Found = std::find(Names.begin(), Names.end(), "object");
    bool IsArgument = Found != Names.end();
    if (C.failed())
      return;
    if (IsGlobal && (IsArgument || IsResult))
      return C.fail(C.token().At,
                    "the protocol has one global object, so none can be named");
    if (IsResult && IsArgument)
      return C.fail(C.token().At, "the object is named twice");
    if (!IsGlobal && !IsResult && !IsArgument)
      return C.fail(C.token().At, "no parameter is the object");
    if (IsArgument)
      E.Object = {TrackedObject::Kind::Argument,
                  uint32_t(Found - Names.begin())};
    else
      E.Object.What =
          IsGlobal ? TrackedObject::Kind::Global : TrackedObject::Kind::Result;
  }

  //===--- Ways -------------------------------------------------------------===

  void parseWay(ProtocolEvent &E, const Parameters &Names) {
    Transition T;
    Token Begin = C.token();
    T.From = parseFrom();
    if (C.acceptPunct(":"))
      parseError(T);
    else if (C.acceptPunct("->"))
      T.To = parseState();
    else if (!C.acceptWord("stays"))
      C.failExpected("':', '->' or 'stays'");
    while (!T.isError() && C.acceptPunct(","))
      parseTest(T, Names);
    if (E.Ways.size() == MaxWays)
      C.fail(Begin.At, "too many ways");
    if (!C.failed())
      E.Ways.push_back(std::move(T));
  }

  std::vector<uint32_t> parseFrom() {
    std::vector<uint32_t> From;
    if (C.acceptWord("any"))
      return From;
    do
      From.push_back(parseState());
    while (!C.failed() && C.acceptPunct(","));
    std::sort(From.begin(), From.end());
    From.erase(std::unique(From.begin(), From.end()), From.end());
    return From;
  }

  void parseError(Transition &T) {
    if (!C.acceptWord("error"))
      return C.failExpected("'error'");
    T.Finding = C.expectName("the name of the finding").Text;
    Position At = C.token().At;
    T.Message = C.expectText();
    checkMessage(T.Message, At);
  }

  void checkMessage(const std::string &Text, Position At) {
    for (size_t I = Text.find('%'); I != Text.npos; I = Text.find('%', I + 2))
      if (I + 1 == Text.size() ||
          (Text[I + 1] != 'o' && Text[I + 1] != 'f' && Text[I + 1] != '%'))
        return C.fail(At, "'%' must be '%o' (the object), '%f' (the function) "
                          "or '%%'");
  }

  void parseTest(Transition &T, const Parameters &Names) {
    Token Word = C.expectName("'returns' or the name of a parameter");
    if (C.failed())
      return;
    if (Word.Text == "returns") {
      if (T.Returns.What != ResultTest::Kind::Any)
        return C.fail(Word.At, "the result is tested twice");
      T.Returns = parseComparison();
      return;
    }
    auto Found = std::find(Names.begin(), Names.end(), Word.Text);
    if (Found == Names.end() || Word.Text == "_")
      return failUnknown(Word, "parameter", withReturns(Names));
    if (Word.Text == "object")
      return C.fail(Word.At, "the object itself cannot be tested");
    T.Arguments.push_back({uint32_t(Found - Names.begin()), parseComparison()});
  }

  static Parameters withReturns(Parameters Names) {
    Names.push_back("returns");
    return Names;
  }

  ResultTest parseComparison() {
    ResultTest Result;
    for (auto [Text, Kind] : Tests)
      if (C.acceptPunct(Text)) {
        Result.What = Kind;
        Result.Value = C.expectNumber();
        return Result;
      }
    C.failExpected("a comparison");
    return Result;
  }

  //===--- States -----------------------------------------------------------===

  std::optional<uint32_t> findState(std::string_view Name) const {
    for (uint32_t I = 0; I < P.States.size(); ++I)
      if (P.States[I].Name == Name)
        return I;
    return std::nullopt;
  }

  uint32_t parseState() {
    Token Name = C.expectName("the name of a state");
    if (C.failed())
      return 0;
    if (auto Found = findState(Name.Text))
      return *Found;
    std::vector<std::string_view> Names;
    for (const ProtocolState &S : P.States)
      Names.push_back(S.Name);
    failUnknown(Name, "state", Names);
    return 0;
  }

  void failUnknown(const Token &Word, const char *What,
                   const std::vector<std::string_view> &Names) {
    C.fail(Word.At, "unknown " + std::string(What) + " " + quoted(Word.Text) +
                        didYouMean(Word.Text, Names));
  }

  Cursor &C;
  bool IsGlobal = false;
  /// The functions that have an event, and for which argument.
  std::vector<std::pair<std::string_view, uint32_t>> Known;
  std::vector<Token> New; ///< those of this event
};

/// Reads a file, protocol by protocol.
class FileParser {
public:
  FileParser(std::string_view Text, const std::string &File)
      : C(Text), File(File) {}

  ParsedProtocols parse() {
    if (C.failed())
      noteError(beginsProtocol);
    while (!C.at(TokenKind::End) && Result.Errors.size() < MaxErrors)
      if (C.acceptWord("protocol"))
        parseProtocol();
      else
        failHere("'protocol'");
    return std::move(Result);
  }

private:
  void parseProtocol() {
    size_t Before = Result.Errors.size();
    Position At = C.token().At;
    ProtocolParser Parser(C);
    Parser.parseHeader();
    if (C.failed())
      return noteError(beginsProtocol);
    while (C.acceptWord("call")) {
      Parser.parseEvent();
      if (C.failed())
        noteError(beginsEvent);
    }
    if (Result.Errors.size() == Before)
      add(std::move(Parser.P), At);
  }

  void add(Protocol P, Position At) {
    bool IsKnown = std::any_of(Result.All.begin(), Result.All.end(),
                               [&](auto &O) { return O.Name == P.Name; });
    if (IsKnown)
      return note({At, "protocol " + quoted(P.Name) + " is defined twice"});
    if (P.Events.empty())
      return note({At, "protocol " + quoted(P.Name) + " has no events"});
    if (Result.All.size() == MaxProtocols)
      return note({At, "too many protocols"});
    Result.All.push_back(std::move(P));
  }

  void failHere(const char *What) {
    C.failExpected(What);
    noteError(beginsProtocol);
  }

  static bool beginsProtocol(const Token &T) { return T.isWord("protocol"); }
  static bool beginsEvent(const Token &T) {
    return T.isWord("call") || beginsProtocol(T);
  }

  /// Reading goes on where \p Begins says.
  void noteError(bool (*Begins)(const Token &)) { note(C.recover(Begins)); }

  void note(const text::ParseError &E) {
    Result.Errors.push_back({File, E.At.Line, E.At.Column, E.Message});
  }

  Cursor C;
  const std::string &File;
  ParsedProtocols Result;
};

} // namespace

ParsedProtocols parseProtocols(std::string_view Text, const std::string &File) {
  return FileParser(Text, File).parse();
}

} // namespace predabs
