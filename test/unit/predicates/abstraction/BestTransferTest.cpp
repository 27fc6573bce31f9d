// On tiny domains the computed transfer functions are the best ones: for
// random assignments and assumptions over variables of two or three bits and a
// pointer to them, all states are enumerated and give the best abstract
// function, which the abstraction must find.
//
// A predicate that is undefined in a state (it divides by zero) is compatible
// with both values of its variable, so a state belongs to several abstract
// ones.
// What no object owns (behind the null pointer, or behind a pointer to
// somewhere else) has some contents, as the prover has it.
// PREDABS_RANDOM_PROGRAMS=N takes N statements of each kind in place of 150.

#include "predicates/abstraction/Abstract.h"
#include "predicates/bp/Print.h"
#include "predicates/ir/Print.h"
#include "test/support/BoolSteps.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <random>
#include <set>

using namespace predabs;
using namespace predabs::ir;

namespace {

// Concrete states.

/// Cells 1 to 3 are x, y, z; cell 4 lies elsewhere; cell 0 is behind null. So
/// the number of a cell serves as its address.
constexpr unsigned NumCells = 5;

struct TinyState {
  std::array<uint8_t, NumCells> Cells = {};
  uint8_t Pointer = 0;
};

/// A value, or nothing where evaluating is undefined.
using Value = std::optional<UInt128>;

bool fits(const Type *T, SInt128 V) {
  SInt128 Half = SInt128(1) << (T->width() - 1);
  return !T->isSigned() || (V >= -Half && V < Half);
}

/// What becomes of a signed overflow.
enum class Overflow : uint8_t {
  Wraps,
  Undefined,
  /// In a comparison sums and products have any size, as the prover takes
  /// predicates; elsewhere an overflow is undefined.
  Exact,
};

/// The meaning of expressions, written down a second time.
class TinyEvaluator {
public:
  TinyEvaluator(const TinyState &S, Overflow How) : S(S), How(How) {}

  /// The cell that \p Place is.
  std::optional<unsigned> cellOf(const Expr *Place) const {
    if (Place->kind() == ExprKind::Var)
      return 1 + Place->variable()->Id;
    Value V = of(Place->operand(0));
    return V ? std::optional(unsigned(*V)) : std::nullopt;
  }

  Value of(const Expr *E) const {
    switch (E->kind()) {
    case ExprKind::Int:
      return E->bits();
    case ExprKind::Var:
      if (E->type()->isPointer())
        return S.Pointer;
      return S.Cells[*cellOf(E)];
    case ExprKind::Deref:
      return S.Cells[*cellOf(E)];
    case ExprKind::AddrOf:
      return *cellOf(E->operand(0));
    case ExprKind::Unary:
      return unary(E);
    case ExprKind::Cast:
      return cast(E);
    default:
      return binary(E);
    }
  }

private:
  static SInt128 number(UInt128 Bits, const Type *T) {
    return T->isSigned() ? signExtend(Bits, T->width()) : SInt128(Bits);
  }

  /// \p V in \p T, if it does not overflow.
  Value result(SInt128 V, const Type *T) const {
    if (How != Overflow::Wraps && !fits(T, V))
      return std::nullopt;
    return truncateTo(UInt128(V), T->width());
  }

  /// The number \p E as the operand of a comparison.
  std::optional<SInt128> compared(const Expr *E) const {
    bool IsExact =
        How == Overflow::Exact && E->type()->isInt() && E->type()->isSigned();
    bool IsSum = E->op() == Op::Add || E->op() == Op::Sub ||
                 E->op() == Op::Mul || E->op() == Op::Neg;
    if (!IsExact || !IsSum) {
      Value V = of(E);
      return V ? std::optional(number(*V, E->type())) : std::nullopt;
    }
    std::optional<SInt128> A = compared(E->operand(0));
    if (!A || E->op() == Op::Neg)
      return A ? std::optional(-*A) : A;
    std::optional<SInt128> B = compared(E->operand(1));
    if (!B)
      return B;
    return E->op() == Op::Add   ? *A + *B
           : E->op() == Op::Sub ? *A - *B
                                : *A * *B;
  }

  Value unary(const Expr *E) const {
    Value A = of(E->operand(0));
    if (!A)
      return A;
    const Type *T = E->type();
    if (E->op() == Op::Not)
      return !*A;
    if (E->op() == Op::BitNot)
      return truncateTo(~*A, T->width());
    return result(-number(*A, T), T);
  }

