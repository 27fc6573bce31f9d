#include "checkers/store/KnownAnswers.h"

#include "checkers/store/Digest.h"
#include "predicates/ir/Print.h"
#include "predicates/ir/Terms.h"

#include <algorithm>
#include <set>

namespace predabs {

using namespace ir;

namespace {

/// What the types in \p D mean.
class TypeDigest {
public:
  explicit TypeDigest(Digest &D) : D(D) {}

  void add(const Type *T) {
    D.add(print(T));
    for (std::vector<const Type *> Work = {T}; !Work.empty();) {
      const Type *Top = Work.back();
      Work.pop_back();
      if (!Seen.insert(Top).second)
        continue;
      if (Top->isRecord())
        addRecord(*Top, Work);
      for (const Type *Param : Top->params())
        Work.push_back(Param);
      if (Top->inner())
        Work.push_back(Top->inner());
    }
  }

private:
  void addRecord(const Type &T, std::vector<const Type *> &Work) {
    D.add(T.name());
    D.add(T.size() * 4 + T.isUnion() * 2 + T.isComplete());
    D.add(T.fields().size());
    for (const Field &F : T.fields()) {
      D.add(F.Name);
      D.add(print(F.Ty));
      D.add(F.BitOffset);
      D.add(F.BitWidth);
      Work.push_back(F.Ty);
    }
  }

  Digest &D;
  std::set<const Type *> Seen;
};

/// Terms by their structure: each part once, by number, operands first. Names
/// of variables do not count, but which is which does.
class TermDigest {
public:
  explicit TermDigest(Digest &D) : D(D), Types(D) {}

  void add(const std::vector<const Expr *> &Terms) {
    D.add(Terms.size());
    for (const Expr *E : Terms) {
      for (const Expr *Part : termsOf(E))
        if (Numbers.try_emplace(Part, Numbers.size()).second)
          addPart(*Part);
      D.add(Numbers.at(E));
    }
  }

private:
  void addPart(const Expr &E) {
    D.add(uint64_t(E.kind()) * 256 + uint64_t(E.op()));
    Types.add(E.type());
    for (unsigned I = 0; I < E.numOperands(); ++I)
      D.add(Numbers.at(E.operand(I)));
    switch (E.kind()) {
    case ExprKind::Int:
    case ExprKind::Float:
      D.add(uint64_t(E.bits() >> 64));
      return D.add(uint64_t(E.bits()));
    case ExprKind::FuncAddr:
      return D.add(E.function()->Name);
    case ExprKind::LabelAddr:
      D.add(E.function()->Name);
      return D.add(E.block());
    case ExprKind::Field:
      return D.add(E.fieldIndex());
    case ExprKind::Var:
      return addVariable(*E.variable());
    default:
      return;
    }
  }

  void addVariable(const Variable &V) {
    D.add(uint64_t(V.Kind));
    if (!V.isGlobal())
      return;
    D.add(uint64_t(V.IsDefined) * 4 + V.IsInternal * 2 + V.IsConst);
    addGlobal(D, V);
  }

  Digest &D;
  TypeDigest Types;
  std::map<const Expr *, uint64_t> Numbers;
};

/// Of all that answers about \p Terms in the situation \p S depend on.
Key subjectOf(const Context &Ctx, const std::vector<const Expr *> &Terms,
              const Situation &S) {
  Digest D;
  D.add(print(Module(Ctx.target()), Locations::Hide));
  TermDigest All(D);
  All.add(Terms);
  All.add(S.Facts);
  All.add(S.Evaluated);
  return D.key();
}

} // namespace

class BookQuestions : public Questions {
public:
  BookQuestions(RememberingProver &P, std::vector<const Expr *> Terms,
                Situation S)
      : P(P), Terms(std::move(Terms)), Where(std::move(S)) {}

