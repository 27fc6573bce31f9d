// See Builder.h.

#include "plugin/lower/Builder.h"

#include <algorithm>
#include <cassert>

namespace predabs::lower {

using namespace ir;

Builder::Builder(Module &M, Function &F) : M(M), F(F) {
  Cur = newBlock("entry");
}

BlockId Builder::newBlock(std::string Hint) {
  Blocks.emplace_back();
  Blocks.back().Name = std::move(Hint);
  return BlockId(Blocks.size() - 1);
}

void Builder::start(BlockId B) { Cur = B; }

void Builder::leave(std::vector<BlockId> To) {
  Blocks[Cur].Succs = std::move(To);
  Cur = newBlock("dead");
}

void Builder::fallInto(BlockId B) {
  jump(B);
  start(B);
}

void Builder::branch(Value Cond, BlockId True, BlockId False) {
  if (Cond->kind() == ExprKind::Int)
    return jump(Cond->bits() ? True : False);
  BlockId Then = newBlock("then"), Else = newBlock("else");
  leave({Then, Else});
  start(Then);
  assume(Cond);
  jump(True);
  start(Else);
  assume(M.Ctx.notOf(Cond));
  jump(False);
}

void Builder::add(Stmt S) {
  S.Where = Where;
  Blocks[Cur].Stmts.push_back(std::move(S));
}

void Builder::assign(Value Dest, Value V) {
  assert(Dest->isPlace() && Dest->type() == V->type());
  // The bytes of an empty class may belong to the object around it.
  if (Dest->type()->isRecord() && Dest->type()->isComplete() &&
      Dest->type()->fields().empty())
    return;
  Stmt S;
  S.Kind = StmtKind::Assign;
  S.Dest = Dest;
  S.Value = V;
  add(std::move(S));
}

void Builder::assignVolatile(Value Dest, Value V) {
  size_t Before = Blocks[Cur].Stmts.size();
  assign(Dest, V);
  if (Blocks[Cur].Stmts.size() > Before)
    Blocks[Cur].Stmts.back().Why = Reason::Volatile;
}

void Builder::assume(Value Cond) {
  Stmt S;
  S.Kind = StmtKind::Assume;
  S.Value = Cond;
  add(std::move(S));
}

void Builder::call(Value Dest, Value Callee, std::vector<Value> Args) {
  Stmt S;
  S.Kind = StmtKind::Call;
  S.Dest = Dest;
  S.Value = Callee;
  S.Args = std::move(Args);
  add(std::move(S));
}

void Builder::ret(Value V) {
  Stmt S;
  S.Kind = StmtKind::Return;
  S.Value = V;
  add(std::move(S));
  end();
}

void Builder::havoc(Value Dest, Reason Why, std::vector<Value> From) {
  Stmt S;
  S.Kind = StmtKind::Havoc;
  S.Why = Why;
  S.Dest = Dest;
  std::erase_if(From, [](Value V) {
    return !V || V->kind() == ir::ExprKind::Int ||
           V->kind() == ir::ExprKind::Float || V->kind() == ir::ExprKind::Zero;
  });
  S.Args = std::move(From);
  note(Why);
  add(std::move(S));
}

Value Builder::local(std::string Name, const Type *T, Storage Kind) {
  Variable *V = addVariable(F, std::move(Name), T, Kind);
  V->Where = Where;
  return M.Ctx.var(V);
}

Value Builder::temp(const Type *T) { return local("t", T, Storage::Temporary); }

Value Builder::save(Value V) {
  Value T = temp(V->type());
  assign(T, V);
  return T;
}

namespace {

/// Whether the address of a place depends on what memory holds.
bool isStableAddress(Value Place);

} // namespace

bool Builder::isStable(Value V) {
  switch (V->kind()) {
  case ExprKind::Var:
    return V->variable()->Kind == Storage::Temporary;
  case ExprKind::AddrOf:
    return isStableAddress(V->operand(0));
  case ExprKind::Field:
  case ExprKind::Index:
  case ExprKind::Deref:
    return false;
  default:
    break;
  }
  for (unsigned I = 0; I < V->numOperands(); ++I)
    if (!isStable(V->operand(I)))
      return false;
  return true;
}

namespace {

bool isStableAddress(Value Place) {
  switch (Place->kind()) {
  case ExprKind::Var:
    return true;
  case ExprKind::Field:
    return isStableAddress(Place->operand(0));
  case ExprKind::Index:
    return isStableAddress(Place->operand(0)) &&
           Builder::isStable(Place->operand(1));
  default:
    return Builder::isStable(Place->operand(0));
  }
}

} // namespace

Value Builder::arbitrary(const Type *T, Reason Why, std::vector<Value> From) {
  Value Result = temp(T);
  havoc(Result, Why, std::move(From));
  return Result;
}

Value Builder::flag() {
  Flags.push_back(local("flag", M.Ctx.boolType(), Storage::Local));
  return Flags.back();
}

void Builder::beginStatement() {
  if (Depth++ == 0)
    Reasons.reset();
}

void Builder::endStatement() {
  if (--Depth != 0)
    return;
  Exactness &H = F.How;
  ++H.Statements;
  bool Approximated = false;
  for (unsigned I = 0; I < NumReasons; ++I) {
    if (!Reasons[I])
      continue;
    ++H.ByReason[I];
    Approximated |= isApproximation(Reason(I));
  }
  if (Approximated)
    ++H.Approximated;
  else if (Reasons[unsigned(Reason::FloatingPoint)])
    ++H.FloatingPoint;
}

std::vector<bool> Builder::reachable() const {
  std::vector<bool> Seen(Blocks.size());
  std::vector<BlockId> Work = {0};
  Seen[0] = true;
  while (!Work.empty()) {
    BlockId B = Work.back();
    Work.pop_back();
    for (BlockId S : Blocks[B].Succs)
      if (!Seen[S]) {
        Seen[S] = true;
        Work.push_back(S);
      }
  }
  return Seen;
}

/// A block whose only successor has no other predecessor takes it over.
void Builder::joinChains() {
  std::vector<bool> Live = reachable();
  std::vector<uint32_t> Preds(Blocks.size());
  Preds[0] = 1;
  for (BlockId B : Named)
    Preds[B] = 1;
  for (BlockId B = 0; B < Blocks.size(); ++B)
    if (Live[B])
      for (BlockId S : Blocks[B].Succs)
        ++Preds[S];
  for (BlockId B = 0; B < Blocks.size(); ++B) {
    if (!Live[B])
      continue;
    while (Blocks[B].Succs.size() == 1) {
      BlockId S = Blocks[B].Succs[0];
      if (S == B || Preds[S] != 1)
        break;
      auto &Into = Blocks[B].Stmts;
      auto &From = Blocks[S].Stmts;
      Into.insert(Into.end(), std::make_move_iterator(From.begin()),
                  std::make_move_iterator(From.end()));
      Blocks[B].Succs = std::move(Blocks[S].Succs);
      Blocks[S] = Block();
      Live[S] = false;
    }
  }
}

void Builder::renumber() {
  std::vector<bool> Live = reachable();
  std::vector<BlockId> NewId(Blocks.size());
  BlockId Next = 0;
  for (BlockId B = 0; B < Blocks.size(); ++B)
    if (Live[B])
      NewId[B] = Next++;
  for (BlockId B = 0; B < Blocks.size(); ++B) {
    if (!Live[B])
      continue;
    for (BlockId &S : Blocks[B].Succs)
      S = NewId[S];
    if (NewId[B] != B)
      Blocks[NewId[B]] = std::move(Blocks[B]);
  }
  Blocks.resize(Next);
}

void Builder::finish() {
  for (Value Flag : Flags) {
    Stmt S;
    S.Kind = StmtKind::Assign;
    S.Dest = Flag;
    S.Value = M.Ctx.boolConst(false);
    S.Where = F.Where;
    Blocks[0].Stmts.insert(Blocks[0].Stmts.begin(), std::move(S));
  }
  if (!KeepBlocks) {
    joinChains();
    renumber();
  }
  for (Block &B : Blocks) {
    B.Name = F.BlockNames.unique(std::move(B.Name));
    B.Stmts.shrink_to_fit();
  }
  F.Blocks = std::move(Blocks);
  F.Blocks.shrink_to_fit();
}

} // namespace predabs::lower
