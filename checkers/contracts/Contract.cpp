// Executes all paths through a function with symbols. Values are terms over the
// entry; memory is the list of what was written, the last first. Whatever would
// need a decision about two places that may or may not be the same is left
// alone: then the contract is not exact.

#include "checkers/contracts/Contract.h"

#include "checkers/contracts/Normal.h"
#include "predicates/alias/Layout.h"
#include "predicates/alias/Locations.h"
#include "predicates/ir/Calls.h"
#include "predicates/ir/Importer.h"
#include "predicates/ir/Print.h"
#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

/// Why there is no exact contract, in words.
struct NotExact {
  std::string Why;
};

/// What holds at a point of a path.
struct State {
  struct Cell {
    const Expr *Place;
    const Expr *Value; ///< null: arbitrary
    Loc Where;
  };
  std::vector<Cell> Cells;                          ///< in the order of writing
  std::vector<std::pair<const Expr *, bool>> Known; ///< conditions so far
  std::vector<const Expr *> Computed;
  unsigned Statements = 0;
  std::set<std::pair<uint32_t, BlockId>> Visited; ///< activation, block
};

class Execution {
public:
  Execution(Context &Ctx, const Function &F, const std::set<uint32_t> &Exact,
            const std::set<const Function *> &Failures,
            const ContractLimits &Limits)
      : Ctx(Ctx), F(F), Exact(Exact), Failures(Failures), Limits(Limits) {}

  std::unique_ptr<PathTree> run() {
    if (F.Ty->isVariadic())
      throw NotExact{"it takes a variable number of arguments"};
    std::optional<PathTree> Tree = block({{}, &F, 0, 0, 0, nullptr}, {});
    if (!Tree)
      throw NotExact{"it does not return"};
    checkFailures();
    return std::make_unique<PathTree>(std::move(*Tree));
  }

private:
  /// A point to go on from; callers of inlined functions are a chain.
  struct Point {
    std::vector<PathTree::Condition> Conditions; ///< since the last choice
    const Function *Func;
    BlockId Block;
    size_t Stmt;
    uint32_t Activation;
    std::shared_ptr<const Point> Caller;
  };
  using Tree = std::optional<PathTree>;

  Tree block(Point P, State S);
  Tree choose(Point P, const State &S);
  Tree leave(Point P, State S, const Expr *Result, Loc Where);
  Tree enter(Point P, State S, const Stmt &Call);
  Tree fail(Point P, State S, const Stmt &Call);
  Tree end(Point P, State S, std::unique_ptr<PathEffect> O);
  bool isFailure(const Stmt &S) const;
  bool hasFailure(const Function &Callee) const;
  void checkFailures() const;
  bool assume(Point &P, State &S, const Stmt &Assumed);
  void assign(State &S, const Expr *Dest, const Expr *Value, Loc Where) const;

  const Expr *value(const State &S, const Expr *E);
  const Expr *place(const State &S, const Expr *E);
  const Expr *load(const State &S, const Expr *Place);
  const Expr *computed(State &S, const Expr *E);
  void checkAddresses(const PathEffect &O);
  bool isOwn(const Variable *V) const;
  bool areApart(const Expr *A, const Expr *B);
  bool areApartByType(const Expr *A, const Expr *B);
  void putInOrder(std::vector<PathEffect::Write> &Writes);
  void forget(State &S, const Function &Callee) const;

  Context &Ctx;
  const Function &F;
  const std::set<uint32_t> &Exact;
  const std::set<const Function *> &Failures;
  const ContractLimits &Limits;
  /// Calls of Failures, each on one path, and what they say.
  std::set<const Stmt *> Failed;
  std::set<std::string> SaidOnFailure;
  alias::TypeClasses Types;
  unsigned NumPaths = 0;
  uint32_t NumActivations = 0;
};

std::string nameOf(const Function &F) {
  return F.DisplayName.empty() ? F.Name : F.DisplayName;
}

/// A variable that lives as long as the call.
bool isLocal(const Variable *V) { return V && !V->isGlobal(); }

const char *const LocalAddress = "it uses the address of a local variable";

