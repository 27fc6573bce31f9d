// See CompareModules.h. Types and expressions that are found to correspond are
// kept in maps; what is still to be compared waits in a list, so that recursive
// records end and deep expressions do not overflow the stack.

#include "test/support/CompareModules.h"

#include "predicates/ir/Print.h"

#include <utility>

namespace predabs::ir {

namespace {

class Comparison {
public:
  Comparison(const Module &A, const Module &B) : A(A), B(B) {}

  std::optional<std::string> run() {
    compareHeaders();
    compareRecords();
    pairGlobals();
    pairFunctions();
    for (size_t I = 0; !Difference && I < A.Globals.size(); ++I)
      compareGlobals(*A.Globals[I], *B.Globals[I]);
    for (size_t I = 0; !Difference && I < A.Functions.size(); ++I)
      compareFunctions(*A.Functions[I], *B.Functions[I]);
    return Difference;
  }

private:
  template <typename T> using Pairs = std::unordered_map<const T *, const T *>;
  template <typename T>
  using PairList = std::vector<std::pair<const T *, const T *>>;

  void differ(std::string What) {
    if (!Difference)
      Difference = std::move(What);
  }
  template <typename T>
  void same(const T &X, const T &Y, const std::string &What) {
    if (!(X == Y))
      differ(What);
  }

  void compareHeaders() {
    same(A.Name, B.Name, "name of the module");
    same(A.Ctx.target(), B.Ctx.target(), "target");
    same(A.Files, B.Files, "files");
    same(!A.Init, !B.Init, "init");
    if (A.Init && B.Init)
      same(A.Init->Name, B.Init->Name, "init");
  }

  static std::vector<const Type *> recordsOf(const Module &M) {
    std::vector<const Type *> Records;
    for (const Type &T : M.Ctx.types())
      if (T.isRecord())
        Records.push_back(&T);
    return Records;
  }

  void compareRecords() {
    auto InA = recordsOf(A), InB = recordsOf(B);
    if (InA.size() != InB.size())
      return differ("number of records");
    for (size_t I = 0; I < InA.size(); ++I)
      sameType(InA[I], InB[I], "record " + InA[I]->name());
  }

  void pairGlobals() {
    if (A.Globals.size() != B.Globals.size())
      return differ("number of globals");
    for (size_t I = 0; I < A.Globals.size(); ++I)
      VariablePairs[A.Globals[I].get()] = B.Globals[I].get();
  }

  void pairFunctions() {
    if (A.Functions.size() != B.Functions.size())
      return differ("number of functions");
    for (size_t I = 0; I < A.Functions.size(); ++I) {
      const Function &F = *A.Functions[I], &G = *B.Functions[I];
      FunctionPairs[&F] = &G;
      if (F.Vars.size() != G.Vars.size())
        return differ("number of variables of " + F.Name);
      for (size_t V = 0; V < F.Vars.size(); ++V)
        VariablePairs[F.Vars[V].get()] = G.Vars[V].get();
    }
  }

  void sameLoc(Loc X, Loc Y, const std::string &What) {
    if ((X.isValid() || Y.isValid()) && X != Y)
      differ("location of " + What);
  }

  void compareVariables(const Variable &X, const Variable &Y,
                        const std::string &What) {
    same(X.Name, Y.Name, "name of " + What);
    same(X.Kind, Y.Kind, "kind of " + What);
    same(X.Id, Y.Id, "id of " + What);
    sameType(X.Ty, Y.Ty, "type of " + What);
    sameLoc(X.Where, Y.Where, What);
  }

  void compareGlobals(const Variable &X, const Variable &Y) {
    std::string What = "global " + X.Name;
    compareVariables(X, Y, What);
    same(X.IsDefined, Y.IsDefined, "extern on " + What);
    same(X.IsInternal, Y.IsInternal, "internal on " + What);
    same(X.IsConst, Y.IsConst, "const on " + What);
    same(X.InitUnknown, Y.InitUnknown, "unknown on " + What);
    same(X.Bytes, Y.Bytes, "bytes of " + What);
    if (X.Init.size() != Y.Init.size())
      return differ("number of initial values of " + What);
    for (size_t I = 0; I < X.Init.size(); ++I)
      compareInit(X.Init[I], Y.Init[I],
                  "initial value " + std::to_string(I) + " of " + What);
  }

  void compareInit(const InitPart &X, const InitPart &Y,
                   const std::string &What) {
    same(X.BitOffset, Y.BitOffset, "offset of " + What);
    same(X.BitWidth, Y.BitWidth, "width of " + What);
    sameExpr(X.Value, Y.Value, What);
  }

  void compareFunctions(const Function &X, const Function &Y) {
    std::string What = "function " + X.Name;
    same(X.Name, Y.Name, "name of " + What);
    same(X.DisplayName, Y.DisplayName, "display name of " + What);
    same(X.Id, Y.Id, "id of " + What);
    sameType(X.Ty, Y.Ty, "type of " + What);
    sameLoc(X.Where, Y.Where, What);
    same(X.IsInternal, Y.IsInternal, "internal on " + What);
    same(X.IsReplaceable, Y.IsReplaceable, "weak on " + What);
    same(X.IsNoReturn, Y.IsNoReturn, "noreturn on " + What);
    same(X.IsSystem, Y.IsSystem, "system on " + What);
    same(X.NumParams, Y.NumParams, "number of parameters of " + What);
    compareExactness(X.How, Y.How, What);
    for (size_t I = 0; I < X.Vars.size(); ++I)
      compareVariables(*X.Vars[I], *Y.Vars[I],
                       "variable " + X.Vars[I]->Name + " of " + What);
    if (X.Blocks.size() != Y.Blocks.size())
      return differ("number of blocks of " + What);
    for (size_t I = 0; !Difference && I < X.Blocks.size(); ++I)
      compareBlocks(X.Blocks[I], Y.Blocks[I],
                    "block " + X.Blocks[I].Name + " of " + What);
  }

