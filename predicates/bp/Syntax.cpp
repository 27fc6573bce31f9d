// Operators and names of Boolean programs, see Syntax.h.

#include "predicates/bp/Syntax.h"

#include "predicates/text/CharSet.h"

#include <algorithm>

namespace predabs::bp {

namespace {

struct Spelled {
  std::string_view Text;
  ExprKind Kind;
};

/// The first spelling of each is the one that is printed.
constexpr Spelled Binaries[] = {
    {"&", ExprKind::And},       {"&&", ExprKind::And},
    {"|", ExprKind::Or},        {"||", ExprKind::Or},
    {"^", ExprKind::Xor},       {"=>", ExprKind::Implies},
    {"==>", ExprKind::Implies}, {"->", ExprKind::Implies},
    {"==", ExprKind::Equiv},    {"=", ExprKind::Equiv},
};

/// In order.
constexpr std::string_view ReservedWords[] = {
    "F",
    "T",
    "_",
    "abortif",
    "assert",
    "assume",
    "atomic_begin",
    "atomic_end",
    "begin",
    "bool",
    "choose",
    "constrain",
    "dead",
    "decl",
    "dfs",
    "do",
    "else",
    "elsif",
    "end",
    "enforce",
    "false",
    "fi",
    "goto",
    "if",
    "od",
    "print",
    "return",
    "schoose",
    "skip",
    "then",
    "true",
    "unknown",
    "void",
    "while",
};
static_assert(std::ranges::is_sorted(ReservedWords));

/// Keeps the search for the end of a name short where blocks are nested.
constexpr size_t MaxBraceDepth = 8;

} // namespace

unsigned precedence(ExprKind K) {
  switch (K) {
  case ExprKind::Cond:
    return 0;
  case ExprKind::Implies:
    return 1;
  case ExprKind::Or:
    return 2;
  case ExprKind::Xor:
    return 3;
  case ExprKind::And:
    return 4;
  case ExprKind::Equiv:
    return 5;
  case ExprKind::Not:
    return 6;
  default:
    return 7;
  }
}

std::string_view spelling(ExprKind K) {
  for (const Spelled &S : Binaries)
    if (S.Kind == K)
      return S.Text;
  return "!";
}

std::optional<ExprKind> binaryOperator(std::string_view Text) {
  for (const Spelled &S : Binaries)
    if (S.Text == Text)
      return S.Kind;
  return std::nullopt;
}

bool isReserved(std::string_view Word) {
  return std::ranges::binary_search(ReservedWords, Word);
}

size_t lengthOfBraceName(std::string_view Text) {
  size_t Depth = 0;
  bool OnlyBlanks = true;
  for (size_t I = 0; I != Text.size(); ++I) {
    char C = Text[I];
    if (C == '\n' || C == ';' || Depth > MaxBraceDepth)
      return 0;
    if (C == '{')
      ++Depth;
    else if (C == '}')
      --Depth;
    else
      OnlyBlanks &= text::Blanks.contains(C);
    if (Depth == 0)
      return C == '}' && !OnlyBlanks ? I + 1 : 0;
  }
  return 0;
}

} // namespace predabs::bp
