// Parses modules, see Parse.h. Items may refer to later ones, so the text is
// gone through several times: an outline makes the records in their order;
// headers give the records their fields and make the globals, the functions
// and their blocks; bodies hold the expressions, which can name all of these.

#include "predicates/ir/Parse.h"

#include "predicates/ir/Cursor.h"
#include "predicates/ir/ExprParser.h"
#include "predicates/ir/Syntax.h"
#include "predicates/ir/TypeParser.h"

#include <cstdint>

namespace predabs::ir {

namespace {

/// Stands in a location for the file of a function whose own location the
/// parser has not reached.
constexpr uint32_t FileOfFunction = UINT32_MAX;

/// The lines before the first item: what a module must know to begin.
struct Header {
  std::string Name;
  Target Tgt;
  std::vector<std::string> Files;
  /// Where the text names the function that initialises globals.
  std::optional<Position> Init;
};

class HeaderParser {
public:
  explicit HeaderParser(Cursor &C) : C(C) {}

  Header parse() {
    while (!C.failed() && parseLine())
      C.expectLineEnd();
    return std::move(H);
  }

private:
  bool parseLine() {
    if (C.acceptWord("module"))
      H.Name = C.expectString("a quoted name");
    else if (C.acceptWord("target"))
      parseTarget();
    else if (C.acceptWord("file"))
      H.Files.push_back(C.expectString("a quoted name"));
    else if (C.acceptWord("init"))
      parseInit();
    else
      return false;
    return true;
  }

  void parseTarget() {
    C.expectWord("pointer-bytes");
    Position At = C.position();
    H.Tgt.PointerBytes = unsigned(C.expectNumber(16, "the size of a pointer"));
    if (H.Tgt.PointerBytes == 0)
      C.fail(At, "a pointer has at least one byte");
    H.Tgt.BigEndian = C.acceptWord("big-endian");
    if (!H.Tgt.BigEndian)
      C.expectWord("little-endian");
    H.Tgt.WrapSigned = C.acceptWord("wrap-signed");
    H.Tgt.StrictAliasing = C.acceptWord("strict-aliasing");
  }

  void parseInit() {
    H.Init = C.position();
    C.expectName('@', "a function");
  }

  Cursor &C;
  Header H;
};

class ModuleParser {
public:
  explicit ModuleParser(std::string_view Text) : C(Text) {}

  ParsedModule parse() {
    if (C.at(TokenKind::Newline))
      C.advance();
    Header H = HeaderParser(C).parse();
    M = std::make_unique<Module>(H.Tgt);
    M->Name = std::move(H.Name);
    M->Files = std::move(H.Files);
    for (uint32_t I = 0; I < M->Files.size(); ++I)
      FirstFileNamed.try_emplace(M->Files[I], I);
    Types.emplace(C, M->Ctx);
    Exprs.emplace(C, *M, Locals);
    parseItems();
    if (H.Init)
      parseInit(*H.Init);
    if (C.failed())
      return {nullptr, C.error()};
    return {std::move(M), {}};
  }

private:
  /// A record, global or function: where its text continues after what is
  /// already parsed, and what that made.
  struct Item {
    Position Rest;
    const Type *Record = nullptr;
    Variable *Global = nullptr;
    Function *Func = nullptr;
  };

  void parseItems() {
    std::vector<Item> Items = outline();
    for (Item &I : Items) {
      C.seek(I.Rest);
      parseHeaderOf(I);
      I.Rest = C.position();
    }
    for (const Item &I : Items)
      parseBodyOf(I);
  }

  void parseInit(Position At) {
    C.seek(At);
    M->Init = Exprs->parseFunctionName();
  }

  // The outline.

  std::vector<Item> outline() {
    std::vector<Item> Items;
    while (!C.failed() && !C.at(TokenKind::End)) {
      Items.push_back({C.position()});
      if (C.acceptWord("record"))
        Items.back().Record = declareRecord();
      else if (!C.atWord("global") && !C.atWord("func"))
        C.failExpected("'record', 'global' or 'func'");
      skipItem();
    }
    return Items;
  }

  const Type *declareRecord() {
    Position At = C.position();
    std::string Name = parseName(isBareRecord, "a record's name");
    if (M->Ctx.findRecord(Name))
      C.fail(At, "second record '" + Name + "'");
    return M->Ctx.recordType(Name);
  }

