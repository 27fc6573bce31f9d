// See Importer.h. All walks are over stacks and with caches: types, and even
// more expressions, may be nested deeply.

#include "predicates/ir/Importer.h"

#include "predicates/ir/Calls.h"
#include "predicates/ir/Terms.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace predabs::ir {

namespace {

/// \p Name without \p Mark and a number at its end, or all of it.
std::string_view withoutNumber(std::string_view Name, char Mark) {
  size_t End = Name.find_last_not_of("0123456789");
  if (End == Name.npos || End + 1 == Name.size() || Name[End] != Mark)
    return Name;
  return Name.substr(0, End);
}

/// As clang writes classes without a name, or in a namespace without one: two
/// files may each have their own.
bool isUnnamedClass(std::string_view Name) {
  for (const char *Part :
       {"(anonymous class", "(anonymous struct", "(anonymous union",
        "(anonymous namespace", "(unnamed", "(lambda"})
    if (Name.find(Part) != Name.npos)
      return true;
  return false;
}

} // namespace

std::string_view namelessRecord(std::string_view Name) {
  std::string_view Base = withoutNumber(Name, '.');
  if (Base.size() != Name.size() || Name == "anonymous" || isUnnamedClass(Name))
    return Base;
  return {};
}

std::string_view namelessGlobal(const Variable &V) {
  if (!V.Name.starts_with('.') || !V.IsConst || !V.IsInternal)
    return {};
  return withoutNumber(withoutNumber(V.Name, '#'), '.');
}

// Types.

const Type *Importer::type(const Type *T) {
  if (auto It = Types.find(T); It != Types.end())
    return It->second;
  const Type *New = withoutLayouts(T);
  completeRecords();
  return New;
}

void Importer::assume(
    const std::unordered_map<const Type *, const Type *> &Is) {
  for (const Type &T : From.Ctx.types())
    if (auto It = Is.find(&T); It != Is.end())
      remember(&T, It->second);
  completeRecords();
}

void Importer::completeRecords() {
  while (!Incomplete.empty()) {
    const Type *Record = Incomplete.front();
    Incomplete.pop_front();
    complete(Record);
  }
}

const Type *Importer::withoutLayouts(const Type *T) {
  std::vector<const Type *> Stack = {T};
  while (!Stack.empty()) {
    const Type *Next = Stack.back();
    size_t Before = Stack.size();
    if (!Types.contains(Next)) {
      for (const Type *P : Next->params())
        if (!Types.contains(P))
          Stack.push_back(P);
      if (Next->inner() && !Types.contains(Next->inner()))
        Stack.push_back(Next->inner());
    }
    if (Stack.size() != Before)
      continue;
    Stack.pop_back();
    if (!Types.contains(Next))
      remember(Next, build(Next));
  }
  return Types.at(T);
}

void Importer::remember(const Type *T, const Type *Is) {
  Types.emplace(T, Is);
  if (T->isRecord() && T->isComplete() && !Is->isComplete())
    Incomplete.push_back(T);
}

void Importer::complete(const Type *Record) {
  std::vector<Field> Fields = Record->fields();
  for (Field &F : Fields) {
    F.Ty = withoutLayouts(F.Ty);
    // SOUND: both files can name it now.
    F.IsInternal = false;
  }
  To.Ctx.completeRecord(Types.at(Record), Record->isUnion(), std::move(Fields),
                        Record->size(), Record->align());
}

const Type *Importer::build(const Type *T) {
  Context &C = To.Ctx;
  switch (T->kind()) {
  case TypeKind::Void:
    return C.voidType();
  case TypeKind::Int:
    return C.intType(T->width(), T->isSigned());
  case TypeKind::Float:
    return C.floatType(T->width(), T->size(), T->align());
  case TypeKind::Pointer:
    return C.pointerType(Types.at(T->inner()));
  case TypeKind::Array:
    return C.arrayType(Types.at(T->inner()), T->count());
  case TypeKind::Record:
    return newRecord(T);
  case TypeKind::Opaque:
    return C.opaqueType(T->name(), T->size(), T->align());
  case TypeKind::Function:
    break;
  }
  std::vector<const Type *> Params;
  for (const Type *P : T->params())
    Params.push_back(Types.at(P));
  return C.functionType(Types.at(T->inner()), std::move(Params),
                        T->isVariadic());
}

// Expressions.

const Expr *Importer::expr(const Expr *Root) {
  std::vector<const Expr *> Stack = {Root};
  while (!Stack.empty()) {
    const Expr *E = Stack.back();
    size_t Before = Stack.size();
    if (!Exprs.contains(E))
      for (unsigned I = E->numOperands(); I-- > 0;)
        if (!Exprs.contains(E->operand(I)))
          Stack.push_back(E->operand(I));
    if (Stack.size() != Before)
      continue;
    Stack.pop_back();
    if (!Exprs.contains(E))
      Exprs.emplace(E, build(E));
  }
  return Exprs.at(Root);
}

const Expr *Importer::build(const Expr *E) {
  Context &C = To.Ctx;
  switch (E->kind()) {
  case ExprKind::Int:
    return C.intConst(type(E->type()), E->bits());
  case ExprKind::Float:
    return C.floatConst(type(E->type()), E->bits());
  case ExprKind::Zero:
    return C.zero(type(E->type()));
  case ExprKind::FuncAddr:
    return C.cast(type(E->type()), C.funcAddr(function(E->function())));
  case ExprKind::LabelAddr:
    return label(E);
  case ExprKind::Var:
    return place(*variable(E->variable()), type(E->type()));
  default:
    return buildOperation(E);
  }
}

