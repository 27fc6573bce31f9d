// See IrRandomModule.h.

#include "IrRandomModule.h"

#include "predicates/ir/Touch.h"

#include <cstdint>
#include <memory>
#include <string>

namespace predabs::ir {

namespace {

/// Names that a printer may get wrong.
const std::string OddNames[] = {
    "x",    "y",      "for.body", "a b", "x.1",  "return", "i32", "\"\\",
    "",     "\n\x80", "$",        "0",   "1.5",  "a-b",    "f.g", "true",
    "null", "fn",     "//",       "at",  "node", "a::b<>"};

class Generator {
public:
  explicit Generator(uint32_t Seed) : D(Seed), ForMarks(Seed) {
    Target T;
    T.PointerBytes = D.oneIn(4) ? 4 : 8;
    T.BigEndian = D.oneIn(4);
    T.WrapSigned = D.oneIn(2);
    T.StrictAliasing = D.oneIn(2);
    M = std::make_unique<Module>(T);
  }

  std::unique_ptr<Module> run() {
    M->Name = name();
    M->Files = {"a.c", "b \"x\".h", "a.c", ""};
    makeTypes();
    for (unsigned I = 0, N = D.roll(6); I < N; ++I)
      makeGlobal(I);
    for (unsigned I = 0, N = 1 + D.roll(4); I < N; ++I)
      makeFunction(I);
    for (auto &G : M->Globals)
      initialise(*G);
    for (auto &Func : M->Functions)
      if (Func->isDefined())
        fillFunction(*Func);
    if (D.oneIn(3))
      M->Init = M->Functions.back().get();
    return std::move(M);
  }

private:
  std::string name() { return D.pick(OddNames); }
  std::string uniqueName(size_t I) {
    return name() + (I ? "_" + std::to_string(I) : "");
  }
  Loc loc() {
    if (D.oneIn(3))
      return {};
    return {D.roll(M->Files.size()), 1 + D.roll(99), D.roll(80)};
  }
  Reason reason() { return Reason(1 + D.roll(NumReasons - 1)); }

  // Types.

  void makeTypes() {
    Context &C = M->Ctx;
    for (unsigned Width : {1, 8, 16, 32, 64, 128, 3, 65})
      Types.push_back(C.intType(Width, D.oneIn(2)));
    Types.push_back(C.intType(32, true));
    Types.push_back(C.boolType());
    Types.push_back(C.floatType(64, 8, D.oneIn(2) ? 8 : 4));
    Types.push_back(C.floatType(80, 16, 16));
    Types.push_back(C.floatType(32, 4, 4));
    Types.push_back(C.opaqueType(name(), D.roll(64), 8));
    for (unsigned I = 0; I < 4; ++I)
      Records.push_back(C.recordType(uniqueName(I)));
    for (unsigned I = 0; I < 12; ++I)
      Types.push_back(derivedType());
    for (size_t I = 0; I + 1 < Records.size(); ++I)
      completeRecord(Records[I]);
  }

  const Type *derivedType() {
    Context &C = M->Ctx;
    const Type *Inner = D.oneIn(3) ? D.pick(Records) : D.pick(Types);
    switch (D.roll(4)) {
    case 0:
      return C.arrayType(Inner, D.roll(5));
    case 1:
      return C.pointerType(functionType());
    case 2:
      return C.pointerType(D.oneIn(4) ? C.voidType() : Inner);
    default:
      return C.pointerType(Inner);
    }
  }

  const Type *functionType() {
    std::vector<const Type *> Params;
    for (unsigned I = 0, N = D.roll(3); I < N; ++I)
      Params.push_back(D.pick(Types));
    const Type *Result = D.oneIn(3) ? M->Ctx.voidType() : D.pick(Types);
    return M->Ctx.functionType(Result, Params, D.oneIn(3));
  }

  /// One that has a layout by now.
  const Type *fieldType() {
    const Type *T = D.pick(Types), *Element = T;
    while (Element->isArray())
      Element = Element->inner();
    return Element->isComplete() ? T : M->Ctx.pointerType(T);
  }

