// Functions and globals of a translation unit, see ModuleLowering.h.

#include "plugin/lower/ModuleLowering.h"

#include "checkers/program/Environment.h"
#include "checkers/protocols/analysis/Attributes.h"
#include "plugin/lower/Assembly.h"
#include "plugin/lower/FunctionLowering.h"
#include "predicates/library/Functions.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace predabs {

/// SOUND: the types of the intermediate language have no attributes. Where a
/// type may stand for any other, no type tells memory apart.
static bool namesMayAlias(const ASTContext &Ctx) {
  auto IsNamed = [&](llvm::StringRef Name) {
    return Ctx.Idents.find(Name) != Ctx.Idents.end();
  };
  return IsNamed("may_alias") || IsNamed("__may_alias__");
}

static ir::Target targetOf(const ASTContext &Ctx, const LoweringOptions &Opts) {
  ir::Target T;
  const TargetInfo &Info = Ctx.getTargetInfo();
  T.PointerBytes = unsigned(Info.getPointerWidth(LangAS::Default) / 8);
  T.BigEndian = Info.isBigEndian();
  T.WrapSigned = Ctx.getLangOpts().isSignedOverflowDefined();
  T.StrictAliasing = Opts.StrictAliasing && !namesMayAlias(Ctx);
  return T;
}

Lowering::Lowering(ASTContext &Ctx, const LoweringOptions &Opts)
    : AST(Ctx), Opts(Opts),
      M(std::make_unique<ir::Module>(targetOf(Ctx, Opts))),
      Work(std::make_unique<lower::ModuleLowering>(Ctx, *M, this->Opts)) {
  Work->run();
}

Lowering::~Lowering() = default;

const ir::Type *Lowering::type(QualType T) { return Work->types().get(T); }

const ir::Function *Lowering::function(const FunctionDecl *D) const {
  return Work->findFunction(D);
}

const ir::Variable *Lowering::global(const VarDecl *D) const {
  return Work->findGlobal(D);
}

const FunctionDecl *Lowering::definition(const ir::Function *F) const {
  return Work->definition(F);
}

std::unique_ptr<ir::Module> lowerTranslationUnit(ASTContext &Ctx,
                                                 const LoweringOptions &Opts) {
  return Lowering(Ctx, Opts).takeModule();
}

