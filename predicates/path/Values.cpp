// Expressions on a path, see Execution.h: in the order and as far as the
// interpreter evaluates them (interpreter/Values.cpp). What only one branch
// of a condition evaluates need be defined only where that branch is taken.

#include "predicates/ir/Terms.h"
#include "predicates/path/Execution.h"

#include <cassert>

namespace predabs::path {

namespace {

bool isLogic(const Expr *E) {
  return E->kind() == ExprKind::Binary &&
         (E->op() == Op::LAnd || E->op() == Op::LOr);
}

/// How far apart neighbours are in pointer arithmetic.
uint64_t stride(const Type *Pointee) {
  return Pointee->isVoid() || Pointee->isFunction() ? 1 : Pointee->size();
}

bool isSum(const Expr *E) {
  return E->kind() == ExprKind::Binary && E->op() == Op::PtrAdd;
}

bool isBehindPointer(const Expr *Place) {
  while (Place->kind() == ExprKind::Field || Place->kind() == ExprKind::Index)
    Place = Place->operand(0);
  return Place->kind() == ExprKind::Deref;
}

} // namespace

void Execution::startStatement() {
  StateReads.clear();
  Known.clear();
  KnownOrder.clear();
  Guard = BitTerms::yes();
}

void Execution::know(const Expr *E, BitTerm V) {
  if (Known.try_emplace(E, V).second)
    KnownOrder.push_back(E);
}

void Execution::forgetSince(size_t Mark) {
  while (KnownOrder.size() > Mark) {
    Known.erase(KnownOrder.back());
    KnownOrder.pop_back();
  }
}

// Walking.

BitTerm Execution::value(const Expr *E) {
  if (auto Constant = constantOf(E))
    return *Constant;
  Tasks.push_back({Do::Visit, E});
  work();
  return known(E);
}

void Execution::work() {
  while (!Tasks.empty()) {
    Task Next = Tasks.back();
    Tasks.pop_back();
    perform(Next);
  }
}

void Execution::perform(Task Next) {
  switch (Next.What) {
  case Do::Visit:
    return visit(Next.E);
  case Do::Finish:
    return finish(Next.E);
  case Do::LogicBranch:
    return openLogic(Next.E);
  case Do::LogicEnd:
    return closeLogic(Next.E);
  case Do::CondBranch:
    return openCond(Next.E);
  case Do::CondElse:
    return elseCond(Next.E);
  case Do::CondEnd:
    return closeCond(Next.E);
  case Do::Adopt:
    return know(Next.E, known(Next.Same));
  }
}

void Execution::visit(const Expr *E) {
  if (Known.contains(E))
    return;
  if (auto Constant = constantOf(E))
    return know(E, *Constant);
  // The last one pushed comes first.
  auto Push = [&](Do What, const Expr *X) { Tasks.push_back({What, X}); };
  if (isLogic(E)) {
    Push(Do::LogicEnd, E);
    Push(Do::Visit, E->operand(1));
    Push(Do::LogicBranch, E);
    return Push(Do::Visit, E->operand(0));
  }
  if (E->kind() == ExprKind::Cond) {
    Push(Do::CondEnd, E);
    Push(Do::Visit, E->operand(2));
    Push(Do::CondElse, E);
    Push(Do::Visit, E->operand(1));
    Push(Do::CondBranch, E);
    return Push(Do::Visit, E->operand(0));
  }
  Push(Do::Finish, E);
  if (E->isPlace())
    return visitPlace(E);
  if (E->kind() == ExprKind::AddrOf)
    return visitPlace(E->operand(0));
  for (unsigned I = E->numOperands(); I-- > 0;)
    Push(Do::Visit, E->operand(I));
}

void Execution::visitPlace(const Expr *E) {
  for (; E->kind() != ExprKind::Var; E = E->operand(0)) {
    if (E->kind() == ExprKind::Index)
      Tasks.push_back({Do::Visit, E->operand(1)});
    if (E->kind() == ExprKind::Deref)
      return Tasks.push_back({Do::Visit, E->operand(0)});
  }
}

std::optional<BitTerm> Execution::constantOf(const Expr *E) {
  switch (E->kind()) {
  case ExprKind::Int:
  case ExprKind::Float:
    return number(E->type(), E->bits());
  case ExprKind::Zero:
    return pointer(ir::interp::ZerosAddress);
  case ExprKind::FuncAddr:
    return pointer(Run.addresses().ofFunction(E->function()));
  case ExprKind::LabelAddr:
    return pointer(Run.addresses().ofBlock(E->function(), E->block()));
  default:
    return std::nullopt;
  }
}

void Execution::finish(const Expr *E) {
  if (E->kind() == ExprKind::AddrOf)
    return finishAddress(E);
  if (!E->isPlace())
    return finishOperation(E);
  Place Where = resolve(E, Purpose::Access);
  if (!E->type()->isScalar())
    return know(E, Where.Addr);
  BitTerm V = load(Where, E->type(), E);
  if (ReadsEntry)
    Words.name(V, placeAtEntry(E));
  know(E, V);
}

void Execution::finishAddress(const Expr *E) {
  BitTerm Addr = resolve(E->operand(0), Purpose::Address).Addr;
  if (Words.isOpen(Addr))
    if (const Expr *Place = placeAtEntry(E->operand(0)))
      Words.name(Addr, M.Ctx.addrOf(Place));
  know(E, Addr);
}

void Execution::finishOperation(const Expr *E) {
  std::optional<Computed> C = compute(E);
  if (!C) {
    giveUp("an operation has no model (type of " +
           std::to_string(E->operand(0)->type()->width()) + " bits)");
    C = Computed{number(E->type(), 0)};
  }
  define(C->Def);
  nameOperation(E, C->Value);
  know(E, C->Value);
}

/// Operations on what has words have words.
void Execution::nameOperation(const Expr *E, BitTerm V) {
  bool ComparesPointers = (E->op() == Op::Eq || E->op() == Op::Ne) &&
                          E->operand(0)->type()->isPointer();
  if (!Words.isOpen(V) && (!ComparesPointers || T.isConstant(V)))
    return;
  const Expr *Operands[2] = {};
  for (unsigned I = 0; I < E->numOperands(); ++I) {
    const Expr *A = E->operand(I);
    Operands[I] = nameAtEntry(known(A), A->type());
    if (!Operands[I])
      return;
  }
  // The words of the program are better than those for a choice of objects.
  if (ComparesPointers)
    return Words.rename(E->op() == Op::Eq ? V : T.negation(V),
                        M.Ctx.binary(Op::Eq, Operands[0], Operands[1]));
  Words.name(V, isSum(E)
                    ? nameOfSum(Operands[0], Operands[1])
                    : ir::withOperands(M.Ctx, E, {Operands, E->numOperands()}));
}

/// `p - 2` for `(p - 1) - 1`.
const Expr *Execution::nameOfSum(const Expr *Pointer, const Expr *By) {
  if (isSum(Pointer) && By->isConstant() && Pointer->operand(1)->isConstant() &&
      By->type() == Pointer->operand(1)->type()) {
    By = M.Ctx.intConst(By->type(),
                        UInt128(By->number() + Pointer->operand(1)->number()));
    Pointer = Pointer->operand(0);
  }
  return M.Ctx.binary(Op::PtrAdd, Pointer, By);
}

/// What the place \p E, whose parts are evaluated, was at entry. Null if that
/// has no name.
const Expr *Execution::placeAtEntry(const Expr *E) {
  std::vector<const Expr *> Way;
  for (; E->kind() == ExprKind::Field || E->kind() == ExprKind::Index;
       E = E->operand(0))
    Way.push_back(E);
  const Expr *Result = rootAtEntry(E);
  for (size_t I = Way.size(); Result && I-- > 0;) {
    const Expr *Part = Way[I];
    if (Part->kind() == ExprKind::Field) {
      Result = M.Ctx.field(Result, Part->fieldIndex());
      continue;
    }
    const Expr *By = Part->operand(1);
    const Expr *Index = Words.nameOf(known(By), By->type());
    Result = Index ? M.Ctx.index(Result, Index) : nullptr;
  }
  return Result;
}

const Expr *Execution::rootAtEntry(const Expr *E) {
  if (E->kind() == ExprKind::Deref) {
    const Expr *P = E->operand(0);
    const Expr *Pointer = Words.nameOf(known(P), P->type());
    if (!Pointer || Pointer->isConstant())
      return nullptr;
    // `p[-1]` rather than `*(p - 1)`.
    if (isSum(Pointer) && Pointer->operand(1)->isConstant())
      Pointer = M.Ctx.binary(Op::PtrAdd, Pointer->operand(0),
                             subscript(Pointer->operand(1)->number()));
    return M.Ctx.deref(Pointer);
  }
  const Variable *V = E->variable();
  bool IsOfCaller =
      V->isGlobal() || (Frames.size() == 1 && V->Id < P.entry().NumParams);
  return IsOfCaller ? E : nullptr;
}

/// Remembers that pointers of the caller's are compared with others than null.
void Execution::noteComparison(BitTerm A, BitTerm B) {
  auto IsNull = [&](BitTerm X) { return T.constant(X) == UInt128(0); };
  if (ComparesEntry || IsNull(A) || IsNull(B))
    return;
  const Type *Any = M.Ctx.pointerType(M.Ctx.voidType());
  ComparesEntry = comeFromEntry({{A, Any}, {B, Any}});
}

/// Where nobody tried that they are the same, or are not, that says nothing
/// about callers.
void Execution::noteUntried(const Expr *Assumed) {
  bool IsNegated =
      Assumed->kind() == ExprKind::Unary && Assumed->op() == Op::Not;
  const Expr *E = IsNegated ? Assumed->operand(0) : Assumed;
  if (E->kind() != ExprKind::Binary ||
      (E->op() != Op::Eq && E->op() != Op::Ne) ||
      !E->operand(0)->type()->isPointer())
    return;
  const Expr *Names[2] = {};
  for (unsigned I = 0; I < 2; ++I) {
    BitTerm V = known(E->operand(I));
    if (!T.isConstant(V) || T.value(V))
      Names[I] = nameAtEntry(V, E->operand(I)->type());
  }
  if (!Names[0] || !Names[1] || Names[0] == Names[1])
    return;
  bool AreSame = (E->op() == Op::Eq) != IsNegated;
  Untried.push_back(
      {Step, M.Ctx.binary(AreSame ? Op::Eq : Op::Ne, Names[0], Names[1])});
}

std::optional<Computed> Execution::compute(const Expr *E) {
  BitTerm A = known(E->operand(0));
  const Type *Ty = E->operand(0)->type();
  if (E->kind() == ExprKind::Unary)
    return Numbers.unary(E->op(), Ty, A);
  if (E->kind() == ExprKind::Cast) {
    auto C = Numbers.cast(E->type(), Ty, A);
    if (C)
      derive(A, C->Value);
    return C;
  }
  if (E->op() == Op::PtrAdd || E->op() == Op::PtrDiff)
    return computePointer(E);
  if (Ty->isPointer())
    noteComparison(A, known(E->operand(1)));
  BitTerm B = known(E->operand(1));
  OrdersAddresses |=
      E->op() >= Op::Lt && E->op() <= Op::Ge && isAddress(A) && isAddress(B);
  auto C = Numbers.binary(E->op(), Ty, E->operand(1)->type(), A, B);
  if (C && T.width(C->Value) == PointerWidth) {
    derive(A, C->Value);
    derive(B, C->Value);
  }
  return C;
}

Computed Execution::computePointer(const Expr *E) {
  BitTerm A = known(E->operand(0)), B = known(E->operand(1));
  uint64_t Size = stride(E->operand(0)->type()->inner());
  if (E->op() == Op::PtrDiff) {
    if (Size)
      return Numbers.difference(A, B, Size);
    giveUp("a difference of pointers to what has no size");
    return {number(E->type(), 0)};
  }
  Computed C = Numbers.element(A, B, E->operand(1)->type(), Size);
  derive(A, C.Value);
  return C;
}

// Expressions of which only a part is evaluated.

void Execution::openLogic(const Expr *E) {
  BitTerm A = known(E->operand(0));
  bool IsAnd = E->op() == Op::LAnd;
  if (T.isConstant(A) && T.isTrue(A) != IsAnd) {
    // The left one decides: neither the right one nor the end is wanted.
    Tasks.pop_back();
    Tasks.pop_back();
    return know(E, A);
  }
  Branches.push_back({Guard, KnownOrder.size()});
  Guard = T.both(Guard, IsAnd ? A : T.negation(A));
}

void Execution::closeLogic(const Expr *E) {
  Branch Top = Branches.back();
  Branches.pop_back();
  BitTerm A = known(E->operand(0)), B = known(E->operand(1));
  if (!T.isConstant(A))
    forgetSince(Top.Mark);
  Guard = Top.OldGuard;
  know(E, E->op() == Op::LAnd ? T.both(A, B) : T.either(A, B));
}

void Execution::openCond(const Expr *E) {
  BitTerm C = known(E->operand(0));
  if (T.isConstant(C)) {
    Tasks.resize(Tasks.size() - 4);
    const Expr *Taken = E->operand(T.isTrue(C) ? 1 : 2);
    Tasks.push_back({Do::Adopt, E, Taken});
    return Tasks.push_back({Do::Visit, Taken});
  }
  Branches.push_back({Guard, KnownOrder.size()});
  Guard = T.both(Guard, C);
}

void Execution::elseCond(const Expr *E) {
  Branch &Top = Branches.back();
  Top.Then = known(E->operand(1));
  forgetSince(Top.Mark);
  Guard = T.both(Top.OldGuard, T.negation(known(E->operand(0))));
}

void Execution::closeCond(const Expr *E) {
  Branch Top = Branches.back();
  Branches.pop_back();
  BitTerm Else = known(E->operand(2));
  forgetSince(Top.Mark);
  Guard = Top.OldGuard;
  BitTerm R = T.ite(known(E->operand(0)), Top.Then, Else);
  deriveChoice(Top.Then, Else, R);
  know(E, R);
}

// Places.

BitTerm Execution::addressOf(const Variable &V) {
  if (V.isGlobal())
    return pointer(Run.addresses().ofGlobal(&V));
  const Activation &F = Frames.back();
  return pointer(ir::interp::StackBase + F.Offset + F.Body->Offsets[V.Id]);
}

BitTerm Execution::plus(BitTerm Addr, uint64_t Bytes) {
  BitTerm R = T.make(BitOp::Add, Addr, pointer(Bytes));
  derive(Addr, R);
  return R;
}

/// An array that is (a part of) a variable has as many elements as it says. One
/// behind a pointer may have more, but none before its first: `p->items[-5]` is
/// not another member of `*p`.
void Execution::checkIndex(const Expr *E, BitTerm Index, Purpose For) {
  constexpr uint64_t Negative = uint64_t(1) << 63;
  uint64_t Count = E->operand(0)->type()->count();
  bool IsKnown = Count && !isBehindPointer(E);
  if (!IsKnown && For == Purpose::Address)
    return;
  BitTerm By = Numbers.resize(Index, E->operand(1)->type(), 64);
  uint64_t Bound = For == Purpose::Address ? Count + 1 : Count;
  define(T.make(BitOp::UnsignedLess, By,
                T.number(64, IsKnown ? Bound : Negative)));
}

Execution::Place Execution::placeOf(const Expr *E) {
  visitPlace(E);
  work();
  return resolve(E, Purpose::Access);
}

Execution::Place Execution::resolve(const Expr *E, Purpose For) {
  std::vector<const Expr *> Way;
  for (; E->kind() == ExprKind::Field || E->kind() == ExprKind::Index;
       E = E->operand(0))
    Way.push_back(E);
  Place R{E->kind() == ExprKind::Deref ? known(E->operand(0))
                                       : addressOf(*E->variable()),
          {}};
  for (size_t I = Way.size(); I-- > 0;) {
    const Expr *Part = Way[I];
    if (Part->kind() == ExprKind::Field) {
      const ir::Field &F = Part->field();
      R.Addr = plus(R.Addr, F.BitOffset / 8);
      if (F.isBitField())
        R.Bits = {unsigned(F.BitOffset % 8), F.BitWidth};
      continue;
    }
    const Expr *Index = Part->operand(1);
    BitTerm By = known(Index);
    checkIndex(Part, By, For);
    Computed C =
        Numbers.element(R.Addr, By, Index->type(), Part->type()->size());
    define(C.Def);
    derive(R.Addr, C.Value);
    R.Addr = C.Value;
  }
  return R;
}

} // namespace predabs::path
