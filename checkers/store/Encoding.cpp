// A side-car file is a header of 32 bytes and a FlatBuffer:
//
//   0   magic
//   8   version of the format, four bytes, the lowest first, as all numbers
//   12  how many bytes follow the header, four bytes
//   16  their key, see keyOf
//
// The only file that sees FlatBuffers.

#include "checkers/store/Files.h"
#include "checkers/store/Summary.h"
#include "schema/summary_generated.h"

#include <cstring>

using namespace predabs;

namespace {

/// Shows what has been through a channel that changes line ends or drops the
/// eighth bit, as PNG's does.
constexpr std::string_view Magic("\x89PRA\r\n\x1a\n", 8);
constexpr uint64_t FormatVersion = 1;
constexpr size_t HeaderSize = 32;

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

std::string headerOf(std::string_view Body) {
  std::string Bytes(Magic);
  append(Bytes, FormatVersion, 4);
  append(Bytes, Body.size(), 4);
  for (uint64_t Word : keyOf(Body).Bits)
    append(Bytes, Word, 8);
  return Bytes;
}

stored::Key pack(Key K) { return {K.Bits[0], K.Bits[1]}; }
Key unpack(const stored::Key &K) { return {{K.low(), K.high()}}; }
stored::Loc pack(ir::Loc L) { return {L.File, L.Line, L.Column}; }
ir::Loc unpack(const stored::Loc &L) {
  return {L.file(), L.line(), L.column()};
}

/// Nothing is shared: a file is at least as long as what it says, which the
/// reader relies on.
class Packer {
public:
  /// The body of a file, or none if it is too large.
  std::string pack(const SummaryFile &F) {
    B.Finish(root(F), stored::SummaryFileIdentifier());
    if (IsTooLarge || B.GetSize() > MaxFileSize - HeaderSize)
      return {};
    return {reinterpret_cast<const char *>(B.GetBufferPointer()), B.GetSize()};
  }

private:
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
    auto Why = shown(Found.Why);
    auto Predicates = all(Found.Basis.Predicates, &Packer::text);
    auto Invariant = shown(Found.Basis.Invariant);
    auto AtFunction = exact(D.At.Function);
    return stored::CreateDecision(
        B, &Where, Function, Property, Text, uint8_t(Found.Answer), Why,
        Predicates, Invariant, Found.Basis.Rounds, Found.Basis.Units,
        AtFunction, D.At.Block, D.At.Stmt);
  }

  Offset<stored::Use> use(const Use &U) {
    stored::Key Of = ::pack(U.Of);
    return stored::CreateUse(B, exact(U.Function), &Of);
  }

  Offset<stored::Summary> summary(const Summary &S) {
    stored::Key Code = ::pack(S.Code), Answers = ::pack(S.Answers);
    auto Name = exact(S.Name);
    auto DisplayName = shown(S.DisplayName);
    auto Module = exact(S.Module);
    auto Decisions = all(S.Decisions, &Packer::decision);
    auto Calls = all(S.Calls, &Packer::name);
    return stored::CreateSummary(B, Name, DisplayName, S.IsInternal,
                                 S.IsReplaceable, S.MayFail, &Code, &Answers,
                                 Module, Decisions, Calls);
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
    return stored::CreateSummaryFile(B, Tool, Source, Directory, &Settings,
                                     &Code, Files, Functions, Uses, AtCalls,
                                     Shown, Messages);
  }
};

/// Makes values of a verified buffer. In one of ours all that is pointed to is
/// there once, and together no larger than the buffer; one that points to the
/// same things again and again could take all memory.
class Unpacker {
public:
  explicit Unpacker(size_t BodySize) : BytesLeft(BodySize) {}

  bool isTooLong() const { return IsTooLong; }

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

  Use use(const stored::Use &U) {
    return {text(U.function()), unpack(*U.of())};
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
    R.Found.Answer = Verdict(D.answer());
    R.Found.Why = text(D.why());
    R.Found.Basis.Predicates = all(*D.predicates(), &Unpacker::line);
    R.Found.Basis.Invariant = text(D.invariant());
    R.Found.Basis.Rounds = D.rounds();
    R.Found.Basis.Units = D.units();
    R.At = {text(D.at_function()), D.at_block(), D.at_statement()};
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
    R.Module = text(S.module_());
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

/// What is wrong with the header or its sum, or an empty text.
std::string headerFlaw(std::string_view Bytes) {
  if (Bytes.empty())
    return "it is empty";
  if (Bytes.substr(0, Magic.size()) != Magic.substr(0, Bytes.size()))
    return "it is no summary file";
  if (Bytes.size() < HeaderSize)
    return "it is cut off";
  if (numberAt(Bytes, 8, 4) != FormatVersion)
    return "it was written by another version";
  if (Bytes.size() > MaxFileSize)
    return "it is too large";
  std::string_view Body = Bytes.substr(HeaderSize);
  uint64_t Length = numberAt(Bytes, 12, 4);
  if (Body.size() != Length)
    return Body.size() < Length ? "it is cut off" : "something follows its end";
  if (Bytes.substr(0, HeaderSize) != headerOf(Body))
    return "it is damaged";
  return {};
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
  const stored::SummaryFile *verified() const {
    // The file, a function, a decision, a text.
    flatbuffers::uoffset_t MaxDepth = 4;
    // Each takes four bytes, and four more where it is pointed to.
    auto MaxTables = flatbuffers::uoffset_t(Size / 8);
    flatbuffers::Verifier V(Start, Size, MaxDepth, MaxTables);
    return stored::VerifySummaryFileBuffer(V) ? stored::GetSummaryFile(Start)
                                              : nullptr;
  }

private:
  std::vector<uint64_t> Copy;
  const uint8_t *Start;
  size_t Size;
};

ReadSummaries read(std::string_view Bytes) {
  if (std::string Flaw = headerFlaw(Bytes); !Flaw.empty())
    return {std::nullopt, Flaw};
  AlignedBody Body(Bytes.substr(HeaderSize));
  const stored::SummaryFile *Root = Body.verified();
  if (!Root)
    return {std::nullopt, "its parts do not fit together"};
  Unpacker Unpack(Bytes.size());
  SummaryFile F = Unpack.file(*Root);
  if (Unpack.isTooLong())
    return {std::nullopt, "it repeats itself without end"};
  if (std::string Flaw = flawOf(F); !Flaw.empty())
    return {std::nullopt, Flaw};
  return {std::move(F), ""};
}

} // namespace

std::string predabs::encode(const SummaryFile &F) {
  std::string Body = Packer().pack(F);
  return Body.empty() ? Body : headerOf(Body) + Body;
}

ReadSummaries predabs::decodeSummaries(std::string_view Bytes) {
  try {
    return read(Bytes);
  } catch (const std::bad_alloc &) {
    return {std::nullopt, "there is no memory for it"};
  }
}