const Expr *Importer::buildOperation(const Expr *E) {
  Context &C = To.Ctx;
  switch (E->kind()) {
  case ExprKind::Field:
    return C.field(operand(E, 0), E->fieldIndex());
  case ExprKind::Index:
    return C.index(operand(E, 0), operand(E, 1));
  case ExprKind::Deref:
    return C.deref(operand(E, 0));
  case ExprKind::AddrOf:
    return C.addrOf(operand(E, 0));
  case ExprKind::Unary:
    return C.unary(E->op(), operand(E, 0));
  case ExprKind::Binary:
    return C.binary(E->op(), operand(E, 0), operand(E, 1));
  case ExprKind::Cast:
    return C.cast(type(E->type()), operand(E, 0));
  default:
    return C.cond(operand(E, 0), operand(E, 1), operand(E, 2));
  }
}

/// To may know a variable by another type, see Importer.h.
const Expr *Importer::place(const Variable &V, const Type *Ty) {
  Context &C = To.Ctx;
  if (V.Ty == Ty)
    return C.var(&V);
  return C.deref(C.cast(C.pointerType(Ty), C.addrOf(C.var(&V))));
}

/// A block that To does not have stands for an address in its function: C
/// gives a function no way to go to the blocks of another.
const Expr *Importer::label(const Expr *E) {
  const Function *F = function(E->function());
  const std::vector<Block> &Old = E->function()->Blocks, &New = F->Blocks;
  uint32_t B = E->block();
  if (B < Old.size() && B < New.size() && Old[B].Name == New[B].Name)
    return To.Ctx.labelAddr(F, B);
  return To.Ctx.cast(type(E->type()), To.Ctx.funcAddr(F));
}

const Variable *Importer::variable(const Variable *V) {
  auto It = Variables.find(V);
  if (It != Variables.end())
    return It->second;
  assert(V->isGlobal() && "a body names its own variables and globals");
  Variable *New = newGlobal(*V);
  Variables.emplace(V, New);
  return New;
}

Function *Importer::function(const Function *F) {
  auto It = Functions.find(F);
  if (It != Functions.end())
    return It->second;
  Function *New = newFunction(*F);
  Functions.emplace(F, New);
  return New;
}

// Locations.

Loc Importer::loc(Loc L) {
  if (!L.isValid())
    return {};
  L.File = file(L.File);
  return L;
}

uint32_t Importer::file(uint32_t Index) {
  auto [It, IsNew] = Files.try_emplace(Index, 0);
  if (!IsNew)
    return It->second;
  auto Same = std::find(To.Files.begin(), To.Files.end(), From.Files[Index]);
  It->second = uint32_t(Same - To.Files.begin());
  if (Same == To.Files.end())
    To.Files.push_back(From.Files[Index]);
  return It->second;
}

// Bodies and initial values.

void Importer::frame(const Function &F, Function &New) {
  Functions.emplace(&F, &New);
  New.VarNames = NameSet();
  New.BlockNames = NameSet();
  for (const auto &V : F.Vars)
    variable(*V, New);
  New.NumParams = F.NumParams;
  for (const Block &B : F.Blocks)
    New.Blocks[addBlock(New, B.Name)].Succs = B.Succs;
  New.How = F.How;
}

/// A declaration may have parameters already, and expressions that name them.
void Importer::variable(const Variable &V, Function &New) {
  Variable *Mine = nullptr;
  if (V.Id < New.Vars.size()) {
    Mine = New.Vars[V.Id].get();
    Mine->Name = New.VarNames.unique(V.Name);
  } else {
    Mine = addVariable(New, V.Name, type(V.Ty), V.Kind);
  }
  Mine->Where = loc(V.Where);
  Variables.emplace(&V, Mine);
}

void Importer::statements(const Function &F, Function &New) {
  for (BlockId B = 0; B < F.Blocks.size(); ++B) {
    New.Blocks[B].Stmts.reserve(F.Blocks[B].Stmts.size());
    for (const Stmt &S : F.Blocks[B].Stmts)
      New.Blocks[B].Stmts.push_back(stmt(S));
  }
}

Stmt Importer::stmt(const Stmt &S) {
  Stmt New;
  New.Kind = S.Kind;
  New.Why = S.Why;
  New.Marks = S.Marks;
  New.Where = loc(S.Where);
  New.Dest = S.Dest ? expr(S.Dest) : nullptr;
  New.Value = S.Value ? expr(S.Value) : nullptr;
  if (hidesArguments(S))
    return New;
  New.Args.reserve(S.Args.size());
  for (const Expr *A : S.Args)
    New.Args.push_back(expr(A));
  if (New.Value && New.Value->kind() == ExprKind::Cast)
    callDirectly(S, New);
  return New;
}

/// A function that To knows by another type is called without a cast if the
/// arguments fit.
void Importer::callDirectly(const Stmt &S, Stmt &New) {
  const Function *Old = directCallee(S);
  if (!Old)
    return;
  const Function *Callee = function(Old);
  const std::vector<const Type *> &Params = Callee->Ty->params();
  if (New.Args.size() != Params.size() && !Callee->Ty->isVariadic())
    return;
  for (size_t I = 0; I < Params.size(); ++I)
    if (I == New.Args.size() || New.Args[I]->type() != Params[I])
      return;
  New.Value = To.Ctx.funcAddr(Callee);
}

void Importer::initialValue(const Variable &V, Variable &New) {
  New.Bytes = V.Bytes;
  New.InitUnknown = V.InitUnknown;
  New.Init = V.Init;
  for (InitPart &P : New.Init)
    P.Value = expr(P.Value);
}

} // namespace predabs::ir
