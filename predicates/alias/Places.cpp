// Reading expressions, see Places.h.

#include "predicates/alias/Places.h"

#include <algorithm>

namespace predabs::alias {

using namespace ir;

namespace {

/// Indices that are computed with; others count as unknown. An unsigned one
/// that is larger may be meant to wrap around.
constexpr int64_t MaxIndex = INT32_MAX;

std::optional<int64_t> constant(const Expr *E) {
  if (E->kind() != ExprKind::Int)
    return std::nullopt;
  SInt128 N = E->number();
  if (N > MaxIndex || N < -MaxIndex)
    return std::nullopt;
  return int64_t(N);
}

/// Walks from a place to its root.
class PathReader {
public:
  explicit PathReader(const Expr *Place) : At(Place) {
    bool IsBits =
        Place->kind() == ExprKind::Field && Place->field().isBitField();
    Result.Bits = IsBits ? Place->field().BitWidth : Place->type()->size() * 8;
  }

  Path read() {
    while (stepOut())
      ;
    if (At->kind() == ExprKind::Var)
      Result.Var = At->variable();
    else
      Result.Pointer = At->operand(0);
    // Bits before the root's first byte: round towards them.
    int64_t Bytes = (Bit - (((Bit % 8) + 8) % 8)) / 8;
    Result.FirstBit = unsigned(Bit - Bytes * 8);
    if (Some)
      Result.Way = {Motion::Kind::IntoSome, At->type(), Bytes};
    else if (Bytes != 0)
      Result.Way = {Motion::Kind::Into, At->type(), Bytes};
    return Result;
  }

private:
  bool stepOut() {
    switch (At->kind()) {
    case ExprKind::Field:
      Bit += int64_t(At->field().BitOffset);
      At = At->operand(0);
      Result.ThroughUnion |= At->type()->isUnion();
      return true;
    case ExprKind::Index:
      addIndex(At->operand(0)->type(), constant(At->operand(1)));
      At = At->operand(0);
      return true;
    case ExprKind::Deref:
      return stepOutOfElement();
    default:
      return false;
    }
  }

  void addIndex(const Type *Array, std::optional<int64_t> Index) {
    bool Beyond =
        Index && Array->count() != 0 && *Index >= int64_t(Array->count());
    uint64_t Size = Array->inner()->size();
    if (!Index || Beyond || Size > uint64_t(MaxIndex))
      Some = true;
    else
      Bit += *Index * int64_t(Size) * 8;
  }

  /// `*(&a[c] + i)` is a[c + i].
  bool stepOutOfElement() {
    const Expr *Sum = At->operand(0);
    if (Sum->kind() != ExprKind::Binary || Sum->op() != Op::PtrAdd ||
        Sum->operand(0)->kind() != ExprKind::AddrOf)
      return false;
    const Expr *Element = Sum->operand(0)->operand(0);
    if (Element->kind() != ExprKind::Index)
      return false;
    const Type *Array = Element->operand(0)->type();
    auto First = constant(Element->operand(1)),
         Count = constant(Sum->operand(1));
    std::optional<int64_t> Index;
    if (First && Count) {
      Index = *First + *Count;
      // Leaving the array is left to arithmetic.
      if (*Index < 0 || *Index >= int64_t(Array->count()))
        return false;
    }
    addIndex(Array, Index);
    At = Element->operand(0);
    return true;
  }