namespace lower {

ModuleLowering::ModuleLowering(ASTContext &AST, ir::Module &M,
                               const LoweringOptions &Opts)
    : AST(AST), M(M), Opts(Opts), Tys(AST, M.Ctx),
      Mangler(AST.createMangleContext()) {}

void ModuleLowering::run() {
  const SourceManager &SM = AST.getSourceManager();
  if (OptionalFileEntryRef File = SM.getFileEntryRefForID(SM.getMainFileID()))
    M.Name = File->getName().str();
  collectIn(AST.getTranslationUnitDecl());
  // Bodies name further functions and globals, initialisers too.
  do {
    lowerNamed();
    lowerCapabilities();
    if (!Runtime.isEmpty() && Bodies.empty() && Initialisers.empty())
      Runtime.lower(*this);
    if (Bodies.empty())
      lowerDestroyer();
  } while (!Bodies.empty() || !Initialisers.empty());
  lowerThreadInitialiser();
  completeOperators();
}

void ModuleLowering::lowerNamed() {
  while (!Bodies.empty() || !Initialisers.empty()) {
    while (!Initialisers.empty()) {
      auto [V, D] = Initialisers.front();
      Initialisers.pop_front();
      initialise(*V, D);
    }
    if (Bodies.empty()) {
      lowerDynamicInitialisers();
      continue;
    }
    auto [F, D] = Bodies.front();
    Bodies.pop_front();
    lowerBody(*F, D);
  }
  lowerDynamicInitialisers();
}

void ModuleLowering::lowerBody(ir::Function &F, const FunctionDecl *D) {
  FunctionLowering(*this, F).lowerBody(D);
}

/// Whether clang gives \p D an entry of its own in .init_array: instances of
/// templates and inline variables, which C++ does not order among the others.
static bool isUnordered(ASTContext &AST, const VarDecl *D) {
  GVALinkage Linkage = AST.GetGVALinkageForVariable(D);
  return isTemplateInstantiation(D->getTemplateSpecializationKind()) ||
         (Linkage != GVA_Internal && Linkage != GVA_StrongExternal);
}

/// Initialisers that run before main go into one function, in order; more may
/// turn up while it is lowered.
void ModuleLowering::lowerDynamicInitialisers() {
  if (Dynamic.empty())
    return;
  std::vector<const VarDecl *> Vars;
  for (const VarDecl *D : std::exchange(Dynamic, {})) {
    const auto *Priority = D->getAttr<InitPriorityAttr>();
    bool IsOfThread = isInitialisedOnUse(D);
    bool IsAlone = Priority || isUnordered(AST, D);
    if (!IsAlone && !IsOfThread) {
      Vars.push_back(D);
      continue;
    }
    ir::Function *F = addInitFunction();
    if (IsOfThread)
      ThreadInits.push_back(F);
    else if (Priority)
      Runtime.addInitialiser(Priority->getPriority(), F);
    else
      Runtime.addUnordered(F);
    FunctionLowering(*this, *F).lowerInitialisers({D}, nullptr);
  }
  if (Vars.empty())
    return;
  // Those seen late come from what the others use: they are initialised first.
  ir::Function *Previous = M.Init;
  M.Init = addInitFunction();
  FunctionLowering(*this, *M.Init).lowerInitialisers(Vars, Previous);
}

ir::Function *ModuleLowering::addInitFunction() {
  const ir::Type *Ty = M.Ctx.functionType(M.Ctx.voidType(), {}, false);
  ir::Function *F = M.addFunction(GlobalNames.unique("predabs.init"), Ty);
  F->IsInternal = true;
  return F;
}

bool ModuleLowering::isUserCode(const Decl *D) const {
  return !AST.getSourceManager().isInSystemHeader(D->getLocation());
}

bool ModuleLowering::isOfSystem(const FunctionDecl *D) const {
  return llvm::any_of(D->redecls(), [&](const FunctionDecl *Known) {
    return !isUserCode(Known) || (Known->isImplicit() && Known->getBuiltinID());
  });
}

void ModuleLowering::collectIn(const DeclContext *DC) {
  for (const Decl *D : DC->decls())
    collect(D);
}

void ModuleLowering::collectTemplate(const Decl *D) {
  if (const auto *FT = dyn_cast<FunctionTemplateDecl>(D)) {
    for (const FunctionDecl *Spec : FT->specializations())
      collect(Spec);
    return;
  }
  if (const auto *CT = dyn_cast<ClassTemplateDecl>(D))
    for (const ClassTemplateSpecializationDecl *Spec : CT->specializations())
      collect(Spec);
}

/// Whether the compiler would write the body of \p F if somebody used it.
/// Nobody does, and no other file has one.
static bool isUnusedDefault(const FunctionDecl *F) {
  return (F->isDefaulted() || F->isDeleted()) && !F->hasBody();
}

void ModuleLowering::collect(const Decl *D) {
  if (D->isInvalidDecl())
    return;
  if (isa<FunctionTemplateDecl, ClassTemplateDecl>(D)) {
    if (D == D->getCanonicalDecl())
      collectTemplate(D);
    return;
  }
  if (const auto *F = dyn_cast<FunctionDecl>(D)) {
    if (F->isThisDeclarationADefinition() && !F->isDependentContext() &&
        isUserCode(F) && !isUnusedDefault(F)) {
      function(F);
      if (isa<CXXConstructorDecl, CXXDestructorDecl>(F))
        baseFunction(F);
    }
    return;
  }
  if (const auto *V = dyn_cast<VarDecl>(D)) {
    if (V->isFileVarDecl() && V->isThisDeclarationADefinition() &&
        !V->getType()->isDependentType() &&
        !V->getDeclContext()->isDependentContext() && isUserCode(V) &&
        !isa<VarTemplatePartialSpecializationDecl>(V))
      global(V);
    return;
  }
  if (const auto *R = dyn_cast<CXXRecordDecl>(D)) {
    if (R->isThisDeclarationADefinition() && !R->isDependentContext()) {
      if (isUserCode(R))
        exceptionTypes().addClass(R);
      collectIn(R);
    }
    return;
  }
  if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D))
    collectIn(cast<DeclContext>(D));
}

