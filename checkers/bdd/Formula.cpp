#include "checkers/bdd/Formula.h"

#include "checkers/bdd/Cover.h"

using namespace predabs;

namespace {

constexpr std::size_t MaxCubes = 64;
constexpr std::size_t MaxConditions = 2000;

using Words = std::vector<std::string>;

std::string join(const Words &Parts, std::string_view Between) {
  std::string Result;
  for (const std::string &P : Parts)
    Result += (Result.empty() ? "" : std::string(Between)) + P;
  return Result;
}

class Writer {
public:
  explicit Writer(const BddNames &NameOf) : NameOf(NameOf) {}

  std::string write(Bdd Set) {
    if (!Set.isValid())
      return "?";
    if (Set.isFalse() || Set.isTrue())
      return Set.isTrue() ? "true" : "false";
    Words Factors;
    takeLiterals(Set, Factors);
    takePairs(Set, Factors);
    if (!Set.isValid())
      return "?";
    if (!Set.isTrue())
      takeRest(Set, Factors);
    return join(Factors, " & ");
  }

private:
  std::string literal(BddVar V, bool Value) const {
    return (Value ? "" : "!") + NameOf(V);
  }

  /// Splits off what every state agrees on.
  void takeLiterals(Bdd &Set, Words &Factors) {
    for (BddVar V : Set.support())
      for (bool Value : {false, true})
        if (Set.isSubsetOf(Set.space()->literal(V, Value))) {
          Factors.push_back(literal(V, Value));
          Set = Set.cofactor({{V, Value}});
        }
  }

  /// Splits off x == y and x != y. What is left speaks of x alone.
  void takePairs(Bdd &Set, Words &Factors) {
    std::vector<BddVar> Support = Set.support();
    std::vector<bool> Gone(Support.size());
    for (std::size_t X = 0; X < Support.size(); ++X)
      for (std::size_t Y = X + 1; Y < Support.size() && !Gone[X]; ++Y)
        Gone[Y] = Gone[Y] || takePair(Set, Support[X], Support[Y], Factors);
  }

  bool takePair(Bdd &Set, BddVar X, BddVar Y, Words &Factors) {
    BddSpace &Space = *Set.space();
    Bdd Same = Space.var(X).iff(Space.var(Y));
    bool AreSame = Set.isSubsetOf(Same);
    if (!AreSame && !Set.isSubsetOf(!Same))
      return false;
    Factors.push_back("(" + NameOf(X) + (AreSame ? " == " : " != ") +
                      NameOf(Y) + ")");
    Set = Set.exists(Space.cube(std::vector<BddVar>{Y}));
    return true;
  }

  void takeRest(const Bdd &Set, Words &Factors) {
    auto Products = irredundantCover(Set, Set, MaxCubes);
    auto Negated = irredundantCover(!Set, !Set, MaxCubes);
    if (Negated && (!Products || size(*Negated) < size(*Products)))
      return addSums(*Negated, Factors);
    if (!Products) {
      std::size_t Left = MaxConditions;
      Factors.push_back("(" + conditions(Set, Left) + ")");
      return;
    }
    Words Terms;
    for (const BddLiterals &Cube : *Products)
      Terms.push_back(product(Cube));
    bool IsOne = Terms.size() == 1 || Factors.empty();
    std::string Text = join(Terms, " | ");
    Factors.push_back(IsOne ? Text : "(" + Text + ")");
  }

  static std::size_t size(const BddCover &Cover) {
    std::size_t Result = 0;
    for (const BddLiterals &Cube : Cover)
      Result += Cube.size();
    return Result;
  }

  std::string product(const BddLiterals &Cube) const {
    Words Literals;
    for (auto [V, Value] : Cube)
      Literals.push_back(literal(V, Value));
    return join(Literals, " & ");
  }

  void addSums(const BddCover &Negated, Words &Factors) const {
    bool IsAlone = Factors.empty() && Negated.size() == 1;
    for (const BddLiterals &Cube : Negated) {
      Words Literals;
      for (auto [V, Value] : Cube)
        Literals.push_back(literal(V, !Value));
      std::string Text = join(Literals, " | ");
      Factors.push_back(Cube.size() == 1 || IsAlone ? Text : "(" + Text + ")");
    }
  }

  /// As deep as there are variables.
  std::string conditions(const Bdd &Set, std::size_t &Left) const {
    if (Set.isFalse() || Set.isTrue())
      return Set.isTrue() ? "true" : "false";
    if (Left == 0 || !Set.isValid())
      return "...";
    --Left;
    BddVar V = Set.support().front();
    std::string Then = conditions(Set.cofactor({{V, true}}), Left);
    std::string Else = conditions(Set.cofactor({{V, false}}), Left);
    return NameOf(V) + " ? (" + Then + ") : (" + Else + ")";
  }

  const BddNames &NameOf;
};

} // namespace

std::string predabs::formulaText(const Bdd &Set, const BddNames &NameOf) {
  return Writer(NameOf).write(Set);
}
