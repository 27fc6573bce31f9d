#include "checkers/contracts/Contracts.h"

#include "checkers/contracts/ContractText.h"
#include "checkers/protocols/Instrument.h"
#include "predicates/ir/Link.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

/// The functions that \p F calls by name, ascending by id; in a block none
/// after one of \p Last.
std::set<uint32_t> calleesOf(const Function &F,
                             const std::set<const Function *> &Last = {}) {
  std::set<uint32_t> Result;
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts)
      if (S.Kind == StmtKind::Call && S.Value->kind() == ExprKind::FuncAddr) {
        Result.insert(S.Value->function()->Id);
        if (Last.contains(S.Value->function()))
          break;
      }
  return Result;
}

/// All functions that are defined, callees first.
std::vector<Function *> calleesFirst(const Module &M) {
  std::vector<Function *> Result;
  std::vector<bool> Seen(M.Functions.size());
  struct Open {
    uint32_t Func;
    std::vector<uint32_t> Callees;
  };
  std::vector<Open> Stack;
  auto Visit = [&](uint32_t Id) {
    if (Seen[Id] || !M.Functions[Id]->isDefined())
      return;
    Seen[Id] = true;
    std::set<uint32_t> Callees = calleesOf(*M.Functions[Id]);
    Stack.push_back({Id, {Callees.rbegin(), Callees.rend()}});
  };
  for (uint32_t Id = 0; Id < M.Functions.size(); ++Id) {
    Visit(Id);
    while (!Stack.empty()) {
      if (Stack.back().Callees.empty()) {
        Result.push_back(M.Functions[Stack.back().Func].get());
        Stack.pop_back();
        continue;
      }
      uint32_t Next = Stack.back().Callees.back();
      Stack.back().Callees.pop_back();
      Visit(Next);
    }
  }
  return Result;
}

} // namespace

Contracts::Contracts(Module &M, std::set<const Function *> Failures)
    : M(M), Failures(std::move(Failures)), Names(M) {
  // A step of a protocol that goes wrong is not the end.
  for (const Function *F : this->Failures)
    if (F->Name != BreakName)
      Assertions.insert(F);
  for (Function *F : calleesFirst(M)) {
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
  for (uint32_t Id : calleesOf(F, Assertions)) {
    bool IsAssertion = Assertions.contains(M.Functions[Id].get());
    HasAssertions |= IsAssertion;
    // SOUND: an obligation that holds on all paths is none in the contract, and
    // would no longer be there to be judged.
    if (C.isExact() && !IsAssertion && !Exact.contains(Id))
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