std::string ModuleLowering::name(GlobalDecl GD) {
  const auto *D = cast<NamedDecl>(GD.getDecl());
  if (!Mangler->shouldMangleDeclName(D))
    return D->getIdentifier() ? D->getName().str() : D->getNameAsString();
  std::string Name;
  llvm::raw_string_ostream Out(Name);
  Mangler->mangleName(GD, Out);
  Out.flush();
  // The mark of a name that the assembler takes as it is (asm labels).
  if (!Name.empty() && Name[0] == '\1')
    Name.erase(0, 1);
  return Name;
}

template <class D> const D *ModuleLowering::findNamed(StringRef Name) const {
  DeclarationName Wanted(&AST.Idents.get(Name));
  for (NamedDecl *Found : AST.getTranslationUnitDecl()->lookup(Wanted))
    if (const auto *Result = dyn_cast<D>(Found))
      return Result;
  return nullptr;
}

GlobalDecl ModuleLowering::globalDecl(const FunctionDecl *D) {
  if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(D))
    return GlobalDecl(Ctor, Ctor_Complete);
  if (const auto *Dtor = dyn_cast<CXXDestructorDecl>(D))
    return GlobalDecl(Dtor, Dtor_Complete);
  return GlobalDecl(D);
}

/// Whether \p Name is of a function that reads or writes any stream.
static bool isOfStreams(StringRef Name) {
  const LibraryFunction *L = findLibraryFunction(Name);
  return L && L->Uses == LibraryFunction::Stream::Stream;
}

/// Whether the file may make a stream that keeps its characters in memory of
/// the program, or calls functions of it.
static bool makesStreams(ASTContext &AST) {
  for (const char *Name :
       {"setvbuf", "setbuf", "setbuffer", "open_memstream", "open_wmemstream",
        "fmemopen", "fopencookie", "funopen"})
    for (const NamedDecl *D : AST.getTranslationUnitDecl()->lookup(
             DeclarationName(&AST.Idents.get(Name))))
      if (const auto *F = dyn_cast<FunctionDecl>(D))
        if (llvm::any_of(F->redecls(), [](const FunctionDecl *Known) {
              return Known->isReferenced();
            }))
          return true;
  return false;
}

/// Whether a header of the project tells other files of \p D.
static bool isInHeader(const ASTContext &AST, const NamedDecl *D) {
  const SourceManager &SM = AST.getSourceManager();
  return llvm::any_of(D->redecls(), [&](const Decl *Known) {
    SourceLocation At = SM.getExpansionLoc(Known->getLocation());
    return At.isValid() && !Known->isImplicit() && !SM.isInMainFile(At) &&
           !SM.isInSystemHeader(At);
  });
}

/// SOUND: other files that know of something here are there for that: one may
/// use it before the program begins.
static void noteOthers(ir::Module &M, const ASTContext &AST,
                       const NamedDecl *D) {
  if (AST.getSourceManager().isInMainFile(D->getLocation()) &&
      isInHeader(AST, D) && !M.findFunction(OtherFiles))
    M.addFunction(OtherFiles, M.Ctx.functionType(M.Ctx.voidType(), {}, false));
}

