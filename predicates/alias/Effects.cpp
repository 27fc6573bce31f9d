// Calls and their effects, see Effects.h.

#include "predicates/alias/Effects.h"

#include "predicates/ir/Touch.h"

#include <algorithm>

namespace predabs::alias {

using namespace ir;

namespace {

/// Ways by which a pointer may have been passed that are followed.
constexpr size_t MaxPassed = 100;

/// Whether \p Place is (a part of) a variable of the running function.
bool isOwn(const Expr *Place) {
  const Expr *Root = rootOf(Place);
  return Root->kind() == ExprKind::Var && !Root->variable()->isGlobal();
}

} // namespace

Effects::Effects(Constraints &Facts, Locations &Where)
    : Facts(Facts), Where(Where),
      Others(Runner(Facts.module().Functions.size())) {
  Callees.resize(Others + 1);
  SitesOf.resize(Others + 1);
  Kept.resize(Others + 1);
  for (const auto &F : Facts.module().Functions)
    findKept(*F);
  UsesLibrary.resize(Others + 1);
  UsesLibrary[Others] = true;
  ByObject.resize(Facts.memory().numObjects());
  for (const auto &F : Facts.module().Functions) {
    addFunction(*F);
    if (F->isDefined() &&
        Facts.graph().isExposed(Facts.places().object(F.get())))
      Callees[Others].push_back(F->Id);
  }
}

void Effects::addFunction(const Function &F) {
  Called.clear();
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts)
      addStmt(F.Id, S);
  std::vector<Runner> &C = Callees[F.Id];
  std::sort(C.begin(), C.end());
  C.erase(std::unique(C.begin(), C.end()), C.end());
}

void Effects::addStmt(Runner By, const Stmt &S) {
  if (S.Dest && !isOwn(S.Dest)) {
    const Expr *Root = rootOf(S.Dest);
    addWrite(By, Where.of(S.Dest),
             Root->kind() == ExprKind::Deref ? behind(By, Root->operand(0))
                                             : None);
  }
  if (S.Kind == StmtKind::Call)
    addCall(By, S);
  // SOUND: code that could not be followed may be a call of anything.
  if (S.Kind == StmtKind::Havoc && !S.Dest) {
    Callees[By].push_back(Others);
    Touch May = touchOf(S.Why);
    // What is written by code that is here has its own entries.
    if (May.Changes == Touch::Memory::All &&
        May.Operands == Touch::Given::Escapes)
      ChangeAll.push_back(By);
  }
}

void Effects::addCall(Runner By, const Stmt &S) {
  // Many calls are of one table.
  bool Again =
      S.Value->kind() != ExprKind::FuncAddr && !Called.insert(S.Value).second;
  CallTargets T = targets(S);
  if (T.AndOthers)
    Callees[By].push_back(Others);
  Sites.push_back({By, S.Args});
  for (const Function *F : T.Known) {
    if (F->isDefined()) {
      SitesOf[F->Id].push_back(uint32_t(Sites.size() - 1));
      if (!Again)
        Callees[By].push_back(F->Id);
      continue;
    }
    UsesLibrary[By] = true;
    if (const LibraryFunction *L = findLibraryFunction(*F))
      addLibraryWrites(By, S, *L);
    else
      Callees[By].push_back(Others);
  }
}

void Effects::addLibraryWrites(Runner By, const Stmt &S,
                               const LibraryFunction &L) {
  for (size_t Arg : writtenArguments(L, S)) {
    Extent E = extentOf(S.Args[Arg], byteCount(L, S));
    bool Own =
        E.Pointer->kind() == ExprKind::AddrOf && isOwn(E.Pointer->operand(0));
    if (!Own)
      addWrite(By, Where.of(E), behind(By, E.Pointer));
  }
}

void Effects::findKept(const Function &F) {
  std::vector<bool> &Is = Kept[F.Id];
  for (uint32_t I = 0; I < F.NumParams; ++I)
    Is.push_back(!Facts.isNamedAddress(F.Vars[I].get()));
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts) {
      const Expr *Root = S.Dest ? rootOf(S.Dest) : nullptr;
      if (Root && Root->kind() == ExprKind::Var &&
          Root->variable()->Kind == Storage::Parameter)
        Is[Root->variable()->Id] = false;
    }
}

/// The parameter that \p Pointer points into the same object as.
Effects::Parameter Effects::behind(Runner In, const Expr *Pointer) const {
  while (Pointer->kind() != ExprKind::Var) {
    bool IsMoved =
        Pointer->kind() == ExprKind::Binary && Pointer->op() == Op::PtrAdd;
    bool IsCast = Pointer->kind() == ExprKind::Cast &&
                  Pointer->operand(0)->type()->isPointer();
    const Expr *Root = Pointer->kind() == ExprKind::AddrOf
                           ? rootOf(Pointer->operand(0))
                           : nullptr;
    if (IsMoved || IsCast)
      Pointer = Pointer->operand(0);
    else if (Root && Root->kind() == ExprKind::Deref)
      Pointer = Root->operand(0);
    else
      return None;
  }
  const Variable *V = Pointer->variable();
  return V->Kind == Storage::Parameter && Kept[In][V->Id] ? V->Id : None;
}