/// Whether the address of a local variable is in \p E.
bool pointsToLocal(const Expr *E) {
  return std::ranges::any_of(addressedIn(E), isLocal);
}

/// The formal parameters of the function itself are what its callers gave.
bool Execution::isOwn(const Variable *V) const {
  return V->Kind == Storage::Parameter && V->Id < F.Vars.size() &&
         F.Vars[V->Id].get() == V;
}

bool isThroughUnion(const Expr *Place) {
  for (; Place->kind() == ExprKind::Field || Place->kind() == ExprKind::Index;
       Place = Place->operand(0))
    if (Place->operand(0)->type()->isUnion())
      return true;
  return Place->type()->isUnion();
}

/// Whether both are members of records of one type, and not the same bits.
bool areOtherMembers(const Expr *A, const Expr *B) {
  if (A->kind() != ExprKind::Field || B->kind() != ExprKind::Field ||
      A->operand(0)->type() != B->operand(0)->type())
    return false;
  auto End = [](const Field &F) {
    return F.BitOffset + (F.isBitField() ? F.BitWidth : 8 * F.Ty->size());
  };
  const Field &F = A->field(), &G = B->field();
  return End(F) <= G.BitOffset || End(G) <= F.BitOffset;
}

/// Memory is accessed by its own type only, if the target says so.
bool Execution::areApartByType(const Expr *A, const Expr *B) {
  if (!Ctx.target().StrictAliasing || isThroughUnion(A) || isThroughUnion(B))
    return false;
  return !Types.compatible(A->type(), B->type()) || areOtherMembers(A, B);
}

bool Execution::areApart(const Expr *A, const Expr *B) {
  const Expr *RootA = alias::rootOf(A), *RootB = alias::rootOf(B);
  bool IsVarA = RootA->kind() == ExprKind::Var;
  bool IsVarB = RootB->kind() == ExprKind::Var;
  if (IsVarA && IsVarB && RootA != RootB)
    return true;
  // SOUND: a pointer into a local variable is followed to it, or not at all,
  // see place(); and what was there at the entry does not point to one.
  if (IsVarA != IsVarB && isLocal((IsVarA ? RootA : RootB)->variable()))
    return true;
  return alias::areApartInOne(A, B) || areApartByType(A, B);
}

bool isBitField(const Expr *Place) {
  return Place->kind() == ExprKind::Field && Place->field().isBitField();
}

/// The part \p Place of what was written to \p Whole; null if it is none.
const Expr *partOf(Context &Ctx, const Expr *Place, const Expr *Whole,
                   const Expr *Value) {
  std::vector<const Expr *> Steps;
  for (; Place != Whole; Place = Place->operand(0)) {
    if (Place->kind() != ExprKind::Field)
      return nullptr;
    Steps.push_back(Place);
  }
  if (Steps.empty())
    return Value;
  if (!Value->isPlace())
    return nullptr;
  for (size_t I = Steps.size(); I-- > 0;)
    Value = Ctx.field(Value, Steps[I]->fieldIndex());
  return Value;
}

/// What \p Place, over the entry, holds now.
const Expr *Execution::load(const State &S, const Expr *Place) {
  for (size_t I = S.Cells.size(); I-- > 0;) {
    const State::Cell &C = S.Cells[I];
    if (C.Place != Place && areApart(C.Place, Place))
      continue;
    // SOUND: what is read from a bit-field may be less than what was written.
    if (!C.Value || isBitField(C.Place))
      throw NotExact{"it uses a value that is not known"};
    if (const Expr *Part = partOf(Ctx, Place, C.Place, C.Value))
      return Part;
    throw NotExact{"what it reads may be what it wrote, or not"};
  }
  const Expr *Root = alias::rootOf(Place);
  if (Root->kind() == ExprKind::Var && isLocal(Root->variable()) &&
      !isOwn(Root->variable()))
    throw NotExact{"it uses a value that is not known"};
  return Place;
}

