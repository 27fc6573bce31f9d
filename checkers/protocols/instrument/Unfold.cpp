#include "checkers/protocols/instrument/Unfold.h"

#include "checkers/protocols/analysis/Sites.h"
#include "predicates/ir/Inline.h"

#include <unordered_set>

namespace predabs {

using namespace ir;

namespace {

/// Statements that a function may have before nothing more is put into it.
constexpr size_t MaxStatements = 2000;
/// The same for functions that have nothing to do with events, and how many
/// statements these may have: `owns_lock()` and the like.
constexpr size_t MaxWithOthers = 600, MaxOther = 40;
/// Statements of a method that is there for the lock in its class.
constexpr size_t MaxMethod = 8;

size_t numStatements(const Function &F) {
  size_t N = 0;
  for (const Block &B : F.Blocks)
    N += B.Stmts.size();
  return N;
}

class Unfolding {
public:
  Unfolding(Module &M, const std::vector<Protocol> &Protocols)
      : M(M), Events(eventsIn(M, Protocols)) {}

  void run() {
    if (Events.empty())
      return;
    hideBodies();
    findWays();
    if (Ways.empty())
      return;
    for (const auto &F : M.Functions)
      if (F->isDefined() && !isOfLibrary(*F))
        unfold(*F);
  }

private:
  /// What the library does in `std::mutex::lock` is what the event says.
  void hideBodies() {
    for (const auto &F : M.Functions)
      if (Events.contains(F.get()) && isOfLibrary(*F)) {
        F->Blocks.clear();
        F->IsInternal = false;
      }
  }

  bool isOfLibrary(const Function &F) const {
    return F.isDefined() && predabs::isOfLibrary(M, F);
  }

  /// `void Lock() { mu.lock(); }`, and constructors and destructors of guards.
  static bool isSmallMethod(const Function &F) {
    size_t NumCalls = 0;
    eachCallee(F, [&](const Function *) { ++NumCalls; });
    return F.isDefined() && NumCalls == 1 && numStatements(F) <= MaxMethod &&
           F.NumParams && F.Vars[0]->Name == "this" && !F.IsReplaceable;
  }

  template <typename Fn> static void eachCallee(const Function &F, Fn Visit) {
    for (const Block &B : F.Blocks)
      for (const Stmt &S : B.Stmts)
        if (S.Kind == StmtKind::Call && S.Value->kind() == ExprKind::FuncAddr)
          Visit(S.Value->function());
  }

  /// The functions of the library, and small methods, that end in events:
  /// callers of those known so far, until there are no more.
  void findWays() {
    for (size_t Before = SIZE_MAX; Before != Ways.size();) {
      Before = Ways.size();
      for (const auto &F : M.Functions)
        if (F->isDefined() && (isOfLibrary(*F) || isSmallMethod(*F)) &&
            !Events.contains(F.get()))
          eachCallee(*F, [&](const Function *Callee) {
            if (Events.contains(Callee) || Ways.contains(Callee))
              Ways.insert(F.get());
          });
    }
  }

  bool hasWay(const Function &F) const {
    bool Found = false;
    eachCallee(F, [&](const Function *C) { Found |= Ways.contains(C); });
    return Found;
  }

  bool isWanted(const Function &Callee, const Function &In) const {
    size_t Size = numStatements(In);
    if (Ways.contains(&Callee))
      return Size <= MaxStatements;
    return isOfLibrary(Callee) && Size <= MaxWithOthers &&
           numStatements(Callee) <= MaxOther;
  }

  void unfold(Function &F) {
    if (!hasWay(F))
      return;
    for (BlockId B = 0; B < F.Blocks.size(); ++B)
      for (uint32_t I = 0; I < F.Blocks[B].Stmts.size(); ++I) {
        const Stmt &S = F.Blocks[B].Stmts[I];
        if (!canInline(S) || S.Value->function() == &F ||
            !isWanted(*S.Value->function(), F))
          continue;
        // What follows, and what was put in, are blocks of their own.
        inlineCall(M, F, B, I);
        break;
      }
  }

  Module &M;
  std::map<const Function *, std::vector<EventOf>> Events;
  std::unordered_set<const Function *> Ways;
};

} // namespace

bool isOfLibrary(const Module &M, const Function &F) {
  return F.Where.isValid() && F.Where.File < M.Files.size() &&
         M.Files[F.Where.File].find("/c++/") != std::string::npos;
}

void unfold(Module &M, const std::vector<Protocol> &Protocols) {
  Unfolding(M, Protocols).run();
}

} // namespace predabs