void Effects::addWrite(Runner By, Location To, Parameter Through) {
  auto Id = uint32_t(Writes.size());
  ObjectId Last = UINT32_MAX;
  for (Label L : To.Labels) {
    ObjectId O = Facts.memory().address(L).Of;
    if (O != Last)
      ByObject[O].push_back(Id);
    Last = O;
  }
  if (To.HasOutside || To.HasExposed || To.HasEverything)
    ToKnown.push_back(Id);
  ToAny.push_back(Id);
  Writes.push_back({By, std::move(To), Through});
}

// Calls.

/// Whether a pointer from others that is called here may be \p F.
bool Effects::mayCall(const Function &F, const Stmt &Call) const {
  size_t Params = F.Ty->params().size();
  bool Fits = Params == Call.Args.size() ||
              (F.Ty->isVariadic() && Params <= Call.Args.size());
  return F.isDefined() && Fits && isExposed(F);
}

bool Effects::isExposed(const Function &F) const {
  return Facts.graph().isExposed(Facts.places().object(&F));
}

CallTargets Effects::targets(const Stmt &Call) {
  CallTargets Result;
  if (Call.Value->kind() == ExprKind::FuncAddr) {
    const Function *F = Call.Value->function();
    return {{F}, F->IsReplaceable};
  }
  LabelSet Labels = Where.addresses(Call.Value);
  Result.AndOthers =
      Labels.contains(Memory::Outside) || Labels.contains(Memory::Everything);
  Labels.each([&](Label L) {
    const Object &O = Facts.memory().objectOf(L);
    if (O.Kind == ObjectKind::Function)
      Result.Known.push_back(O.Func);
  });
  if (Result.AndOthers && Facts.world() == World::Closed)
    for (const auto &F : Facts.module().Functions)
      if (mayCall(*F, Call))
        Result.Known.push_back(F.get());
  // SOUND: what others do includes calling all that they know.
  if (Result.AndOthers && Facts.world() == World::Open)
    std::erase_if(Result.Known, [&](const Function *F) {
      return F->isDefined() && isExposed(*F);
    });
  auto ById = [](const Function *A, const Function *B) {
    return A->Id < B->Id;
  };
  std::sort(Result.Known.begin(), Result.Known.end(), ById);
  Result.Known.erase(std::unique(Result.Known.begin(), Result.Known.end()),
                     Result.Known.end());
  for (const Function *F : Result.Known)
    Result.AndOthers |= F->IsReplaceable;
  return Result;
}

/// Adds what runs besides \p From to \p Result, but nothing behind what is
/// there.
void Effects::reach(Runner From, RunnerSet &Result) const {
  std::vector<Runner> Work = {From};
  Result[From] = true;
  while (!Work.empty()) {
    Runner Next = Work.back();
    Work.pop_back();
    for (Runner C : Callees[Next]) {
      if (!Result[C])
        Work.push_back(C);
      Result[C] = true;
    }
  }
}

const Effects::RunnerSet &Effects::runs(Runner From) {
  auto [It, IsNew] = Running.try_emplace(From, Others + 1);
  if (IsNew)
    reach(From, It->second);
  return It->second;
}

const Effects::RunnerSet &Effects::runsHere(Runner From) {
  auto [It, IsNew] = RunningHere.try_emplace(From, Others + 1);
  if (IsNew) {
    It->second[Others] = true;
    reach(From, It->second);
    It->second[Others] = false;
  }
  return It->second;
}

// Writes.

bool Effects::isWritten(const RunnerSet &Running,
                        const std::vector<uint32_t> &Among,
                        const Location &Place, const Occasion *Call) {
  return std::any_of(Among.begin(), Among.end(), [&](uint32_t I) {
    const Write &W = Writes[I];
    return Running[W.By] && Where.mayOverlap(W.To, Place) &&
           (!Call || W.Through == None || mayReach(W, Running, Place, *Call));
  });
}

/// Whether \p Args are such that the function's parameter is what is passed.
bool Effects::passes(const std::vector<const Expr *> &Args, Runner To,
                     Parameter As) const {
  const Function &F = *Facts.module().Functions[To];
  return As < Args.size() && Args[As]->type() == F.Vars[As]->Ty;
}

