// Each rule that verify checks, by a module that breaks this one only.

#include "predicates/ir/Parse.h"

#include <gtest/gtest.h>

using namespace predabs::ir;

namespace {

std::string verdict(const Module &M) { return verify(M).value_or("fine"); }

std::string verdictOn(const std::string &Text) {
  ParsedModule P = parseModule(Text);
  return P ? verdict(*P.Parsed) : P.Error.str();
}

/// A module whose function @f has \p Body as its entry block.
std::string inFunction(const std::string &Body) {
  return "file \"a.c\"\n"
         "global $g: i32\n"
         "func @none() -> void\n"
         "func @one(i32) -> u8\n"
         "func @more(i32, ...) -> i32\n"
         "func @any(...) -> i32\n"
         "func @f(%x: i32, %b: bool, %p: i32*, %c: u8,"
         " %fp: (fn(i32) -> u8)*) -> i32 {\n"
         "entry:\n" +
         Body + "\n}\n";
}

std::string verdictOnBody(const std::string &Body) {
  std::string V = verdictOn(inFunction(Body));
  std::string Where = "function @f: block entry: ";
  return V.starts_with(Where) ? V.substr(Where.size()) : V;
}

TEST(IrVerify, AcceptsGoodStatements) {
  EXPECT_EQ(verdictOnBody("  %x = 1\n"
                          "  *%p = $g\n"
                          "  assume %b\n"
                          "  call @none()\n"
                          "  call @one(1)\n"
                          "  %c = call @one(%x)\n"
                          "  %c = call *%fp(%x)\n"
                          "  %x = call @more(1, true, %p)\n"
                          "  %x = call @any(%p, %c)\n"
                          "  %x = call @any()\n"
                          "  havoc *%p because volatile\n"
                          "  havoc everything because setjmp at #0:1:1\n"
                          "  return *%p"),
            "fine");
}

TEST(IrVerify, RejectsBadStatements) {
  struct {
    const char *Stmt, *Problem;
  } Rows[] = {
      {"1 = 2", "the destination is not a place"},
      {"%x = %b", "the destination has type i32, the value bool"},
      {"*cast<void*>(%p) = %x", "no value has the type void"},
      {"assume %x", "the assumption is not bool but i32"},
      {"call *%p()", "the callee is not the address of a function but i32*"},
      {"call @none(1)", "1 arguments for 0 parameters"},
      {"call @one()", "0 arguments for 1 parameters"},
      {"call @one(%c)", "argument 1 has type u8, the parameter i32"},
      {"call *%fp(%b)", "argument 1 has type bool, the parameter i32"},
      {"call @more()", "0 arguments for 1 parameters"},
      {"*%p = call @any()", "the destination of a call is not a variable"},
      {"%x = call @none()", "the callee returns nothing"},
      {"%x = call @one(1)", "the destination has type i32, the result u8"},
      {"havoc 5 because rtti", "the destination is not a place"},
      {"havoc %x", "havoc without a reason"},
      {"%x = 1 because nondeterministic",
       "the reason nondeterministic of no havoc"},
      {"assume %b because volatile", "the reason volatile of no havoc"},
      {"%x = 1 marked given", "given marks another kind"},
      {"assume %b marked given, acquires", "acquires marks another kind"},
      {"havoc %x because rtti marked begins", "begins marks another kind"},
      {"assume %b marked violation", "violation marks another kind"},
      {"assume true at #7:1:1", "location in an unknown file"},
  };
  for (const auto &[Stmt, Problem] : Rows) {
    std::string Text =
        std::string(Stmt).substr(0, std::string(Stmt).find(" at "));
    EXPECT_EQ(verdictOnBody("  " + std::string(Stmt) + "\n  stop"),
              "'" + Text + "': " + Problem);
  }
}

TEST(IrVerify, Returns) {
  EXPECT_EQ(verdictOnBody("  return"), "fine");
  EXPECT_EQ(verdictOnBody("  return %b"),
            "'return %b': the value has type bool, the result i32");
  EXPECT_EQ(verdictOn("func @f() -> void {\na:\n  return 1\n}"),
            "function @f: block a: 'return 1': a value in a function that "
            "returns nothing");
}

/// A module to break by hand: @f of one block, `%x = 1` and `return %x`.
class IrVerifyBuilt : public testing::Test {
protected:
  std::unique_ptr<Module> M =
      parseModule("file \"a.c\"\n"
                  "global $g: i32 {\n  at bit 0 = 1\n}\n"
                  "func @f(%x: i32) -> i32 {\n"
                  "  var %y: i32\n"
                  "entry:\n  goto next\n"
                  "next:\n  %x = 1\n  return %x\n}\n"
                  "func @h(%z: i32) -> void\n")
          .Parsed;
  Context &C = M->Ctx;
  Function &F = *M->Functions[0];
  Function &H = *M->Functions[1];
  Variable &G = *M->Globals[0];
  Stmt &Assign = F.Blocks[1].Stmts[0];
  const Type *Int = C.intType(32, true);
  const Type *Double = C.floatType(64, 8, 8);

