// Initial values of globals. clang evaluates the initialiser; what comes out,
// a constant of any shape, is flattened into scalars at bit offsets. Integers
// in large tables go into the image of bytes instead, one byte a byte.

#include "plugin/lower/ModuleLowering.h"

#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace predabs::lower {

/// Collects the parts of one global.
struct ModuleLowering::InitSink {
  ir::Variable &V;
  bool BigEndian;
  /// From this size on integers go into the image.
  static constexpr uint64_t ImageSize = 1024;
  /// Something may be there already: what is put comes after it.
  bool Overwrites = false;

  void put(uint64_t BitOffset, unsigned BitWidth, Value E) {
    bool IsInt = E->kind() == ir::ExprKind::Int && !Overwrites;
    if (IsInt && E->bits() == 0)
      return;
    if (IsInt && BitWidth == 0 && V.Ty->size() >= ImageSize)
      return putBytes(BitOffset / 8, E->bits(), E->type()->size());
    V.Init.push_back({BitOffset, BitWidth, E});
  }

  void putBytes(uint64_t Offset, ir::UInt128 Bits, uint64_t Size) {
    if (V.Bytes.size() < Offset + Size)
      V.Bytes.resize(Offset + Size);
    for (uint64_t I = 0; I < Size; ++I) {
      uint64_t At = BigEndian ? Size - 1 - I : I;
      V.Bytes[Offset + At] = char(Bits & 0xff);
      Bits >>= 8;
    }
  }

  void putString(uint64_t Offset, StringRef Text, uint64_t Size) {
    uint64_t N = std::min<uint64_t>(Text.size(), Size);
    if (V.Bytes.size() < Offset + N)
      V.Bytes.resize(Offset + N);
    std::copy_n(Text.begin(), N, V.Bytes.begin() + int64_t(Offset));
  }
};

void ModuleLowering::initialise(ir::Variable &V, const VarDecl *D) {
  const Expr *Init = D->getAnyInitializer(D);
  if (!Init || Init->isValueDependent())
    return;
  InitSink Sink{V, M.Ctx.target().BigEndian};
  bool Done;
  if (AST.getLangOpts().CPlusPlus) {
    const APValue *Value = D->evaluateValue();
    if (Value && D->needsDestruction(AST) == QualType::DK_cxx_destructor)
      Dynamic.push_back(D); // to be destroyed at the end
    Done = Value && fill(Sink, *Value, D->getType(), 0);
    if (!Value) {
      V.IsConst = false;
      Dynamic.push_back(D);
      return;
    }
  } else {
    Done = fill(Sink, Init, 0);
  }
  if (!Done) {
    V.Bytes.clear();
    V.Init.clear();
    V.InitUnknown = ir::Reason::Initialiser;
  }
}

ir::Variable *ModuleLowering::constantCopy(const VarDecl *D) {
  auto [Known, IsNew] = ConstantCopies.try_emplace(D->getCanonicalDecl());
  if (!IsNew)
    return Known->second;
  const APValue *Value = D->getInit() ? D->evaluateValue() : nullptr;
  if (!Value)
    return nullptr;
  ir::Variable *V =
      anonymousGlobal(D->getNameAsString(), Tys.get(D->getType()));
  V->IsConst = true;
  V->Where = loc(D->getLocation());
  InitSink Sink{*V, M.Ctx.target().BigEndian};
  if (!fill(Sink, *Value, D->getType(), 0))
    V->InitUnknown = ir::Reason::Initialiser;
  return ConstantCopies[D->getCanonicalDecl()] = V;
}