  void completeRecord(const Type *Record) {
    std::vector<Field> Fields;
    for (unsigned I = 0, N = D.roll(5); I < N; ++I) {
      const Type *T = fieldType();
      bool HasBits = T->isInt() && T->width() >= 3 && D.oneIn(4);
      Fields.push_back(
          {name(), T, 64 * I + (HasBits ? D.roll(3) : 0), HasBits ? 3u : 0u});
    }
    uint64_t Size = 8 * Fields.size();
    M->Ctx.completeRecord(Record, D.oneIn(3), std::move(Fields), Size, 8);
    Types.push_back(Record);
  }

  // Globals and functions, without what is inside.

  void makeGlobal(unsigned I) {
    Variable *V = M->addGlobal(uniqueName(I), D.pick(Types));
    V->Where = loc();
    V->IsDefined = !D.oneIn(4);
    V->IsInternal = D.oneIn(4);
    V->IsConst = D.oneIn(4);
    if (D.oneIn(4))
      V->InitUnknown = reason();
    for (unsigned B = 0, N = D.oneIn(3) ? D.roll(9) : 0; B < N; ++B)
      V->Bytes += char(D.roll(256));
  }

  void makeFunction(unsigned I) {
    Function *Func = M->addFunction(uniqueName(I), functionType());
    Func->Where = loc();
    Func->IsInternal = D.oneIn(3);
    Func->IsReplaceable = D.oneIn(3);
    Func->IsNoReturn = D.oneIn(3);
    Func->IsSystem = D.oneIn(3);
    if (D.oneIn(3))
      Func->DisplayName = name();
    if (D.oneIn(4))
      return;
    for (const Type *T : Func->Ty->params())
      addVariable(*Func, name(), T, Storage::Parameter)->Where = loc();
    for (unsigned V = 0, N = D.roll(8); V < N; ++V)
      addVariable(*Func, name(), D.pick(Types),
                  D.oneIn(2) ? Storage::Local : Storage::Temporary)
          ->Where = loc();
    for (unsigned B = 0, N = 1 + D.roll(5); B < N; ++B)
      addBlock(*Func, D.oneIn(2) ? "block" : name() + "b");
    for (uint32_t *Count :
         {&Func->How.Statements, &Func->How.FloatingPoint,
          &Func->How.Approximated, &Func->How.ByReason[D.roll(NumReasons)]})
      *Count = D.oneIn(2) ? D.roll(100) : 0;
  }

  // What is inside.

  void initialise(Variable &V) {
    F = nullptr;
    for (unsigned I = 0, N = D.oneIn(2) ? D.roll(4) : 0; I < N; ++I) {
      const Expr *Value = staticValue(D.pick(Types));
      bool HasBits = Value->type()->width() >= 3 && D.oneIn(4);
      // Two bits and no sign: they fit whether the type has one or not.
      if (HasBits && Value->kind() == ExprKind::Int)
        Value = M->Ctx.intConst(Value->type(), Value->bits() & 3);
      V.Init.push_back({D.roll(256), HasBits ? 3u : 0u, Value});
    }
  }

  const Expr *staticValue(const Type *T) {
    if (!T->isPointer() || M->Globals.empty() || D.oneIn(3))
      return constant(T);
    const Expr *Place = M->Ctx.var(D.pick(M->Globals).get());
    return M->Ctx.cast(T, M->Ctx.addrOf(Place));
  }

  void fillFunction(Function &Func) {
    F = &Func;
    for (Block &B : Func.Blocks) {
      for (unsigned I = 0, N = D.roll(6); I < N; ++I)
        B.Stmts.push_back(stmt());
      if (D.oneIn(4)) {
        B.Stmts.push_back(returnStmt());
        continue;
      }
      for (unsigned I = 0, N = D.roll(3); I < N; ++I)
        B.Succs.push_back(D.roll(Func.Blocks.size()));
    }
  }