const Expr *Execution::place(const State &S, const Expr *E) {
  switch (E->kind()) {
  case ExprKind::Var:
    return E;
  case ExprKind::Field:
    return Ctx.field(place(S, E->operand(0)), E->fieldIndex());
  case ExprKind::Index:
    return Ctx.index(place(S, E->operand(0)), value(S, E->operand(1)));
  case ExprKind::Deref: {
    const Expr *Pointer = value(S, E->operand(0));
    const Expr *To = Ctx.deref(Pointer);
    if (To->kind() == ExprKind::Deref && pointsToLocal(Pointer))
      throw NotExact{LocalAddress};
    return To;
  }
  default:
    throw NotExact{"it has a part of a value"};
  }
}

const Expr *Execution::value(const State &S, const Expr *E) {
  if (E->kind() == ExprKind::LabelAddr)
    throw NotExact{"it uses the address of a label"};
  if (E->isConstant())
    return E;
  if (E->isPlace())
    return load(S, place(S, E));
  if (E->kind() == ExprKind::AddrOf)
    return Ctx.addrOf(place(S, E->operand(0)));
  std::vector<const Expr *> Operands;
  for (unsigned I = 0; I < E->numOperands(); ++I)
    Operands.push_back(value(S, E->operand(I)));
  return withOperands(Ctx, E, Operands);
}

/// The value of \p E in normal form.
const Expr *Execution::computed(State &S, const Expr *E) {
  // The walk is by recursion.
  if (treeSize(E, Limits.Terms) > Limits.Terms)
    throw NotExact{"it has long expressions"};
  const Expr *Value = value(S, E);
  if (treeSize(Value, Limits.Terms) > Limits.Terms)
    throw NotExact{"it has long expressions"};
  Value = exactForm(Ctx, Value);
  if (isPartial(Ctx, Value))
    S.Computed.push_back(Value);
  return Value;
}

/// False if the path ends here.
bool Execution::assume(Point &P, State &S, const Stmt &Assumed) {
  const Expr *Holds = computed(S, Assumed.Value);
  if (Holds->kind() == ExprKind::Int)
    return Holds->bits() != 0;
  bool IsNot = Holds->kind() == ExprKind::Unary && Holds->op() == Op::Not;
  const Expr *Asked = IsNot ? Holds->operand(0) : Holds;
  for (auto &[Condition, Answer] : S.Known)
    if (Condition == Asked)
      return Answer != IsNot;
  S.Known.emplace_back(Asked, !IsNot);
  P.Conditions.push_back({Holds, Assumed.Where});
  return true;
}

void Execution::assign(State &S, const Expr *Dest, const Expr *Value,
                       Loc Where) const {
  // What is written again is not seen, whatever was written meanwhile.
  std::erase_if(S.Cells, [&](const State::Cell &C) { return C.Place == Dest; });
  S.Cells.push_back({Dest, Value, Where});
}

void Execution::forget(State &S, const Function &Callee) const {
  std::erase_if(S.Cells, [&](const State::Cell &C) {
    const Variable *V = rootOf(C.Place);
    return isLocal(V) && V->Id < Callee.Vars.size() &&
           Callee.Vars[V->Id].get() == V;
  });
}

Execution::Tree Execution::enter(Point P, State S, const Stmt &Call) {
  const Expr *To = Call.Value;
  if (To->kind() != ExprKind::FuncAddr)
    throw NotExact{"it calls through a pointer"};
  const Function &Callee = *To->function();
  if (Failures.contains(&Callee))
    return fail(std::move(P), std::move(S), Call);
  if (!Exact.contains(Callee.Id) || Call.Args.size() != Callee.NumParams)
    throw NotExact{"it calls " + nameOf(Callee) +
                   (hasFailure(Callee) ? ", which has assertions"
                                       : ", whose contract is not exact")};
  std::vector<const Expr *> Args;
  for (const Expr *Arg : Call.Args)
    Args.push_back(computed(S, Arg));
  forget(S, Callee);
  for (uint32_t I = 0; I < Callee.NumParams; ++I) {
    if (Args[I]->type() != Callee.Vars[I]->Ty)
      throw NotExact{"it calls a function with other arguments"};
    assign(S, Ctx.var(Callee.Vars[I].get()), Args[I], Call.Where);
  }
  auto Caller = std::make_shared<Point>(P);
  return block({std::move(P.Conditions), &Callee, 0, 0, ++NumActivations,
                std::move(Caller)},
               std::move(S));
}

