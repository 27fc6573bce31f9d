#include "predicates/abstraction/Interface.h"

#include "predicates/abstraction/Simplify.h"
#include "predicates/ir/Terms.h"

#include <algorithm>
#include <set>

namespace predabs {

using namespace ir;

namespace {

/// `*'p` for `*p`: the place that \p Place was at entry, looked at now. What
/// is no pointer away is the variable itself.
const Expr *placeAtEntry(PredicateSet &P, const Function &F,
                         const Expr *Place) {
  Context &Ctx = P.module().Ctx;
  // Only what is behind a dereference, or in a subscript, is a value of the
  // past; the root variable is the place itself.
  std::vector<const Expr *> Path;
  const Expr *Root = Place;
  for (; Root->kind() == ExprKind::Field || Root->kind() == ExprKind::Index;
       Root = Root->operand(0))
    Path.push_back(Root);
  auto AtEntry = [&](const Expr *Value) {
    return rewrite(Ctx, Value, [&](const Expr *E, const Expr *New) {
      bool IsVar = E->kind() == ExprKind::Var && E->type()->isScalar();
      return IsVar ? Ctx.var(P.entryValue(F, E)) : New;
    });
  };
  const Expr *Named = Root->kind() == ExprKind::Deref
                          ? Ctx.deref(AtEntry(Root->operand(0)))
                          : Root;
  for (auto I = Path.rbegin(); I != Path.rend(); ++I)
    Named = (*I)->kind() == ExprKind::Field
                ? Ctx.field(Named, (*I)->fieldIndex())
                : Ctx.index(Named, AtEntry((*I)->operand(1)));
  return Named;
}

bool isParameterOf(const Function &F, const Variable *V) {
  return V->Kind == Storage::Parameter && V->Id < F.NumParams &&
         F.Vars[V->Id].get() == V;
}

bool hasDeref(const Expr *E) {
  for (const Expr *Part : termsOf(E))
    if (Part->kind() == ExprKind::Deref)
      return true;
  return false;
}

/// Sorts the variables of a predicate by what a caller knows of them.
class Classifier {
public:
  Classifier(const Aliases &A, const Function &F, const Variable *Result)
      : A(A), F(F), Result(Result) {}

  /// E_f: formals and globals only, and no address that the caller lacks.
  bool isFormal(const Expr *Term) const {
    for (const Variable *V : variablesIn(Term))
      if (!V->isGlobal() && !isParameterOf(F, V))
        return false;
    return !takesOwnAddress(Term);
  }

  /// E_r: about the result, the entry values, or memory that outlives the
  /// call; formals only if they still are what was passed.
  bool isReturned(const Expr *Term) const {
    bool SaysSomething = hasDeref(Term);
    for (const Variable *V : variablesIn(Term)) {
      bool IsNews = V == Result || V->isLogical() || V->isGlobal();
      SaysSomething |= IsNews;
      if (!IsNews && !(isParameterOf(F, V) && keepsItsValue(A, F, V)))
        return false;
    }
    return SaysSomething && !takesOwnAddress(Term);
  }

private:
  static bool takesOwnAddress(const Expr *Term) {
    std::vector<const Variable *> Vars = addressedIn(Term);
    return std::any_of(Vars.begin(), Vars.end(),
                       [](const Variable *V) { return !V->isGlobal(); });
  }

  const Aliases &A;
  const Function &F;
  const Variable *Result;
};

/// SOUND: the text names a variable. Two predicates that look alike, of
/// variables of one name in two scopes, must not share one.
void makeUnique(std::string &Text, std::set<std::string> &Taken) {
  std::string Plain = Text;
  for (unsigned N = 2; !Taken.insert(Text).second; ++N)
    Text = Plain + " (" + std::to_string(N) + ")";
}

} // namespace

bool keepsItsValue(const Aliases &A, const Function &F,
                   const Variable *Formal) {
  if (A.isAddressTaken(Formal))
    return false;
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts)
      if (S.Dest && rootOf(S.Dest) == Formal)
        return false;
  return true;
}

void addBindings(PredicateSet &P, const Function &F) {
  Context &Ctx = P.module().Ctx;
  // Bindings may need further constants, which are bound in their turn.
  for (size_t I = 0; I < P.constants(F).size(); ++I) {
    const Variable *C = P.constants(F)[I];
    if (!C->Ty->isScalar())
      continue;
    const Expr *Place = placeAtEntry(P, F, C->ValueOf);
    const Expr *Binding = Ctx.binary(Op::Eq, Place, Ctx.var(C));
    // The user's `g == 'g` of two shorts compares them as ints.
    auto IsBinding = [&](const Predicate &X) {
      return normalForm(Ctx, simplify(Ctx, X.Term)).Term ==
             normalForm(Ctx, Binding).Term;
    };
    const std::vector<Predicate> &Own = P.of(F);
    if (std::none_of(Own.begin(), Own.end(), IsBinding))
      P.add(&F, Binding);
  }
}

Interface makeInterface(PredicateSet &P, const Aliases &A, const Function &F) {
  Interface I;
  I.Func = &F;
  if (hasResult(F))
    I.Result = P.result(F);
  I.Constants = P.constants(F);
  Context &Ctx = P.module().Ctx;
  auto IsGlobal = [&](const Predicate &Local) {
    return std::any_of(P.globals().begin(), P.globals().end(),
                       [&](const Predicate &G) {
                         return normalForm(Ctx, G.Term).Term ==
                                normalForm(Ctx, Local.Term).Term;
                       });
  };
  std::set<std::string> Taken;
  for (const Predicate &G : P.globals())
    Taken.insert(G.Text);
  for (const Predicate &Local : P.of(F))
    if (!IsGlobal(Local)) {
      I.Predicates.push_back(Local);
      makeUnique(I.Predicates.back().Text, Taken);
    }
  Classifier C(A, F, I.Result);
  for (uint32_t N = 0; N < I.Predicates.size(); ++N) {
    if (C.isFormal(I.Predicates[N].Term))
      I.Formal.push_back(N);
    if (C.isReturned(I.Predicates[N].Term))
      I.Returned.push_back(N);
  }
  return I;
}

} // namespace predabs
