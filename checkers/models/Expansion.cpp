#include "checkers/models/Expansion.h"

#include "predicates/alias/Library.h"
#include "predicates/interpreter/Library.h"
#include "predicates/ir/Calls.h"
#include "predicates/ir/Forward.h"
#include "predicates/ir/Link.h"
#include "predicates/ir/Parse.h"
#include "predicates/ir/Print.h"
#include "predicates/ir/Terms.h"
#include "predicates/ir/Uses.h"
#include "predicates/ir/VerifierTask.h"
#include "predicates/library/Functions.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

constexpr const char *ErrorNumber = "__predabs_errno";
constexpr const char *ErrorNumberAddress = "__errno_location";
constexpr const char *SetErrorNumber = "__predabs_set_errno";
constexpr const char *FailWithError = "__predabs_fail_errno";
constexpr const char *GiveError = "__predabs_give_errno";
constexpr const char *GiveErrorIf = "__predabs_give_errno_if";
/// The largest error number of Linux.
constexpr unsigned LargestError = 133;
constexpr const char *NotFollowed = "__predabs_not_followed";
constexpr const char *NextComputed = "__predabs_computed";
constexpr const char *AnyBytes = "__predabs_any_bytes";
constexpr const char *ComputedBytes = "__predabs_computed_bytes";

bool calls(const Stmt &S, std::string_view Name) {
  const Function *F = directCallee(S);
  return F && F->Name == Name;
}

bool allocates(const Function &F) {
  using Result = LibraryFunction::Result;
  const LibraryFunction *L = alias::findLibraryFunction(F);
  return L && (L->Gives == Result::Fresh || L->Gives == Result::FreshOrFirst);
}

/// Whether \p F fails only where memory is short, or the system has no thread
/// more.
bool needsRoom(const Function &F) {
  return allocates(F) || F.Name == "pthread_create" || F.Name == "thrd_create";
}

/// The line that says what a module is for, with its end.
std::string_view targetLine(std::string_view Text) {
  size_t Begin = Text.find("\ntarget ");
  size_t End = Begin == Text.npos ? Begin : Text.find('\n', Begin + 1);
  return End == Text.npos ? "" : Text.substr(Begin, End + 1 - Begin);
}

/// Its beginning: pointers, and the order of bytes.
std::string_view machineIn(std::string_view Line) {
  size_t End = Line.find("-endian");
  return Line.substr(0, End == Line.npos ? 0 : End);
}

/// The text of a module with the target of \p Of, or nothing if that is another
/// machine.
/// SOUND: models compute nothing that overflows, and access memory by its own
/// type, so that wrap-signed and strict-aliasing make no difference.
std::string retargeted(const std::string &Text, const Module &Of) {
  std::string Wanted = print(Module(Of.Ctx.target()), Locations::Hide);
  std::string_view Line = targetLine(Text), New = targetLine(Wanted);
  if (Line.empty() || machineIn(Line) != machineIn(New))
    return "";
  std::string Result = Text;
  return Result.replace(size_t(Line.data() - Text.data()), Line.size(), New);
}

} // namespace

class Expander {
public:
  Expander(Module &M, Models &Library, const IsElsewhere &Elsewhere)
      : M(M), Library(Library), Elsewhere(Elsewhere) {}

  Expansion run() {
    if (Library.areOff())
      return {};
    findCalled();
    for (const Function *F : Called)
      take(*F);
    if (KeepsErrorNumber)
      makeErrorNumber();
    for (auto [F, Body] : Bodies) {
      setErrorNumber(*M.Functions[Body->Id]);
      markComputed(*M.Functions[Body->Id]);
      markGiven(*M.Functions[Body->Id]);
      nameInputs(*M.Functions[Body->Id]);
    }
    if (!Bodies.empty())
      expandAll();
    return std::move(Result);
  }

private:
  /// What the module calls of the library.
  void findCalled() {
    NeverShort = hasEnoughMemory(M);
    std::set<uint32_t> Ids;
    for (const auto &F : M.Functions)
      for (const Function *Callee : directCallees(*F))
        Ids.insert(Callee->Id);
    for (uint32_t Id : Ids)
      if (const Function &F = *M.Functions[Id]; isOfLibrary(F))
        Called.push_back(&F);
  }

  bool isOfLibrary(const Function &F) const {
    return F.IsSystem && !F.isDefined() && !F.IsInternal && !F.IsNoReturn &&
           !Elsewhere(F);
  }

