// See ExceptionTypes.h.

#include "plugin/lower/ExceptionTypes.h"

#include "clang/AST/CXXInheritance.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace predabs::lower {

namespace {

constexpr unsigned TraitBits = 24, FirstShared = 12;

/// Bases that are caught more often than others; each has a trait.
uint64_t commonBase(llvm::StringRef Name) {
  int Index = llvm::StringSwitch<int>(Name)
                  .Case("_ZTSSt9exception", 0)
                  .Case("_ZTSSt11logic_error", 1)
                  .Case("_ZTSSt13runtime_error", 2)
                  .Case("_ZTSSt9bad_alloc", 3)
                  .Case("_ZTSSt12system_error", 4)
                  .Default(-1);
  return Index < 0 ? 0 : uint64_t(32) << Index;
}

/// The bit of a class as a base: of objects, or of what pointers point to.
uint64_t baseTrait(llvm::StringRef Name, const char *Kind) {
  uint64_t Common = *Kind ? 0 : commonBase(Name);
  if (Common)
    return Common;
  uint64_t Hash = llvm::xxh3_64bits((Kind + Name).str());
  return uint64_t(1) << (FirstShared + Hash % (TraitBits - FirstShared));
}

uint64_t numberOf(llvm::StringRef Name, uint64_t Traits) {
  return llvm::xxh3_64bits(Name) << TraitBits | Traits;
}

bool isPointerLike(QualType T) {
  return T->isAnyPointerType() || T->isMemberPointerType() ||
         T->isBlockPointerType();
}

enum class Thrown : uint8_t { Object, Pointer };

/// What is known of \p Base in \p Derived to who has an object of it.
struct BaseInClass {
  bool IsTaken = false;
  std::optional<int64_t> Offset;
};

std::optional<int64_t> offsetAlong(ASTContext &AST, const CXXRecordDecl *Whole,
                                   const CXXBasePath &Path) {
  int64_t Result = 0;
  for (const CXXBasePathElement &Step : Path) {
    const CXXRecordDecl *To = Step.Base->getType()->getAsCXXRecordDecl();
    if (Step.Base->isVirtual()) {
      // What a pointer points to may be a part of something else.
      if (!Whole)
        return std::nullopt;
      Result =
          AST.getASTRecordLayout(Whole).getVBaseClassOffset(To).getQuantity();
      continue;
    }
    Result +=
        AST.getASTRecordLayout(Step.Class).getBaseClassOffset(To).getQuantity();
  }
  return Result;
}

/// A handler takes an unambiguous public base.
BaseInClass findBase(ASTContext &AST, const CXXRecordDecl *Derived,
                     const CXXRecordDecl *Base, Thrown What) {
  if (Derived->getCanonicalDecl() == Base->getCanonicalDecl())
    return {true, 0};
  CXXBasePaths Paths(/*FindAmbiguities=*/true, /*RecordPaths=*/true,
                     /*DetectVirtual=*/false);
  if (!Derived->isDerivedFrom(Base, Paths))
    return {};
  QualType T = AST.getRecordType(Base);
  if (Paths.isAmbiguous(T->getCanonicalTypeUnqualified()))
    return {};
  for (const CXXBasePath &Path : Paths)
    if (Path.Access == AS_public)
      return {true, offsetAlong(AST, What == Thrown::Object ? Derived : nullptr,
                                Path)};
  return {};
}

/// All bases of \p R, direct or not.
void collectBases(const CXXRecordDecl *R,
                  llvm::SetVector<const CXXRecordDecl *> &Into) {
  for (const CXXBaseSpecifier &B : R->bases())
    if (const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
        Base && Base->hasDefinition() && Into.insert(Base->getDefinition()))
      collectBases(Base->getDefinition(), Into);
}

bool isCompleteClass(const CXXRecordDecl *R) {
  return R && R->hasDefinition() && !R->getDefinition()->isDependentContext() &&
         !R->getDefinition()->isInvalidDecl();
}

} // namespace

std::string ExceptionTypes::mangled(QualType T) const {
  std::string Result;
  llvm::raw_string_ostream Out(Result);
  Mangler.mangleCXXRTTIName(T.getCanonicalType(), Out);
  return Out.str();
}

std::string ExceptionTypes::name(QualType T) const {
  std::string Result = mangled(T);
  return isExternallyVisible(T->getLinkage()) ? Result : Result + '@' + File;
}

bool ExceptionTypes::endsQuietly(QualType T) const {
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  if (!R || !T.isDestructedType())
    return true;
  // Exceptions of the library give memory back, which nobody sees.
  return R->isInStdNamespace() && !isa<ClassTemplateSpecializationDecl>(R) &&
         AST.getSourceManager().isInSystemHeader(R->getLocation());
}