ir::Function *ModuleLowering::function(const FunctionDecl *D) {
  const FunctionDecl *Key = D->getCanonicalDecl();
  if (ir::Function *Known = Functions.lookup(Key))
    return Known;
  const FunctionDecl *Body = nullptr;
  bool HasBody = D->hasBody(Body) && !Body->isDependentContext() &&
                 !Body->isInvalidDecl() && !Body->willHaveBody();
  const FunctionDecl *Shown = HasBody ? Body : D->getMostRecentDecl();
  if (const ValueDecl *Target = HasBody ? nullptr : aliasee(Shown))
    if (const auto *F = dyn_cast<FunctionDecl>(Target))
      return Functions[Key] = aliasFunction(Shown, F);
  std::string Name = linkerName(globalDecl(Shown));
  bool IsCopy = HasBody && isBesideItsSymbol(Body);
  // SOUND: by a name that is not known to do nothing to the program's memory.
  if (!HasBody && isOfStreams(Name) && isOfSystem(Shown) && makesStreams(AST))
    Name = "predabs.stream." + Name;
  // SOUND: likewise.
  if (!HasBody && D->isReplaceableGlobalAllocationFunction() &&
      StringRef(Name).starts_with("_Zn") && handlesLackOfMemory())
    Name = "predabs.new." + Name;
  // Two declarations can reach the same symbol through asm labels.
  ir::Function *Same = IsCopy ? nullptr : M.findFunction(Name);
  if (Same && (!HasBody || Same->isDefined() || Definitions.contains(Same)))
    return Functions[Key] = Same;
  bool HasOwnName = Same || IsCopy;
  if (HasOwnName)
    Name = GlobalNames.unique("predabs.alias." + Name);
  ir::Function *F = M.addFunction(Name, Tys.function(Shown));
  Functions[Key] = F;
  if (HasOwnName || AST.getLangOpts().CPlusPlus ||
      StringRef(Name).starts_with("predabs."))
    F->DisplayName = Shown->getQualifiedNameAsString();
  F->Where = loc(Shown->getLocation());
  F->IsInternal = !Shown->isExternallyVisible();
  F->IsNoReturn = Shown->isNoReturn();
  F->IsReplaceable = HasBody ? isReplaced(Body) : Shown->isWeak();
  F->IsSystem = isOfSystem(Shown);
  if (isInAssembly(Name)) {
    // What it does stands there, but is not followed, and so is no input.
    F->IsSystem |= !HasBody;
    if (HasBody)
      Runtime.addKnown(F);
  }
  if (HasBody && !F->IsInternal)
    noteOthers(M, AST, Body);
  if (HasBody) {
    Bodies.emplace_back(F, Body);
    Definitions[F] = Body;
    Runtime.note(F, Body);
  }
  if (!HasBody)
    lowerIFunc(*F, Shown);
  if (!HasBody && isInAssembly(Name + ":"))
    lowerAssembled(M, *F);
  if (hasCapabilities(Shown))
    Attributed.emplace_back(F, Shown);
  return F;
}

ir::Function *ModuleLowering::baseFunction(const FunctionDecl *D) {
  ir::Function *Whole = function(D);
  if (cast<CXXMethodDecl>(D)->getParent()->getNumVBases() == 0)
    return Whole;
  ir::Function *&F = BaseFunctions[D->getCanonicalDecl()];
  if (F)
    return F;
  const auto *Ctor = dyn_cast<CXXConstructorDecl>(D);
  std::string Name =
      linkerName(Ctor ? GlobalDecl(Ctor, Ctor_Base)
                      : GlobalDecl(cast<CXXDestructorDecl>(D), Dtor_Base));
  F = M.addFunction(GlobalNames.unique(Name), Whole->Ty);
  F->DisplayName = Whole->DisplayName;
  F->Where = Whole->Where;
  F->IsInternal = Whole->IsInternal;
  F->IsNoReturn = Whole->IsNoReturn;
  F->IsReplaceable = Whole->IsReplaceable;
  F->IsSystem = Whole->IsSystem;
  ForBases.insert(F);
  if (const FunctionDecl *Body = Definitions.lookup(Whole)) {
    Bodies.emplace_back(F, Body);
    Definitions[F] = Body;
  }
  return F;
}

/// What attributes say goes into functions of their own.
void ModuleLowering::lowerCapabilities() {
  while (!Attributed.empty()) {
    auto [Of, D] = Attributed.back();
    Attributed.pop_back();
    ir::Function *F = M.addFunction(
        std::string(AttributesPrefix) + Of->Name,
        M.Ctx.functionType(M.Ctx.voidType(), Of->Ty->params(), false));
    F->IsInternal = true;
    FunctionLowering(*this, *F).lowerCapabilities(D);
  }
}

bool ModuleLowering::hasBody(const ir::Function *F) const {
  return Definitions.contains(F) && !F->IsReplaceable;
}

ir::Function *ModuleLowering::libraryFunction(const std::string &Name,
                                              const ir::Type *Ty) {
  if (ir::Function *Known = M.findFunction(Name))
    return Known;
  // Prefer the program's own declaration or definition of that name.
  if (const auto *F = findNamed<FunctionDecl>(Name)) {
    ir::Function *Own = function(F);
    if (!Definitions.contains(Own) || !isBesideItsSymbol(Definitions[Own]))
      return Own;
  }
  ir::Function *New = M.addFunction(Name, Ty);
  New->IsSystem = true;
  return New;
}

