// The handle on CUDD. CUDD answers null where it fails (nodes, memory); what
// it wants to say about that goes nowhere. Its default handler for a lack of
// memory ends the process in some builds, so it is replaced.

#include "predicates/bdd/Bdd.h"

#include <algorithm>
#include <cassert>
#include <cudd.h>
#include <unordered_set>
#if __has_include("misc/util/util_hack.h")
#include "misc/util/util_hack.h"
#endif

using namespace predabs;

namespace {

// CUDD's macros name them, its public header does not always define them.
using ptrint = std::intptr_t;
using ptruint = std::uintptr_t;

[[maybe_unused]] void ignoreLackOfMemory(long) {}

// What CUDD derives the growth of its tables from: with too small a cache it
// does things again and again, and large tables take long to make.
constexpr uint64_t MemoryForTables = uint64_t(1) << 26;
// No computation of so many nodes needs more than that in bytes.
constexpr uint64_t HardBytesPerNode = 256;
constexpr uint64_t HardBytesAtLeast = uint64_t(256) << 20;
constexpr unsigned FirstCacheSlots = 1 << 12;
constexpr unsigned SlotsPerVariable = 64;

DdNode *childOf(DdNode *Node, bool Then) {
  DdNode *Child = Then ? Cudd_T(Node) : Cudd_E(Node);
  return Cudd_IsComplement(Node) ? Cudd_Not(Child) : Child;
}

} // namespace

Bdd::Bdd(BddSpace *Space, DdNode *Fresh) : Space(Space) {
  if (!Fresh) {
    Space->Exhausted = true;
    return;
  }
  Cudd_Ref(Fresh);
  Node = Fresh;
  Space->noteWork();
  if (Space->Exhausted) {
    Cudd_IterDerefBdd(Space->DD, Node);
    Node = nullptr;
  }
}

Bdd::Bdd(const Bdd &Other) : Space(Other.Space), Node(Other.Node) {
  if (Node)
    Cudd_Ref(Node);
}

Bdd::Bdd(Bdd &&Other) noexcept : Space(Other.Space), Node(Other.Node) {
  Other.Node = nullptr;
}

Bdd &Bdd::operator=(Bdd Other) noexcept {
  std::swap(Space, Other.Space);
  std::swap(Node, Other.Node);
  return *this;
}

Bdd::~Bdd() {
  if (Node)
    Cudd_IterDerefBdd(dd(), Node);
}

DdManager *Bdd::dd() const { return Space->DD; }

bool Bdd::worksWith(const Bdd &Other) const {
  if (!Node || !Other.Node)
    return false;
  assert(Space == Other.Space && "sets of different spaces");
  return !Space->Exhausted;
}

bool Bdd::isFalse() const { return Node && Node == Cudd_ReadLogicZero(dd()); }
bool Bdd::isTrue() const { return Node && Node == Cudd_ReadOne(dd()); }

bool Bdd::isSubsetOf(const Bdd &Other) const {
  return worksWith(Other) && Cudd_bddLeq(dd(), Node, Other.Node);
}

bool Bdd::intersects(const Bdd &Other) const {
  return worksWith(Other) && !Cudd_bddLeq(dd(), Node, Cudd_Not(Other.Node));
}

Bdd Bdd::operator!() const {
  return Node ? Space->wrap(Cudd_Not(Node)) : Bdd();
}

Bdd Bdd::operator&(const Bdd &Other) const {
  return worksWith(Other) ? Space->wrap(Cudd_bddAnd(dd(), Node, Other.Node))
                          : Bdd();
}

Bdd Bdd::operator|(const Bdd &Other) const {
  return worksWith(Other) ? Space->wrap(Cudd_bddOr(dd(), Node, Other.Node))
                          : Bdd();
}

Bdd Bdd::operator^(const Bdd &Other) const {
  return worksWith(Other) ? Space->wrap(Cudd_bddXor(dd(), Node, Other.Node))
                          : Bdd();
}

Bdd Bdd::iff(const Bdd &Other) const {
  return worksWith(Other) ? Space->wrap(Cudd_bddXnor(dd(), Node, Other.Node))
                          : Bdd();
}