  Answer possible(std::span<const Literal> Asked) override {
    AnswerBook *Book = P.Current;
    if (!Book)
      return fromInner(Asked);
    Key Question = questionKey(Asked);
    auto It = Book->Known.find(Question);
    if (It != Book->Known.end() && fits(It->second, Asked))
      return fromBook(It->second);
    uint64_t AskedBefore = P.Inner->statistics().Asked;
    uint64_t UnitsBefore = P.Inner->statistics().Units;
    Answer A = fromInner(Asked);
    const ProverStatistics &After = P.Inner->statistics();
    P.Asked += After.Asked - AskedBefore;
    if (Book->Known.size() < MaxBookEntries)
      Book->Known[Question] = {A,
                               A == Answer::Yes ? Witness : std::vector<bool>(),
                               A == Answer::No ? Core : std::vector<Literal>(),
                               After.Units - UnitsBefore};
    return A;
  }
  const std::vector<bool> &witness() const override { return Witness; }
  const std::vector<Literal> &core() const override { return Core; }

private:
  Key questionKey(std::span<const Literal> Asked) {
    if (!Subject)
      Subject = subjectOf(P.Ctx, Terms, Where);
    Digest D;
    D.add(*Subject);
    for (Literal L : Asked)
      D.add(uint64_t(L.Term) * 2 + L.Value);
    return D.key();
  }

  /// Whether \p E can be an answer to \p Asked.
  bool fits(const AnswerBook::Entry &E, std::span<const Literal> Asked) const {
    if (E.Is == Answer::Yes) {
      if (E.Witness.size() != Terms.size())
        return false;
      for (Literal L : Asked)
        if (E.Witness[L.Term] != L.Value)
          return false;
    }
    for (Literal L : E.Core)
      if (std::find(Asked.begin(), Asked.end(), L) == Asked.end())
        return false;
    return true;
  }

  Answer fromBook(const AnswerBook::Entry &E) {
    ++P.Found;
    P.FoundUnknown += E.Is == Answer::Unknown;
    P.FoundUnits += E.Units;
    Witness = E.Witness;
    Core = E.Core;
    return E.Is;
  }

  Answer fromInner(std::span<const Literal> Asked) {
    if (!Inner)
      Inner = P.Inner->about(Terms, Where);
    Answer A = Inner->possible(Asked);
    if (A == Answer::Yes)
      Witness = Inner->witness();
    if (A == Answer::No)
      Core = Inner->core();
    return A;
  }

