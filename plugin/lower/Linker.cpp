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
    if (const auto *Asm = dyn_cast<FileScopeAsmDecl>(D))
      noteAssembly(Asm->getAsmString()->getString());
    const auto *F = dyn_cast<FunctionDecl>(D);
    const auto *V = dyn_cast<VarDecl>(D);
    if ((F && !F->isDependentContext()) ||
        (V && V->isFileVarDecl() && !V->getType()->isDependentType() &&
         !V->getDeclContext()->isDependentContext())) {
      const ValueDecl *&Known =
          Symbols[linkerName(F ? globalDecl(F) : GlobalDecl(V))];
      bool IsDefinition =
          F ? F->isThisDeclarationADefinition()
            : V->isThisDeclarationADefinition() != VarDecl::DeclarationOnly;
      if (!Known || IsDefinition)
        Known = cast<ValueDecl>(D);
      noteAlias(cast<ValueDecl>(D));
    }
  }
}

/// SOUND: assembly outside of functions may use what it names, or define it.
void ModuleLowering::noteAssembly(StringRef Text) {
  auto IsName = [](char Ch) { return llvm::isAlnum(Ch) || Ch == '_'; };
  while (!(Text = Text.drop_until(IsName)).empty()) {
    StringRef Name = Text.take_while(IsName);
    Text = Text.drop_front(Name.size());
    AssemblyNames.insert(Name);
    if (Text.ltrim().starts_with(":"))
      AssemblyNames.insert((Name + ":").str());
  }
}

bool ModuleLowering::isInAssembly(StringRef Name) {
  if (Symbols.empty())
    collectSymbols(AST.getTranslationUnitDecl());
  return AssemblyNames.contains(Name);
}

/// A declaration that comes later need not repeat the attribute, nor does
/// `#pragma weak a = b` need one.
void ModuleLowering::noteAlias(const ValueDecl *D) {
  const auto *A = D->getAttr<AliasAttr>();
  if (!A)
    return;
  const auto *F = dyn_cast<FunctionDecl>(D);
  std::string Name =
      linkerName(F ? globalDecl(F) : GlobalDecl(cast<VarDecl>(D)));
  if (!Aliases.try_emplace(Name, D).second)
    return;
  if (cast<NamedDecl>(D)->isExternallyVisible())
    Exports[spelled(A->getAliasee())].push_back(D);
}

const ValueDecl *ModuleLowering::findSymbol(StringRef Name) {
  if (Symbols.empty())
    collectSymbols(AST.getTranslationUnitDecl());
  if (const ValueDecl *Known = Symbols.lookup(Name))
    return Known;
  return Symbols.lookup(spelled(Name));
}

const ValueDecl *ModuleLowering::aliasDecl(const ValueDecl *D) {
  if (Symbols.empty())
    collectSymbols(AST.getTranslationUnitDecl());
  if (D->hasAttr<AliasAttr>())
    return D;
  const auto *F = dyn_cast<FunctionDecl>(D);
  const auto *V = dyn_cast<VarDecl>(D);
  if (Aliases.empty() || !D->hasExternalFormalLinkage() || !(F || V))
    return nullptr;
  return Aliases.lookup(linkerName(F ? globalDecl(F) : GlobalDecl(V)));
}