/// Whether the pointer that \p W follows may point into the object of \p Place
/// when \p Call is made: looks for all arguments that it may have come from.
bool Effects::mayReach(const Write &W, const RunnerSet &Running,
                       const Location &Place, const Occasion &Call) {
  using Passed = std::pair<Runner, Parameter>;
  std::vector<Passed> Work = {{W.By, W.Through}};
  for (size_t Next = 0; Next < Work.size(); ++Next) {
    auto [In, As] = Work[Next];
    // SOUND: others pass what they like.
    bool IsExposed = Facts.graph().isExposed(
        Facts.places().object(Facts.module().Functions[In].get()));
    if ((Running[Others] && IsExposed) || Work.size() > MaxPassed)
      return true;
    if (In == Call.Of && (!passes(Call.Args, In, As) ||
                          Where.mayPointInto(Call.Args[As], Place)))
      return true;
    for (uint32_t I : SitesOf[In]) {
      const CallSite &Site = Sites[I];
      if (!Running[Site.In])
        continue;
      if (!passes(Site.Args, In, As))
        return true;
      Passed From = {Site.In, behind(Site.In, Site.Args[As])};
      if (From.second == None && Where.mayPointInto(Site.Args[As], Place))
        return true;
      if (From.second != None &&
          std::find(Work.begin(), Work.end(), From) == Work.end())
        Work.push_back(From);
    }
  }
  return false;
}

/// Whether (some of) \p Place is memory that can be reached without being
/// given its address by the running function: it lives longer than that.
bool Effects::isLasting(const Location &Place) const {
  auto Lasts = [&](Label L) {
    const Object &O = Facts.memory().objectOf(L);
    return O.Kind == ObjectKind::Block || (O.Var && O.Var->isGlobal());
  };
  return Place.isWrittenByOthers() || std::ranges::any_of(Place.Labels, Lasts);
}

bool Effects::hasAddress(const Location &Place) const {
  auto IsTaken = [&](Label L) {
    const Object &O = Facts.memory().objectOf(L);
    return O.Var && Facts.isNamedAddress(O.Var);
  };
  return std::ranges::any_of(Place.Labels, IsTaken);
}

bool Effects::writes(const RunnerSet &Running, const Location &Place,
                     const Occasion *Call) {
  if (Running[Others] && Place.isWrittenByOthers())
    return true;
  for (Runner R : ChangeAll)
    if (Running[R] && isLasting(Place))
      return true;
  if (Place.HasErrorNumber)
    for (Runner R = 0; R < Running.size(); ++R)
      if (Running[R] && UsesLibrary[R])
        return true;
  if (Place.HasEverything)
    return isWritten(Running, ToAny, Place, Call);
  ObjectId Last = UINT32_MAX;
  for (Label L : Place.Labels) {
    ObjectId O = Facts.memory().address(L).Of;
    if (O != Last && isWritten(Running, ByObject[O], Place, Call))
      return true;
    Last = O;
  }
  return (Place.HasOutside || Place.HasExposed) &&
         isWritten(Running, ToKnown, Place, Call);
}

bool Effects::mayModify(const Function &F, const Location &Place,
                        OthersAndStates How) {
  if (areKept(How, Place.T))
    return F.isDefined() && writes(runsHere(F.Id), Place);
  if (F.isDefined() && !F.IsReplaceable)
    return writes(runs(F.Id), Place);
  bool Own = F.isDefined() && writes(runs(F.Id), Place);
  return Own || writes(runs(Others), Place);
}

bool Effects::libraryModifies(const Stmt &S, const LibraryFunction &L,
                              const Location &Place) {
  if (Place.HasErrorNumber)
    return true;
  for (size_t Arg : writtenArguments(L, S))
    if (Where.mayOverlap(Where.of(extentOf(S.Args[Arg], byteCount(L, S))),
                         Place))
      return true;
  return false;
}

/// `havoc everything`, because of something that may touch more than a place.
bool Effects::havocModifies(const Stmt &Havoc, const Location &Place,
                            OthersAndStates How) {
  bool IsAll = touchOf(Havoc.Why).Changes == Touch::Memory::All;
  if (IsAll && (isLasting(Place) || hasAddress(Place)))
    return true;
  return !areKept(How, Place.T) && writes(runs(Others), Place);
}

bool Effects::mayModify(const Stmt &Call, const Location &Place,
                        OthersAndStates How) {
  if (Call.Kind == StmtKind::Havoc)
    return havocModifies(Call, Place, How);
  CallTargets T = targets(Call);
  bool IsKept = areKept(How, Place.T);
  if (T.AndOthers && !IsKept && writes(runs(Others), Place))
    return true;
  for (const Function *F : T.Known) {
    if (const LibraryFunction *L = findLibraryFunction(*F)) {
      if (libraryModifies(Call, *L, Place))
        return true;
      continue;
    }
    Occasion This = {Call.Args, F->Id};
    if (IsKept) {
      if (F->isDefined() && writes(runsHere(F->Id), Place, &This))
        return true;
      continue;
    }
    if (F->isDefined() && !F->IsReplaceable ? writes(runs(F->Id), Place, &This)
                                            : mayModify(*F, Place, How))
      return true;
  }
  return false;
}

} // namespace predabs::alias
