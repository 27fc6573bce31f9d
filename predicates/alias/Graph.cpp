// Solving constraints between values, see Graph.h.

#include "predicates/alias/Graph.h"

#include <algorithm>
#include <cassert>

namespace predabs::alias {

using namespace ir;

namespace {

bool holdsValues(const Object &O) {
  return O.Kind != ObjectKind::Outside && O.Kind != ObjectKind::Function &&
         O.Kind != ObjectKind::Constants;
}

} // namespace

NodeId Graph::find(NodeId N) const {
  while (Parent[N] != N) {
    Parent[N] = Parent[Parent[N]];
    N = Parent[N];
  }
  return N;
}

NodeId Graph::addNode() {
  Nodes.emplace_back();
  Nodes.back().Position = NextPosition++;
  Parent.push_back(NodeId(Parent.size()));
  return Parent.back();
}

Graph::State &Graph::state(ObjectId O) {
  if (O >= States.size())
    States.resize(Mem.numObjects());
  return States[O];
}

void Graph::markPending(NodeId N) {
  Node &D = Nodes[N];
  if (D.IsPending)
    return;
  D.IsPending = true;
  Pending.push({D.Position, N});
}

Label Graph::coarse(Label L) {
  return Coarse && holdsValues(Mem.objectOf(L))
             ? Mem.anywhere(Mem.address(L).Of)
             : L;
}

void Graph::addLabel(NodeId N, Label L) {
  N = find(N);
  if (Nodes[N].All.insert(coarse(L)))
    markPending(N);
}

uint32_t Graph::motionId(const Motion &M) {
  auto [It, IsNew] = MotionIds.try_emplace(M, uint32_t(Motions.size()));
  if (IsNew)
    Motions.push_back(M);
  return It->second;
}

void Graph::addEdge(NodeId From, NodeId To, const Motion &M) {
  if (Coarse)
    return join(From, To);
  Edge E{To, motionId(M)};
  Node &F = Nodes[find(From)];
  if (!F.Out.empty() && F.Out.back() == E)
    return;
  F.Out.push_back(E);
  ++NewEdges;
  ++Work;
  if (!F.Done.empty())
    pass(LabelSet(F.Done), E);
}

void Graph::addCall(NodeId N, uint32_t Call) {
  Node &D = Nodes[find(N)];
  D.Calls.push_back(Call);
  if (!D.Done.empty())
    Client.called({Call}, LabelSet(D.Done));
}

void Graph::publish(NodeId N) {
  Node &D = Nodes[find(N)];
  if (D.IsPublished)
    return;
  D.IsPublished = true;
  Publications.push_back(N);
}

// Objects.

void Graph::initialise(ObjectId O, NodeId Cell) {
  if (States[O].IsFilled)
    addLabel(Cell, Memory::Outside);
  if (States[O].IsPublished)
    publish(Cell);
}

/// The cell for the bytes \p At. Cells that overlap become one. \p Known is
/// its node if there is one already.
NodeId Graph::cellAt(ObjectId O, Range At, const NodeId *Known) {
  std::vector<Cell> &Cells = state(O).Cells;
  auto First =
      std::lower_bound(Cells.begin(), Cells.end(), At.Lo,
                       [](const Cell &C, int64_t Lo) { return C.At.Hi <= Lo; });
  auto Last = First;
  while (Last != Cells.end() && Last->At.Lo < At.Hi)
    ++Last;
  if (First == Last) {
    NodeId N = Known ? *Known : addNode();
    Cells.insert(First, {At, N});
    initialise(O, N);
    return N;
  }
  First->At = {std::min(First->At.Lo, At.Lo),
               std::max((Last - 1)->At.Hi, At.Hi)};
  for (auto It = First + 1; It != Last; ++It)
    join(First->Value, It->Value);
  if (Known)
    join(First->Value, *Known);
  NodeId N = First->Value;
  Cells.erase(First + 1, Last);
  return N;
}

NodeId Graph::cell(Label L, uint64_t Size) {
  Address A = Mem.address(L);
  assert(holdsValues(Mem.objectOf(L)));
  if (A.How == Where::Anywhere)
    mergeCells(A.Of);
  bool One = state(A.Of).IsOneCell;
  return cellAt(A.Of, One ? Range{0, 1} : Mem.touched(L, Size));
}

void Graph::mergeCells(ObjectId O) {
  State &S = state(O);
  if (S.IsOneCell)
    return;
  S.IsOneCell = true;
  std::vector<Cell> Cells = std::move(S.Cells);
  S.Cells.clear();
  for (const Cell &C : Cells)
    cellAt(O, {0, 1}, &C.Value);
}

/// The shape of \p O has changed, and with it what is one cell.
void Graph::refold(ObjectId O) {
  State &S = state(O);
  if (S.IsOneCell)
    return;
  std::vector<Cell> Cells = std::move(S.Cells);
  S.Cells.clear();
  for (const Cell &C : Cells)
    cellAt(O, Mem.fold(O, C.At.Lo, uint64_t(C.At.Hi - C.At.Lo)), &C.Value);
}

void Graph::fill(ObjectId O) {
  State &S = state(O);
  S.IsFilled = true;
  for (const Cell &C : S.Cells)
    addLabel(C.Value, Memory::Outside);
}

void Graph::publishContents(ObjectId O) {
  State &S = state(O);
  S.IsPublished = true;
  for (const Cell &C : S.Cells)
    publish(C.Value);
}

void Graph::expose(ObjectId O) {
  const Object &D = Mem.object(O);
  bool Ours = holdsValues(D) && D.Kind != ObjectKind::ErrorNumber;
  if ((!Ours && D.Kind != ObjectKind::Function) || state(O).IsExposed)
    return;
  state(O).IsExposed = true;
  if (D.Kind == ObjectKind::Function)
    return Client.known(*D.Func);
  bool Constant = D.Var && D.Var->IsConst && D.Var->IsDefined;
  if (!Constant)
    fill(O);
  publishContents(O);
}

// Pointers.

NodeId Graph::access(NodeId Pointer, uint64_t Size, Access Kind) {
  NodeId N = find(Pointer);
  std::vector<Opening> &Openings = Nodes[N].Openings;
  for (const Opening &A : Openings)
    if (A.Size == Size && A.Kind == Kind)
      return A.Value;
  NodeId Value = addNode();
  Openings.push_back({Size, Kind, Value});
  size_t I = Openings.size() - 1;
  if (Coarse) {
    join(target(N), Value);
    return Value;
  }
  LabelSet Done = Nodes[N].Done;
  Done.each([&](Label L) { follow(N, I, L); });
  return Value;
}

/// Coarse: the node for all that is reached through \p N.
NodeId Graph::target(NodeId N) {
  Node &D = Nodes[N];
  if (D.Target == None)
    D.Target = addNode();
  return D.Target;
}

void Graph::followCoarsely(NodeId N, Label L) {
  const Object &O = Mem.objectOf(L);
  if (O.Kind == ObjectKind::Outside)
    join(target(N), OutsideContents);
  else if (holdsValues(O))
    join(target(N), cell(L, 1));
}

/// Connects what is accessed through \p N with the target \p L.
void Graph::follow(NodeId N, size_t I, Label L) {
  Opening &A = Nodes[N].Openings[I];
  const Object &O = Mem.objectOf(L);
  if (O.Kind == ObjectKind::Outside && A.Kind == Access::Load)
    return addLabel(A.Value, Memory::Outside);
  if (O.Kind == ObjectKind::Outside)
    return publish(A.Value);
  if (!holdsValues(O))
    return;
  if (!A.Unified && ++A.Links > MaxTargets)
    unifyTargets(N, I);
  NodeId C = cell(L, A.Size);
  if (A.Unified)
    join(A.Value, C);
  else if (A.Kind == Access::Load)
    addEdge(C, A.Value);
  else
    addEdge(A.Value, C);
}

void Graph::unifyTargets(NodeId N, size_t I) {
  Opening &A = Nodes[N].Openings[I];
  A.Unified = true;
  Nodes[N].Done.each([&](Label L) {
    if (holdsValues(Mem.objectOf(L)))
      join(A.Value, cell(L, A.Size));
  });
}

// Solving.

const Moved &Graph::moved(Label L, uint32_t Motion) {
  uint64_t Key = uint64_t(Motion) << 32 | L;
  auto [It, IsNew] = Moves.try_emplace(Key);
  if (IsNew) {
    It->second = Mem.move(L, Motions[Motion], Learning::On);
    for (ObjectId O : Mem.takeReshaped())
      refold(O);
  }
  return It->second;
}

/// Lets \p Labels go along \p E.
void Graph::pass(const LabelSet &Labels, const Edge &E) {
  Work += Labels.words();
  LabelSet Arriving;
  if (E.Motion != 0) {
    Work += Labels.size();
    Labels.each([&](Label L) {
      for (Label To : moved(L, E.Motion))
        Arriving.insert(To);
    });
  }
  NodeId To = find(E.To);
  if (Nodes[To].All.insert(E.Motion ? Arriving : Labels))
    markPending(To);
}

/// Outside stands for all that others know: to list that too adds nothing.
void Graph::dropCovered(Node &D, LabelSet &New) {
  if (!D.All.contains(Memory::Outside))
    return;
  LabelSet Covered;
  New.each([&](Label L) {
    if (isExposed(Mem.address(L).Of) || L == Memory::Constants)
      Covered.insert(L);
  });
  New.remove(Covered);
  D.All.remove(Covered);
}

void Graph::process(NodeId N) {
  Node &D = Nodes[N];
  D.IsPending = false;
  LabelSet New = D.All;
  New.remove(D.Done);
  dropCovered(D, New);
  if (New.empty())
    return;
  D.Done = D.All;
  // What is added from here on sees all of Done by itself.
  size_t NumEdges = D.Out.size(), NumOpenings = D.Openings.size();
  for (size_t I = 0; I < NumEdges; ++I)
    pass(New, Edge(D.Out[I]));
  Work += New.size() * NumOpenings;
  if (Coarse)
    New.each([&](Label L) { followCoarsely(N, L); });
  else
    for (size_t I = 0; I < NumOpenings; ++I)
      New.each([&](Label L) { follow(N, I, L); });
  if (!D.Calls.empty())
    Client.called(std::vector<uint32_t>(D.Calls), New);
  if (D.IsPublished)
    New.each([&](Label L) { expose(Mem.address(L).Of); });
}

void Graph::runDue() {
  while (!Joins.empty() || !Publications.empty()) {
    if (!Joins.empty()) {
      auto [A, B] = Joins.back();
      Joins.pop_back();
      A = find(A), B = find(B);
      if (A != B) {
        bool Smaller = Nodes[A].Out.size() < Nodes[B].Out.size();
        merge(Smaller ? B : A, Smaller ? A : B);
      }
      continue;
    }
    NodeId N = find(Publications.back());
    Publications.pop_back();
    LabelSet Done = Nodes[N].Done;
    Done.each([&](Label L) { expose(Mem.address(L).Of); });
  }
}

void Graph::mergeOpenings(Node &Kept, Node &Gone) {
  for (const Opening &A : Gone.Openings) {
    auto Same = std::find_if(
        Kept.Openings.begin(), Kept.Openings.end(),
        [&](const Opening &B) { return A.Size == B.Size && A.Kind == B.Kind; });
    if (Same == Kept.Openings.end()) {
      Kept.Openings.push_back(A);
      continue;
    }
    join(Same->Value, A.Value);
    Same->Links += A.Links;
    Same->Unified |= A.Unified;
  }
}

void Graph::merge(NodeId Kept, NodeId Gone) {
  Parent[Gone] = Kept;
  Node &K = Nodes[Kept], &G = Nodes[Gone];
  Work += K.All.words() + G.All.words() + G.Out.size();
  K.All.insert(G.All);
  // SOUND: what only one of the two has passed on, the other's edges and
  // openings have not seen. Once coarse, there are no edges, and all openings
  // of a node lead to one.
  if (Coarse && K.Calls.empty() && G.Calls.empty())
    K.Done.insert(G.Done);
  else
    K.Done.keepOnly(G.Done);
  if (Coarse && K.IsPublished != G.IsPublished)
    Publications.push_back(Kept);
  if (K.Target == None)
    K.Target = G.Target;
  else if (G.Target != None)
    join(K.Target, G.Target);
  K.Out.insert(K.Out.end(), G.Out.begin(), G.Out.end());
  K.Calls.insert(K.Calls.end(), G.Calls.begin(), G.Calls.end());
  K.IsPublished |= G.IsPublished;
  mergeOpenings(K, G);
  G = Node();
  if (K.All != K.Done)
    markPending(Kept);
}

/// Drops edges that have become the same, or lead back.
void Graph::tidyEdges() {
  AllEdges = 0;
  for (NodeId N = 0; N < Nodes.size(); ++N) {
    std::vector<Edge> &Out = Nodes[N].Out;
    for (Edge &E : Out)
      E.To = find(E.To);
    std::sort(Out.begin(), Out.end());
    Out.erase(std::unique(Out.begin(), Out.end()), Out.end());
    std::erase_if(Out, [N](Edge E) { return E.To == N && E.Motion == 0; });
    AllEdges += Out.size();
  }
  NewEdges = 0;
}

/// Makes each cycle of plain edges one node, and orders the nodes along them
/// (Tarjan's algorithm, with a stack of its own).
void Graph::sortAndCollapse() {
  tidyEdges();
  constexpr uint32_t Unseen = 0, Finished = UINT32_MAX;
  struct Frame {
    NodeId N;
    size_t Next;
  };
  std::vector<uint32_t> Low(Nodes.size(), Unseen), Number(Nodes.size(), Unseen);
  std::vector<NodeId> Stack, Order;
  std::vector<Frame> Frames;
  uint32_t Count = 0;
  auto Open = [&](NodeId N) {
    Number[N] = Low[N] = ++Count;
    Stack.push_back(N);
    Frames.push_back({N, 0});
  };
  auto Close = [&](NodeId N) {
    if (Low[N] == Number[N]) {
      NodeId Member;
      do {
        Member = Stack.back();
        Stack.pop_back();
        Low[Member] = Finished;
        if (Member != N)
          join(N, Member);
      } while (Member != N);
      Order.push_back(N);
    }
    Frames.pop_back();
    if (!Frames.empty())
      Low[Frames.back().N] = std::min(Low[Frames.back().N], Low[N]);
  };
  for (NodeId Root = 0; Root < Nodes.size(); ++Root) {
    if (Parent[Root] != Root || Number[Root] != Unseen)
      continue;
    Open(Root);
    while (!Frames.empty()) {
      auto &[N, Next] = Frames.back();
      if (Next == Nodes[N].Out.size()) {
        Close(N);
        continue;
      }
      Edge E = Nodes[N].Out[Next++];
      if (E.Motion != 0)
        continue;
      if (Number[E.To] == Unseen)
        Open(E.To);
      else if (Low[E.To] != Finished)
        Low[N] = std::min(Low[N], Number[E.To]);
    }
  }
  runDue();
  NextPosition = 0;
  for (auto It = Order.rbegin(); It != Order.rend(); ++It)
    Nodes[find(*It)].Position = NextPosition++;
  Pending = {};
  for (NodeId N = 0; N < Nodes.size(); ++N)
    if (Nodes[N].IsPending)
      Pending.push({Nodes[N].Position, N});
}

void Graph::becomeCoarse() {
  Coarse = true;
  OutsideContents = addNode();
  Nodes[OutsideContents].Target = OutsideContents;
  addLabel(OutsideContents, Memory::Outside);
  publish(OutsideContents);
  for (NodeId N = 0, E = NodeId(Nodes.size()); N < E; ++N) {
    Node &D = Nodes[N];
    LabelSet All;
    D.All.each([&](Label L) { All.insert(coarse(L)); });
    D.All = std::move(All);
    D.Done = LabelSet();
    for (Edge E : D.Out)
      join(N, E.To);
    D.Out.clear();
    for (const Opening &A : D.Openings)
      join(target(N), A.Value);
    if (!D.All.empty())
      markPending(N);
  }
  runDue();
}

void Graph::solve() {
  runDue();
  sortAndCollapse();
  while (!Pending.empty()) {
    NodeId N = Pending.top().second;
    Pending.pop();
    if (Parent[N] != N || !Nodes[N].IsPending)
      continue;
    process(N);
    runDue();
    if (!Coarse && Work > MaxWork)
      becomeCoarse();
    else if (NewEdges > 1000 + AllEdges / 4)
      sortAndCollapse();
  }
  for (Node &D : Nodes)
    D.Done = LabelSet();
}

void Graph::contents(Label L, uint64_t Size, LabelSet &Result) const {
  Address A = Mem.address(L);
  const Object &O = Mem.object(A.Of);
  if (O.Kind == ObjectKind::Function)
    return;
  if (O.Kind == ObjectKind::Outside || O.Kind == ObjectKind::Everything) {
    Result.insert(L);
    return;
  }
  if (A.Of >= States.size())
    return;
  const State &S = States[A.Of];
  if (S.IsFilled)
    Result.insert(Memory::Outside);
  bool All = A.How == Where::Anywhere || S.IsOneCell;
  Range At = All ? Range{INT64_MIN, INT64_MAX} : Mem.touched(L, Size);
  for (const Cell &C : S.Cells)
    if (C.At.overlaps(At))
      Result.insert(Nodes[find(C.Value)].All);
}

} // namespace predabs::alias
