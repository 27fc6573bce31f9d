// The prover on top of Z3, see Prover.h. Each term has a Boolean symbol that
// is equal to it where it is defined,
//
//   def(t)  =>  (p_t  <=>  t)
//
// and a question assumes some of these symbols. Nothing is encoded before the
// first question that no earlier answer settles.

#include "predicates/ir/Terms.h"
#include "predicates/prover/Answers.h"
#include "predicates/prover/Encoder.h"
#include "predicates/prover/Scan.h"

#include <algorithm>
#include <cassert>
#include <chrono>

namespace predabs {

using namespace prover;
using ir::Expr;
using ir::Op;

namespace {

/// The terms of the solver are kept and shared; beyond these a new one starts.
constexpr size_t MaxSolverTerms = 1'000'000;

/// Units are counted now and then, as that takes time too.
constexpr uint64_t AsksPerCount = 16;

/// Adds the time of its life to a sum.
class Stopwatch {
public:
  explicit Stopwatch(double &Sum) : Sum(Sum) {}
  ~Stopwatch() {
    std::chrono::duration<double> D = Clock::now() - Begin;
    Sum += D.count();
  }

private:
  using Clock = std::chrono::steady_clock;
  double &Sum;
  Clock::time_point Begin = Clock::now();
};

/// A solver with what was told to it.
struct Encoding {
  Encoding(const ir::Target &T, uint64_t UnitsPerCheck)
      : S(UnitsPerCheck), Integers(S, linearIntegers(S, T)),
        Bits(S, bitVectors(S, T)) {}

  Encoder &as(Theory T) { return T == Theory::Integers ? Integers : Bits; }
  /// The symbol of the term at that position.
  Term symbol(size_t Position) {
    while (Symbols.size() <= Position)
      Symbols.push_back(S.symbol({}));
    return Symbols[Position];
  }

  Solver S;
  Encoder Integers, Bits;
  std::vector<Term> Symbols;
};

class Z3Questions;

class Z3Prover : public Prover {
public:
  Z3Prover(const ir::Context &Ctx, const ProverOptions &O)
      : Ctx(Ctx), Options(O) {}

  std::unique_ptr<Questions> about(std::vector<const Expr *> Terms,
                                   Situation S) override;
  const ProverStatistics &statistics() const override { return Statistics; }

  /// The one that is open.
  Encoding &encoding() { return *Current; }
  /// One to open; a new one if the last has grown too large.
  Encoding &nextEncoding();
  /// Gives up the solver, after an error in it.
  void discardEncoding();
  /// Counts the units spent since the last time.
  void countUnits();
  Theory theoryFor(const std::vector<const Expr *> &Exprs);

  const ir::Context &Ctx;
  ProverOptions Options;
  ProverStatistics Statistics;
  Answers Known;
  Scanner Scan;
  /// Who has the solver's scope open, or null.
  Z3Questions *Asking = nullptr;

private:
  std::unique_ptr<Encoding> Current;
  uint32_t UnitsCounted = 0; ///< of Current, modulo 2^32
};

class Z3Questions : public Questions {
public:
  Z3Questions(Z3Prover &P, std::vector<const Expr *> Terms, Situation S)
      : P(P), Terms(std::move(Terms)), Where(std::move(S)) {}
  ~Z3Questions() override;

  Answer possible(std::span<const Literal> Asked) override;
  const std::vector<bool> &witness() const override { return Witness; }
  const std::vector<Literal> &core() const override { return Core; }

private:
  enum class State : uint8_t { New, Open, Broken };

  std::optional<Answer> remembered(const Cube &Asked);
  std::optional<Answer> excluded(const std::vector<Literal> &Asked);
  Answer ask(const std::vector<Literal> &Asked);
  Answer askSolver(const std::vector<Literal> &Asked);
  void open();
  /// Whether there are bit operations: several in a row are hard for integers.
  bool hasMasks() const;
  /// From now on with bit-vectors.
  void turnToBits();
  void assume(Encoding &Into, Term A);
  /// Takes over states that were found for other questions.
  void recall(Encoder &E, Encoding &Into);
  /// Leaves the solver to others; the next question opens it again.
  void close();
  void define(Encoder &E, Encoding &Into);
  void recordYes(const std::vector<Literal> &Asked);
  void recordNo(const std::vector<Literal> &Asked);
  void recordCore();
  /// Leaves out what is too large.
  std::vector<const Expr *> encodable(const std::vector<const Expr *> &Exprs);