/// Back to the caller, behind the call; or out.
Execution::Tree Execution::leave(Point P, State S, const Expr *Result,
                                 Loc Where) {
  if (!P.Caller) {
    auto O = std::make_unique<PathEffect>();
    O->Result = Result;
    O->Where = Where;
    return end(std::move(P), std::move(S), std::move(O));
  }
  Point Back = *P.Caller;
  Back.Conditions = std::move(P.Conditions);
  forget(S, *P.Func);
  const Stmt &Call = Back.Func->Blocks[Back.Block].Stmts[Back.Stmt];
  if (Call.Dest) {
    const Expr *Dest = place(S, Call.Dest);
    if (Result && Result->type() != Dest->type())
      throw NotExact{"it calls a function with another result"};
    assign(S, Dest, Result, Call.Where);
  }
  ++Back.Stmt;
  return block(std::move(Back), std::move(S));
}

/// Whether \p Sum is computed where the sum \p Larger is: x + 1 for x + 3.
bool isOnTheWay(const Expr *Sum, const Expr *Larger) {
  auto IsSum = [](const Expr *E) {
    return E->kind() == ExprKind::Binary &&
           (E->op() == Op::Add || E->op() == Op::Sub) &&
           E->operand(1)->kind() == ExprKind::Int;
  };
  return IsSum(Sum) && IsSum(Larger) && Sum->op() == Larger->op() &&
         Sum->operand(0) == Larger->operand(0) &&
         Sum->operand(1)->number() <= Larger->operand(1)->number();
}

/// Computed, and in nothing that \p O has to compute anyway.
std::vector<const Expr *> unused(const State &S, const PathEffect &O) {
  std::set<const Expr *> Anyway;
  auto Add = [&](const Expr *E) { Anyway.merge(computedBy(E)); };
  for (auto &[Condition, Answer] : S.Known)
    Add(Condition);
  for (const PathEffect::Write &W : O.Writes) {
    for (unsigned I = 0; I < W.Place->numOperands(); ++I)
      Add(W.Place->operand(I));
    Add(W.Value);
  }
  if (O.Result)
    Add(O.Result);
  std::vector<const Expr *> Result;
  // The last ones contain the first ones.
  for (size_t I = S.Computed.size(); I-- > 0;) {
    const Expr *E = S.Computed[I];
    if (Anyway.contains(E) || std::ranges::any_of(Anyway, [&](const Expr *L) {
          return isOnTheWay(E, L);
        }))
      continue;
    Add(E);
    Result.push_back(E);
  }
  std::ranges::sort(Result, {}, [](const Expr *E) { return print(E); });
  return Result;
}

/// The order of writes that are all apart does not matter.
void Execution::putInOrder(std::vector<PathEffect::Write> &Writes) {
  for (size_t I = 0; I < Writes.size(); ++I)
    for (size_t J = 0; J < I; ++J)
      if (!areApart(Writes[I].Place, Writes[J].Place))
        return;
  std::ranges::sort(Writes, {},
                    [](const PathEffect::Write &W) { return print(W.Place); });
}

/// Writes happen one after the other: none may change where a later one goes.
void Execution::checkAddresses(const PathEffect &O) {
  for (size_t I = 1; I < O.Writes.size(); ++I) {
    const Expr *Place = O.Writes[I].Place;
    for (const Expr *Read : placesRead(Place))
      for (size_t J = 0; J < I; ++J)
        if (Read != Place && !areApart(O.Writes[J].Place, Read))
          throw NotExact{"where it writes depends on what it wrote"};
  }
}

bool Execution::isFailure(const Stmt &S) const {
  return Failures.contains(directCallee(S));
}

bool Execution::hasFailure(const Function &Callee) const {
  return std::ranges::any_of(Callee.Blocks, [&](const Block &B) {
    return std::ranges::any_of(B.Stmts,
                               [&](const Stmt &S) { return isFailure(S); });
  });
}