  Value cast(const Expr *E) const {
    Value A = of(E->operand(0));
    if (!A)
      return A;
    return truncateTo(UInt128(number(*A, E->operand(0)->type())),
                      E->type()->width());
  }

  Value binary(const Expr *E) const {
    if (E->op() >= Op::Eq && E->op() <= Op::Ge)
      return comparison(E);
    Value A = of(E->operand(0));
    if (!A)
      return A;
    if (E->op() == Op::LAnd && !*A)
      return 0;
    if (E->op() == Op::LOr && *A)
      return 1;
    Value B = of(E->operand(1));
    if (!B || E->op() == Op::LAnd || E->op() == Op::LOr)
      return B;
    const Type *T = E->operand(0)->type();
    return arithmetic(E->op(), number(*A, T), number(*B, T), T);
  }

  Value comparison(const Expr *E) const {
    auto A = compared(E->operand(0)), B = compared(E->operand(1));
    if (!A || !B)
      return std::nullopt;
    switch (E->op()) {
    case Op::Eq:
      return *A == *B;
    case Op::Ne:
      return *A != *B;
    case Op::Lt:
      return *A < *B;
    case Op::Le:
      return *A <= *B;
    case Op::Gt:
      return *A > *B;
    default:
      return *A >= *B;
    }
  }

  Value arithmetic(Op O, SInt128 A, SInt128 B, const Type *T) const {
    switch (O) {
    case Op::Add:
      return result(A + B, T);
    case Op::Sub:
      return result(A - B, T);
    case Op::Mul:
      return result(A * B, T);
    case Op::Div:
      // The lowest number divided by -1 wraps nowhere.
      return B && fits(T, A / B) ? result(A / B, T) : std::nullopt;
    case Op::And:
      return truncateTo(UInt128(A & B), T->width());
    case Op::Or:
      return truncateTo(UInt128(A | B), T->width());
    case Op::Xor:
      return truncateTo(UInt128(A ^ B), T->width());
    default:
      ADD_FAILURE() << "an operation that the test does not know";
      return std::nullopt;
    }
  }

  const TinyState &S;
  const Overflow How;
};

// Random statements.

class TinyCase {
public:
  explicit TinyCase(uint64_t Seed)
      : Random(Seed), M(targetFor(Seed)), C(M.Ctx), Predicates(M) {
    F = M.addFunction("f", C.functionType(C.voidType(), {}, false));
    const Type *T = type();
    addVariable(*F, "x", T, Storage::Local);
    addVariable(*F, "y", T, Storage::Local);
    addVariable(*F, "z", oneIn(2) ? T : type(), Storage::Local);
    addVariable(*F, "p", C.pointerType(T), Storage::Local);
    HasPointer = oneIn(2);
    for (unsigned I = 0; I < 4; ++I)
      Vars.push_back(C.var(F->Vars[I].get()));
  }

  /// Makes the function: the pointer may point to x and y, then comes \p S.
  void make(Stmt S) {
    BlockId Entry = addBlock(*F, "entry"), A = addBlock(*F, "a"),
            B = addBlock(*F, "b");
    At = addBlock(*F, "at");
    BlockId End = addBlock(*F, "end");
    auto Go = [&](BlockId From, std::vector<BlockId> To) {
      F->Blocks[From].Succs = std::move(To);
    };
    Go(Entry, {A, B});
    for (BlockId Side : {A, B}) {
      Stmt Point;
      Point.Kind = StmtKind::Assign;
      Point.Dest = Vars[3];
      Point.Value = C.addrOf(Vars[Side - A]);
      F->Blocks[Side].Stmts.push_back(Point);
      Go(Side, {At});
    }
    F->Blocks[At].Stmts.push_back(std::move(S));
    Go(At, {End});
    Stmt Return;
    Return.Kind = StmtKind::Return;
    F->Blocks[End].Stmts.push_back(Return);
    for (unsigned I = 0, N = 2 + below(3); I < N; ++I)
      Predicates.add(F, condition());
  }

  Stmt assignment() {
    Stmt S;
    S.Kind = StmtKind::Assign;
    if (HasPointer && oneIn(5)) {
      S.Dest = Vars[3];
      S.Value = address();
    } else {
      S.Dest = place();
      S.Value = integer(S.Dest->type(), 2);
    }
    return S;
  }

  Stmt assumption() {
    Stmt S;
    S.Kind = StmtKind::Assume;
    S.Value = oneIn(3) ? C.binary(oneIn(2) ? Op::LAnd : Op::LOr, condition(),
                                  condition())
                       : condition();
    return S;
  }

