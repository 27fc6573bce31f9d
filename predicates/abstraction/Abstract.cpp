#include "predicates/abstraction/Abstract.h"

#include "predicates/abstraction/Procedure.h"
#include "predicates/alias/CallGraph.h"

#include <algorithm>

namespace predabs {

using namespace ir;

class Abstractor::Impl {
public:
  Impl(PredicateSet &P, const Aliases &A, Prover &Z,
       const AbstractionOptions &O)
      : P(P), A(A), Z(Z), Options(O),
        Strength(P.module().Ctx, A, Z, O.Strengthen), Wp(P, A) {}

  Abstraction abstract(uint64_t Units);
  void setFunctions(std::vector<const Function *> Functions) {
    Options.Functions = std::move(Functions);
  }

private:
  std::vector<const Function *> functions() const;
  void declareGlobals(Workshop &W);
  void declareProcedure(Workshop &W, const Function &F);

  PredicateSet &P;
  const Aliases &A;
  Prover &Z;
  AbstractionOptions Options;
  Strengthener Strength;
  WeakestPrecondition Wp;
};

/// The functions to abstract, by id.
std::vector<const Function *> Abstractor::Impl::functions() const {
  FunctionList Wanted = Options.Functions;
  if (Wanted.empty())
    for (const auto &F : P.module().Functions)
      Wanted.push_back(F.get());
  else
    Wanted = byId(reachedFrom(std::move(Wanted), A));
  std::erase_if(Wanted, [](const Function *F) { return !F->isDefined(); });
  return Wanted;
}

void Abstractor::Impl::declareGlobals(Workshop &W) {
  for (const Predicate &G : P.globals()) {
    std::string Name = bp::variableName(G.Text);
    const bp::Variable *V = W.Result.Program.addGlobal(Name);
    if (!V)
      V = W.Result.Program.addGlobal("{global: " + G.Text + "}");
    W.Globals.push_back(V);
    W.Result.Meaning[V] = G.Term;
  }
}

void Abstractor::Impl::declareProcedure(Workshop &W, const Function &F) {
  addBindings(P, F);
  Interface &I = W.Interfaces[F.Id] = makeInterface(P, A, F);
  std::string Name = F.Name;
  std::replace(Name.begin(), Name.end(), '.', '_');
  // The language of Boolean programs reserves a few names that C does not.
  if (!bp::isPlainName(Name))
    Name += "_";
  if (!bp::isPlainName(Name))
    Name = "function_" + std::to_string(F.Id);
  bp::Procedure *Proc = W.Result.Program.addProcedure(Name);
  while (!Proc)
    Proc = W.Result.Program.addProcedure(Name += "_");
  for (uint32_t N : I.Formal)
    addVariable(*Proc, bp::variableName(I.Predicates[N].Text),
                bp::Scope::Parameter);
  Proc->NumParams = uint32_t(Proc->Vars.size());
  Proc->NumResults = uint32_t(I.Returned.size());
  W.Procs[F.Id] = Proc;
  W.Result.Procedures[F.Id] = Proc;
}

Abstraction Abstractor::Impl::abstract(uint64_t Units) {
  Abstraction Result;
  size_t Count = P.module().Functions.size();
  Result.Origins.emplace_back();
  Result.Procedures.resize(Count);
  Result.Questions.resize(Count);
  Workshop W{P, A, Options, Strength, Wp, Result, {}, {}, {}};
  W.Interfaces.resize(Count);
  W.Procs.resize(Count);
  declareGlobals(W);
  std::vector<const Function *> Wanted = functions();
  for (const Function *F : Wanted)
    declareProcedure(W, *F);
  uint64_t End = Units ? Strength.spent() + Units : 0;
  for (const Function *F : Wanted) {
    uint64_t Before = Z.statistics().Asked;
    Strength.allow(Options.UnitsPerFunction);
    if (Units)
      Strength.allowUntil(End);
    if (Options.Next)
      Options.Next(F);
    ProcedureAbstraction(W, *F).run();
    Result.Questions[F->Id] = Z.statistics().Asked - Before;
  }
  if (Options.Next)
    Options.Next(nullptr);
  return Result;
}

Abstractor::Abstractor(PredicateSet &P, const Aliases &A, Prover &Z,
                       const AbstractionOptions &O)
    : I(std::make_unique<Impl>(P, A, Z, O)) {}
Abstractor::~Abstractor() = default;
Abstraction Abstractor::abstract(uint64_t Units) { return I->abstract(Units); }
void Abstractor::setFunctions(std::vector<const Function *> Functions) {
  I->setFunctions(std::move(Functions));
}

Abstraction abstractModule(PredicateSet &P, const Aliases &A, Prover &Z,
                           const AbstractionOptions &O) {
  return Abstractor(P, A, Z, O).abstract();
}

} // namespace predabs