  /// A word that satisfies \p IsBare, or a quoted name.
  std::string parseName(bool (*IsBare)(std::string_view), const char *What) {
    if (!C.at(TokenKind::String) && !atWordThat(IsBare)) {
      C.failExpected(What);
      return {};
    }
    return C.takeText();
  }

  bool atWordThat(bool (*IsBare)(std::string_view)) const {
    return C.at(TokenKind::Word) && IsBare(C.token().Text);
  }

  /// To the line after the item, whose body ends with the first `}`.
  void skipItem() {
    skipToLineEndOr("{");
    if (C.acceptPunct("{")) {
      while (!C.atPunct("}") && !C.at(TokenKind::End))
        C.advance();
      C.expectPunct("}");
    }
    C.expectLineEnd();
  }

  void skipToLineEndOr(std::string_view P) {
    while (!C.atLineEnd() && !C.atPunct(P))
      C.advance();
  }

  // The headers.

  void parseHeaderOf(Item &I) {
    if (I.Record)
      parseRecord(I.Record);
    else if (C.acceptWord("global"))
      I.Global = parseGlobal();
    else if (C.acceptWord("func"))
      I.Func = parseFunction();
  }

  void parseRecord(const Type *Record) {
    C.advance();
    C.advance();
    if (C.atLineEnd())
      return;
    bool IsUnion = C.acceptWord("union");
    C.expectWord("size");
    uint64_t Size = C.expectNumber(UINT64_MAX, "a size");
    C.expectWord("align");
    uint64_t Align = C.expectNumber(UINT32_MAX, "an alignment");
    openBody();
    std::vector<Field> Fields;
    while (!C.failed() && !C.atPunct("}"))
      Fields.push_back(parseField());
    if (!C.failed())
      M->Ctx.completeRecord(Record, IsUnion, std::move(Fields), Size,
                            uint32_t(Align));
  }

  void openBody() {
    C.expectPunct("{");
    C.expectLineEnd();
  }

  Field parseField() {
    Field F;
    F.Name = parseName(isBareField, "a field's name");
    C.expectPunct(":");
    F.Ty = Types->parse();
    parseBits(F.BitOffset, F.BitWidth);
    F.IsInternal = C.acceptWord("internal");
    C.expectLineEnd();
    return F;
  }

  /// `at bit 5` or `at bit 5 width 3`
  void parseBits(uint64_t &Offset, unsigned &Width) {
    C.expectWord("at");
    C.expectWord("bit");
    Offset = C.expectNumber(UINT64_MAX, "an offset");
    if (C.acceptWord("width"))
      Width = unsigned(C.expectNumber(UINT32_MAX, "a width"));
  }

  Variable *parseGlobal() {
    Position At = C.position();
    std::string Name = C.expectName('$', "a global's name");
    C.expectPunct(":");
    const Type *Ty = Types->parse();
    if (!C.failed() && M->findGlobal(Name))
      C.fail(At, "second global '" + Name + "'");
    if (C.failed())
      return nullptr;
    Variable *V = M->addGlobal(Name, Ty);
    V->IsDefined = !C.acceptWord("extern");
    V->IsInternal = C.acceptWord("internal");
    V->IsConst = C.acceptWord("const");
    if (C.acceptWord("unknown"))
      V->InitUnknown = parseReason();
    V->Where = parseLoc();
    return V;
  }

  /// A parameter of a function's header; without a name, only its type.
  struct Param {
    Position At;
    std::string Name;
    const Type *Ty = nullptr;
    Loc Where;
  };
  enum class ParamNames : uint8_t { Given, Missing };
  struct Signature {
    std::vector<Param> Params;
    ParamNames Names = ParamNames::Missing;
    bool Variadic = false;
    const Type *Ty = nullptr;
  };

  Function *parseFunction() {
    Position At = C.position();
    std::string Name = C.expectName('@', "a function's name");
    Home = FileOfFunction;
    Signature S = parseSignature();
    Home.reset();
    if (!C.failed() && M->findFunction(Name))
      C.fail(At, "second function '" + Name + "'");
    if (C.failed())
      return nullptr;
    Function *F = M->addFunction(Name, S.Ty);
    F->IsInternal = C.acceptWord("internal");
    F->IsReplaceable = C.acceptWord("weak");
    F->IsNoReturn = C.acceptWord("noreturn");
    F->IsSystem = C.acceptWord("system");
    if (C.acceptWord("named"))
      F->DisplayName = C.expectString("a quoted name");
    F->Where = parseLoc();
    if (S.Names == ParamNames::Given)
      addParams(*F, S.Params);
    declareBlocks(*F);
    return F;
  }