  const Stmt &stmt() const { return F->Blocks[At].Stmts[0]; }

  std::string text() const {
    std::string Text = print(M);
    for (const Predicate &P : Predicates.of(*F))
      Text += "  " + print(P.Term) + "\n";
    return Text;
  }

  /// Calls \p Do for all states.
  template <class Fn> void forEachState(Fn Do) const {
    unsigned W = Vars[0]->type()->width(), WZ = Vars[2]->type()->width();
    for (unsigned X = 0; X >> W == 0; ++X)
      for (unsigned Y = 0; Y >> W == 0; ++Y)
        for (unsigned Z = 0; Z >> WZ == 0; ++Z)
          for (uint8_t P : pointers())
            for (unsigned Null = 0; Null == 0 || isSeen(0, P, Null, W); ++Null)
              for (unsigned Far = 0; Far == 0 || isSeen(4, P, Far, W); ++Far)
                Do(TinyState{{uint8_t(Null), uint8_t(X), uint8_t(Y), uint8_t(Z),
                              uint8_t(Far)},
                             P});
  }

  /// As the program does.
  Value evaluate(const Expr *E, const TinyState &S) const {
    return TinyEvaluator(S, wraps() ? Overflow::Wraps : Overflow::Undefined)
        .of(E);
  }
  /// As a predicate is meant.
  Value meaning(const Expr *E, const TinyState &S) const {
    return TinyEvaluator(S, wraps() ? Overflow::Wraps : Overflow::Exact).of(E);
  }

  /// Whether the statement can be executed in \p S, if only to find that it
  /// does not hold.
  bool isDefined(const TinyState &S) const {
    return evaluate(stmt().Value, S) && !derefsNull(stmt().Value, S) &&
           !(stmt().Dest && derefsNull(stmt().Dest, S));
  }

  /// The state after the statement; nothing if it has no execution.
  std::optional<TinyState> after(const TinyState &S) const {
    if (!isDefined(S))
      return std::nullopt;
    Value V = evaluate(stmt().Value, S);
    if (stmt().Kind == StmtKind::Assume)
      return *V ? std::optional(S) : std::nullopt;
    TinyState New = S;
    if (stmt().Dest == Vars[3]) {
      New.Pointer = uint8_t(*V);
      return New;
    }
    New.Cells[*TinyEvaluator(S, Overflow::Wraps).cellOf(stmt().Dest)] =
        uint8_t(*V);
    return New;
  }

  /// Whether evaluating \p E looks behind the null pointer.
  bool derefsNull(const Expr *E, const TinyState &S) const {
    if (E->kind() == ExprKind::Deref && evaluate(E->operand(0), S) == Value(0))
      return true;
    if (E->kind() == ExprKind::Binary &&
        (E->op() == Op::LAnd || E->op() == Op::LOr)) {
      Value A = evaluate(E->operand(0), S);
      bool Decides = A && (*A != 0) == (E->op() == Op::LOr);
      return derefsNull(E->operand(0), S) ||
             (!Decides && derefsNull(E->operand(1), S));
    }
    for (unsigned I = 0; I < E->numOperands(); ++I)
      if (derefsNull(E->operand(I), S))
        return true;
    return false;
  }

  std::mt19937_64 Random;
  Module M;
  Context &C;
  PredicateSet Predicates;
  Function *F = nullptr;
  BlockId At = 0;

private:
  static Target targetFor(uint64_t Seed) {
    Target T;
    T.WrapSigned = Seed % 4 == 0;
    return T;
  }

  /// Nobody knows the address of z.
  std::vector<uint8_t> pointers() const {
    return HasPointer ? std::vector<uint8_t>{0, 1, 2, 4}
                      : std::vector<uint8_t>{0};
  }

  /// Whether it matters that \p Cell, which no variable owns, holds \p V.
  bool isSeen(uint8_t Cell, uint8_t P, unsigned V, unsigned Width) const {
    return HasPointer && V >> Width == 0 &&
           (P == Cell || stmt().Dest == Vars[3]);
  }

  bool wraps() const { return M.Ctx.target().WrapSigned; }
  unsigned below(unsigned N) { return unsigned(Random() % N); }
  bool oneIn(unsigned N) { return below(N) == 0; }
  const Type *type() { return C.intType(2 + below(2), oneIn(2)); }

  const Expr *place() {
    if (HasPointer && oneIn(3))
      return C.deref(Vars[3]);
    return Vars[below(3)];
  }

  const Expr *address() {
    switch (below(4)) {
    case 0:
      return C.null(Vars[3]->type());
    case 1:
      return Vars[3];
    default:
      return C.addrOf(Vars[below(2)]);
    }
  }

