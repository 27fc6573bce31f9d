// See Types.h.

#include "plugin/lower/Types.h"

#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace predabs::lower {

const ir::Type *Types::get(QualType T) {
  QualType Canonical = T.getCanonicalType().getUnqualifiedType();
  const clang::Type *Key = Canonical.getTypePtr();
  if (const ir::Type *Known = Cache.lookup(Key))
    return Known;
  const ir::Type *Result = make(Canonical);
  return Cache[Key] = Result;
}

const ir::Type *Types::make(QualType T) {
  const clang::Type *P = T.getTypePtr();
  if (const auto *B = dyn_cast<BuiltinType>(P))
    return makeBuiltin(B);
  if (const auto *B = dyn_cast<BitIntType>(P)) {
    // SOUND: what looks like a state is taken to lie apart from all else.
    bool IsState = B->getNumBits() == ir::StateWidth && !B->isSigned();
    return B->getNumBits() <= 128 && !IsState
               ? C.intType(B->getNumBits(), B->isSigned())
               : makeOpaque(T, "wide");
  }
  if (const auto *E = dyn_cast<EnumType>(P)) {
    QualType Underlying = E->getDecl()->getIntegerType();
    return get(Underlying.isNull() ? AST.IntTy : Underlying);
  }
  // An atomic struct may be padded to a size that the hardware can exchange.
  if (const auto *A = dyn_cast<AtomicType>(P))
    return AST.getTypeSize(T) == AST.getTypeSize(A->getValueType())
               ? get(A->getValueType())
               : makeOpaque(T, "atomic");
  if (const auto *R = dyn_cast<RecordType>(P))
    return record(R->getDecl());
  if (P->isPointerType() || P->isReferenceType())
    return C.pointerType(get(P->getPointeeType()));
  if (const auto *A = dyn_cast<ConstantArrayType>(P))
    return C.arrayType(get(A->getElementType()), A->getSize().getZExtValue());
  // SOUND: the elements of a variable-length array are reached through byte
  // arithmetic with its run-time size, never through this type's size.
  if (const auto *A = dyn_cast<clang::ArrayType>(P))
    return C.arrayType(get(A->getElementType()), 0);
  if (const auto *F = dyn_cast<FunctionType>(P))
    return function(F);
  if (P->isBlockPointerType() || P->isObjCObjectPointerType())
    return C.pointerType(C.voidType());
  if (P->isMemberPointerType())
    return makeOpaque(T, "member-pointer");
  if (P->isAnyComplexType())
    return makeOpaque(T, "complex");
  return makeOpaque(T, P->isVectorType() ? "vector" : "other");
}

const ir::Type *Types::makeBuiltin(const BuiltinType *T) {
  if (T->isVoidType())
    return C.voidType();
  if (T->isNullPtrType())
    return C.pointerType(C.voidType());
  QualType Q(T, 0);
  if (T->isBooleanType())
    return C.boolType();
  if (T->isInteger())
    return C.intType(AST.getIntWidth(Q), T->isSignedInteger());
  if (T->isRealFloatingType())
    return makeFloat(Q);
  return makeOpaque(Q, "builtin");
}

const ir::Type *Types::makeFloat(QualType T) {
  const llvm::fltSemantics &Format = AST.getFloatTypeSemantics(T);
  TypeInfoChars Layout = AST.getTypeInfoInChars(T);
  unsigned Width = llvm::APFloat::getSizeInBits(Format);
  // IBM's pair of doubles and other formats that the interpreter has no
  // arithmetic for keep their width: they are moved as bits all the same.
  return C.floatType(Width, Layout.Width.getQuantity(),
                     uint32_t(Layout.Align.getQuantity()));
}

const ir::Type *Types::makeOpaque(QualType T, const char *Word) {
  uint64_t Size = 0;
  uint32_t Align = 1;
  if (!T->isIncompleteType() && !T->isDependentType() &&
      !T->isPlaceholderType() && !T->isSizelessType()) {
    TypeInfoChars Layout = AST.getTypeInfoInChars(T);
    Size = uint64_t(Layout.Width.getQuantity());
    Align = uint32_t(Layout.Align.getQuantity());
  }
  return C.opaqueType(std::string(Word) + std::to_string(Size), Size, Align);
}

bool Types::isPassedByAddress(QualType T) const {
  const auto *R = T->getAsCXXRecordDecl();
  return R && R->hasDefinition() && !R->canPassInRegisters();
}

const ir::Type *Types::param(QualType T) {
  const ir::Type *Plain = get(T);
  return isPassedByAddress(T) ? C.pointerType(Plain) : Plain;
}

const ir::Type *Types::function(const FunctionType *F, const ir::Type *This) {
  QualType Result = F->getReturnType();
  std::vector<const ir::Type *> Params;
  bool ByAddress = isPassedByAddress(Result);
  if (ByAddress)
    Params.push_back(C.pointerType(get(Result)));
  if (This)
    Params.push_back(This);
  bool Variadic = true;
  if (const auto *Proto = dyn_cast<FunctionProtoType>(F)) {
    for (QualType P : Proto->getParamTypes())
      Params.push_back(param(P));
    Variadic = Proto->isVariadic();
  }
  return C.functionType(ByAddress ? C.voidType() : get(Result),
                        std::move(Params), Variadic);
}