  RememberingProver &P;
  std::vector<const Expr *> Terms;
  Situation Where;
  std::optional<Key> Subject;
  std::unique_ptr<Questions> Inner;
  std::vector<bool> Witness;
  std::vector<Literal> Core;
};

std::unique_ptr<Questions>
RememberingProver::about(std::vector<const Expr *> Terms, Situation S) {
  return std::make_unique<BookQuestions>(*this, std::move(Terms), std::move(S));
}

/// An answer from a book costs what it did when it was found: what a function
/// may cost must not depend on who was there before.
const ProverStatistics &RememberingProver::statistics() const {
  Sum = Inner->statistics();
  Sum.Kept = Found;
  Sum.KeptUnknown = FoundUnknown;
  Sum.Units += FoundUnits;
  return Sum;
}

void RememberingProver::use(AnswerBook *Book) { Current = Book; }

uint64_t RememberingProver::askedWithBook() const { return Asked; }

// The file: a magic with the version, the key of what follows, and then the
// entries as lines, by key:
//
//   <32 digits> yes 1011 <units>
//   <32 digits> no +0 -3 <units>
//   <32 digits> unknown <units>

namespace {

constexpr std::string_view Magic = "predabs answers 1\n";

std::string entryText(const Key &Question, const AnswerBook::Entry &E) {
  std::string Text = Question.str();
  if (E.Is == Answer::Yes) {
    Text += " yes ";
    for (bool Value : E.Witness)
      Text += Value ? '1' : '0';
  } else if (E.Is == Answer::No) {
    Text += " no";
    for (Literal L : E.Core)
      Text += (L.Value ? " +" : " -") + std::to_string(L.Term);
  } else {
    Text += " unknown";
  }
  return Text + " " + std::to_string(E.Units) + "\n";
}

std::vector<std::string_view> wordsOf(std::string_view Line) {
  std::vector<std::string_view> Words;
  while (!Line.empty()) {
    size_t End = std::min(Line.find(' '), Line.size());
    Words.push_back(Line.substr(0, End));
    Line.remove_prefix(std::min(End + 1, Line.size()));
  }
  return Words;
}

std::optional<uint64_t> parseNumber(std::string_view Digits) {
  uint64_t N = 0;
  if (Digits.empty() || Digits.size() > 19)
    return std::nullopt;
  for (char C : Digits) {
    if (C < '0' || C > '9')
      return std::nullopt;
    N = N * 10 + uint64_t(C - '0');
  }
  return N;
}

std::optional<Key> parseKey(std::string_view Digits) {
  if (Digits.size() != 32)
    return std::nullopt;
  Key K;
  for (size_t I = 0; I < 32; ++I) {
    size_t Value = std::string_view("0123456789abcdef").find(Digits[I]);
    if (Value == std::string_view::npos)
      return std::nullopt;
    K.Bits[I / 16] |= uint64_t(Value) << (8 * (I % 16 / 2) + 4 * (1 - I % 2));
  }
  return K;
}

std::optional<std::vector<bool>> parseWitness(std::string_view Text) {
  std::vector<bool> Values;
  for (char C : Text) {
    if (C != '0' && C != '1')
      return std::nullopt;
    Values.push_back(C == '1');
  }
  return Values;
}

std::optional<Literal> parseLiteral(std::string_view Word) {
  if (Word.empty())
    return std::nullopt;
  std::optional<uint64_t> Term = parseNumber(Word.substr(1));
  if (!Term || *Term > UINT32_MAX || (Word[0] != '+' && Word[0] != '-'))
    return std::nullopt;
  return Literal{uint32_t(*Term), Word[0] == '+'};
}

/// Of the words between the key and the units.
std::optional<AnswerBook::Entry>
parseAnswer(std::span<const std::string_view> Words) {
  AnswerBook::Entry E;
  if (Words.size() == 1 && Words[0] == "unknown")
    return E;
  if (Words.size() == 2 && Words[0] == "yes") {
    std::optional<std::vector<bool>> Values = parseWitness(Words[1]);
    if (!Values)
      return std::nullopt;
    E.Is = Answer::Yes;
    E.Witness = std::move(*Values);
    return E;
  }
  if (Words.empty() || Words[0] != "no")
    return std::nullopt;
  E.Is = Answer::No;
  for (std::string_view Word : Words.subspan(1)) {
    std::optional<Literal> L = parseLiteral(Word);
    if (!L)
      return std::nullopt;
    E.Core.push_back(*L);
  }
  return E;
}

bool addEntry(AnswerBook &Book, std::string_view Line) {
  std::vector<std::string_view> Words = wordsOf(Line);
  if (Words.size() < 3)
    return false;
  std::optional<Key> Question = parseKey(Words.front());
  std::optional<uint64_t> Units = parseNumber(Words.back());
  std::optional<AnswerBook::Entry> E =
      parseAnswer(std::span(Words).subspan(1, Words.size() - 2));
  if (!Question || !Units || !E)
    return false;
  E->Units = *Units;
  return Book.Known.emplace(*Question, std::move(*E)).second;
}

} // namespace

std::string encode(const AnswerBook &Book) {
  std::string Body;
  for (const auto &[Question, E] : Book.Known)
    Body += entryText(Question, E);
  return std::string(Magic) + keyOf(Body).str() + "\n" + Body;
}

std::optional<AnswerBook> decodeAnswers(std::string_view Bytes) {
  constexpr size_t Start = Magic.size() + 33;
  if (!Bytes.starts_with(Magic) || Bytes.size() < Start ||
      Bytes[Start - 1] != '\n')
    return std::nullopt;
  std::string_view Body = Bytes.substr(Start);
  if (keyOf(Body).str() != Bytes.substr(Magic.size(), 32))
    return std::nullopt;
  AnswerBook Book;
  while (!Body.empty()) {
    size_t End = Body.find('\n');
    if (End == Body.npos || Book.Known.size() >= MaxBookEntries ||
        !addEntry(Book, Body.substr(0, End)))
      return std::nullopt;
    Body.remove_prefix(End + 1);
  }
  return Book;
}

} // namespace predabs
