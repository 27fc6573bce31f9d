#include "checkers/store/reuse/ProverCache.h"

#include "checkers/store/format/Digest.h"
#include "predicates/ir/Print.h"
#include "predicates/ir/Terms.h"

#include <algorithm>
#include <set>

namespace predabs {

using namespace ir;

namespace {

/// What the types in \p D mean.
class TypeDigest {
public:
  explicit TypeDigest(Digest &D) : D(D) {}

  void add(const Type *T) {
    D.add(print(T));
    for (std::vector<const Type *> Work = {T}; !Work.empty();) {
      const Type *Top = Work.back();
      Work.pop_back();
      if (!Seen.insert(Top).second)
        continue;
      if (Top->isRecord())
        addRecord(*Top, Work);
      for (const Type *Param : Top->params())
        Work.push_back(Param);
      if (Top->inner())
        Work.push_back(Top->inner());
    }
  }

private:
  void addRecord(const Type &T, std::vector<const Type *> &Work) {
    D.add(T.name());
    addLayout(D, T);
    for (const Field &F : T.fields())
      Work.push_back(F.Ty);
  }

  Digest &D;
  std::set<const Type *> Seen;
};

/// Terms by their structure: each part once, by number, operands first. Names
/// of variables do not count, but which is which does.
class TermDigest {
public:
  explicit TermDigest(Digest &D) : D(D), Types(D) {}

  void add(const std::vector<const Expr *> &Terms) {
    D.add(Terms.size());
    for (const Expr *E : Terms) {
      for (const Expr *Part : termsOf(E))
        if (Numbers.try_emplace(Part, Numbers.size()).second)
          addPart(*Part);
      D.add(Numbers.at(E));
    }
  }

private:
  void addPart(const Expr &E) {
    D.add(uint64_t(E.kind()) * 256 + uint64_t(E.op()));
    Types.add(E.type());
    for (unsigned I = 0; I < E.numOperands(); ++I)
      D.add(Numbers.at(E.operand(I)));
    switch (E.kind()) {
    case ExprKind::Int:
    case ExprKind::Float:
      D.add(uint64_t(E.bits() >> 64));
      return D.add(uint64_t(E.bits()));
    case ExprKind::FuncAddr:
      return D.add(E.function()->Name);
    case ExprKind::LabelAddr:
      D.add(E.function()->Name);
      return D.add(E.block());
    case ExprKind::Field:
      return D.add(E.fieldIndex());
    case ExprKind::Var:
      return addVariable(*E.variable());
    default:
      return;
    }
  }

  void addVariable(const Variable &V) {
    D.add(uint64_t(V.Kind));
    if (!V.isGlobal())
      return;
    D.add(uint64_t(V.IsDefined) * 4 + V.IsInternal * 2 + V.IsConst);
    addGlobal(D, V);
  }

  Digest &D;
  TypeDigest Types;
  std::map<const Expr *, uint64_t> Numbers;
};

/// Of all that answers about \p Terms in the situation \p S depend on.
Key subjectOf(const Context &Ctx, const std::vector<const Expr *> &Terms,
              const Situation &S) {
  Digest D;
  D.add(print(Module(Ctx.target()), Locations::Hide));
  TermDigest All(D);
  All.add(Terms);
  All.add(S.Facts);
  All.add(S.Evaluated);
  return D.key();
}

} // namespace

class CachedQuestions : public Questions {
public:
  CachedQuestions(CachingProver &P, std::vector<const Expr *> Terms,
                  Situation S)
      : P(P), Terms(std::move(Terms)), Where(std::move(S)) {}

