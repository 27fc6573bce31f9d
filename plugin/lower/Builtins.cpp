// Compiler builtins and atomics, see FunctionLowering.h. A builtin that is a
// library function under another name becomes a call to that function; one
// that computes becomes an expression; the rest give an arbitrary value.

#include "plugin/lower/FunctionLowering.h"

#include "clang/Basic/Builtins.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;
using predabs::ir::Op;
using predabs::ir::Reason;

namespace predabs::lower {

Value FunctionLowering::libraryCall(const CallExpr *E, const std::string &Name,
                                    unsigned NumArgs) {
  const auto *Proto =
      E->getDirectCallee()->getType()->getAs<FunctionProtoType>();
  bool Variadic = Proto && Proto->isVariadic();
  unsigned NumParams =
      Variadic ? std::min(NumArgs, Proto->getNumParams()) : NumArgs;
  std::vector<const ir::Type *> Params;
  for (unsigned I = 0; I < NumParams; ++I)
    Params.push_back(type(E->getArg(I)->getType()));
  const ir::Type *T = C.functionType(type(E->getType()), Params, Variadic);
  ir::Function *Target = ML.libraryFunction(Name, T);
  // __builtin_abort() ends the program, whoever declares abort.
  Target->IsNoReturn |= AST.BuiltinInfo.isNoReturn(E->getBuiltinCallee());
  llvm::ArrayRef<const Expr *> Args(E->getArgs(), E->getNumArgs());
  std::vector<Value> Values = arguments(Target->Ty, 0, Args);
  if (Values.size() > NumArgs)
    Values.resize(NumArgs);
  const auto &Wanted = Target->Ty->params();
  for (size_t I = 0; I < Wanted.size() && I < Values.size(); ++I)
    Values[I] = coerce(Values[I], Wanted[I]);
  std::optional<WholeObject> Object =
      wholeObject(E, C.funcAddr(Target), Values);
  Value Result = emitCall(C.funcAddr(Target), std::move(Values), E->getType(),
                          nullptr, {.NoReturn = Target->IsNoReturn});
  if (Object)
    B.assign(Object->To, Object->Contents);
  return Result;
}

Value FunctionLowering::bitBuiltin(const CallExpr *E, Op O) {
  Value V = rvalue(E->getArg(0));
  if (!V->type()->isInt())
    return B.arbitrary(type(E->getType()), Reason::Vector, {V});
  const ir::Type *Unsigned = C.intType(V->type()->width(), false);
  V = C.cast(Unsigned, V);
  bool Counts = O == Op::CountLeadingZeros || O == Op::CountTrailingZeros;
  if (Counts && E->getNumArgs() == 1) {
    // The result for 0 is undefined: such an execution is none of ours.
    V = B.stable(V);
    B.assume(C.isTrue(V));
  }
  Value Result = C.cast(type(E->getType()), C.unary(O, V));
  if (Counts && E->getNumArgs() == 2) {
    // __builtin_clzg(x, value for 0)
    V = B.stable(V);
    Value ForZero = coerce(rvalue(E->getArg(1)), type(E->getType()));
    Result =
        C.cond(C.isTrue(V), C.cast(type(E->getType()), C.unary(O, V)), ForZero);
  }
  return Result;
}

Value FunctionLowering::findFirstSet(const CallExpr *E) {
  Value V = rvalue(E->getArg(0));
  const ir::Type *T = type(E->getType());
  Value Bits = C.cast(C.intType(V->type()->width(), false), V);
  Value Index = C.cast(T, C.unary(Op::CountTrailingZeros, Bits));
  return C.cond(C.isTrue(Bits), C.binary(Op::Add, Index, C.intConst(T, 1)),
                C.zero(T));
}

/// The bits below the sign bit that equal it.
Value FunctionLowering::redundantSignBits(const CallExpr *E) {
  Value V = rvalue(E->getArg(0));
  const ir::Type *T = type(E->getType());
  Value Negative = C.binary(Op::Lt, V, C.zero(V->type()));
  Value Bits = C.cond(Negative, C.unary(Op::BitNot, V), V);
  Bits = C.cast(C.intType(V->type()->width(), false), Bits);
  Value Zeros = C.cast(T, C.unary(Op::CountLeadingZeros, Bits));
  return C.binary(Op::Sub, Zeros, C.intConst(T, 1));
}

Value FunctionLowering::rotate(const CallExpr *E, Op Shift) {
  Value V = rvalue(E->getArg(0));
  if (!isPure(E->getArg(1)))
    V = B.stable(V);
  const ir::Type *T = V->type();
  Value Width = C.intConst(T, T->width());
  Value N = C.binary(Op::Rem, C.cast(T, rvalue(E->getArg(1))), Width);
  Value Rest = C.binary(Op::Rem, C.binary(Op::Sub, Width, N), Width);
  Value A = C.binary(Shift, V, N);
  Value Z = C.binary(Shift == Op::Shl ? Op::Shr : Op::Shl, V, Rest);
  return C.cast(type(E->getType()), C.binary(Op::Or, A, Z));
}

Value FunctionLowering::absolute(const CallExpr *E) {
  Value V = rvalue(E->getArg(0));
  Value Negative = C.binary(Op::Lt, V, C.zero(V->type()));
  return C.cast(type(E->getType()), C.cond(Negative, C.unary(Op::Neg, V), V));
}

/// The quiet comparisons of C99 are the operators, for we have no flags.
Value FunctionLowering::floatComparison(const CallExpr *E, Op O) {
  B.note(Reason::FloatingPoint);
  Value L = rvalue(E->getArg(0));
  if (!isPure(E->getArg(1)))
    L = B.stable(L);
  Value R = rvalue(E->getArg(1));
  return C.cast(type(E->getType()), C.binary(O, L, R));
}

/// Whether one of the arguments, one or two, is no number: only that differs
/// from itself.
Value FunctionLowering::floatUnordered(const CallExpr *E) {
  B.note(Reason::FloatingPoint);
  Value Result = C.boolConst(false);
  for (const Expr *Arg : E->arguments()) {
    Value V = B.stable(rvalue(Arg));
    Result = C.binary(Op::LOr, Result, C.binary(Op::Ne, V, V));
  }
  return C.cast(type(E->getType()), Result);
}

Value FunctionLowering::floatLessOrGreater(const CallExpr *E) {
  B.note(Reason::FloatingPoint);
  Value L = B.stable(rvalue(E->getArg(0)));
  Value R = B.stable(rvalue(E->getArg(1)));
  return C.cast(type(E->getType()), C.binary(Op::LOr, C.binary(Op::Lt, L, R),
                                             C.binary(Op::Gt, L, R)));
}

/// r = a op b, computed in an integer that holds every result; whether it
/// fits the type of *r is what the builtin returns.
Value FunctionLowering::overflowBuiltin(const CallExpr *E, Op O) {
  Value A = rvalue(E->getArg(0));
  if (!isPure(E->getArg(1)) || !isPure(E->getArg(2)))
    A = B.stable(A);
  Value Z = rvalue(E->getArg(1));
  if (!isPure(E->getArg(2)))
    Z = B.stable(Z);
  Value Result = C.deref(rvalue(E->getArg(2)));
  const ir::Type *T = Result->type();
  unsigned Left = A->type()->width(), Right = Z->type()->width();
  bool AnySigned = A->type()->isSigned() || Z->type()->isSigned();
  bool IsMul = O == Op::Mul, Signed = true;
  unsigned Wide = IsMul ? Left + Right + (AnySigned ? 0 : 1)
                        : std::max(Left + (A->type()->isSigned() ? 0 : 1),
                                   Right + (Z->type()->isSigned() ? 0 : 1)) +
                              1;
  if (!T->isSigned())
    Wide = std::max(Wide, T->width() + 1);
  if (Wide > 128 && !AnySigned && O != Op::Sub &&
      (!T->isSigned() || (IsMul && T->width() <= 64))) {
    // Nothing is negative: a bit less will do. (A product of 128 bits is too
    // small to be taken for a negative number of up to 64.)
    Signed = false;
    Wide =
        std::max(IsMul ? Left + Right : std::max(Left, Right) + 1, T->width());
  }
  if (Wide > 128) {
    B.havoc(Result, Reason::WideInteger, {A, Z});
    return B.arbitrary(type(E->getType()), Reason::WideInteger);
  }
  const ir::Type *W = C.intType(Wide, Signed);
  Value Exact = B.save(C.binary(O, C.cast(W, A), C.cast(W, Z)));
  Result = C.deref(B.stable(C.addrOf(Result)));
  B.assign(Result, C.cast(T, Exact));
  Value Fits = C.binary(Op::Eq, C.cast(W, C.cast(T, Exact)), Exact);
  return C.cast(type(E->getType()), C.notOf(Fits));
}

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

namespace {

/// A builtin that is a library function: its name, and how many of its
/// arguments that function takes (the checking variants have more).
std::optional<std::pair<std::string, unsigned>> libraryName(StringRef Name,
                                                            unsigned NumArgs) {
  if (!Name.consume_front("__builtin_"))
    return std::nullopt;
  // SOUND: no library has these: what has the name is the program's.
  if (Name == "powi" || Name == "powif" || Name == "powil")
    return std::nullopt;
  static const std::pair<StringRef, unsigned> Checked[] = {
      {"__memcpy_chk", 3},  {"__memmove_chk", 3}, {"__memset_chk", 3},
      {"__mempcpy_chk", 3}, {"__strcpy_chk", 2},  {"__strcat_chk", 2},
      {"__stpcpy_chk", 2},  {"__strncpy_chk", 3}, {"__strncat_chk", 3},
      {"__stpncpy_chk", 3}};
  for (auto [Long, Count] : Checked)
    if (Name == Long)
      return std::pair(Long.drop_front(2).drop_back(4).str(), Count);
  return std::pair(Name.str(), NumArgs);
}

} // namespace

/// `__builtin_operator_new` and its kin call the global operators.
std::optional<Value> FunctionLowering::operatorNewDelete(const CallExpr *E) {
  bool IsNew = E->getBuiltinCallee() == Builtin::BI__builtin_operator_new;
  DeclarationName Name =
      AST.DeclarationNames.getCXXOperatorName(IsNew ? OO_New : OO_Delete);
  for (NamedDecl *D : AST.getTranslationUnitDecl()->lookup(Name)) {
    const auto *Operator = dyn_cast<FunctionDecl>(D);
    if (!Operator ||
        !AST.hasSameType(Operator->getType(), E->getCallee()->getType()))
      continue;
    llvm::ArrayRef<const Expr *> Args(E->getArgs(), E->getNumArgs());
    return callValue(E, C.funcAddr(ML.function(Operator)), Operator, {}, Args,
                     nullptr);
  }
  return std::nullopt;
}

Value FunctionLowering::discardArguments(const CallExpr *E) {
  for (const Expr *Arg : E->arguments())
    discard(Arg);
  return nullptr;
}

/// The result is an argument, its address, or what a function by another name
/// gives.
std::optional<Value> FunctionLowering::passingBuiltin(const CallExpr *E,
                                                      unsigned Id) {
  const ir::Type *T = type(E->getType());
  switch (Id) {
  case Builtin::BI__builtin_expect:
  case Builtin::BI__builtin_expect_with_probability:
  case Builtin::BI__builtin_assume_aligned:
  case Builtin::BI__builtin_launder:
  case Builtin::BI__builtin_preserve_access_index:
  case Builtin::BI__builtin_unpredictable: {
    Value V = coerce(rvalue(E->getArg(0)), T);
    for (unsigned I = 1; I < E->getNumArgs(); ++I)
      if (!isPure(E->getArg(I))) {
        V = B.stable(V);
        discard(E->getArg(I));
      }
    if (Id == Builtin::BI__builtin_assume_aligned)
      promiseAligned(V, E);
    return V;
  }
  case Builtin::BI__builtin_addressof:
  case Builtin::BIaddressof:
  case Builtin::BI__addressof:
    return C.cast(T, C.addrOf(place(E->getArg(0))));
  case Builtin::BImove:
  case Builtin::BIforward:
  case Builtin::BIas_const:
  case Builtin::BImove_if_noexcept:
  case Builtin::BIforward_like:
    // The result is a reference, that is an address.
    return C.addrOf(place(E->getArg(0)));
  case Builtin::BI__builtin_operator_new:
  case Builtin::BI__builtin_operator_delete:
    if (std::optional<Value> V = operatorNewDelete(E))
      return V;
    return unknown(E, Reason::Builtin);
  case Builtin::BI__builtin_alloca:
  case Builtin::BI__builtin_alloca_uninitialized:
  case Builtin::BI__builtin_alloca_with_align:
  case Builtin::BI__builtin_alloca_with_align_uninitialized:
  case Builtin::BIalloca:
  case Builtin::BI_alloca:
    return libraryCall(E, "alloca", 1);
  default:
    return std::nullopt;
  }
}

/// Control does not come back, or more than once.
std::optional<Value> FunctionLowering::controlBuiltin(const CallExpr *E,
                                                      unsigned Id) {
  switch (Id) {
  case Builtin::BI__builtin_unreachable:
    B.assume(C.boolConst(false));
    B.end();
    return nullptr;
  case Builtin::BI__builtin_trap:
  case Builtin::BI__builtin_verbose_trap:
  case Builtin::BI__builtin_debugtrap: {
    ir::Function *Trap = ML.libraryFunction(
        "__builtin_trap", C.functionType(C.voidType(), {}, false));
    Trap->IsNoReturn = true;
    B.call(nullptr, C.funcAddr(Trap), {});
    if (Id != Builtin::BI__builtin_debugtrap)
      B.end();
    return nullptr;
  }
  case Builtin::BI__builtin_assume:
  case Builtin::BI__assume:
    promise(E->getArg(0));
    return nullptr;
  default:
    return std::nullopt;
  }
}

/// What the compiler knows, and may know only after optimising.
std::optional<Value> FunctionLowering::askingBuiltin(const CallExpr *E,
                                                     unsigned Id) {
  const ir::Type *T = type(E->getType());
  switch (Id) {
  case Builtin::BI__builtin_constant_p: {
    Expr::EvalResult Result;
    if (E->EvaluateAsInt(Result, AST) && Result.Val.getInt() != 0)
      return C.intConst(T, 1);
    if (ML.options().OptLevel == 0)
      return C.zero(T);
    return B.arbitrary(T, Reason::ConstantP);
  }
  case Builtin::BI__builtin_object_size:
  case Builtin::BI__builtin_dynamic_object_size: {
    Expr::EvalResult Kind, Result;
    if (E->EvaluateAsInt(Result, AST))
      return ML.constantInt(Result.Val.getInt(), T);
    bool Minimum = E->getArg(1)->EvaluateAsInt(Kind, AST) &&
                   (Kind.Val.getInt().getZExtValue() & 2);
    if (ML.options().OptLevel == 0)
      return C.intConst(T, Minimum ? 0 : ~ir::UInt128(0));
    return B.arbitrary(T, Reason::ConstantP);
  }
  default:
    return std::nullopt;
  }
}

/// Nothing that a program could see.
std::optional<Value> FunctionLowering::idleBuiltin(const CallExpr *E,
                                                   unsigned Id) {
  switch (Id) {
  case Builtin::BI__builtin_prefetch:
  case Builtin::BI__sync_synchronize:
  case Builtin::BI__atomic_thread_fence:
  case Builtin::BI__atomic_signal_fence:
  case Builtin::BI__c11_atomic_thread_fence:
  case Builtin::BI__c11_atomic_signal_fence:
  case Builtin::BI__builtin___clear_cache:
    return discardArguments(E);
  case Builtin::BI__builtin_va_start:
  case Builtin::BI__builtin_stdarg_start:
  case Builtin::BI__builtin_va_end:
  case Builtin::BI__builtin_va_copy:
  case Builtin::BI__va_start: {
    discardArguments(E);
    // SOUND: whatever the list holds is read by va_arg alone, and that gives
    // an arbitrary value.
    B.note(Reason::VarArg);
    return nullptr;
  }
  default:
    return std::nullopt;
  }
}

/// Bits and integers.
std::optional<Value> FunctionLowering::computingBuiltin(const CallExpr *E,
                                                        unsigned Id) {
  const ir::Type *T = type(E->getType());
  switch (Id) {
  case Builtin::BI__builtin_clz:
  case Builtin::BI__builtin_clzs:
  case Builtin::BI__builtin_clzl:
  case Builtin::BI__builtin_clzll:
  case Builtin::BI__builtin_clzg:
    return bitBuiltin(E, Op::CountLeadingZeros);
  case Builtin::BI__builtin_ctz:
  case Builtin::BI__builtin_ctzs:
  case Builtin::BI__builtin_ctzl:
  case Builtin::BI__builtin_ctzll:
  case Builtin::BI__builtin_ctzg:
    return bitBuiltin(E, Op::CountTrailingZeros);
  case Builtin::BI__builtin_popcount:
  case Builtin::BI__builtin_popcountl:
  case Builtin::BI__builtin_popcountll:
  case Builtin::BI__builtin_popcountg:
    return bitBuiltin(E, Op::PopCount);
  case Builtin::BI__builtin_parity:
  case Builtin::BI__builtin_parityl:
  case Builtin::BI__builtin_parityll:
    return C.binary(Op::And, bitBuiltin(E, Op::PopCount), C.intConst(T, 1));
  case Builtin::BI__builtin_ffs:
  case Builtin::BI__builtin_ffsl:
  case Builtin::BI__builtin_ffsll:
    return findFirstSet(E);
  case Builtin::BI__builtin_clrsb:
  case Builtin::BI__builtin_clrsbl:
  case Builtin::BI__builtin_clrsbll:
    return redundantSignBits(E);
  case Builtin::BI__builtin_bswap16:
  case Builtin::BI__builtin_bswap32:
  case Builtin::BI__builtin_bswap64:
    return bitBuiltin(E, Op::ByteSwap);
  case Builtin::BI__builtin_rotateleft8:
  case Builtin::BI__builtin_rotateleft16:
  case Builtin::BI__builtin_rotateleft32:
  case Builtin::BI__builtin_rotateleft64:
    return rotate(E, Op::Shl);
  case Builtin::BI__builtin_rotateright8:
  case Builtin::BI__builtin_rotateright16:
  case Builtin::BI__builtin_rotateright32:
  case Builtin::BI__builtin_rotateright64:
    return rotate(E, Op::Shr);
  // clang replaces these, also where the program defines them itself.
  case Builtin::BIabs:
  case Builtin::BIlabs:
  case Builtin::BIllabs:
  case Builtin::BI__builtin_abs:
  case Builtin::BI__builtin_labs:
  case Builtin::BI__builtin_llabs:
    return absolute(E);
  case Builtin::BI__builtin_add_overflow:
  case Builtin::BI__builtin_sadd_overflow:
  case Builtin::BI__builtin_saddl_overflow:
  case Builtin::BI__builtin_saddll_overflow:
  case Builtin::BI__builtin_uadd_overflow:
  case Builtin::BI__builtin_uaddl_overflow:
  case Builtin::BI__builtin_uaddll_overflow:
    return overflowBuiltin(E, Op::Add);
  case Builtin::BI__builtin_sub_overflow:
  case Builtin::BI__builtin_ssub_overflow:
  case Builtin::BI__builtin_ssubl_overflow:
  case Builtin::BI__builtin_ssubll_overflow:
  case Builtin::BI__builtin_usub_overflow:
  case Builtin::BI__builtin_usubl_overflow:
  case Builtin::BI__builtin_usubll_overflow:
    return overflowBuiltin(E, Op::Sub);
  case Builtin::BI__builtin_mul_overflow:
  case Builtin::BI__builtin_smul_overflow:
  case Builtin::BI__builtin_smull_overflow:
  case Builtin::BI__builtin_smulll_overflow:
  case Builtin::BI__builtin_umul_overflow:
  case Builtin::BI__builtin_umull_overflow:
  case Builtin::BI__builtin_umulll_overflow:
    return overflowBuiltin(E, Op::Mul);
  default:
    return std::nullopt;
  }
}

/// Comparisons of floats.
std::optional<Value> FunctionLowering::floatBuiltin(const CallExpr *E,
                                                    unsigned Id) {
  switch (Id) {
  case Builtin::BI__builtin_isgreater:
    return floatComparison(E, Op::Gt);
  case Builtin::BI__builtin_isgreaterequal:
    return floatComparison(E, Op::Ge);
  case Builtin::BI__builtin_isless:
    return floatComparison(E, Op::Lt);
  case Builtin::BI__builtin_islessequal:
    return floatComparison(E, Op::Le);
  case Builtin::BI__builtin_islessgreater:
    return floatLessOrGreater(E);
  case Builtin::BI__builtin_isunordered:
  case Builtin::BI__builtin_isnan:
    return floatUnordered(E);
  default:
    return std::nullopt;
  }
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

/// A builtin that is not in the lists above. Nothing for one that is declared
/// in a header like any function.
std::optional<Value> FunctionLowering::otherBuiltin(const CallExpr *E,
                                                    unsigned Id) {
  const ir::Type *T = type(E->getType());
  // Constants such as __builtin_inf() and what folds to one.
  if (Value V = T->isScalar() ? evaluated(E) : nullptr) {
    if (T->isFloat())
      B.note(Reason::FloatingPoint);
    return V;
  }
  const Builtin::Context &Table = AST.BuiltinInfo;
  StringRef Name = Table.getName(Id);
  if (Table.isPredefinedLibFunction(Id))
    return std::nullopt;
  // A hint to the processor, of one target, in loops that wait for a lock.
  if (Name == "__builtin_ia32_pause")
    return discardArguments(E);
  if (Table.isLibFunction(Id))
    if (auto Library = libraryName(Name, E->getNumArgs()))
      return libraryCall(E, Library->first, Library->second);
  if (Name.starts_with("__builtin_is") || Name == "__builtin_signbit" ||
      Name == "__builtin_fpclassify" || Name == "__builtin_flt_rounds") {
    discardArguments(E);
    return B.arbitrary(T, Reason::FloatingPoint);
  }
  std::vector<Value> From =
      givenArguments({E->getArgs(), size_t(E->getNumArgs())});
  bool Vector = T->isOpaque() || Name.starts_with("__builtin_ia32") ||
                Name.starts_with("__builtin_neon");
  Reason Why = Vector ? Reason::Vector : Reason::Builtin;
  // SOUND: a builtin without a model may write what its arguments point to.
  for (const Expr *Arg : E->arguments())
    if (Arg->getType()->isPointerType() || Arg->isGLValue()) {
      B.havocEverything(Why, From);
      break;
    }
  B.note(Why);
  return T->isVoid() ? nullptr : B.arbitrary(T, Why, std::move(From));
}

std::optional<Value> FunctionLowering::builtin(const CallExpr *E, unsigned Id) {
  using Group =
      std::optional<Value> (FunctionLowering::*)(const CallExpr *, unsigned);
  for (Group G :
       {&FunctionLowering::passingBuiltin, &FunctionLowering::controlBuiltin,
        &FunctionLowering::askingBuiltin, &FunctionLowering::idleBuiltin,
        &FunctionLowering::computingBuiltin, &FunctionLowering::floatBuiltin,
        &FunctionLowering::syncBuiltin, &FunctionLowering::coroutineBuiltin})
    if (std::optional<Value> V = (this->*G)(E, Id))
      return V;
  return otherBuiltin(E, Id);
}

Value FunctionLowering::atomicUpdate(const AtomicExpr *E, Op O, Gives Result) {
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
    New = C.binary(Op::PtrAdd, Old,
                   O == Op::Sub ? C.unary(Op::Neg, C.cast(C.diffType(), Arg))
                                : Arg);
  else if (Arg->type()->isScalar())
    New = combine(C, O, Old, Arg);
  if (!New)
    New = B.arbitrary(Target->type(), Reason::Builtin, {Old, Arg});
  B.assign(Target, New);
  return coerce(Result == Gives::New ? New : Old, type(E->getType()));
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
  case AE::AO__c11_atomic_fetch_add:
  case AE::AO__atomic_fetch_add:
    return Give(atomicUpdate(E, Op::Add, Gives::Old));
  case AE::AO__c11_atomic_fetch_sub:
  case AE::AO__atomic_fetch_sub:
    return Give(atomicUpdate(E, Op::Sub, Gives::Old));
  case AE::AO__c11_atomic_fetch_and:
  case AE::AO__atomic_fetch_and:
    return Give(atomicUpdate(E, Op::And, Gives::Old));
  case AE::AO__c11_atomic_fetch_or:
  case AE::AO__atomic_fetch_or:
    return Give(atomicUpdate(E, Op::Or, Gives::Old));
  case AE::AO__c11_atomic_fetch_xor:
  case AE::AO__atomic_fetch_xor:
    return Give(atomicUpdate(E, Op::Xor, Gives::Old));
  case AE::AO__c11_atomic_fetch_nand:
  case AE::AO__atomic_fetch_nand:
    return Give(atomicUpdate(E, Op::BitNot, Gives::Old));
  case AE::AO__atomic_nand_fetch:
    return Give(atomicUpdate(E, Op::BitNot, Gives::New));
  case AE::AO__atomic_add_fetch:
    return Give(atomicUpdate(E, Op::Add, Gives::New));
  case AE::AO__atomic_sub_fetch:
    return Give(atomicUpdate(E, Op::Sub, Gives::New));
  case AE::AO__atomic_and_fetch:
    return Give(atomicUpdate(E, Op::And, Gives::New));
  case AE::AO__atomic_or_fetch:
    return Give(atomicUpdate(E, Op::Or, Gives::New));
  case AE::AO__atomic_xor_fetch:
    return Give(atomicUpdate(E, Op::Xor, Gives::New));
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
