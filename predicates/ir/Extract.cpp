// A function with what it names, see Link.h. What is named first comes first,
// so the result does not depend on the rest of the module.

#include "predicates/ir/Calls.h"
#include "predicates/ir/Importer.h"
#include "predicates/ir/Link.h"
#include "predicates/ir/Print.h"

#include <deque>

namespace predabs::ir {

namespace {

using CalleePredicate = std::function<bool(const Function &)>;

class Extractor final : Importer {
public:
  Extractor(const Module &From, Module &To, const CalleePredicate &Hides)
      : Importer(From, To), Hides(Hides) {}

  void run(const Function &F) {
    Function *New = newFunction(F);
    if (F.isDefined()) {
      frame(F, *New);
      statements(F, *New);
    }
    while (!Uninitialised.empty()) {
      auto [V, Mine] = Uninitialised.front();
      Uninitialised.pop_front();
      initialValue(*V, *Mine);
    }
  }

private:
  const Type *newRecord(const Type *R) override {
    std::string_view Base = namelessRecord(R->name());
    if (Base.empty())
      return To.Ctx.recordType(R->name());
    return To.Ctx.recordType(numbered(Base, '.'));
  }

  Variable *newGlobal(const Variable &V) override {
    std::string_view Base = namelessGlobal(V);
    Variable *New =
        To.addGlobal(Base.empty() ? V.Name : numbered(Base, '#'), type(V.Ty));
    New->Where = loc(V.Where);
    New->IsInternal = V.IsInternal;
    New->IsConst = V.IsConst;
    // What others can write has any value by now; its first one is theirs to
    // keep.
    bool IsOwn = V.IsInternal || V.IsConst;
    New->IsDefined = V.IsDefined && IsOwn;
    if (IsOwn)
      Uninitialised.emplace_back(&V, New);
    return New;
  }

  Function *newFunction(const Function &F) override {
    Function *New = To.addFunction(F.Name, type(F.Ty));
    New->DisplayName = F.DisplayName;
    New->Where = loc(F.Where);
    New->IsInternal = F.IsInternal;
    New->IsNoReturn = F.IsNoReturn;
    New->IsReplaceable = F.IsReplaceable;
    New->IsSystem = F.IsSystem;
    return New;
  }

  bool hidesArguments(const Stmt &S) const override {
    const Function *Callee = directCallee(S);
    return Hides && Callee && Hides(*Callee);
  }

  std::string numbered(std::string_view Base, char Mark) {
    std::string Name(Base);
    uint32_t Number = ++Count[Name];
    return Name + Mark + std::to_string(Number);
  }

  const CalleePredicate &Hides;
  std::deque<std::pair<const Variable *, Variable *>> Uninitialised;
  std::unordered_map<std::string, uint32_t> Count;
};

std::unique_ptr<Module> extract(const Module &M, const Function &F,
                                const CalleePredicate &Hides) {
  auto New = std::make_unique<Module>(M.Ctx.target());
  New->Name = F.Name;
  Extractor(M, *New, Hides).run(F);
  return New;
}

} // namespace

std::unique_ptr<Module> extract(const Module &M, const Function &F) {
  return extract(M, F, nullptr);
}

std::string codeText(const Module &M, const Function &F,
                     const CalleePredicate &HidesArguments) {
  std::unique_ptr<Module> Code = extract(M, F, HidesArguments);
  // A display name may say where something stands.
  for (auto &Named : Code->Functions)
    Named->DisplayName = Named->Name;
  Code->Files.clear();
  return print(*Code, Locations::Hide);
}

} // namespace predabs::ir