  void take(const Function &F) {
    bool IsErrorNumber = F.Name == ErrorNumberAddress;
    std::string Source(plainName(F.Name));
    if (!Library.has(Source) || (NeverShort && needsRoom(F)) ||
        (IsErrorNumber && isLibraryPassedAround()))
      return;
    ParsedModule P = parseModule(retargeted(Library.code(Source), M));
    std::string Name = std::string(ModelPrefix) + Source;
    const Function *Code = P ? P.Parsed->findFunction(Name) : nullptr;
    if (!Code || verify(*P.Parsed) || M.findFunction(Name))
      return;
    Linked L = link(M, *P.Parsed, "models");
    if (L.Added.size() != 1 || L.Added[0].second->Ty != F.Ty)
      return discard(L);
    Bodies[&F] = L.Added[0].second;
    KeepsErrorNumber |= IsErrorNumber;
  }

  static void discard(const Linked &L) {
    for (auto &[Name, New] : L.Added)
      hide(*New);
  }

  /// SOUND: a model is nobody's function: nobody calls it.
  static void hide(Function &F) {
    F.Blocks.clear();
    F.IsInternal = true;
  }

  // errno.

  /// SOUND: a call through a pointer is not expanded, and would leave errno as
  /// it is.
  bool isLibraryPassedAround() const {
    bool IsPassed = false;
    auto Look = [&](const Expr *Root) {
      for (const Expr *E : termsOf(Root))
        IsPassed |= E->kind() == ExprKind::FuncAddr &&
                    alias::findLibraryFunction(*E->function());
    };
    for (const auto &F : M.Functions)
      for (const Block &B : F->Blocks)
        for (const Stmt &S : B.Stmts) {
          for (const Expr *A : S.Args)
            Look(A);
          if (S.Value && !directCallee(S))
            Look(S.Value);
        }
    for (const auto &G : M.Globals)
      for (const InitPart &P : G->Init)
        Look(P.Value);
    return IsPassed;
  }

  /// Functions without a model may set it.
  void makeErrorNumber() {
    M.findGlobal(ErrorNumber)->IsDefined = true; // zero when the program starts
    for (const Function *F : Called)
      if (!Bodies.contains(F) && alias::findLibraryFunction(*F))
        Bodies[F] = makeSetting(*F);
  }

  const Expr *errorNumber() { return M.Ctx.var(M.findGlobal(ErrorNumber)); }

  /// A new variable with any value.
  const Expr *addAny(Function &Body, const Type *Ty, Reason Why,
                     std::vector<Stmt> &Into) {
    Stmt Havoc;
    Havoc.Kind = StmtKind::Havoc;
    Havoc.Why = Why;
    Havoc.Dest = M.Ctx.var(addVariable(Body, "error", Ty, Storage::Temporary));
    Into.push_back(Havoc);
    return Havoc.Dest;
  }

  void addAssign(const Expr *Value, std::vector<Stmt> &Into) {
    Stmt Assign;
    Assign.Kind = StmtKind::Assign;
    Assign.Dest = errorNumber();
    Assign.Value = Value;
    Into.push_back(Assign);
  }

  /// `errno = May ? anything : errno`; what it is the library determines.
  void addSetting(Function &Body, const Expr *May, std::vector<Stmt> &Into) {
    const Expr *Any =
        addAny(Body, errorNumber()->type(), Reason::Builtin, Into);
    addAssign(M.Ctx.cond(May, Any, errorNumber()), Into);
  }

  /// `errno = If ? an error : errno`; which one the environment decides.
  void addFailing(Function &Body, const Expr *If, std::vector<Stmt> &Into) {
    const Type *Ty = errorNumber()->type();
    const Expr *Any = addAny(Body, Ty, Reason::Nondeterministic, Into);
    Stmt Assume;
    Assume.Value = M.Ctx.binary(
        Op::LAnd, M.Ctx.binary(Op::Gt, Any, M.Ctx.intConst(Ty, 0)),
        M.Ctx.binary(Op::Le, Any, M.Ctx.intConst(Ty, LargestError)));
    Into.push_back(Assume);
    addAssign(M.Ctx.cond(If, Any, errorNumber()), Into);
  }

  void addErrorOf(const Stmt &S, Function &Body, std::vector<Stmt> &Into) {
    if (calls(S, SetErrorNumber))
      addSetting(Body, S.Args[0], Into);
    else if (calls(S, FailWithError))
      addFailing(Body, S.Args[0], Into);
    else if (calls(S, GiveErrorIf))
      addAssign(M.Ctx.cond(S.Args[0], S.Args[1], errorNumber()), Into);
    else
      addAssign(S.Args[0], Into);
  }

