#include "plugin/source/SourceNames.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace predabs;

namespace {

using DeclList = llvm::SmallVectorImpl<const clang::NamedDecl *>;

void addNamed(const clang::DeclContext *In, llvm::StringRef Word,
              DeclList &Found) {
  // Names in a function and in an enumeration are not in a table.
  for (const clang::Decl *D : In->decls()) {
    const auto *N = llvm::dyn_cast<clang::NamedDecl>(D);
    if (N && N->getIdentifier() && N->getName() == Word)
      Found.push_back(N);
    if (const auto *E = llvm::dyn_cast<clang::EnumDecl>(D);
        E && In->isFunctionOrMethod())
      addNamed(E, Word, Found);
  }
}

/// The scope that \p D opens, or null.
const clang::DeclContext *scopeOf(const clang::NamedDecl *D) {
  if (const auto *Alias = llvm::dyn_cast<clang::NamespaceAliasDecl>(D))
    return Alias->getNamespace();
  if (const auto *Typedef = llvm::dyn_cast<clang::TypedefNameDecl>(D))
    return Typedef->getUnderlyingType()->getAsTagDecl();
  return llvm::dyn_cast<clang::DeclContext>(D);
}

/// As people write it: they cannot name an unnamed namespace.
std::string withoutUnnamed(std::string Name) {
  constexpr std::string_view Unnamed = "(anonymous namespace)::";
  for (size_t At; (At = Name.find(Unnamed)) != Name.npos;)
    Name.erase(At, Unnamed.size());
  return Name;
}

template <class D>
const D *firstOf(llvm::ArrayRef<const clang::NamedDecl *> Found) {
  for (const clang::NamedDecl *N : Found)
    if (const auto *Result = llvm::dyn_cast<D>(N->getUnderlyingDecl()))
      return Result;
  return nullptr;
}

} // namespace

SourceNames::Decls SourceNames::lookUpWord(const ir::Function *In,
                                           llvm::StringRef Word) const {
  Decls Found;
  const clang::DeclContext *DC = L.ast().getTranslationUnitDecl();
  if (const clang::FunctionDecl *F = In ? L.definition(In) : nullptr) {
    addNamed(F, Word, Found);
    DC = F->getDeclContext();
  }
  clang::DeclarationName Name(&L.ast().Idents.get(Word));
  for (; DC; DC = DC->getParent())
    if (!DC->isFunctionOrMethod())
      for (const clang::NamedDecl *D : DC->lookup(Name))
        Found.push_back(D);
  return Found;
}

SourceNames::Decls SourceNames::lookUp(const ir::Function *In,
                                       llvm::StringRef Name) const {
  auto [First, Rest] = Name.split("::");
  Decls Found = lookUpWord(In, First);
  while (!Rest.empty()) {
    std::tie(First, Rest) = Rest.split("::");
    clang::DeclarationName Word(&L.ast().Idents.get(First));
    Decls Inner;
    for (const clang::NamedDecl *D : Found)
      if (const clang::DeclContext *Scope = scopeOf(D))
        for (const clang::NamedDecl *Member : Scope->lookup(Word))
          Inner.push_back(Member);
    Found = std::move(Inner);
  }
  return Found;
}

const ir::Type *SourceNames::typeOf(const clang::TypeDecl *D) {
  if (!D || D->isInvalidDecl())
    return nullptr;
  clang::QualType T = L.ast().getTypeDeclType(D);
  return T->isDependentType() ? nullptr : L.type(T);
}

const ir::Type *SourceNames::typeNamed(const ir::Function *In,
                                       std::string_view Name) {
  Decls Found = lookUp(In, Name);
  if (const auto *D = firstOf<clang::TypedefNameDecl>(Found))
    return typeOf(D);
  if (L.ast().getLangOpts().CPlusPlus)
    return typeOf(firstOf<clang::TagDecl>(Found));
  return nullptr;
}

const ir::Type *SourceNames::typeTagged(const ir::Function *In,
                                        std::string_view Tag) {
  if (const auto *D = firstOf<clang::TagDecl>(lookUp(In, Tag)))
    return typeOf(D);
  // As the module calls a struct without a tag, or the second of its name.
  return L.module().Ctx.findRecord(std::string(Tag));
}

const ir::Type *SourceNames::targetType(TargetType T) {
  const clang::ASTContext &AST = L.ast();
  switch (T) {
  case TargetType::Char:
    return L.type(AST.CharTy);
  case TargetType::Long:
    return L.type(AST.LongTy);
  case TargetType::LongDouble:
    break;
  }
  return L.type(AST.LongDoubleTy);
}

std::optional<NameSource::Enumerator>
SourceNames::enumerator(const ir::Function *In, std::string_view Name) {
  const auto *D = firstOf<clang::EnumConstantDecl>(lookUp(In, Name));
  if (!D || D->getType()->isDependentType())
    return std::nullopt;
  const ir::Type *T = L.type(D->getType());
  if (!T->isInt())
    return std::nullopt;
  llvm::APInt Value = D->getInitVal().extOrTrunc(T->width()).zext(128);
  ir::UInt128 Bits = ir::UInt128(Value.extractBitsAsZExtValue(64, 64)) << 64 |
                     Value.extractBitsAsZExtValue(64, 0);
  return Enumerator{T, Bits};
}

const ir::Variable *SourceNames::variableNamed(const ir::Function *In,
                                               std::string_view Name) {
  const auto *D = firstOf<clang::VarDecl>(lookUp(In, Name));
  return D && D->hasGlobalStorage() ? L.global(D) : nullptr;
}

std::vector<const ir::Function *>
SourceNames::functionsNamed(std::string_view Name) {
  std::vector<const ir::Function *> Found;
  for (const auto &F : L.module().Functions)
    if (F->Name == Name || withoutUnnamed(F->DisplayName) == Name)
      Found.push_back(F.get());
  return Found;
}