bool ModuleLowering::fill(InitSink &Sink, const Expr *Init, uint64_t Offset) {
  Init = Init->IgnoreParens();
  if (const auto *CE = dyn_cast<ConstantExpr>(Init))
    return fill(Sink, CE->getSubExpr(), Offset);
  if (isa<NoInitExpr>(Init))
    return true;
  if (isa<ImplicitValueInitExpr>(Init) && !Sink.Overwrites)
    return true;
  if (const auto *List = dyn_cast<InitListExpr>(Init))
    return fillList(Sink, List, Offset);
  if (const auto *Update = dyn_cast<DesignatedInitUpdateExpr>(Init)) {
    if (!fill(Sink, Update->getBase(), Offset))
      return false;
    Sink.Overwrites = true;
    return fillList(Sink, Update->getUpdater(), Offset);
  }
  QualType T = Init->getType();
  if (T->isArrayType()) {
    if (const auto *S = dyn_cast<StringLiteral>(Init)) {
      Sink.putString(Offset / 8, S->getBytes(), Tys.get(T)->size());
      return true;
    }
    if (const auto *P = dyn_cast<PredefinedExpr>(Init))
      return fill(Sink, P->getFunctionName(), Offset);
  }
  // GNU C: a compound literal as the initialiser of an object of its type.
  if (T->isArrayType() || T->isRecordType()) {
    const Expr *Stripped = Init->IgnoreParenImpCasts();
    if (const auto *L = dyn_cast<CompoundLiteralExpr>(Stripped))
      return fill(Sink, L->getInitializer(), Offset);
  }
  Expr::EvalResult Result;
  if (!Init->EvaluateAsRValue(Result, AST, /*InConstantContext=*/true) ||
      Result.HasSideEffects)
    return false;
  return fill(Sink, Result.Val, T, Offset);
}

bool ModuleLowering::fillMember(InitSink &Sink, const FieldDecl *F,
                                const Expr *Init, uint64_t Offset) {
  const ASTRecordLayout &Layout = AST.getASTRecordLayout(F->getParent());
  uint64_t At = Offset + Layout.getFieldOffset(F->getFieldIndex());
  if (!F->isBitField())
    return fill(Sink, Init, At);
  Expr::EvalResult Result;
  if (isa<NoInitExpr>(Init) ||
      (isa<ImplicitValueInitExpr>(Init) && !Sink.Overwrites))
    return true;
  if (!Init->EvaluateAsInt(Result, AST))
    return false;
  return fillField(Sink, Result.Val, F, Offset);
}

bool ModuleLowering::fillList(InitSink &Sink, const InitListExpr *List,
                              uint64_t Offset) {
  if (List->isTransparent())
    return fill(Sink, List->getInit(0), Offset);
  QualType T = List->getType();
  if (const auto *R = T->getAs<RecordType>()) {
    const RecordDecl *D = R->getDecl();
    if (D->isUnion()) {
      const FieldDecl *F = List->getInitializedFieldInUnion();
      return !F || List->getNumInits() == 0 ||
             fillMember(Sink, F, List->getInit(0), Offset);
    }
    unsigned I = 0;
    for (const FieldDecl *F : D->fields()) {
      if (F->isUnnamedBitField())
        continue;
      if (I >= List->getNumInits())
        break;
      if (!fillMember(Sink, F, List->getInit(I++), Offset))
        return false;
    }
    return true;
  }
  if (const auto *A = AST.getAsArrayType(T)) {
    if (List->isStringLiteralInit())
      return fill(Sink, List->getInit(0), Offset);
    uint64_t Step = Tys.get(A->getElementType())->size() * 8;
    for (unsigned I = 0; I < List->getNumInits(); ++I)
      if (!fill(Sink, List->getInit(I), Offset + I * Step))
        return false;
    const Expr *Filler = List->getArrayFiller();
    return !Filler ||
           isa<ImplicitValueInitExpr, InitListExpr, NoInitExpr>(Filler);
  }
  if (T->isVectorType() || T->isAnyComplexType())
    return false;
  return List->getNumInits() == 0 || fill(Sink, List->getInit(0), Offset);
}

