// Spelling tables and rules for names, see Syntax.h.

#include "predicates/ir/Syntax.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>

namespace predabs::ir {

namespace {

constexpr unsigned NumOps = unsigned(Op::PtrDiff) + 1;

constexpr std::array<OpSyntax, NumOps> OpTable = {{
    {"", Precedence::Postfix},         // None
    {"-", Precedence::Prefix},         // Neg
    {"~", Precedence::Prefix},         // BitNot
    {"!", Precedence::Prefix},         // Not
    {"clz", Precedence::Postfix},      // CountLeadingZeros
    {"ctz", Precedence::Postfix},      // CountTrailingZeros
    {"popcount", Precedence::Postfix}, // PopCount
    {"bswap", Precedence::Postfix},    // ByteSwap
    {"+", Precedence::Sum},            // Add
    {"-", Precedence::Sum},            // Sub
    {"*", Precedence::Product},        // Mul
    {"/", Precedence::Product},        // Div
    {"%", Precedence::Product},        // Rem
    {"<<", Precedence::Shift},         // Shl
    {">>", Precedence::Shift},         // Shr
    {"&", Precedence::And},            // And
    {"|", Precedence::Or},             // Or
    {"^", Precedence::Xor},            // Xor
    {"==", Precedence::Equality},      // Eq
    {"!=", Precedence::Equality},      // Ne
    {"<", Precedence::Relation},       // Lt
    {"<=", Precedence::Relation},      // Le
    {">", Precedence::Relation},       // Gt
    {">=", Precedence::Relation},      // Ge
    {"&&", Precedence::LAnd},          // LAnd
    {"||", Precedence::LOr},           // LOr
    {"+p", Precedence::Sum},           // PtrAdd
    {"-p", Precedence::Sum},           // PtrDiff
}};

constexpr std::string_view TypeWords[] = {"void", "bool", "fn", "opaque"};

constexpr std::string_view StatementWords[] = {"assume", "call", "return",
                                               "havoc",  "goto", "stop",
                                               "var",    "temp", "exactness"};

bool isDigit(char C) { return text::Digits.contains(C); }

bool isWord(std::string_view Text) {
  return !Text.empty() && WordStart.contains(Text[0]) &&
         std::ranges::all_of(
             Text, [](char C) { return NameChars.contains(C) || C == '.'; });
}

bool contains(const auto &Words, std::string_view Text) {
  return std::ranges::find(Words, Text) != std::end(Words);
}

bool looksLikeNumberType(std::string_view Word) {
  return Word.size() > 1 &&
         (Word[0] == 'i' || Word[0] == 'u' || Word[0] == 'f') &&
         std::ranges::all_of(Word.substr(1), isDigit);
}

Op opFromText(std::string_view Text, Op First, Op Last) {
  for (unsigned I = unsigned(First); I <= unsigned(Last); ++I)
    if (Text == OpTable[I].Text)
      return Op(I);
  return Op::None;
}

void appendEscaped(std::string &Out, unsigned char C) {
  static constexpr char Hex[] = "0123456789abcdef";
  if (C == '\n') {
    Out += "\\n";
  } else if (C == '\t') {
    Out += "\\t";
  } else if (C == '"' || C == '\\') {
    Out += '\\';
    Out += char(C);
  } else if (C < 0x20 || C >= 0x7f) {
    Out += "\\x";
    Out += Hex[C >> 4];
    Out += Hex[C & 15];
  } else {
    Out += char(C);
  }
}

} // namespace

const OpSyntax &opSyntax(Op O) { return OpTable[unsigned(O)]; }

Op binaryOpFromText(std::string_view Text) {
  return opFromText(Text, Op::Add, Op::PtrDiff);
}

Op callLikeOpFromText(std::string_view Text) {
  return opFromText(Text, Op::CountLeadingZeros, Op::ByteSwap);
}

bool isBareName(std::string_view Name) {
  if (Name.empty() || !NameChars.contains(Name[0]))
    return false;
  for (size_t I = 0; I < Name.size(); ++I)
    if (!NameChars.contains(Name[I]) &&
        !(Name[I] == '.' && I + 1 < Name.size() && isDigit(Name[I + 1])))
      return false;
  return true;
}

bool isBareField(std::string_view Name) {
  return isWord(Name) && Name.find('.') == Name.npos;
}

bool isBareRecord(std::string_view Name) {
  return isWord(Name) && !contains(TypeWords, Name) &&
         !looksLikeNumberType(Name);
}

bool isBareLabel(std::string_view Name) {
  return isWord(Name) && !contains(StatementWords, Name);
}

unsigned widthInTypeWord(std::string_view Word, char Kind) {
  // Longer words are numbers that no width reaches.
  if (Word.size() > 4 || !looksLikeNumberType(Word) || Word[0] != Kind)
    return 0;
  unsigned Width = 0;
  for (char C : Word.substr(1))
    Width = Width * 10 + unsigned(C - '0');
  return Width;
}

uint64_t naturalFloatSize(unsigned Width) {
  return std::bit_ceil(uint64_t(Width) / 8);
}

void appendQuoted(std::string &Out, std::string_view Text) {
  Out += '"';
  for (char C : Text)
    appendEscaped(Out, static_cast<unsigned char>(C));
  Out += '"';
}

void appendNumber(std::string &Out, UInt128 N) {
  char Digits[40];
  char *End = std::end(Digits), *Begin = End;
  do
    *--Begin = char('0' + unsigned(N % 10));
  while ((N /= 10) != 0);
  Out.append(Begin, End);
}

std::string decimal(UInt128 N) {
  std::string Text;
  appendNumber(Text, N);
  return Text;
}

std::string decimal(SInt128 N) {
  return N < 0 ? "-" + decimal(UInt128(0) - UInt128(N)) : decimal(UInt128(N));
}

void appendHex(std::string &Out, UInt128 N, unsigned Digits) {
  Out += "0x";
  for (unsigned I = Digits; I-- > 0;)
    Out += "0123456789abcdef"[unsigned(N >> (4 * I)) & 15];
}

} // namespace predabs::ir
