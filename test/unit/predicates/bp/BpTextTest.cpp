// Boolean programs as text: what is read, how it prints, and that it reads
// back to the same program.

#include "predicates/bp/Parse.h"
#include "predicates/bp/Print.h"
#include "test/support/ComparePrograms.h"

#include <gtest/gtest.h>

using namespace predabs::bp;

namespace {

Program parsed(const std::string &Text) {
  ParsedProgram Result = parseProgram(Text);
  EXPECT_TRUE(bool(Result)) << Result.Error.strWithLine() << "\nin\n" << Text;
  return Result ? std::move(*Result.Parsed) : Program();
}

/// The text of \p Text, after a round trip that must not change it.
std::string printed(const std::string &Text) {
  Program P = parsed(Text);
  EXPECT_EQ(verify(P), std::nullopt);
  std::string Once = print(P);
  Program Again = parsed(Once);
  EXPECT_EQ(difference(P, Again), std::nullopt) << Once;
  EXPECT_EQ(print(Again), Once);
  return Once;
}

/// \p Body as the printed body of main, which sees a, b, c and {x==2}.
std::string body(const std::string &Body) {
  std::string Text = printed("decl a, b, c, {x==2}; bool g(p) { return p; }"
                             "bool<2> f() { return a, b; } void main() {" +
                             Body + "}");
  std::string Head = "void main() {\n";
  size_t Begin = Text.find(Head) + Head.size();
  return Text.substr(Begin, Text.size() - Begin - 2);
}

std::string expr(const std::string &Expr) {
  std::string Text = body("a := " + Expr + ";");
  return Text.substr(7, Text.size() - 9);
}

TEST(BpText, PrintsAllParts) {
  std::string Text = "decl {lock.held}, g;\n"
                     "\n"
                     "bool<2> step(a, {b > 0}) {\n"
                     "  decl t;\n"
                     "  enforce !(a & t);\n"
                     "  t, {lock.held} := *, choose(a, t);\n"
                     "  t := g constrain 't | 'g;\n"
                     "  again: goto again, out;\n"
                     "  out: 7: return t, !a;\n"
                     "}\n"
                     "\n"
                     "void main() {\n"
                     "  decl x, y;\n"
                     "  x, y := step(!x, true);\n"
                     "  x, _ := step(false, y ? x : *);\n"
                     "  main();\n"
                     "  while (*) {\n"
                     "    assume(x);\n"
                     "    if (x) {\n"
                     "      assert(y);\n"
                     "    } else if (y) {\n"
                     "      skip;\n"
                     "    } else {\n"
                     "      dead x, y;\n"
                     "      return;\n"
                     "    }\n"
                     "  }\n"
                     "  L: {\n"
                     "    skip;\n"
                     "  }\n"
                     "}\n";
  EXPECT_EQ(printed(Text), Text);
}

TEST(BpText, ReadsFigure1b) {
  std::string Text = printed(R"(void partition() {
  bool {curr==NULL}, {prev==NULL};
  bool {curr->val>v}, {prev->val>v};
  {curr==NULL} = unknown(); // curr = *l;
  {curr->val>v} = unknown();
  {prev==NULL} = true; // prev = NULL;
  {prev->val>v} = unknown();
  skip; // newl = NULL;
  while(*) { // while(curr!=NULL)
    assume(!{curr==NULL}); //
    skip; // nextCurr = curr->next
    if (*) { // if (curr->val > v) {
      assume({curr->val>v}); //
      if (*) { // if (prev != NULL) {
        assume(!{prev==NULL}); //
        skip; // prev->next = nextCurr;
      } //
L:   skip; // newl = curr
    } else { // } else {
      assume(!{curr->val>v}); //
      {prev==NULL} = {curr==NULL}; // prev = curr;
      {prev->val>v} = {curr->val>v}; //
    } //
    {curr==NULL} = unknown(); // curr = nextCurr;
    {curr->val>v} = unknown();
  }
  assume({curr==NULL});
})");
  EXPECT_NE(Text.find("  decl {curr==NULL}, {prev==NULL}, {curr->val>v}, "
                      "{prev->val>v};\n  {curr==NULL} := *;\n"),
            std::string::npos)
      << Text;
}

TEST(BpText, ReadsTheDialectWithBeginAndEnd) {
  EXPECT_EQ(printed("decl g;\n"
                    "dfs bool<2> f(a, bool b) begin\n"
                    "  decl t; enforce g;\n"
                    "  if (a) then t := schoose[a, b]; elsif !b then skip\n"
                    "  else print(a, b); fi;\n"
                    "  while ? do atomic_begin; g := ~g; atomic_end; od\n"
                    "  abortif g; constrain (t);\n"
                    "  1: return T, 0;\n"
                    "end\n"
                    "main() begin _, _ := f(1, F) end\n"),
            "decl g;\n"
            "\n"
            "bool<2> f(a, b) {\n"
            "  decl t;\n"
            "  enforce g;\n"
            "  if (a) {\n"
            "    t := choose(a, b);\n"
            "  } else if (!b) {\n"
            "    skip;\n"
            "  } else {\n"
            "    skip;\n"
            "  }\n"
            "  while (*) {\n"
            "    skip;\n"
            "    g := !g;\n"
            "    skip;\n"
            "  }\n"
            "  assume(!g);\n"
            "  assume(t);\n"
            "  1: return true, false;\n"
            "}\n"
            "\n"
            "void main() {\n"
            "  _, _ := f(true, false);\n"
            "}\n");
}