  const Expr *x() { return C.var(F.Vars[0].get()); }
  const Expr *g() { return C.var(&G); }

  /// The verdict with \p E as the value of the assignment, to \p Place.
  std::string verdictOnValue(const Expr *E, const Expr *Place) {
    Assign.Dest = Place;
    Assign.Value = E;
    std::string V = verdict(*M);
    return V.substr(V.rfind("': ") == V.npos ? 0 : V.rfind("': ") + 3);
  }
  std::string verdictOnPointerValue(const Expr *E) {
    return verdictOnValue(E, C.deref(C.null(C.pointerType(E->type()))));
  }
};

TEST_F(IrVerifyBuilt, IsFine) { EXPECT_EQ(verdict(*M), "fine"); }

TEST_F(IrVerifyBuilt, OperandTypes) {
  const Expr *P =
      C.var(addVariable(F, "p", C.pointerType(Int), Storage::Local));
  const Expr *D = C.var(addVariable(F, "d", Double, Storage::Local));
  const Expr *Q = C.cast(C.pointerType(C.voidType()), P);
  auto Check = [&](const Expr *E) { return verdictOnPointerValue(E); };
  EXPECT_EQ(Check(C.binary(Op::Add, P, P)),
            "operand of '+' is not a number but i32*");
  EXPECT_EQ(Check(C.binary(Op::Rem, D, D)),
            "operand of '%' is not an integer but f64");
  EXPECT_EQ(Check(C.binary(Op::And, D, D)),
            "operand of '&' is not an integer but f64");
  EXPECT_EQ(Check(C.binary(Op::PtrDiff, P, Q)),
            "operands of '-p' have different types, i32* and void*");
  EXPECT_EQ(Check(C.unary(Op::Neg, P)),
            "operand of '-' is not a number but i32*");
  EXPECT_EQ(Check(C.unary(Op::BitNot, D)),
            "operand of '~' is not an integer but f64");
  EXPECT_EQ(Check(C.unary(Op::PopCount, P)),
            "operand of 'popcount' is not an integer but i32*");
  EXPECT_EQ(Check(C.cast(Double, P)), "cast of i32* to f64");
  EXPECT_EQ(Check(C.cast(P->type(), D)), "cast of f64 to i32*");
  // Also where it is an operand itself.
  EXPECT_EQ(Check(C.unary(Op::BitNot, C.cast(Int, C.binary(Op::Mul, P, P)))),
            "operand of '*' is not a number but i32*");
}

TEST_F(IrVerifyBuilt, ForeignThings) {
  EXPECT_EQ(verdictOnValue(C.var(H.Vars[0].get()), x()), "a variable of @h");
  EXPECT_EQ(verdictOnValue(C.binary(Op::Add, x(), C.var(H.Vars[0].get())), x()),
            "variables of @f and @h");
  Variable Stray;
  Stray.Ty = Int;
  EXPECT_EQ(verdictOnValue(C.var(&Stray), x()), "a variable of another module");
  Function Other;
  Other.Ty = F.Ty;
  EXPECT_EQ(verdictOnPointerValue(C.funcAddr(&Other)),
            "a function of another module");
  EXPECT_EQ(verdictOnPointerValue(C.labelAddr(&F, 2)),
            "a label of a block that is not there");
  EXPECT_EQ(verdictOnPointerValue(C.labelAddr(&F, 1)), "fine");
  M->Init = &Other;
  EXPECT_EQ(verdict(*M), "the initialising function is of another module");
}

TEST_F(IrVerifyBuilt, Statements) {
  const std::string At = "function @f: block next: ";
  Stmt Good = Assign;
  Assign.Value = nullptr;
  EXPECT_EQ(verdict(*M), At + "'%x = <none>': the value is missing");
  Assign = Good;
  Assign.Dest = nullptr;
  EXPECT_EQ(verdict(*M), At + "'<none> = 1': the destination is missing");
  Assign = Good;
  Assign.Args = {x()};
  EXPECT_EQ(verdict(*M), At + "'%x = 1': arguments without a call");
  Assign = Good;
  Assign.Kind = StmtKind::Assume;
  EXPECT_EQ(verdict(*M), At + "'assume 1': a destination where there is none");
  Assign = Good;
  Assign.Kind = StmtKind::Havoc;
  Assign.Why = Reason::Rtti;
  EXPECT_EQ(verdict(*M),
            At + "'havoc %x because rtti': a value where there is none");
  Assign = Good;
  Assign.Kind = StmtKind::Call;
  Assign.Value = C.funcAddr(&F);
  Assign.Args = {nullptr};
  EXPECT_EQ(verdict(*M), At + "'%x = call @f(<none>)': an argument is missing");
  Assign = F.Blocks[1].Stmts[1];
  EXPECT_EQ(verdict(*M),
            At + "'return %x': return before the end of the block");
}

TEST_F(IrVerifyBuilt, Blocks) {
  F.Blocks[0].Succs = {1, 2};
  EXPECT_EQ(verdict(*M), "function @f: block entry: successor 2 is not there");
  F.Blocks[0].Succs = {1};
  F.Blocks[1].Succs = {0};
  EXPECT_EQ(verdict(*M), "function @f: block next: successors after a return");
  F.Blocks[1].Succs.clear();
  F.Blocks[1].Name = "entry";
  EXPECT_EQ(verdict(*M), "function @f: second block entry");
  F.Blocks[1].Name = "";
  EXPECT_EQ(verdict(*M), "function @f: a block without a name");
}

TEST_F(IrVerifyBuilt, Variables) {
  Variable &X = *F.Vars[0], &Y = *F.Vars[1];
  Y.Name = "x";
  EXPECT_EQ(verdict(*M), "function @f: second variable %x");
  Y.Name = "y";
  Y.Id = 3;
  EXPECT_EQ(verdict(*M), "function @f: variable %y: wrong id");
  Y.Id = 1;
  Y.Kind = Storage::Parameter;
  EXPECT_EQ(verdict(*M), "function @f: variable %y: wrong kind");
  Y.Kind = Storage::Local;
  Y.Ty = C.voidType();
  EXPECT_EQ(verdict(*M),
            "function @f: variable %y: no value has the type void");
  Y.Ty = Int;
  Y.Where = {1, 1, 1};
  EXPECT_EQ(verdict(*M),
            "function @f: variable %y: location in an unknown file");
  Y.Where = {};
  X.Ty = C.boolType();
  EXPECT_EQ(verdict(*M), "function @f: parameter %x has type bool and not i32");
}

TEST_F(IrVerifyBuilt, Functions) {
  F.Id = 1;
  EXPECT_EQ(verdict(*M), "function @f: wrong id");
  F.Id = 0;
  F.Ty = C.functionType(Int, {}, false);
  EXPECT_EQ(verdict(*M), "function @f: 1 parameters for the type fn() -> i32");
  F.Ty = C.functionType(Int, {}, true);
  EXPECT_EQ(verdict(*M), "fine");
  F.NumParams = 3;
  EXPECT_EQ(verdict(*M), "function @f: more parameters than variables");
  F.NumParams = 1;
  F.Ty = Int;
  EXPECT_EQ(verdict(*M), "function @f: its type is i32");
  F.Ty = C.functionType(Int, {}, true);
  addVariable(H, "l", Int, Storage::Local);
  EXPECT_EQ(verdict(*M), "function @h: local variables without a body");
}

TEST_F(IrVerifyBuilt, Globals) {
  G.Id = 1;
  EXPECT_EQ(verdict(*M), "global $g: wrong id");
  G.Id = 0;
  G.Kind = Storage::Local;
  EXPECT_EQ(verdict(*M), "global $g: is not marked as global");
  G.Kind = Storage::Global;
  G.Ty = C.voidType();
  EXPECT_EQ(verdict(*M), "global $g: no value has the type void");
  G.IsDefined = false;
  EXPECT_EQ(verdict(*M), "fine");
  G.Where = {1, 1, 1};
  EXPECT_EQ(verdict(*M), "global $g: location in an unknown file");
}

TEST_F(IrVerifyBuilt, InitialValues) {
  const Expr *Address = C.addrOf(g());
  auto Check = [&](const Expr *E) {
    G.Init[0].Value = E;
    std::string V = verdict(*M), Where = "global $g: at bit 0: ";
    return V.starts_with(Where) ? V.substr(Where.size()) : V;
  };
  EXPECT_EQ(Check(C.cast(C.sizeType(), Address)), "fine");
  EXPECT_EQ(Check(C.binary(Op::PtrAdd, Address, C.intConst(Int, 3))), "fine");
  EXPECT_EQ(Check(nullptr), "the initial value is missing");
  EXPECT_EQ(Check(g()), "the initial value is not a constant");
  EXPECT_EQ(Check(C.binary(Op::PtrAdd, Address, g())),
            "the initial value is not a constant");
  EXPECT_EQ(Check(C.addrOf(x())), "a variable of @f");
  const Type *Array = C.arrayType(Int, 4);
  const Expr *A = C.var(M->addGlobal("a", Array));
  EXPECT_EQ(Check(C.addrOf(C.index(A, C.intConst(Int, 2)))), "fine");
  EXPECT_EQ(Check(C.addrOf(C.index(A, g()))),
            "the initial value is not a constant");
  G.Init[0].BitWidth = 3;
  EXPECT_EQ(Check(C.intConst(Int, 3)), "fine");
  EXPECT_EQ(Check(C.intConst(Int, UInt128(SInt128(-4)))), "fine");
  EXPECT_EQ(Check(C.intConst(Int, 4)), "the initial value needs more bits");
}

} // namespace