  const Expr *integer(const Type *T, unsigned Depth) {
    static const Op Ops[] = {Op::Add, Op::Add, Op::Sub, Op::Sub, Op::Mul,
                             Op::Div, Op::And, Op::Or,  Op::Xor};
    if (Depth == 0 || oneIn(3))
      return oneIn(3) ? C.intConst(T, below(8)) : C.cast(T, place());
    if (oneIn(8))
      return C.unary(oneIn(2) ? Op::Neg : Op::BitNot, integer(T, Depth - 1));
    return C.binary(Ops[below(std::size(Ops))], integer(T, Depth - 1),
                    integer(T, 0));
  }

  const Expr *condition() {
    static const Op Relations[] = {Op::Eq, Op::Ne, Op::Lt,
                                   Op::Le, Op::Gt, Op::Ge};
    if (HasPointer && oneIn(4))
      return C.binary(Op::Eq, Vars[3], address());
    const Expr *A = place();
    if (oneIn(3))
      A = integer(A->type(), 1);
    return C.binary(Relations[below(6)], A, integer(A->type(), oneIn(3)));
  }

  std::vector<const Expr *> Vars;
  bool HasPointer = false;
};

// Comparing.

class Comparison {
public:
  Comparison(TinyCase &Case, Precision How) : Case(Case), How(How) {
    AbstractionOptions O;
    O.How = How;
    O.Strengthen.MaxCube = 0;
    O.Strengthen.How = Case.Random() % 2 ? Search::Cubes : Search::Models;
    Aliases A(Case.M);
    std::unique_ptr<Prover> Z =
        createZ3Prover(Case.C, {0, Arithmetic::Cheapest});
    Abs = abstractModule(Case.Predicates, A, *Z, O);
    EXPECT_EQ(Z->statistics().Unknown, 0u);
    Graph = bp::buildFlow(Abs.Program);
    Steps.emplace(Graph, 100'000);
    Proc = Abs.Procedures[Case.F->Id]->Index;
    for (const auto &V : Abs.Procedures[Case.F->Id]->Vars)
      if (Abs.Meaning.contains(V.get()))
        Tracked.push_back({Steps->bitOf(V.get()), Abs.Meaning.at(V.get())});
  }

  void run() {
    std::map<bp::BoolState, Best> Expected = enumerate();
    bp::BoolState All = 0;
    for (const auto &[Bit, Term] : Tracked)
      All |= Bit;
    for (bp::BoolState S : Steps->anyOf(0, All)) {
      SCOPED_TRACE(stateText(S));
      EXPECT_EQ(Steps->exists(Proc, S), Expected.contains(S)) << "enforce";
      if (Expected.contains(S))
        compare(S, Expected.at(S));
      if (testing::Test::HasFailure())
        return;
    }
  }

  std::string text() const { return Case.text() + bp::print(Abs.Program); }
  unsigned Compared = 0;

private:
  /// What is known of a concrete state.
  struct Seen {
    bp::BoolState Mask = 0, Value = 0;
    auto operator<=>(const Seen &) const = default;
    bool admits(bp::BoolState S) const { return (S & Mask) == Value; }
  };
  /// The concrete successors of an abstract state.
  struct Best {
    std::set<Seen> After;
    bool HasDefined = false; ///< the statement is defined in some state
  };

  Seen look(const TinyState &S) const {
    Seen Result;
    for (const auto &[Bit, Term] : Tracked)
      if (Value V = Case.meaning(Term, S)) {
        Result.Mask |= Bit;
        Result.Value |= *V ? Bit : 0;
      }
    return Result;
  }

  /// The same after the statement. What is behind null has the same contents
  /// for all predicates, but nobody has to know them.
  Seen lookAfter(const TinyState &S) const {
    Seen Result = look(S);
    for (const auto &[Bit, Term] : Tracked)
      if (Case.derefsNull(Term, S)) {
        Result.Mask &= ~Bit;
        Result.Value &= ~Bit;
      }
    return Result;
  }

  std::map<bp::BoolState, Best> enumerate() {
    std::map<bp::BoolState, Best> Result;
    bp::BoolState All = 0;
    for (const auto &[Bit, Term] : Tracked)
      All |= Bit;
    Case.forEachState([&](const TinyState &S) {
      Seen Before = look(S);
      std::optional<TinyState> New = Case.after(S);
      for (bp::BoolState B : Steps->anyOf(Before.Value, All & ~Before.Mask)) {
        Best &Of = Result[B];
        Of.HasDefined |= Case.isDefined(S);
        if (New)
          Of.After.insert(lookAfter(*New));
      }
    });
    return Result;
  }

  bp::NodeId nodeOf(BlockId B, uint32_t Stmt) const {
    const auto &Nodes = Graph.Procs[Proc].Nodes;
    for (bp::NodeId N = 0; N < Nodes.size(); ++N) {
      const bp::Stmt *From = Nodes[N].Source;
      const Origin &O = Abs.Origins[From ? From->Origin : 0];
      if (O.Func && O.At == Origin::Step::Begins && O.Block == B &&
          O.Stmt == Stmt)
        return N;
    }
    ADD_FAILURE() << "the statement begins nowhere";
    return 0;
  }

  /// The states at the end of the function from \p S before the statement.
  std::set<bp::BoolState> successors(bp::BoolState S) {
    bp::NodeId End = nodeOf(Case.At + 1, 0);
    std::vector<bp::BoolState> Keep(Graph.Procs[Proc].Nodes.size(),
                                    Steps->scope(Proc));
    std::set<bp::BoolState> Found;
    std::vector<bp::BoolSteps::Place> Work = {{nodeOf(Case.At, 0), S}};
    while (!Work.empty()) {
      auto [Node, State] = Work.back();
      Work.pop_back();
      if (Node == End)
        Found.insert(State);
      else
        for (auto To : Steps->steps(Proc, Node, State, ~0u, {}, Keep))
          Work.push_back(To);
    }
    return Found;
  }

  void compare(bp::BoolState S, const Best &Expected) {
    std::set<bp::BoolState> Found = successors(S);
    for (const Seen &A : Expected.After)
      EXPECT_TRUE(std::any_of(Found.begin(), Found.end(),
                              [&](auto To) { return A.admits(To); }))
          << "unsound: missing " << stateText(A.Value);
    // Where the statement cannot be executed nothing is demanded.
    if (!Expected.HasDefined)
      return;
    ++Compared;
    for (bp::BoolState To : Found)
      EXPECT_TRUE(How == Precision::Cartesian ? isPointwise(To, Expected)
                                              : isExact(To, Expected))
          << "not the best: " << stateText(To);
  }

  static bool isExact(bp::BoolState To, const Best &Expected) {
    return std::any_of(Expected.After.begin(), Expected.After.end(),
                       [&](const Seen &A) { return A.admits(To); });
  }

  bool isPointwise(bp::BoolState To, const Best &Expected) const {
    return std::all_of(Tracked.begin(), Tracked.end(), [&](const auto &T) {
      return std::any_of(
          Expected.After.begin(), Expected.After.end(), [&](const Seen &A) {
            return !(A.Mask & T.first) || !((A.Value ^ To) & T.first);
          });
    });
  }

  std::string stateText(bp::BoolState S) const {
    std::string Text;
    for (const auto &[Bit, Term] : Tracked)
      Text += (S & Bit ? "  " : "  !") + print(Term);
    return Text;
  }

  TinyCase &Case;
  const Precision How;
  Abstraction Abs;
  bp::Flow Graph;
  std::optional<bp::BoolSteps> Steps;
  bp::ProcId Proc = 0;
  std::vector<std::pair<bp::BoolState, const Expr *>> Tracked;
};

void compareMany(StmtKind Kind, Precision How, uint64_t First) {
  const char *Wanted = std::getenv("PREDABS_RANDOM_PROGRAMS");
  uint64_t Count = Wanted ? std::strtoull(Wanted, nullptr, 10) : 150;
  unsigned Compared = 0;
  for (uint64_t Seed = First; Seed < First + Count; ++Seed) {
    TinyCase Case(Seed);
    Case.make(Kind == StmtKind::Assign ? Case.assignment() : Case.assumption());
    ASSERT_EQ(verify(Case.M).value_or(""), "");
    Comparison C(Case, How);
    C.run();
    Compared += C.Compared;
    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << Seed << "\n"
                                              << C.text();
  }
  EXPECT_GT(Compared, Count * 2);
}

} // namespace

TEST(BestTransfer, OfAssignments) {
  compareMany(StmtKind::Assign, Precision::Cartesian, 0);
}

TEST(BestTransfer, OfAssumptions) {
  compareMany(StmtKind::Assume, Precision::Cartesian, 1'000'000);
}

TEST(BestTransfer, OfAssignmentsExactly) {
  compareMany(StmtKind::Assign, Precision::Exact, 2'000'000);
}
