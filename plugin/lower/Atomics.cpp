// Operations on atomic objects: C11's, GNU's and the older `__sync_` ones. One
// thread runs at a time, so each is some plain reads and writes; what others
// may have written is read from a volatile place. See FunctionLowering.h.

#include "plugin/lower/FunctionLowering.h"

#include "clang/Basic/Builtins.h"

using namespace clang;
using predabs::ir::Op;
using predabs::ir::Reason;

namespace predabs::lower {

/// BitNot stands for nand.
static Value combine(ir::Context &C, Op O, Value Old, Value Arg) {
  if (Old->type()->isPointer()) {
    // The atomic builtins count bytes when they add to a pointer.
    const ir::Type *Bytes = C.pointerType(C.intType(8, true));
    Value N = C.cast(C.diffType(), Arg);
    if (O == Op::Sub)
      N = C.unary(Op::Neg, N);
    else if (O != Op::Add)
      return nullptr;
    return C.cast(Old->type(), C.binary(Op::PtrAdd, C.cast(Bytes, Old), N));
  }
  if (!Old->type()->isInt() || !Arg->type()->isScalar())
    return nullptr;
  // Atomic arithmetic wraps, also for signed types.
  const ir::Type *T = C.intType(Old->type()->width(), false);
  Value L = C.cast(T, Old), R = C.cast(T, Arg);
  Value New = O == Op::BitNot ? C.unary(Op::BitNot, C.binary(Op::And, L, R))
                              : C.binary(O, L, R);
  return C.cast(Old->type(), New);
}

Value FunctionLowering::syncUpdate(const CallExpr *E, Op O, Gives Result) {
  Value P = B.stable(rvalue(E->getArg(0)));
  Value Arg = B.stable(rvalue(E->getArg(1)));
  Value Target = C.deref(P);
  Value Old = B.temp(Target->type());
  B.assignVolatile(Old, Target);
  Value New = combine(C, O, Old, Arg);
  if (!New)
    New = B.arbitrary(Target->type(), Reason::Builtin, {Old, Arg});
  B.assign(Target, New);
  return coerce(Result == Gives::New ? New : Old, type(E->getType()));
}

Value FunctionLowering::syncCompareSwap(const CallExpr *E, SwapGives Result) {
  Value P = B.stable(rvalue(E->getArg(0)));
  Value Expected = B.stable(rvalue(E->getArg(1)));
  Value New = B.stable(rvalue(E->getArg(2)));
  Value Target = C.deref(P);
  const ir::Type *T = Target->type();
  Value Old = B.temp(T);
  B.assignVolatile(Old, Target);
  Value Equal = C.binary(Op::Eq, Old, coerce(Expected, T));
  B.assign(Target, C.cond(Equal, coerce(New, T), Old));
  return coerce(Result == SwapGives::Success ? Equal : Old, type(E->getType()));
}

/// The older atomic operations.
std::optional<Value> FunctionLowering::syncBuiltin(const CallExpr *E,
                                                   unsigned Id) {
  const ir::Type *T = type(E->getType());
  switch (Id) {
  case Builtin::BI__atomic_test_and_set:
  case Builtin::BI__atomic_clear: {
    const ir::Type *Byte = C.intType(8, false);
    Value P = C.cast(C.pointerType(Byte), B.stable(rvalue(E->getArg(0))));
    discard(E->getArg(1));
    if (Id == Builtin::BI__atomic_clear) {
      B.assign(C.deref(P), C.zero(Byte));
      return nullptr;
    }
    Value Old = B.temp(Byte);
    B.assignVolatile(Old, C.deref(P));
    B.assign(C.deref(P), C.intConst(Byte, 1));
    return coerce(C.isTrue(Old), T);
  }
#define SYNC_OP(Builtin_, Operation, Which)                                    \
  case Builtin::BI##Builtin_:                                                  \
  case Builtin::BI##Builtin_##_1:                                              \
  case Builtin::BI##Builtin_##_2:                                              \
  case Builtin::BI##Builtin_##_4:                                              \
  case Builtin::BI##Builtin_##_8:                                              \
  case Builtin::BI##Builtin_##_16:                                             \
    return syncUpdate(E, Op::Operation, Gives::Which);
    SYNC_OP(__sync_fetch_and_add, Add, Old)
    SYNC_OP(__sync_fetch_and_sub, Sub, Old)
    SYNC_OP(__sync_fetch_and_or, Or, Old)
    SYNC_OP(__sync_fetch_and_and, And, Old)
    SYNC_OP(__sync_fetch_and_xor, Xor, Old)
    SYNC_OP(__sync_fetch_and_nand, BitNot, Old)
    SYNC_OP(__sync_nand_and_fetch, BitNot, New)
    SYNC_OP(__sync_add_and_fetch, Add, New)
    SYNC_OP(__sync_sub_and_fetch, Sub, New)
    SYNC_OP(__sync_or_and_fetch, Or, New)
    SYNC_OP(__sync_and_and_fetch, And, New)
    SYNC_OP(__sync_xor_and_fetch, Xor, New)
#undef SYNC_OP
#define SYNC_SIZES(Builtin_)                                                   \
  case Builtin::BI##Builtin_:                                                  \
  case Builtin::BI##Builtin_##_1:                                              \
  case Builtin::BI##Builtin_##_2:                                              \
  case Builtin::BI##Builtin_##_4:                                              \
  case Builtin::BI##Builtin_##_8:                                              \
  case Builtin::BI##Builtin_##_16:
    SYNC_SIZES(__sync_bool_compare_and_swap)
    return syncCompareSwap(E, SwapGives::Success);
    SYNC_SIZES(__sync_val_compare_and_swap)
    return syncCompareSwap(E, SwapGives::Old);
    SYNC_SIZES(__sync_lock_test_and_set)
    SYNC_SIZES(__sync_swap) {
      Value P = B.stable(rvalue(E->getArg(0)));
      Value New = B.stable(rvalue(E->getArg(1)));
      Value Old = B.temp(P->type()->inner());
      B.assignVolatile(Old, C.deref(P));
      B.assign(C.deref(P), coerce(New, Old->type()));
      return coerce(Old, T);
    }
    SYNC_SIZES(__sync_lock_release) {
      Value P = rvalue(E->getArg(0));
      B.assign(C.deref(P), C.zero(P->type()->inner()));
      return nullptr;
    }
#undef SYNC_SIZES
  default:
    return std::nullopt;
  }
}

Value FunctionLowering::atomicUpdate(const AtomicExpr *E, Update How) {
  Value P = B.stable(rvalue(E->getPtr()));
  Value Arg = rvalue(E->getVal1());
  // The generic GNU forms pass a pointer to nothing here: only values.
  Arg = B.stable(Arg);
  Value Target = C.deref(P);
  Value Old = B.temp(Target->type());
  B.assignVolatile(Old, Target);
  // C11's forms count elements of a pointer, the GNU ones bytes.
  bool C11 = E->getOp() == AtomicExpr::AO__c11_atomic_fetch_add ||
             E->getOp() == AtomicExpr::AO__c11_atomic_fetch_sub;
  Value New = nullptr;
  if (C11 && Old->type()->isPointer())
    New = C.binary(
        Op::PtrAdd, Old,
        How.By == Op::Sub ? C.unary(Op::Neg, C.cast(C.diffType(), Arg)) : Arg);
  else if (Arg->type()->isScalar())
    New = combine(C, How.By, Old, Arg);
  if (!New)
    New = B.arbitrary(Target->type(), Reason::Builtin, {Old, Arg});
  B.assign(Target, New);
  return coerce(How.Result == Gives::New ? New : Old, type(E->getType()));
}

/// Compares *ptr with *expected: equal, and *ptr gets the new value; or not,
/// and *expected gets the old one. A weak exchange may fail all the same.
Value FunctionLowering::atomicCompareExchange(const AtomicExpr *E) {
  Value P = B.stable(rvalue(E->getPtr()));
  Value Expected = B.stable(rvalue(E->getVal1()));
  Value Target = C.deref(P);
  const ir::Type *T = Target->type();
  bool Generic = E->getOp() == AtomicExpr::AO__atomic_compare_exchange;
  Value New = rvalue(E->getVal2());
  New = B.stable(Generic ? C.deref(New) : New);
  bool Weak = E->getOp() == AtomicExpr::AO__c11_atomic_compare_exchange_weak;
  if (!T->isScalar() || !New->type()->isScalar()) {
    B.havoc(Target, Reason::Builtin, {Target, New});
    B.havoc(C.deref(Expected), Reason::Builtin, {Target});
    return B.arbitrary(type(E->getType()), Reason::Builtin);
  }
  Value Old = B.temp(T);
  B.assignVolatile(Old, Target);
  Value Want = C.deref(C.cast(C.pointerType(T), Expected));
  Value Equal = C.binary(Op::Eq, Old, Want);
  if (Weak) {
    // One place where the target decides: kept exact for a run by an
    // assignment that an analysis must not trust.
    Value May = B.temp(C.boolType());
    B.assignVolatile(May, C.boolConst(true));
    Equal = C.binary(Op::LAnd, May, Equal);
  }
  Equal = B.save(Equal);
  B.assign(Target, C.cond(Equal, coerce(New, T), Old));
  B.assign(Want, C.cond(Equal, Want, Old));
  return coerce(Equal, type(E->getType()));
}

/// Those that compute a new value; nothing for others.
std::optional<FunctionLowering::Update>
FunctionLowering::updateOf(AtomicExpr::AtomicOp Operation) {
  using AE = AtomicExpr;
  switch (Operation) {
  case AE::AO__c11_atomic_fetch_add:
  case AE::AO__atomic_fetch_add:
    return Update{Op::Add, Gives::Old};
  case AE::AO__c11_atomic_fetch_sub:
  case AE::AO__atomic_fetch_sub:
    return Update{Op::Sub, Gives::Old};
  case AE::AO__c11_atomic_fetch_and:
  case AE::AO__atomic_fetch_and:
    return Update{Op::And, Gives::Old};
  case AE::AO__c11_atomic_fetch_or:
  case AE::AO__atomic_fetch_or:
    return Update{Op::Or, Gives::Old};
  case AE::AO__c11_atomic_fetch_xor:
  case AE::AO__atomic_fetch_xor:
    return Update{Op::Xor, Gives::Old};
  case AE::AO__c11_atomic_fetch_nand:
  case AE::AO__atomic_fetch_nand:
    return Update{Op::BitNot, Gives::Old};
  case AE::AO__atomic_nand_fetch:
    return Update{Op::BitNot, Gives::New};
  case AE::AO__atomic_add_fetch:
    return Update{Op::Add, Gives::New};
  case AE::AO__atomic_sub_fetch:
    return Update{Op::Sub, Gives::New};
  case AE::AO__atomic_and_fetch:
    return Update{Op::And, Gives::New};
  case AE::AO__atomic_or_fetch:
    return Update{Op::Or, Gives::New};
  case AE::AO__atomic_xor_fetch:
    return Update{Op::Xor, Gives::New};
  default:
    return std::nullopt;
  }
}

Value FunctionLowering::atomicExpr(const AtomicExpr *E, Value Dest) {
  using AE = AtomicExpr;
  const ir::Type *T = type(E->getType());
  auto Give = [&](Value V) {
    if (Dest && V)
      B.assign(Dest, V);
    return V;
  };
  auto Load = [&](Value P) {
    Value Result = B.temp(P->type()->inner());
    B.assignVolatile(Result, C.deref(P));
    return Result;
  };
  if (std::optional<Update> U = updateOf(E->getOp()))
    return Give(atomicUpdate(E, *U));
  switch (E->getOp()) {
  case AE::AO__c11_atomic_init:
  case AE::AO__c11_atomic_store:
  case AE::AO__atomic_store_n: {
    Value P = B.stable(rvalue(E->getPtr()));
    Value V = rvalue(E->getVal1());
    B.assign(C.deref(P), coerce(V, P->type()->inner()));
    return nullptr;
  }
  case AE::AO__atomic_store: {
    Value P = B.stable(rvalue(E->getPtr()));
    Value From = rvalue(E->getVal1());
    const ir::Type *Ty = P->type()->inner();
    B.assign(C.deref(P), C.deref(C.cast(C.pointerType(Ty), From)));
    return nullptr;
  }
  case AE::AO__c11_atomic_load:
  case AE::AO__atomic_load_n:
    return Give(coerce(Load(rvalue(E->getPtr())), T));
  case AE::AO__atomic_load: {
    Value V = Load(rvalue(E->getPtr()));
    Value To = rvalue(E->getVal1());
    B.assign(C.deref(C.cast(C.pointerType(V->type()), To)), V);
    return nullptr;
  }
  case AE::AO__c11_atomic_exchange:
  case AE::AO__atomic_exchange_n: {
    Value P = B.stable(rvalue(E->getPtr()));
    Value New = B.stable(rvalue(E->getVal1()));
    Value Old = Load(P);
    B.assign(C.deref(P), coerce(New, P->type()->inner()));
    return Give(coerce(Old, T));
  }
  case AE::AO__atomic_exchange: {
    Value P = B.stable(rvalue(E->getPtr()));
    Value New = B.stable(rvalue(E->getVal1()));
    Value To = B.stable(rvalue(E->getVal2()));
    const ir::Type *Pointer = C.pointerType(P->type()->inner());
    Value Old = Load(P);
    B.assign(C.deref(P), C.deref(C.cast(Pointer, New)));
    B.assign(C.deref(C.cast(Pointer, To)), Old);
    return nullptr;
  }
  case AE::AO__c11_atomic_compare_exchange_strong:
  case AE::AO__c11_atomic_compare_exchange_weak:
  case AE::AO__atomic_compare_exchange:
  case AE::AO__atomic_compare_exchange_n:
    return Give(atomicCompareExchange(E));
  default:
    break;
  }
  std::vector<Value> From = operands(E);
  B.havocEverything(Reason::Builtin, From);
  if (T->isVoid())
    return nullptr;
  return Give(B.arbitrary(T, Reason::Builtin, std::move(From)));
}

} // namespace predabs::lower
