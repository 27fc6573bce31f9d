// See ParsePredicates.h: the sections of a predicate file, and where reading
// goes on after an error.

#include "predicates/language/ParsePredicates.h"

#include "predicates/language/ExprParser.h"
#include "predicates/text/Nearest.h"

namespace predabs {

using namespace language;

const ir::Type *ModuleNames::typeNamed(const ir::Function *, std::string_view) {
  return nullptr;
}

const ir::Type *ModuleNames::typeTagged(const ir::Function *,
                                        std::string_view Tag) {
  return M.Ctx.findRecord(std::string(Tag));
}

const ir::Type *ModuleNames::targetType(TargetType T) {
  switch (T) {
  case TargetType::Char:
    return M.Ctx.intType(8, true);
  case TargetType::Long:
    return M.Ctx.diffType();
  case TargetType::LongDouble:
    break;
  }
  return M.Ctx.floatType(80, 16, 16);
}

std::optional<NameSource::Enumerator>
ModuleNames::enumerator(const ir::Function *, std::string_view) {
  return std::nullopt;
}

std::vector<const ir::Function *>
ModuleNames::functionsNamed(std::string_view Name) {
  std::vector<const ir::Function *> Found;
  for (const auto &F : M.Functions)
    if (F->DisplayName == Name || F->Name == Name)
      Found.push_back(F.get());
  return Found;
}

const ir::Variable *ModuleNames::variableNamed(const ir::Function *,
                                               std::string_view) {
  return nullptr;
}

namespace {

class FileParser {
public:
  FileParser(std::string_view Text, const std::string &File, Position Start,
             NameSource &Names, PredicateSet &Into)
      : Text(Text), File(File), Start(Start), C(Text, Start), Names(Names),
        Into(Into) {}

  std::vector<PredicateError> parseFile() {
    while (!C.at(TokenKind::End) || C.failed())
      if (!parseSection())
        break;
    return std::move(Errors);
  }

  std::vector<PredicateError> parseList(const ir::Function *F) {
    Owners = {F};
    HasBraces = false;
    parsePredicates();
    return std::move(Errors);
  }

private:
  /// False at the end of the file.
  bool parseSection() {
    Token Name = C.token();
    if (!C.at(TokenKind::Word)) {
      C.failExpected("the name of a function, or 'global'");
      noteError();
      return skipSection();
    }
    std::string Head = parseHead();
    if (!C.expectPunct("{")) {
      noteError();
      return skipSection();
    }
    if (!findOwners(Name, Head))
      return skipBody();
    return parsePredicates();
  }

  /// `f`, `ns::f`, `S::operator==`.
  std::string parseHead() {
    std::string Head(C.token().Text);
    C.advance();
    if (Head.ends_with("operator"))
      for (; C.at(TokenKind::Punct) && !C.atPunct("{"); C.advance())
        Head += C.token().Text;
    return Head;
  }

  bool findOwners(const Token &Name, const std::string &Head) {
    Owners.clear();
    if (Head == "global") {
      Owners.push_back(nullptr);
      return true;
    }
    std::vector<const ir::Function *> Found = Names.functionsNamed(Head);
    for (const ir::Function *F : Found)
      if (F->isDefined())
        Owners.push_back(F);
    if (!Owners.empty())
      return true;
    note(Name.At,
         Found.empty() ? "unknown function '" + Head + "'"
                       : "function '" + Head + "' has no body here",
         didYouMean(Head, functionNames()));
    return false;
  }

  std::vector<std::string_view> functionNames() const {
    std::vector<std::string_view> Result = {"global"};
    for (const auto &F : Into.module().Functions)
      if (F->isDefined())
        Result.push_back(F->DisplayName);
    return Result;
  }

