// Sets of abstract states as binary decision diagrams, on top of CUDD.
//
//   BddSpace Space(100'000);                  // at most so many live nodes
//   BddVar X = Space.addBlock(2), Y = X + 1;  // two variables, neighbours
//   Bdd Same = Space.var(X).iff(Space.var(Y));
//   Same.exists(Space.cube({Y}))              // true: each x has its y
//
// A space has a budget of nodes. An operation that would exceed it gives an
// *invalid* value; every later operation in that space does so too, so a long
// computation needs one look at its end. The budget counts live nodes and not
// bytes or seconds: the same computation ends the same way on every machine.
//
// Only the .cpp files of this folder see CUDD's header.

#ifndef PREDABS_PREDICATES_BDD_BDD_H
#define PREDABS_PREDICATES_BDD_BDD_H

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

struct DdManager;
struct DdNode;

namespace predabs {

class BddSpace;

/// The number of a variable; it stays when the order of variables changes.
using BddVar = unsigned;

/// A partial valuation.
using BddLiterals = std::vector<std::pair<BddVar, bool>>;

/// Which variable becomes which; others stay. What a set mentions must not be
/// mapped to the same variable twice.
class BddRenaming {
public:
  void add(BddVar From, BddVar To) { Pairs.emplace_back(From, To); }
  bool isEmpty() const { return Pairs.empty(); }

private:
  friend class Bdd;
  std::vector<std::pair<BddVar, BddVar>> Pairs;
};

/// A set of valuations of the space's variables, or invalid. Must not outlive
/// its space.
class Bdd {
public:
  /// Invalid.
  Bdd() = default;
  Bdd(const Bdd &Other);
  Bdd(Bdd &&Other) noexcept;
  Bdd &operator=(Bdd Other) noexcept;
  ~Bdd();

  bool isValid() const { return Node; }
  // Questions whose answer is no for an invalid set.
  bool isFalse() const;
  bool isTrue() const;
  bool isSubsetOf(const Bdd &Other) const;
  bool intersects(const Bdd &Other) const;
  /// Same pointer, same set.
  friend bool operator==(const Bdd &A, const Bdd &B) {
    return A.Node && A.Node == B.Node;
  }

  Bdd operator!() const;
  Bdd operator&(const Bdd &Other) const;
  Bdd operator|(const Bdd &Other) const;
  Bdd operator^(const Bdd &Other) const;
  Bdd operator-(const Bdd &Other) const { return *this & !Other; }
  Bdd &operator&=(const Bdd &Other) { return *this = *this & Other; }
  Bdd &operator|=(const Bdd &Other) { return *this = *this | Other; }
  Bdd iff(const Bdd &Other) const;
  Bdd implies(const Bdd &Other) const { return !*this | Other; }
  Bdd ite(const Bdd &Then, const Bdd &Else) const;

  /// Forgets the variables of \p Cube, a conjunction of variables.
  Bdd exists(const Bdd &Cube) const;
  Bdd forall(const Bdd &Cube) const;
  /// The relational product: (*this & Other).exists(Cube).
  Bdd andExists(const Bdd &Other, const Bdd &Cube) const;
  Bdd rename(const BddRenaming &Map) const;
  /// Under a valuation of some variables, which the result does not mention.
  Bdd cofactor(const BddLiterals &Values) const;
  /// Something that agrees on \p Care, which is not empty; its image under a
  /// function is that of (*this & Care).
  Bdd constrain(const Bdd &Care) const;

  /// The variables it depends on, in ascending order.
  std::vector<BddVar> support() const;
  /// The first variable in the present order; not of a constant.
  BddVar topVariable() const;
  std::size_t nodeCount() const;
  /// How many valuations of \p Variables variables, at least the support.
  double count(unsigned Variables) const;
  /// One valuation of \p Variables, at least the support, where it is not
  /// empty; false wherever there is a choice.
  std::optional<BddLiterals>
  pickOne(const std::vector<BddVar> &Variables) const;
  /// Whether the valuation that gives true to \p True alone is in the set.
  bool contains(const std::vector<bool> &Values) const;

  BddSpace *space() const { return Space; }

private:
  friend class BddSpace;
  /// Takes what CUDD returned, null if it failed.
  Bdd(BddSpace *Space, DdNode *Fresh);
  bool worksWith(const Bdd &Other) const;
  DdManager *dd() const;

  BddSpace *Space = nullptr;
  DdNode *Node = nullptr;
};

class BddSpace {
public:
  explicit BddSpace(uint64_t MaxNodes = 10'000'000);
  BddSpace(const BddSpace &) = delete;
  ~BddSpace();

  /// \p Size new variables; those of one block stay neighbours in any order.
  BddVar addBlock(unsigned Size);
  unsigned variableCount() const { return Variables; }

  Bdd constant(bool Value);
  Bdd var(BddVar Variable);
  Bdd literal(BddVar Variable, bool Value);
  /// The conjunction of variables: what to quantify.
  Bdd cube(const std::vector<BddVar> &Of);
  Bdd cube(const BddLiterals &Of);

  /// Sifts variables whenever the number of live nodes reaches \p Nodes, and
  /// from then on whenever it has doubled.
  void reorderFrom(unsigned Nodes);
  /// Sifts now.
  void reorder();
  /// The space is exhausted when work() gets past \p Most.
  void limitWork(uint64_t Most) { MaxWork = Most; }

  /// The budget is spent, or memory: all results are invalid from now on.
  bool isExhausted() const { return Exhausted; }
  uint64_t liveNodes() const;
  uint64_t peakLiveNodes() const;
  /// What was done so far, in operations and new nodes. CUDD's own counters
  /// depend on where its nodes happen to lie in memory; as long as nothing is
  /// reordered this does not.
  uint64_t work() const { return Work; }
  unsigned reorderings() const;
  /// How many values are held; a debugging aid for tests.
  unsigned referencedNodes() const;

private:
  friend class Bdd;
  Bdd wrap(DdNode *Fresh) { return {this, Fresh}; }
  void noteWork();

  DdManager *DD = nullptr;
  std::FILE *Void = nullptr;
  uint64_t MaxNodes, MaxWork = UINT64_MAX;
  static constexpr uint64_t StepsPerOperation = 20;
  uint64_t Peak = 0, LastLive = 0, Work = 0;
  unsigned Variables = 0;
  bool Exhausted = false;
  std::vector<int> Scratch;
};

} // namespace predabs

#endif
