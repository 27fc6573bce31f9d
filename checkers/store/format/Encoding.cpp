// A side-car file is a header of 64 bytes and two FlatBuffers, what is known of
// the functions (the head) and their code:
//
//   0   magic
//   8   version of the format, four bytes, the lowest first, as all numbers
//   12  zero, four bytes
//   16  how many bytes the head has, eight bytes, a multiple of eight
//   24  how many bytes the code has, eight bytes
//   32  the key of the head, see keyOf
//   48  the key of the code
//
// The only file that sees FlatBuffers.

#include "checkers/files/Files.h"
#include "checkers/store/format/Summary.h"
#include "schema/summary_generated.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

using namespace predabs;

namespace {

/// Shows what has been through a channel that changes line ends or drops the
/// eighth bit, as PNG's does.
constexpr std::string_view Magic("\x89PRA\r\n\x1a\n", 8);
constexpr uint64_t FormatVersion = 5;
constexpr size_t HeaderSize = HeadStart;

template <class T> using Offset = flatbuffers::Offset<T>;
template <class T> using Vector = flatbuffers::Vector<Offset<T>>;

void append(std::string &Bytes, uint64_t Number, unsigned Size) {
  for (unsigned I = 0; I < Size; ++I)
    Bytes += char(Number >> (8 * I));
}

uint64_t numberAt(std::string_view Bytes, size_t At, unsigned Size) {
  uint64_t Number = 0;
  for (unsigned I = 0; I < Size; ++I)
    Number |= uint64_t(uint8_t(Bytes[At + I])) << (8 * I);
  return Number;
}

Key keyAt(std::string_view Bytes, size_t At) {
  return {{numberAt(Bytes, At, 8), numberAt(Bytes, At + 8, 8)}};
}

struct Header {
  uint64_t HeadSize = 0, CodeSize = 0;
  Key Head, Code;

  static Header of(std::string_view Head, std::string_view Code) {
    return {Head.size(), Code.size(), keyOf(Head), keyOf(Code)};
  }
  /// Of the bytes of a file that begin with the magic.
  static Header read(std::string_view Bytes) {
    return {numberAt(Bytes, 16, 8), numberAt(Bytes, 24, 8), keyAt(Bytes, 32),
            keyAt(Bytes, 48)};
  }
  std::string bytes() const {
    std::string Bytes(Magic);
    append(Bytes, FormatVersion, 4);
    append(Bytes, 0, 4);
    for (uint64_t Number : {HeadSize, CodeSize, Head.Bits[0], Head.Bits[1],
                            Code.Bits[0], Code.Bits[1]})
      append(Bytes, Number, 8);
    return Bytes;
  }
};

stored::Key pack(Key K) { return {K.Bits[0], K.Bits[1]}; }
Key unpack(const stored::Key &K) { return {{K.low(), K.high()}}; }
stored::Loc pack(ir::Loc L) { return {L.File, L.Line, L.Column}; }
ir::Loc unpack(const stored::Loc &L) {
  return {L.file(), L.line(), L.column()};
}

/// Nothing is shared but lines of code: a file is at least as long as what it
/// says otherwise, which the reader relies on.
class Packer {
public:
  /// The head of a file, or none if it is too large.
  std::string pack(const SummaryFile &F) {
    B.Finish(root(F), stored::SummaryFileIdentifier());
    return bytes();
  }

  std::string pack(const KeptCode &Code) {
    B.Finish(code(Code));
    return bytes();
  }

private:
  std::string bytes() {
    if (IsTooLarge || B.GetSize() > MaxFileSize - HeaderSize)
      return {};
    std::string Bytes(reinterpret_cast<const char *>(B.GetBufferPointer()),
                      B.GetSize());
    // What follows begins at an even address.
    Bytes.resize((Bytes.size() + 7) / 8 * 8);
    return Bytes;
  }

  flatbuffers::FlatBufferBuilder B;
  bool IsTooLarge = false;

  Offset<flatbuffers::String> exact(std::string_view S) {
    // FlatBuffers' own limit is an assertion.
    IsTooLarge |=
        S.size() > MaxFileSize || B.GetSize() > MaxFileSize - S.size();
    return B.CreateString(S.data(), IsTooLarge ? 0 : S.size());
  }

  Offset<flatbuffers::String> shown(std::string S) {
    for (char &C : S)
      if (!isPlain({&C, 1}))
        C = '?';
    return exact(S);
  }

