// Questions to the environment on a path, see Execution.h. What it answers is
// an input, but it does not contradict itself: getenv("HOME") gives the same
// when it is called again, and a second descriptor is another number. The
// models of such functions say what they ask about (ANSWER in
// checkers/models/model.h); an answer to what may have been asked before is no
// input, so nothing is certain that depends on it.

#include "predicates/interpreter/Library.h"
#include "predicates/path/Execution.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

namespace predabs::path {

using Kind = ir::ValueRequest::Kind;

namespace {

/// A longer text is taken for one that is not known.
constexpr size_t MaxText = 4096;

} // namespace

void Execution::modelQuestion(const ModelCall &C) {
  using OnPath = LibraryFunction::OnPath;
  auto Family = [&] { return T.constant(C.Args[0].Value).value_or(0); };
  switch (C.Row.Symbolic) {
  case OnPath::Question:
    return noteQuestion({Family(), C.Args[1].Value, std::nullopt});
  case OnPath::QuestionText:
    return noteQuestion({Family(), pointer(0), textAt(C.Args[1].Value)});
  case OnPath::Draw:
    IsAgain = Spoiled.contains(Family());
    return;
  case OnPath::DrawSeeded:
    IsAgain = Spoiled.contains(Family()) ||
              (Begins == Beginning::OfProgram && !Seeded.contains(Family()));
    return;
  case OnPath::Spoil:
    Spoiled.insert(Family());
    return;
  case OnPath::SpoilIf:
    return spoilUnless(Family(),
                       T.equal(C.Args[1].Value, number(C.Args[1].Ty, 0)));
  case OnPath::Ask:
    IsAgain |= wasAsked({Family(), C.Args[1].Value, std::nullopt});
    return;
  case OnPath::OfBegin:
    Owner = ownerOf(C.Args[0].Value);
    return;
  case OnPath::OfEnd:
    Owner = {};
    return;
  case OnPath::Seed:
    return seed(C);
  case OnPath::AnswerBytes:
    return answerBytes(C);
  case OnPath::CallbacksBegin:
    IsCalledBack = true;
    return;
  case OnPath::CallbacksEnd:
    return endCallbacks();
  default:
    return;
  }
}

void Execution::noteQuestion(AskedQuestion Q) {
  IsAgain = Spoiled.contains(Q.Family) || wasAsked(Q);
  Asked.push_back(std::move(Q));
}

bool Execution::wasAsked(const AskedQuestion &Q) const {
  return std::any_of(Asked.begin(), Asked.end(),
                     [&](auto &Old) { return mayBeSame(Old, Q); });
}

void Execution::spoilUnless(UInt128 Family, BitTerm Not) {
  if (!T.isTrue(Not))
    Spoiled.insert(Family);
}

/// What became of \p Given is up to those who gave it. SOUND: an asynchronous
/// descriptor never says "end of file", whatever read() may do in general.
Execution::ValueOwner Execution::ownerOf(BitTerm Given) {
  std::set<uint32_t> Used;
  for (BitTerm S : T.symbolsIn(std::span(&Given, 1)))
    Used.insert(S.Id);
  ValueOwner Result;
  for (BitTerm S : EntrySymbols)
    Result.IsEntry |= Used.contains(S.Id);
  for (const GivenSymbol &S : this->Given)
    if (Used.contains(S.Symbol.Id))
      Result.By = S.By;
  // That it is not to be chosen which number is free does not matter here.
  for (const Doubt &D : Doubts)
    if (Used.contains(D.Symbol.Id) && D.Because.Why != ir::Reason::Builtin)
      Result.Because = D.Because;
  return Result;
}

bool Execution::mayBeSame(const AskedQuestion &A,
                          const AskedQuestion &B) const {
  if (A.Family != B.Family || (A.Text && B.Text && *A.Text != *B.Text))
    return false;
  auto X = T.constant(A.About), Y = T.constant(B.About);
  return !X || !Y || *X == *Y;
}

/// Numbers that follow from a seed that is known, or from the same one once
/// more, are determined.
void Execution::seed(const ModelCall &C) {
  UInt128 Family = T.constant(C.Args[0].Value).value_or(0);
  if (T.isConstant(C.Args[1].Value) || !Seeded.insert(Family).second)
    Spoiled.insert(Family);
}

std::optional<std::string> Execution::textAt(BitTerm Pointer) {
  auto Addr = T.constant(Pointer);
  std::string Text;
  while (Addr && Text.size() < MaxText) {
    uint64_t At = uint64_t(*Addr) + Text.size();
    if (!isFine(At, 1, Access::Read) || !Memory.isKnown(At, 1))
      return std::nullopt;
    char Byte = char(*Run.Mem.bytesAt(At));
    if (!Byte)
      return Text;
    Text += Byte;
  }
  return std::nullopt;
}

/// As __predabs_any_bytes, but a run is asked.
void Execution::answerBytes(const ModelCall &C) {
  noteInput(Kind::Havoc, M.Ctx.voidType(), nullptr, nullptr, {});
  if (std::exchange(IsAgain, false))
    DoubtfulSince[Step + 1] = {ir::Reason::Builtin};
  else if (Owner.Because.exists())
    DoubtfulSince[Step + 1] = Owner.Because;
  if (Owner.IsEntry)
    OfEntrySince.insert(Step + 1);
  if (Owner.By)
    GivenSince[Step + 1] = Owner.By;
  modelAnyBytes(C);
}

void Execution::noteWrite(uint64_t Addr, uint64_t Size) {
  if (IsCalledBack)
    WrittenBack.push_back({Addr, Size});
}

/// How often a function was called back, and with what, is the library's
/// choice, and so is what it left behind.
void Execution::endCallbacks() {
  IsCalledBack = false;
  noteInput(Kind::Havoc, M.Ctx.voidType(), nullptr, nullptr, {});
  DoubtfulSince[Step + 1] = {ir::Reason::Builtin};
  for (ir::MemoryRange Bytes : WrittenBack)
    doubtObject(Bytes);
  WrittenBack.clear();
}

} // namespace predabs::path