bool ModuleLowering::fill(InitSink &Sink, const APValue &V, QualType T,
                          uint64_t Offset) {
  if (const auto *At = T->getAs<AtomicType>())
    T = At->getValueType();
  switch (V.getKind()) {
  case APValue::None:
  case APValue::Indeterminate:
    return true;
  case APValue::Struct:
  case APValue::Union:
    return fillRecord(Sink, V, T->castAs<RecordType>()->getDecl(), Offset);
  case APValue::Array: {
    QualType Element = AST.getAsArrayType(T)->getElementType();
    uint64_t Step = Tys.get(Element)->size() * 8;
    unsigned N = V.getArrayInitializedElts();
    for (unsigned I = 0; I < N; ++I)
      if (!fill(Sink, V.getArrayInitializedElt(I), Element, Offset + I * Step))
        return false;
    if (!V.hasArrayFiller())
      return true;
    for (unsigned I = N; I < V.getArraySize(); ++I)
      if (!fill(Sink, V.getArrayFiller(), Element, Offset + I * Step))
        return false;
    return true;
  }
  default:
    break;
  }
  Value E = constant(V, T);
  if (!E)
    return false;
  Sink.put(Offset, 0, E);
  return true;
}

bool ModuleLowering::fillRecord(InitSink &Sink, const APValue &V,
                                const RecordDecl *R, uint64_t Offset) {
  if (V.isUnion())
    return !V.getUnionField() ||
           fillField(Sink, V.getUnionValue(), V.getUnionField(), Offset);
  const ASTRecordLayout &Layout = AST.getASTRecordLayout(R);
  if (const auto *Class = dyn_cast<CXXRecordDecl>(R)) {
    unsigned I = 0;
    for (const CXXBaseSpecifier &B : Class->bases()) {
      if (B.isVirtual())
        return false;
      const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
      uint64_t At =
          Offset + uint64_t(Layout.getBaseClassOffset(Base).getQuantity()) * 8;
      if (!fillRecord(Sink, V.getStructBase(I++), Base, At))
        return false;
    }
  }
  for (const FieldDecl *F : R->fields())
    if (!F->isUnnamedBitField() &&
        !fillField(Sink, V.getStructField(F->getFieldIndex()), F, Offset))
      return false;
  return true;
}

bool ModuleLowering::fillField(InitSink &Sink, const APValue &V,
                               const FieldDecl *F, uint64_t Offset) {
  const ASTRecordLayout &Layout = AST.getASTRecordLayout(F->getParent());
  uint64_t At = Offset + Layout.getFieldOffset(F->getFieldIndex());
  if (!F->isBitField())
    return fill(Sink, V, F->getType(), At);
  if (V.isIndeterminate() || !V.hasValue())
    return true;
  Value E = constant(V, F->getType());
  if (!E)
    return false;
  unsigned Width = std::min(F->getBitWidthValue(AST), E->type()->width());
  // SOUND: a bit-field holds no more than its bits, whatever is written there.
  if (E->kind() == ir::ExprKind::Int)
    E = M.Ctx.intConst(E->type(),
                       E->type()->isSigned()
                           ? ir::UInt128(ir::signExtend(E->bits(), Width))
                           : ir::truncateTo(E->bits(), Width));
  Sink.put(At, Width, E);
  return true;
}

Value ModuleLowering::constantInt(const llvm::APSInt &V, const ir::Type *T) {
  llvm::APInt Wide = V.isSigned() ? V.sextOrTrunc(128) : V.zextOrTrunc(128);
  ir::UInt128 Bits = Wide.getRawData()[1];
  Bits = Bits << 64 | Wide.getRawData()[0];
  return M.Ctx.intConst(T, Bits);
}

Value ModuleLowering::constantFloat(const llvm::APFloat &V, const ir::Type *T) {
  llvm::APInt Bits = V.bitcastToAPInt().zextOrTrunc(128);
  ir::UInt128 Raw = Bits.getRawData()[1];
  return M.Ctx.floatConst(T, Raw << 64 | Bits.getRawData()[0]);
}

Value ModuleLowering::constant(const APValue &V, QualType T) {
  const ir::Type *Ty = Tys.get(T);
  switch (V.getKind()) {
  case APValue::Int:
    return Ty->isInt() || Ty->isPointer() ? constantInt(V.getInt(), Ty)
                                          : nullptr;
  case APValue::Float:
    return Ty->isFloat() ? constantFloat(V.getFloat(), Ty) : nullptr;
  case APValue::LValue:
    return address(V, Ty);
  case APValue::AddrLabelDiff: {
    if (!Labels)
      return nullptr;
    Value L = Labels(V.getAddrLabelDiffLHS()->getLabel());
    Value R = Labels(V.getAddrLabelDiffRHS()->getLabel());
    const ir::Type *Word = M.Ctx.diffType();
    return M.Ctx.cast(Ty, M.Ctx.binary(ir::Op::Sub, M.Ctx.cast(Word, L),
                                       M.Ctx.cast(Word, R)));
  }
  default:
    return nullptr;
  }
}

