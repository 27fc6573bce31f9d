// Interning and folding, see Context.h.

#include "predicates/ir/Context.h"

#include "predicates/ir/Comparisons.h"

#include "predicates/ir/Module.h"

#include <bit>
#include <cassert>
#include <functional>

namespace predabs::ir {

namespace {

size_t mix(size_t Seed, size_t V) {
  return Seed ^ (V + 0x9e3779b97f4a7c15ULL + (Seed << 6) + (Seed >> 2));
}

/// The smallest power of two of bytes that holds an integer of that width.
uint64_t bytesFor(unsigned Width) {
  return std::bit_ceil(uint64_t(Width + 7) / 8);
}

} // namespace

size_t Context::TypeHash::operator()(const Type *T) const {
  size_t H = mix(size_t(T->Kind), T->Width);
  H = mix(H, T->Signed + 2 * T->Variadic);
  H = mix(H, T->Count);
  H = mix(H, T->Inner ? T->Inner->Id + 1 : 0);
  H = mix(H, std::hash<std::string>()(T->Name));
  for (const Type *P : T->Params)
    H = mix(H, P->Id);
  return H;
}

bool Context::TypeEqual::operator()(const Type *A, const Type *B) const {
  if (A->Kind != B->Kind || A->Name != B->Name)
    return false;
  if (A->Kind == TypeKind::Record)
    return true;
  return A->Width == B->Width && A->Signed == B->Signed &&
         A->Variadic == B->Variadic && A->Count == B->Count &&
         A->Size == B->Size && A->Align == B->Align && A->Inner == B->Inner &&
         A->Params == B->Params;
}

size_t Context::hash(const Expr &E) {
  size_t H = mix(size_t(E.Kind) * 64 + size_t(E.Operation), E.Ty->id());
  H = mix(H, size_t(E.Value) ^ size_t(E.Value >> 64) * 31);
  H = mix(H, E.Number);
  H = mix(H, reinterpret_cast<uintptr_t>(E.Variab) ^
                 reinterpret_cast<uintptr_t>(E.Func));
  for (unsigned I = 0; I < E.NumOperands; ++I)
    H = mix(H, E.Operands[I]->Id);
  // The low bits choose the slot: let the high ones have a say.
  H *= 0xff51afd7ed558ccdULL;
  return H ^ (H >> 32);
}

bool Context::equal(const Expr &A, const Expr &B) {
  if (A.Kind != B.Kind || A.Operation != B.Operation || A.Ty != B.Ty ||
      A.NumOperands != B.NumOperands || A.Number != B.Number ||
      A.Variab != B.Variab || A.Func != B.Func || A.Value != B.Value)
    return false;
  for (unsigned I = 0; I < A.NumOperands; ++I)
    if (A.Operands[I] != B.Operands[I])
      return false;
  return true;
}

Context::Slot &Context::findSlot(size_t Hash, const Expr &E) {
  size_t Mask = ExprTable.size() - 1;
  size_t I = Hash & Mask;
  while (ExprTable[I].Known &&
         (ExprTable[I].Hash != Hash || !equal(*ExprTable[I].Known, E)))
    I = (I + 1) & Mask;
  return ExprTable[I];
}

void Context::growTable() {
  std::vector<Slot> Old(ExprTable.size() * 2);
  Old.swap(ExprTable);
  for (const Slot &S : Old)
    if (S.Known)
      findSlot(S.Hash, *S.Known) = S;
}

Context::Context(const Target &T) : Tgt(T), ExprTable(1024) {
  Type V;
  V.Kind = TypeKind::Void;
  Void = intern(std::move(V));
  Bool = intType(1, false);
}

const Type *Context::intern(Type T) {
  auto It = TypeSet.find(&T);
  if (It != TypeSet.end())
    return *It;
  T.Id = uint32_t(Types.size());
  Types.push_back(std::move(T));
  TypeSet.insert(&Types.back());
  return &Types.back();
}

const Expr *Context::intern(Expr E) {
  if (Exprs.size() * 2 >= ExprTable.size())
    growTable();
  size_t Hash = hash(E);
  Slot &S = findSlot(Hash, E);
  if (S.Known)
    return S.Known;
  E.Id = uint32_t(Exprs.size());
  Exprs.push_back(E);
  S = {Hash, &Exprs.back()};
  return S.Known;
}

const Type *Context::intType(unsigned Width, bool Signed) {
  assert(Width >= 1 && Width <= 128 && "integers have 1 to 128 bits");
  Type T;
  T.Kind = TypeKind::Int;
  T.Width = Width;
  T.Signed = Signed;
  T.Size = bytesFor(Width);
  T.Align = uint32_t(T.Size);
  return intern(std::move(T));
}

const Type *Context::floatType(unsigned Width, uint64_t Size, uint32_t Align) {
  Type T;
  T.Kind = TypeKind::Float;
  T.Width = Width;
  T.Signed = true;
  T.Size = Size;
  T.Align = Align;
  return intern(std::move(T));
}

const Type *Context::pointerType(const Type *Pointee) {
  Type T;
  T.Kind = TypeKind::Pointer;
  T.Width = Tgt.PointerBytes * 8;
  T.Size = Tgt.PointerBytes;
  T.Align = Tgt.PointerBytes;
  T.Inner = Pointee;
  return intern(std::move(T));
}

const Type *Context::arrayType(const Type *Element, uint64_t Count) {
  Type T;
  T.Kind = TypeKind::Array;
  T.Inner = Element;
  T.Count = Count;
  return intern(std::move(T));
}

const Type *Context::functionType(const Type *Result,
                                  std::vector<const Type *> Params,
                                  bool Variadic) {
  Type T;
  T.Kind = TypeKind::Function;
  T.Inner = Result;
  T.Params = std::move(Params);
  T.Variadic = Variadic;
  return intern(std::move(T));
}

const Type *Context::opaqueType(const std::string &Name, uint64_t Size,
                                uint32_t Align) {
  Type T;
  T.Kind = TypeKind::Opaque;
  T.Name = Name;
  T.Size = Size;
  T.Align = Align;
  return intern(std::move(T));
}

const Type *Context::recordType(const std::string &Name) {
  auto [It, IsNew] = RecordByName.try_emplace(Name, nullptr);
  if (!IsNew)
    return It->second;
  Type T;
  T.Kind = TypeKind::Record;
  T.Name = Name;
  T.Complete = false;
  return It->second = intern(std::move(T));
}

const Type *Context::findRecord(const std::string &Name) const {
  auto It = RecordByName.find(Name);
  return It == RecordByName.end() ? nullptr : It->second;
}

void Context::completeRecord(const Type *Record, bool IsUnion,
                             std::vector<Field> Fields, uint64_t Size,
                             uint32_t Align) {
  assert(Record->isRecord() && !Record->isComplete());
  Type &T = Types[Record->Id];
  T.Union = IsUnion;
  T.Fields = std::move(Fields);
  T.Size = Size;
  T.Align = Align;
  T.Complete = true;
}

std::optional<uint32_t> Context::addState(const Type *Record,
                                          std::string Name) {
  assert(Record->isRecord() && Record->isComplete());
  Type &T = Types[Record->Id];
  auto Index = uint32_t(T.Fields.size());
  uint64_t Byte = Index - numPlainFields(Record);
  if (Byte >= T.Size)
    return std::nullopt;
  T.Fields.push_back({std::move(Name), stateType(), Byte * 8});
  return Index;
}

const Expr *Context::intConst(const Type *T, UInt128 Bits) {
  assert(T->isInt() || T->isPointer());
  Expr E;
  E.Kind = ExprKind::Int;
  E.Ty = T;
  E.Value = truncateTo(Bits, T->width());
  return intern(E);
}

const Expr *Context::floatConst(const Type *T, UInt128 Bits) {
  assert(T->isFloat());
  Expr E;
  E.Kind = ExprKind::Float;
  E.Ty = T;
  E.Value = truncateTo(Bits, T->width());
  return intern(E);
}

const Expr *Context::zero(const Type *T) {
  if (T->isInt() || T->isPointer())
    return intConst(T, 0);
  if (T->isFloat())
    return floatConst(T, 0);
  assert(isAggregate(T));
  Expr E;
  E.Kind = ExprKind::Zero;
  E.Ty = T;
  return intern(E);
}

const Expr *Context::funcAddr(const Function *F) {
  Expr E;
  E.Kind = ExprKind::FuncAddr;
  E.Ty = pointerType(F->Ty);
  E.Func = F;
  return intern(E);
}

const Expr *Context::labelAddr(const Function *F, uint32_t Block) {
  Expr E;
  E.Kind = ExprKind::LabelAddr;
  E.Ty = pointerType(Void);
  E.Func = F;
  E.Number = Block;
  return intern(E);
}

const Expr *Context::var(const Variable *V) {
  Expr E;
  E.Kind = ExprKind::Var;
  E.Ty = V->Ty;
  E.Variab = V;
  return intern(E);
}

const Expr *Context::field(const Expr *Record, uint32_t Index) {
  assert(Record->isPlace() && Record->type()->isRecord());
  assert(Index < Record->type()->fields().size());
  Expr E;
  E.Kind = ExprKind::Field;
  E.Ty = Record->type()->fields()[Index].Ty;
  E.Number = Index;
  E.NumOperands = 1;
  E.Operands[0] = Record;
  return intern(E);
}

const Expr *Context::index(const Expr *Array, const Expr *Index) {
  assert(Array->isPlace() && Array->type()->isArray());
  assert(Index->type()->isInt());
  Expr E;
  E.Kind = ExprKind::Index;
  E.Ty = Array->type()->inner();
  E.NumOperands = 2;
  E.Operands[0] = Array;
  E.Operands[1] = Index;
  return intern(E);
}

const Expr *Context::deref(const Expr *Pointer) {
  assert(Pointer->type()->isPointer());
  if (Pointer->kind() == ExprKind::AddrOf)
    return Pointer->operand(0);
  Expr E;
  E.Kind = ExprKind::Deref;
  E.Ty = Pointer->type()->inner();
  E.NumOperands = 1;
  E.Operands[0] = Pointer;
  return intern(E);
}

const Expr *Context::addrOf(const Expr *Place) {
  assert(Place->isPlace());
  if (Place->kind() == ExprKind::Deref)
    return Place->operand(0);
  Expr E;
  E.Kind = ExprKind::AddrOf;
  E.Ty = pointerType(Place->type());
  E.NumOperands = 1;
  E.Operands[0] = Place;
  return intern(E);
}

const Expr *Context::unary(Op O, const Expr *A) {
  assert(O >= Op::Neg && O <= Op::ByteSwap);
  const Type *T = A->type();
  if (O == Op::Not) {
    assert(T->isBool());
    if (A->kind() == ExprKind::Int)
      return boolConst(A->bits() == 0);
    if (A->kind() == ExprKind::Unary && A->op() == Op::Not)
      return A->operand(0);
  } else if (A->kind() == ExprKind::Int && T->isInt()) {
    if (O == Op::BitNot)
      return intConst(T, ~A->bits());
    // The most negative number has no negation to fold to.
    if (O == Op::Neg &&
        (!T->isSigned() ||
         A->number() != signExtend(UInt128(1) << (T->width() - 1), T->width())))
      return intConst(T, UInt128(0) - A->bits());
  }
  Expr E;
  E.Kind = ExprKind::Unary;
  E.Operation = O;
  E.Ty = T;
  E.NumOperands = 1;
  E.Operands[0] = A;
  return intern(E);
}

namespace {

bool compare(Op O, const Expr *A, const Expr *B) {
  bool Less =
      A->type()->isSigned() ? A->number() < B->number() : A->bits() < B->bits();
  bool Equal = A->bits() == B->bits();
  switch (O) {
  case Op::Eq:
    return Equal;
  case Op::Ne:
    return !Equal;
  case Op::Lt:
    return Less;
  case Op::Le:
    return Less || Equal;
  case Op::Gt:
    return !Less && !Equal;
  default:
    return !Less;
  }
}

} // namespace

const Expr *Context::foldBinary(Op O, const Expr *A, const Expr *B) {
  const Type *T = A->type();
  if (O == Op::LAnd || O == Op::LOr) {
    bool Neutral = O == Op::LAnd;
    if (A->kind() == ExprKind::Int)
      return A->isInt(Neutral) ? B : A;
    return B->isInt(Neutral) ? A : nullptr;
  }
  if (O == Op::PtrAdd && B->isInt(0))
    return A;
  if (A->kind() != ExprKind::Int || B->kind() != ExprKind::Int)
    return nullptr;
  if (isComparison(O))
    return boolConst(compare(O, A, B));
  if (!T->isInt())
    return nullptr;
  if (O == Op::And)
    return intConst(T, A->bits() & B->bits());
  if (O == Op::Or)
    return intConst(T, A->bits() | B->bits());
  if (O == Op::Xor)
    return intConst(T, A->bits() ^ B->bits());
  if (O != Op::Add && O != Op::Sub && O != Op::Mul)
    return nullptr;
  if (T->width() > 64)
    return nullptr;
  // Unsigned, since the product of two u64 can pass the largest SInt128.
  UInt128 X = UInt128(A->number()), Y = UInt128(B->number());
  SInt128 R = SInt128(O == Op::Add ? X + Y : O == Op::Sub ? X - Y : X * Y);
  if (T->isSigned() && signExtend(UInt128(R), T->width()) != R)
    return nullptr;
  return intConst(T, UInt128(R));
}

const Expr *Context::binary(Op O, const Expr *A, const Expr *B) {
  assert(O >= Op::Add && O <= Op::PtrDiff);
  if (const Expr *Folded = foldBinary(O, A, B))
    return Folded;
  Expr E;
  E.Kind = ExprKind::Binary;
  E.Operation = O;
  E.NumOperands = 2;
  E.Operands[0] = A;
  E.Operands[1] = B;
  if (O == Op::PtrAdd) {
    assert(A->type()->isPointer() && B->type()->isInt());
    E.Ty = A->type();
  } else if (O == Op::PtrDiff) {
    assert(A->type()->isPointer() && B->type()->isPointer());
    E.Ty = diffType();
  } else if (O == Op::LAnd || O == Op::LOr) {
    assert(A->type()->isBool() && B->type()->isBool());
    E.Ty = Bool;
  } else if (isComparison(O)) {
    assert(A->type() == B->type() && A->type()->isScalar());
    E.Ty = Bool;
  } else if (O == Op::Shl || O == Op::Shr) {
    assert(A->type()->isInt() && B->type()->isInt());
    E.Ty = A->type();
  } else {
    assert(A->type() == B->type() && A->type()->isScalar());
    E.Ty = A->type();
  }
  return intern(E);
}

const Expr *Context::foldCast(const Type *To, const Expr *A) {
  const Type *From = A->type();
  if (From == To)
    return A;
  bool Discrete =
      (To->isInt() || To->isPointer()) && (From->isInt() || From->isPointer());
  if (A->kind() == ExprKind::Int && Discrete)
    return intConst(To, UInt128(A->number()));
  // A pointer cast of a pointer cast: only the last type counts.
  if (To->isPointer() && From->isPointer() && A->kind() == ExprKind::Cast &&
      A->operand(0)->type()->isPointer())
    return cast(To, A->operand(0));
  return nullptr;
}

const Expr *Context::cast(const Type *To, const Expr *A) {
  assert(To->isScalar() && A->type()->isScalar());
  if (const Expr *Folded = foldCast(To, A))
    return Folded;
  Expr E;
  E.Kind = ExprKind::Cast;
  E.Ty = To;
  E.NumOperands = 1;
  E.Operands[0] = A;
  return intern(E);
}

const Expr *Context::cond(const Expr *C, const Expr *A, const Expr *B) {
  assert(C->type()->isBool() && A->type() == B->type());
  if (C->kind() == ExprKind::Int)
    return C->bits() ? A : B;
  if (A == B)
    return A;
  Expr E;
  E.Kind = ExprKind::Cond;
  E.Ty = A->type();
  E.NumOperands = 3;
  E.Operands[0] = C;
  E.Operands[1] = A;
  E.Operands[2] = B;
  return intern(E);
}

const Expr *Context::isTrue(const Expr *A) {
  if (A->type()->isBool())
    return A;
  // `(int)b != 0` is what `if (x == y)` looks like after C's conversions.
  if (A->kind() == ExprKind::Cast && A->operand(0)->type()->isBool())
    return A->operand(0);
  return binary(Op::Ne, A, zero(A->type()));
}

const Expr *Context::notOf(const Expr *B) { return unary(Op::Not, B); }

} // namespace predabs::ir
