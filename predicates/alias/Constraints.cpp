// Making constraints, see Constraints.h.

#include "predicates/alias/Constraints.h"

#include "predicates/ir/Terms.h"
#include "predicates/ir/Touch.h"

namespace predabs::alias {

using namespace ir;

namespace {

/// Whether no address can be in \p E, however it is computed.
bool isPlain(const Expr *E) {
  return E->kind() == ExprKind::Float || E->kind() == ExprKind::Zero ||
         (E->kind() == ExprKind::Int && !E->type()->isPointer()) || E->isInt(0);
}

bool isEntry(const Function &F) { return F.Name == "main"; }

} // namespace

Constraints::Constraints(const Module &M, World W, const AliasLimits &Limits)
    : M(M), W(W), Exprs(M), G(Exprs.memory(), *this, Limits.Targets,
                              Limits.WorkPerExpr * (M.Ctx.numExprs() + 10'000)),
      MaxTargets(Limits.Targets) {
  for (const auto &F : M.Functions)
    Group.push_back(F.get());
  // errno is written by others, but nobody hands out its address.
  G.fill(memory().address(Memory::ErrorNumber).Of);
  G.publishContents(memory().address(Memory::ErrorNumber).Of);
  for (const auto &V : M.Globals)
    addGlobal(*V);
  for (const auto &F : M.Functions)
    addFunction(*F);
  addOthers();
  runFlows();
  G.solve();
  addRebuilt();
}

void Constraints::addGlobal(const Variable &V) {
  if (isPlainConstant(V))
    return;
  ObjectId O = Exprs.object(&V);
  for (const InitPart &P : V.Init) {
    noteAddresses(P.Value);
    if (isPlain(P.Value))
      continue;
    uint64_t Bits = P.BitWidth ? P.BitWidth : P.Value->type()->size() * 8;
    Label At = memory().exact(O, int64_t(P.BitOffset / 8));
    flow(P.Value, G.cell(At, (P.BitOffset % 8 + Bits + 7) / 8));
  }
  // Too small for an address: whether the linker found something.
  bool IsSmall = V.Ty->size() < M.Ctx.target().PointerBytes;
  if (V.InitUnknown == Reason::None || IsSmall)
    return;
  // SOUND: an initial value that is not known may be any address that a
  // constant can be.
  NodeId N = G.cell(memory().anywhere(O), 1);
  G.addLabel(N, Memory::Outside);
  if (V.InitUnknown == Reason::Uninitialised)
    return; // another file may have given it its value
  for (const auto &Other : M.Globals) {
    G.addLabel(N, memory().anywhere(Exprs.object(Other.get())));
    Taken.insert(Other.get());
  }
  for (const auto &F : M.Functions)
    G.addLabel(N, memory().exact(Exprs.object(F.get()), 0));
}

void Constraints::addFunction(const Function &F) {
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts) {
      noteAddresses(S);
      addStmt(F, S);
      runFlows();
    }
}

void Constraints::addOthers() {
  for (const auto &V : M.Globals)
    if (isVisible(*V) && !isPlainConstant(*V))
      G.expose(Exprs.object(V.get()));
  const Function *Main = M.findFunction("main");
  bool HasMain = Main && Main->isDefined();
  for (const auto &F : M.Functions) {
    if (F->IsInternal)
      continue;
    // Nobody calls main by its name; who is handed its address may.
    if (W == World::Open && !(HasMain && isEntry(*F)))
      G.expose(Exprs.object(F.get()));
    else if (HasMain ? isEntry(*F) : F->isDefined())
      known(*F);
  }
}

/// Others may call \p F.
void Constraints::known(const Function &F) {
  for (uint32_t I = 0; I < F.NumParams; ++I)
    G.fill(Exprs.object(F.Vars[I].get()));
  G.publishContents(Exprs.result(&F));
}

void Constraints::noteAddresses(const Stmt &S) {
  for (const Expr *E : {S.Dest, S.Value})
    if (E)
      noteAddresses(E);
  for (const Expr *E : S.Args)
    noteAddresses(E);
}

void Constraints::noteAddresses(const Expr *E) {
  std::vector<const Expr *> Work = {E};
  while (!Work.empty()) {
    const Expr *Next = Work.back();
    Work.pop_back();
    if (Next->numOperands() == 0 || !Noted.insert(Next).second)
      continue;
    for (unsigned I = 0; I < Next->numOperands(); ++I)
      Work.push_back(Next->operand(I));
    noteNumber(Next);
    if (Next->kind() != ExprKind::AddrOf)
      continue;
    const Expr *Root = Next->operand(0);
    while (Root->kind() == ExprKind::Field || Root->kind() == ExprKind::Index)
      Root = Root->operand(0);
    if (Root->kind() == ExprKind::Var)
      Taken.insert(Root->variable());
  }
}

// Numbers.

void Constraints::noteNumber(const Expr *E) {
  if (E->kind() != ExprKind::Cast)
    return;
  const Type *To = E->type(), *From = E->operand(0)->type();
  if (To->isPointer() && From->isInt())
    FromNumbers.push_back(E);
  else if (To->isInt() && From->isPointer())
    AsNumbers.push_back(E->operand(0));
}

/// Whether \p Pointer comes from a number into which no address was copied.
bool Constraints::isRebuilt(const Expr *Pointer) {
  for (const Expr *Place : placesRead(Pointer->operand(0)))
    if (Place->type()->size() >= M.Ctx.target().PointerBytes &&
        G.isEmpty(contents(Place, Access::Load)))
      return true;
  return false;
}

/// SOUND: a program may look at the bits of an address and put them together
/// again, `if (n >> i & 1) m |= 1 << i`: nothing was copied then. Such a
/// pointer may be any that was a number.
void Constraints::addRebuilt() {
  std::vector<const Expr *> Rebuilt;
  for (const Expr *E : FromNumbers)
    if (!AsNumbers.empty() && isRebuilt(E))
      Rebuilt.push_back(E);
  if (Rebuilt.empty())
    return;
  for (const Expr *E : AsNumbers)
    if (!isPlain(E))
      G.publish(value(E));
  for (const Expr *E : Rebuilt)
    for (const Expr *Place : placesRead(E->operand(0)))
      G.addLabel(contents(Place, Access::Store), Memory::Outside);
  runFlows();
  G.solve();
}

// Statements.

void Constraints::addStmt(const Function &F, const Stmt &S) {
  switch (S.Kind) {
  case StmtKind::Assign:
    return addAssign(S);
  case StmtKind::Assume:
    return;
  case StmtKind::Call:
    return addCall(S);
  case StmtKind::Return:
    return addReturn(F, S);
  case StmtKind::Havoc:
    return addHavoc(F, S);
  }
}

void Constraints::addHavoc(const Function &F, const Stmt &S) {
  Touch May = touchOf(S.Why);
  // SOUND: what goes into a construct that is not followed may come out of it
  // anywhere.
  if (May.Operands == Touch::Given::Escapes)
    for (const Expr *Given : S.Args)
      publishValue(Given);
  if (!S.Dest) {
    // All that others can reach holds Outside as it is. SOUND: what the code
    // behind the statement was given is not always to be seen here; let it be
    // any variable in reach.
    if (May.Operands == Touch::Given::Escapes && S.Args.empty())
      for (const auto &V : F.Vars)
        G.expose(Exprs.object(V.get()));
    return;
  }
  // SOUND: in C a run that follows an uninitialised pointer is none, so it
  // need not point anywhere.
  if (May.Result == Touch::Value::None)
    return;
  putOutside(target(S.Dest), S.Dest->type());
  if (May.Result == Touch::Value::Functions && S.Dest->type()->isPointer())
    addVirtualTargets(S.Dest);
}

/// SOUND: tables of virtual functions are not there, so nothing shows which
/// functions are in them: any with as many parameters may be.
void Constraints::addVirtualTargets(const Expr *Dest) {
  const Type *T = Dest->type()->inner();
  for (const auto &F : M.Functions)
    if (!T->isFunction() || F->Ty->params().size() == T->params().size())
      G.addLabel(contents(Dest, Access::Store),
                 memory().exact(Exprs.object(F.get()), 0));
}

void Constraints::addAssign(const Stmt &S) {
  if (S.Why == Reason::Volatile)
    putOutside(target(S.Dest), S.Dest->type());
  if (isAggregate(S.Dest->type()))
    copy(S.Value, target(S.Dest));
  else if (!isPlain(S.Value))
    flow(S.Value, contents(S.Dest, Access::Store));
}

void Constraints::addReturn(const Function &F, const Stmt &S) {
  const Type *T = F.Ty->inner();
  if (T->isVoid())
    return;
  Target Result{true, memory().exact(Exprs.result(&F), 0), 0};
  if (!S.Value)
    putOutside(Result, T);
  else if (isAggregate(T))
    copy(S.Value, Result);
  else if (!isPlain(S.Value))
    flow(S.Value, contents(Result, T->size(), Access::Store));
}

// Values.

/// The node for the addresses in \p E.
NodeId Constraints::value(const Expr *E) {
  E = withoutPointerCasts(E);
  if (E->isPlace())
    return contents(E, Access::Load);
  auto [It, IsNew] = Values.try_emplace(E, 0);
  if (IsNew) {
    It->second = G.addNode();
    flow(E, It->second);
  }
  return It->second;
}

NodeId Constraints::moved(NodeId From, const Motion &Way) {
  if (Way.How == Motion::Kind::Stay)
    return From;
  uint64_t Key = uint64_t(From) << 32 | G.motionId(Way);
  auto [It, IsNew] = MovedNodes.try_emplace(Key, 0);
  if (IsNew) {
    It->second = G.addNode();
    G.addEdge(From, It->second, Way);
  }
  return It->second;
}

/// Lets the addresses in \p E reach \p To. Done later: expressions are deep.
void Constraints::flow(const Expr *E, NodeId To) {
  if (!isPlain(E))
    Flows.push_back({E, To});
}

void Constraints::runFlows() {
  while (!Flows.empty()) {
    Flow F = Flows.back();
    Flows.pop_back();
    for (const Source &S : Exprs.sources(F.From)) {
      if (S.What == Source::Kind::Address)
        G.addLabel(F.To, S.At);
      else if (S.What == Source::Kind::Contents)
        G.addEdge(contents(S.From, Access::Load), F.To);
      else if (S.Way.How == Motion::Kind::Stay)
        flow(S.From, F.To);
      else if (!isPlain(S.From))
        G.addEdge(value(S.From), F.To, S.Way);
    }
  }
}

// Places.

Constraints::Target Constraints::target(const Expr *Place) {
  Path P = pathOf(Place);
  if (P.Var)
    return {true, Exprs.address(P), 0};
  return {false, 0, moved(value(P.Pointer), P.Way)};
}

Constraints::Target Constraints::part(Target T, const Motion &Way) {
  if (Way.How == Motion::Kind::Stay)
    return T;
  if (!T.IsLabel)
    return {false, 0, moved(T.Pointer, Way)};
  // No motion into a part gives more than one label.
  return {true, *memory().move(T.At, Way, Learning::Off).begin(), 0};
}

NodeId Constraints::contents(Target T, uint64_t Size, Access Kind) {
  Size = std::max<uint64_t>(Size, 1);
  // There is nothing in constants.
  if (T.IsLabel && T.At == Memory::Constants)
    return G.addNode();
  return T.IsLabel ? G.cell(T.At, Size) : G.access(T.Pointer, Size, Kind);
}

NodeId Constraints::contents(const Expr *Place, Access Kind) {
  return contents(target(Place), pathOf(Place).bytes(), Kind);
}

namespace {

Motion wayTo(const Leaf &L, const Type *T) {
  if (L.Folded)
    return {Motion::Kind::IntoSome, T, L.Offset};
  return L.Offset ? Motion{Motion::Kind::Into, T, L.Offset} : Motion();
}

} // namespace

/// An assignment of the aggregate \p E.
void Constraints::copy(const Expr *E, Target To) {
  std::vector<const Expr *> Work = {E};
  while (!Work.empty()) {
    const Expr *Next = Work.back();
    Work.pop_back();
    if (Next->kind() == ExprKind::Cond) {
      Work.push_back(Next->operand(1));
      Work.push_back(Next->operand(2));
    } else if (Next->isPlace()) {
      copyParts(target(Next), To, Next->type());
    }
  }
}

void Constraints::copyParts(Target From, Target To, const Type *T) {
  for (const Leaf &L : memory().layouts().leaves(T)) {
    Motion Way = wayTo(L, T);
    G.addEdge(contents(part(From, Way), L.Size, Access::Load),
              contents(part(To, Way), L.Size, Access::Store));
  }
}

/// Something that others know may be put at \p To.
void Constraints::putOutside(Target To, const Type *T) {
  for (const Leaf &L : memory().layouts().leaves(T))
    G.addLabel(contents(part(To, wayTo(L, T)), L.Size, Access::Store),
               Memory::Outside);
}

/// Others get to know the value of \p E.
void Constraints::publishValue(const Expr *E) {
  if (!isAggregate(E->type())) {
    if (!isPlain(E))
      G.publish(value(E));
    return;
  }
  std::vector<const Expr *> Work = {E};
  while (!Work.empty()) {
    const Expr *Next = Work.back();
    Work.pop_back();
    if (Next->kind() == ExprKind::Cond) {
      Work.push_back(Next->operand(1));
      Work.push_back(Next->operand(2));
    } else if (Next->isPlace()) {
      Target From = target(Next);
      const Type *T = Next->type();
      for (const Leaf &L : memory().layouts().leaves(T))
        G.publish(contents(part(From, wayTo(L, T)), L.Size, Access::Load));
    }
  }
}

// Calls.

void Constraints::addCall(const Stmt &S) {
  auto Id = uint32_t(Calls.size());
  Calls.push_back({&S});
  if (S.Value->kind() == ExprKind::FuncAddr)
    connect(Id, *S.Value->function());
  else
    G.addCall(value(S.Value), Id);
}

void Constraints::called(const std::vector<uint32_t> &Ids,
                         const LabelSet &Targets) {
  std::vector<const Function *> Ours, Theirs;
  Targets.each([&](Label L) {
    if (const Function *F = memory().objectOf(L).Func)
      (F->isDefined() && !F->IsReplaceable ? Ours : Theirs).push_back(F);
  });
  const Function *Leader = nullptr;
  for (uint32_t Call : Ids) {
    callAll(Call, Ours, Leader);
    for (const Function *F : Theirs)
      connect(Call, *F);
    if (Targets.contains(Memory::Outside))
      callOthers(*Calls[Call].S);
    runFlows();
  }
}

/// Connects a call with \p Fs. Beyond a limit all targets of a call are taken
/// for one. Calls of the same functions have these in common: \p Leader is one
/// of all that have been taken for one before.
void Constraints::callAll(uint32_t Call,
                          const std::vector<const Function *> &Fs,
                          const Function *&Leader) {
  for (const Function *F : Fs) {
    const CallSite &C = Calls[Call];
    if (!C.First || C.Targets < MaxTargets) {
      connect(Call, *F);
    } else if (Leader) {
      return unifyFunctions(C.First, Leader);
    } else {
      Leader = C.First;
      for (const Function *Other : Fs)
        unifyFunctions(Other, Leader);
      return;
    }
  }
}

void Constraints::connect(uint32_t Call, const Function &F) {
  if (!Connected.insert(uint64_t(Call) << 32 | F.Id).second)
    return;
  CallSite &C = Calls[Call];
  ++C.Targets;
  const Stmt &S = *C.S;
  if (F.isDefined()) {
    C.First = C.First ? C.First : &F;
    passArguments(S, F);
    takeResult(S, F);
  }
  const LibraryFunction *L = findLibraryFunction(F);
  if (L)
    callLibrary(Call, *L);
  else if (!F.isDefined() || F.IsReplaceable)
    callOthers(S);
}

const Function *Constraints::groupOf(const Function *F) {
  while (Group[F->Id] != F)
    F = Group[F->Id] = Group[Group[F->Id]->Id];
  return F;
}

/// Whoever calls one of the two calls both.
void Constraints::unifyFunctions(const Function *F, const Function *H) {
  F = groupOf(F), H = groupOf(H);
  if (F == H)
    return;
  if (F->NumParams > H->NumParams)
    std::swap(F, H);
  Group[F->Id] = H;
  for (uint32_t I = 0; I < F->NumParams; ++I)
    unifyVariables(Exprs.object(F->Vars[I].get()),
                   Exprs.object(H->Vars[I].get()), F->Vars[I]->Ty,
                   H->Vars[I]->Ty);
  // A call of F with more arguments has shown these to others.
  for (uint32_t I = F->NumParams; I < H->NumParams; ++I)
    G.fill(Exprs.object(H->Vars[I].get()));
  unifyVariables(Exprs.result(F), Exprs.result(H), F->Ty->inner(),
                 H->Ty->inner());
}

void Constraints::unifyVariables(ObjectId A, ObjectId B, const Type *T,
                                 const Type *U) {
  if (T == U) {
    for (const Leaf &L : memory().layouts().leaves(T)) {
      Motion Way = wayTo(L, T);
      Target P = part({true, memory().exact(A, 0), 0}, Way);
      Target Q = part({true, memory().exact(B, 0), 0}, Way);
      G.unify(contents(P, L.Size, Access::Store),
              contents(Q, L.Size, Access::Store));
    }
    return;
  }
  for (ObjectId O : {A, B}) {
    G.fill(O);
    G.publishContents(O);
  }
}

void Constraints::passArguments(const Stmt &S, const Function &F) {
  for (size_t I = 0; I < S.Args.size(); ++I) {
    const Expr *Arg = S.Args[I];
    const Variable *Param = I < F.NumParams ? F.Vars[I].get() : nullptr;
    // SOUND: what va_arg gives is anything that others know.
    if (!Param) {
      publishValue(Arg);
      continue;
    }
    Target To{true, memory().exact(Exprs.object(Param), 0), 0};
    if (!isAggregate(Arg->type()) && !isAggregate(Param->Ty)) {
      if (!isPlain(Arg))
        G.addEdge(value(Arg), contents(To, Param->Ty->size(), Access::Store));
    } else if (Arg->type() == Param->Ty) {
      copy(Arg, To);
    } else {
      publishValue(Arg);
      G.fill(Exprs.object(Param));
    }
  }
  for (size_t I = S.Args.size(); I < F.NumParams; ++I)
    G.fill(Exprs.object(F.Vars[I].get()));
}

void Constraints::takeResult(const Stmt &S, const Function &F) {
  const Type *T = F.Ty->inner();
  if (!S.Dest)
    return;
  Target From{true, memory().exact(Exprs.result(&F), 0), 0};
  if (T->isVoid()) {
    putOutside(target(S.Dest), S.Dest->type());
  } else if (!isAggregate(T) && !isAggregate(S.Dest->type())) {
    G.addEdge(contents(From, T->size(), Access::Load),
              contents(S.Dest, Access::Store));
  } else if (T == S.Dest->type()) {
    copyParts(From, target(S.Dest), T);
  } else {
    G.publishContents(Exprs.result(&F));
    putOutside(target(S.Dest), S.Dest->type());
  }
}

void Constraints::callOthers(const Stmt &S) {
  for (const Expr *Arg : S.Args)
    publishValue(Arg);
  if (S.Dest)
    putOutside(target(S.Dest), S.Dest->type());
}

Extent extentOf(const Expr *Argument, const Expr *Count) {
  const Expr *Pointer = withoutPointerCasts(Argument);
  const Type *T =
      Pointer->type()->isPointer() ? Pointer->type()->inner() : nullptr;
  if (T && T->size() == 0)
    T = nullptr;
  if (Count && Count->kind() == ExprKind::Int && Count->bits() <= INT32_MAX) {
    auto Size = uint64_t(Count->bits());
    return {Pointer, {}, T && T->size() == Size ? T : nullptr, Size};
  }
  if (!T)
    return {Pointer, {Motion::Kind::Anywhere, nullptr, 0}, nullptr, 1};
  return {Pointer, {Motion::Kind::StepAny, T, 0}, T, T->size()};
}

void Constraints::callLibrary(uint32_t Call, const LibraryFunction &L) {
  const Stmt &S = *Calls[Call].S;
  giveResult(Call, L);
  showArguments(S, L);
  if (L.What == LibraryFunction::Contents::Kept)
    for (const Expr *Arg : S.Args)
      publishValue(Arg);
  if (L.What == LibraryFunction::Contents::CopyOfSecond && S.Args.size() >= 2)
    return copyMemory(S, byteCount(L, S));
  for (size_t Arg : writtenArguments(L, S))
    writeArgument(S, Arg, L);
}

/// SOUND: an address that leaves the program as a number, or in a file, may
/// come in again.
void Constraints::showArguments(const Stmt &S, const LibraryFunction &L) {
  bool Prints = printsAddresses(L, S);
  for (size_t I = 0; I < S.Args.size(); ++I)
    if (!S.Args[I]->type()->isPointer() ||
        (Prints && I > size_t(L.Writes.Format)))
      publishValue(S.Args[I]);
  if (L.What != LibraryFunction::Contents::Shown || S.Args.empty())
    return;
  Motion Anywhere = {Motion::Kind::Anywhere, nullptr, 0};
  NodeId All = moved(value(S.Args[0]), Anywhere);
  G.publish(contents({false, 0, All}, 1, Access::Load));
}

void Constraints::giveResult(uint32_t Call, const LibraryFunction &L) {
  using Result = LibraryFunction::Result;
  const Stmt &S = *Calls[Call].S;
  if (!S.Dest || isAggregate(S.Dest->type()))
    return;
  NodeId To = contents(S.Dest, Access::Store);
  if (L.Gives == Result::Fresh || L.Gives == Result::FreshOrFirst) {
    Label &Block = Calls[Call].Block;
    if (Block == 0)
      Block = memory().exact(memory().addBlock(), 0);
    G.addLabel(To, Block);
  }
  if (L.Gives == Result::Others)
    G.addLabel(To, Memory::Outside);
  if (L.Gives == Result::ErrorNumber)
    G.addLabel(To, Memory::ErrorNumber);
  if (S.Args.empty())
    return;
  if (L.Gives == Result::First || L.Gives == Result::FreshOrFirst)
    flow(S.Args[0], To);
  if (L.Gives == Result::InFirst) {
    Extent E = extentOf(S.Args[0], nullptr);
    G.addEdge(value(E.Pointer), To, E.Way);
  }
}

void Constraints::writeArgument(const Stmt &S, size_t Arg,
                                const LibraryFunction &L) {
  using Contents = LibraryFunction::Contents;
  if (L.What == Contents::Bytes || !S.Args[Arg]->type()->isPointer())
    return;
  if (L.What == Contents::InFirst) {
    Extent From = extentOf(S.Args[0], nullptr);
    uint64_t Size = S.Args[Arg]->type()->size();
    G.addEdge(value(From.Pointer),
              G.access(value(S.Args[Arg]), Size, Access::Store), From.Way);
    return;
  }
  Extent E = extentOf(S.Args[Arg], byteCount(L, S));
  Target To{false, 0, moved(value(E.Pointer), E.Way)};
  if (E.T)
    putOutside(To, E.T);
  else
    G.addLabel(contents(To, E.Size, Access::Store), Memory::Outside);
}

/// memcpy, strcpy and the like.
void Constraints::copyMemory(const Stmt &S, const Expr *Count) {
  Extent D = extentOf(S.Args[0], Count), F = extentOf(S.Args[1], Count);
  bool Counted = D.Way.How == Motion::Kind::Stay;
  if (Counted && D.T != F.T)
    D.T = F.T = nullptr;
  // What is not clear: everything in both.
  if (D.T != F.T || D.Size != F.Size)
    for (Extent *E : {&D, &F})
      *E = {E->Pointer, {Motion::Kind::Anywhere, nullptr, 0}, nullptr, 1};
  Target To{false, 0, moved(value(D.Pointer), D.Way)};
  Target From{false, 0, moved(value(F.Pointer), F.Way)};
  if (D.T)
    copyParts(From, To, D.T);
  else
    G.addEdge(contents(From, F.Size, Access::Load),
              contents(To, D.Size, Access::Store));
}

} // namespace predabs::alias