  Answer possible(std::span<const Literal> Asked) override {
    ProverCache *Cache = P.Current;
    if (!Cache)
      return fromInner(Asked);
    if (std::optional<Answer> Clear = fromOwn(Asked)) {
      ++P.Repeated;
      return *Clear;
    }
    Key Question = questionKey(Asked);
    auto It = Cache->Known.find(Question);
    if (It != Cache->Known.end() && fits(It->second, Asked)) {
      ++P.Found;
      P.FoundUnknown += It->second.Is == Answer::Unknown;
      return take(It->second);
    }
    ProverCache::Entry E = askApart(Asked);
    if (Cache->Known.size() < MaxCacheEntries)
      Cache->Known[Question] = E;
    return take(E);
  }
  const std::vector<bool> &witness() const override { return Witness; }
  const std::vector<Literal> &core() const override { return Core; }

private:
  Key questionKey(std::span<const Literal> Asked) {
    if (!Subject)
      Subject = subjectOf(P.Ctx, Terms, Where);
    Digest D;
    D.add(*Subject);
    for (Literal L : Asked)
      D.add(uint64_t(L.Term) * 2 + L.Value);
    return D.key();
  }

  /// Whether \p E can be an answer to \p Asked.
  bool fits(const ProverCache::Entry &E, std::span<const Literal> Asked) const {
    if (E.Is == Answer::Yes) {
      if (E.Witness.size() != Terms.size())
        return false;
      for (Literal L : Asked)
        if (E.Witness[L.Term] != L.Value)
          return false;
    }
    for (Literal L : E.Core)
      if (std::find(Asked.begin(), Asked.end(), L) == Asked.end())
        return false;
    return true;
  }

  Answer take(const ProverCache::Entry &E) {
    if (E.Is == Answer::Yes)
      States.push_back(Witness = E.Witness);
    if (E.Is == Answer::No)
      Cores.push_back(Core = E.Core);
    return E.Is;
  }

  /// What earlier answers about these terms say.
  std::optional<Answer> fromOwn(std::span<const Literal> Asked) {
    for (const std::vector<bool> &State : States)
      if (std::ranges::all_of(
              Asked, [&](Literal L) { return State[L.Term] == L.Value; })) {
        Witness = State;
        return Answer::Yes;
      }
    for (const std::vector<Literal> &Known : Cores)
      if (std::ranges::all_of(Known, [&](Literal L) {
            return std::ranges::find(Asked, L) != Asked.end();
          })) {
        Core = Known;
        return Answer::No;
      }
    return std::nullopt;
  }

  ProverCache::Entry askApart(std::span<const Literal> Asked) {
    std::unique_ptr<Questions> Alone = P.Apart->about(Terms, Where);
    ProverCache::Entry E;
    E.Is = Alone->possible(Asked);
    if (E.Is == Answer::Yes)
      E.Witness = Alone->witness();
    if (E.Is == Answer::No)
      E.Core = Alone->core();
    ++P.Asked;
    P.AskedUnknown += E.Is == Answer::Unknown;
    return E;
  }

  Answer fromInner(std::span<const Literal> Asked) {
    if (!Inner)
      Inner = P.Inner->about(Terms, Where);
    Answer A = Inner->possible(Asked);
    if (A == Answer::Yes)
      Witness = Inner->witness();
    if (A == Answer::No)
      Core = Inner->core();
    return A;
  }

  CachingProver &P;
  std::vector<const Expr *> Terms;
  Situation Where;
  std::optional<Key> Subject;
  std::unique_ptr<Questions> Inner;
  std::vector<bool> Witness;
  std::vector<Literal> Core;
  std::vector<std::vector<bool>> States; ///< with a cache, that were found
  std::vector<std::vector<Literal>> Cores;
};

std::unique_ptr<Questions> CachingProver::about(std::vector<const Expr *> Terms,
                                                Situation S) {
  return std::make_unique<CachedQuestions>(*this, std::move(Terms),
                                           std::move(S));
}

/// What a function may cost must not depend on who was there before.
const ProverStatistics &CachingProver::statistics() const {
  Sum = Inner->statistics();
  Sum.Asked += Asked;
  Sum.Unknown += AskedUnknown;
  Sum.Remembered += Repeated;
  Sum.Kept = Found;
  Sum.KeptUnknown = FoundUnknown;
  return Sum;
}

void CachingProver::use(ProverCache *Cache) { Current = Cache; }

uint64_t CachingProver::askedWithCache() const { return Asked; }

} // namespace predabs
