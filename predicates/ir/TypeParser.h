// Parses types: `i32`, `node*[10]`, `(fn(i32, ...) -> void)*`.

#ifndef PREDABS_PREDICATES_IR_TYPEPARSER_H
#define PREDABS_PREDICATES_IR_TYPEPARSER_H

#include "predicates/ir/Context.h"
#include "predicates/ir/Cursor.h"

namespace predabs::ir {

class TypeParser {
public:
  TypeParser(Cursor &C, Context &Ctx) : C(C), Ctx(Ctx) {}

  /// Null after an error. Records must be known to the context.
  const Type *parse();
  /// Whether the current word begins a float type.
  bool atFloat() const;
  /// Without suffixes, for a constant.
  const Type *parseFloat();

private:
  const Type *parseNested();
  const Type *parseWord();
  const Type *parseInt();
  const Type *parseFunction();
  const Type *parseOpaque();
  const Type *parseRecord();
  const Type *parseParens();
  const Type *parseArrays(const Type *Element);

  Cursor &C;
  Context &Ctx;
  text::Depth Depth = {1000, "type is nested too deep"};
};

} // namespace predabs::ir

#endif