/// The constant text whose address \p E is; null if it is none.
const Variable *textAt(const Expr *E) {
  std::vector<const Variable *> In = addressedIn(E);
  bool IsText = E->kind() == ExprKind::AddrOf && In.size() == 1 && In[0] &&
                In[0]->isGlobal() && !namelessGlobal(*In[0]).empty();
  return IsText ? In[0] : nullptr;
}

/// `exit(1)` or __builtin_unreachable(), which often comes behind a failed
/// assertion.
bool isExit(const Stmt &S) {
  if (S.Kind == StmtKind::Assume)
    return S.Value->isConstant();
  const Function *Callee = directCallee(S);
  return Callee && !S.Dest && !Callee->isDefined() &&
         std::ranges::all_of(S.Args, &Expr::isConstant);
}

/// The end of a path on which an assertion failed.
Execution::Tree Execution::fail(Point P, State S, const Stmt &Call) {
  const Block &B = P.Func->Blocks[P.Block];
  auto O = std::make_unique<PathEffect>();
  O->Where = Call.Where;
  O->Failure.assign(B.Stmts.begin() + long(P.Stmt), B.Stmts.end());
  if (!B.Succs.empty() || Call.Dest ||
      !std::all_of(O->Failure.begin() + 1, O->Failure.end(), isExit))
    throw NotExact{"it goes on when an assertion failed"};
  O->Failure[0].Args.clear();
  std::string Said = Call.Value->function()->Name;
  for (const Expr *Arg : Call.Args) {
    computed(S, Arg);
    if (const Variable *Text = textAt(Arg)) {
      O->Failure[0].Args.push_back(Arg);
      Said += "\n" + Text->Bytes;
    }
  }
  // Each is known by what it says.
  if (!Failed.insert(&Call).second || !SaidOnFailure.insert(Said).second)
    throw NotExact{"it comes to an assertion in several ways"};
  return end(std::move(P), std::move(S), std::move(O));
}

/// SOUND: an assertion that holds on all paths is none in the contract, and
/// would no longer be there to be judged.
void Execution::checkFailures() const {
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts)
      if (isFailure(S) && !Failed.contains(&S))
        throw NotExact{"it has a call on no path"};
}

Execution::Tree Execution::end(Point P, State S,
                               std::unique_ptr<PathEffect> O) {
  if (++NumPaths > Limits.Paths)
    throw NotExact{"it has many paths"};
  for (const State::Cell &C : S.Cells) {
    if (isLocal(rootOf(C.Place)))
      continue;
    if (!C.Value)
      throw NotExact{"it writes a value that is not known"};
    // What was written with the value that it had.
    O->Writes.push_back({C.Place, C.Value, C.Where});
  }
  putInOrder(O->Writes);
  checkAddresses(*O);
  O->Unused = unused(S, *O);
  // Callers have no use for them.
  std::vector<const Expr *> All = O->Unused;
  for (auto &[Condition, Answer] : S.Known)
    All.push_back(Condition);
  for (const PathEffect::Write &W : O->Writes)
    All.insert(All.end(), {W.Place, W.Value});
  if (O->Result)
    All.push_back(O->Result);
  if (std::ranges::any_of(All, pointsToLocal))
    throw NotExact{LocalAddress};
  return PathTree{std::move(P.Conditions), {}, std::move(O)};
}

bool isSame(const PathEffect &A, const PathEffect &B) {
  return A.Result == B.Result && A.Failure == B.Failure &&
         A.Unused == B.Unused &&
         std::ranges::equal(A.Writes, B.Writes, [](auto &V, auto &W) {
           return V.Place == W.Place && V.Value == W.Value;
         });
}

/// Whether both do the same, from condition number \p From.
bool isSame(const PathTree &A, const PathTree &B, size_t From = 0) {
  auto Holds = [](const PathTree &T, size_t From) {
    std::vector<const Expr *> All;
    for (size_t I = From; I < T.Conditions.size(); ++I)
      All.push_back(T.Conditions[I].Holds);
    return All;
  };
  if (Holds(A, From) != Holds(B, From) || !A.End != !B.End)
    return false;
  if (A.End)
    return isSame(*A.End, *B.End);
  return std::ranges::equal(
      A.Choices, B.Choices,
      [](const PathTree &C, const PathTree &D) { return isSame(C, D); });
}

