// Constructors, destructors and arrays of functions, see Startup.h.

#include "plugin/lower/Startup.h"

#include "checkers/program/Start.h"
#include "plugin/lower/ModuleLowering.h"

#include "clang/AST/Attr.h"

using namespace clang;

namespace predabs::lower {

namespace {

/// More entries of one array are not called one by one.
constexpr uint64_t MaxEntries = 64;

/// The number in `.init_array.00101`, or the last priority.
unsigned priorityOf(StringRef Section) {
  unsigned N = 0;
  StringRef Suffix = Section.rsplit('.').second;
  return Suffix.getAsInteger(10, N) ? Startup::LastPriority : N;
}

class Sequence {
public:
  Sequence(ModuleLowering &ML, ir::Function &F)
      : ML(ML), C(ML.module().Ctx), B(ML.module(), F) {}

  /// Calls what \p Callee points to. The runtime passes argc, argv and envp.
  void call(Value Callee) {
    const ir::Type *T = Callee->type();
    if (!T->isPointer() || !T->inner()->isFunction())
      Callee = C.cast(plainPointer(), Callee);
    std::vector<Value> Args;
    for (const ir::Type *P : Callee->type()->inner()->params())
      // The same that main is given, which is not followed, and no input.
      Args.push_back(B.arbitrary(P, ir::Reason::Initialiser));
    B.call(nullptr, Callee, std::move(Args));
  }

  void pause() { B.call(nullptr, C.funcAddr(pauseFunction()), {}); }

  void atExit(Value Callee) {
    const ir::Type *T = C.functionType(C.intType(32, true), {plainPointer()},
                                       /*Variadic=*/false);
    B.call(nullptr, C.funcAddr(ML.libraryFunction("atexit", T)),
           {C.cast(plainPointer(), Callee)});
  }

  /// The runtime, or the linker, knows \p Address.
  void handOver(Value Address) {
    const ir::Type *Void = C.pointerType(C.voidType());
    const ir::Type *T = C.functionType(C.voidType(), {Void}, false);
    B.call(nullptr, C.funcAddr(ML.libraryFunction("predabs.runtime", T)),
           {C.cast(Void, Address)});
  }

  /// Calls the resolver of an ifunc: who calls that may call what it gives.
  void resolve(ir::Function *F, ir::Variable *To) {
    const ir::Type *Result = F->Ty->inner();
    Value Found = Result->isPointer() ? B.temp(Result) : nullptr;
    B.call(Found, C.funcAddr(F), {});
    if (To)
      B.assign(C.var(To), Found);
    if (Found)
      handOver(Found);
  }

  /// \p Each for the pointers that \p V holds.
  template <class Action> void each(ir::Variable *V, Action Each) {
    const ir::Type *T = V->Ty;
    if (T->isArray() && T->inner()->isScalar() && T->count() <= MaxEntries) {
      for (uint64_t I = 0; I < T->count(); ++I)
        Each(C.index(C.var(V), C.intConst(C.sizeType(), I)));
    } else if (T->isPointer() || T->isInt()) {
      Each(C.var(V));
    } else {
      // SOUND: what is in there may be called, now and later.
      handOver(C.addrOf(C.var(V)));
      B.call(nullptr, C.funcAddr(others()), {});
    }
  }

  void finish() {
    B.ret(nullptr);
    B.finish();
  }

private:
  const ir::Type *plainPointer() {
    return C.pointerType(C.functionType(C.voidType(), {}, false));
  }

  ir::Function *others() {
    return ML.libraryFunction(OthersName,
                              C.functionType(C.voidType(), {}, false));
  }

  ir::Function *pauseFunction() {
    ir::Module &M = ML.module();
    if (ir::Function *Known = M.findFunction(PauseName))
      return Known;
    ir::Function *F =
        M.addFunction(PauseName, C.functionType(C.voidType(), {}, false));
    F->IsInternal = true;
    Builder Empty(M, *F);
    Empty.ret(nullptr);
    Empty.finish();
    return F;
  }

  ModuleLowering &ML;
  ir::Context &C;
  Builder B;
};

} // namespace

bool hasNamedEnds(StringRef Name) {
  return !Name.empty() && !llvm::isDigit(Name[0]) &&
         llvm::all_of(Name,
                      [](char Ch) { return llvm::isAlnum(Ch) || Ch == '_'; });
}

bool Startup::isEmpty() const {
  return Resolvers.empty() && Preinit.empty() && Begins.empty() &&
         Ends.empty() && Unordered.empty() && Known.empty();
}

void Startup::note(ir::Function *F, const FunctionDecl *D) {
  if (const auto *A = D->getAttr<ConstructorAttr>())
    Begins.insert({unsigned(A->getPriority()), {F, nullptr}});
  if (const auto *A = D->getAttr<DestructorAttr>())
    Ends.insert({unsigned(A->getPriority()), {F, nullptr}});
}

void Startup::note(ir::Variable *V, const VarDecl *D) {
  const auto *A = D->getAttr<SectionAttr>();
  if (!A)
    return;
  StringRef Name = A->getName();
  if (Name.starts_with(".preinit_array"))
    Preinit.push_back(V);
  else if (Name.starts_with(".init_array") || Name.starts_with(".ctors"))
    Begins.insert({priorityOf(Name), {nullptr, V}});
  else if (Name.starts_with(".fini_array") || Name.starts_with(".dtors"))
    Ends.insert({priorityOf(Name), {nullptr, V}});
  else if (hasNamedEnds(Name))
    // The linker puts these together for everybody.
    addKnown(V);
}

void Startup::lower(ModuleLowering &ML) {
  ir::Module &M = ML.module();
  ir::Context &C = M.Ctx;
  ir::Function *Initialisers = M.Init;
  M.Init = ML.addInitFunction();
  Sequence S(ML, *M.Init);
  for (const Step &K : Known)
    S.handOver(K.Func ? C.funcAddr(K.Func) : C.addrOf(C.var(K.Var)));
  for (const auto &[Priority, E] : Ends)
    if (E.Func)
      S.atExit(C.funcAddr(E.Func));
    else
      S.each(E.Var, [&](Value P) { S.atExit(P); });
  for (auto [F, To] : Resolvers)
    S.resolve(F, To);
  for (ir::Variable *V : Preinit)
    S.each(V, [&](Value P) { S.call(P); });
  auto Begin = [&](auto From, auto To) {
    for (auto It = From; It != To; ++It) {
      if (It->second.Func)
        S.call(C.funcAddr(It->second.Func));
      else
        S.each(It->second.Var, [&](Value P) { S.call(P); });
      S.pause();
    }
  };
  auto Last = Begins.lower_bound(LastPriority);
  Begin(Begins.begin(), Last);
  for (ir::Function *F : Unordered) {
    S.call(C.funcAddr(F));
    S.pause();
  }
  Begin(Last, Begins.end());
  if (Initialisers)
    S.call(C.funcAddr(Initialisers));
  S.finish();
  *this = Startup();
}

} // namespace predabs::lower