  Signature parseSignature() {
    Signature S;
    C.expectPunct("(");
    if (C.atName('%'))
      S.Names = ParamNames::Given;
    while (!C.failed() && !C.atPunct(")") && !S.Variadic) {
      if (!S.Params.empty())
        C.expectPunct(",");
      S.Variadic = C.acceptPunct("...");
      if (!S.Variadic)
        S.Params.push_back(parseParam(S.Names));
    }
    C.expectPunct(")");
    S.Ty = C.acceptWord("typed") ? parseWrittenSignature() : parseResult(S);
    return S;
  }

  Param parseParam(ParamNames Names) {
    Param P;
    P.At = C.position();
    if (Names == ParamNames::Missing) {
      P.Ty = Types->parse();
      return P;
    }
    P.Name = C.expectName('%', "a parameter");
    C.expectPunct(":");
    P.Ty = Types->parse();
    P.Where = parseLoc();
    return P;
  }

  const Type *parseWrittenSignature() {
    Position At = C.position();
    const Type *Ty = Types->parse();
    if (Ty && !Ty->isFunction())
      C.fail(At, "the type of a function is a function type");
    return Ty;
  }

  const Type *parseResult(const Signature &S) {
    C.expectPunct("->");
    const Type *Result = Types->parse();
    std::vector<const Type *> ParamTypes;
    ParamTypes.reserve(S.Params.size());
    for (const Param &P : S.Params)
      ParamTypes.push_back(P.Ty);
    if (C.failed())
      return nullptr;
    return M->Ctx.functionType(Result, std::move(ParamTypes), S.Variadic);
  }

  void addParams(Function &F, const std::vector<Param> &Params) {
    for (const Param &P : Params) {
      Variable *V = addNamed(F, P.At, P.Name, P.Ty, Storage::Parameter);
      V->Where = P.Where;
      if (!V->Where.isValid() || V->Where.File != FileOfFunction)
        continue;
      V->Where.File = F.Where.File;
      if (!F.Where.isValid())
        C.fail(P.At, "location without a file in a function without one");
    }
  }

  Variable *addNamed(Function &F, Position At, const std::string &Name,
                     const Type *Ty, Storage Kind) {
    Variable *V = addVariable(F, Name, Ty, Kind);
    if (V->Name != Name)
      C.fail(At, "second variable '" + Name + "'");
    return V;
  }

  /// Makes the blocks of \p F from the labels of its body and stays before
  /// the body.
  void declareBlocks(Function &F) {
    if (!C.atPunct("{"))
      return;
    Position Body = C.position();
    openBody();
    while (!C.failed() && !C.atPunct("}")) {
      if (atLabel())
        declareBlock(F);
      skipToLineEndOr("}");
      if (!C.atPunct("}"))
        C.expectLineEnd();
    }
    if (F.Blocks.empty())
      C.failExpected("a block");
    C.seek(Body);
  }

  bool atLabel() const {
    return C.at(TokenKind::String) || atWordThat(isBareLabel);
  }

  void declareBlock(Function &F) {
    Position At = C.position();
    std::string Name = C.takeText();
    if (!C.atPunct(":"))
      return;
    addBlock(F, Name);
    if (Name.empty())
      C.fail(At, "a block has a name");
    if (F.Blocks.back().Name != Name)
      C.fail(At, "second block '" + Name + "'");
  }

  // The bodies.

  void parseBodyOf(const Item &I) {
    C.seek(I.Rest);
    if (C.failed())
      return;
    if (I.Global)
      parseInitialiser(*I.Global);
    else if (I.Func)
      parseBody(*I.Func);
  }

  void parseInitialiser(Variable &V) {
    if (!C.atPunct("{")) {
      C.expectLineEnd();
      return;
    }
    openBody();
    if (C.acceptWord("bytes")) {
      V.Bytes = C.expectString("a string");
      C.expectLineEnd();
    }
    while (!C.failed() && !C.atPunct("}"))
      V.Init.push_back(parseInitPart());
  }

