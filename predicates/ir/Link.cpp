// Adds the functions of one module to another, see Link.h. First everything
// that both have is compared; what differs ends it, with nothing changed. Then
// what is new is imported.

#include "predicates/ir/Link.h"

#include "predicates/ir/Exceptions.h"
#include "predicates/ir/Importer.h"

#include <algorithm>
#include <cassert>
#include <unordered_set>

namespace predabs::ir {

namespace {

/// Which types of one module are which of another. Nameless records correspond
/// where the things that have their type do, or else where they look the same.
class TypeMatch {
public:
  using Pairs = std::unordered_map<const Type *, const Type *>;

  /// Whether \p A, of the first module, is \p B, of the second, in both.
  bool add(const Type *A, const Type *B) {
    Work = {{A, B, nullptr}};
    while (!Work.empty()) {
      Item I = Work.back();
      Work.pop_back();
      auto [It, IsNew] = Known.try_emplace(I.A, I.B);
      if (IsNew ? shallowlySame(I) : It->second == I.B)
        continue;
      Differing = I.In;
      return false;
    }
    return true;
  }

  /// The same, but nothing changes if not.
  void tryToAdd(const Type *A, const Type *B) {
    if (A->size() != B->size() || numPlainFields(A) != numPlainFields(B))
      return;
    Pairs Before = Known;
    if (!add(A, B))
      Known = std::move(Before);
  }

  const Pairs &pairs() const { return Known; }
  /// After a failure: the record that is not the same, or null.
  const Type *differing() const { return Differing; }

private:
  /// Two types, and the record with a name that they were found in.
  struct Item {
    const Type *A, *B, *In;
  };

  /// Compares all but the types inside, which it adds to Work.
  bool shallowlySame(Item &I) {
    const Type &A = *I.A, &B = *I.B;
    if (A.kind() != B.kind())
      return false;
    if (A.isRecord())
      return sameRecord(I);
    if (A.width() != B.width() || A.isSigned() != B.isSigned() ||
        A.name() != B.name() || A.count() != B.count() ||
        A.isVariadic() != B.isVariadic() ||
        A.params().size() != B.params().size())
      return false;
    if (!A.isArray() && (A.size() != B.size() || A.align() != B.align()))
      return false;
    if (A.inner())
      Work.push_back({A.inner(), B.inner(), I.In});
    for (size_t P = 0; P < A.params().size(); ++P)
      Work.push_back({A.params()[P], B.params()[P], I.In});
    return true;
  }

  bool sameRecord(Item &I) {
    const Type &A = *I.A, &B = *I.B;
    std::string_view Base = namelessRecord(A.name());
    if (Base != namelessRecord(B.name()) ||
        (Base.empty() && A.name() != B.name()))
      return false;
    if (Base.empty())
      I.In = &A;
    return !A.isComplete() || !B.isComplete() || sameLayout(A, B, I.In);
  }

  /// One of them may have states that the other lacks: see addStates.
  bool sameLayout(const Type &A, const Type &B, const Type *In) {
    if (A.isUnion() != B.isUnion() || A.size() != B.size() ||
        A.align() != B.align() || numPlainFields(&A) != numPlainFields(&B))
      return false;
    size_t Both = std::min(A.fields().size(), B.fields().size());
    for (size_t I = 0; I < Both; ++I) {
      const Field &F = A.fields()[I], &G = B.fields()[I];
      if (F.Name != G.Name || F.BitOffset != G.BitOffset ||
          F.BitWidth != G.BitWidth)
        return false;
      Work.push_back({F.Ty, G.Ty, In});
    }
    return true;
  }

  Pairs Known;
  std::vector<Item> Work;
  const Type *Differing = nullptr;
};

// C lets declarations leave something open.

/// `int f();`
bool lacksPrototype(const Type *T) {
  return T->isFunction() && T->params().empty() && T->isVariadic();
}
/// `extern int a[];`
bool lacksCount(const Type *T) { return T->isArray() && T->count() == 0; }

/// Whether one type leaves open what the other says.
bool isOpen(const Type *A, const Type *B) {
  if (A->kind() != B->kind())
    return false;
  return lacksPrototype(A) != lacksPrototype(B) ||
         lacksCount(A) != lacksCount(B);
}

class Linker final : Importer {
public:
  Linker(Module &Into, const Module &From, std::string_view Origin)
      : Importer(From, Into), Origin(Origin) {
    assert(!Origin.empty() && "internal names need whose they are");
  }