/// Which of several choices comes first does not matter: those whose condition
/// is no negation.
std::pair<bool, std::string> rankOf(const PathTree &T) {
  if (T.Conditions.empty())
    return {false, ""};
  const Expr *C = T.Conditions[0].Holds;
  return {C->kind() == ExprKind::Unary && C->op() == Op::Not, print(C)};
}

/// `if (c) same else same`
bool isIdleChoice(Context &Ctx, const std::vector<PathTree> &Choices) {
  if (Choices.size() != 2 || Choices[0].Conditions.empty() ||
      Choices[1].Conditions.empty())
    return false;
  const Expr *C = Choices[0].Conditions[0].Holds;
  return Ctx.notOf(C) == Choices[1].Conditions[0].Holds && !isPartial(Ctx, C) &&
         isSame(Choices[0], Choices[1], 1);
}

Execution::Tree Execution::choose(Point P, const State &S) {
  PathTree Result;
  std::vector<PathTree> Choices;
  for (BlockId Next : P.Func->Blocks[P.Block].Succs)
    if (Tree T = block({{}, P.Func, Next, 0, P.Activation, P.Caller}, S))
      Choices.push_back(std::move(*T));
  if (Choices.empty())
    return std::nullopt;
  bool IsIdle = isIdleChoice(Ctx, Choices);
  if (IsIdle) {
    Choices.pop_back();
    auto &Conditions = Choices[0].Conditions;
    Conditions.erase(Conditions.begin());
  }
  if (Choices.size() == 1) {
    Result = std::move(Choices[0]);
    P.Conditions.insert(P.Conditions.end(), Result.Conditions.begin(),
                        Result.Conditions.end());
  } else {
    std::ranges::sort(Choices, {}, rankOf);
    Result.Choices = std::move(Choices);
  }
  Result.Conditions = std::move(P.Conditions);
  return Result;
}

Execution::Tree Execution::block(Point P, State S) {
  const Block &B = P.Func->Blocks[P.Block];
  if (P.Stmt == 0 && !S.Visited.insert({P.Activation, P.Block}).second) {
    // The way back of `do ... while (0)` is none.
    bool IsWay = B.Stmts.empty() || B.Stmts[0].Kind != StmtKind::Assume ||
                 assume(P, S, B.Stmts[0]);
    if (!IsWay)
      return std::nullopt;
    throw NotExact{"it has a loop"};
  }
  for (; P.Stmt < B.Stmts.size(); ++P.Stmt) {
    const Stmt &T = B.Stmts[P.Stmt];
    if (++S.Statements > Limits.Statements)
      throw NotExact{"it is long"};
    switch (T.Kind) {
    case StmtKind::Assume:
      if (!assume(P, S, T))
        return std::nullopt;
      break;
    case StmtKind::Assign: {
      if (T.Why != Reason::None)
        throw NotExact{"it reads what others change"};
      const Expr *Value = computed(S, T.Value);
      assign(S, exactForm(Ctx, place(S, T.Dest)), Value, T.Where);
      break;
    }
    case StmtKind::Havoc:
      if (!T.Dest || !isLocal(rootOf(T.Dest)))
        throw NotExact{"it leaves values open"};
      assign(S, exactForm(Ctx, place(S, T.Dest)), nullptr, T.Where);
      break;
    case StmtKind::Call:
      return enter(std::move(P), std::move(S), T);
    case StmtKind::Return: {
      const Expr *Result = T.Value ? computed(S, T.Value) : nullptr;
      return leave(std::move(P), std::move(S), Result, T.Where);
    }
    }
  }
  if (B.Succs.empty())
    throw NotExact{"it may end the program"};
  return choose(std::move(P), S);
}

} // namespace

Contract contractOf(Context &Ctx, const Function &F,
                    const std::set<uint32_t> &Exact,
                    const std::set<const Function *> &Failures,
                    const ContractLimits &Limits) {
  Contract C;
  try {
    C.Paths = Execution(Ctx, F, Exact, Failures, Limits).run();
  } catch (const NotExact &N) {
    C.WhyNot = N.Why;
  }
  return C;
}

} // namespace predabs
