// What is true of every state, see Encoder.h: numbers are in range, variables
// lie apart, and a variable holds what memory holds at its address.

#include "predicates/prover/Encoder.h"

#include <algorithm>

namespace predabs::prover {

using ir::Expr;
using ir::ExprKind;

/// In the order of the walk.
struct Encoder::Mentioned {
  std::vector<Term> Ranges;
  std::vector<uint32_t> Symbols;
  std::vector<const ir::Variable *> Objects;
  std::vector<const Expr *> Code;
};

namespace {

/// More objects than these are not told apart, which would take a formula for
/// each pair of them.
constexpr size_t MaxObjects = 48;

template <class T> void addOnce(std::vector<T> &List, const T &Element) {
  if (std::find(List.begin(), List.end(), Element) == List.end())
    List.push_back(Element);
}

/// SOUND: string literals and other constants may share memory.
bool mayBeMerged(const ir::Variable *V) {
  return V->isGlobal() && V->IsConst && V->IsInternal;
}

/// SOUND: a weak function may be missing, or be a second name for another.
bool mayBeMissing(const ir::Function *F) {
  return F->IsReplaceable && !F->isDefined();
}

} // namespace

void Encoder::mention(Item I, Mentioned &M) const {
  const Place *P = nullptr;
  if (!I.AsPlace) {
    const Node &Of = nodeOf(I.E);
    if (!Of.Range.isTrue())
      M.Ranges.push_back(Of.Range);
    if (Of.Symbol != None)
      M.Symbols.push_back(Of.Symbol);
    if (I.E->kind() == ExprKind::FuncAddr || I.E->kind() == ExprKind::LabelAddr)
      M.Code.push_back(I.E);
    if (I.E->kind() == ExprKind::AddrOf)
      P = &placeOf(I.E->operand(0));
    if (P && P->Root && !P->Root->isLogical())
      addOnce(M.Objects, P->Root);
  } else {
    P = &placeOf(I.E);
  }
  if (P && P->Addressed && !P->Addressed->isLogical())
    addOnce(M.Objects, P->Addressed);
}

std::vector<Term> Encoder::axioms(const std::vector<const ir::Expr *> &Roots) {
  ++NumCalls;
  Mentioned M;
  Items Work;
  for (const Expr *E : Roots)
    Work.push_back({E, false});
  while (!Work.empty()) {
    Item I = Work.back();
    Work.pop_back();
    size_t Key = size_t(I.E->id()) * 2 + I.AsPlace;
    if (Key >= SeenIn.size())
      SeenIn.resize(Key + 1 + Key / 2);
    if (SeenIn[Key] == NumCalls)
      continue;
    SeenIn[Key] = NumCalls;
    mention(I, M);
    addOperands(I, Work);
  }
  std::sort(M.Symbols.begin(), M.Symbols.end());
  M.Symbols.erase(std::unique(M.Symbols.begin(), M.Symbols.end()),
                  M.Symbols.end());
  std::vector<Term> Result = M.Ranges;
  for (uint32_t Symbol : M.Symbols)
    Result.push_back(Symbols[Symbol].Range);
  objectAxioms(M, Result);
  codeAxioms(M, Result);
  return Result;
}

/// The variable holds what memory holds at its address.
Term Encoder::linked(const PartSymbol &P) {
  const MemoryFunction &F = memory(P.What.How, P.Kind);
  Term At = N->plus(addressOf(P.What.Of), P.What.Offset).Value;
  Term Held = converted(P.Kind, F.Kind, S.apply(F.Function, At));
  return both(S.make(Operator::Equal, P.Symbol, Held),
              rangeOf(F.Kind, S.apply(F.Function, At)));
}

Term Encoder::disjoint(const ir::Variable *A, const ir::Variable *B) {
  uint64_t SizeA = A->Ty->size(), SizeB = B->Ty->size();
  if (!SizeA || !SizeB || (mayBeMerged(A) && mayBeMerged(B)))
    return {};
  Term AtA = addressOf(A), AtB = addressOf(B);
  return S.make(Operator::Or, N->before(AtA, SizeA, AtB),
                N->before(AtB, SizeB, AtA));
}

void Encoder::objectAxioms(const Mentioned &M, std::vector<Term> &To) {
  for (const ir::Variable *V : M.Objects) {
    Term At = addressOf(V);
    To.push_back(N->range(N->addressKind(), At));
    // SOUND: a weak `extern` that nobody defines is at null.
    if (V->IsDefined)
      To.push_back(nonNull(At));
    if (uint64_t Size = V->Ty->size())
      To.push_back(N->fits(At, Size));
  }
  for (uint32_t Symbol : M.Symbols)
    if (std::find(M.Objects.begin(), M.Objects.end(),
                  Symbols[Symbol].What.Of) != M.Objects.end())
      To.push_back(linked(Symbols[Symbol]));
  for (size_t I = 0; I < std::min(M.Objects.size(), MaxObjects); ++I)
    for (size_t J = 0; J < I; ++J)
      To.push_back(disjoint(M.Objects[I], M.Objects[J]));
}

void Encoder::codeAxioms(const Mentioned &M, std::vector<Term> &To) {
  std::vector<const Expr *> Apart;
  for (const Expr *E : M.Code) {
    if (!mayBeMissing(E->function()))
      To.push_back(nonNull(nodeOf(E).Value));
    // SOUND: two labels, and two names of a function, can be one address.
    if (E->kind() == ExprKind::FuncAddr && !E->function()->IsReplaceable)
      Apart.push_back(E);
  }
  for (size_t I = 0; I < std::min(Apart.size(), MaxObjects); ++I) {
    Term At = nodeOf(Apart[I]).Value;
    for (size_t J = 0; J < I; ++J)
      To.push_back(
          negation(S.make(Operator::Equal, At, nodeOf(Apart[J]).Value)));
    for (const ir::Variable *V : M.Objects)
      if (uint64_t Size = V->Ty->size())
        To.push_back(S.make(Operator::Or, N->before(At, 1, addressOf(V)),
                            N->before(addressOf(V), Size, At)));
  }
}

} // namespace predabs::prover