uint64_t ExceptionTypes::classTraits(const CXXRecordDecl *R, const char *Kind) {
  R = R->getDefinition();
  llvm::SetVector<const CXXRecordDecl *> Bases;
  Bases.insert(R);
  collectBases(R, Bases);
  uint64_t Result = 0;
  for (const CXXRecordDecl *Base : Bases) {
    BaseInClass Found =
        findBase(AST, R, Base, *Kind ? Thrown::Pointer : Thrown::Object);
    if (!Found.IsTaken)
      continue;
    Result |= baseTrait(mangled(AST.getRecordType(Base)), Kind);
    if (Found.Offset != 0)
      Result |= HasFarBase;
  }
  return Result;
}

uint64_t ExceptionTypes::pointerTraits(QualType T) {
  QualType Pointee = T->getPointeeType();
  if (!T->isPointerType() || Pointee->isFunctionType())
    return OtherPointer;
  uint64_t Result = ObjectPointer;
  if (Pointee.isConstQualified())
    Result |= ToConst;
  if (Pointee.isVolatileQualified())
    Result |= ToVolatile;
  if (isPointerLike(Pointee))
    Result |= OtherPointer;
  const CXXRecordDecl *R = Pointee->getAsCXXRecordDecl();
  return isCompleteClass(R) ? Result | classTraits(R, "*") : Result;
}

uint64_t ExceptionTypes::traits(QualType T) {
  uint64_t Quiet = endsQuietly(T) ? EndsQuietly : 0;
  if (T->isNullPtrType())
    return NullPointer | Quiet;
  if (isPointerLike(T))
    return pointerTraits(T) | Quiet;
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  return isCompleteClass(R) ? classTraits(R, "") | Quiet : Quiet;
}

uint64_t ExceptionTypes::known(QualType T) {
  T = T.getCanonicalType();
  auto [It, IsNew] = Numbers.try_emplace(T.getAsOpaquePtr(), 0);
  if (IsNew) {
    uint64_t Number = numberOf(name(T), traits(T));
    Numbers[T.getAsOpaquePtr()] = Number;
    return Number;
  }
  return It->second;
}

uint64_t ExceptionTypes::number(QualType T) {
  T = T.getCanonicalType().getUnqualifiedType();
  uint64_t Result = known(T);
  if (const CXXRecordDecl *R = T->getAsCXXRecordDecl())
    addClass(R);
  if (!(Result & EndsQuietly))
    Destroyed.insert({Result, T});
  return Result;
}

uint64_t ExceptionTypes::libraryNumber(llvm::ArrayRef<const char *> Names) {
  uint64_t Traits = EndsQuietly;
  for (const char *Name : Names)
    Traits |= baseTrait(Name, "");
  return numberOf(Names.front(), Traits);
}

std::optional<uint64_t>
ExceptionTypes::thrownBy(llvm::StringRef LibraryFunction) {
#define BASE "_ZTSSt9exception"
#define LOGIC "_ZTSSt11logic_error", BASE
#define RUNTIME "_ZTSSt13runtime_error", BASE
  using Names = std::vector<const char *>;
  auto Found =
      llvm::StringSwitch<Names>(LibraryFunction)
          .Case("_ZSt17__throw_bad_allocv", {"_ZTSSt9bad_alloc", BASE})
          .Case("_ZSt28__throw_bad_array_new_lengthv",
                {"_ZTSSt20bad_array_new_length", "_ZTSSt9bad_alloc", BASE})
          .Case("_ZSt16__throw_bad_castv", {"_ZTSSt8bad_cast", BASE})
          .Case("_ZSt18__throw_bad_typeidv", {"_ZTSSt10bad_typeid", BASE})
          .Case("_ZSt25__throw_bad_function_callv",
                {"_ZTSSt17bad_function_call", BASE})
          .Case("_ZSt19__throw_logic_errorPKc", {LOGIC})
          .Case("_ZSt20__throw_domain_errorPKc",
                {"_ZTSSt12domain_error", LOGIC})
          .Case("_ZSt24__throw_invalid_argumentPKc",
                {"_ZTSSt16invalid_argument", LOGIC})
          .Case("_ZSt20__throw_length_errorPKc",
                {"_ZTSSt12length_error", LOGIC})
          .Cases("_ZSt20__throw_out_of_rangePKc",
                 "_ZSt24__throw_out_of_range_fmtPKcz",
                 {"_ZTSSt12out_of_range", LOGIC})
          .Case("_ZSt20__throw_future_errori", {"_ZTSSt12future_error", LOGIC})
          .Case("_ZSt21__throw_runtime_errorPKc", {RUNTIME})
          .Case("_ZSt19__throw_range_errorPKc",
                {"_ZTSSt11range_error", RUNTIME})
          .Case("_ZSt22__throw_overflow_errorPKc",
                {"_ZTSSt14overflow_error", RUNTIME})
          .Case("_ZSt23__throw_underflow_errorPKc",
                {"_ZTSSt15underflow_error", RUNTIME})
          .Case("_ZSt20__throw_system_errori",
                {"_ZTSSt12system_error", RUNTIME})
          .Default({});
#undef BASE
#undef LOGIC
#undef RUNTIME
  if (Found.empty())
    return std::nullopt;
  return libraryNumber(Found);
}

