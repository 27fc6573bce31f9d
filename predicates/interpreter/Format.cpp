// Directives are taken apart, given the argument in the width that the
// program passes it in, and handed to the host's snprintf one by one.

#include "predicates/interpreter/Format.h"

#include "predicates/interpreter/Operations.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>

namespace predabs::ir::interp {

namespace {

/// `%-08.3ld`, taken apart.
struct Directive {
  std::string Flags;
  std::optional<int> Width, Precision;
  std::string Length;
  char Conversion = 0;
};

/// What the host's snprintf makes of one argument.
template <class T>
std::string hostFormat(const Directive &D, const char *Length, T Value) {
  std::string Spec = "%" + D.Flags;
  if (D.Width)
    Spec += std::to_string(*D.Width);
  if (D.Precision)
    Spec += "." + std::to_string(*D.Precision);
  Spec += Length;
  Spec += D.Conversion;
  int Size = std::snprintf(nullptr, 0, Spec.c_str(), Value);
  if (Size < 0)
    return "";
  std::string Text(size_t(Size) + 1, '\0');
  std::snprintf(Text.data(), Text.size(), Spec.c_str(), Value);
  Text.pop_back();
  return Text;
}

class Formatter {
public:
  Formatter(LibraryCall &C, std::string Format, size_t FirstArg)
      : C(C), Format(std::move(Format)), NextArg(FirstArg) {}

  std::optional<std::string> run() {
    while (Pos < Format.size()) {
      char Ch = Format[Pos++];
      if (Ch != '%')
        Out += Ch;
      else if (!convert(parse()))
        return std::nullopt;
    }
    return std::move(Out);
  }

private:
  char peek() const { return Pos < Format.size() ? Format[Pos] : '\0'; }
  bool isAt(const char *Set) const {
    return peek() && std::strchr(Set, peek());
  }

  std::optional<int> number() {
    if (peek() == '*') {
      ++Pos;
      const Argument *A = next();
      return A ? int(int32_t(uint32_t(A->Bits))) : 0;
    }
    if (!isAt("0123456789"))
      return std::nullopt;
    int N = 0;
    while (isAt("0123456789") && N < 100000)
      N = N * 10 + (Format[Pos++] - '0');
    return N;
  }

  Directive parse() {
    Directive D;
    while (isAt("-+ #0"))
      D.Flags += Format[Pos++];
    D.Width = number();
    if (D.Width && *D.Width < 0) {
      D.Flags += '-';
      D.Width = -*D.Width;
    }
    if (peek() == '.') {
      ++Pos;
      D.Precision = number().value_or(0);
      if (*D.Precision < 0)
        D.Precision.reset();
    }
    while (isAt("hlLjztq"))
      D.Length += Format[Pos++];
    D.Conversion = peek();
    ++Pos;
    return D;
  }

  const Argument *next() {
    if (NextArg < C.Args.size())
      return &C.Args[NextArg++];
    C.undefined("a format that asks for more arguments than there are");
    return nullptr;
  }

  const Argument *nextDiscrete() {
    const Argument *A = next();
    if (!A || A->Ty->isInt() || A->Ty->isPointer())
      return A;
    C.undefined("an argument that does not fit its format");
    return nullptr;
  }

  bool convert(const Directive &D) {
    if (C.M.hasStopped())
      return false;
    switch (D.Conversion) {
    case '%':
      Out += '%';
      return true;
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      return convertInteger(D);
    case 'c':
      return convertCharacter(D);
    case 's':
      return convertString(D);
    case 'p':
      return convertPointer(D);
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return convertReal(D);
    default:
      C.refuse(std::string("unmodelled format '%") + D.Length + D.Conversion +
               "'");
      return false;
    }
  }

  /// The bits of the argument that a directive prints. What `long` and
  /// `size_t` are is seen from the argument.
  static unsigned widthOf(const Directive &D, const Argument &A) {
    if (D.Length == "hh")
      return 8;
    if (D.Length == "h")
      return 16;
    return D.Length.empty() ? 32 : std::min(A.Ty->width(), 64u);
  }

  bool convertInteger(const Directive &D) {
    const Argument *A = nextDiscrete();
    if (!A)
      return false;
    unsigned Width = widthOf(D, *A);
    bool IsSigned = D.Conversion == 'd' || D.Conversion == 'i';
    UInt128 V = IsSigned ? UInt128(signExtend(A->Bits, Width))
                         : truncateTo(A->Bits, Width);
    if (IsSigned)
      Out += hostFormat(D, "ll", static_cast<long long>(V));
    else
      Out += hostFormat(D, "ll", static_cast<unsigned long long>(V));
    return true;
  }

  bool convertCharacter(const Directive &D) {
    if (!D.Length.empty()) {
      C.refuse("wide characters in a format");
      return false;
    }
    const Argument *A = nextDiscrete();
    if (A)
      Out += hostFormat(D, "", int(uint8_t(A->Bits)));
    return A;
  }

  bool convertString(const Directive &D) {
    if (!D.Length.empty()) {
      C.refuse("wide characters in a format");
      return false;
    }
    const Argument *A = nextDiscrete();
    if (!A)
      return false;
    uint64_t Limit = D.Precision ? uint64_t(*D.Precision) : UINT64_MAX;
    auto Text = C.string(uint64_t(A->Bits), Limit);
    if (Text)
      Out += hostFormat(D, "", Text->c_str());
    return Text.has_value();
  }

  bool convertPointer(Directive D) {
    const Argument *A = nextDiscrete();
    if (!A)
      return false;
    if (!A->Bits) {
      D.Conversion = 's';
      Out += hostFormat(D, "", "(nil)");
      return true;
    }
    D.Flags += '#';
    D.Conversion = 'x';
    Out += hostFormat(D, "ll", static_cast<unsigned long long>(A->Bits));
    return true;
  }

  bool convertReal(const Directive &D) {
    const Argument *A = next();
    if (!A)
      return false;
    unsigned Width = D.Length == "L" ? 80 : 64;
    if (!A->Ty->isFloat() || A->Ty->width() != Width) {
      C.undefined("an argument that does not fit its format");
      return false;
    }
    if (Width == 64) {
      Out += hostFormat(D, "", std::bit_cast<double>(uint64_t(A->Bits)));
      return true;
    }
    if (!HostHasFloat80) {
      C.refuse("a float of 80 bits");
      return false;
    }
    long double V = 0;
    std::memcpy(&V, &A->Bits, std::min<size_t>(10, sizeof(V)));
    Out += hostFormat(D, "L", V);
    return true;
  }

  LibraryCall &C;
  std::string Format;
  size_t NextArg;
  size_t Pos = 0;
  std::string Out;
};

} // namespace

std::optional<std::string> format(LibraryCall &C, size_t FormatArg) {
  auto Format = C.string(C.word(FormatArg));
  if (!Format)
    return std::nullopt;
  return Formatter(C, std::move(*Format), FormatArg + 1).run();
}

} // namespace predabs::ir::interp
