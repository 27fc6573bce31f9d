// Parses type names, as they stand in casts and behind sizeof: `struct node *`,
// `unsigned long int`, `int (*)(const char *, ...)`.

#ifndef PREDABS_PREDICATES_LANGUAGE_TYPENAMEPARSER_H
#define PREDABS_PREDICATES_LANGUAGE_TYPENAMEPARSER_H

#include "predicates/language/Cursor.h"
#include "predicates/language/Scope.h"

namespace predabs::language {

class TypeNameParser {
public:
  TypeNameParser(Cursor &C, ir::Context &Ctx, const Scope &Names)
      : C(C), Ctx(Ctx), Names(Names) {}

  /// Whether \p T begins a type name.
  bool begins(const Token &T) const;
  /// Null after an error.
  const ir::Type *parse();

private:
  const ir::Type *parseSpecifiers();
  const ir::Type *parseTag();
  const ir::Type *parseBitInt(bool IsSigned);
  const ir::Type *parseDeclarator(const ir::Type *Base);
  const ir::Type *parseNested(const ir::Type *Base);
  const ir::Type *parseSuffixes(const ir::Type *Base);
  const ir::Type *parseArray(const ir::Type *Base);
  const ir::Type *parseFunction(const ir::Type *Base);
  const ir::Type *parseParameter();
  void skipQualifiers();
  void skipParentheses();
  const ir::Type *fail(Position At, std::string Message);

  Cursor &C;
  ir::Context &Ctx;
  const Scope &Names;
  text::Depth Depth = {200, "this type is nested too deeply"};
};

} // namespace predabs::language

#endif