  Z3Prover &P;
  std::vector<const Expr *> Terms;
  Situation Where;
  uint32_t WhereId = 0;
  Findings *Found = nullptr;
  State Now = State::New;
  Theory How = Theory::Integers;
  bool NeedsBits = false; ///< integers gave no answer
  std::vector<Term> Symbols;
  std::vector<Term> Assumed; ///< of every state
  std::vector<bool> Witness;
  std::vector<Literal> Core;
};

std::unique_ptr<Questions> Z3Prover::about(std::vector<const Expr *> Terms,
                                           Situation S) {
  if (Options.Remembers == Memory::None)
    Known = Answers();
  return std::make_unique<Z3Questions>(*this, std::move(Terms), std::move(S));
}

Encoding &Z3Prover::nextEncoding() {
  if (Current && Current->S.numTerms() > MaxSolverTerms)
    discardEncoding();
  if (!Current)
    Current =
        std::make_unique<Encoding>(Ctx.target(), Options.UnitsPerQuestion);
  return *Current;
}

void Z3Prover::discardEncoding() {
  Current.reset();
  Asking = nullptr;
  UnitsCounted = 0;
}

void Z3Prover::countUnits() {
  uint32_t Units = Current->S.units();
  Statistics.Units += Units - UnitsCounted;
  UnitsCounted = Units;
}

Theory Z3Prover::theoryFor(const std::vector<const Expr *> &Exprs) {
  bool NeedsBits = std::any_of(Exprs.begin(), Exprs.end(), [&](const Expr *E) {
    return Scan.demandOf(E) == Demand::Bits;
  });
  return NeedsBits || Options.How == Arithmetic::Bits ? Theory::Bits
                                                      : Theory::Integers;
}

Z3Questions::~Z3Questions() {
  if (Now == State::Open)
    close();
}

Answer Z3Questions::possible(std::span<const Literal> Asked) {
  if (!Found) {
    WhereId = P.Known.situation(Where);
    Found = &P.Known.about(Terms, WhereId);
  }
  Cube C(Terms.size(), Asked);
  std::vector<Literal> Literals = C.literals();
  std::optional<Answer> A = remembered(C);
  if (!A)
    A = excluded(Literals);
  if (A)
    ++P.Statistics.Remembered;
  return A ? *A : ask(Literals);
}

std::optional<Answer> Z3Questions::remembered(const Cube &Asked) {
  for (const Cube &State : Found->States)
    if (State.contains(Asked)) {
      Witness.assign(Terms.size(), false);
      for (Literal L : State.literals())
        Witness[L.Term] = L.Value;
      return Answer::Yes;
    }
  for (const Cube &Known : Found->Cores)
    if (Asked.contains(Known)) {
      Core = Known.literals();
      return Answer::No;
    }
  for (const Cube &Known : Found->Unknown)
    if (Known.contains(Asked) && Asked.contains(Known))
      return Answer::Unknown;
  return std::nullopt;
}

std::optional<Answer> Z3Questions::excluded(const std::vector<Literal> &Asked) {
  auto IsOpposite = [](Literal A, Literal B) { return A.Term == B.Term; };
  auto It = std::adjacent_find(Asked.begin(), Asked.end(), IsOpposite);
  if (It != Asked.end())
    Core = {*It, !*It};
  else if (P.Known.isExcluded(WhereId, Terms, Asked))
    Core = Asked;
  else
    return std::nullopt;
  recordCore();
  return Answer::No;
}

Answer Z3Questions::ask(const std::vector<Literal> &Asked) {
  Stopwatch Watch(P.Statistics.Seconds);
  Answer A = Answer::Unknown;
  try {
    if (Now == State::New) {
      open();
      if (std::optional<Answer> Known = remembered(Cube(Terms.size(), Asked))) {
        ++P.Statistics.Remembered;
        return *Known;
      }
    }
    ++P.Statistics.Asked;
    A = askSolver(Asked);
    if (A == Answer::Unknown && Now == State::Open && How == Theory::Integers &&
        hasMasks()) {
      turnToBits();
      A = askSolver(Asked);
    }
    if (Now == State::Open && P.Statistics.Asked % AsksPerCount == 0)
      P.countUnits();
  } catch (const std::exception &) {
    // Not only this scope: after an error nothing in the solver is trusted.
    Now = State::Broken;
    P.discardEncoding();
  }
  ++(How == Theory::Bits ? P.Statistics.WithBits : P.Statistics.WithIntegers);
  if (A == Answer::Unknown) {
    ++P.Statistics.Unknown;
    Found->Unknown.emplace_back(Terms.size(), Asked);
  }
  return A;
}

Answer Z3Questions::askSolver(const std::vector<Literal> &Asked) {
  if (Now == State::Broken)
    return Answer::Unknown;
  Solver &S = P.encoding().S;
  Answer A = S.check(Symbols, Asked);
  if (A == Answer::Yes)
    recordYes(Asked);
  if (A == Answer::No)
    recordNo(Asked);
  return A;
}

std::vector<const Expr *>
Z3Questions::encodable(const std::vector<const Expr *> &Exprs) {
  std::vector<const Expr *> Result;
  for (const Expr *E : Exprs)
    if (P.Scan.demandOf(E) != Demand::TooMuch)
      Result.push_back(E);
  return Result;
}

void Z3Questions::open() {
  Where.Facts = encodable(Where.Facts);
  Where.Evaluated = encodable(Where.Evaluated);
  if (P.Asking)
    P.Asking->close();
  std::vector<const Expr *> All = encodable(Terms);
  All.insert(All.end(), Where.Facts.begin(), Where.Facts.end());
  All.insert(All.end(), Where.Evaluated.begin(), Where.Evaluated.end());
  How = NeedsBits ? Theory::Bits : P.theoryFor(All);
  Encoding &Into = P.nextEncoding();
  Encoder &E = Into.as(How);
  for (const Expr *X : All)
    E.encode(X);
  Into.S.open(How);
  P.Asking = this;
  Now = State::Open;
  for (Term A : E.axioms(All))
    assume(Into, A);
  define(E, Into);
  if (P.Options.Remembers == Memory::OfAll)
    recall(E, Into);
}

bool Z3Questions::hasMasks() const {
  for (const Expr *E : ir::termsOf(Terms))
    if (E->op() == Op::And || E->op() == Op::Or || E->op() == Op::Xor)
      return true;
  return false;
}

void Z3Questions::turnToBits() {
  close();
  NeedsBits = true;
  open();
}

void Z3Questions::assume(Encoding &Into, Term A) {
  Into.S.assume(A);
  Assumed.push_back(A);
}

void Z3Questions::recall(Encoder &E, Encoding &Into) {
  // A term that is undefined, or too large, may have any truth value.
  std::vector<Term> Values;
  for (const Expr *X : Terms)
    Values.push_back(P.Scan.demandOf(X) == Demand::TooMuch ? Term()
                                                           : E.value(X));
  for (const std::vector<bool> &State : Into.S.recall(How, Assumed, Values))
    Found->States.emplace_back(State);
}

void Z3Questions::define(Encoder &E, Encoding &Into) {
  Solver &S = Into.S;
  for (const Expr *F : Where.Facts) {
    assume(Into, E.defined(F));
    assume(Into, E.value(F));
  }
  for (const Expr *X : Where.Evaluated)
    assume(Into, E.safe(X));
  for (size_t I = 0; I < Terms.size(); ++I) {
    Symbols.push_back(Into.symbol(I));
    if (P.Scan.demandOf(Terms[I]) == Demand::TooMuch)
      continue;
    // SOUND: where the term is undefined its symbol stays free.
    S.assume(S.make(Operator::Implies, E.defined(Terms[I]),
                    S.make(Operator::Equal, Symbols[I], E.value(Terms[I]))));
  }
}

void Z3Questions::close() {
  Now = State::New;
  P.Asking = nullptr;
  Symbols.clear();
  Assumed.clear();
  try {
    P.countUnits();
    P.encoding().S.close();
  } catch (const std::exception &) {
    P.discardEncoding();
  }
}

void Z3Questions::recordYes(const std::vector<Literal> &Asked) {
  Witness = P.encoding().S.values(Symbols);
  for (Literal L : Asked)
    Witness[L.Term] = L.Value;
  Found->States.emplace_back(Witness);
}

void Z3Questions::recordNo(const std::vector<Literal> &Asked) {
  Core.clear();
  for (uint32_t I : P.encoding().S.core())
    Core.push_back(Asked[I]);
  recordCore();
}

void Z3Questions::recordCore() {
  Found->Cores.emplace_back(Terms.size(), Core);
  P.Known.exclude(WhereId, Terms, Core);
}

} // namespace

std::unique_ptr<Prover> createZ3Prover(const ir::Context &Ctx,
                                       const ProverOptions &O) {
  return std::make_unique<Z3Prover>(Ctx, O);
}

} // namespace predabs