  Linked run() {
    match();
    if (Result.Conflict.empty())
      add();
    return std::move(Result);
  }

private:
  void conflict(std::string Why) {
    if (Result.Conflict.empty())
      Result.Conflict = std::move(Why);
  }

  // What both modules have.

  void match() {
    Target Theirs = From.Ctx.target();
    Theirs.StrictAliasing = To.Ctx.target().StrictAliasing;
    if (Theirs != To.Ctx.target())
      return conflict("the targets are not the same");
    // SOUND: nobody would run it.
    if (From.Init)
      return conflict("globals are initialised by a function");
    for (const Type &T : From.Ctx.types())
      if (T.isRecord() && namelessRecord(T.name()).empty())
        if (const Type *Mine = To.Ctx.findRecord(T.name()))
          matchType(&T, Mine, T.name());
    for (const auto &G : From.Globals)
      if (namelessGlobal(*G).empty())
        matchGlobal(*G);
    for (const auto &F : From.Functions)
      matchFunction(*F);
    matchNameless();
  }

  void matchNameless() {
    std::vector<const Type *> Mine = namelessIn(To);
    for (const Type *T : namelessIn(From))
      for (size_t I = 0; I < Mine.size() && !Match.pairs().contains(T); ++I)
        Match.tryToAdd(T, Mine[I]);
  }

  static std::vector<const Type *> namelessIn(const Module &M) {
    std::vector<const Type *> Records;
    for (const Type &T : M.Ctx.types())
      if (T.isRecord() && T.isComplete() && !namelessRecord(T.name()).empty())
        Records.push_back(&T);
    return Records;
  }

  void matchType(const Type *T, const Type *Mine, const std::string &Of) {
    if (!Result.Conflict.empty() || Match.add(T, Mine))
      return;
    const Type *R = Match.differing();
    if (!R)
      return conflict("the type of " + Of + " is not the same in both");
    conflict((R->isUnion() ? "union " : "struct ") + R->name() +
             " is not the same in both");
  }

  /// The same for the type of something that may be declared without saying
  /// all: results and elements must match.
  void matchOpenType(const Type *T, const Type *Mine, const std::string &Of) {
    if (isOpen(T, Mine))
      matchType(T->inner(), Mine->inner(), Of);
    else
      matchType(T, Mine, Of);
  }

  void matchGlobal(const Variable &V) {
    Variable *Mine = To.findGlobal(nameInTo(V));
    if (!claim(GlobalNames, V, Mine) || !Mine)
      return;
    matchOpenType(V.Ty, Mine->Ty, V.Name);
    MyGlobal.emplace(&V, Mine);
  }

  void matchFunction(const Function &F) {
    Function *Mine = To.findFunction(nameInTo(F));
    if (!claim(FunctionNames, F, Mine) || !Mine)
      return;
    matchOpenType(F.Ty, Mine->Ty, F.Name);
    MyFunction.emplace(&F, Mine);
    if (F.isDefined() && !Mine->isDefined() && !Mine->Vars.empty())
      matchParams(F, *Mine);
  }

  void matchParams(const Function &F, const Function &Mine) {
    if (F.NumParams != Mine.Vars.size())
      return conflict("the parameters of " + F.Name +
                      " are not the same in both");
    for (uint32_t I = 0; I < F.NumParams; ++I)
      matchType(F.Vars[I]->Ty, Mine.Vars[I]->Ty, F.Name);
  }

  /// That \p X and nothing else is \p Mine, or what will have its name.
  template <typename T>
  bool claim(std::unordered_set<std::string> &Names, const T &X,
             const T *Mine) {
    bool IsFree = Names.insert(nameInTo(X)).second;
    if (!IsFree || (Mine && Mine->IsInternal != X.IsInternal))
      conflict("the name " + nameInTo(X) + " is taken");
    return Result.Conflict.empty();
  }

  std::string nameInTo(const Variable &V) const {
    // An exception that one file throws another catches.
    if (isOfExceptions(V))
      return V.Name;
    return nameInTo(V, To.findGlobal(V.Name));
  }
  std::string nameInTo(const Function &F) const {
    return nameInTo(F, To.findFunction(F.Name));
  }
  /// SOUND: what no other file can name is not what another file calls so.
  template <typename T>
  std::string nameInTo(const T &X, const T *SameName) const {
    if (X.IsInternal)
      return X.Name + "@" + Origin;
    return SameName && SameName->IsInternal ? X.Name + "@" : X.Name;
  }

