// Names of types as C writes them, see CText.h.

#include "predicates/language/CText.h"

namespace predabs {

using ir::Type;
using ir::TypeKind;

namespace {

/// Names that mean the same on every target: `long` does not.
std::string intName(const Type *T) {
  std::string Sign = T->isSigned() ? "" : "unsigned ";
  switch (T->width()) {
  case 1:
    return T->isSigned() ? "_BitInt(1)" : "_Bool";
  case 8:
    return T->isSigned() ? "signed char" : "unsigned char";
  case 16:
    return Sign + "short";
  case 32:
    return T->isSigned() ? "int" : "unsigned";
  case 64:
    return Sign + "long long";
  case 128:
    return Sign + "__int128";
  default:
    return Sign + "_BitInt(" + std::to_string(T->width()) + ")";
  }
}

const char *floatName(const Type *T) {
  switch (T->width()) {
  case 16:
    return "_Float16";
  case 32:
    return "float";
  case 64:
    return "double";
  case 80:
    return "long double";
  default:
    return "__float128";
  }
}

/// Of what is no pointer, array or function.
std::string baseName(const Type *T) {
  switch (T->kind()) {
  case TypeKind::Int:
    return intName(T);
  case TypeKind::Float:
    return floatName(T);
  case TypeKind::Record:
    return (T->isUnion() ? "union " : "struct ") + T->name();
  case TypeKind::Opaque:
    return T->name();
  default:
    return "void";
  }
}

std::string parameterList(const Type *T, Blanks B) {
  std::string Text = "(";
  const char *Between = B == Blanks::Keep ? ", " : ",";
  for (const Type *P : T->params()) {
    if (Text.size() > 1)
      Text += Between;
    Text += cTypeName(P, B);
  }
  if (T->isVariadic())
    Text += T->params().empty() ? "" : std::string(Between) + "...";
  else if (T->params().empty())
    Text += "void";
  return Text + ")";
}

/// Puts what follows a declarator, `[3]` or `(int)`, behind it.
void appendSuffix(std::string &Declarator, const std::string &Suffix) {
  if (Declarator.starts_with('*'))
    Declarator = "(" + Declarator + ")";
  Declarator += Suffix;
}

} // namespace

std::string cTypeName(const Type *T, Blanks B) {
  std::string Declarator;
  for (; T->isPointer() || T->isArray() || T->isFunction(); T = T->inner())
    if (T->isPointer())
      Declarator.insert(0, 1, '*');
    else if (T->isArray())
      appendSuffix(Declarator, "[" + std::to_string(T->count()) + "]");
    else
      appendSuffix(Declarator, parameterList(T, B));
  bool Apart =
      B == Blanks::Keep && !Declarator.empty() && !Declarator.starts_with('[');
  return baseName(T) + (Apart ? " " : "") + Declarator;
}

} // namespace predabs