/// The address of \p V, or null if only the linker knows it.
Value ModuleLowering::constantAddress(const VarDecl *V) {
  Value Place = place(V);
  if (Place->kind() == ir::ExprKind::Var)
    return M.Ctx.addrOf(Place);
  return Views.contains(V->getCanonicalDecl()) && !V->isWeak()
             ? M.Ctx.addrOf(Place)
             : nullptr;
}

Value ModuleLowering::addressBase(const APValue::LValueBase &Base) {
  if (const auto *D = Base.dyn_cast<const ValueDecl *>()) {
    if (const auto *V = dyn_cast<VarDecl>(D))
      return V->hasGlobalStorage() ? constantAddress(V) : nullptr;
    if (const auto *F = dyn_cast<FunctionDecl>(D)) {
      Value Address = address(F);
      return Address->kind() == ir::ExprKind::FuncAddr ? Address : nullptr;
    }
    return nullptr;
  }
  const auto *E = Base.dyn_cast<const Expr *>();
  if (!E)
    return nullptr;
  if (const auto *S = dyn_cast<StringLiteral>(E))
    return M.Ctx.addrOf(stringLiteral(S));
  if (const auto *P = dyn_cast<PredefinedExpr>(E))
    return M.Ctx.addrOf(stringLiteral(P->getFunctionName()));
  if (const auto *L = dyn_cast<AddrLabelExpr>(E))
    return Labels ? Labels(L->getLabel()) : nullptr;
  if (const auto *L = dyn_cast<CompoundLiteralExpr>(E)) {
    if (!L->isFileScope())
      return nullptr;
    bool IsNew = !StaticTemporaries.count(L);
    ir::Variable *V = staticTemporary(L);
    InitSink Sink{*V, M.Ctx.target().BigEndian};
    if (IsNew && !fill(Sink, L->getInitializer(), 0))
      V->InitUnknown = ir::Reason::Initialiser;
    return M.Ctx.addrOf(M.Ctx.var(V));
  }
  if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(E)) {
    bool IsNew = !StaticTemporaries.count(T);
    ir::Variable *V = staticTemporary(T);
    const APValue *Known = T->getOrCreateValue(false);
    InitSink Sink{*V, M.Ctx.target().BigEndian};
    if (IsNew && (!Known || !fill(Sink, *Known, T->getType(), 0)))
      V->InitUnknown = ir::Reason::Initialiser;
    return M.Ctx.addrOf(M.Ctx.var(V));
  }
  return nullptr;
}

Value ModuleLowering::address(const APValue &V, const ir::Type *T) {
  ir::Context &C = M.Ctx;
  int64_t Offset = V.getLValueOffset().getQuantity();
  if (V.isNullPointer() || !V.getLValueBase())
    return T->isPointer() || T->isInt() ? C.intConst(T, ir::UInt128(Offset))
                                        : nullptr;
  if (!T->isPointer() && !T->isInt())
    return nullptr;
  Value Base = addressBase(V.getLValueBase());
  if (!Base)
    return nullptr;
  if (Offset != 0) {
    Value Bytes = C.cast(C.pointerType(C.intType(8, true)), Base);
    Base = C.binary(ir::Op::PtrAdd, Bytes,
                    C.intConst(C.diffType(), ir::UInt128(Offset)));
  }
  // Prefer `&a[0]` to a cast of `&a`: it is what the source says.
  if (Offset == 0 && T->isPointer() && Base->kind() == ir::ExprKind::AddrOf &&
      Base->operand(0)->type()->isArray() &&
      Base->operand(0)->type()->inner() == T->inner())
    return C.addrOf(
        C.index(Base->operand(0), C.intConst(C.intType(32, true), 0)));
  return C.cast(T, Base);
}

} // namespace predabs::lower
