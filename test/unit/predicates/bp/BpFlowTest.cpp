// Flow graphs of Boolean programs, confirmed and refused traces, and the
// brute-force checker on programs whose answers are known.

#include "predicates/bp/Evaluate.h"
#include "predicates/bp/Parse.h"
#include "predicates/bp/Print.h"
#include "test/support/ExplicitChecker.h"

#include <gtest/gtest.h>

using namespace predabs::bp;

namespace {

/// A program, its flow and what brute force says about it.
struct Checked {
  Program P;
  Flow F;
  std::vector<ProcId> Entries;
  ExplicitResult Result;

  explicit Checked(const std::string &Text) {
    ParsedProgram Parsed = parseProgram(Text);
    EXPECT_TRUE(bool(Parsed)) << Parsed.Error.strWithLine();
    if (!Parsed)
      return;
    P = std::move(*Parsed.Parsed);
    F = buildFlow(P);
    Entries = defaultEntries(F);
    Result = checkExplicitly(F, Entries);
  }

  const ExplicitNode &at(const char *Label) const {
    for (ProcId I = 0; I != F.Procs.size(); ++I)
      if (std::optional<NodeId> N = F.Procs[I].findLabel(Label))
        return Result[I][*N];
    ADD_FAILURE() << "no label " << Label;
    return Result[0][0];
  }
  bool reached(const char *Label) const {
    return at(Label).Reached.has_value();
  }
  bool fails(const char *Label) const { return at(Label).Failed.has_value(); }
};

std::string show(const ProcFlow &P) {
  std::string Text;
  for (size_t I = 0; I != P.Nodes.size(); ++I) {
    const FlowNode &N = P.Nodes[I];
    Text += std::to_string(I) + ": " +
            (N.Source ? printHead(*N.Source) : "end") + " ->";
    for (NodeId S : N.Succs)
      Text += " " + std::to_string(S);
    Text += "\n";
  }
  return Text;
}

TEST(BpFlow, FollowsTheText) {
  Checked C("decl a; void main() {\n"
            "  if (a) { a := *; } else { L: while (a) { skip; } }\n"
            "  goto L, E;\n"
            "  main();\n"
            "  E: return;\n"
            "}\n");
  EXPECT_EQ(show(C.F.Procs[0]), "0: if (a) -> 1 2\n"
                                "1: a := *; -> 4\n"
                                "2: while (a) -> 3 4\n"
                                "3: skip; -> 2\n"
                                "4: goto L, E; -> 2 6\n"
                                "5: main(); -> 6\n"
                                "6: return; ->\n"
                                "7: end ->\n");
  EXPECT_EQ(C.F.Procs[0].findLabel("L"), NodeId(2));
  EXPECT_EQ(C.F.Procs[0].findLabel("M"), std::nullopt);
  EXPECT_EQ(C.F.Procs[0].Nodes[7].Line, 6u);
}

TEST(BpFlow, FindsEntries) {
  EXPECT_EQ(Checked("void f() {} void main() { f(); }").Entries,
            std::vector<ProcId>({1}));
  EXPECT_EQ(Checked("void f() { f(); } void g() { h(); } void h() {}").Entries,
            std::vector<ProcId>({0, 1}));
  EXPECT_EQ(Checked("void f() { g(); } void g() { f(); }").Entries,
            std::vector<ProcId>());
}

TEST(BpFlow, EvaluatesNondeterministically) {
  ExprArena A;
  const Expr *T = A.constant(true), *F = A.constant(false), *Star = A.star();
  Values None;
  auto Of = [&](const Expr *E) { return evaluate(E, {None, None}); };
  constexpr PossibleValues OnlyTrue{true, false}, OnlyFalse{false, true},
      Either{true, true};
  EXPECT_EQ(Of(A.conj(Star, A.negate(Star))), Either);
  EXPECT_EQ(Of(A.conj(Star, F)), OnlyFalse);
  EXPECT_EQ(Of(A.disj(Star, T)), OnlyTrue);
  EXPECT_EQ(Of(A.choose(T, F)), OnlyTrue);
  EXPECT_EQ(Of(A.choose(T, T)), OnlyTrue);
  EXPECT_EQ(Of(A.choose(F, T)), OnlyFalse);
  EXPECT_EQ(Of(A.choose(F, F)), Either);
  EXPECT_EQ(Of(A.make(ExprKind::Cond, Star, T, T)), OnlyTrue);
  EXPECT_EQ(Of(A.make(ExprKind::Equiv, Star, Star)), Either);
  EXPECT_EQ(Of(A.make(ExprKind::Implies, F, Star)), OnlyTrue);
  EXPECT_EQ(Of(A.make(ExprKind::Xor, T, F)), OnlyTrue);
}

TEST(BpExplicit, VariablesStartArbitrary) {
  Checked C("decl g; void main(p) { decl l; A: assert(g | p | l); }");
  EXPECT_TRUE(C.fails("A"));
  EXPECT_EQ(C.at("A").States.size(), 8u);
}

TEST(BpExplicit, AssignsInParallel) {
  Checked C("decl a, b; void main() { a, b := true, false; a, b := b, a;"
            " A: assert(!a & b); }");
  EXPECT_FALSE(C.fails("A"));
  EXPECT_EQ(C.at("A").Reached, 2u);
}

TEST(BpExplicit, Constrains) {
  Checked C("decl a, b; void main() { b := true;"
            " a, b := *, * constrain 'a != 'b & (b => 'a);"
            " A: assert(a & !b);"
            " a := * constrain 'a & !'a; B: skip; }");
  EXPECT_FALSE(C.fails("A"));
  EXPECT_TRUE(C.reached("A"));
  EXPECT_FALSE(C.reached("B"));
}

TEST(BpExplicit, EnforcesEverywhereInTheProcedure) {
  Checked C("decl a; void f() { enforce a; E: a := *; G: assert(a); }"
            "void main() { A: f(); B: assert(a); a := *; C: assert(a); }");
  EXPECT_EQ(C.at("E").States.size(), 1u);
  EXPECT_FALSE(C.fails("G"));
  EXPECT_EQ(C.at("A").States.size(), 2u);
  EXPECT_FALSE(C.fails("B"));
  EXPECT_TRUE(C.fails("C"));
}

TEST(BpExplicit, EnforceHoldsAfterReturnsToo) {
  Checked C("decl a; void f() { a := *; }"
            "void main() { enforce a; f(); A: assert(a); }");
  EXPECT_TRUE(C.reached("A"));
  EXPECT_FALSE(C.fails("A"));
}

TEST(BpExplicit, AssertGoesOnWhereItHolds) {
  Checked C("decl a; void main() { A: assert(a); B: assert(a);"
            " C: assert(*); D: skip; }");
  EXPECT_TRUE(C.fails("A"));
  EXPECT_FALSE(C.fails("B"));
  EXPECT_TRUE(C.fails("C"));
  EXPECT_TRUE(C.reached("D"));
}

TEST(BpExplicit, ResultsAreAssignedAfterEffectsOnGlobals) {
  Checked C("decl g, h; bool<2> f() { g, h := true, true; return !g, h; }"
            "void main() { decl l; g, l := f(); A: assert(!g & h & l); }");
  EXPECT_TRUE(C.reached("A"));
  EXPECT_FALSE(C.fails("A"));
}

TEST(BpExplicit, MissingResultsAreArbitrary) {
  Checked C("bool f() { if (*) { return; } } bool g() { return true; }"
            "void main() { decl x; x := f(); A: assert(x);"
            " x := g(); B: assert(x); x := f(); C: assert(!x); }");
  EXPECT_TRUE(C.fails("A"));
  EXPECT_FALSE(C.fails("B"));
  EXPECT_TRUE(C.fails("C"));
}

TEST(BpExplicit, ArgumentsAreCopies) {
  Checked C("void f(p) { p := !p; } void main() { decl x; x := true; f(x);"
            " A: assert(x); }");
  EXPECT_FALSE(C.fails("A"));
}

/// The call and the return match: f does not return to the other call.
TEST(BpExplicit, FollowsOnlyValidPaths) {
  Checked C("decl g; void f() { skip; }"
            "void main() { g := true; f(); A: assert(g);"
            " g := false; f(); B: assert(!g); }");
  EXPECT_FALSE(C.fails("A"));
  EXPECT_FALSE(C.fails("B"));
  // g := true, call, skip, return
  EXPECT_EQ(C.at("A").Reached, 4u);
  EXPECT_EQ(C.at("B").Reached, 9u);
}

TEST(BpExplicit, Recurses) {
  // even(n) and odd(n) of a two-bit number, by counting down.
  Checked C("bool even(h, l) { if (!h & !l) { return true; }"
            " h := odd(h & l, !l); return h; }"
            "bool odd(h, l) { if (!h & !l) { return false; }"
            " h := even(h & l, !l); return h; }"
            "void main() { decl h, l, e; e := even(h, l);"
            " A: assert(e == !l); B: assert(e); }");
  EXPECT_FALSE(C.fails("A"));
  EXPECT_TRUE(C.fails("B"));
}

TEST(BpExplicit, EndlessRecursionDoesNotReturn) {
  Checked C("void f() { f(); A: skip; } void main() { f(); B: skip; }");
  EXPECT_FALSE(C.reached("A"));
  EXPECT_FALSE(C.reached("B"));
}

TEST(BpExplicit, FindsShortestThroughRecursion) {
  // Each level of recursion costs a branch, a call and a return.
  Checked C("decl g; void f() { if (*) { g := !g; f(); g := !g; } D: skip; }"
            "void main() { g := false; f(); E: assert(!g); }");
  EXPECT_EQ(C.at("D").Reached, 3u);
  EXPECT_FALSE(C.fails("E"));
  EXPECT_EQ(C.at("E").Reached, 5u);
}

const char *TwoProcs = "decl g;\n"
                       "bool f(p) {\n"
                       "  g := !p;\n"
                       "  return p;\n"
                       "}\n"
                       "void main() {\n"
                       "  decl x;\n"
                       "  x := f(!g);\n"
                       "  assert(x == g);\n"
                       "}\n";

Trace goodTrace() {
  Trace T;
  T.What = Goal::AssertFails;
  T.Steps = {{1, 0, {false}, {false}}, // the call, g=0 x=0
             {0, 0, {false}, {true}},  // g := !p
             {0, 1, {false}, {true}},  // return p
             {1, 1, {false}, {true}}}; // assert(x == g)
  return T;
}

TEST(BpTrace, ConfirmsARun) {
  Checked C(TwoProcs);
  EXPECT_EQ(confirm(C.F, C.Entries, goodTrace()), std::nullopt);
  EXPECT_EQ(goodTrace().length(), 3u);
  EXPECT_EQ(C.Result[1][1].Failed, 3u);
}

TEST(BpTrace, PrintsForPeople) {
  Checked C(TwoProcs);
  EXPECT_EQ(print(C.F, goodTrace()), "main: g=0 x=0\n"
                                     "  8: x := f(!g);\n"
                                     "  f: p=1\n"
                                     "    3: g := !p;\n"
                                     "    4: return p;  // x=1\n"
                                     "  9: assert(x == g);  fails\n");
}

/// \p T with each small change in turn must be refused.
TEST(BpTrace, RefusesEveryFlippedBit) {
  Checked C(TwoProcs);
  for (size_t I = 0; I != goodTrace().Steps.size(); ++I) {
    Trace Globals = goodTrace(), Locals = goodTrace(), Node = goodTrace();
    Globals.Steps[I].Globals[0].flip();
    Locals.Steps[I].Locals[0].flip();
    Node.Steps[I].Node ^= 1;
    EXPECT_NE(confirm(C.F, C.Entries, Globals), std::nullopt) << I;
    // The value of x before the first statement does not matter.
    EXPECT_EQ(confirm(C.F, C.Entries, Locals) == std::nullopt, I == 0) << I;
    EXPECT_NE(confirm(C.F, C.Entries, Node), std::nullopt) << I;
  }
}

TEST(BpTrace, RefusesNonsense) {
  Checked C(TwoProcs);
  EXPECT_EQ(confirm(C.F, C.Entries, {}), "the trace is empty");
  Trace T = goodTrace();
  T.Steps[2].Proc = 7;
  EXPECT_EQ(confirm(C.F, C.Entries, T), "step 2: no such procedure");
  T = goodTrace();
  T.Steps[3].Globals = {};
  EXPECT_EQ(confirm(C.F, C.Entries, T), "step 3: number of globals");
  T = goodTrace();
  EXPECT_EQ(confirm(C.F, {0}, T), "step 0: does not start in an entry "
                                  "procedure");
  T.Steps.pop_back();
  EXPECT_EQ(confirm(C.F, C.Entries, T), "step 2: does not end at an "
                                        "assertion");
}

} // namespace
