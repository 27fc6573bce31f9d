// Which statements are obligations, and what they say.

#include "checkers/obligations/Obligations.h"
#include "test/support/ModuleBuilder.h"

#include <gtest/gtest.h>

using namespace predabs;

namespace {

/// A function `check` that calls failure functions.
struct Failing : ir::ModuleBuilder {
  Failing() { begin("check", C.voidType()); }

  void fail(const std::string &Name,
            const std::vector<const ir::Expr *> &Args) {
    ir::Function *Known = M.findFunction(Name);
    call(nullptr, Known ? Known : declare(Name, C.voidType()), Args);
  }
  const ir::Expr *line() { return C.intConst(I32, 7); }
  const ir::Expr *wideText(const std::string &S, const ir::Type *Unit) {
    ir::Variable *V = global("wide", C.arrayType(Unit, S.size() + 1));
    for (char Byte : S + '\0') {
      V->Bytes += Byte;
      V->Bytes.append(Unit->size() - 1, '\0');
    }
    return C.addrOf(C.index(C.var(V), C.intConst(U64, 0)));
  }

  std::string found(const std::vector<std::string> &Options = {}) {
    predabs::Options O;
    for (const std::string &Text : Options)
      EXPECT_EQ(parseOption(O, Text, Scope::Driver).value_or(""), "");
    std::string Out;
    for (const FoundObligation &F : findObligations(M, O))
      Out +=
          F.What.Property + ": " + F.What.Function + ": " + F.What.Text + "\n";
    return Out;
  }
};

TEST(Obligations, TextOfEachLibrary) {
  Failing P;
  const ir::Expr *Cond = P.text("x > 0"), *File = P.text("a.c"),
                 *Func = P.text("check");
  P.fail("__assert_fail", {Cond, File, P.line(), Func});
  P.fail("__assert_perror_fail", {P.line(), File, P.line(), Func});
  P.fail("__assert_rtn", {Func, File, P.line(), Cond});
  P.fail("__assert_func", {File, P.line(), Func, Cond});
  P.fail("__assert_c99", {Cond, File, P.line(), Func});
  P.fail("__assert13", {File, P.line(), Func, Cond});
  P.fail("__assert2", {File, P.line(), Func, Cond});
  P.fail("_wassert", {P.wideText("x > 0", P.I16), File, P.line()});
  P.fail("_assert", {Cond, File, P.line()});
  std::string Found = P.found();
  EXPECT_EQ(Found, "assert: check: x > 0\n"
                   "assert: check: __assert_perror_fail is called\n"
                   "assert: check: x > 0\n"
                   "assert: check: x > 0\n"
                   "assert: check: x > 0\n"
                   "assert: check: x > 0\n"
                   "assert: check: x > 0\n"
                   "assert: check: x > 0\n"
                   "assert: check: x > 0\n");
}

TEST(Obligations, AssertOfManyOrders) {
  Failing P;
  const ir::Expr *Cond = P.text("x > 0"), *File = P.text("a.c"),
                 *Func = P.text("check");
  P.fail("__assert", {File, P.line(), Cond});
  P.fail("__assert", {Cond, File, P.line()});
  P.fail("__assert", {Func, File, P.line(), Cond});
  P.fail("__assert", {Cond, File, P.line(), Func});
  EXPECT_EQ(P.found(), "assert: check: x > 0\nassert: check: x > 0\n"
                       "assert: check: x > 0\nassert: check: x > 0\n");
}

TEST(Obligations, WithoutText) {
  Failing P;
  P.fail("reach_error", {});
  P.fail("__VERIFIER_error", {});
  P.fail("__assert_fail", {P.line()});
  EXPECT_EQ(P.found(), "assert: check: reach_error is called\n"
                       "assert: check: __VERIFIER_error is called\n"
                       "assert: check: __assert_fail is called\n");
}

TEST(Obligations, OnlyWhatIsAskedFor) {
  Failing P;
  P.fail("abort", {});
  P.fail("__builtin_trap", {});
  P.fail("reach_error", {});
  EXPECT_EQ(P.found(), "assert: check: reach_error is called\n");
  EXPECT_EQ(P.found({"failures=my_fail,abort"}),
            "assert: check: abort is called\n"
            "assert: check: reach_error is called\n");
  EXPECT_EQ(P.found({"checks=trap", "failures=abort"}),
            "trap: check: __builtin_trap is called\n");
}

TEST(Obligations, FailuresByDisplayName) {
  Failing P;
  P.fail("_ZN2my4failEv", {});
  P.M.findFunction("_ZN2my4failEv")->DisplayName = "my::fail";
  EXPECT_EQ(P.found(), "");
  EXPECT_EQ(P.found({"failures=my::fail"}),
            "assert: check: my::fail is called\n");
}

TEST(Obligations, BodiesOfFailureFunctionsAreNotLookedInto) {
  Failing P;
  P.fail("__assert_fail", {P.text("c")});
  P.begin("reach_error", P.C.voidType());
  P.fail("__assert_fail", {P.text("0")});
  EXPECT_EQ(P.found(), "assert: check: c\n");
}

TEST(Obligations, AddressesThatAreTaken) {
  Failing P;
  P.fail("reach_error", {});
  EXPECT_TRUE(indirectFailures(P.M, {}).empty());
  const ir::Expr *Address = P.C.funcAddr(P.M.findFunction("reach_error"));
  P.assign(P.local("f", Address->type()), Address);
  std::vector<Obligation> Found = indirectFailures(P.M, {});
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Function, "check");
  EXPECT_EQ(Found[0].Text, "reach_error is called");
  EXPECT_EQ(Found[0].Where.Line, 2u);
}

TEST(Obligations, Entries) {
  Failing P;
  P.begin("_Z3runv", P.C.voidType())->DisplayName = "run";
  P.begin("_Z3runi", P.C.voidType())->DisplayName = "run";
  Options O;
  EXPECT_EQ(checkOptions(P.M, O), std::nullopt);
  O.Entry = "check";
  EXPECT_EQ(checkOptions(P.M, O), std::nullopt);
  EXPECT_EQ(findEntry(P.M, "check")->Name, "check");
  O.Entry = "chek";
  EXPECT_EQ(checkOptions(P.M, O).value_or(""),
            "there is no function 'chek' to begin with; did you mean 'check'?");
  O.Entry = "run";
  EXPECT_EQ(checkOptions(P.M, O).value_or(""),
            "the entry 'run' could be 2 functions; give the name that the "
            "linker sees");
  EXPECT_EQ(findEntry(P.M, "_Z3runi")->Name, "_Z3runi");
}

TEST(Obligations, Places) {
  Failing P;
  P.assign(P.local("x", P.I32), P.line());
  P.fail("reach_error", {});
  ir::BlockId Second = P.block("second");
  P.go({Second});
  P.at(Second);
  P.fail("reach_error", {});
  std::vector<FoundObligation> Found = findObligations(P.M, {});
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found[0].At.Func->Name, "check");
  EXPECT_EQ(Found[0].At.Block, 0u);
  EXPECT_EQ(Found[0].At.Stmt, 1u);
  EXPECT_EQ(Found[1].At.Block, Second);
  EXPECT_EQ(Found[1].At.Stmt, 0u);
  std::vector<const ir::Function *> Functions = failureFunctions(P.M, {});
  ASSERT_EQ(Functions.size(), 1u);
  EXPECT_EQ(Functions[0]->Name, "reach_error");
}

} // namespace
