#include "checkers/contracts/Modified.h"

#include "predicates/alias/Locations.h"
#include "predicates/ir/Terms.h"
#include "predicates/ir/Uses.h"

#include <algorithm>
#include <optional>
#include <set>

namespace predabs {

using namespace ir;

namespace {

class Collector {
public:
  Collector(Context &Ctx, const Function &F,
            const std::map<uint32_t, Modified> &Known)
      : Ctx(Ctx), F(F), Known(Known), Changed(changedIn(F)) {}

  Modified run() {
    for (const Block &B : F.Blocks)
      if (!endsProgram(B))
        for (const Stmt &S : B.Stmts)
          add(S);
    if (!Result.MayBeAnything)
      Result.Places.assign(Places.begin(), Places.end());
    std::ranges::sort(Result.Places, {}, &Expr::id);
    return std::move(Result);
  }

private:
  /// Nobody sees what happened then.
  static bool endsProgram(const Block &B) {
    return B.Succs.empty() && !B.endsInReturn();
  }

  void add(const Stmt &S) {
    if (S.Kind == StmtKind::Havoc && !S.Dest)
      Result.MayBeAnything = true;
    if (S.Dest && S.Kind != StmtKind::Assume)
      addPlace(S.Dest);
    if (S.Kind == StmtKind::Call)
      addCall(S);
  }

  void addPlace(const Expr *Place) {
    // Elements of an array are not told apart.
    for (const Expr *E = Place;
         E->kind() != ExprKind::Var && E->kind() != ExprKind::Deref;
         E = E->operand(0))
      if (E->kind() == ExprKind::Index)
        Place = E->operand(0);
    const Expr *Root = alias::rootOf(Place);
    if (Root->kind() == ExprKind::Var) {
      if (Root->variable()->isGlobal())
        Places.insert(Place);
      return;
    }
    if (isEntryValue(Root->operand(0)))
      Places.insert(Place);
    else
      Result.MayBeAnything = true;
  }

  bool isEntryValue(const Expr *Pointer) const {
    return Pointer->kind() == ExprKind::Var &&
           Pointer->variable()->Kind == Storage::Parameter &&
           !Changed.contains(Pointer->variable());
  }

  void addCall(const Stmt &S) {
    const Expr *To = S.Value;
    auto It = To->kind() == ExprKind::FuncAddr ? Known.find(To->function()->Id)
                                               : Known.end();
    if (It == Known.end() || It->second.MayBeAnything) {
      Result.MayBeAnything = true;
      return;
    }
    for (const Expr *Place : It->second.Places)
      if (const Expr *Here = forCall(Place, S, *To->function()))
        addPlace(Here);
      else
        Result.MayBeAnything = true;
  }

  /// \p Place of \p Callee, for the caller; null if it cannot be told.
  const Expr *forCall(const Expr *Place, const Stmt &Call,
                      const Function &Callee) {
    const Expr *Root = alias::rootOf(Place);
    if (Root->kind() == ExprKind::Var)
      return Place;
    uint32_t Number = Root->operand(0)->variable()->Id;
    if (Number >= Call.Args.size() || Number >= Callee.NumParams ||
        Call.Args[Number]->type() != Root->operand(0)->type())
      return nullptr;
    const Expr *Arg = Call.Args[Number];
    return rewrite(Ctx, Place, [&](const Expr *Old, const Expr *New) {
      return Old == Root->operand(0) ? Arg : New;
    });
  }

  Context &Ctx;
  const Function &F;
  const std::map<uint32_t, Modified> &Known;
  const std::set<const Variable *> Changed; ///< do not keep their values
  std::set<const Expr *> Places;
  Modified Result;
};

} // namespace

Modified modifiedBy(Context &Ctx, const Function &F,
                    const std::map<uint32_t, Modified> &Known) {
  return Collector(Ctx, F, Known).run();
}

} // namespace predabs