const ValueDecl *ModuleLowering::aliasee(const ValueDecl *D) {
  const ValueDecl *A = aliasDecl(D);
  const ValueDecl *Found =
      A ? findSymbol(A->getAttr<AliasAttr>()->getAliasee()) : nullptr;
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

/// The linker gives these names to the ends of sections, and of the program.
static bool isSectionEnd(StringRef Name, const ir::Type *T) {
  if (Name.starts_with("__start_") || Name.starts_with("__stop_"))
    return true;
  static constexpr StringRef Ends[] = {"_etext",
                                       "__etext",
                                       "_edata",
                                       "_end",
                                       "__bss_start",
                                       "__executable_start",
                                       "__ehdr_start",
                                       "__data_start",
                                       "data_start",
                                       "__preinit_array_start",
                                       "__preinit_array_end",
                                       "__init_array_start",
                                       "__init_array_end",
                                       "__fini_array_start",
                                       "__fini_array_end"};
  if (llvm::is_contained(Ends, Name))
    return true;
  // A program may have objects of these names, but they are no characters.
  const ir::Type *Element = T->isArray() ? T->inner() : T;
  return Element->isInt() && Element->size() == 1 &&
         (Name == "etext" || Name == "edata" || Name == "end");
}

Value ModuleLowering::place(const VarDecl *D) {
  ir::Context &C = M.Ctx;
  const VarDecl *Last = D->getMostRecentDecl();
  ir::Variable *V = global(D);
  const ir::Type *T = Tys.get(D->getType());
  bool IsHere = V->IsDefined || Last->getDefinition();
  // A register has no address, and holds what the machine says.
  bool IsRegister =
      Last->isFileVarDecl() && Last->getStorageClass() == SC_Register;
  if (IsRegister ||
      (!IsHere && (isSectionEnd(V->Name, T) || isInAssembly(V->Name))))
    return C.deref(decidedByLinker(V->Name, C.pointerType(T)));
  Value Place = C.var(V);
  if (Views.contains(D->getCanonicalDecl()) && V->Ty != T)
    Place = C.deref(C.cast(C.pointerType(T), C.addrOf(Place)));
  const ValueDecl *Alias = aliasDecl(Last);
  bool IsWeak = Last->isWeak() || (Alias && Alias->isWeak());
  if (!IsWeak || (IsHere && !Alias))
    return Place;
  if (Last->hasAttr<WeakRefAttr>() && V->IsDefined)
    return Place;
  Value Otherwise = C.intConst(C.pointerType(T), 0);
  if (Alias && !Last->hasAttr<WeakRefAttr>())
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
  const ValueDecl *Alias = aliasDecl(D);
  if (!D->hasAttr<WeakAttr>() && !Alias->hasAttr<WeakAttr>()) {
    if (Alias == D)
      exportFunction(D, To);
    return To;
  }
  // SOUND: a weak alias may end up elsewhere: it is a function of its own.
  std::string Name = linkerName(globalDecl(D));
  if (ir::Function *Known = M.findFunction(Name))
    return Known;
  ir::Function *F = M.addFunction(Name, To->Ty);
  F->Where = loc(D->getLocation());
  F->IsReplaceable = true;
  if (!To->Ty->isVariadic())
    forward(*F, M.Ctx.funcAddr(To));
  else
    To->IsReplaceable = true;
  return F;
}

/// Gives \p F a body that calls \p To with what it is given.
void ModuleLowering::forward(ir::Function &F, Value To) {
  std::vector<Value> Args;
  for (const ir::Type *T : F.Ty->params())
    Args.push_back(
        M.Ctx.var(ir::addVariable(F, "arg", T, ir::Storage::Parameter)));
  Builder B(M, F);
  B.setLoc(F.Where);
  const ir::Type *T = F.Ty->inner();
  Value Result = T->isVoid() ? nullptr : B.temp(T);
  B.call(Result, To, std::move(Args));
  B.ret(Result);
  B.finish();
}

ArrayRef<const ValueDecl *> ModuleLowering::exportsOf(StringRef Name) {
  if (Symbols.empty())
    collectSymbols(AST.getTranslationUnitDecl());
  auto It = Exports.find(Name);
  if (It == Exports.end())
    return {};
  return It->second;
}

/// Other files may call \p To by the name of its alias \p D.
void ModuleLowering::exportFunction(const FunctionDecl *D, ir::Function *To) {
  std::string Name = linkerName(globalDecl(D));
  if (!D->isExternallyVisible() || M.findFunction(Name))
    return;
  if (To->Ty->isVariadic())
    return Runtime.addKnown(To);
  ir::Function *F = M.addFunction(Name, To->Ty);
  F->Where = loc(D->getLocation());
  forward(*F, M.Ctx.funcAddr(To));
}

/// The resolver of the ifunc \p D says what \p F calls.
void ModuleLowering::lowerIFunc(ir::Function &F, const FunctionDecl *D) {
  const auto *A = D->getAttr<IFuncAttr>();
  const auto *R =
      A ? dyn_cast_or_null<FunctionDecl>(findSymbol(A->getResolver()))
        : nullptr;
  if (!R)
    return;
  ir::Function *Resolver = function(R);
  const ir::Type *T = Resolver->Ty->inner();
  if (!T->isPointer() || F.Ty->isVariadic())
    return Runtime.addResolver(Resolver, nullptr);
  ir::Variable *Chosen = anonymousGlobal("predabs.ifunc." + F.Name, T);
  Runtime.addResolver(Resolver, Chosen);
  forward(F, M.Ctx.cast(M.Ctx.pointerType(F.Ty), M.Ctx.var(Chosen)));
}

Value ModuleLowering::address(const FunctionDecl *D) {
  ir::Context &C = M.Ctx;
  ir::Function *F = function(D);
  Value There = C.funcAddr(F);
  bool MayBeMissing =
      F->IsReplaceable && !F->isDefined() && !Definitions.contains(F);
  if (!MayBeMissing)
    return There;
  return ifLinked(D, There, C.intConst(There->type(), 0));
}

} // namespace predabs::lower