  /// What a body says about errno, or nothing if that is not used.
  void setErrorNumber(Function &Body) {
    for (Block &B : Body.Blocks) {
      std::vector<Stmt> New;
      for (const Stmt &S : B.Stmts)
        if (!calls(S, SetErrorNumber) && !calls(S, FailWithError) &&
            !calls(S, GiveError) && !calls(S, GiveErrorIf))
          New.push_back(S);
        else if (KeepsErrorNumber)
          addErrorOf(S, Body, New);
      B.Stmts = std::move(New);
    }
  }

  /// What is computed is no input, see COMPUTED and NOT_FOLLOWED.
  void markComputed(Function &Body) {
    for (Block &B : Body.Blocks)
      markNextComputed(B);
    bool IsComputed = false;
    for (Block &B : Body.Blocks)
      IsComputed |= std::erase_if(B.Stmts, [](const Stmt &S) {
                      return calls(S, NotFollowed);
                    }) != 0;
    if (!IsComputed)
      return;
    for (Block &B : Body.Blocks)
      for (Stmt &S : B.Stmts) {
        if (S.Kind == StmtKind::Havoc && S.Why == Reason::Nondeterministic)
          S.Why = Reason::Builtin;
        if (calls(S, AnyBytes))
          S.Value =
              M.Ctx.funcAddr(declared(ComputedBytes, S.Value->function()->Ty));
      }
  }

  static void markNextComputed(Block &B) {
    bool IsNext = false;
    for (Stmt &S : B.Stmts) {
      if (IsNext && S.Kind == StmtKind::Havoc)
        S.Why = Reason::Builtin;
      IsNext = calls(S, NextComputed) || (IsNext && S.Kind != StmtKind::Havoc);
    }
    std::erase_if(B.Stmts,
                  [](const Stmt &S) { return calls(S, NextComputed); });
  }

  /// What a model assumes is given. The condition of a branch
  /// is none of that.
  static void markGiven(Function &Body) {
    std::vector<bool> IsChosen(Body.Blocks.size());
    for (const Block &B : Body.Blocks)
      for (BlockId Succ : B.Succs)
        IsChosen[Succ] = IsChosen[Succ] || B.Succs.size() > 1;
    for (BlockId B = 0; B < Body.Blocks.size(); ++B)
      for (size_t I = IsChosen[B]; I < Body.Blocks[B].Stmts.size(); ++I)
        if (Stmt &S = Body.Blocks[B].Stmts[I]; S.Kind == StmtKind::Assume)
          S.Marks.add(Mark::Given);
  }

  /// `havoc t; v = t` becomes `havoc v`, if nobody else needs t: then a value
  /// that is chosen is that of the result.
  static void nameInputs(Function &Body) {
    std::map<const Expr *, unsigned> Uses;
    for (const Block &B : Body.Blocks)
      for (const Stmt &S : B.Stmts)
        for (const Expr *E : termsOf(rootsOf(S)))
          ++Uses[E];
    for (Block &B : Body.Blocks)
      for (size_t I = 0; I + 1 < B.Stmts.size(); ++I) {
        Stmt &Any = B.Stmts[I], &Copy = B.Stmts[I + 1];
        if (Any.Kind != StmtKind::Havoc || Copy.Kind != StmtKind::Assign ||
            !Any.Dest || Copy.Value != Any.Dest || Uses[Any.Dest] != 2 ||
            Any.Dest->kind() != ExprKind::Var ||
            Copy.Dest->kind() != ExprKind::Var)
          continue;
        Any.Dest = Copy.Dest;
        B.Stmts.erase(B.Stmts.begin() + long(I) + 1);
      }
  }

  Function *declared(const char *Name, const Type *Ty) {
    Function *Known = M.findFunction(Name);
    return Known ? Known : M.addFunction(Name, Ty);
  }

  /// `f(...) { r = f(...); errno = anything; return r; }`
  const Function *makeSetting(const Function &F) {
    Function *New = M.addFunction(std::string(ModelPrefix) + F.Name, F.Ty);
    Stmt Call, Return;
    Call.Kind = StmtKind::Call;
    Call.Value = M.Ctx.funcAddr(&F);
    for (const Type *T : F.Ty->params())
      Call.Args.push_back(
          M.Ctx.var(addVariable(*New, "arg", T, Storage::Parameter)));
    if (!F.Ty->inner()->isVoid())
      Return.Value = Call.Dest = M.Ctx.var(
          addVariable(*New, "result", F.Ty->inner(), Storage::Temporary));
    Return.Kind = StmtKind::Return;
    addBlock(*New, "entry");
    std::vector<Stmt> &All = New->Blocks[0].Stmts;
    All.push_back(Call);
    const interp::LibraryRow *Row = interp::findModel(F.Name);
    if (Row && isPrinting(*Row))
      addFailing(*New,
                 addAny(*New, M.Ctx.boolType(), Reason::Nondeterministic, All),
                 All);
    else
      addSetting(*New, M.Ctx.boolConst(true), All);
    All.push_back(Return);
    return New;
  }

