#include "predicates/bdd/Formula.h"

#include "predicates/bdd/Cover.h"

#include <algorithm>
#include <unordered_map>

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
  explicit Writer(const BddNames &Names) : Names(Names) {
    for (std::size_t I = 0; I < Names.size(); ++I)
      Rank.emplace(Names[I].first, I);
  }

  std::string write(Bdd Set, std::size_t FirstOutput) {
    if (!Set.isValid())
      return "?";
    if (Set.isFalse() || Set.isTrue())
      return Set.isTrue() ? "true" : "false";
    Words Factors;
    takeLiterals(Set, Factors);
    Words Definitions;
    for (std::size_t I = Names.size(); I-- > FirstOutput;)
      takeDefinition(Set, Names[I].first, Definitions);
    takePairs(Set, Factors);
    if (!Set.isValid())
      return "?";
    bool IsAlone = Definitions.empty();
    if (!Set.isTrue())
      takeRest(Set, Factors, IsAlone);
    Factors.insert(Factors.end(), Definitions.rbegin(), Definitions.rend());
    return join(Factors, " & ");
  }

private:
  const std::string &nameOf(BddVar V) const { return Names[Rank.at(V)].second; }

  std::vector<BddVar> support(const Bdd &Set) const {
    std::vector<BddVar> Result = Set.support();
    std::sort(Result.begin(), Result.end(),
              [&](BddVar A, BddVar B) { return Rank.at(A) < Rank.at(B); });
    return Result;
  }

  /// All in the order in which they are written.
  std::vector<BddLiterals> sorted(const BddCover &Cover) const {
    std::vector<BddLiterals> Result = Cover;
    for (BddLiterals &Cube : Result) {
      for (auto &[V, Value] : Cube)
        V = BddVar(Rank.at(V));
      std::sort(Cube.begin(), Cube.end());
    }
    std::sort(Result.begin(), Result.end());
    for (BddLiterals &Cube : Result)
      for (auto &[V, Value] : Cube)
        V = Names[V].first;
    return Result;
  }

  std::string literal(BddVar V, bool Value) const {
    return (Value ? "" : "!") + nameOf(V);
  }

  /// Splits off what every state agrees on.
  void takeLiterals(Bdd &Set, Words &Factors) {
    for (BddVar V : support(Set))
      for (bool Value : {false, true})
        if (Set.isSubsetOf(Set.space()->literal(V, Value))) {
          Factors.push_back(literal(V, Value));
          Set = Set.cofactor({{V, Value}});
        }
  }

  /// Splits off \p Y where the other variables determine it.
  void takeDefinition(Bdd &Set, BddVar Y, Words &Definitions) {
    if (!Set.isValid() || Set.cofactor({{Y, true}}) == Set)
      return;
    Bdd Yes = Set.cofactor({{Y, true}}), No = Set.cofactor({{Y, false}});
    if (!Yes.isValid() || Yes.intersects(No))
      return;
    auto Function = irredundantCover(Yes, !No, MaxCubes);
    if (!Function)
      return;
    std::string Text = sum(*Function);
    bool IsOperand = Function->size() == 1 && Function->front().size() == 1;
    Definitions.push_back("(" + nameOf(Y) +
                          " == " + (IsOperand ? Text : "(" + Text + ")") + ")");
    Set = Set.exists(Set.space()->cube(std::vector<BddVar>{Y}));
  }

  /// Splits off x == y and x != y. What is left speaks of x alone.
  void takePairs(Bdd &Set, Words &Factors) {
    std::vector<BddVar> Support = support(Set);
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
    Factors.push_back("(" + nameOf(X) + (AreSame ? " == " : " != ") +
                      nameOf(Y) + ")");
    Set = Set.exists(Space.cube(std::vector<BddVar>{Y}));
    return true;
  }

  void takeRest(const Bdd &Set, Words &Factors, bool IsAlone) {
    auto Products = irredundantCover(Set, Set, MaxCubes);
    auto Negated = irredundantCover(!Set, !Set, MaxCubes);
    if (Negated && (!Products || size(*Negated) < size(*Products)))
      return addSums(*Negated, Factors, IsAlone);
    if (!Products) {
      std::size_t Left = MaxConditions;
      Factors.push_back("(" + conditions(Set, Left) + ")");
      return;
    }
    IsAlone = (IsAlone && Factors.empty()) || Products->size() == 1;
    Factors.push_back(IsAlone ? sum(*Products) : "(" + sum(*Products) + ")");
  }

  std::string sum(const BddCover &Products) const {
    Words Terms;
    for (const BddLiterals &Cube : sorted(Products))
      Terms.push_back(product(Cube));
    return join(Terms, " | ");
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

  void addSums(const BddCover &Negated, Words &Factors, bool IsAlone) const {
    IsAlone = IsAlone && Factors.empty() && Negated.size() == 1;
    for (const BddLiterals &Cube : sorted(Negated)) {
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
    BddVar V = support(Set).front();
    std::string Then = conditions(Set.cofactor({{V, true}}), Left);
    std::string Else = conditions(Set.cofactor({{V, false}}), Left);
    return nameOf(V) + " ? (" + Then + ") : (" + Else + ")";
  }

  const BddNames &Names;
  std::unordered_map<BddVar, std::size_t> Rank;
};

} // namespace

std::string predabs::formulaText(const Bdd &Set, const BddNames &Names,
                                 std::size_t FirstOutput) {
  return Writer(Names).write(Set, FirstOutput);
}