  Stmt stmt() {
    Stmt S;
    S.Where = loc();
    switch (D.roll(5)) {
    case 0:
      S.Kind = StmtKind::Assume;
      S.Value = value(M->Ctx.boolType(), Depth);
      mark(S, {Mark::Given});
      break;
    case 1:
      S.Kind = StmtKind::Havoc;
      S.Dest = D.oneIn(3) ? nullptr : place(D.pick(Types), Depth);
      do
        S.Why = reason();
      while (!S.Dest && touchOf(S.Why).Changes == Touch::Memory::Place);
      for (unsigned N = D.roll(3); N > 0; --N)
        S.Args.push_back(value(D.pick(Types), 2));
      break;
    case 2:
      makeCall(S);
      break;
    default:
      S.Kind = StmtKind::Assign;
      S.Dest = place(D.pick(Types), Depth);
      S.Value = value(S.Dest->type(), Depth);
      S.Why = D.oneIn(5) ? Reason::Volatile : Reason::None;
      mark(S, {Mark::Begins, Mark::Acquires});
    }
    return S;
  }

  void mark(Stmt &S, std::initializer_list<Mark> Some) {
    for (Mark M : Some)
      if (ForMarks.oneIn(4))
        S.Marks.add(M);
  }

  void makeCall(Stmt &S) {
    S.Kind = StmtKind::Call;
    mark(S, {Mark::Violation, Mark::Certain, Mark::Partial, Mark::FreeAtEntry});
    const Function *Callee = D.pick(M->Functions).get();
    const Type *Ty = Callee->Ty;
    S.Value = D.oneIn(2) ? M->Ctx.funcAddr(Callee)
                         : value(M->Ctx.pointerType(Ty), Depth);
    for (const Type *T : Ty->params())
      S.Args.push_back(value(T, 2));
    if (Ty->isVariadic() && D.oneIn(2))
      S.Args.push_back(value(D.pick(Types), 2));
    for (const auto &V : F->Vars)
      if (V->Ty == Ty->inner())
        S.Dest = M->Ctx.var(V.get());
  }

  Stmt returnStmt() {
    Stmt S;
    S.Kind = StmtKind::Return;
    S.Where = loc();
    if (!F->Ty->inner()->isVoid() && !D.oneIn(8))
      S.Value = value(F->Ty->inner(), Depth);
    return S;
  }

  const Expr *constant(const Type *T) {
    Context &C = M->Ctx;
    if (!T->isScalar() || D.oneIn(3))
      return C.zero(T);
    UInt128 Bits = UInt128(D.bits()) << 64 | D.bits();
    if (D.oneIn(3))
      Bits = UInt128(1) << (T->width() - 1);
    if (D.oneIn(3))
      Bits = D.roll(20);
    return T->isFloat() ? C.floatConst(T, Bits) : C.intConst(T, Bits);
  }

  /// A part of a variable, or what a pointer points to.
  const Expr *place(const Type *T, unsigned Deep) {
    if (Deep > 0 && !D.oneIn(3))
      if (const Expr *Part = partOfType(T, Deep))
        return Part;
    return M->Ctx.deref(value(M->Ctx.pointerType(T), Deep ? Deep - 1 : 0));
  }

  const Expr *partOfType(const Type *T, unsigned Deep) {
    Context &C = M->Ctx;
    for (unsigned Try = 0; Try < 8; ++Try) {
      const auto &Vars = D.oneIn(3) || F->Vars.empty() ? M->Globals : F->Vars;
      if (Vars.empty())
        return nullptr;
      const Expr *E = C.var(D.pick(Vars).get());
      // A record may hold itself in here, and nothing else.
      for (unsigned Step = 0; Step < 5 && E->type() != T; ++Step) {
        if (E->type()->isArray())
          E = C.index(E, value(C.intType(32, true), Deep / 2));
        else if (!E->type()->fields().empty())
          E = C.field(E, D.roll(E->type()->fields().size()));
      }
      if (E->type() == T)
        return E;
    }
    return nullptr;
  }

