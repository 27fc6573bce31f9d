// Which places may share memory, what calls run and what they write: a small
// module in the text form for each rule.

#include "predicates/alias/Aliases.h"
#include "predicates/ir/Parse.h"
#include "predicates/ir/Print.h"

#include <gtest/gtest.h>

using namespace predabs;
using namespace predabs::ir;

namespace {

/// A module with the answers about it. Places are text, `f: *%p` where they
/// name variables of the function f.
class Asked {
public:
  explicit Asked(const std::string &Text, World W = World::Open) {
    ParsedModule P = parseModule(Text);
    EXPECT_TRUE(P) << P.Error.str();
    M = P ? std::move(P.Parsed) : std::make_unique<Module>(Target());
    EXPECT_EQ(verify(*M).value_or(""), "");
    A = std::make_unique<Aliases>(*M, W);
  }

  const Expr *expr(const std::string &Text) {
    size_t Colon = Text.find(": ");
    const Function *F = nullptr;
    std::string Rest = Text;
    if (Colon != std::string::npos) {
      F = M->findFunction(Text.substr(0, Colon));
      Rest = Text.substr(Colon + 2);
    }
    ParsedExpr E = parseExpr(*M, F, Rest);
    EXPECT_TRUE(E) << Text << ": " << E.Error.str();
    return E.Parsed;
  }
  /// Both of one function: `f: *%p` and `*%q`.
  bool overlap(const std::string &X, std::string Y) {
    size_t Colon = X.find(": ");
    if (Colon != std::string::npos)
      Y = X.substr(0, Colon + 2) + Y;
    const Expr *P = expr(X), *Q = expr(Y);
    EXPECT_EQ(A->mayOverlap(P, Q), A->mayOverlap(Q, P)) << X << ", " << Y;
    return A->mayOverlap(P, Q);
  }
  bool taken(const std::string &Var) {
    return A->isAddressTaken(expr(Var)->variable());
  }
  bool others(const std::string &Place) {
    return A->isKnownToOthers(expr(Place));
  }
  bool modifies(const std::string &F, const std::string &Place) {
    return A->mayModify(*M->findFunction(F), expr(Place));
  }
  /// The call number \p N of \p F.
  const Stmt &call(const std::string &F, unsigned N = 0) {
    for (const Block &B : M->findFunction(F)->Blocks)
      for (const Stmt &S : B.Stmts)
        if (S.Kind == StmtKind::Call && N-- == 0)
          return S;
    ADD_FAILURE() << "no such call";
    static const Stmt None;
    return None;
  }
  bool callModifies(const std::string &F, const std::string &Place,
                    unsigned N = 0) {
    return A->mayModify(call(F, N), expr(F + ": " + Place));
  }
  /// The names of what is called, and `*` for others.
  std::string targets(const std::string &F, unsigned N = 0) {
    CallTargets T = A->targets(call(F, N));
    std::string Result;
    for (const Function *G : T.Known)
      Result += (Result.empty() ? "" : " ") + G->Name;
    if (T.AndOthers)
      Result += Result.empty() ? "*" : " *";
    return Result;
  }

  std::unique_ptr<Module> M;
  std::unique_ptr<Aliases> A;
};

/// The paper's running example: `swap` called with two different addresses.
std::string swapModule(const std::string &Linkage) {
  return R"(
func @swap(%p: i32*, %q: i32*) -> void )" +
         Linkage + R"( {
  var %t: i32
entry:
  %t = *%p
  *%p = *%q
  *%q = %t
  return
}
func @test() -> i32 {
  var %x: i32
  var %y: i32
  var %z: i32
entry:
  %x = 1
  %y = 2
  call @swap(&%x, &%y)
  return %x
}
)";
}

TEST(Alias, StaticSwapIsCalledWithTwoObjects) {
  Asked Q(swapModule("internal"));
  EXPECT_FALSE(Q.overlap("swap: *%p", "*%q"));
  EXPECT_TRUE(Q.overlap("swap: *%p", "*%p"));
  EXPECT_FALSE(Q.overlap("swap: *%p", "%t"));
  EXPECT_FALSE(Q.overlap("swap: *%p", "%p"));
  EXPECT_TRUE(Q.callModifies("test", "%x"));
  EXPECT_TRUE(Q.callModifies("test", "%y"));
  EXPECT_FALSE(Q.callModifies("test", "%z"));
  EXPECT_TRUE(Q.taken("test: %x"));
  EXPECT_FALSE(Q.taken("test: %z"));
}

TEST(Alias, VisibleSwapMayGetAnything) {
  Asked Q(swapModule(""));
  EXPECT_TRUE(Q.overlap("swap: *%p", "*%q"));
  EXPECT_FALSE(Q.overlap("swap: *%p", "%t"));
  Asked Closed(swapModule(""), World::Closed);
  // Without a main whatever is visible may be where the program starts.
  EXPECT_TRUE(Closed.overlap("swap: *%p", "*%q"));
}

} // namespace
