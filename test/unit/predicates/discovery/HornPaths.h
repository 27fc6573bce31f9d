// Paths of small programs, for tests of what is found along them.

#ifndef PREDABS_TEST_UNIT_PREDICATES_DISCOVERY_HORNPATHS_H
#define PREDABS_TEST_UNIT_PREDICATES_DISCOVERY_HORNPATHS_H

#include "predicates/discovery/Discovery.h"
#include "predicates/ir/Parse.h"

#include <gtest/gtest.h>

namespace predabs {

/// The end of `main`: it fails if \p Condition holds, and returns otherwise.
inline std::string failIf(const std::string &Condition) {
  return "  goto bad, good\nbad:\n  assume " + Condition +
         "\n  call @fail()\n  stop\ngood:\n  assume !(" + Condition +
         ")\n  return 0\n}\n";
}

/// A module, and a path through it from `main` to the call of `fail`.
struct Walked {
  std::unique_ptr<ir::Module> M;
  std::unique_ptr<Aliases> A;
  std::unique_ptr<PredicateSet> Known;
  Path Way;

  /// \p Blocks: names of the blocks where there is a choice, in order.
  Walked(const std::string &Text, const std::vector<std::string> &Blocks) {
    ir::ParsedModule P = ir::parseModule("module \"t\"\ntarget pointer-bytes 8 "
                                         "little-endian\nfunc @fail() -> void "
                                         "noreturn\n" +
                                         Text);
    EXPECT_TRUE(P) << P.Error.str();
    M = std::move(P.Parsed);
    EXPECT_EQ(verify(*M).value_or(""), "");
    A = std::make_unique<Aliases>(*M, World::Closed);
    Known = std::make_unique<PredicateSet>(*M);
    walk(Blocks);
  }

  std::vector<std::string> find(Discovery &D) const {
    std::vector<uint32_t> Core;
    for (uint32_t I = 0; I < Way.Steps.size(); ++I)
      Core.push_back(I);
    std::vector<const ir::Function *> Failures = {M->findFunction("fail")};
    std::vector<std::string> Result;
    for (const Candidate &C : D.find({Way, Core, Failures}))
      Result.push_back((C.Scope ? C.Scope->Name : "*") + ": " + cText(C.Term));
    return Result;
  }

private:
  void walk(const std::vector<std::string> &Blocks) {
    std::vector<PathStep> Open = {{M->findFunction("main"), 0, 0, 0}};
    auto Next = Blocks.begin();
    while (!Open.empty() && Way.Steps.size() < 1000) {
      PathStep &S = Open.back();
      Way.Steps.push_back(S);
      if (S.isBlockEnd()) {
        choose(S, Next, Blocks.end());
        continue;
      }
      const ir::Stmt &St = S.statement();
      if (St.Kind == ir::StmtKind::Return) {
        Open.pop_back();
        continue;
      }
      ++S.Stmt;
      if (St.Kind != ir::StmtKind::Call)
        continue;
      const ir::Function *F = St.Value->function();
      if (F->Name == "fail")
        return;
      if (F->isDefined())
        Open.push_back({F, 0, 0, uint32_t(Open.size())});
    }
    ADD_FAILURE() << "the path does not fail";
  }

  using Names = std::vector<std::string>::const_iterator;
  static void choose(PathStep &S, Names &Next, Names End) {
    const std::vector<ir::BlockId> &Succs = S.block().Succs;
    ASSERT_FALSE(Succs.empty());
    ir::BlockId To = Succs.front();
    if (Succs.size() > 1) {
      ASSERT_NE(Next, End) << "in " << S.block().Name;
      for (ir::BlockId B : Succs)
        if (S.Func->Blocks[B].Name == *Next)
          To = B;
      ASSERT_EQ(S.Func->Blocks[To].Name, *Next);
      ++Next;
    }
    S.Block = To;
    S.Stmt = 0;
  }
};

} // namespace predabs

#endif