  const Expr *At;
  int64_t Bit = 0;
  bool Some = false;
  Path Result;
};

} // namespace

/// Whether nothing can come of telling \p V from others like it: nobody may
/// write to it, and it holds no address. Most are string literals.
bool isPlainConstant(const Variable &V) {
  auto IsNumber = [](const InitPart &P) {
    return P.Value->kind() == ExprKind::Float ||
           (P.Value->kind() == ExprKind::Int && P.Value->isInt(0)) ||
           (P.Value->kind() == ExprKind::Int && P.Value->type()->isInt());
  };
  return V.IsConst && V.IsDefined && V.InitUnknown == Reason::None &&
         std::all_of(V.Init.begin(), V.Init.end(), IsNumber);
}

Path pathOf(const Expr *Place) { return PathReader(Place).read(); }

const Expr *withoutPointerCasts(const Expr *E) {
  while (E->kind() == ExprKind::Cast && E->type()->isPointer() &&
         E->operand(0)->type()->isPointer())
    E = E->operand(0);
  return E;
}

Places::Places(const Module &M) {
  for (const auto &G : M.Globals)
    Variables[G.get()] = isPlainConstant(*G) ? Mem.address(Memory::Constants).Of
                                             : Mem.addVariable(G.get());
  for (const auto &F : M.Functions) {
    Functions.push_back(Mem.addFunction(F.get()));
    Results.push_back(Mem.addResult(F.get()));
    for (const auto &V : F->Vars)
      Variables[V.get()] = Mem.addVariable(V.get());
  }
}

Label Places::address(const Path &P) {
  ObjectId O = object(P.Var);
  if (O == Mem.address(Memory::Constants).Of)
    return Memory::Constants;
  Label Begin = Mem.exact(O, 0);
  if (P.Way.How == Motion::Kind::Into)
    return Mem.exact(O, P.Way.Offset);
  return *Mem.move(Begin, P.Way, Learning::Off).begin();
}

std::vector<Source> Places::sources(const Expr *E) {
  std::vector<Source> Result;
  switch (E->kind()) {
  case ExprKind::Int:
    // An address that the program makes up.
    if (E->type()->isPointer() && E->bits() != 0)
      Result.push_back({Source::Kind::Address, Memory::Outside, nullptr, {}});
    break;
  case ExprKind::FuncAddr:
    Result.push_back({Source::Kind::Address,
                      Mem.exact(object(E->function()), 0),
                      nullptr,
                      {}});
    break;
  case ExprKind::Var:
  case ExprKind::Field:
  case ExprKind::Index:
  case ExprKind::Deref:
    placeSources(E, Result);
    break;
  case ExprKind::AddrOf:
    addressSources(E->operand(0), Result);
    break;
  case ExprKind::Unary:
    if (!E->type()->isBool())
      Result.push_back({Source::Kind::Value,
                        0,
                        E->operand(0),
                        {Motion::Kind::Anywhere, nullptr, 0}});
    break;
  case ExprKind::Binary:
    binarySources(E, Result);
    break;
  case ExprKind::Cast:
    castSources(E, Result);
    break;
  case ExprKind::Cond:
    for (unsigned I : {1U, 2U})
      Result.push_back({Source::Kind::Value, 0, E->operand(I), {}});
    break;
  default:
    break;
  }
  return Result;
}

void Places::placeSources(const Expr *E, std::vector<Source> &Result) {
  Path P = pathOf(E);
  if (!P.Var || has(P.Var)) {
    Result.push_back({Source::Kind::Contents, 0, E, {}});
    return;
  }
  if (P.Var->ValueOf && E->kind() == ExprKind::Var)
    Result.push_back({Source::Kind::Contents, 0, P.Var->ValueOf, {}});
  else
    Result.push_back({Source::Kind::Address, Memory::Everything, nullptr, {}});
}

void Places::addressSources(const Expr *Place, std::vector<Source> &Result) {
  Path P = pathOf(Place);
  if (P.Var && has(P.Var))
    Result.push_back({Source::Kind::Address, address(P), nullptr, {}});
  else if (P.Pointer)
    Result.push_back({Source::Kind::Value, 0, P.Pointer, P.Way});
}

void Places::binarySources(const Expr *E, std::vector<Source> &Result) {
  const Expr *A = E->operand(0), *B = E->operand(1);
  if (E->op() == Op::PtrAdd && A->kind() != ExprKind::Int) {
    const Type *T = E->type()->inner();
    auto Count = constant(B);
    // Elements of an array that is named here stay in that array.
    const Expr *Element =
        A->kind() == ExprKind::AddrOf ? A->operand(0) : nullptr;
    bool Named = Element && Element->kind() == ExprKind::Index && !Count;
    if (Named) {
      Path P = pathOf(Element);
      const Type *Root = P.Var ? P.Var->Ty : P.Pointer->type()->inner();
      P.Way = {Motion::Kind::IntoSome, Root, P.Way.Offset};
      if (P.Pointer)
        Result.push_back({Source::Kind::Value, 0, P.Pointer, P.Way});
      else if (has(P.Var))
        Result.push_back({Source::Kind::Address, address(P), nullptr, {}});
      return;
    }
    int64_t Size = int64_t(std::max<uint64_t>(T->size(), 1));
    Motion Way{Motion::Kind::StepAny, T, 0};
    if (Count && Size <= MaxIndex)
      Way = {Motion::Kind::Step, T, *Count * Size};
    Result.push_back({Source::Kind::Value, 0, A, Way});
    return;
  }
  bool Computes =
      (E->op() >= Op::Add && E->op() <= Op::Xor) || E->op() == Op::PtrAdd;
  if (!Computes || E->type()->isBool())
    return;
  for (const Expr *Operand : {A, B})
    Result.push_back({Source::Kind::Value,
                      0,
                      Operand,
                      {Motion::Kind::Anywhere, nullptr, 0}});
}

void Places::castSources(const Expr *E, std::vector<Source> &Result) {
  const Expr *A = E->operand(0);
  if (E->type()->isBool())
    return;
  // SOUND: a number that is made a pointer may be any address that the
  // program never took, such as that of a device.
  if (E->type()->isPointer() && A->type()->isInt())
    Result.push_back({Source::Kind::Address, Memory::Outside, nullptr, {}});
  Result.push_back({Source::Kind::Value, 0, A, {}});
}

} // namespace predabs::alias