ir::Variable *ModuleLowering::global(const VarDecl *D) {
  const VarDecl *Key = D->getCanonicalDecl();
  if (ir::Variable *Known = Globals.lookup(Key))
    return Known;
  const VarDecl *Def = D->getDefinition();
  if (!Def && !D->isStaticLocal())
    Def = const_cast<VarDecl *>(D)->getActingDefinition();
  // A constant member of a class has its value where it is declared.
  if (!Def && D->isStaticDataMember())
    D->getAnyInitializer(Def);
  const VarDecl *Shown = Def ? Def : D->getMostRecentDecl();
  // SOUND: two names for one object must not become two objects.
  bool HasSymbol = Shown->hasLinkage();
  const ValueDecl *Same = aliasee(Shown);
  if (!Def && !Same && Shown->hasAttr<AsmLabelAttr>() && HasSymbol)
    Same = findSymbol(linkerName(GlobalDecl(Shown)));
  if (const auto *Target = dyn_cast_or_null<VarDecl>(Same);
      Target && Target->getCanonicalDecl() != Key) {
    Views.insert(Key);
    return Globals[Key] = global(Target);
  }
  std::string Name = linkerName(GlobalDecl(Shown));
  if (ir::Variable *Known = HasSymbol ? LinkerGlobals.lookup(Name) : nullptr) {
    Views.insert(Key);
    return Globals[Key] = Known;
  }
  if (Shown->isStaticLocal() && !AST.getLangOpts().CPlusPlus)
    if (const auto *In = dyn_cast<FunctionDecl>(Shown->getDeclContext()))
      Name = In->getNameAsString() + "." + Name;
  const ir::Type *Ty = Tys.get(Shown->getType());
  if (Ty->isRecord() && Shown->hasInit() && Shown->hasFlexibleArrayInit(AST))
    Ty = Tys.withTail(
        Shown->getType()->getAsRecordDecl(),
        uint64_t(Shown->getFlexibleArrayInitChars(AST).getQuantity()));
  bool IsInternal = !Shown->isExternallyVisible();
  ArrayRef<const ValueDecl *> Others;
  if (Def && HasSymbol)
    Others = exportsOf(Name);
  const std::string Symbol = Name;
  // SOUND: what is static has the name of its alias for other files.
  if (IsInternal && !Others.empty() && !Others[0]->isWeak()) {
    Name = linkerName(GlobalDecl(cast<VarDecl>(Others[0])));
    IsInternal = false;
    Others = Others.drop_front();
  }
  ir::Variable *V = M.addGlobal(GlobalNames.unique(Name), Ty);
  Globals[Key] = V;
  if (HasSymbol)
    LinkerGlobals[Symbol] = LinkerGlobals[Name] = V;
  // SOUND: nor is a further name lost.
  if (!Others.empty() || (Def && isInAssembly(Symbol)))
    Runtime.addKnown(V);
  V->Where = loc(Shown->getLocation());
  bool IsReplaced = Def && isReplaced(Def);
  V->IsDefined = Def != nullptr;
  V->IsInternal = IsInternal;
  V->IsConst = Shown->getType().isConstantStorage(AST, true, false);
  if (Def)
    Runtime.note(V, Def);
  if (Def && !IsInternal)
    noteOthers(M, AST, Def);
  if (IsReplaced) {
    V->IsConst = false;
    V->InitUnknown = ir::Reason::Uninitialised;
  }
  if (Def && !Def->isStaticLocal())
    Initialisers.emplace_back(V, Def);
  return V;
}

ir::Variable *ModuleLowering::anonymousGlobal(const std::string &Hint,
                                              const ir::Type *Ty) {
  ir::Variable *V = M.addGlobal(GlobalNames.unique(Hint), Ty);
  V->IsInternal = true;
  return V;
}

ir::Variable *ModuleLowering::staticTemporary(const clang::Expr *E) {
  ir::Variable *&V = StaticTemporaries[E];
  if (!V)
    V = anonymousGlobal(".literal", Tys.get(E->getType()));
  return V;
}