const ir::Type *Types::function(const FunctionDecl *F) {
  const auto *Ty = F->getType()->castAs<FunctionType>();
  const ir::Type *This = nullptr;
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (Method && Method->isImplicitObjectMemberFunction())
    This = C.pointerType(record(Method->getParent()));
  // A definition in the old style has parameters that its type does not tell.
  if (isa<FunctionNoProtoType>(Ty) && F->hasBody(F)) {
    std::vector<const ir::Type *> Params;
    for (const ParmVarDecl *P : F->parameters())
      Params.push_back(get(P->getType()));
    return C.functionType(get(Ty->getReturnType()), std::move(Params), false);
  }
  return function(Ty, This);
}

std::string Types::recordName(const RecordDecl *R) {
  std::string Name;
  if (isa<CXXRecordDecl>(R)) {
    PrintingPolicy Policy(AST.getLangOpts());
    Policy.SuppressTagKeyword = true;
    Policy.AnonymousTagLocations = false;
    Name = AST.getRecordType(R).getAsString(Policy);
  } else if (R->getIdentifier()) {
    Name = R->getName().str();
  } else if (const TypedefNameDecl *T = R->getTypedefNameForAnonDecl()) {
    Name = T->getName().str();
  } else {
    Name = "anonymous";
  }
  return RecordNames.unique(std::move(Name));
}

const ir::Type *Types::record(const RecordDecl *R) {
  R = cast<RecordDecl>(R->getCanonicalDecl());
  const ir::Type *&Slot = Records[R];
  if (Slot)
    return Slot;
  const ir::Type *Result = Slot = C.recordType(recordName(R));
  const RecordDecl *Def = R->getDefinition();
  if (Def && Def->isCompleteDefinition() && !Def->isInvalidDecl() &&
      !Def->isDependentType())
    complete(Result, Def);
  return Result;
}

void Types::addBases(const CXXRecordDecl *R, std::vector<ir::Field> &Fields) {
  const ASTRecordLayout &Layout = AST.getASTRecordLayout(R);
  for (const CXXBaseSpecifier &B : R->bases()) {
    const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
    if (B.isVirtual() || Base->isEmpty())
      continue;
    BaseIndices[{R->getCanonicalDecl(), Base->getCanonicalDecl()}] =
        uint32_t(Fields.size());
    uint64_t Offset = uint64_t(Layout.getBaseClassOffset(Base).getQuantity());
    Fields.push_back(
        {"base." + Base->getNameAsString(), record(Base), Offset * 8, 0});
  }
}

static bool isRecordOrRecords(const ir::Type *T) {
  while (T->isArray())
    T = T->inner();
  return T->isRecord();
}

void Types::complete(const ir::Type *Result, const RecordDecl *Def) {
  const ASTRecordLayout &Layout = AST.getASTRecordLayout(Def);
  std::vector<ir::Field> Fields;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Def))
    addBases(Class, Fields);
  unsigned Anonymous = 0;
  bool IsOwn = AST.getSourceManager().isInMainFile(Def->getLocation());
  for (const FieldDecl *F : Def->fields()) {
    if (F->isUnnamedBitField())
      continue;
    ir::Field Field;
    Field.Name = F->getIdentifier() ? F->getName().str()
                                    : "anon." + std::to_string(Anonymous++);
    Field.Ty = get(F->getType());
    Field.BitOffset = Layout.getFieldOffset(F->getFieldIndex());
    if (F->isBitField())
      Field.BitWidth = std::min(F->getBitWidthValue(AST), Field.Ty->width());
    Field.IsInternal = IsOwn && isRecordOrRecords(Field.Ty);
    FieldIndices[F->getCanonicalDecl()] = uint32_t(Fields.size());
    Fields.push_back(std::move(Field));
  }
  C.completeRecord(Result, Def->isUnion(), std::move(Fields),
                   uint64_t(Layout.getSize().getQuantity()),
                   uint32_t(Layout.getAlignment().getQuantity()));
}

const ir::Type *Types::withTail(const RecordDecl *R, uint64_t Bytes) {
  const ir::Type *Plain = record(R);
  std::vector<ir::Field> Fields = Plain->fields();
  ir::Field &Last = Fields.back();
  const ir::Type *Element = Last.Ty->inner();
  Last.Ty =
      C.arrayType(Element, Bytes / std::max<uint64_t>(1, Element->size()));
  const ir::Type *Result = C.recordType(RecordNames.unique(Plain->name()));
  uint64_t End = Last.BitOffset / 8 + Bytes;
  C.completeRecord(Result, false, std::move(Fields),
                   std::max(Plain->size(), End), Plain->align());
  return Result;
}

std::optional<uint32_t> Types::fieldIndex(const FieldDecl *F) {
  record(F->getParent());
  auto It = FieldIndices.find(F->getCanonicalDecl());
  if (It == FieldIndices.end())
    return std::nullopt;
  return It->second;
}

std::optional<uint32_t> Types::baseIndex(const CXXRecordDecl *Derived,
                                         const CXXRecordDecl *Base) {
  record(Derived);
  auto It =
      BaseIndices.find({Derived->getCanonicalDecl(), Base->getCanonicalDecl()});
  if (It == BaseIndices.end())
    return std::nullopt;
  return It->second;
}

} // namespace predabs::lower