  InitPart parseInitPart() {
    InitPart P;
    parseBits(P.BitOffset, P.BitWidth);
    C.expectPunct("=");
    P.Value = Exprs->parse();
    C.expectLineEnd();
    return P;
  }

  void parseBody(Function &F) {
    if (!F.isDefined()) {
      C.expectLineEnd();
      return;
    }
    openBody();
    enter(F);
    parseExactness(F.How);
    while (C.atWord("var") || C.atWord("temp"))
      parseVariable(F);
    for (Block &B : F.Blocks)
      parseBlock(B);
    C.expectPunct("}");
    leave();
  }

  void enter(const Function &F) {
    if (F.Where.isValid())
      Home = F.Where.File;
    for (const auto &V : F.Vars)
      Locals.emplace(V->Name, V.get());
    for (BlockId B = 0; B < F.Blocks.size(); ++B)
      BlockNamed.emplace(F.Blocks[B].Name, B);
  }

  void leave() {
    Home.reset();
    Locals.clear();
    BlockNamed.clear();
  }

  void parseExactness(Exactness &How) {
    if (!C.acceptWord("exactness"))
      return;
    if (!C.atWord("because"))
      do
        parseCount(How);
      while (C.acceptPunct(","));
    if (C.acceptWord("because"))
      do
        parseReasonCount(How);
      while (C.acceptPunct(","));
    C.expectLineEnd();
  }

  void parseCount(Exactness &How) {
    uint32_t Count = uint32_t(C.expectNumber(UINT32_MAX, "a count"));
    if (C.acceptWord("statements"))
      How.Statements = Count;
    else if (C.acceptWord("floating"))
      How.FloatingPoint = Count;
    else if (C.acceptWord("approximated"))
      How.Approximated = Count;
    else
      C.failExpected("'statements', 'floating' or 'approximated'");
  }

  void parseReasonCount(Exactness &How) {
    uint32_t Count = uint32_t(C.expectNumber(UINT32_MAX, "a count"));
    How.ByReason[unsigned(parseReasonName())] = Count;
  }

  void parseVariable(Function &F) {
    Storage Kind = C.atWord("temp") ? Storage::Temporary : Storage::Local;
    C.advance();
    Position At = C.position();
    std::string Name = C.expectName('%', "a variable's name");
    C.expectPunct(":");
    const Type *Ty = Types->parse();
    if (C.failed())
      return;
    Variable *V = addNamed(F, At, Name, Ty, Kind);
    V->Where = parseLoc();
    Locals.emplace(V->Name, V);
    C.expectLineEnd();
  }

  void parseBlock(Block &B) {
    if (!atLabel())
      C.failExpected("a block");
    C.advance();
    C.expectPunct(":");
    C.expectLineEnd();
    while (!C.failed() && !B.endsInReturn()) {
      if (C.acceptWord("stop"))
        break;
      if (C.acceptWord("goto"))
        return parseGoto(B);
      B.Stmts.push_back(parseStmt());
      C.expectLineEnd();
    }
    if (!B.endsInReturn())
      C.expectLineEnd();
  }

  void parseGoto(Block &B) {
    do {
      auto It = BlockNamed.find(C.text());
      if (!atLabel())
        return C.failExpected("a block");
      if (It == BlockNamed.end())
        return C.fail(C.position(), "unknown block '" + C.text() + "'");
      B.Succs.push_back(It->second);
      C.advance();
    } while (C.acceptPunct(","));
    C.expectLineEnd();
  }

  Stmt parseStmt() {
    Stmt S;
    if (C.acceptWord("assume"))
      parseAssume(S);
    else if (C.acceptWord("return"))
      parseReturn(S);
    else if (C.acceptWord("havoc"))
      parseHavoc(S);
    else if (C.acceptWord("call"))
      parseCall(S);
    else if (C.at(TokenKind::Word) || C.at(TokenKind::String) || C.atPunct("}"))
      C.failExpected("a statement, 'goto' or 'stop'");
    else
      parseAssign(S);
    if (C.atWord("because"))
      S.Why = parseReason();
    if (S.Kind == StmtKind::Havoc && C.acceptWord("from"))
      parseArgs(S);
    if (C.acceptWord("marked"))
      do
        parseMark(S);
      while (C.acceptPunct(","));
    S.Where = parseLoc();
    return S;
  }