  // Copies.

  const Function *bodyFor(const Stmt &Call) const {
    const Function *F = directCallee(Call);
    auto It = F ? Bodies.find(F) : Bodies.end();
    if (It == Bodies.end() || Call.Args.size() < F->Ty->params().size())
      return nullptr;
    for (size_t I = 0; I < F->Ty->params().size(); ++I)
      if (Call.Args[I]->type() != F->Ty->params()[I])
        return nullptr;
    bool SaysNothing = !Call.Dest && Idle.contains(It->second);
    return SaysNothing ? nullptr : It->second;
  }

  /// Whether \p Body only calls \p F and says something about the result.
  static bool isIdle(const Function &Body, const Function &F) {
    if (Body.Blocks.size() != 1)
      return false;
    size_t NumCalls = 0;
    for (const Stmt &S : Body.Blocks[0].Stmts) {
      bool IsOwn = S.Dest && S.Dest->kind() == ExprKind::Var &&
                   !S.Dest->variable()->isGlobal();
      if (directCallee(S) == &F)
        ++NumCalls;
      else if (S.Kind == StmtKind::Call || (S.Dest && !IsOwn))
        return false;
    }
    return NumCalls == 1;
  }

  void expandAll() {
    std::set<const Function *> Stand;
    for (auto [F, Body] : Bodies) {
      Stand.insert(Body);
      Result.StandsFor[Body] = F;
      if (isIdle(*Body, *F))
        Idle.insert(Body);
    }
    for (const auto &F : M.Functions)
      if (!Stand.contains(F.get()))
        if (auto Done = replaceCalls(
                M, *F, [&](const Stmt &S) { return bodyFor(S); })) {
          forwardTemporaries(M.Ctx, *F);
          Result.Changed.emplace(F.get(), std::move(*Done));
        }
    for (const Function *Body : Stand)
      hide(*M.Functions[Body->Id]);
  }

  Module &M;
  Models &Library;
  const IsElsewhere &Elsewhere;
  bool NeverShort = false;
  bool KeepsErrorNumber = false;
  std::vector<const Function *> Called;
  /// What stands for a function of the library.
  std::map<const Function *, const Function *> Bodies;
  std::set<const Function *> Idle; ///< bodies that matter for the result alone
  Expansion Result;
};

Expansion Expansion::of(Module &M, Models &Library,
                        const IsElsewhere &Elsewhere) {
  return Expander(M, Library, Elsewhere).run();
}

Expansion::Place Expansion::before(const Function &F, Place Now) const {
  auto It = Changed.find(&F);
  if (It == Changed.end())
    return Now;
  const OldPlace &Old = It->second.Was[Now.Block][Now.Stmt];
  return {Old.Block, Old.Stmt};
}

Expansion::Place Expansion::now(const Function &F, Place Before) const {
  auto It = Changed.find(&F);
  if (It == Changed.end())
    return Before;
  auto [Block, Stmt] = It->second.now(Before.Block, Before.Stmt);
  return {Block, Stmt};
}

const std::vector<Block> &Expansion::code(const Function &F) const {
  auto It = Changed.find(&F);
  return It == Changed.end() ? F.Blocks : It->second.Before;
}

const Function *Expansion::modelAt(const PathStep &At) const {
  auto It = Changed.find(At.Func);
  if (It == Changed.end() || At.isBlockEnd())
    return nullptr;
  const Function *Copied = It->second.Was[At.Block][At.Stmt].Copied;
  return Copied ? StandsFor.at(Copied) : nullptr;
}

const Stmt &Expansion::callAt(const PathStep &At) const {
  Place Was = before(*At.Func, {At.Block, At.Stmt});
  return code(*At.Func)[Was.Block].Stmts[Was.Stmt];
}

std::set<std::string> Expansion::modelsIn(const Function &F) const {
  std::set<std::string> Names;
  if (auto It = Changed.find(&F); It != Changed.end())
    for (const auto &Block : It->second.Was)
      for (const OldPlace &P : Block)
        if (P.Copied)
          Names.insert(StandsFor.at(P.Copied)->Name);
  return Names;
}

} // namespace predabs