const ExceptionState &ModuleLowering::exceptions() {
  if (Exceptions.Flag)
    return Exceptions;
  auto Make = [&](const char *Name, const ir::Type *T) {
    return M.Ctx.var(anonymousGlobal(Name, T));
  };
  const ir::Type *Number = M.Ctx.intType(64, false);
  const ir::Type *Object = M.Ctx.pointerType(M.Ctx.intType(8, false));
  Exceptions.Flag = Make("predabs.exception", M.Ctx.boolType());
  Exceptions.Type = Make("predabs.exception.type", Number);
  Exceptions.Object = Make("predabs.exception.object", Object);
  Exceptions.IsHeld = Make("predabs.exception.held", M.Ctx.boolType());
  Exceptions.CaughtType = Make("predabs.exception.caught.type", Number);
  Exceptions.CaughtObject = Make("predabs.exception.caught.object", Object);
  Exceptions.Count = Make("predabs.exception.count", M.Ctx.intType(32, true));
  Exceptions.IsKept = Make("predabs.exception.kept", M.Ctx.boolType());
  return Exceptions;
}

ExceptionTypes &ModuleLowering::exceptionTypes() {
  if (!ThrownTypes) {
    const SourceManager &SM = AST.getSourceManager();
    llvm::StringRef Text = SM.getBufferData(SM.getMainFileID());
    ThrownTypes.emplace(AST, *Mangler,
                        M.Name + "@" + std::to_string(llvm::xxh3_64bits(Text)));
  }
  return *ThrownTypes;
}

ir::Function *ModuleLowering::exceptionDestroyer() {
  if (Destroyer)
    return Destroyer;
  const ExceptionState &X = exceptions();
  const ir::Type *Ty = M.Ctx.functionType(
      M.Ctx.voidType(), {X.Type->type(), X.Object->type()}, false);
  Destroyer = M.addFunction("predabs.exception.end", Ty);
  Destroyer->IsInternal = true;
  return Destroyer;
}

/// Its body, when it is known which types are thrown. Those that turn up
/// later, in destructors, it does not know.
void ModuleLowering::lowerDestroyer() {
  if (!Destroyer || Destroyer->isDefined())
    return;
  for (const ir::Type *T : Destroyer->Ty->params())
    addVariable(*Destroyer, "p", T, ir::Storage::Parameter);
  Destroyer->NumParams = 2;
  FunctionLowering(*this, *Destroyer).lowerDestroyer();
}

/// Literals of one type that say the same are one object, as clang emits them:
/// `"a" == "a"` is true.
Value ModuleLowering::stringLiteral(const StringLiteral *S) {
  const ir::Type *Ty = Tys.get(S->getType());
  std::string Bytes = S->getBytes().str();
  Bytes.resize(std::min<uint64_t>(Bytes.size(), Ty->size()));
  ir::Variable *&V =
      AST.getLangOpts().WritableStrings ? OwnStrings[S] : Strings[{Ty, Bytes}];
  if (!V) {
    V = anonymousGlobal(".str", Ty);
    V->IsConst = true;
    V->Where = loc(S->getBeginLoc());
    V->Bytes = std::move(Bytes);
  }
  return M.Ctx.var(V);
}

ir::Loc ModuleLowering::loc(SourceLocation L) {
  ir::Loc Result;
  if (L.isInvalid())
    return Result;
  const SourceManager &SM = AST.getSourceManager();
  auto [File, Offset] = SM.getDecomposedExpansionLoc(L);
  auto [It, IsNew] = FileIndices.try_emplace(File, uint32_t(M.Files.size()));
  if (IsNew) {
    OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
    std::string Name = Entry ? Entry->getName().str() : "<unknown>";
    // A header that is included twice has two ids and one name.
    auto Same = std::find(M.Files.begin(), M.Files.end(), Name);
    It->second = uint32_t(Same - M.Files.begin());
    if (Same == M.Files.end())
      M.Files.push_back(Name);
  }
  Result.File = It->second;
  bool Invalid = false;
  Result.Line = SM.getLineNumber(File, Offset, &Invalid);
  Result.Column = SM.getColumnNumber(File, Offset, &Invalid);
  return Invalid ? ir::Loc() : Result;
}

} // namespace lower
} // namespace predabs