  void parseMark(Stmt &S) {
    std::optional<Mark> M;
    if (C.at(TokenKind::Word))
      M = markFromText(C.text());
    if (M)
      S.Marks.add(*M);
    else
      C.failExpected("a mark");
    C.advance();
  }

  void parseAssume(Stmt &S) {
    S.Kind = StmtKind::Assume;
    S.Value = Exprs->parse();
  }

  void parseReturn(Stmt &S) {
    S.Kind = StmtKind::Return;
    if (!C.atLineEnd() && !C.atWord("because") && !C.atWord("at"))
      S.Value = Exprs->parse();
  }

  void parseHavoc(Stmt &S) {
    S.Kind = StmtKind::Havoc;
    if (!C.acceptWord("everything"))
      S.Dest = Exprs->parse();
  }

  void parseAssign(Stmt &S) {
    S.Kind = StmtKind::Assign;
    Position At = C.position();
    // Printed without its parentheses, a term may begin as no statement does.
    bool InParentheses = C.atPunct("(");
    S.Dest = Exprs->parse();
    if (InParentheses && !C.failed() && !S.Dest->isPlace())
      C.fail(At, "only places are written to");
    C.expectPunct("=");
    if (C.acceptWord("call"))
      parseCall(S);
    else
      S.Value = Exprs->parse();
  }

  void parseCall(Stmt &S) {
    S.Kind = StmtKind::Call;
    if (!C.atName('@'))
      C.expectPunct("*");
    S.Value = Exprs->parse(Precedence::Prefix);
    parseArgs(S);
  }

  void parseArgs(Stmt &S) {
    C.expectPunct("(");
    while (!C.failed() && !C.atPunct(")")) {
      if (!S.Args.empty())
        C.expectPunct(",");
      S.Args.push_back(Exprs->parse());
    }
    C.expectPunct(")");
  }

  // What several of them share.

  /// `because inline-asm`
  Reason parseReason() {
    C.expectWord("because");
    return parseReasonName();
  }

  Reason parseReasonName() {
    std::optional<Reason> R;
    if (C.at(TokenKind::Word))
      R = reasonFromText(C.text());
    if (!R)
      C.failExpected("a reason");
    C.advance();
    return R.value_or(Reason::None);
  }

  /// `at 7:3`, `at "file.h":7:3`, or nothing.
  Loc parseLoc() {
    Loc L;
    if (!C.acceptWord("at"))
      return L;
    L.File = parseFile();
    Position At = C.position();
    L.Line = uint32_t(C.expectNumber(UINT32_MAX, "a line"));
    if (L.Line == 0)
      C.fail(At, "lines count from 1");
    C.expectPunct(":");
    L.Column = uint32_t(C.expectNumber(UINT32_MAX, "a column"));
    return L;
  }

  uint32_t parseFile() {
    if (C.at(TokenKind::Number) && Home)
      return *Home;
    uint32_t File = 0;
    if (C.acceptPunct("#"))
      File = uint32_t(C.expectNumber(FileOfFunction - 1, "a file's number"));
    else
      File = parseFileName();
    C.expectPunct(":");
    return File;
  }

  uint32_t parseFileName() {
    Position At = C.position();
    std::string Name = C.expectString("a file");
    auto It = FirstFileNamed.find(Name);
    if (It != FirstFileNamed.end())
      return It->second;
    C.fail(At, "unknown file '" + Name + "'");
    return 0;
  }

  Cursor C;
  std::unique_ptr<Module> M;
  std::optional<TypeParser> Types;
  std::optional<ExprParser> Exprs;
  std::unordered_map<std::string, uint32_t> FirstFileNamed;
  /// The file of the function being parsed.
  std::optional<uint32_t> Home;
  LocalMap Locals;
  std::unordered_map<std::string, BlockId> BlockNamed;
};

} // namespace

ParsedModule parseModule(std::string_view Text) {
  return ModuleParser(Text).parse();
}

ParsedExpr parseExpr(Module &M, const Function *F, std::string_view Text) {
  Cursor C(Text);
  LocalMap Locals;
  if (F)
    for (const auto &V : F->Vars)
      Locals.emplace(V->Name, V.get());
  const Expr *E = ExprParser(C, M, Locals).parse();
  if (!C.at(TokenKind::End))
    C.failExpected("the end of the text");
  if (C.failed())
    return {nullptr, C.error()};
  return {E, {}};
}

} // namespace predabs::ir
