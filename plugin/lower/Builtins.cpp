// Compiler builtins, see FunctionLowering.h. A builtin that is a library function
// under another name becomes a call to that function; one that computes becomes
// an expression; the rest give an arbitrary value.

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

static std::optional<Op> overflowOp(unsigned Id) {
  switch (Id) {
  case Builtin::BI__builtin_add_overflow:
  case Builtin::BI__builtin_sadd_overflow:
  case Builtin::BI__builtin_saddl_overflow:
  case Builtin::BI__builtin_saddll_overflow:
  case Builtin::BI__builtin_uadd_overflow:
  case Builtin::BI__builtin_uaddl_overflow:
  case Builtin::BI__builtin_uaddll_overflow:
    return Op::Add;
  case Builtin::BI__builtin_sub_overflow:
  case Builtin::BI__builtin_ssub_overflow:
  case Builtin::BI__builtin_ssubl_overflow:
  case Builtin::BI__builtin_ssubll_overflow:
  case Builtin::BI__builtin_usub_overflow:
  case Builtin::BI__builtin_usubl_overflow:
  case Builtin::BI__builtin_usubll_overflow:
    return Op::Sub;
  case Builtin::BI__builtin_mul_overflow:
  case Builtin::BI__builtin_smul_overflow:
  case Builtin::BI__builtin_smull_overflow:
  case Builtin::BI__builtin_smulll_overflow:
  case Builtin::BI__builtin_umul_overflow:
  case Builtin::BI__builtin_umull_overflow:
  case Builtin::BI__builtin_umulll_overflow:
    return Op::Mul;
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
  default:
    if (std::optional<Op> O = overflowOp(Id))
      return overflowBuiltin(E, *O);
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

} // namespace predabs::lower