  const Expr *value(const Type *T, unsigned Deep) {
    Context &C = M->Ctx;
    if (Deep == 0)
      return constant(T);
    if (D.oneIn(8))
      return C.cond(value(C.boolType(), Deep - 1), value(T, Deep - 1),
                    value(T, Deep - 1));
    if (D.oneIn(3) || !T->isScalar())
      return place(T, Deep - 1);
    if (T->isPointer())
      return pointerValue(T, Deep - 1);
    return T->isFloat() ? floatValue(T, Deep - 1) : intValue(T, Deep - 1);
  }

  const Expr *pointerValue(const Type *T, unsigned Deep) {
    Context &C = M->Ctx;
    if (T->inner()->isFunction())
      return C.cast(T, C.funcAddr(D.pick(M->Functions).get()));
    switch (D.roll(4)) {
    case 0:
      return C.binary(Op::PtrAdd, value(T, Deep), value(C.diffType(), Deep));
    case 1:
      return C.cast(T, value(C.sizeType(), Deep));
    case 2:
      return C.cast(T, C.labelAddr(F, D.roll(F->Blocks.size())));
    default:
      return T->inner()->isVoid() ? constant(T)
                                  : C.addrOf(place(T->inner(), Deep));
    }
  }

  const Expr *floatValue(const Type *T, unsigned Deep) {
    if (D.oneIn(3))
      return M->Ctx.cast(T, value(M->Ctx.intType(32, true), Deep));
    if (D.oneIn(3))
      return M->Ctx.unary(Op::Neg, value(T, Deep));
    return M->Ctx.binary(Op(unsigned(Op::Add) + D.roll(4)), value(T, Deep),
                         value(T, Deep));
  }

  const Expr *intValue(const Type *T, unsigned Deep) {
    Context &C = M->Ctx;
    if (T->isBool() && !D.oneIn(3))
      return boolValue(Deep);
    if (D.oneIn(5))
      return C.cast(T, value(scalarType(T), Deep));
    if (D.oneIn(5)) {
      Op O = Op(unsigned(Op::Neg) + D.roll(7));
      return C.unary(O == Op::Not ? Op::BitNot : O, value(T, Deep));
    }
    Op O = Op(unsigned(Op::Add) + D.roll(10));
    bool IsShift = O == Op::Shl || O == Op::Shr;
    return C.binary(O, value(T, Deep),
                    value(IsShift ? C.intType(8, false) : T, Deep));
  }

  /// Other than \p T, so that the cast stays.
  const Type *scalarType(const Type *T) {
    for (unsigned Try = 0; Try < 9; ++Try)
      if (const Type *U = D.pick(Types); U->isScalar() && U != T)
        return U;
    return M->Ctx.sizeType();
  }

  const Expr *boolValue(unsigned Deep) {
    Context &C = M->Ctx;
    const Type *B = C.boolType();
    switch (D.roll(4)) {
    case 0:
      return C.unary(Op::Not, value(B, Deep));
    case 1:
      return C.binary(D.oneIn(2) ? Op::LAnd : Op::LOr, value(B, Deep),
                      value(B, Deep));
    case 2: {
      const Type *P = C.pointerType(C.intType(8, true));
      return C.binary(Op::Lt,
                      C.binary(Op::PtrDiff, value(P, Deep), value(P, Deep)),
                      value(C.diffType(), Deep));
    }
    default: {
      const Type *T = scalarType(B);
      return C.binary(Op(unsigned(Op::Eq) + D.roll(6)), value(T, Deep),
                      value(T, Deep));
    }
    }
  }

  static constexpr unsigned Depth = 5;
  Dice D, ForMarks;
  std::unique_ptr<Module> M;
  Function *F = nullptr;
  std::vector<const Type *> Types;
  std::vector<const Type *> Records;
};

} // namespace

std::unique_ptr<Module> randomModule(uint32_t Seed) {
  return Generator(Seed).run();
}

} // namespace predabs::ir