TEST(BpText, OperatorsBindAsDocumented) {
  EXPECT_EQ(expr("a=>b=>c|a^b&c=a!=!b"), "a => b => c | a ^ b & (c == a ^ !b)");
  EXPECT_EQ(expr("(a => b) ==> c"), "(a => b) => c");
  EXPECT_EQ(expr("a & (b & c)"), "a & (b & c)");
  EXPECT_EQ(expr("(a & b) && c || !(a | b)"), "a & b & c | !(a | b)");
  EXPECT_EQ(expr("a ? b : c ? a : b"), "a ? b : c ? a : b");
  EXPECT_EQ(expr("(a ? b : c) ? a ? b : c : b"), "(a ? b : c) ? a ? b : c : b");
  EXPECT_EQ(expr("!!a == (b = c)"), "!!a == (b == c)");
  EXPECT_EQ(expr("* & a | ?"), "* & a | *");
  EXPECT_EQ(expr("a -> unknown()"), "a => *");
  EXPECT_EQ(expr("choose(a ? b : c, schoose [F, {x==2}])"),
            "choose(a ? b : c, choose(false, {x==2}))");
}

TEST(BpText, TellsNamesInBracesFromBlocks) {
  EXPECT_EQ(body("{x==2} = a;"), "  {x==2} := a;\n");
  EXPECT_EQ(body("if (a) {x==2} = a; else {x==2}, b := b, a;"),
            "  if (a) {\n    {x==2} := a;\n  } else {\n"
            "    {x==2}, b := b, a;\n  }\n");
  EXPECT_EQ(body("{{x==2} = a;}"), "  {\n    {x==2} := a;\n  }\n");
  EXPECT_EQ(body("{ {} }"), "  {\n    {\n    }\n  }\n");
  EXPECT_EQ(body("{if (a) {}}"), "  {\n    if (a) {\n    }\n  }\n");
  EXPECT_EQ(body("a := {x==2} & b;"), "  a := {x==2} & b;\n");
}

TEST(BpText, ElseBelongsToTheNearestIf) {
  EXPECT_EQ(body("if (a) if (b) skip; else a := b;"),
            "  if (a) {\n    if (b) {\n      skip;\n    } else {\n"
            "      a := b;\n    }\n  }\n");
}

TEST(BpText, UnknownMayBeAProcedure) {
  EXPECT_EQ(body("a = unknown();"), "  a := *;\n");
  std::string Text = printed("bool unknown() { return true; }"
                             "void main() { decl x; x = unknown(); }");
  EXPECT_NE(Text.find("x := unknown();"), std::string::npos);
}

TEST(BpText, LabelsMayStandAlone) {
  EXPECT_EQ(body("A: B: ; C:"), "  A: B: skip;\n  C: skip;\n");
  EXPECT_EQ(body("A: A: A: skip;"), "  A: skip;\n");
}

TEST(BpText, WritesCommentsAndLongDeclarations) {
  Program P;
  for (unsigned I = 0; I != 30; ++I)
    P.addGlobal("variable" + std::to_string(I));
  Stmt S;
  S.Comment = "x = 1;\ny = 2;";
  P.addProcedure("main")->Body.push_back(std::move(S));
  std::string Text = print(P);
  EXPECT_NE(Text.find("  skip; // x = 1; y = 2;\n"), std::string::npos);
  EXPECT_EQ(difference(P, parsed(Text)), std::nullopt);
  for (size_t At = 0, End; (End = Text.find('\n', At)) != Text.npos;
       At = End + 1)
    EXPECT_LE(End - At, 80u);
}

TEST(BpText, MakesNames) {
  EXPECT_EQ(variableName("x"), "x");
  EXPECT_EQ(variableName("c$$main"), "c$$main");
  EXPECT_EQ(variableName("{x==2}"), "{x==2}");
  EXPECT_EQ(variableName("x == 2"), "{x == 2}");
  EXPECT_EQ(variableName("while"), "{while}");
  EXPECT_EQ(variableName("{a} == {b}"), "{{a} == {b}}");
  for (const char *Text :
       {"", "}{", "a;b", "a\nb", "{", "1", "a b", "//", "'", "atomic_end"})
    EXPECT_TRUE(isVariableName(variableName(Text))) << Text;
  EXPECT_FALSE(isVariableName("{}"));
  EXPECT_FALSE(isVariableName("{a}{b}"));
  EXPECT_FALSE(isVariableName("T"));
  EXPECT_TRUE(isLabelName("12"));
}

TEST(BpText, SeesDifferences) {
  Program A = parsed("decl a; bool f(p) { L: a := p; return a; }");
  for (const char *Other :
       {"decl b; bool f(p) { L: b := p; return b; }",
        "decl a; bool f(p) { a := p; return a; }",
        "decl a; bool f(p) { L: a := a; return a; }",
        "decl a; bool f(p) { L: p := p; return a; }",
        "decl a; bool f(p) { L: a := p; return; }",
        "decl a; bool f(p) { L: a := p constrain p; return a; }",
        "decl a; bool f(p) { enforce p; L: a := p; return a; }",
        "decl a; bool f(p) { decl l; L: a := p; return a; }",
        "decl a; bool g(p) { L: a := p; return a; }"})
    EXPECT_NE(difference(A, parsed(Other)), std::nullopt) << Other;
}

} // namespace
