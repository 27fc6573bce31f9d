#include "checkers/protocols/analysis/StatePlaces.h"

#include <algorithm>

namespace predabs {

using namespace ir;

/// Objects in one variable that are marked one by one.
static constexpr size_t MaxObjects = 64;

std::string stateName(const Protocol &P) {
  std::string Name = P.Name + "_state";
  std::replace(Name.begin(), Name.end(), '-', '_');
  return Name;
}

void StatePlaces::prepare(const Protocol &P, const Type *Ty) {
  const Type *Object = Ty->inner();
  if (Object->isRecord() && Object->isComplete() && !isObject(P, Object))
    if (auto Field = Ctx.addState(Object, stateName(P)))
      Fields.emplace(std::pair(&P, Object), *Field);
}

const Expr *StatePlaces::behind(const Protocol &P, const Expr *Pointer,
                                const Type *Ty) {
  if (isObject(P, Ty->inner()))
    return stateOf(P, Ctx.deref(Ctx.cast(Ty, Pointer)));
  return Ctx.deref(Ctx.cast(Ctx.pointerType(Ctx.stateType()), Pointer));
}

const Expr *StatePlaces::global(const Protocol &P) {
  std::string Name = "predabs." + stateName(P);
  Variable *V = M.findGlobal(Name);
  if (!V)
    V = M.addGlobal(Name, Ctx.stateType());
  return Ctx.var(V);
}

std::vector<const Expr *> StatePlaces::objectsIn(const Protocol &P,
                                                 const Expr *Whole) {
  std::vector<const Expr *> Result, Open = {Whole};
  while (!Open.empty() && Result.size() + Open.size() <= MaxObjects) {
    const Expr *Place = Open.back();
    Open.pop_back();
    const Type *T = Place->type();
    if (Fields.contains({&P, T}))
      Result.push_back(Place);
    else if (T->isArray())
      for (uint64_t I = std::min<uint64_t>(T->count(), MaxObjects + 1); I--;)
        Open.push_back(Ctx.index(Place, Ctx.intConst(Ctx.sizeType(), I)));
    else if (T->isRecord() && !T->isUnion())
      for (uint32_t I = numPlainFields(T); I--;)
        if (!T->fields()[I].Ty->isScalar())
          Open.push_back(Ctx.field(Place, I));
  }
  return Open.empty() ? Result : std::vector<const Expr *>();
}

const Protocol *protocolOf(const Expr *State, std::span<const Protocol> All) {
  constexpr std::string_view Global = "predabs.";
  std::string Name;
  if (State->kind() == ExprKind::Field)
    Name = State->field().Name;
  else if (State->kind() == ExprKind::Var &&
           State->variable()->Name.starts_with(Global))
    Name = State->variable()->Name.substr(Global.size());
  for (const Protocol &P : All)
    if (stateName(P) == Name)
      return &P;
  return nullptr;
}

} // namespace predabs