  void compareExactness(const Exactness &X, const Exactness &Y,
                        const std::string &What) {
    same(X.Statements, Y.Statements, "statements counted in " + What);
    same(X.FloatingPoint, Y.FloatingPoint, "floats counted in " + What);
    same(X.Approximated, Y.Approximated, "approximations counted in " + What);
    same(X.ByReason, Y.ByReason, "reasons counted in " + What);
  }

  void compareBlocks(const Block &X, const Block &Y, const std::string &What) {
    same(X.Name, Y.Name, "name of " + What);
    same(X.Succs, Y.Succs, "successors of " + What);
    if (X.Stmts.size() != Y.Stmts.size())
      return differ("number of statements of " + What);
    for (size_t I = 0; !Difference && I < X.Stmts.size(); ++I)
      compareStmts(X.Stmts[I], Y.Stmts[I],
                   "statement " + std::to_string(I) + " of " + What);
  }

  void compareStmts(const Stmt &X, const Stmt &Y, const std::string &What) {
    same(X.Kind, Y.Kind, "kind of " + What);
    same(X.Why, Y.Why, "reason of " + What);
    same(X.Marks, Y.Marks, "marks of " + What);
    sameLoc(X.Where, Y.Where, What);
    sameExpr(X.Dest, Y.Dest, "destination of " + What);
    sameExpr(X.Value, Y.Value, "value of " + What);
    if (X.Args.size() != Y.Args.size())
      return differ("number of arguments of " + What);
    for (size_t I = 0; I < X.Args.size(); ++I)
      sameExpr(X.Args[I], Y.Args[I],
               "argument " + std::to_string(I) + " of " + What);
  }

  void sameType(const Type *X, const Type *Y, const std::string &What) {
    PairList<Type> Work = {{X, Y}};
    while (!Work.empty()) {
      auto [T, U] = Work.back();
      Work.pop_back();
      auto [It, IsNew] = TypePairs.try_emplace(T, U);
      if (!IsNew && It->second != U)
        return differ(What);
      if (IsNew && !shallowlySame(*T, *U, Work))
        return differ(What + ": " + print(T));
    }
  }

  /// Compares all but the types inside, which it adds to \p Work.
  static bool shallowlySame(const Type &X, const Type &Y,
                            PairList<Type> &Work) {
    if (X.kind() != Y.kind() || X.width() != Y.width() ||
        X.isSigned() != Y.isSigned() || X.name() != Y.name() ||
        X.size() != Y.size() || X.align() != Y.align() ||
        X.count() != Y.count() || X.isUnion() != Y.isUnion() ||
        X.isComplete() != Y.isComplete() || X.isVariadic() != Y.isVariadic() ||
        X.params().size() != Y.params().size() ||
        X.fields().size() != Y.fields().size())
      return false;
    if (X.inner())
      Work.emplace_back(X.inner(), Y.inner());
    for (size_t I = 0; I < X.params().size(); ++I)
      Work.emplace_back(X.params()[I], Y.params()[I]);
    for (size_t I = 0; I < X.fields().size(); ++I)
      if (!shallowlySame(X.fields()[I], Y.fields()[I], Work))
        return false;
    return true;
  }

  static bool shallowlySame(const Field &X, const Field &Y,
                            PairList<Type> &Work) {
    Work.emplace_back(X.Ty, Y.Ty);
    return X.Name == Y.Name && X.BitOffset == Y.BitOffset &&
           X.BitWidth == Y.BitWidth && X.IsInternal == Y.IsInternal;
  }

  void sameExpr(const Expr *X, const Expr *Y, const std::string &What) {
    if (!X && !Y)
      return;
    if (!X || !Y)
      return differ(What);
    PairList<Expr> Work = {{X, Y}};
    while (!Work.empty() && !Difference) {
      auto [E, F] = Work.back();
      Work.pop_back();
      auto [It, IsNew] = ExprPairs.try_emplace(E, F);
      if (!IsNew && It->second != F)
        return differ(What);
      if (IsNew)
        compareExprs(*E, *F, What, Work);
    }
  }

  void compareExprs(const Expr &X, const Expr &Y, const std::string &What,
                    PairList<Expr> &Work) {
    if (!shallowlySame(X, Y))
      return differ(What + ": " + print(&X));
    sameType(X.type(), Y.type(), "type in " + What);
    for (unsigned I = 0; I < X.numOperands(); ++I)
      Work.emplace_back(X.operand(I), Y.operand(I));
  }

  bool shallowlySame(const Expr &X, const Expr &Y) const {
    return X.kind() == Y.kind() && X.op() == Y.op() && X.bits() == Y.bits() &&
           X.block() == Y.block() && X.numOperands() == Y.numOperands() &&
           paired(VariablePairs, X.variable(), Y.variable()) &&
           paired(FunctionPairs, X.function(), Y.function());
  }

  template <typename T>
  static bool paired(const Pairs<T> &In, const T *X, const T *Y) {
    if (!X || !Y)
      return X == Y;
    auto It = In.find(X);
    return It != In.end() && It->second == Y;
  }

  const Module &A;
  const Module &B;
  std::optional<std::string> Difference;
  Pairs<Type> TypePairs;
  Pairs<Expr> ExprPairs;
  Pairs<Variable> VariablePairs;
  Pairs<Function> FunctionPairs;
};

} // namespace

std::optional<std::string> firstDifference(const Module &A, const Module &B) {
  return Comparison(A, B).run();
}

} // namespace predabs::ir
