// What the linker decides: which object a name is, and whether there is one.
//
//   int x;  extern int y __asm__("x");              two names of one object
//   extern int z __attribute__((alias("x")));       a third
//   extern void f(void) __attribute__((weak));      may be missing: f may be 0
//   extern int __start_list[], __stop_list[];       the ends of a section
//
// Objects are known by the linker's names. An address that only the linker
// knows is read from a constant of unknown value, so that it is always the
// same and nothing else is known of it.

#include "plugin/lower/ModuleLowering.h"

#include "clang/AST/Attr.h"

using namespace clang;

namespace predabs::lower {

/// An asm label may be any text. Spelled so that it is no name that the
/// intermediate language makes itself.
static std::string spelled(StringRef Label) {
  std::string Result;
  for (char Ch : Label)
    if (llvm::isAlnum(Ch) || Ch == '_' || Ch == '$')
      Result += Ch;
    else
      Result += "%" + llvm::utohexstr(uint8_t(Ch), /*LowerCase=*/true, 2);
  return Result;
}

std::string ModuleLowering::linkerName(GlobalDecl GD) {
  const auto *D = cast<NamedDecl>(GD.getDecl());
  std::string Name = name(GD);
  return D->hasAttr<AsmLabelAttr>() ? spelled(Name) : Name;
}

void ModuleLowering::collectSymbols(const DeclContext *DC) {
  for (const Decl *D : DC->decls()) {
    if (isa<NamespaceDecl, LinkageSpecDecl, CXXRecordDecl>(D) &&
        !cast<DeclContext>(D)->isDependentContext())
      collectSymbols(cast<DeclContext>(D));
    const auto *F = dyn_cast<FunctionDecl>(D);
    const auto *V = dyn_cast<VarDecl>(D);
    if ((F && !F->isDependentContext()) ||
        (V && V->isFileVarDecl() && !V->getType()->isDependentType() &&
         !V->getDeclContext()->isDependentContext())) {
      const ValueDecl *&Known =
          Symbols[linkerName(F ? globalDecl(F) : GlobalDecl(V))];
      bool IsDefinition = F ? F->isThisDeclarationADefinition()
                            : V->isThisDeclarationADefinition() !=
                                  VarDecl::DeclarationOnly;
      if (!Known || IsDefinition)
        Known = cast<ValueDecl>(D);
    }
  }
}

const ValueDecl *ModuleLowering::findSymbol(StringRef Name) {
  if (Symbols.empty())
    collectSymbols(AST.getTranslationUnitDecl());
  if (const ValueDecl *Known = Symbols.lookup(Name))
    return Known;
  return Symbols.lookup(spelled(Name));
}

const ValueDecl *ModuleLowering::aliasee(const ValueDecl *D) {
  const auto *A = D->getAttr<AliasAttr>();
  const ValueDecl *Found = A ? findSymbol(A->getAliasee()) : nullptr;
  return Found && Found->getCanonicalDecl() != D->getCanonicalDecl() ? Found
                                                                     : nullptr;
}

bool ModuleLowering::isReplaced(const VarDecl *Def) const {
  if (Def->hasAttr<WeakAttr>())
    return true;
  bool MayBeCommon = !AST.getLangOpts().CPlusPlus && !Def->hasInit() &&
                     Def->isExternallyVisible() &&
                     Def->getTLSKind() == VarDecl::TLS_None &&
                     !Def->hasAttr<SectionAttr>();
  return MayBeCommon && (Def->hasAttr<CommonAttr>() ||
                         (Opts.Common && !Def->hasAttr<NoCommonAttr>()));
}

/// Whether what the linker knows by the name of \p Body is defined elsewhere.
static bool isForInliningOnly(const ASTContext &AST, const FunctionDecl *Body) {
  return Body->isInlined() &&
         AST.GetGVALinkageForFunction(Body) == GVA_AvailableExternally;
}

bool ModuleLowering::isReplaced(const FunctionDecl *Body) const {
  if (Body->hasAttr<WeakAttr>())
    return true;
  // SOUND: an inline definition is none for the linker; the one that is called
  // may do something else. The library's are the same, and so are C++'s.
  if (Body->hasAttr<AlwaysInlineAttr>() || isOfSystem(Body) ||
      (AST.getLangOpts().CPlusPlus && !Body->hasAttr<GNUInlineAttr>()))
    return false;
  return isForInliningOnly(AST, Body);
}

bool ModuleLowering::isBesideItsSymbol(const FunctionDecl *Body) const {
  const IdentifierInfo *Name = Body->getIdentifier();
  return isForInliningOnly(AST, Body) &&
         (!isReplaced(Body) || (Name && Name->getBuiltinID()));
}

/// A constant that only the linker knows.
Value ModuleLowering::decidedByLinker(const std::string &Of,
                                      const ir::Type *T) {
  ir::Variable *&V = LinkerConstants[Of];
  if (!V) {
    V = anonymousGlobal("predabs.linker." + Of, T);
    V->IsConst = true;
    V->InitUnknown = ir::Reason::Initialiser;
  }
  return M.Ctx.var(V);
}

/// \p There if the linker finds \p D, else \p Otherwise.
Value ModuleLowering::ifLinked(const ValueDecl *D, Value There,
                               Value Otherwise) {
  std::string Name = D->getNameAsString();
  Value IsThere = decidedByLinker(Name, M.Ctx.boolType());
  return M.Ctx.cond(IsThere, There, Otherwise);
}

static bool isSectionEnd(StringRef Name) {
  return Name.consume_front("__start_") || Name.consume_front("__stop_");
}

Value ModuleLowering::place(const VarDecl *D) {
  ir::Context &C = M.Ctx;
  const VarDecl *Last = D->getMostRecentDecl();
  ir::Variable *V = global(D);
  const ir::Type *T = Tys.get(D->getType());
  bool IsHere = V->IsDefined || Last->getDefinition();
  if (!IsHere && isSectionEnd(V->Name))
    return C.deref(decidedByLinker(V->Name, C.pointerType(T)));
  Value Place = C.var(V);
  if (Views.contains(D->getCanonicalDecl()) && V->Ty != T)
    Place = C.deref(C.cast(C.pointerType(T), C.addrOf(Place)));
  if (!Last->isWeak() || (IsHere && !Last->hasAttr<AliasAttr>()))
    return Place;
  if (Last->hasAttr<WeakRefAttr>() && V->IsDefined)
    return Place;
  Value Otherwise = C.intConst(C.pointerType(T), 0);
  if (Last->hasAttr<AliasAttr>() && !Last->hasAttr<WeakRefAttr>())
    Otherwise = C.addrOf(C.var(elsewhere(Last, T)));
  return C.deref(ifLinked(Last, C.addrOf(Place), Otherwise));
}

/// What another file may define under the name of the weak alias \p D.
ir::Variable *ModuleLowering::elsewhere(const VarDecl *D, const ir::Type *T) {
  ir::Variable *&V = Elsewhere[D->getCanonicalDecl()];
  if (!V) {
    V = M.addGlobal(GlobalNames.unique(linkerName(GlobalDecl(D))), T);
    V->IsDefined = false;
  }
  return V;
}

/// The function that \p D, another name of \p Target, means.
ir::Function *ModuleLowering::aliasFunction(const FunctionDecl *D,
                                            const FunctionDecl *Target) {
  ir::Function *To = function(Target);
  if (D->hasAttr<WeakRefAttr>()) {
    // SOUND: who refers to it in this way does not need it to be there.
    To->IsReplaceable |= !Definitions.contains(To);
    return To;
  }
  if (!D->hasAttr<WeakAttr>())
    return To;
  // SOUND: a weak alias may end up elsewhere: it is a function of its own.
  std::string Name = linkerName(globalDecl(D));
  if (ir::Function *Known = M.findFunction(Name))
    return Known;
  ir::Function *F = M.addFunction(Name, To->Ty);
  F->Where = loc(D->getLocation());
  F->IsReplaceable = true;
  if (!To->Ty->isVariadic())
    forward(*F, To);
  else
    To->IsReplaceable = true;
  return F;
}

/// Gives \p F a body that calls \p To with what it is given.
void ModuleLowering::forward(ir::Function &F, ir::Function *To) {
  std::vector<Value> Args;
  for (const ir::Type *T : F.Ty->params())
    Args.push_back(
        M.Ctx.var(ir::addVariable(F, "arg", T, ir::Storage::Parameter)));
  Builder B(M, F);
  B.setLoc(F.Where);
  const ir::Type *T = F.Ty->inner();
  Value Result = T->isVoid() ? nullptr : B.temp(T);
  B.call(Result, M.Ctx.funcAddr(To), std::move(Args));
  B.ret(Result);
  B.finish();
}

Value ModuleLowering::address(const FunctionDecl *D) {
  ir::Context &C = M.Ctx;
  ir::Function *F = function(D);
  Value There = C.funcAddr(F);
  bool MayBeMissing = F->IsReplaceable && !F->isDefined() && !Definitions.contains(F);
  if (!MayBeMissing)
    return There;
  return ifLinked(D, There, C.intConst(There->type(), 0));
}

} // namespace predabs::lower