  /// Up to what ends the list. False if nothing more is to be read.
  bool parsePredicates() {
    while (!atListEnd()) {
      parsePredicate();
      if (!C.failed() && !C.acceptPunct(",") && !atListEnd())
        C.failExpected(HasBraces ? "',' or '}'" : "','");
      if (!C.failed())
        continue;
      noteError();
      if (!skipPredicate())
        return !C.at(TokenKind::End);
      C.acceptPunct(",");
    }
    return C.acceptPunct("}");
  }

  bool atListEnd() const {
    return HasBraces ? C.atPunct("}") : C.at(TokenKind::End) && !C.failed();
  }

  /// For all functions of the section's name; fine if it suits one of them.
  void parsePredicate() {
    Begin = C.position();
    std::optional<text::ParseError> First;
    std::optional<Position> Behind;
    for (const ir::Function *F : Owners) {
      C.resume(Begin);
      language::Scope Scope(Into.module(), Names, F);
      if (const ir::Expr *Term = ExprParser(C, Into, Scope).parse()) {
        Into.add(F, Term);
        Behind = C.position();
      } else if (!First) {
        First = C.error();
      }
    }
    C.resume(Behind.value_or(Begin));
    if (!Behind)
      C.fail(First->At, First->Message);
  }

  //===--- After an error ---------------------------------------------------===

  void note(Position At, std::string Message, const std::string &Hint = "") {
    Errors.push_back({File, At.Line, At.Column, std::move(Message) + Hint});
  }
  void noteError() {
    LastError = C.error().At;
    note(C.error().At, C.error().Message);
  }

  /// Goes to the comma or brace behind the predicate that was wrong. False if
  /// the section ends without a brace: at the end, or where the next begins.
  bool skipPredicate() {
    text::Lexer Lex(PredicateFiles, Text, Start);
    Lex.seek(Begin);
    int Open = 0;
    Token Last;
    for (Token T = Lex.next();; Last = T, T = Lex.next()) {
      bool IsPast = T.At.Offset >= LastError.Offset;
      bool IsComma =
          T.isPunct(",") && (Open <= 0 || T.At.Offset == LastError.Offset);
      bool IsBrace = HasBraces && T.isPunct("}");
      if (T.is(TokenKind::End) || (IsPast && (IsComma || IsBrace))) {
        C.resume(T.At);
        return !T.is(TokenKind::End);
      }
      if (HasBraces && T.isPunct("{")) {
        C.resume(Last.is(TokenKind::Word) ? Last.At : T.At);
        return false;
      }
      Open += T.isPunct("(") || T.isPunct("[");
      Open -= T.isPunct(")") || T.isPunct("]");
    }
  }

  /// Goes behind the next closing brace. False at the end.
  bool skipSection() {
    C.resume(LastError);
    return skipBody();
  }

  bool skipBody() {
    text::Lexer Lex(PredicateFiles, Text, Start);
    Lex.seek(C.position());
    Token T = Lex.next();
    while (!T.is(TokenKind::End) && !T.isPunct("}"))
      T = Lex.next();
    C.resume(T.At);
    return C.acceptPunct("}");
  }

  std::string_view Text;
  const std::string &File;
  Position Start;
  Cursor C;
  NameSource &Names;
  PredicateSet &Into;
  /// Whose predicates are read; null stands for globals.
  std::vector<const ir::Function *> Owners;
  bool HasBraces = true;
  /// Where the current predicate begins, and the last error is.
  Position Begin, LastError;
  std::vector<PredicateError> Errors;
};

} // namespace

std::vector<PredicateError> parsePredicates(std::string_view Text,
                                            const std::string &File,
                                            NameSource &Names,
                                            PredicateSet &Into) {
  return FileParser(Text, File, {}, Names, Into).parseFile();
}

std::vector<PredicateError>
parsePredicateList(std::string_view Text, const std::string &File,
                   uint32_t Line, uint32_t Column, const ir::Function *F,
                   NameSource &Names, PredicateSet &Into) {
  return FileParser(Text, File, {0, Line, Column}, Names, Into).parseList(F);
}

} // namespace predabs
