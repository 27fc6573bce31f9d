// Functions of the program that are not here, see Execution.h: another file
// defines them, and nobody told what they do. After
//
//   int n = elsewhere(&pair);
//
// n is any number, and a run takes it that pair is as it was. Whether that
// matters for a failure is asked with ForeignWrites::Any: then pair, what
// pointers in it lead to, and all that others know is what elsewhere() wrote.

#include "predicates/alias/Library.h"
#include "predicates/path/Execution.h"

#include <set>

namespace predabs {

bool isForeign(const ir::Function &F, const InputTest &IsInput) {
  return !F.isDefined() && !F.IsSystem && !F.Name.starts_with("__builtin_") &&
         !F.Name.starts_with("__predabs_") && !alias::findLibraryFunction(F) &&
         !(IsInput && IsInput(F));
}

} // namespace predabs

namespace predabs::path {

namespace {

/// Objects that one call may reach, and bytes of one of them.
constexpr size_t MaxReached = 256;
constexpr uint64_t MaxObject = uint64_t(1) << 16;

} // namespace

void Execution::attribute(InputTest Test, ForeignWrites How) {
  Attributes = true;
  IsInput = std::move(Test);
  Writes = How;
}

bool Execution::isForeign(const Function &F) const {
  return Attributes && predabs::isForeign(F, IsInput);
}

/// Who wrote what is at \p Addr, and is uninitialised since the step \p From.
const Function *Execution::giverOf(uint64_t Addr, uint32_t From) const {
  if (From) {
    auto It = GivenSince.find(From);
    return It == GivenSince.end() ? nullptr : It->second;
  }
  for (const LentObject &L : Lent)
    if (Addr - L.Where.Address < L.Where.Size)
      return L.By;
  return nullptr;
}

/// The objects that the call \p S, with \p Args, may reach: they are what
/// others make of them.
void Execution::forgetKnownToOthers(const Stmt &S, const Function &F,
                                    const std::vector<Passed> &Args) {
  LastForeign = &F;
  GivenSince[Step + 1] = &F;
  if (Writes == ForeignWrites::Nothing)
    return;
  std::vector<uint64_t> Work = Escaped;
  for (const Passed &A : Args) {
    std::vector<uint64_t> Bases = basesOf(A.Value);
    // Of an aggregate there is a copy.
    if (A.Ty->isScalar())
      Work.insert(Work.end(), Bases.begin(), Bases.end());
    else
      for (uint64_t Addr : Bases)
        addPointersTo({Addr, A.Ty->size()}, Work);
  }
  for (const LentObject &L : Lent)
    Work.push_back(L.Where.Address);
  for (const Variable *V : Globals)
    Work.push_back(Run.addresses().ofGlobal(V));
  Escaped = forReachable(
      std::move(Work), {MaxReached, MaxObject, "a function elsewhere"},
      [&](ir::MemoryRange Object) { forgetUnlessKept(S, Object); });
}

/// Visits all objects that contain an address of \p From, and those to which
/// these point. Their addresses.
std::vector<uint64_t>
Execution::forReachable(std::vector<uint64_t> From, const ReachLimits &Limits,
                        const std::function<void(ir::MemoryRange)> &Visit) {
  std::set<uint64_t> Seen;
  while (!From.empty() && !isOver()) {
    auto Object = objectAt(From.back());
    From.pop_back();
    if (!Object || !Seen.insert(Object->Address).second)
      continue;
    if (Seen.size() > Limits.Objects || Object->Size > Limits.Size) {
      giveUp(std::string(Limits.Who) + " may have written too much");
      break;
    }
    addPointersTo(*Object, From);
    Visit(*Object);
  }
  return {Seen.begin(), Seen.end()};
}

/// Where the pointers point that \p Object holds.
void Execution::addPointersTo(ir::MemoryRange Object,
                              std::vector<uint64_t> &Into) {
  uint64_t Size = PointerWidth / 8;
  for (uint64_t At = ir::interp::alignTo(Object.Address, Size);
       At + Size <= Object.Address + Object.Size; At += Size)
    if (!Memory.isUntouched(At, Size))
      for (uint64_t Addr : basesOf(Memory.read(At, {0, PointerWidth})))
        Into.push_back(Addr);
}

/// A global of which nobody else knows stays as it is.
void Execution::forgetUnlessKept(const Stmt &S, ir::MemoryRange Object) {
  for (const Variable *V : Globals)
    if (Run.addresses().ofGlobal(V) == Object.Address)
      if (V->IsConst || !Al.mayModify(S, M.Ctx.var(V)))
        return;
  // Of what callers hold nothing is known anyway, as long as nobody looked.
  bool IsOwn =
      Object.Address >= HeapBegin && Object.Address < ir::interp::LentBase;
  if (isFine(Object.Address, 1, Access::Write))
    Memory.forget(Object.Address, Object.Size,
                  IsOwn ? Contents::Renewed::All : Contents::Renewed::Used);
}

/// A successor that no condition leads to is a guess of ours: which handler
/// takes an exception. SOUND: that is no input, see Doubt.
void Execution::noteGuess(const ir::Block &From) {
  if (!Attributes || From.Succs.size() < 2 || Step + 1 >= P.Steps.size() ||
      entryCondition(P.Steps[Step + 1].block()))
    return;
  Doubted = {ir::Reason::Exception};
  require(Role::Decision, symbol(1, Origin::Input));
  Doubted = {};
}

} // namespace predabs::path
