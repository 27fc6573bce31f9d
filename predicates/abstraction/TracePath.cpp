#include "predicates/abstraction/TracePath.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

class PathBuilder {
public:
  Path Result;

  void enter(const Function *F) {
    Open.push_back({F, 0, 0, uint32_t(Open.size())});
  }

  /// Goes on to the point (\p B, \p S) of the innermost function, by way of
  /// what has no statement in the Boolean program.
  void reach(BlockId B, uint32_t S) {
    while (Open.back().Block != B || Open.back().Stmt > S)
      if (!leaveBlock(B))
        return;
    while (Open.back().Stmt < S)
      add();
    add();
  }

  void leave() { Open.pop_back(); }

private:
  void add() {
    Result.Steps.push_back(Open.back());
    ++Open.back().Stmt;
  }

  /// To the beginning of a successor: \p Wanted, or the only one there is.
  bool leaveBlock(BlockId Wanted) {
    PathStep &Now = Open.back();
    const Block &From = Now.block();
    while (Now.Stmt <= From.Stmts.size())
      add();
    if (From.Succs.empty())
      return false;
    bool IsNext = std::find(From.Succs.begin(), From.Succs.end(), Wanted) !=
                  From.Succs.end();
    Now.Block = IsNext ? Wanted : From.Succs[0];
    Now.Stmt = 0;
    return true;
  }

  std::vector<PathStep> Open; ///< the next point of each open function
};

/// By ProcId.
std::vector<const Function *> functionsByProcedure(const Abstraction &A) {
  std::vector<const Function *> Result(A.Program.Procs.size());
  for (const Origin &O : A.Origins)
    if (O.Func)
      Result[A.Procedures[O.Func->Id]->Index] = O.Func;
  return Result;
}

} // namespace

Path pathOf(const Abstraction &A, const bp::Flow &F, const bp::Trace &T) {
  std::vector<const Function *> FunctionOf = functionsByProcedure(A);
  PathBuilder Builder;
  bool Enters = true;
  for (const bp::TraceStep &S : T.Steps) {
    const bp::FlowNode &Node = F.Procs[S.Proc].Nodes[S.Node];
    uint32_t Id = Node.Source ? Node.Source->Origin : 0;
    const Origin &From = A.Origins[Id];
    if (Enters)
      Builder.enter(FunctionOf[S.Proc]);
    Enters = Node.Kind == bp::NodeKind::Call;
    if (Id && From.At == Origin::Step::Begins)
      Builder.reach(From.Block, From.Stmt);
    if (Node.Kind == bp::NodeKind::Return)
      Builder.leave();
  }
  return std::move(Builder.Result);
}

} // namespace predabs
