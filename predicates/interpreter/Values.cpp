// Expressions, see Values.h.

#include "predicates/interpreter/Values.h"

#include "predicates/ir/States.h"

#include "predicates/interpreter/Control.h"
#include "predicates/interpreter/Machine.h"
#include "predicates/interpreter/Operations.h"

#include <algorithm>

namespace predabs::ir::interp {

namespace {

bool isLogic(const Expr *E) {
  return E->kind() == ExprKind::Binary &&
         (E->op() == Op::LAnd || E->op() == Op::LOr);
}

/// The pointer of which \p E is the number, and all of it; or null.
const Expr *castAddress(const Expr *E) {
  while (E->kind() == ExprKind::Cast && E->operand(0)->type()->isInt() &&
         E->type()->size() == E->operand(0)->type()->size())
    E = E->operand(0);
  if (E->kind() != ExprKind::Cast || !E->operand(0)->type()->isPointer() ||
      E->type()->size() != E->operand(0)->type()->size())
    return nullptr;
  return E->operand(0);
}

/// The number that \p E is written as, null included; or nothing.
std::optional<UInt128> writtenNumber(const Expr *E) {
  while (E->kind() == ExprKind::Cast)
    E = E->operand(0);
  if (E->kind() != ExprKind::Int)
    return std::nullopt;
  return E->bits();
}

/// How far apart neighbours are in pointer arithmetic.
uint64_t stride(const Type *Pointee) {
  return Pointee->isVoid() || Pointee->isFunction() ? 1 : Pointee->size();
}

} // namespace

ValueCompiler::ValueCompiler(Code &C, const Addresses &Addrs, const Target &Tgt,
                             const std::vector<VariableHome> &Homes,
                             uint32_t FirstFree, AddressUse Use)
    : C(C), Addrs(Addrs), Tgt(Tgt), Homes(Homes), FirstFree(FirstFree),
      Use(Use), NextSlot(FirstFree) {
  C.NumSlots = FirstFree;
}

void ValueCompiler::startStatement() {
  if (Use == AddressUse::Refused)
    emit({.Run = startGuard()});
  Known.clear();
  KnownOrder.clear();
  NextSlot = FirstFree;
}

// Emitting.

size_t ValueCompiler::emit(Insn I) {
  C.Insns.push_back(I);
  return here() - 1;
}

void ValueCompiler::landHere(size_t Jump) {
  C.Insns[Jump].Imm = int64_t(here()) - int64_t(Jump);
}

void ValueCompiler::emitRefuse(std::string Message) {
  emit({.Run = refuseHandler(), .Imm = int64_t(C.Messages.size())});
  C.Messages.push_back(std::move(Message));
}

Operand ValueCompiler::constant(uint64_t V) {
  auto [It, IsNew] = ConstantIndex.try_emplace(V, C.Constants.size());
  if (IsNew)
    C.Constants.push_back(V);
  return Operand::constant(It->second);
}

uint32_t ValueCompiler::newSlots(uint32_t Count) {
  uint32_t Slot = NextSlot;
  NextSlot += Count;
  C.NumSlots = std::max(C.NumSlots, NextSlot);
  return Slot;
}

uint32_t ValueCompiler::addPlace(const Expr *Place) {
  C.Places.push_back(Place);
  return uint32_t(C.Places.size() - 1);
}

void ValueCompiler::emitMove(uint32_t Slot, Operand V, uint32_t NumSlots) {
  if (V != Operand::slot(Slot))
    emit({.Run = moveHandler(NumSlots), .Dst = Slot, .A = V});
}

void ValueCompiler::emitOperation(const Expr *E, Insn I) {
  I.Dst = resultSlot(E);
  if (I.Run)
    emit(I);
  else
    emitRefuse("an operation that has no model (type of " +
               std::to_string(E->operand(0)->type()->width()) + " bits)");
  know(E, Operand::slot(I.Dst));
}

// Known terms.

void ValueCompiler::know(const Expr *E, Operand V) {
  Known[E] = V;
  KnownOrder.push_back(E);
}

void ValueCompiler::forgetSince(size_t Mark) {
  while (KnownOrder.size() > Mark) {
    Known.erase(KnownOrder.back());
    KnownOrder.pop_back();
  }
}

uint32_t ValueCompiler::resultSlot(const Expr *E) {
  return E == Root ? RootSlot : newSlots(numSlots(E->type()));
}

// Walking.

Operand ValueCompiler::value(const Expr *E) {
  Tasks.push_back({Step::Visit, E});
  work();
  return known(E);
}

void ValueCompiler::valueInto(const Expr *E, uint32_t Slot) {
  Root = E;
  RootSlot = Slot;
  Operand V = value(E);
  Root = nullptr;
  emitMove(Slot, V, numSlots(E->type()));
}

void ValueCompiler::work() {
  while (!Tasks.empty()) {
    Task T = Tasks.back();
    Tasks.pop_back();
    perform(T);
  }
}

void ValueCompiler::perform(Task T) {
  switch (T.What) {
  case Step::Visit:
    return visit(T.E);
  case Step::Finish:
    return finish(T.E);
  case Step::LogicBranch:
    return openLogic(T.E);
  case Step::LogicEnd:
    return closeLogic(T.E);
  case Step::CondBranch:
    return openCond(T.E);
  case Step::CondElse:
    return elseCond(T.E);
  case Step::CondEnd:
    return closeCond(T.E);
  }
}

void ValueCompiler::visit(const Expr *E) {
  if (Known.contains(E))
    return;
  if (auto Constant = constantOf(E))
    return know(E, *Constant);
  if (auto Slot = slotOf(E))
    return know(E, Operand::slot(*Slot));
  // Tasks are taken from the back: the last one pushed comes first.
  auto Push = [&](Step S, const Expr *X) { Tasks.push_back({S, X}); };
  if (isLogic(E)) {
    Push(Step::LogicEnd, E);
    Push(Step::Visit, E->operand(1));
    Push(Step::LogicBranch, E);
    Push(Step::Visit, E->operand(0));
  } else if (E->kind() == ExprKind::Cond) {
    Push(Step::CondEnd, E);
    Push(Step::Visit, E->operand(2));
    Push(Step::CondElse, E);
    Push(Step::Visit, E->operand(1));
    Push(Step::CondBranch, E);
    Push(Step::Visit, E->operand(0));
  } else {
    Push(Step::Finish, E);
    visitInputs(E);
  }
}

void ValueCompiler::visitInputs(const Expr *E) {
  if (E->isPlace())
    return visitPlaceInputs(E);
  if (E->kind() == ExprKind::AddrOf)
    return visitPlaceInputs(E->operand(0));
  if (std::optional<AddressRead> R = addressRead(E))
    return visitPlaceInputs(R->Place);
  if (const Expr *Pointer = comparedAddress(E))
    return Tasks.push_back({Step::Visit, Pointer});
  for (unsigned I = E->numOperands(); I-- > 0;)
    Tasks.push_back({Step::Visit, E->operand(I)});
}

/// How the pointer \p E is read as a number of its size, in runs that know what
/// is an address there: `(T *)(n - 8)` is the address in n, less 8.
std::optional<ValueCompiler::AddressRead>
ValueCompiler::addressRead(const Expr *E) const {
  if (Use == AddressUse::Allowed || E->kind() != ExprKind::Cast ||
      !E->type()->isPointer() || E->type()->size() != sizeof(uint64_t))
    return std::nullopt;
  AddressRead Result;
  for (E = E->operand(0); E->type()->isInt() && E->type()->width() == 64;) {
    if (E->isPlace()) {
      Result.Place = E;
      return Result;
    }
    bool IsSum = E->kind() == ExprKind::Binary &&
                 (E->op() == Op::Add || E->op() == Op::Sub) &&
                 E->operand(1)->kind() == ExprKind::Int;
    if (!IsSum && E->kind() != ExprKind::Cast)
      return std::nullopt;
    if (IsSum) {
      uint64_t By = uint64_t(E->operand(1)->bits());
      Result.Offset += E->op() == Op::Add ? By : 0 - By;
    }
    E = E->operand(0);
  }
  return std::nullopt;
}

/// The pointer whose number \p E compares with one that no object has, `(long)p
/// != 0`, in runs that know addresses: the answer is the same wherever it lies.
const Expr *ValueCompiler::comparedAddress(const Expr *E) const {
  if (Use == AddressUse::Allowed || E->kind() != ExprKind::Binary ||
      E->op() < Op::Eq || E->op() > Op::Ge)
    return nullptr;
  const Expr *Pointer = castAddress(E->operand(0));
  std::optional<UInt128> With = writtenNumber(E->operand(1));
  bool HasOrder = E->op() != Op::Eq && E->op() != Op::Ne;
  if (!Pointer || !With || (HasOrder && E->operand(0)->type()->isSigned()) ||
      !isNoObject(uint64_t(*With), Tgt))
    return nullptr;
  return Pointer;
}

/// As comparedAddress says.
void ValueCompiler::finishComparison(const Expr *E, const Expr *Pointer) {
  const Type *T = Pointer->type();
  Operand A = known(Pointer),
          B = constant(extendWord(uint64_t(*writtenNumber(E->operand(1))), T));
  Op O = E->op();
  if (O == Op::Gt || O == Op::Ge) {
    std::swap(A, B);
    O = O == Op::Gt ? Op::Lt : Op::Le;
  }
  emitOperation(E, {.Run = binaryHandler(O, T, Tgt), .A = A, .B = B});
}

void ValueCompiler::visitPlaceInputs(const Expr *Place) {
  for (; Place->kind() != ExprKind::Var; Place = Place->operand(0)) {
    if (Place->kind() == ExprKind::Index)
      Tasks.push_back({Step::Visit, Place->operand(1)});
    if (Place->kind() == ExprKind::Deref)
      return Tasks.push_back({Step::Visit, Place->operand(0)});
  }
}

std::optional<Operand> ValueCompiler::constantOf(const Expr *E) {
  switch (E->kind()) {
  case ExprKind::Int:
  case ExprKind::Float:
    if (numSlots(E->type()) == 2) {
      UInt128 V = extendWide(E->bits(), E->type());
      C.Constants.push_back(uint64_t(V));
      C.Constants.push_back(uint64_t(V >> 64));
      return Operand::constant(uint32_t(C.Constants.size() - 2));
    }
    return constant(extendWord(uint64_t(E->bits()), E->type()));
  case ExprKind::Zero:
    return constant(ZerosAddress);
  case ExprKind::FuncAddr:
    return constant(Addrs.ofFunction(E->function()));
  case ExprKind::LabelAddr:
    return constant(Addrs.ofBlock(E->function(), E->block()));
  default:
    return std::nullopt;
  }
}

void ValueCompiler::finish(const Expr *E) {
  switch (E->kind()) {
  case ExprKind::AddrOf:
    return know(E, fullAddress(resolve(E->operand(0))));
  case ExprKind::Unary:
    return finishUnary(E);
  case ExprKind::Binary:
    return finishBinary(E);
  case ExprKind::Cast:
    return finishCast(E);
  default:
    return finishPlace(E);
  }
}

void ValueCompiler::finishUnary(const Expr *E) {
  emitOperation(E, {.Run = unaryHandler(E->op(), E->type(), Tgt),
                    .A = known(E->operand(0)),
                    .Shift = unusedBits(E->type())});
}

Operand ValueCompiler::shiftCount(const Expr *Count) {
  if (numSlots(Count->type()) == 1)
    return known(Count);
  uint32_t Slot = newSlots(1);
  emit({.Run = countHandler(), .Dst = Slot, .A = known(Count)});
  return Operand::slot(Slot);
}

void ValueCompiler::finishBinary(const Expr *E) {
  if (const Expr *Pointer = comparedAddress(E))
    return finishComparison(E, Pointer);
  Op O = E->op();
  if (O == Op::PtrAdd || O == Op::PtrDiff)
    return finishPointer(E);
  const Expr *A = E->operand(0), *B = E->operand(1);
  if (O == Op::Gt || O == Op::Ge) {
    std::swap(A, B);
    O = O == Op::Gt ? Op::Lt : Op::Le;
  }
  bool IsShift = O == Op::Shl || O == Op::Shr;
  if (A->type()->isPointer())
    guardAddresses(O, known(A), known(B));
  emitOperation(E, {.Run = binaryHandler(O, A->type(), Tgt),
                    .A = known(A),
                    .B = IsShift ? shiftCount(B) : known(B),
                    .Shift = unusedBits(E->type())});
}

void ValueCompiler::finishPointer(const Expr *E) {
  const Type *Pointer = E->operand(0)->type();
  uint64_t Stride = stride(Pointer->inner());
  bool IsDiff = E->op() == Op::PtrDiff;
  Handler Run = IsDiff ? pointerDifferenceHandler() : elementAddressHandler();
  if (IsDiff && Stride == 0)
    Run = nullptr;
  if (IsDiff)
    guardAddresses(Op::PtrDiff, known(E->operand(0)), known(E->operand(1)));
  else
    guardDecision();
  emitOperation(E, {.Run = Run,
                    .A = known(E->operand(0)),
                    .B = known(E->operand(1)),
                    .Shift = unusedBits(Pointer),
                    .Imm = int64_t(Stride)});
}

void ValueCompiler::guardDecision() {
  if (Use == AddressUse::Refused)
    emit({.Run = decideGuard()});
}

void ValueCompiler::guardAddresses(Op O, Operand A, Operand B) {
  if (Use == AddressUse::Refused)
    emit({.Run = compareGuard(O), .A = A, .B = B});
}

void ValueCompiler::finishCast(const Expr *E) {
  if (std::optional<AddressRead> R = addressRead(E))
    return readAddress(E, *R);
  const Type *To = E->type(), *From = E->operand(0)->type();
  if (Use == AddressUse::Refused && From->isPointer() && !To->isPointer())
    emit({.Run = countGuard(),
          .A = known(E->operand(0)),
          .Imm = int64_t(To->width())});
  if (Use == AddressUse::Refused && To->isPointer() && !From->isPointer()) {
    emit({.Run = castAddress(E->operand(0)) ? addressGuard() : decideGuard()});
  }
  if (To == From || isNoCast(To, From))
    return know(E, known(E->operand(0)));
  emitOperation(E, {.Run = castHandler(To, From),
                    .A = known(E->operand(0)),
                    .Shift = unusedBits(To)});
}

// Terms of which only a part is computed.

void ValueCompiler::openLogic(const Expr *E) {
  Handler Run =
      E->op() == Op::LAnd ? jumpIfFalseHandler() : jumpIfTrueHandler();
  guardDecision();
  size_t Jump = emit({.Run = Run, .A = known(E->operand(0))});
  Opened.push_back({Jump, KnownOrder.size(), 0});
}

void ValueCompiler::closeLogic(const Expr *E) {
  Open O = Opened.back();
  Opened.pop_back();
  // The slot may belong to a variable that the operands read: it is written
  // only after both.
  uint32_t Dst = resultSlot(E);
  emitMove(Dst, known(E->operand(1)), 1);
  size_t End = emit({.Run = jumpHandler()});
  forgetSince(O.Mark);
  landHere(O.Jump);
  emitMove(Dst, constant(E->op() == Op::LAnd ? 0 : 1), 1);
  landHere(End);
  know(E, Operand::slot(Dst));
}

void ValueCompiler::openCond(const Expr *E) {
  guardDecision();
  size_t Jump = emit({.Run = jumpIfFalseHandler(), .A = known(E->operand(0))});
  Opened.push_back({Jump, KnownOrder.size(), 0});
}

void ValueCompiler::elseCond(const Expr *E) {
  Open &O = Opened.back();
  O.Dst = resultSlot(E);
  emitMove(O.Dst, known(E->operand(1)), numSlots(E->type()));
  size_t End = emit({.Run = jumpHandler()});
  forgetSince(O.Mark);
  landHere(O.Jump);
  O.Jump = End;
}

void ValueCompiler::closeCond(const Expr *E) {
  Open O = Opened.back();
  Opened.pop_back();
  emitMove(O.Dst, known(E->operand(2)), numSlots(E->type()));
  forgetSince(O.Mark);
  landHere(O.Jump);
  know(E, Operand::slot(O.Dst));
}

// Places.

std::optional<uint32_t> ValueCompiler::slotOf(const Expr *Place) const {
  if (Place->kind() != ExprKind::Var || Place->variable()->isGlobal())
    return std::nullopt;
  const VariableHome &H = Homes[Place->variable()->Id];
  if (H.Where != VariableHome::Kind::Slot)
    return std::nullopt;
  return uint32_t(H.Position);
}

ValueCompiler::PlaceRef ValueCompiler::resolveRoot(const Expr *Root) {
  PlaceRef R;
  if (Root->kind() == ExprKind::Deref) {
    R.Addr = known(Root->operand(0));
    return R;
  }
  const Variable *V = Root->variable();
  R.Where = V->isGlobal() ? PlaceRef::Kind::Data : PlaceRef::Kind::Frame;
  R.Base = V->isGlobal() ? Addrs.ofGlobal(V) : Homes[V->Id].Position;
  R.Extent = V->Ty->size();
  return R;
}

void ValueCompiler::stepInto(PlaceRef &R, const Expr *Place) {
  if (Place->kind() == ExprKind::Field) {
    const Field &F = Place->field();
    R.Offset += int64_t(F.BitOffset / 8);
    if (F.isBitField())
      R.Bits = {unsigned(F.BitOffset % 8), F.BitWidth};
    return;
  }
  const Expr *Index = Place->operand(1);
  uint64_t Size = Place->type()->size();
  if (Index->kind() == ExprKind::Int) {
    R.Offset += int64_t(uint64_t(Index->number()) * Size);
    return;
  }
  uint32_t Slot = newSlots(1);
  Operand Base = baseAddress(R);
  guardDecision();
  emit({.Run = elementAddressHandler(),
        .Dst = Slot,
        .A = Base,
        .B = known(Index),
        .Shift = uint8_t(64 - Tgt.PointerBytes * 8),
        .Imm = int64_t(Size)});
  R.Where = PlaceRef::Kind::Address;
  R.Addr = Operand::slot(Slot);
}

ValueCompiler::PlaceRef ValueCompiler::resolve(const Expr *Place) {
  std::vector<const Expr *> Path;
  for (; Place->kind() == ExprKind::Field || Place->kind() == ExprKind::Index;
       Place = Place->operand(0))
    Path.push_back(Place);
  PlaceRef R = resolveRoot(Place);
  for (size_t I = Path.size(); I-- > 0;)
    stepInto(R, Path[I]);
  return R;
}

Operand ValueCompiler::baseAddress(const PlaceRef &R) {
  if (R.Where == PlaceRef::Kind::Address)
    return R.Addr;
  if (R.Where == PlaceRef::Kind::Data)
    return constant(R.Base);
  uint32_t Slot = newSlots(1);
  emit({.Run = frameAddressHandler(), .Dst = Slot, .Imm = int64_t(R.Base)});
  return Operand::slot(Slot);
}

Operand ValueCompiler::fullAddress(const PlaceRef &R) {
  if (R.Where == PlaceRef::Kind::Data)
    return constant(R.Base + uint64_t(R.Offset));
  if (R.Offset == 0)
    return baseAddress(R);
  uint32_t Slot = newSlots(1);
  if (R.Where == PlaceRef::Kind::Frame)
    emit({.Run = frameAddressHandler(),
          .Dst = Slot,
          .Imm = int64_t(R.Base) + R.Offset});
  else
    emit({.Run = elementAddressHandler(),
          .Dst = Slot,
          .A = R.Addr,
          .B = constant(uint64_t(R.Offset)),
          .Shift = uint8_t(64 - Tgt.PointerBytes * 8),
          .Imm = 1});
  return Operand::slot(Slot);
}

AccessBase ValueCompiler::aim(Insn &I, const PlaceRef &R, uint64_t Size) {
  bool IsFixed = R.Where != PlaceRef::Kind::Address && R.isInside(Size);
  if (IsFixed && R.Where == PlaceRef::Kind::Frame) {
    I.Imm = int64_t(R.Base) + R.Offset;
    return AccessBase::Frame;
  }
  if (IsFixed) {
    I.Imm = int64_t(R.Base - Addrs.end()) + R.Offset;
    return AccessBase::Data;
  }
  I.A = baseAddress(R);
  I.Imm = R.Offset;
  return AccessBase::Address;
}

void ValueCompiler::finishPlace(const Expr *E) {
  PlaceRef R = resolve(E);
  const Type *T = E->type();
  if (!T->isScalar())
    return know(E, fullAddress(R));
  Insn I{.Dst = resultSlot(E), .B = {addPlace(E)}};
  if (R.Bits.Width) {
    I.Run = loadBitsHandler();
    I.A = baseAddress(R);
    I.Imm = R.Offset;
    I.BitOffset = uint8_t(R.Bits.Offset);
    I.BitWidth = uint8_t(R.Bits.Width);
  } else {
    I.Run = loadHandler(T, aim(I, R, accessBytes(T)), Use);
    I.Shift = unusedBits(T);
  }
  emit(I);
  know(E, Operand::slot(I.Dst));
}

/// For the pointer \p E alone: whoever else reads the place gets a number.
void ValueCompiler::readAddress(const Expr *E, const AddressRead &How) {
  PlaceRef R = resolve(How.Place);
  if (R.Bits.Width)
    return emitRefuse("an address in a bit-field");
  Insn I{.Dst = newSlots(1), .B = {addPlace(How.Place)}, .IsAddress = true};
  const Type *T = How.Place->type();
  I.Run = loadHandler(T, aim(I, R, accessBytes(T)), Use);
  emit(I);
  emitOperation(E, {.Run = elementAddressHandler(),
                    .A = Operand::slot(I.Dst),
                    .B = constant(1),
                    .Imm = int64_t(How.Offset)});
}

Operand ValueCompiler::address(const Expr *Place) {
  visitPlaceInputs(Place);
  work();
  return fullAddress(resolve(Place));
}

void ValueCompiler::store(const Expr *Place, Operand V, bool IsAddress) {
  visitPlaceInputs(Place);
  work();
  PlaceRef R = resolve(Place);
  const Type *T = Place->type();
  Insn I{.Dst = addPlace(Place), .B = V, .IsAddress = IsAddress};
  if (R.Bits.Width) {
    I.Run = storeBitsHandler(T);
    I.A = baseAddress(R);
    I.Imm = R.Offset;
    I.BitOffset = uint8_t(R.Bits.Offset);
    I.BitWidth = uint8_t(R.Bits.Width);
  } else {
    I.Run = storeHandler(T, aim(I, R, accessBytes(T)), Use);
  }
  emit(I);
}

void ValueCompiler::forgetObject(Operand Address, const Type *T) {
  Insn I{.Run = forgetHandler(), .A = Address, .Imm = int64_t(T->size())};
  if (!isState(T))
    emit(I);
  I.Run = forgetStatesHandler();
  if (hasStates(T))
    emit(I);
}

void ValueCompiler::forget(const Expr *Place) {
  visitPlaceInputs(Place);
  work();
  PlaceRef R = resolve(Place);
  if (R.Bits.Width)
    emit({.Run = forgetBitsHandler(),
          .A = baseAddress(R),
          .BitOffset = uint8_t(R.Bits.Offset),
          .BitWidth = uint8_t(R.Bits.Width),
          .Imm = R.Offset});
  else
    forgetObject(fullAddress(R), Place->type());
}

} // namespace predabs::ir::interp
