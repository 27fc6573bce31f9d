// Runs small modules: control, calls, memory, and what C leaves open.

#include "Program.h"

#include <gtest/gtest.h>

#include <cstdint>

using namespace predabs::ir;
using Outcome = RunResult::Outcome;

namespace {

TEST(Interpreter, ReturnsTheExitStatus) {
  Program P;
  P.begin("main", P.I32);
  P.ret(P.num(42));
  RunResult R = P.run();
  EXPECT_EQ(R.How, Outcome::Exited);
  EXPECT_EQ(R.ExitStatus, 42);
  EXPECT_EQ(R.Steps, 1u);
}

TEST(Interpreter, CountsInALoopAndPrints) {
  Program P;
  P.begin("main", P.I32);
  const Expr *I = P.local("i", P.I32), *S = P.local("s", P.I32);
  P.assign(I, P.num(0));
  P.assign(S, P.num(0));
  BlockId Head = P.block("head");
  P.go({Head});
  P.at(Head);
  auto [Body, End] = P.branch(P.bin(Op::Lt, I, P.num(10)));
  P.at(Body);
  P.assign(S, P.add(S, I));
  P.assign(I, P.add(I, P.num(1)));
  P.go({Head});
  P.at(End);
  P.print("%d\n", {S});
  P.ret(P.num(0));
  RunResult R = P.run();
  EXPECT_EQ(R.How, Outcome::Exited) << R.Why;
  EXPECT_EQ(R.Output, "45\n");
}

// Control.

TEST(Interpreter, TakesTheSuccessorThatHolds) {
  for (int X : {-1, 0, 1}) {
    Program P;
    P.begin("main", P.I32);
    const Expr *V = P.local("x", P.I32);
    P.assign(V, P.num(X));
    // Not a condition and its negation, so both are looked at.
    BlockId Less = P.block("less"), More = P.block("more");
    P.go({Less, More});
    P.at(Less);
    P.assume(P.bin(Op::Lt, V, P.num(0)));
    P.ret(P.num(10));
    P.at(More);
    P.assume(P.bin(Op::Gt, V, P.num(0)));
    P.ret(P.num(20));
    RunResult R = P.run();
    if (X == 0) {
      EXPECT_EQ(R.How, Outcome::Stuck);
      EXPECT_EQ(R.Why, "no successor is possible");
    } else {
      EXPECT_EQ(R.ExitStatus, X < 0 ? 10 : 20);
    }
  }
}

TEST(Interpreter, AFalseAssumptionEndsThePath) {
  Program P;
  P.begin("main", P.I32);
  const Expr *X = P.local("x", P.I32);
  P.assign(X, P.num(1));
  P.assume(P.bin(Op::Eq, X, P.num(2)));
  P.ret(P.num(0));
  RunResult R = P.run();
  EXPECT_EQ(R.How, Outcome::Stuck);
  EXPECT_EQ(R.Where.Line, 2u);
}

TEST(Interpreter, EntersABlockWithAnAssumptionFromBothKindsOfEdges) {
  // entry -> {a, b}, a -> b: b's assumption is decided by the branch once,
  // and executed after a.
  for (int X : {0, 1}) {
    Program P;
    P.begin("main", P.I32);
    const Expr *V = P.local("x", P.I32);
    P.assign(V, P.num(X));
    auto [A, B] = P.branch(P.bin(Op::Eq, V, P.num(0)));
    P.at(A);
    P.assign(V, P.num(5));
    P.go({B});
    P.at(B);
    P.ret(V);
    EXPECT_EQ(P.run().ExitStatus, X == 0 ? 5 : 1);
  }
}

/// A switch over 1, 2 or 3, 100 and the rest; \p Default says how the
/// condition of the rest is written.
enum class RestForm { Conjunction, NegatedDisjunction, Inequalities, None };
RunResult runSwitch(RestForm Form, int X) {
  Program P;
  P.begin("main", P.I32);
  const Expr *V = P.local("x", P.I32);
  P.assign(V, P.num(X));
  auto Is = [&](int N) { return P.bin(Op::Eq, V, P.num(N)); };
  auto Isnt = [&](int N) { return P.C.notOf(Is(N)); };
  auto Differs = [&](int N) { return P.bin(Op::Ne, V, P.num(N)); };
  std::vector<const Expr *> Conditions = {Is(1), P.bin(Op::LOr, Is(2), Is(3)),
                                          Is(100)};
  if (Form == RestForm::Conjunction)
    Conditions.push_back(P.bin(Op::LAnd, P.bin(Op::LAnd, Isnt(1), Isnt(2)),
                               P.bin(Op::LAnd, Isnt(3), Isnt(100))));
  if (Form == RestForm::NegatedDisjunction)
    Conditions.push_back(P.C.notOf(P.bin(Op::LOr, P.bin(Op::LOr, Is(1), Is(2)),
                                         P.bin(Op::LOr, Is(3), Is(100)))));
  if (Form == RestForm::Inequalities)
    Conditions.push_back(P.bin(Op::LAnd,
                               P.bin(Op::LAnd, Differs(1), Differs(2)),
                               P.bin(Op::LAnd, Differs(3), Differs(100))));
  std::vector<BlockId> Succs;
  for (size_t I = 0; I < Conditions.size(); ++I)
    Succs.push_back(P.block("case"));
  P.go(Succs);
  for (size_t I = 0; I < Conditions.size(); ++I) {
    P.at(Succs[I]);
    P.assume(Conditions[I]);
    P.ret(P.num(int(I) + 10));
  }
  return P.run();
}

TEST(Interpreter, Switches) {
  for (RestForm Form : {RestForm::Conjunction, RestForm::NegatedDisjunction,
                        RestForm::Inequalities, RestForm::None}) {
    EXPECT_EQ(runSwitch(Form, 1).ExitStatus, 10);
    EXPECT_EQ(runSwitch(Form, 2).ExitStatus, 11);
    EXPECT_EQ(runSwitch(Form, 3).ExitStatus, 11);
    EXPECT_EQ(runSwitch(Form, 100).ExitStatus, 12);
    RunResult Rest = runSwitch(Form, -7);
    if (Form == RestForm::None)
      EXPECT_EQ(Rest.How, Outcome::Stuck);
    else
      EXPECT_EQ(Rest.ExitStatus, 13);
  }
}

TEST(Interpreter, OverlappingCasesAreAChoice) {
  Program P;
  P.begin("main", P.I32);
  const Expr *X = P.local("x", P.I32);
  P.assign(X, P.num(1));
  BlockId A = P.block("a"), B = P.block("b");
  P.go({A, B});
  for (BlockId Id : {A, B}) {
    P.at(Id);
    P.assume(P.bin(Op::Eq, X, P.num(1)));
    P.ret(P.num(int(Id)));
  }
  EXPECT_EQ(P.run().How, Outcome::Refused);
  ListedInputs In({}, {1});
  EXPECT_EQ(P.run(&In).ExitStatus, int(B));
}

TEST(Interpreter, ChoiceIsTheInputs) {
  Program P;
  P.begin("main", P.I32);
  BlockId A = P.block("a"), B = P.block("b"), C = P.block("c");
  P.go({A, B, C});
  P.at(A);
  P.assume(P.C.boolConst(false));
  P.ret(P.num(1));
  P.at(B);
  P.ret(P.num(2));
  P.at(C);
  P.ret(P.num(3));
  RunResult R = P.run();
  EXPECT_EQ(R.How, Outcome::Refused);
  EXPECT_EQ(R.Why, "several successors of block 'entry' are possible");
  for (uint32_t Choice : {1u, 2u}) {
    ListedInputs In({}, {Choice});
    EXPECT_EQ(P.run(&In).ExitStatus, int(Choice) + 1);
    EXPECT_TRUE(In.isUsedUp());
  }
  ListedInputs Impossible({}, {0});
  EXPECT_EQ(P.run(&Impossible).How, Outcome::Refused);
}

TEST(Interpreter, ComputedGoto) {
  for (unsigned Which : {0u, 1u}) {
    Program P;
    Function *F = P.begin("main", P.I32);
    const Expr *Label = P.local("label", P.Ptr);
    BlockId A = P.block("a"), B = P.block("b");
    P.assign(Label, P.C.labelAddr(F, Which ? B : A));
    P.go({A, B});
    for (BlockId Id : {A, B}) {
      P.at(Id);
      P.assume(P.bin(Op::Eq, Label, P.C.labelAddr(F, Id)));
      P.ret(P.num(int(Id)));
    }
    EXPECT_EQ(P.run().ExitStatus, int(Which ? B : A));
  }
}

TEST(Interpreter, StepLimit) {
  Program P;
  P.begin("main", P.I32);
  BlockId Loop = P.block("loop");
  P.go({Loop});
  P.at(Loop);
  P.go({Loop}); // no statement at all
  RunOptions O;
  O.MaxSteps = 1000;
  RunResult R = run(P.M, O);
  EXPECT_EQ(R.How, Outcome::StepLimit);
  EXPECT_EQ(R.Steps, 1001u);
}

TEST(Interpreter, ABlockWithoutSuccessorEndsThePath) {
  Program P;
  P.begin("main", P.I32);
  EXPECT_EQ(P.run().How, Outcome::Stuck);
}

// Lazy evaluation.

TEST(Interpreter, EvaluatesOnlyWhatDecides) {
  Program P;
  P.begin("main", P.I32);
  const Expr *X = P.local("x", P.I32), *B = P.local("b", P.C.boolType());
  P.assign(X, P.num(0));
  const Expr *IsZero = P.bin(Op::Eq, X, P.num(0));
  const Expr *Bad =
      P.bin(Op::Eq, P.bin(Op::Div, P.num(1), X), P.num(0)); // divides by zero
  P.assign(B, P.bin(Op::LAnd, P.C.notOf(IsZero), Bad));
  P.print("%d", {P.C.cast(P.I32, B)});
  P.assign(B, P.bin(Op::LOr, IsZero, Bad));
  P.print("%d", {P.C.cast(P.I32, B)});
  P.assign(X, P.C.cond(IsZero, P.num(7), P.bin(Op::Div, P.num(1), X)));
  P.print("%d", {X});
  P.ret(P.num(0));
  RunResult R = P.run();
  EXPECT_EQ(R.How, Outcome::Exited) << R.Why;
  EXPECT_EQ(R.Output, "017");
}

TEST(Interpreter, TermsOfABranchAreNotKnownAfterIt) {
  // x == 0 ? 1 : 10 / x, then 10 / x again where it was not computed.
  Program P;
  P.begin("main", P.I32);
  const Expr *X = P.local("x", P.I32), *Y = P.local("y", P.I32);
  P.assign(X, P.num(5));
  const Expr *Quotient = P.bin(Op::Div, P.num(10), X);
  const Expr *Chosen = P.C.cond(P.bin(Op::Eq, X, P.num(5)), P.num(1), Quotient);
  P.assign(Y, P.add(Chosen, Quotient));
  P.ret(Y);
  EXPECT_EQ(P.run().ExitStatus, 3);
}

TEST(Interpreter, AConditionMayReadTheVariableItAssigns) {
  Program P;
  P.begin("main", P.I32);
  const Expr *B = P.local("b", P.C.boolType()), *X = P.local("x", P.I32);
  P.assign(X, P.num(3));
  P.assign(B, P.bin(Op::Eq, X, P.num(3)));
  P.assign(B, P.bin(Op::LAnd, P.bin(Op::Lt, X, P.num(9)), B));
  P.assign(X, P.C.cond(B, P.add(X, P.num(1)), X));
  P.ret(X);
  EXPECT_EQ(P.run().ExitStatus, 4);
}

TEST(Interpreter, DeepExpressions) {
  Program P;
  P.begin("main", P.I32);
  const Expr *X = P.local("x", P.U32), *E = X;
  const Expr *B = P.local("b", P.C.boolType());
  P.assign(X, P.num(P.U32, 1));
  for (int I = 0; I < 20000; ++I)
    E = P.add(E, P.bin(Op::Xor, X, P.num(P.U32, I)));
  uint32_t Sum = 1;
  for (uint32_t I = 0; I < 20000; ++I)
    Sum += 1 ^ I;
  P.print("%u ", {E});
  const Expr *L = P.bin(Op::Eq, X, P.num(P.U32, 1));
  for (int I = 0; I < 20000; ++I)
    L = I % 2 ? P.bin(Op::LAnd, L, P.bin(Op::Ne, X, P.num(P.U32, I + 5)))
              : P.C.cond(P.bin(Op::Eq, X, P.num(P.U32, I + 2)), B, L);
  P.assign(B, P.C.boolConst(false));
  P.assign(B, L);
  P.print("%d", {P.C.cast(P.I32, B)});
  P.ret(P.num(0));
  RunResult R = P.run();
  EXPECT_EQ(R.Output, std::to_string(Sum) + " 1") << R.Why;
}

TEST(Interpreter, SharedTermsAreComputedOnce) {
  Program P;
  P.begin("main", P.I32);
  const Expr *X = P.local("x", P.U32), *E = X;
  P.assign(X, P.num(P.U32, 3));
  for (int I = 0; I < 100; ++I) // as a tree: 2 to the 100
    E = P.bin(Op::Xor, P.add(E, E), X);
  P.print("%u", {E});
  P.ret(P.num(0));
  uint32_t V = 3;
  for (int I = 0; I < 100; ++I)
    V = (V + V) ^ 3;
  EXPECT_EQ(P.run().Output, std::to_string(V));
}

// Calls.

TEST(Interpreter, DeepRecursion) {
  Program P;
  Function *F = P.begin("sum", P.I64, {P.I64});
  const Expr *N = P.param(0), *R = P.local("r", P.I64);
  auto [Base, Step] = P.branch(P.bin(Op::Eq, N, P.num(P.I64, 0)));
  P.at(Base);
  P.ret(P.num(P.I64, 0));
  P.at(Step);
  P.call(R, F, {P.bin(Op::Sub, N, P.num(P.I64, 1))});
  P.ret(P.add(N, R));
  P.begin("main", P.I32);
  const Expr *S = P.local("s", P.I64);
  P.call(S, F, {P.num(P.I64, 50000)});
  P.print("%lld", {S});
  P.call(S, F, {P.num(P.I64, 200000)});
  P.ret(P.num(0));
  RunResult Result = P.run();
  EXPECT_EQ(Result.Output, "1250025000");
  EXPECT_EQ(Result.How, Outcome::DepthLimit);
  EXPECT_EQ(Result.Why, "call depth limit");
}

TEST(Interpreter, EachCallHasItsOwnLocals) {
  // f(p, n): int x = n; if (n) f(&x, n - 1); *p += x;
  Program P;
  const Type *IntPtr = P.C.pointerType(P.I32);
  Function *F = P.begin("f", P.C.voidType(), {IntPtr, P.I32});
  const Expr *Ptr = P.param(0), *N = P.param(1), *X = P.local("x", P.I32);
  P.assign(X, N);
  BlockId End = P.block("end");
  auto [More, Done] = P.branch(P.bin(Op::Ne, N, P.num(0)));
  P.at(More);
  P.call(nullptr, F, {P.C.addrOf(X), P.bin(Op::Sub, N, P.num(1))});
  P.go({End});
  P.at(Done);
  P.go({End});
  P.at(End);
  P.assign(P.C.deref(Ptr), P.add(P.C.deref(Ptr), X));
  P.ret();
  P.begin("main", P.I32);
  const Expr *S = P.local("s", P.I32);
  P.assign(S, P.num(0));
  P.call(nullptr, F, {P.C.addrOf(S), P.num(10)});
  P.ret(S);
  EXPECT_EQ(P.run().ExitStatus, 55);
}

TEST(Interpreter, CallsThroughPointers) {
  Program P;
  Function *Inc = P.begin("inc", P.I32, {P.I32});
  P.ret(P.add(P.param(0), P.num(1)));
  Function *Dec = P.begin("dec", P.I32, {P.I32});
  P.ret(P.bin(Op::Sub, P.param(0), P.num(1)));
  Variable *Table =
      P.global("table", P.C.arrayType(P.C.pointerType(Inc->Ty), 2));
  Table->Init = {{0, 0, P.C.funcAddr(Inc)}, {64, 0, P.C.funcAddr(Dec)}};
  P.begin("main", P.I32);
  const Expr *X = P.local("x", P.I32), *I = P.local("i", P.I32);
  P.assign(I, P.num(1));
  P.call(X, P.C.index(P.C.var(Table), I), {P.num(10)});
  P.call(X, P.C.index(P.C.var(Table), P.num(0)), {P.bin(Op::Mul, X, P.num(2))});
  P.ret(X);
  EXPECT_EQ(P.run().ExitStatus, 19);
}

TEST(Interpreter, CallOfNoFunction) {
  for (uint64_t Addr : {uint64_t(0), uint64_t(0x10008), uint64_t(1) << 40}) {
    Program P;
    P.begin("main", P.I32);
    const Type *Signature = P.C.functionType(P.C.voidType(), {}, false);
    const Expr *F = P.local("f", P.C.pointerType(Signature));
    P.assign(F, P.num(F->type(), SInt128(Addr)));
    P.call(nullptr, F, {});
    P.ret(P.num(0));
    EXPECT_EQ(P.run().How, Outcome::Undefined);
  }
}

TEST(Interpreter, WrongNumbersAndTypesOfArguments) {
  Program P;
  Function *F = P.begin("f", P.I64, {P.I8, P.U64});
  P.ret(P.add(P.C.cast(P.I64, P.param(0)), P.C.cast(P.I64, P.param(1))));
  P.begin("main", P.I32);
  const Expr *X = P.local("x", P.I32);
  // Through pointers to functions of other types.
  auto As = [&](std::vector<const Type *> Params) {
    const Type *Signature = P.C.functionType(P.I32, std::move(Params), false);
    return P.C.cast(P.C.pointerType(Signature), P.C.funcAddr(F));
  };
  P.call(X, As({P.I32, P.I32, P.I32}), {P.num(-2), P.num(-3), P.num(9)});
  P.print("%d", {X});
  P.call(X, As({P.I32}), {P.num(1)});
  P.ret(P.num(0));
  RunResult R = P.run();
  EXPECT_EQ(R.Output, "-5");
  EXPECT_EQ(R.How, Outcome::Undefined);
  EXPECT_EQ(R.Why, "a call of 'f' with too few arguments");
}

TEST(Interpreter, AMissingResultCountsOnlyWhereItIsRead) {
  for (bool IsRead : {false, true}) {
    Program P;
    Function *F = P.begin("f", P.I32);
    P.ret();
    P.begin("main", P.I32);
    const Expr *X = P.local("x", P.I32);
    P.call(X, F, {});
    P.ret(IsRead ? X : P.num(1));
    EXPECT_EQ(P.runUnverified().How,
              IsRead ? Outcome::Refused : Outcome::Exited);
  }
}

TEST(Interpreter, ArgumentsOfAnotherKind) {
  Program P;
  Function *F = P.begin("f", P.C.voidType(), {P.F64});
  P.ret();
  P.begin("main", P.I32);
  const Type *Signature = P.C.functionType(P.C.voidType(), {P.I64}, false);
  P.call(nullptr, P.C.cast(P.C.pointerType(Signature), P.C.funcAddr(F)),
         {P.num(P.I64, 1)});
  P.ret(P.num(0));
  EXPECT_EQ(P.run().How, Outcome::Undefined);
}

TEST(Interpreter, UnmodelledFunctions) {
  Program P;
  Function *F = P.declare("mystery", P.I8);
  P.begin("main", P.I32);
  const Expr *X = P.local("x", P.I8);
  P.call(X, F, {});
  P.print("%d", {P.C.cast(P.I32, X)});
  P.ret(P.num(0));
  RunResult R = P.run();
  EXPECT_EQ(R.How, Outcome::Refused);
  EXPECT_EQ(R.Why, "unmodelled function 'mystery'");
  EXPECT_EQ(describe(R, P.M),
            "test.c:1:1: refused: unmodelled function 'mystery'");
  ListedInputs In({0x1ff}, {});
  EXPECT_EQ(P.run(&In).Output, "-1");
}

TEST(Interpreter, MainGetsItsArguments) {
  for (unsigned PointerBytes : {4u, 8u}) {
    Target T;
    T.PointerBytes = PointerBytes;
    Program P(T);
    const Type *Str = P.C.pointerType(P.I8);
    P.begin("main", P.I32, {P.I32, P.C.pointerType(Str), P.C.pointerType(Str)});
    auto Arg = [&](int I) {
      return P.C.deref(P.bin(Op::PtrAdd, P.param(1), P.num(I)));
    };
    P.print("%d %s %s %p %p",
            {P.param(0), Arg(0), Arg(1), Arg(2), P.C.deref(P.param(2))});
    P.ret(P.num(0));
    RunOptions O;
    O.Args = {"prog", "x y"};
    EXPECT_EQ(run(P.M, O).Output, "2 prog x y (nil) (nil)");
  }
}

TEST(Interpreter, InitRunsBeforeMainAndMayWriteConstants) {
  Program P;
  Variable *G = P.global("g", P.I32);
  G->IsConst = true;
  P.M.Init = P.begin("init", P.C.voidType());
  P.assign(P.C.var(G), P.num(5));
  P.ret();
  P.begin("main", P.I32);
  P.print("%d", {P.C.var(G)});
  P.assign(P.C.var(G), P.num(6));
  P.ret(P.num(0));
  RunResult R = P.run();
  EXPECT_EQ(R.Output, "5");
  EXPECT_EQ(R.How, Outcome::Undefined);
  EXPECT_EQ(R.Why, "write to a constant object");
}

TEST(Interpreter, OtherEntriesAskForTheirParameters) {
  Program P;
  P.begin("f", P.I32, {P.I8, P.I32});
  P.ret(P.add(P.C.cast(P.I32, P.param(0)), P.param(1)));
  RunOptions O;
  O.Entry = "f";
  EXPECT_EQ(run(P.M, O).How, Outcome::Refused);
  ListedInputs In({0xff, 43}, {});
  O.Inputs = &In;
  EXPECT_EQ(run(P.M, O).ExitStatus, 42);
  O.Entry = "g";
  EXPECT_EQ(run(P.M, O).Why, "no function 'g'");
}

// Aggregates.

/// struct s { char c; int n; } and what it is made of.
struct PairType {
  explicit PairType(Program &P) {
    T = P.C.recordType("s");
    P.C.completeRecord(T, false, {{"c", P.I8, 0, 0}, {"n", P.I32, 32, 0}}, 8,
                       4);
  }
  const Type *T;
};

TEST(Interpreter, StructsByValue) {
  Program P;
  PairType S(P);
  // swap(p): r = p; r.n = p.c; r.c = p.n; p.n = 0; return r;
  Function *F = P.begin("swap", S.T, {S.T});
  const Expr *In = P.param(0), *Out = P.local("r", S.T);
  P.assign(Out, In);
  P.assign(P.C.field(Out, 1), P.C.cast(P.I32, P.C.field(In, 0)));
  P.assign(P.C.field(Out, 0), P.C.cast(P.I8, P.C.field(In, 1)));
  P.assign(P.C.field(In, 1), P.num(0));
  P.ret(Out);
  P.begin("main", P.I32);
  const Expr *A = P.local("a", S.T), *B = P.local("b", S.T);
  P.assign(P.C.field(A, 0), P.num(P.I8, 7));
  P.assign(P.C.field(A, 1), P.num(P.I32, 300));
  P.call(B, F, {A});
  auto Show = [&](const Expr *V) {
    P.print("%d %d;", {P.C.cast(P.I32, P.C.field(V, 0)), P.C.field(V, 1)});
  };
  Show(A);
  Show(B);
  P.call(B, F, {P.C.zero(S.T)});
  Show(B);
  P.assign(B, P.C.cond(P.bin(Op::Eq, P.C.field(A, 1), P.num(300)), A, B));
  Show(B);
  P.assign(B, P.C.zero(S.T));
  Show(B);
  P.ret(P.num(0));
  RunResult R = P.run();
  EXPECT_EQ(R.Output, "7 300;44 7;0 0;7 300;0 0;") << R.Why;
}

TEST(Interpreter, UnionsShareTheirBytes) {
  for (bool IsBig : {false, true}) {
    Target T;
    T.BigEndian = IsBig;
    Program P(T);
    const Type *U = P.C.recordType("u");
    const Type *Bytes = P.C.arrayType(P.U8, 4);
    P.C.completeRecord(U, true, {{"n", P.U32, 0, 0}, {"b", Bytes, 0, 0}}, 4, 4);
    P.begin("main", P.I32);
    const Expr *X = P.local("x", U), *I = P.local("i", P.I32);
    P.assign(P.C.field(X, 0), P.num(P.U32, 0x11223344));
    P.assign(I, P.num(3));
    P.assign(P.C.index(P.C.field(X, 1), I), P.num(P.U8, 0x55));
    P.print("%x %x", {P.C.field(X, 0),
                      P.C.cast(P.I32, P.C.index(P.C.field(X, 1), P.num(0)))});
    P.ret(P.num(0));
    EXPECT_EQ(P.run().Output, IsBig ? "11223355 11" : "55223344 44");
  }
}

/// struct { int a : 3; unsigned b : 11; int c : 20; bool d : 1; }, packed.
struct BitsType {
  explicit BitsType(Program &P) {
    T = P.C.recordType("bits");
    P.C.completeRecord(T, false,
                       {{"a", P.I32, 0, 3},
                        {"b", P.U32, 3, 11},
                        {"c", P.I32, 14, 20},
                        {"d", P.C.boolType(), 34, 1}},
                       8, 4);
  }
  const Type *T;
};

TEST(Interpreter, BitFieldsKeepTheirNeighbours) {
  for (bool IsBig : {false, true}) {
    Target Tgt;
    Tgt.BigEndian = IsBig;
    Program P(Tgt);
    BitsType S(P);
    P.begin("main", P.I32);
    const Expr *X = P.local("x", S.T);
    auto Show = [&] {
      P.print("%d %u %d %d;",
              {P.C.field(X, 0), P.C.field(X, 1), P.C.field(X, 2),
               P.C.cast(P.I32, P.C.field(X, 3))});
    };
    P.assign(P.C.field(X, 0), P.num(-3));
    P.assign(P.C.field(X, 1), P.num(P.U32, 0x7ff));
    P.assign(P.C.field(X, 2), P.num(-1));
    P.assign(P.C.field(X, 3), P.C.boolConst(true));
    Show();
    P.assign(P.C.field(X, 1), P.num(P.U32, 0x12345)); // drops high bits
    Show();
    P.assign(P.C.field(X, 2), P.num(0x7ffff));
    Show();
    P.assign(P.C.field(X, 0), P.num(4)); // the sign bit of three
    Show();
    P.ret(P.num(0));
    RunResult R = P.run();
    EXPECT_EQ(R.Output, "-3 2047 -1 1;-3 837 -1 1;-3 837 524287 1;"
                        "-4 837 524287 1;")
        << R.Why;
  }
}

TEST(Interpreter, BitFieldsLieWhereTheTargetPutsThem) {
  // unsigned a : 4 of 0xa, then b : 8 of 0xbc.
  for (bool IsBig : {false, true}) {
    Target Tgt;
    Tgt.BigEndian = IsBig;
    Program P(Tgt);
    const Type *T = P.C.recordType("t");
    P.C.completeRecord(T, false, {{"a", P.U32, 0, 4}, {"b", P.U32, 4, 8}}, 4,
                       4);
    P.begin("main", P.I32);
    const Expr *X = P.local("x", T);
    const Expr *Bytes = P.local("p", P.C.pointerType(P.U8));
    P.assign(X, P.C.zero(T));
    P.assign(P.C.field(X, 0), P.num(P.U32, 0xa));
    P.assign(P.C.field(X, 1), P.num(P.U32, 0xbc));
    P.assign(Bytes, P.C.cast(Bytes->type(), P.C.addrOf(X)));
    auto Byte = [&](int I) {
      return P.C.cast(P.I32, P.C.deref(P.bin(Op::PtrAdd, Bytes, P.num(I))));
    };
    P.print("%02x %02x", {Byte(0), Byte(1)});
    P.ret(P.num(0));
    EXPECT_EQ(P.run().Output, IsBig ? "ab c0" : "ca 0b");
  }
}

TEST(Interpreter, UninitialisedBitFieldsAreNoticedBitByBit) {
  Program P;
  BitsType S(P);
  P.begin("main", P.I32);
  const Expr *X = P.local("x", S.T), *Y = P.local("y", S.T);
  P.assign(P.C.field(X, 0), P.num(2));
  P.assign(Y, X); // copies what is uninitialised
  P.print("%d", {P.C.field(Y, 0)});
  P.print("%u", {P.C.field(Y, 1)});
  P.ret(P.num(0));
  RunResult R = P.run();
  EXPECT_EQ(R.How, Outcome::Refused);
  EXPECT_EQ(R.Output, "2");
  EXPECT_EQ(R.Why, "a read of 'y', which is uninitialised");
}

// Pointers.

TEST(Interpreter, PointersAreNumbers) {
  for (unsigned PointerBytes : {4u, 8u}) {
    Target T;
    T.PointerBytes = PointerBytes;
    Program P(T);
    const Type *IntPtr = P.C.pointerType(P.I32);
    P.begin("main", P.I32);
    const Expr *A = P.local("a", P.C.arrayType(P.I32, 10));
    const Expr *Q = P.local("q", IntPtr), *N = P.local("n", P.C.sizeType());
    P.assign(A, P.C.zero(A->type()));
    P.assign(Q, P.C.addrOf(P.C.index(A, P.num(3))));
    P.assign(P.C.deref(Q), P.num(33));
    P.assign(N, P.C.cast(N->type(), Q));
    P.assign(N, P.add(N, P.num(N->type(), 4)));
    P.assign(P.C.deref(P.C.cast(IntPtr, N)), P.num(44));
    P.print("%d %d ", {P.C.index(A, P.num(3)), P.C.index(A, P.num(4))});
    const Expr *Begin = P.C.addrOf(P.C.index(A, P.num(0)));
    P.print("%lld %lld ", {P.C.cast(P.I64, P.bin(Op::PtrDiff, Q, Begin)),
                           P.C.cast(P.I64, P.bin(Op::PtrDiff, Begin, Q))});
    P.assign(Q, P.bin(Op::PtrAdd, Q, P.num(-2)));
    P.assign(P.C.deref(Q), P.num(11));
    P.print("%d %d %d",
            {P.C.index(A, P.num(1)), P.C.cast(P.I32, P.bin(Op::Lt, Begin, Q)),
             P.C.cast(P.I32, P.bin(Op::Eq, Q, P.C.null(IntPtr)))});
    P.ret(P.num(0));
    RunResult R = P.run();
    EXPECT_EQ(R.Output, "33 44 3 -3 11 1 0") << R.Why;
  }
}

TEST(Interpreter, ArraysOfArraysOfStructs) {
  Program P;
  PairType S(P);
  const Type *Row = P.C.arrayType(S.T, 3);
  const Expr *G = P.C.var(P.global("g", P.C.arrayType(Row, 2)));
  P.begin("main", P.I32);
  const Expr *I = P.local("i", P.I32), *J = P.local("j", P.I8);
  P.assign(I, P.num(1));
  P.assign(J, P.num(P.I8, 2));
  auto At = [&](const Expr *X, const Expr *Y) {
    return P.C.field(P.C.index(P.C.index(G, X), Y), 1);
  };
  P.assign(At(I, J), P.num(12));
  P.assign(At(P.num(0), J), P.num(2));
  P.print("%d %d %d", {At(P.num(1), P.num(2)), At(P.num(0), P.num(2)),
                       At(P.num(1), P.num(1))});
  P.ret(P.num(0));
  EXPECT_EQ(P.run().Output, "12 2 0");
}

/// Runs main with a store of a byte at \p Pick's address.
template <class Fn> RunResult storeAt(Fn Pick) {
  Program P;
  P.begin("main", P.I32);
  const Expr *Q = P.local("q", P.C.pointerType(P.I32));
  P.assign(Q, Pick(P));
  P.assign(P.C.deref(Q), P.num(1));
  P.ret(P.num(0));
  return P.run();
}

TEST(Interpreter, StoresOutsideOfObjects) {
  auto IntPtr = [](Program &P) { return P.C.pointerType(P.I32); };
  RunResult Null = storeAt([&](Program &P) { return P.C.null(IntPtr(P)); });
  EXPECT_EQ(Null.How, Outcome::Undefined);
  EXPECT_EQ(Null.Why, "write through a null pointer");
  for (int Index : {-1, 4})
    EXPECT_EQ(storeAt([&](Program &P) {
                const Expr *A = P.local("a", P.C.arrayType(P.I32, 4));
                return P.C.addrOf(P.C.index(A, P.num(Index)));
              }).How,
              Outcome::Undefined);
  // Half inside.
  EXPECT_EQ(storeAt([&](Program &P) {
              const Expr *A = P.C.var(P.global("g", P.C.arrayType(P.I8, 5)));
              return P.C.cast(IntPtr(P), P.C.addrOf(P.C.index(A, P.num(2))));
            }).How,
            Outcome::Undefined);
  EXPECT_EQ(storeAt([&](Program &P) {
              return P.C.cast(IntPtr(P), P.text("constant"));
            }).Why,
            "write to a constant object");
  EXPECT_EQ(storeAt([&](Program &P) {
              return P.num(IntPtr(P), int64_t(0x7fffffffffffff00));
            }).How,
            Outcome::Undefined);
  EXPECT_EQ(storeAt([&](Program &P) { return P.num(IntPtr(P), -2); }).How,
            Outcome::Undefined);
}

TEST(Interpreter, ConstantIndicesOutsideOfVariables) {
  for (bool IsGlobal : {false, true}) {
    Program P;
    P.begin("main", P.I32);
    const Type *T = P.C.arrayType(P.I32, 4);
    const Expr *A = IsGlobal ? P.C.var(P.global("g", T)) : P.local("a", T);
    P.assign(A, P.C.zero(T));
    P.print("%d", {P.C.index(A, P.num(3))});
    P.print("%d", {P.C.index(A, P.num(4))});
    P.ret(P.num(0));
    RunResult R = P.run();
    EXPECT_EQ(R.Output, "0");
    EXPECT_EQ(R.How, Outcome::Undefined);
    EXPECT_EQ(R.Where.Line, 3u);
  }
}

TEST(Interpreter, ALocalDiesWithItsCall) {
  Program P;
  const Type *IntPtr = P.C.pointerType(P.I32);
  Function *F = P.begin("f", IntPtr);
  const Expr *X = P.local("x", P.I32);
  P.assign(X, P.num(5));
  P.ret(P.C.addrOf(X));
  P.begin("main", P.I32);
  const Expr *Q = P.local("q", IntPtr);
  P.call(Q, F, {});
  P.ret(P.C.deref(Q));
  RunResult R = P.run();
  EXPECT_EQ(R.How, Outcome::Undefined);
  EXPECT_NE(R.Why.find("outside of every live object"), std::string::npos);
}

// What is uninitialised.

TEST(Interpreter, ReadsOfUninitialisedVariablesAsk) {
  for (bool IsAddressTaken : {false, true}) {
    Program P;
    P.begin("main", P.I32);
    const Expr *X = P.local("x", P.I8);
    const Expr *Q = P.local("q", P.C.pointerType(P.I8));
    if (IsAddressTaken)
      P.assign(Q, P.C.addrOf(X));
    // The value stays as it was chosen.
    P.print("%d %d", {P.C.cast(P.I32, X), P.C.cast(P.I32, X)});
    P.print(" %d", {P.C.cast(P.I32, X)});
    P.ret(P.num(0));
    RunResult R = P.run();
    EXPECT_EQ(R.How, Outcome::Refused);
    EXPECT_EQ(R.Why, "a read of 'x', which is uninitialised");
    ListedInputs In({0x85}, {});
    EXPECT_EQ(P.run(&In).Output, "-123 -123 -123");
    EXPECT_TRUE(In.isUsedUp());
  }
}

TEST(Interpreter, AssignedOnOnePathOnly) {
  for (int Arg : {0, 1}) {
    Program P;
    P.begin("main", P.I32);
    const Expr *X = P.local("x", P.I32), *C = P.local("c", P.I32);
    P.assign(C, P.num(Arg));
    BlockId End = P.block("end");
    auto [Then, Else] = P.branch(P.bin(Op::Ne, C, P.num(0)));
    P.at(Then);
    P.assign(X, P.num(9));
    P.go({End});
    P.at(Else);
    P.go({End});
    P.at(End);
    P.ret(X);
    EXPECT_EQ(P.run().How, Arg ? Outcome::Exited : Outcome::Refused);
  }
}

TEST(Interpreter, HavocForgets) {
  for (bool IsAddressTaken : {false, true}) {
    Program P;
    P.begin("main", P.I32);
    const Expr *X = P.local("x", P.I32);
    const Expr *Q = P.local("q", P.C.pointerType(P.I32));
    if (IsAddressTaken)
      P.assign(Q, P.C.addrOf(X));
    P.assign(X, P.num(1));
    P.havoc(X, Reason::Uninitialised);
    P.ret(X);
    EXPECT_EQ(P.run().How, Outcome::Refused);
    ListedInputs In({77}, {});
    EXPECT_EQ(P.run(&In).ExitStatus, 77);
  }
}

TEST(Interpreter, AVariableInALoopIsForgottenAgain) {
  // for (i = 0; i < 2; i++) { int x; if (i == 0) x = 1; s += x; }
  Program P;
  P.begin("main", P.I32);
  const Expr *I = P.local("i", P.I32), *X = P.local("x", P.I32);
  P.assign(I, P.num(0));
  BlockId Head = P.block("head"), Use = P.block("use");
  P.go({Head});
  P.at(Head);
  P.havoc(X, Reason::Uninitialised);
  auto [First, Later] = P.branch(P.bin(Op::Eq, I, P.num(0)));
  P.at(First);
  P.assign(X, P.num(1));
  P.go({Use});
  P.at(Later);
  P.go({Use});
  P.at(Use);
  P.assign(I, P.add(I, X));
  P.go({Head});
  RunResult R = P.run();
  EXPECT_EQ(R.How, Outcome::Refused);
  EXPECT_EQ(R.Why, "a read of 'x', which is uninitialised");
}

TEST(Interpreter, HavocForOtherReasonsAsks) {
  Program P;
  PairType S(P);
  P.begin("main", P.I32);
  const Expr *X = P.local("x", P.I8), *A = P.local("a", S.T);
  P.havoc(X, Reason::InlineAsm);
  P.havoc(A, Reason::Nondeterministic);
  P.havoc(nullptr, Reason::InlineAsm);
  P.print("%d %d", {P.C.cast(P.I32, X), P.C.field(A, 1)});
  P.ret(P.num(0));
  RunResult R = P.run();
  EXPECT_EQ(R.How, Outcome::Refused);
  EXPECT_NE(R.Why.find("inline-asm"), std::string::npos) << R.Why;
  // x, "go on" for a and for everything, then a.n where it is read.
  ListedInputs In({0xfe, 0, 0, 1234}, {});
  EXPECT_EQ(P.run(&In).Output, "-2 1234");
  EXPECT_TRUE(In.isUsedUp());
}

TEST(Interpreter, AVolatileReadReadsMemory) {
  Program P;
  Variable *G = P.global("g", P.I32);
  G->Init = {{0, 0, P.num(8)}};
  P.begin("main", P.I32);
  const Expr *X = P.local("x", P.I32);
  Stmt S;
  S.Kind = StmtKind::Assign;
  S.Why = Reason::Volatile;
  S.Dest = X;
  S.Value = P.C.var(G);
  P.add(S);
  P.ret(X);
  EXPECT_EQ(P.run().ExitStatus, 8);
}

TEST(Interpreter, PaddingStaysUninitialised) {
  Program P;
  PairType S(P);
  P.begin("main", P.I32);
  const Expr *A = P.local("a", S.T), *B = P.local("b", S.T);
  const Expr *Q = P.local("q", P.C.pointerType(P.U8));
  P.assign(P.C.field(A, 0), P.num(P.I8, 1));
  P.assign(P.C.field(A, 1), P.num(2));
  P.assign(B, A);
  P.assign(Q, P.C.cast(Q->type(), P.C.addrOf(B)));
  auto Byte = [&](int I) {
    return P.C.cast(P.I32, P.C.deref(P.bin(Op::PtrAdd, Q, P.num(I))));
  };
  P.print("%d %d", {Byte(0), Byte(4)});
  P.print("%d", {Byte(1)});
  P.ret(P.num(0));
  RunResult R = P.run();
  EXPECT_EQ(R.Output, "1 2");
  EXPECT_EQ(R.How, Outcome::Refused);
}

TEST(Interpreter, APartOfAValueIsAskedFor) {
  Program P;
  P.begin("main", P.I32);
  const Expr *X = P.local("x", P.U32);
  const Expr *Q = P.local("q", P.C.pointerType(P.U8));
  P.assign(Q, P.C.cast(Q->type(), P.C.addrOf(X)));
  P.assign(P.C.deref(Q), P.num(P.U8, 0x11));
  P.print("%x", {X});
  P.ret(P.num(0));
  ListedInputs In({0xaabbccdd}, {});
  EXPECT_EQ(P.run(&In).Output, "aabbcc11");
}

TEST(Interpreter, ABoolTakesTheLowBit) {
  Program P;
  P.begin("main", P.I32);
  const Expr *B = P.local("b", P.C.boolType());
  const Expr *Q = P.local("q", P.C.pointerType(P.U8));
  P.assign(Q, P.C.cast(Q->type(), P.C.addrOf(B)));
  P.assign(P.C.deref(Q), P.num(P.U8, 0xfe));
  P.print("%d", {P.C.cast(P.I32, B)});
  P.assign(P.C.deref(Q), P.num(P.U8, 0xff));
  P.print("%d", {P.C.cast(P.I32, B)});
  P.ret(P.num(0));
  EXPECT_EQ(P.run().Output, "01");
}

// Globals.

TEST(Interpreter, InitialisersOfGlobals) {
  for (unsigned PointerBytes : {4u, 8u}) {
    Target T;
    T.PointerBytes = PointerBytes;
    Program P(T);
    BitsType Bits(P);
    unsigned Word = PointerBytes * 8;
    const Type *IntPtr = P.C.pointerType(P.I32);
    Variable *Array = P.global("array", P.C.arrayType(P.I32, 4));
    Array->Init = {{32, 0, P.num(-5)}, {96, 0, P.num(7)}};
    Variable *Text = P.global("text", P.C.arrayType(P.I8, 6));
    Text->Bytes = "abc";
    Variable *Ptrs = P.global("ptrs", P.C.arrayType(IntPtr, 3));
    Ptrs->Init = {
        {0, 0, P.C.addrOf(P.C.index(P.C.var(Array), P.num(1)))},
        {Word, 0,
         P.bin(Op::PtrAdd, P.C.addrOf(P.C.index(P.C.var(Array), P.num(1))),
               P.num(2))}};
    Variable *B = P.global("b", Bits.T);
    B->Init = {{0, 3, P.num(-1)}, {14, 20, P.num(99)}};
    P.begin("main", P.I32);
    auto At = [&](int I) {
      return P.C.deref(P.C.index(P.C.var(Ptrs), P.num(I)));
    };
    P.print("%d %d %d %s ", {At(0), At(1), P.C.index(P.C.var(Array), P.num(2)),
                             P.C.addrOf(P.C.var(Text))});
    P.print("%p %d %u %d",
            {P.C.index(P.C.var(Ptrs), P.num(2)), P.C.field(P.C.var(B), 0),
             P.C.field(P.C.var(B), 1), P.C.field(P.C.var(B), 2)});
    P.ret(P.num(0));
    RunResult R = P.run();
    EXPECT_EQ(R.Output, "-5 7 0 abc (nil) -1 0 99") << R.Why;
  }
}

TEST(Interpreter, UnknownGlobalsAreUninitialised) {
  for (bool IsExtern : {false, true}) {
    Program P;
    Variable *G = P.global("g", P.I32);
    G->IsDefined = !IsExtern;
    if (!IsExtern)
      G->InitUnknown = Reason::Initialiser;
    P.begin("main", P.I32);
    P.ret(P.C.var(G));
    EXPECT_EQ(P.run().How, Outcome::Refused);
  }
}

TEST(Interpreter, AFlexibleMemberExtendsItsGlobal) {
  Program P;
  const Type *T = P.C.recordType("flex");
  P.C.completeRecord(
      T, false, {{"n", P.I32, 0, 0}, {"a", P.C.arrayType(P.I32, 0), 32, 0}}, 4,
      4);
  Variable *G = P.global("g", T);
  G->Init = {{0, 0, P.num(2)}, {32, 0, P.num(5)}, {64, 0, P.num(6)}};
  P.begin("main", P.I32);
  const Expr *A = P.C.field(P.C.var(G), 1);
  P.print("%d %d", {P.C.index(A, P.num(0)), P.C.index(A, P.num(1))});
  P.print("%d", {P.C.index(A, P.num(2))});
  P.ret(P.num(0));
  RunResult R = P.run();
  EXPECT_EQ(R.Output, "5 6");
  EXPECT_EQ(R.How, Outcome::Undefined);
}

} // namespace