Bdd Bdd::ite(const Bdd &Then, const Bdd &Else) const {
  if (!worksWith(Then) || !worksWith(Else))
    return {};
  return Space->wrap(Cudd_bddIte(dd(), Node, Then.Node, Else.Node));
}

Bdd Bdd::exists(const Bdd &Cube) const {
  return worksWith(Cube)
             ? Space->wrap(Cudd_bddExistAbstract(dd(), Node, Cube.Node))
             : Bdd();
}

Bdd Bdd::forall(const Bdd &Cube) const {
  return worksWith(Cube)
             ? Space->wrap(Cudd_bddUnivAbstract(dd(), Node, Cube.Node))
             : Bdd();
}

Bdd Bdd::andExists(const Bdd &Other, const Bdd &Cube) const {
  if (!worksWith(Other) || !worksWith(Cube))
    return {};
  return Space->wrap(Cudd_bddAndAbstract(dd(), Node, Other.Node, Cube.Node));
}

Bdd Bdd::rename(const BddRenaming &Map) const {
  if (!Node || Map.isEmpty())
    return *this;
  std::vector<int> &To = Space->Scratch;
  for (auto [From, Target] : Map.Pairs)
    To[From] = int(Target);
  DdNode *Fresh = Cudd_bddPermute(dd(), Node, To.data());
  for (auto [From, Target] : Map.Pairs)
    To[From] = int(From);
  return Space->wrap(Fresh);
}

Bdd Bdd::cofactor(const BddLiterals &Values) const {
  Bdd Cube = Node ? Space->cube(Values) : Bdd();
  return worksWith(Cube) ? Space->wrap(Cudd_Cofactor(dd(), Node, Cube.Node))
                         : Bdd();
}

Bdd Bdd::constrain(const Bdd &Care) const {
  assert(!Care.isFalse() && "nothing to agree on");
  return worksWith(Care) ? Space->wrap(Cudd_bddConstrain(dd(), Node, Care.Node))
                         : Bdd();
}

std::vector<BddVar> Bdd::support() const {
  std::vector<BddVar> Result;
  if (!Node)
    return Result;
  std::vector<DdNode *> Open = {Cudd_Regular(Node)};
  std::unordered_set<DdNode *> Seen;
  while (!Open.empty()) {
    DdNode *N = Open.back();
    Open.pop_back();
    if (Cudd_IsConstant(N) || !Seen.insert(N).second)
      continue;
    Result.push_back(Cudd_NodeReadIndex(N));
    Open.push_back(Cudd_Regular(Cudd_T(N)));
    Open.push_back(Cudd_Regular(Cudd_E(N)));
  }
  std::sort(Result.begin(), Result.end());
  Result.erase(std::unique(Result.begin(), Result.end()), Result.end());
  return Result;
}

BddVar Bdd::topVariable() const {
  assert(Node && !Cudd_IsConstant(Node) && "a constant has no variables");
  return Cudd_NodeReadIndex(Cudd_Regular(Node));
}

std::size_t Bdd::nodeCount() const {
  return Node ? std::size_t(Cudd_DagSize(Node)) : 0;
}

double Bdd::count(unsigned Variables) const {
  return Node ? Cudd_CountMinterm(dd(), Node, int(Variables)) : 0;
}

std::optional<BddLiterals>
Bdd::pickOne(const std::vector<BddVar> &Variables) const {
  if (!Node || isFalse())
    return std::nullopt;
  std::vector<bool> Values(Space->Variables);
  DdNode *Zero = Cudd_ReadLogicZero(dd());
  for (DdNode *N = Node; !Cudd_IsConstant(N);) {
    bool Then = childOf(N, false) == Zero;
    Values[Cudd_NodeReadIndex(Cudd_Regular(N))] = Then;
    N = childOf(N, Then);
  }
  BddLiterals Result;
  for (BddVar V : Variables)
    Result.emplace_back(V, Values[V]);
  return Result;
}

bool Bdd::contains(const std::vector<bool> &Values) const {
  if (!Node)
    return false;
  DdNode *N = Node;
  while (!Cudd_IsConstant(N))
    N = childOf(N, Values[Cudd_NodeReadIndex(Cudd_Regular(N))]);
  return N == Cudd_ReadOne(dd());
}

