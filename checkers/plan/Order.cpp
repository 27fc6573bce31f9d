#include "checkers/plan/Order.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace predabs {

std::string print(const UnitCalls &C) {
  std::string Text = C.Id + '\n';
  for (const std::string &Name : C.Defines)
    Text += "defines " + Name + '\n';
  for (const std::string &Name : C.Calls)
    Text += "calls " + Name + '\n';
  return Text;
}

std::optional<UnitCalls> parseUnitCalls(const std::string &Text) {
  std::istringstream In(Text);
  UnitCalls C;
  if (!std::getline(In, C.Id) || C.Id.empty() || Text.back() != '\n')
    return std::nullopt;
  for (std::string Line; std::getline(In, Line);)
    if (Line.starts_with("defines "))
      C.Defines.push_back(Line.substr(8));
    else if (Line.starts_with("calls "))
      C.Calls.push_back(Line.substr(6));
    else
      return std::nullopt;
  return C;
}

namespace {

/// Tarjan's components, callees first, without recursion: chains of files can
/// be long.
class Components {
public:
  explicit Components(const std::vector<std::vector<size_t>> &Callees)
      : Callees(Callees), Index(Callees.size(), None), Low(Callees.size()),
        IsOpen(Callees.size()) {}

  /// Members in the order in which they are left: where nothing goes round,
  /// callees first.
  std::vector<std::vector<size_t>> run() {
    for (size_t U = 0; U < Callees.size(); ++U)
      if (Index[U] == None)
        visit(U);
    return std::move(Result);
  }

private:
  static constexpr size_t None = size_t(-1);
  struct Visit {
    size_t Unit, Next;
  };

  void enter(size_t U) {
    Index[U] = Low[U] = Count++;
    Open.push_back(U);
    IsOpen[U] = true;
    Work.push_back({U, 0});
  }

  void visit(size_t Root) {
    enter(Root);
    while (!Work.empty()) {
      auto &[U, Next] = Work.back();
      if (Next == Callees[U].size()) {
        leave(U);
        continue;
      }
      size_t V = Callees[U][Next++];
      if (Index[V] == None)
        enter(V);
      else if (IsOpen[V])
        Low[U] = std::min(Low[U], Index[V]);
    }
  }

  void leave(size_t U) {
    Work.pop_back();
    if (!Work.empty())
      Low[Work.back().Unit] = std::min(Low[Work.back().Unit], Low[U]);
    Left.push_back(U);
    if (Low[U] == Index[U])
      close(U);
  }

  void close(size_t Root) {
    std::set<size_t> Members;
    for (size_t U = None; U != Root; Open.pop_back()) {
      U = Open.back();
      IsOpen[U] = false;
      Members.insert(U);
    }
    std::vector<size_t> &List = Result.emplace_back();
    std::ranges::copy_if(Left, std::back_inserter(List),
                         [&](size_t U) { return Members.contains(U); });
    std::erase_if(Left, [&](size_t U) { return Members.contains(U); });
  }

  const std::vector<std::vector<size_t>> &Callees;
  std::vector<size_t> Index, Low;
  std::vector<bool> IsOpen;
  std::vector<Visit> Work;
  std::vector<size_t> Open, Left;
  size_t Count = 0;
  std::vector<std::vector<size_t>> Result;
};

} // namespace

Order::Order(std::vector<UnitCalls> All) : Units(std::move(All)) {
  // Not as they were listed: that must not matter.
  std::ranges::sort(Units, {}, &UnitCalls::Id);
  connect();
  findCycles();
  for (const std::vector<size_t> &Members : Cycles)
    addTurns(Members);
}

void Order::connect() {
  for (size_t U = 0; U < Units.size(); ++U)
    for (const std::string &Name : Units[U].Defines)
      Definers[Name].push_back(U);
  for (const UnitCalls &C : Units) {
    std::set<size_t> Of;
    for (const std::string &Name : C.Calls)
      Of.insert(definers(Name).begin(), definers(Name).end());
    size_t Self = Callees.size();
    Of.erase(Self);
    Callees.emplace_back(Of.begin(), Of.end());
  }
}

void Order::findCycles() {
  Cycles = Components(Callees).run();
  CycleOf.resize(Units.size());
  NumTurns.resize(Units.size());
  for (size_t C = 0; C < Cycles.size(); ++C)
    for (size_t U : Cycles[C]) {
      CycleOf[U] = C;
      NumTurns[U] = Cycles[C].size() > 1 ? MaxTurns : 1;
    }
}

void Order::addStep(Step S) {
  if (S.Unit != Step::None)
    Numbers[{S.Unit, S.Turn}] = Steps.size();
  Steps.push_back(std::move(S));
}

/// With what is known by then: callees outside the cycle, and those inside that
/// come earlier.
void Order::addFirstTurn(size_t Unit) {
  Step S{Unit, CycleOf[Unit], 1, {}};
  for (size_t V : Callees[Unit])
    if (CycleOf[V] != CycleOf[Unit])
      S.After.push_back(LastOf[CycleOf[V]]);
    else if (auto It = Numbers.find({V, 1}); It != Numbers.end())
      S.After.push_back(It->second);
  std::ranges::sort(S.After);
  S.After.erase(std::ranges::unique(S.After).begin(), S.After.end());
  addStep(std::move(S));
}

/// All of \p Members have had the turn \p Turn.
size_t Order::addEndOfTurn(const std::vector<size_t> &Members, unsigned Turn) {
  Step All{Step::None, CycleOf[Members[0]], Turn, {}};
  for (size_t U : Members)
    All.After.push_back(find(U, Turn));
  addStep(std::move(All));
  return Steps.size() - 1;
}

void Order::addTurns(const std::vector<size_t> &Members) {
  for (size_t U : Members)
    addFirstTurn(U);
  size_t &Last = LastOf.emplace_back(Steps.size() - 1);
  if (Members.size() == 1)
    return;
  Last = addEndOfTurn(Members, 1);
  for (unsigned Turn = 2; Turn <= MaxTurns; ++Turn) {
    for (size_t U : Members)
      addStep({U, CycleOf[U], Turn, {Last}});
    Last = addEndOfTurn(Members, Turn);
  }
}

size_t Order::find(size_t Unit, unsigned Turn) const {
  return Numbers.at({Unit, Turn});
}

std::map<size_t, unsigned> Order::sees(size_t Number) const {
  std::map<size_t, unsigned> Result;
  std::vector<bool> Seen(Steps.size());
  for (std::vector<size_t> Work = {Number}; !Work.empty();) {
    const Step &S = Steps[Work.back()];
    Work.pop_back();
    for (size_t N : S.After)
      if (!Seen[N]) {
        Seen[N] = true;
        Work.push_back(N);
        if (const Step &Before = Steps[N]; Before.Unit != Step::None)
          Result[Before.Unit] = std::max(Result[Before.Unit], Before.Turn);
      }
  }
  Result.erase(Steps[Number].Unit);
  return Result;
}

const std::vector<size_t> &Order::definers(const std::string &Name) const {
  static const std::vector<size_t> Nobody;
  auto It = Definers.find(Name);
  return It != Definers.end() ? It->second : Nobody;
}

} // namespace predabs