  template <class T, class R>
  auto all(const std::vector<T> &Values, Offset<R> (Packer::*Pack)(const T &)) {
    std::vector<Offset<R>> Offsets;
    Offsets.reserve(Values.size());
    for (const T &V : Values)
      Offsets.push_back((this->*Pack)(V));
    return B.CreateVector(Offsets);
  }

  Offset<stored::Text> name(const std::string &Name) {
    return stored::CreateText(B, exact(Name));
  }

  Offset<stored::Text> text(const std::string &Text) {
    return stored::CreateText(B, shown(Text));
  }

  // One after the other: the order of arguments is the compiler's choice, and
  // would show in the bytes.

  Offset<stored::Decision> decision(const KeptDecision &D) {
    const Decision &Found = D.Found;
    stored::Loc Where = ::pack(Found.What.Where);
    auto Function = shown(Found.What.Function);
    auto Property = shown(Found.What.Property);
    auto Text = shown(Found.What.Text);
    auto Finding = shown(Found.What.Finding);
    auto Why = shown(Found.Why);
    auto Predicates = all(Found.Basis.Predicates, &Packer::text);
    auto Invariant = shown(Found.Basis.Invariant);
    auto AtFunction = exact(D.At.Function);
    auto In = exact(D.In);
    return stored::CreateDecision(
        B, &Where, Function, Property, Text, Finding, uint8_t(Found.Answer),
        Why, Predicates, Invariant, Found.Basis.Rounds, Found.Basis.Units,
        AtFunction, D.At.Block, D.At.Stmt, In);
  }

  Offset<stored::Use> use(const Use &U) {
    stored::Key Of = ::pack(U.Of);
    return stored::CreateUse(B, exact(U.Function), &Of);
  }

  Offset<stored::Judgement> judgement(const Judgement &J) {
    stored::Key Depends = ::pack(J.Depends);
    return stored::CreateJudgement(B, exact(J.Function), &Depends, J.Units,
                                   J.IsVain);
  }

  Offset<stored::Summary> summary(const Summary &S) {
    stored::Key Code = ::pack(S.Code), Answers = ::pack(S.Answers),
                Contract = ::pack(S.Contract);
    auto Name = exact(S.Name);
    auto DisplayName = shown(S.DisplayName);
    auto Promises = all(S.Promises, &Packer::text);
    auto WhyInexact = shown(S.WhyInexact);
    auto Modifies = all(S.Modifies, &Packer::text);
    auto Decisions = all(S.Decisions, &Packer::decision);
    auto Calls = all(S.Calls, &Packer::name);
    return stored::CreateSummary(B, Name, DisplayName, S.IsInternal,
                                 S.IsReplaceable, S.MayFail, &Code, &Answers,
                                 &Contract, Promises, WhyInexact, Modifies,
                                 S.MayChangeAnything, Decisions, Calls);
  }

  Offset<stored::Note> note(const Note &N) {
    stored::Loc Where = ::pack(N.Where);
    return stored::CreateNote(B, &Where, shown(N.Text));
  }

  Offset<stored::Message> message(const Message &M) {
    stored::Loc Where = ::pack(M.Where);
    auto Text = shown(M.Text);
    auto Rule = shown(M.Rule);
    auto Notes = all(M.Notes, &Packer::note);
    return stored::CreateMessage(B, uint8_t(M.Level), &Where, Text, Rule,
                                 Notes);
  }

  Offset<stored::Lines> numbers(const std::vector<uint32_t> &Numbers) {
    return stored::CreateLines(B, B.CreateVector(Numbers));
  }

  Offset<stored::Code> code(const KeptCode &C) {
    auto Lines = all(C.Lines, &Packer::name);
    auto Functions = all(C.Functions, &Packer::numbers);
    auto Contracts = all(C.Contracts, &Packer::numbers);
    return stored::CreateCode(B, Lines, Functions, Contracts);
  }

  Offset<stored::SummaryFile> root(const SummaryFile &F) {
    stored::Key Settings = ::pack(F.Settings), Code = ::pack(F.Code);
    auto Tool = shown(F.Tool);
    auto Source = shown(F.Source);
    auto Directory = shown(F.Directory);
    auto Files = all(F.Files, &Packer::text);
    auto Functions = all(F.Functions, &Packer::summary);
    auto Uses = all(F.Uses, &Packer::use);
    auto AtCalls = all(F.AtCalls, &Packer::decision);
    auto Shown = all(F.Shown, &Packer::use);
    auto Messages = all(F.Messages, &Packer::message);
    auto Judged = all(F.Judged, &Packer::judgement);
    return stored::CreateSummaryFile(B, Tool, Source, Directory, &Settings,
                                     &Code, Files, Functions, Uses, AtCalls,
                                     Shown, Messages, Judged);
  }
};

/// Makes values of a verified buffer. In one of ours all that is pointed to is
/// there once, and together no larger than the buffer; one that points to the
/// same things again and again could take all memory.
class Unpacker {
public:
  explicit Unpacker(size_t BodySize) : BytesLeft(BodySize) {}