BddSpace::BddSpace(uint64_t MaxNodes) : MaxNodes(MaxNodes) {
#ifdef MMoutOfMemory
  MMoutOfMemory = ignoreLackOfMemory;
#endif
  DD = Cudd_Init(0, 0, SlotsPerVariable, FirstCacheSlots, MemoryForTables);
  Void = std::fopen("/dev/null", "w");
  if (!DD) {
    Exhausted = true;
    return;
  }
  if (Void) {
    Cudd_SetStdout(DD, Void);
    Cudd_SetStderr(DD, Void);
  }
  Cudd_SetMaxLive(DD, unsigned(std::min<uint64_t>(MaxNodes, UINT32_MAX)));
  uint64_t Cap =
      std::min<uint64_t>(MaxNodes, UINT64_MAX / 2 / HardBytesPerNode);
  Cudd_SetMaxMemory(DD, HardBytesAtLeast + Cap * HardBytesPerNode);
}

BddSpace::~BddSpace() {
  if (DD)
    Cudd_Quit(DD);
  if (Void)
    std::fclose(Void);
}

BddVar BddSpace::addBlock(unsigned Size) {
  BddVar First = Variables;
  Variables += Size;
  for (BddVar V = First; V < Variables; ++V) {
    Scratch.push_back(int(V));
    if (DD && !Cudd_bddIthVar(DD, int(V)))
      Exhausted = true;
  }
  if (DD && Size > 1 && !Exhausted &&
      !Cudd_MakeTreeNode(DD, First, Size, MTR_FIXED))
    Exhausted = true;
  return First;
}

Bdd BddSpace::constant(bool Value) {
  if (Exhausted)
    return {};
  return wrap(Value ? Cudd_ReadOne(DD) : Cudd_ReadLogicZero(DD));
}

Bdd BddSpace::var(BddVar Variable) {
  assert(Variable < Variables && "no such variable");
  return Exhausted ? Bdd() : wrap(Cudd_bddIthVar(DD, int(Variable)));
}

Bdd BddSpace::literal(BddVar Variable, bool Value) {
  Bdd Positive = var(Variable);
  return Value ? Positive : !Positive;
}

Bdd BddSpace::cube(const std::vector<BddVar> &Of) {
  BddLiterals Literals;
  for (BddVar V : Of)
    Literals.emplace_back(V, true);
  return cube(Literals);
}

Bdd BddSpace::cube(const BddLiterals &Of) {
  if (Exhausted)
    return {};
  // Conjoined from the bottom of the order, each step adds one node.
  BddLiterals Sorted = Of;
  std::sort(Sorted.begin(), Sorted.end(), [&](const auto &A, const auto &B) {
    return Cudd_ReadPerm(DD, int(A.first)) > Cudd_ReadPerm(DD, int(B.first));
  });
  Bdd Result = constant(true);
  for (auto [Variable, Value] : Sorted)
    Result &= literal(Variable, Value);
  return Result;
}

void BddSpace::reorderFrom(unsigned Nodes) {
  if (!DD)
    return;
  Cudd_AutodynEnable(DD, CUDD_REORDER_SIFT);
  Cudd_SetNextReordering(DD, Nodes);
}

void BddSpace::reorder() {
  if (!Exhausted && !Cudd_ReduceHeap(DD, CUDD_REORDER_SIFT, 0))
    Exhausted = true;
}

// CUDD looks at its own limit only when it needs a new piece of memory.
void BddSpace::noteWork() {
  uint64_t Live = liveNodes();
  Work += StepsPerOperation + (Live > LastLive ? Live - LastLive : 0);
  LastLive = Live;
  Peak = std::max(Peak, Live);
  if (Live > MaxNodes || Work > MaxWork)
    Exhausted = true;
}

uint64_t BddSpace::liveNodes() const {
  return DD ? Cudd_ReadKeys(DD) - Cudd_ReadDead(DD) : 0;
}

uint64_t BddSpace::peakLiveNodes() const { return Peak; }

unsigned BddSpace::reorderings() const {
  return DD ? unsigned(Cudd_ReadReorderings(DD)) : 0;
}

unsigned BddSpace::referencedNodes() const {
  return DD ? unsigned(Cudd_CheckZeroRef(DD)) : 0;
}
