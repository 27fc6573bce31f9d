// Operators of Boolean programs, see Syntax.h.

#include "predicates/bp/Syntax.h"

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

} // namespace predabs::bp