  bool isTooLong() const { return IsTooLong; }

  KeptCode code(const stored::Code &C) {
    KeptCode R;
    R.Lines = all(*C.lines(), &Unpacker::line);
    R.Functions = all(*C.functions(), &Unpacker::numbers);
    R.Contracts = all(*C.contracts(), &Unpacker::numbers);
    return R;
  }

  SummaryFile file(const stored::SummaryFile &F) {
    SummaryFile R;
    R.Tool = text(F.tool());
    R.Source = text(F.source());
    R.Directory = text(F.directory());
    R.Settings = unpack(*F.settings());
    R.Code = unpack(*F.code());
    R.Files = all(*F.files(), &Unpacker::line);
    R.Functions = all(*F.functions(), &Unpacker::summary);
    R.Uses = all(*F.uses(), &Unpacker::use);
    R.AtCalls = all(*F.at_calls(), &Unpacker::decision);
    R.Shown = all(*F.shown(), &Unpacker::use);
    R.Messages = all(*F.messages(), &Unpacker::message);
    R.Judged = all(*F.judged(), &Unpacker::judgement);
    return R;
  }

private:
  static constexpr size_t PointerSize = 4, LengthSize = 4;
  size_t BytesLeft;
  bool IsTooLong = false;

  void spend(size_t Bytes) {
    IsTooLong |= Bytes > BytesLeft;
    BytesLeft -= IsTooLong ? 0 : Bytes;
  }

  std::string text(const flatbuffers::String *S) {
    spend(PointerSize + LengthSize + S->size());
    return IsTooLong ? "" : S->str();
  }

  template <class T, class R>
  std::vector<R> all(const Vector<T> &V, R (Unpacker::*Unpack)(const T &)) {
    std::vector<R> Values;
    for (const T *Element : V) {
      spend(PointerSize);
      if (IsTooLong)
        break;
      Values.push_back((this->*Unpack)(*Element));
    }
    return Values;
  }

  std::string line(const stored::Text &T) { return text(T.text()); }

  std::vector<uint32_t> numbers(const stored::Lines &L) {
    spend(LengthSize + L.of()->size() * sizeof(uint32_t));
    if (IsTooLong)
      return {};
    return {L.of()->begin(), L.of()->end()};
  }

  Use use(const stored::Use &U) {
    return {text(U.function()), unpack(*U.of())};
  }

  Judgement judgement(const stored::Judgement &J) {
    return {text(J.function()), unpack(*J.depends()), J.units(), J.is_vain()};
  }

  Note note(const stored::Note &N) {
    return {unpack(*N.where()), text(N.text())};
  }

  KeptDecision decision(const stored::Decision &D) {
    KeptDecision R;
    R.Found.What.Where = unpack(*D.where());
    R.Found.What.Function = text(D.function());
    R.Found.What.Property = text(D.property());
    R.Found.What.Text = text(D.text());
    R.Found.What.Finding = text(D.finding());
    R.Found.Answer = Verdict(D.answer());
    R.Found.Why = text(D.why());
    R.Found.Basis.Predicates = all(*D.predicates(), &Unpacker::line);
    R.Found.Basis.Invariant = text(D.invariant());
    R.Found.Basis.Rounds = D.rounds();
    R.Found.Basis.Units = D.units();
    R.At = {text(D.at_function()), D.at_block(), D.at_statement()};
    R.In = text(D.in_function());
    return R;
  }

  Summary summary(const stored::Summary &S) {
    Summary R;
    R.Name = text(S.name());
    R.DisplayName = text(S.display_name());
    R.IsInternal = S.is_internal();
    R.IsReplaceable = S.is_replaceable();
    R.MayFail = S.may_fail();
    R.Code = unpack(*S.code());
    R.Answers = unpack(*S.answers());
    R.Contract = unpack(*S.contract());
    R.Promises = all(*S.promises(), &Unpacker::line);
    R.WhyInexact = text(S.why_inexact());
    R.Modifies = all(*S.modifies(), &Unpacker::line);
    R.MayChangeAnything = S.may_change_anything();
    R.Decisions = all(*S.decisions(), &Unpacker::decision);
    R.Calls = all(*S.calls(), &Unpacker::line);
    return R;
  }

