// See Constants.h.

#include "predicates/language/Constants.h"

#include "predicates/text/Errors.h"

#include <bit>
#include <charconv>

namespace predabs::language {

namespace {

using text::quoted;

/// What stands behind the digits of an integer.
struct Suffix {
  bool IsUnsigned = false;
  unsigned Longs = 0;
};

char lower(char C) { return C >= 'A' && C <= 'Z' ? char(C - 'A' + 'a') : C; }

std::optional<Suffix> parseSuffix(std::string_view Text) {
  Suffix S;
  while (!Text.empty()) {
    char First = lower(Text[0]);
    size_t Taken = 1;
    if (First == 'u' && !S.IsUnsigned) {
      S.IsUnsigned = true;
    } else if (First == 'l' && S.Longs == 0) {
      Taken = Text.size() > 1 && Text[1] == Text[0] ? 2 : 1;
      S.Longs = unsigned(Taken);
    } else {
      return std::nullopt;
    }
    Text.remove_prefix(Taken);
  }
  return S;
}

/// Removes what tells the base.
int takeBase(std::string_view &Digits) {
  if (Digits.size() < 2 || Digits[0] != '0')
    return 10;
  char Letter = lower(Digits[1]);
  if (Letter == 'x' || Letter == 'b') {
    Digits.remove_prefix(2);
    return Letter == 'x' ? 16 : 2;
  }
  return 8;
}

class IntegerTypes {
public:
  IntegerTypes(ir::Context &Ctx, NameSource &Names)
      : Ctx(Ctx),
        Long(Names.targetType(NameSource::TargetType::Long)->width()) {}

  /// The first type of C's list (C11 6.4.4.1) that holds \p N. A decimal
  /// number that none holds is unsigned, as clang has it.
  const ir::Type *typeOf(uint64_t N, Suffix S, int Base) {
    unsigned First = S.Longs == 0 ? 32 : S.Longs == 1 ? Long : 64;
    for (unsigned Width = First; Width <= 64; Width *= 2) {
      if (!S.IsUnsigned && N >> (Width - 1) == 0)
        return Ctx.intType(Width, true);
      bool MayBeUnsigned = S.IsUnsigned || Base != 10 || Width == 64;
      if (MayBeUnsigned && (Width == 64 || N >> Width == 0))
        return Ctx.intType(Width, false);
    }
    return Ctx.intType(64, false);
  }

private:
  ir::Context &Ctx;
  unsigned Long;
};

ParsedConstant parseInteger(std::string_view Text, ir::Context &Ctx,
                            NameSource &Names) {
  std::string_view Digits = Text;
  int Base = takeBase(Digits);
  uint64_t N = 0;
  const char *Begin = Digits.data(), *End = Begin + Digits.size();
  auto [Stop, Error] = std::from_chars(Begin, End, N, Base);
  if (Error == std::errc::result_out_of_range)
    return "the number " + quoted(Text) + " is too large";
  std::optional<Suffix> S = parseSuffix({Stop, size_t(End - Stop)});
  if (Error != std::errc() || !S)
    return quoted(Text) + " is no number";
  return Ctx.intConst(IntegerTypes(Ctx, Names).typeOf(N, *S, Base), N);
}

bool isFloat(std::string_view Text) {
  bool IsHex = Text.size() > 1 && Text[0] == '0' && lower(Text[1]) == 'x';
  return Text.find_first_of(IsHex ? ".pP" : ".eE") != Text.npos;
}

template <typename T> std::optional<T> parseDigits(std::string_view Text) {
  T Number = 0;
  const char *Begin = Text.data(), *End = Begin + Text.size();
  auto [Stop, Error] = std::from_chars(Begin, End, Number);
  if (Error != std::errc() || Stop != End)
    return std::nullopt;
  return Number;
}

ParsedConstant parseFloat(std::string_view Text, ir::Context &Ctx) {
  if (Text.size() > 1 && lower(Text.back()) == 'f') {
    if (auto N = parseDigits<float>(Text.substr(0, Text.size() - 1)))
      return Ctx.floatConst(Ctx.floatType(32, 4, 4),
                            std::bit_cast<uint32_t>(*N));
  } else if (auto N = parseDigits<double>(Text)) {
    return Ctx.floatConst(Ctx.floatType(64, 8, 8), std::bit_cast<uint64_t>(*N));
  }
  return quoted(Text) + " is no number, or one that a predicate cannot have";
}

} // namespace

ParsedConstant parseNumber(std::string_view Text, ir::Context &Ctx,
                           NameSource &Names) {
  return isFloat(Text) ? parseFloat(Text, Ctx) : parseInteger(Text, Ctx, Names);
}

} // namespace predabs::language
