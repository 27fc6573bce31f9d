// The models, see Library.h.

#include "predicates/interpreter/Library.h"

#include "predicates/interpreter/Format.h"

#include <algorithm>
#include <cstdlib>

namespace predabs::ir::interp {

std::optional<uint8_t> LibraryCall::byte(uint64_t Addr) {
  auto V = M.readChecked(At, Addr, {0, 8}, M.byteType(), nullptr);
  if (!V)
    return std::nullopt;
  return uint8_t(*V);
}

std::optional<std::string> LibraryCall::string(uint64_t Addr, uint64_t Limit) {
  std::string Text;
  while (Text.size() < Limit) {
    auto Byte = byte(Addr + Text.size());
    if (!Byte)
      return std::nullopt;
    if (*Byte == 0)
      break;
    Text += char(*Byte);
  }
  return Text;
}

bool LibraryCall::writeString(uint64_t Addr, std::string_view Text) {
  if (!M.check(At, Addr, Text.size() + 1, Access::Write))
    return false;
  std::string Terminated(Text);
  M.Mem.write(Addr, Terminated.c_str(), Terminated.size() + 1);
  return true;
}

bool LibraryCall::writePointer(uint64_t Addr, uint64_t V) {
  BitRange All = {0, M.target().PointerBytes * 8};
  if (!M.writeChecked(At, Addr, All, V))
    return false;
  if (M.Mem.tracksAddresses())
    M.Mem.mark(Addr, All.bytes(), OfAddress);
  return true;
}

namespace {

// Output.

std::optional<Stream> streamOf(LibraryCall &C, size_t Arg) {
  if (C.word(Arg) == C.M.addresses().ofStandardOutput())
    return Stream::Output;
  if (C.word(Arg) == C.M.addresses().ofStandardError())
    return Stream::Error;
  C.refuse("a file other than stdout and stderr");
  return std::nullopt;
}

void printTo(LibraryCall &C, std::optional<Stream> To, size_t FormatArg) {
  if (!To)
    return;
  auto Text = format(C, FormatArg);
  if (!Text)
    return;
  C.M.print(*To, *Text);
  C.Result = Text->size();
}

void modelPrintf(LibraryCall &C) { printTo(C, Stream::Output, 0); }
void modelFprintf(LibraryCall &C) { printTo(C, streamOf(C, 0), 1); }

void modelSprintf(LibraryCall &C) {
  auto Text = format(C, 1);
  if (!Text || !C.writeString(C.word(0), *Text))
    return;
  C.Result = Text->size();
}

void modelSnprintf(LibraryCall &C) {
  auto Text = format(C, 2);
  if (!Text)
    return;
  C.Result = Text->size();
  if (uint64_t Room = C.word(1))
    C.writeString(C.word(0), std::string_view(*Text).substr(0, Room - 1));
}

void putCharacter(LibraryCall &C, std::optional<Stream> To) {
  if (!To)
    return;
  char Ch = char(C.word(0));
  C.M.print(*To, std::string_view(&Ch, 1));
  C.Result = uint8_t(Ch);
}

void modelPutchar(LibraryCall &C) { putCharacter(C, Stream::Output); }
void modelPutc(LibraryCall &C) { putCharacter(C, streamOf(C, 1)); }

void modelPuts(LibraryCall &C) {
  if (auto Text = C.string(C.word(0)))
    C.M.print(Stream::Output, *Text + "\n");
}

void modelFputs(LibraryCall &C) {
  auto To = streamOf(C, 1);
  auto Text = To ? C.string(C.word(0)) : std::nullopt;
  if (Text)
    C.M.print(*To, *Text);
}

void modelFflush(LibraryCall &) {}

// Bytes.

void modelMemset(LibraryCall &C) {
  bool Done = C.M.fillChecked(C.At, C.word(0), uint8_t(C.word(1)), C.word(2));
  // A whole block is cleared with the states of all that is in it.
  if (Done && !uint8_t(C.word(1)) && C.M.Mem.blockSize(C.word(0)) == C.word(2))
    C.M.Mem.clearBlock(C.word(0));
  C.Result = C.word(0);
}

void modelMemmove(LibraryCall &C) {
  uint64_t To = C.word(0), From = C.word(1), Size = C.word(2);
  if (C.M.check(C.At, From, Size, Access::Read) &&
      C.M.check(C.At, To, Size, Access::Write))
    C.M.Mem.copy(To, From, Size);
  C.Result = To;
}

void modelMemcpy(LibraryCall &C) {
  uint64_t To = C.word(0), From = C.word(1), Size = C.word(2);
  // The same object to itself does no harm, and compilers make such calls.
  if (To != From && To < From + Size && From < To + Size)
    return C.undefined("memcpy between overlapping ranges");
  modelMemmove(C);
}

/// Bytes that leave the program stay as they are.
void modelNothing(LibraryCall &) {}

/// Bytes that may be any are as good as uninitialised: who reads them is asked.
void modelAnyBytes(LibraryCall &C) {
  C.M.forgetChecked(C.At, C.word(0), C.word(1));
}

/// Bytes that are computed in a way that is not followed: whoever chooses
/// values is told.
void modelComputedBytes(LibraryCall &C) {
  bool GoesOn =
      C.M.ask(C.At, {ValueRequest::Kind::Havoc, Reason::Builtin,
                     C.M.module().Ctx.voidType(), nullptr, nullptr, Loc()})
          .has_value();
  if (GoesOn)
    modelAnyBytes(C);
}

/// The difference of two bytes as memcmp and strcmp report it.
UInt128 order(uint8_t A, uint8_t B) {
  return UInt128(SInt128(A < B ? -1 : A > B ? 1 : 0));
}

enum class Ending : uint8_t { AtLimit, AtZero };

/// Compares byte for byte up to \p Limit.
void compareBytes(LibraryCall &C, uint64_t Limit, Ending End) {
  for (uint64_t I = 0; I < Limit; ++I) {
    auto A = C.byte(C.word(0) + I);
    auto B = A ? C.byte(C.word(1) + I) : std::nullopt;
    if (!B)
      return;
    C.Result = order(*A, *B);
    if (*A != *B || (End == Ending::AtZero && *A == 0))
      return;
  }
}

void modelMemcmp(LibraryCall &C) {
  compareBytes(C, C.word(2), Ending::AtLimit);
}
void modelStrcmp(LibraryCall &C) {
  compareBytes(C, UINT64_MAX, Ending::AtZero);
}
void modelStrncmp(LibraryCall &C) {
  compareBytes(C, C.word(2), Ending::AtZero);
}

void modelMemchr(LibraryCall &C) {
  for (uint64_t I = 0; I < C.word(2); ++I) {
    auto Byte = C.byte(C.word(0) + I);
    if (!Byte)
      return;
    if (*Byte == uint8_t(C.word(1))) {
      C.Result = C.word(0) + I;
      return;
    }
  }
}

// Strings.

void modelStrlen(LibraryCall &C) {
  if (auto Text = C.string(C.word(0)))
    C.Result = Text->size();
}

void modelStrnlen(LibraryCall &C) {
  if (auto Text = C.string(C.word(0), C.word(1)))
    C.Result = Text->size();
}

void modelStrcpy(LibraryCall &C) {
  if (auto Text = C.string(C.word(1)))
    C.writeString(C.word(0), *Text);
  C.Result = C.word(0);
}

void modelStrncpy(LibraryCall &C) {
  uint64_t To = C.word(0), Size = C.word(2);
  auto Text = C.string(C.word(1), Size);
  if (!Text || !C.M.fillChecked(C.At, To, 0, Size))
    return;
  C.M.Mem.write(To, Text->data(), Text->size());
  C.Result = To;
}

void modelStrcat(LibraryCall &C) {
  auto Head = C.string(C.word(0));
  auto Tail = Head ? C.string(C.word(1)) : std::nullopt;
  if (Tail)
    C.writeString(C.word(0) + Head->size(), *Tail);
  C.Result = C.word(0);
}

void modelStrchr(LibraryCall &C) {
  auto Text = C.string(C.word(0));
  if (!Text)
    return;
  // The terminating zero counts as part of the string.
  size_t Pos =
      std::string_view(Text->c_str(), Text->size() + 1).find(char(C.word(1)));
  if (Pos != std::string_view::npos)
    C.Result = C.word(0) + Pos;
}

void modelStrrchr(LibraryCall &C) {
  auto Text = C.string(C.word(0));
  if (!Text)
    return;
  size_t Pos =
      std::string_view(Text->c_str(), Text->size() + 1).rfind(char(C.word(1)));
  if (Pos != std::string_view::npos)
    C.Result = C.word(0) + Pos;
}

void modelStrncat(LibraryCall &C) {
  auto Head = C.string(C.word(0));
  auto Tail = Head ? C.string(C.word(1), C.word(2)) : std::nullopt;
  if (Tail)
    C.writeString(C.word(0) + Head->size(), *Tail);
  C.Result = C.word(0);
}

void modelStrstr(LibraryCall &C) {
  auto Text = C.string(C.word(0));
  auto Part = Text ? C.string(C.word(1)) : std::nullopt;
  size_t Pos = Part ? Text->find(*Part) : std::string::npos;
  if (Pos != std::string::npos)
    C.Result = C.word(0) + Pos;
}

/// Where the first character of argument 0 is that \p IsWanted, given those of
/// argument 1; its end if there is none.
template <class Fn>
std::optional<size_t> findCharacter(LibraryCall &C, Fn IsWanted) {
  auto Text = C.string(C.word(0));
  auto Set = Text ? C.string(C.word(1)) : std::nullopt;
  if (!Set)
    return std::nullopt;
  auto It = std::find_if(Text->begin(), Text->end(), [&](char Ch) {
    return IsWanted(Set->find(Ch) != std::string::npos);
  });
  return size_t(It - Text->begin());
}

void modelStrspn(LibraryCall &C) {
  if (auto At = findCharacter(C, [](bool IsIn) { return !IsIn; }))
    C.Result = *At;
}
void modelStrcspn(LibraryCall &C) {
  if (auto At = findCharacter(C, [](bool IsIn) { return IsIn; }))
    C.Result = *At;
}
void modelStrpbrk(LibraryCall &C) {
  auto At = findCharacter(C, [](bool IsIn) { return IsIn; });
  auto Byte = At ? C.byte(C.word(0) + *At) : std::nullopt;
  if (Byte && *Byte)
    C.Result = C.word(0) + *At;
}

// Tokens. The rest of the text is kept at a pointer.

BitRange pointerBits(LibraryCall &C) {
  return {0, C.M.target().PointerBytes * 8};
}

std::optional<uint64_t> restAt(LibraryCall &C, uint64_t Addr) {
  auto V = C.M.readChecked(C.At, Addr, pointerBits(C), C.Callee.Ty->inner(),
                           nullptr);
  return V ? std::optional(uint64_t(*V)) : std::nullopt;
}

/// Ends the token at \p Begin, of \p Size characters; where the rest begins,
/// and 0 if it was the last one.
std::optional<uint64_t> endToken(LibraryCall &C, uint64_t Begin, size_t Size) {
  auto Byte = C.byte(Begin + Size);
  if (!Byte || *Byte == 0)
    return Byte ? std::optional(uint64_t(0)) : std::nullopt;
  if (!C.M.writeChecked(C.At, Begin + Size, {0, 8}, 0))
    return std::nullopt;
  return Begin + Size + 1;
}

void modelStrsep(LibraryCall &C) {
  auto Begin = restAt(C, C.word(0));
  auto Text = Begin && *Begin ? C.string(*Begin) : std::nullopt;
  auto Set = Text ? C.string(C.word(1)) : std::nullopt;
  if (!Set)
    return;
  size_t Size = std::min(Text->find_first_of(*Set), Text->size());
  auto Rest = endToken(C, *Begin, Size);
  if (Rest)
    C.writePointer(C.word(0), *Rest);
  C.Result = *Begin;
}

void modelStrtokR(LibraryCall &C) {
  auto Begin = C.word(0) ? std::optional(C.word(0)) : restAt(C, C.word(2));
  auto Text = Begin ? C.string(*Begin) : std::nullopt;
  auto Set = Text ? C.string(C.word(1)) : std::nullopt;
  if (!Set)
    return;
  size_t First = std::min(Text->find_first_not_of(*Set), Text->size());
  size_t End = std::min(Text->find_first_of(*Set, First), Text->size());
  auto Rest = endToken(C, *Begin, End);
  if (!Rest)
    return;
  C.writePointer(C.word(2), *Rest ? *Rest : *Begin + End);
  C.Result = First < Text->size() ? *Begin + First : 0;
}

// The heap.

/// The address of a new block, or 0.
uint64_t newBlock(LibraryCall &C, uint64_t Size) {
  if (Size <= C.M.options().MaxBlock) {
    uint64_t Addr = C.M.Mem.allocateBlock(Size);
    if (!Addr && C.M.Mem.tracksAddresses())
      C.refuse("as much memory as this machine does not have");
    return Addr;
  }
  C.refuse("a block of " + std::to_string(Size) + " bytes");
  return 0;
}

void modelMalloc(LibraryCall &C) { C.Result = newBlock(C, C.word(0)); }

void modelCalloc(LibraryCall &C) {
  uint64_t Size;
  if (__builtin_mul_overflow(C.word(0), C.word(1), &Size))
    return;
  uint64_t Addr = newBlock(C, Size);
  if (Addr) {
    C.M.Mem.fill(Addr, 0, Size);
    C.M.Mem.beginCleared(Addr, Size);
  }
  C.Result = Addr;
}

/// The size of the block that is argument 0, which is to be freed.
std::optional<uint64_t> sizeOfBlock(LibraryCall &C) {
  auto Size = C.M.Mem.blockSize(C.word(0));
  if (!Size)
    C.undefined("free of an address that is not a live block of the heap");
  return Size;
}

void modelFree(LibraryCall &C) {
  if (C.word(0) && sizeOfBlock(C))
    C.M.Mem.freeBlock(C.word(0));
}

void modelRealloc(LibraryCall &C) {
  uint64_t Old = C.word(0), NewSize = C.word(1);
  uint64_t OldSize = 0;
  if (Old) {
    auto Size = sizeOfBlock(C);
    if (!Size)
      return;
    OldSize = *Size;
  }
  uint64_t New = newBlock(C, NewSize);
  C.Result = New;
  if (!Old || !New)
    return;
  C.M.Mem.copy(New, Old, std::min(OldSize, NewSize));
  C.M.Mem.freeBlock(Old);
}

void modelAlloca(LibraryCall &C) {
  C.Result = C.M.allocateInFrame(C.At, C.word(0));
}

// Numbers.

void modelAbs(LibraryCall &C) {
  const Type *T = C.Args[0].Ty;
  if (!T->isInt() || T->width() > 64)
    return C.undefined("abs of something that is not an integer");
  SInt128 V = SInt128(int64_t(C.word(0)));
  SInt128 R = V < 0 ? -V : V;
  bool Overflows = signExtend(UInt128(R), T->width()) != R;
  if (Overflows && !C.M.target().WrapSigned)
    return C.undefined("signed overflow in " + C.Callee.Name);
  C.Result = UInt128(R);
}

// Characters, as the locale "C" has them: a program starts with that.

bool isWithin(uint64_t Ch, char First, char Last) {
  return Ch >= uint64_t(First) && Ch <= uint64_t(Last);
}
bool isLower(uint64_t Ch) { return isWithin(Ch, 'a', 'z'); }
bool isUpper(uint64_t Ch) { return isWithin(Ch, 'A', 'Z'); }
bool isDigit(uint64_t Ch) { return isWithin(Ch, '0', '9'); }
bool isLetter(uint64_t Ch) { return isLower(Ch) || isUpper(Ch); }
bool isAlphanumeric(uint64_t Ch) { return isLetter(Ch) || isDigit(Ch); }
bool isHexadecimal(uint64_t Ch) {
  return isDigit(Ch) || isWithin(Ch, 'a', 'f') || isWithin(Ch, 'A', 'F');
}
bool isSpace(uint64_t Ch) { return Ch == ' ' || isWithin(Ch, '\t', '\r'); }
bool isBlank(uint64_t Ch) { return Ch == ' ' || Ch == '\t'; }
bool isControl(uint64_t Ch) { return Ch < 32 || Ch == 127; }
bool isPrinted(uint64_t Ch) { return isWithin(Ch, ' ', '~'); }
bool isGraphic(uint64_t Ch) { return isWithin(Ch, '!', '~'); }
bool isPunctuation(uint64_t Ch) { return isGraphic(Ch) && !isAlphanumeric(Ch); }

/// Gives the number that the GNU library gives.
template <bool (*Belongs)(uint64_t), unsigned Yes>
void modelClass(LibraryCall &C) {
  int64_t Ch = int64_t(C.word(0));
  if (Ch < -128 || Ch > 255)
    return C.undefined("'" + C.Callee.Name + "' of no character");
  C.Result = Belongs(uint64_t(Ch)) ? Yes : 0;
}

constexpr LibraryModel *modelIsupper = modelClass<isUpper, 0x100>;
constexpr LibraryModel *modelIslower = modelClass<isLower, 0x200>;
constexpr LibraryModel *modelIsalpha = modelClass<isLetter, 0x400>;
constexpr LibraryModel *modelIsdigit = modelClass<isDigit, 0x800>;
constexpr LibraryModel *modelIsxdigit = modelClass<isHexadecimal, 0x1000>;
constexpr LibraryModel *modelIsspace = modelClass<isSpace, 0x2000>;
constexpr LibraryModel *modelIsprint = modelClass<isPrinted, 0x4000>;
constexpr LibraryModel *modelIsgraph = modelClass<isGraphic, 0x8000>;
constexpr LibraryModel *modelIsblank = modelClass<isBlank, 1>;
constexpr LibraryModel *modelIscntrl = modelClass<isControl, 2>;
constexpr LibraryModel *modelIspunct = modelClass<isPunctuation, 4>;
constexpr LibraryModel *modelIsalnum = modelClass<isAlphanumeric, 8>;

void modelTolower(LibraryCall &C) {
  C.Result = isUpper(C.word(0)) ? C.word(0) - 'A' + 'a' : C.word(0);
}
void modelToupper(LibraryCall &C) {
  C.Result = isLower(C.word(0)) ? C.word(0) - 'a' + 'A' : C.word(0);
}

/// Reads a number as strtol does, clamped to the result type.
void readNumber(LibraryCall &C, int Base, uint64_t EndPointer) {
  auto Text = C.string(C.word(0));
  if (!Text)
    return;
  char *End = nullptr;
  long long V = std::strtoll(Text->c_str(), &End, Base);
  const Type *T = C.Callee.Ty->inner();
  if (T->isInt() && T->width() < 64) {
    long long Max = (1LL << (T->width() - 1)) - 1;
    V = std::clamp(V, -Max - 1, Max);
  }
  C.Result = UInt128(SInt128(V));
  if (EndPointer)
    C.writePointer(EndPointer, C.word(0) + uint64_t(End - Text->c_str()));
}

void modelStrtoul(LibraryCall &C) {
  auto Text = C.string(C.word(0));
  if (!Text)
    return;
  char *End = nullptr;
  const Type *T = C.Callee.Ty->inner();
  if (!T->isInt() || T->width() != 64)
    return C.refuse("'" + C.Callee.Name + "' of another width");
  C.Result = std::strtoull(Text->c_str(), &End, int(C.word(2)));
  if (C.word(1))
    C.writePointer(C.word(1), C.word(0) + uint64_t(End - Text->c_str()));
}

void modelAtoi(LibraryCall &C) { readNumber(C, 10, 0); }
void modelStrtol(LibraryCall &C) { readNumber(C, int(C.word(2)), C.word(1)); }

// Ends.

void modelExit(LibraryCall &C) { C.M.exitWith(C.At, C.word(0)); }
void modelExitAtOnce(LibraryCall &C) {
  C.M.forgetAtExit();
  modelExit(C);
}
void registerAtExit(LibraryCall &C, std::vector<Argument> Args) {
  const Function *F = C.M.addresses().functionAt(C.word(0));
  if (!F || F->NumParams != Args.size())
    return C.refuse("this function at the program's end");
  C.M.callAtExit(*F, std::move(Args));
}
void modelAtExit(LibraryCall &C) { registerAtExit(C, {}); }
void modelCxaAtExit(LibraryCall &C) { registerAtExit(C, {C.Args[1]}); }
void modelAbort(LibraryCall &C) {
  C.M.stop(C.At, Outcome::Aborted, "'" + C.Callee.Name + "' was called");
}
void modelUnreachable(LibraryCall &C) {
  C.undefined("a point that is declared unreachable");
}
void modelAssertFail(LibraryCall &C) {
  if (auto Text = C.string(C.word(0)))
    C.M.stop(C.At, Outcome::AssertFailed, *Text);
}

constexpr LibraryRow none() { return {}; }
constexpr LibraryRow run(size_t MinArgs, LibraryModel *Run) {
  return {{}, {}, MinArgs, Run};
}
constexpr LibraryRow row(std::string_view Name, LibraryFunction::OnPath How,
                         LibraryRow Row) {
  return {Name, How, Row.MinArgs, Row.Run};
}

/// In the order of libraryFunctions().
constexpr LibraryRow Rows[] = {
#define FUNCTION(Name, Gives, Writes, What, Run, Symbolic, Depends, Uses, In)  \
  row(#Name, LibraryFunction::OnPath::Symbolic, Run),
#include "predicates/library/Functions.def"
};

} // namespace

const LibraryRow *findModel(std::string_view Name) {
  const LibraryFunction *Known = findLibraryFunction(Name);
  return Known && Known->IsRun ? &Rows[Known - libraryFunctions().data()]
                               : nullptr;
}

} // namespace predabs::ir::interp