  Message message(const stored::Message &M) {
    Message R;
    R.Level = Severity(M.level());
    R.Where = unpack(*M.where());
    R.Text = text(M.text());
    R.Rule = text(M.rule());
    R.Notes = all(*M.notes(), &Unpacker::note);
    return R;
  }
};

/// What is wrong with the beginning of a file, or an empty text.
std::string headerFlaw(std::string_view Bytes) {
  if (Bytes.empty())
    return "it is empty";
  if (Bytes.substr(0, Magic.size()) != Magic.substr(0, Bytes.size()))
    return "it is no summary file";
  if (Bytes.size() < HeaderSize)
    return "it is cut off";
  if (numberAt(Bytes, 8, 4) != FormatVersion)
    return "it was written by another version";
  Header H = Header::read(Bytes);
  if (Bytes.substr(0, HeaderSize) != H.bytes() || H.HeadSize % 8 != 0)
    return "it is damaged";
  if (H.HeadSize > MaxFileSize || H.CodeSize > MaxFileSize)
    return "it is too large";
  return {};
}

/// What is wrong with the lengths in the header, or an empty text.
std::string lengthFlaw(std::string_view Bytes) {
  if (Bytes.size() > MaxFileSize)
    return "it is too large";
  Header H = Header::read(Bytes);
  uint64_t Length = HeaderSize + H.HeadSize + H.CodeSize;
  if (Bytes.size() == Length)
    return {};
  return Bytes.size() < Length ? "it is cut off" : "something follows its end";
}

/// \p Body where FlatBuffers can read it: numbers must lie at even addresses.
class AlignedBody {
public:
  explicit AlignedBody(std::string_view Body)
      : Start(reinterpret_cast<const uint8_t *>(Body.data())),
        Size(Body.size()) {
    if (reinterpret_cast<uintptr_t>(Start) % sizeof(uint64_t) == 0)
      return;
    Copy.resize(Size / sizeof(uint64_t) + 1);
    std::memcpy(Copy.data(), Start, Size);
    Start = reinterpret_cast<const uint8_t *>(Copy.data());
  }

  /// Null if it is not what the schema says.
  template <class Root> const Root *verified(const char *Identifier) const {
    // The file, a function, a decision, a text.
    flatbuffers::uoffset_t MaxDepth = 4;
    // Each takes four bytes, and four more where it is pointed to.
    auto MaxTables = flatbuffers::uoffset_t(Size / 8);
    flatbuffers::Verifier V(Start, Size, MaxDepth, MaxTables);
    return V.VerifyBuffer<Root>(Identifier) ? flatbuffers::GetRoot<Root>(Start)
                                            : nullptr;
  }

private:
  std::vector<uint64_t> Copy;
  const uint8_t *Start;
  size_t Size;
};

ReadSummaries no(std::string Why) { return {std::nullopt, std::move(Why), {}}; }

const char *const BadParts = "its parts do not fit together";
const char *const Endless = "it repeats itself without end";

ReadSummaries readHead(std::string_view Bytes) {
  if (std::string Flaw = headerFlaw(Bytes); !Flaw.empty())
    return no(Flaw);
  Header H = Header::read(Bytes);
  std::string_view Head = Bytes.substr(HeaderSize, H.HeadSize);
  if (Head.size() < H.HeadSize)
    return no("it is cut off");
  if (keyOf(Head) != H.Head)
    return no("it is damaged");
  AlignedBody Body(Head);
  const auto *Root =
      Body.verified<stored::SummaryFile>(stored::SummaryFileIdentifier());
  if (!Root)
    return no(BadParts);
  Unpacker Unpack(Bytes.size());
  SummaryFile F = Unpack.file(*Root);
  if (Unpack.isTooLong())
    return no(Endless);
  if (std::string Flaw = flawOf(F); !Flaw.empty())
    return no(Flaw);
  return {std::move(F), "", H.Code};
}

struct ReadCode {
  std::optional<KeptCode> Code;
  std::string Why;
};

/// Of a file whose head is right.
ReadCode readCode(std::string_view Bytes) {
  Header H = Header::read(Bytes);
  std::string_view Part = Bytes.substr(HeaderSize + H.HeadSize);
  if (keyOf(Part) != H.Code)
    return {std::nullopt, "it is damaged"};
  AlignedBody Body(Part);
  const auto *Root = Body.verified<stored::Code>(nullptr);
  if (!Root)
    return {std::nullopt, BadParts};
  Unpacker Unpack(Bytes.size());
  KeptCode Code = Unpack.code(*Root);
  if (Unpack.isTooLong())
    return {std::nullopt, Endless};
  return {std::move(Code), ""};
}

/// Gives the functions of \p F their code; what is wrong with it, or nothing.
std::string addCode(SummaryFile &F, const KeptCode &Code) {
  if (Code.Functions.size() != F.Functions.size() ||
      Code.Contracts.size() != F.Functions.size())
    return BadParts;
  uint64_t Left = MaxFileSize;
  for (size_t I = 0; I < F.Functions.size(); ++I) {
    Summary &S = F.Functions[I];
    S.Module = Code.module(I);
    S.ContractModule = Code.contract(I);
    uint64_t Size = uint64_t(S.Module.size()) + S.ContractModule.size();
    if (Size > Left)
      return Endless;
    Left -= Size;
  }
  return flawOf(F);
}

ReadSummaries read(std::string_view Bytes) {
  ReadSummaries R = readHead(Bytes);
  if (!R.File)
    return R;
  if (std::string Flaw = lengthFlaw(Bytes); !Flaw.empty())
    return no(Flaw);
  ReadCode C = readCode(Bytes);
  if (!C.Code)
    return no(C.Why);
  std::string Flaw = addCode(*R.File, *C.Code);
  return Flaw.empty() ? std::move(R) : no(Flaw);
}

/// Numbers lines as they come.
class LineNumbers {
public:
  explicit LineNumbers(KeptCode &Into) : Into(Into) {}