/// Whether all classes that a handler of \p R may take are known here. The
/// runtime compares names, so that it takes a class in an unnamed namespace for
/// one of another file that is called the same; by the language it is not.
bool ExceptionTypes::isClosed(const CXXRecordDecl *R) const {
  return R->isEffectivelyFinal() &&
         isExternallyVisible(AST.getRecordType(R)->getLinkage());
}

std::vector<std::pair<const CXXRecordDecl *, std::optional<int64_t>>>
ExceptionTypes::family(const CXXRecordDecl *R, bool IsPointer) {
  constexpr size_t MaxListed = 24;
  std::vector<std::pair<const CXXRecordDecl *, std::optional<int64_t>>> Result =
      {{R->getDefinition(), 0}};
  for (const CXXRecordDecl *C : Classes) {
    if (Result.size() >= MaxListed)
      break;
    if (!isCompleteClass(C) || C->getCanonicalDecl() == R->getCanonicalDecl() ||
        C->getDefinition()->getNumBases() == 0)
      continue;
    if (BaseInClass Found =
            findBase(AST, C->getDefinition(), R,
                     IsPointer ? Thrown::Pointer : Thrown::Object);
        Found.IsTaken)
      Result.emplace_back(C->getDefinition(), Found.Offset);
  }
  return Result;
}

ExceptionTypes::Match ExceptionTypes::classHandler(const CXXRecordDecl *R) {
  Match Result;
  std::string Name = mangled(AST.getRecordType(R));
  Result.SurelyIf = commonBase(Name);
  for (auto [Class, Offset] : family(R, /*IsPointer=*/false))
    Result.All.push_back({known(AST.getRecordType(Class)), Offset});
  if (!isClosed(R) && !Result.SurelyIf) {
    Result.PerhapsIf = baseTrait(Name, "");
    addStrangers(R, Result);
  }
  return Result;
}

/// Known classes that have the trait of \p R because they share it, and are
/// not taken by a handler of it.
void ExceptionTypes::addStrangers(const CXXRecordDecl *R, Match &Into) {
  constexpr size_t MaxListed = 16;
  for (const CXXRecordDecl *Known : Classes) {
    if (!isCompleteClass(Known) || Into.Never.size() >= MaxListed)
      continue;
    QualType T = AST.getRecordType(Known);
    uint64_t Number = known(T);
    if (Number & Into.PerhapsIf &&
        !findBase(AST, Known->getDefinition(), R, Thrown::Object).IsTaken)
      Into.Never.push_back(Number);
  }
}

/// The numbers of pointers to \p Pointee, with each of the qualifiers that
/// \p Allowed has.
void ExceptionTypes::addPointers(QualType Pointee, unsigned Allowed,
                                 std::optional<int64_t> Offset, Match &Into) {
  for (unsigned Quals :
       {0U, unsigned(Qualifiers::Const), unsigned(Qualifiers::Volatile),
        unsigned(Qualifiers::Const | Qualifiers::Volatile)}) {
    if (Quals & ~Allowed)
      continue;
    QualType T = AST.getPointerType(
        Pointee.getUnqualifiedType().withCVRQualifiers(Quals));
    Into.All.push_back({known(T), Offset});
  }
}

/// `T *` is taken by `const T *`, `T *` of a derived class by `T *` of a base,
/// nullptr by all.
ExceptionTypes::Match ExceptionTypes::pointerHandler(QualType T) {
  QualType Pointee = T->getPointeeType();
  Match Result;
  Result.SurelyIf = NullPointer;
  if (!T->isPointerType() || Pointee->isFunctionType() ||
      isPointerLike(Pointee)) {
    Result.All.push_back({known(T), 0});
    Result.PerhapsIf = OtherPointer;
    return Result;
  }
  unsigned Allowed = Pointee.getCVRQualifiers();
  Result.NeverIf = (Allowed & Qualifiers::Const ? 0 : ToConst) |
                   (Allowed & Qualifiers::Volatile ? 0 : ToVolatile);
  const CXXRecordDecl *R = Pointee->getAsCXXRecordDecl();
  if (Pointee->isVoidType()) {
    Result.SurelyIf |= ObjectPointer;
  } else if (!isCompleteClass(R)) {
    addPointers(Pointee, Allowed, 0, Result);
  } else {
    for (auto [Class, Offset] : family(R, /*IsPointer=*/true))
      addPointers(AST.getRecordType(Class), Allowed, Offset, Result);
    if (!isClosed(R))
      Result.PerhapsIf = baseTrait(mangled(AST.getRecordType(R)), "*");
  }
  return Result;
}

ExceptionTypes::Match ExceptionTypes::handler(QualType Caught) {
  QualType T =
      Caught.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  // The runtime is not told of a reference: `catch (const int *&)` takes what
  // `catch (const int *)` takes, though the language wants the very type.
  if (isPointerLike(T))
    return pointerHandler(T);
  if (const CXXRecordDecl *R = T->getAsCXXRecordDecl(); isCompleteClass(R))
    return classHandler(R);
  return {0, {}, {{known(T), 0}}, 0, 0};
}

} // namespace predabs::lower