  // What is new.

  /// Objects that protocols speak of in one file may be plain in the other.
  void addStates() {
    for (auto [Theirs, Mine] : Match.pairs())
      if (Theirs->isRecord() && Mine->isComplete())
        for (size_t I = Mine->fields().size(); I < Theirs->fields().size(); ++I)
          To.Ctx.addState(Mine, Theirs->fields()[I].Name);
  }

  void add() {
    // SOUND: code that is added may access memory by other types.
    if (!From.Ctx.target().StrictAliasing)
      To.Ctx.dropStrictAliasing();
    addStates();
    assume(Match.pairs());
    for (const auto &F : From.Functions)
      if (F->isDefined() && !function(F.get())->isDefined())
        define(*F, *function(F.get()));
    for (auto [Name, New] : Result.Added)
      statements(*From.findFunction(Name), *New);
    for (const auto &G : From.Globals)
      if (G->IsDefined && namelessGlobal(*G).empty())
        variable(G.get());
    initialise();
  }

  void define(const Function &F, Function &New) {
    describe(F, New);
    frame(F, New);
    Result.Added.emplace_back(F.Name, &New);
  }

  void initialise() {
    while (!Uninitialised.empty()) {
      auto [V, Mine] = Uninitialised.back();
      Uninitialised.pop_back();
      initialValue(*V, *Mine);
    }
  }

  const Type *newRecord(const Type *R) override {
    std::string_view Base = namelessRecord(R->name());
    if (Base.empty())
      return To.Ctx.recordType(R->name());
    std::string Name(Base);
    for (size_t N = To.Ctx.types().size();; ++N)
      if (std::string Free = Name + "." + std::to_string(N);
          !To.Ctx.findRecord(Free))
        return To.Ctx.recordType(Free);
  }

  Variable *newGlobal(const Variable &V) override {
    if (auto It = MyGlobal.find(&V); It != MyGlobal.end()) {
      merge(V, *It->second);
      return It->second;
    }
    std::string_view Base = namelessGlobal(V);
    Variable *New =
        To.addGlobal(Base.empty() ? nameInTo(V) : freeName(Base), type(V.Ty));
    New->IsInternal = V.IsInternal;
    describe(V, *New);
    return New;
  }

  /// What both have, as the module that defines it says.
  void merge(const Variable &V, Variable &Mine) {
    // SOUND: what is const to one of those that only declare it may be written.
    if (V.IsDefined && !Mine.IsDefined && type(V.Ty) == Mine.Ty)
      describe(V, Mine);
    else if (!Mine.IsDefined)
      Mine.IsConst &= V.IsConst;
  }

  void describe(const Variable &V, Variable &Mine) {
    Mine.Where = loc(V.Where);
    Mine.IsDefined = V.IsDefined;
    Mine.IsConst = V.IsConst;
    Uninitialised.emplace_back(&V, &Mine);
  }

  std::string freeName(std::string_view Base) const {
    std::string Name(Base);
    for (size_t N = To.Globals.size();; ++N)
      if (std::string Free = Name + "#" + std::to_string(N);
          !To.findGlobal(Free))
        return Free;
  }

  Function *newFunction(const Function &F) override {
    if (auto It = MyFunction.find(&F); It != MyFunction.end())
      return It->second;
    Function *New = To.addFunction(nameInTo(F), type(F.Ty));
    New->IsInternal = F.IsInternal;
    describe(F, *New);
    return New;
  }

  void describe(const Function &F, Function &Mine) {
    Mine.DisplayName = F.DisplayName;
    Mine.Where = loc(F.Where);
    Mine.IsNoReturn = F.IsNoReturn;
    Mine.IsReplaceable = F.IsReplaceable;
    Mine.IsSystem = F.IsSystem;
  }

  std::string Origin;
  Linked Result;
  TypeMatch Match;
  std::unordered_set<std::string> GlobalNames, FunctionNames;
  std::unordered_map<const Variable *, Variable *> MyGlobal;
  std::unordered_map<const Function *, Function *> MyFunction;
  std::vector<std::pair<const Variable *, Variable *>> Uninitialised;
};

} // namespace

Linked link(Module &Into, const Module &From, std::string_view Origin) {
  return Linker(Into, From, Origin).run();
}

} // namespace predabs::ir