  std::vector<uint32_t> of(std::string_view Text) {
    std::vector<uint32_t> Result;
    while (!Text.empty()) {
      size_t Length = std::min(Text.find('\n'), Text.size() - 1) + 1;
      std::string_view Line = Text.substr(0, Length);
      auto [It, IsNew] = Numbers.try_emplace(Line, uint32_t(Into.Lines.size()));
      if (IsNew)
        Into.Lines.emplace_back(Line);
      Result.push_back(It->second);
      Text.remove_prefix(Length);
    }
    return Result;
  }

private:
  KeptCode &Into;
  std::unordered_map<std::string_view, uint32_t> Numbers;
};

KeptCode codeOf(const SummaryFile &F) {
  KeptCode R;
  LineNumbers Lines(R);
  for (const Summary &S : F.Functions) {
    R.Functions.push_back(Lines.of(S.Module));
    R.Contracts.push_back(Lines.of(S.ContractModule));
  }
  return R;
}

template <class Fn> auto orNoMemory(Fn Read, decltype(Read()) Otherwise) {
  try {
    return Read();
  } catch (const std::bad_alloc &) {
    return Otherwise;
  }
}

} // namespace

std::string predabs::encode(const SummaryFile &F) {
  std::string Head = Packer().pack(F), Code = Packer().pack(codeOf(F));
  uint64_t Size = HeaderSize + Head.size() + Code.size();
  if (Head.empty() || Code.empty() || Size > MaxFileSize)
    return {};
  return Header::of(Head, Code).bytes() + Head + Code;
}

ReadSummaries predabs::decodeSummaries(std::string_view Bytes) {
  return orNoMemory([&] { return read(Bytes); },
                    no("there is no memory for it"));
}

uint64_t predabs::headSize(std::string_view Start) {
  return headerFlaw(Start).empty() ? HeaderSize + Header::read(Start).HeadSize
                                   : 0;
}

uint64_t predabs::wholeSize(std::string_view Start) {
  uint64_t Head = headSize(Start);
  return Head ? Head + Header::read(Start).CodeSize : 0;
}

ReadSummaries predabs::decodeHead(std::string_view Bytes) {
  return orNoMemory([&] { return readHead(Bytes); },
                    no("there is no memory for it"));
}

std::optional<KeptCode> predabs::decodeCode(std::string_view Bytes, Key Look) {
  if (!headerFlaw(Bytes).empty() || !lengthFlaw(Bytes).empty() ||
      Header::read(Bytes).Code != Look)
    return std::nullopt;
  return orNoMemory([&] { return readCode(Bytes).Code; }, std::nullopt);
}

std::string KeptCode::text(const std::vector<uint32_t> &Of) const {
  std::string Text;
  for (uint32_t Line : Of) {
    if (Line >= Lines.size() || Text.size() + Lines[Line].size() > MaxFileSize)
      return {};
    Text += Lines[Line];
  }
  return Text;
}
