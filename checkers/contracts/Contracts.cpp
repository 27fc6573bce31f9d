#include "checkers/contracts/Contracts.h"

#include "checkers/contracts/ContractText.h"
#include "checkers/protocols/instrument/Instrument.h"
#include "predicates/ir/Calls.h"
#include "predicates/ir/Link.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

/// The functions that \p F calls by name; in a block none after one of \p Last.
std::set<const Function *> calleesUpTo(const Function &F,
                                       const std::set<const Function *> &Last) {
  std::set<const Function *> Result;
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts)
      if (const Function *Callee = directCallee(S)) {
        Result.insert(Callee);
        if (Last.contains(Callee))
          break;
      }
  return Result;
}

/// All functions that are defined, callees first.
std::vector<Function *> definedCalleesFirst(const Module &M) {
  std::vector<FunctionList> Callees;
  for (const auto &F : M.Functions)
    Callees.push_back(directCallees(*F));
  std::vector<Function *> Result;
  for (const Function *F : calleesFirst(M, Callees))
    if (F->isDefined())
      Result.push_back(M.Functions[F->Id].get());
  return Result;
}

} // namespace

Contracts::Contracts(Module &M, std::set<const Function *> Failures)
    : M(M), Failures(std::move(Failures)), Names(M) {
  // A step of a protocol that goes wrong is not the end.
  for (const Function *F : this->Failures)
    if (F->Name != ViolationName)
      Assertions.insert(F);
  for (Function *F : definedCalleesFirst(M)) {
    make(*F);
    // SOUND: the linker may put another in its place.
    Changed[F->Id] =
        F->IsReplaceable ? Modified{true, {}} : modifiedBy(M.Ctx, *F, Changed);
  }
}

ContractText Contracts::text(const Function &F) {
  const Contract *C = of(F);
  ContractText Result;
  if (C && C->isExact())
    Result.Promises = promisesOf(Names, F, *C->Paths);
  Result.Modifies = placesIn(Names, F, modified(F));
  return Result;
}

void Contracts::make(Function &F) {
  Contract &C = All[F.Id];
  // SOUND: what the linker puts in its place does something else.
  if (F.IsReplaceable || &F == M.Init) {
    C.WhyNot = "it may be replaced";
    return;
  }
  if (Failures.contains(&F)) {
    C.WhyNot = "its call is a failure";
    return;
  }
  C = contractOf(M.Ctx, F, Exact, Assertions);
  bool HasAssertions = false;
  for (const Function *Callee : calleesUpTo(F, Assertions)) {
    bool IsAssertion = Assertions.contains(Callee);
    HasAssertions |= IsAssertion;
    // SOUND: an obligation that holds on all paths is none in the contract, and
    // would no longer be there to be judged.
    if (C.isExact() && !IsAssertion && !Exact.contains(Callee->Id))
      C = {nullptr, "it has a call on no path"};
  }
  if (!C.isExact())
    return;
  OldBody Body = writeBody(M.Ctx, F, *C.Paths);
  if (HasAssertions) {
    MeaningOfFailing[F.Id] = codeText(M, F, nullptr);
    exchange(F, Body);
    Unused.push_back(std::move(Body));
    return;
  }
  Old[F.Id] = std::move(Body);
  Exact.insert(F.Id);
}

std::string Contracts::meaning(const Function &F) const {
  if (isExact(F))
    return codeText(M, F, nullptr);
  auto It = MeaningOfFailing.find(F.Id);
  return It != MeaningOfFailing.end() ? It->second : "";
}

const Contract *Contracts::of(const Function &F) const {
  auto It = All.find(F.Id);
  return It != All.end() ? &It->second : nullptr;
}

const std::vector<Block> &Contracts::original(const Function &F) const {
  auto It = Old.find(F.Id);
  return It != Old.end() ? It->second.Blocks : F.Blocks;
}

} // namespace predabs
