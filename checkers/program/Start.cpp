#include "checkers/program/Start.h"

#include "predicates/ir/Terms.h"
#include "predicates/path/Path.h"

#include <algorithm>
#include <set>

namespace predabs {

using namespace ir;

namespace {

/// Parts of one global that get a statement each; with more it is arbitrary to
/// the abstraction, as nobody would follow them.
constexpr size_t MaxParts = 512;

/// What a scalar in a global holds at the start.
struct Part {
  const Expr *Place = nullptr; ///< null if it cannot be named
  const Expr *Value = nullptr;
};

class StartBuilder {
public:
  StartBuilder(Module &M, const Function &Entry, BeforeStart Who)
      : M(M), Ctx(M.Ctx), Entry(Entry), Who(Who),
        Start(*M.addFunction(freeName(M, Entry), typeFor(Entry))) {}

  const Function &build() {
    Start.DisplayName = "the start of the program";
    Start.IsInternal = true;
    addBlock(Start, "entry");
    for (const auto &G : M.Globals)
      initialise(*G);
    std::vector<const Expr *> Args = arguments();
    if (Who == BeforeStart::Others)
      letOthersRun();
    if (M.Init)
      call(*M.Init, {});
    if (M.Init && Who == BeforeStart::Others)
      call(others(), {});
    call(Entry, Args);
    add(StmtKind::Return, nullptr, nullptr);
    return Start;
  }

private:
  static std::string freeName(const Module &M, const Function &Entry) {
    std::string Name = startNameOf(Entry);
    while (M.findFunction(Name))
      Name += "_";
    return Name;
  }

  const Type *typeFor(const Function &Entry) {
    std::vector<const Type *> Params;
    for (uint32_t I = 0; I < Entry.NumParams; ++I)
      Params.push_back(Entry.Vars[I]->Ty);
    return Ctx.functionType(Ctx.voidType(), Params, false);
  }

  Stmt &add(StmtKind Kind, const Expr *Dest, const Expr *Value) {
    Stmt &S = Start.Blocks[0].Stmts.emplace_back();
    S.Kind = Kind;
    S.Where = Entry.Where;
    S.Dest = Dest;
    S.Value = Value;
    return S;
  }

  void call(const Function &F, std::vector<const Expr *> Args) {
    Stmt &S = add(StmtKind::Call, nullptr, Ctx.funcAddr(&F));
    S.Args = std::move(Args);
  }

  /// The initialisers of other files, as a function of which nothing is known.
  const Function &others() {
    if (Function *Known = M.findFunction(OthersName))
      return *Known;
    Function *New = M.addFunction(
        OthersName, Ctx.functionType(Ctx.voidType(), {}, false));
    New->DisplayName = "initialisers of other files";
    return *New;
  }

  /// Before the first of this file's own initialisers and between them.
  void letOthersRun() {
    call(others(), {});
    Function *Pause = M.findFunction(PauseName);
    if (!Pause || !Pause->isDefined())
      return;
    std::vector<Stmt> &Stmts = Pause->Blocks[0].Stmts;
    Stmts.insert(Stmts.begin(), Start.Blocks[0].Stmts.back());
  }

  void initialise(const Variable &G) {
    // SOUND: what gets no statement here is arbitrary to the abstraction. To a
    // path it is not: that begins with the memory of the program.
    if (!G.IsDefined || G.InitUnknown != Reason::None ||
        G.Init.size() + G.Bytes.size() > MaxParts || G.Ty->isOpaque())
      return;
    if (G.IsConst && G.IsInternal && !G.Bytes.empty())
      return; // a string literal
    const Expr *Whole = Ctx.var(&G);
    std::vector<Part> Parts = partsOf(Whole, G);
    if (std::any_of(Parts.begin(), Parts.end(),
                    [](Part P) { return !P.Place; }))
      return;
    if (G.IsConst)
      return assumeParts(Whole, Parts);
    if (!G.Ty->isScalar())
      add(StmtKind::Assign, Whole, Ctx.zero(G.Ty));
    for (Part P : Parts)
      add(StmtKind::Assign, P.Place, P.Value);
  }

  std::vector<Part> partsOf(const Expr *Whole, const Variable &G) {
    if (G.Ty->isScalar())
      return {{Whole, G.Init.empty() ? Ctx.zero(G.Ty) : G.Init[0].Value}};
    std::vector<Part> Parts;
    for (size_t I = 0; I < G.Bytes.size(); ++I) {
      const Expr *Value = byte(Whole, G.Bytes[I]);
      Parts.push_back({Value ? find(Whole, I * 8, 0, Value) : nullptr, Value});
    }
    for (const InitPart &P : G.Init)
      Parts.push_back({find(Whole, P.BitOffset, P.BitWidth, P.Value), P.Value});
    return Parts;
  }

  /// Nobody writes a constant, so what it holds is no more than known.
  void assumeParts(const Expr *Whole, const std::vector<Part> &Parts) {
    std::set<const Expr *> Covered;
    for (Part P : Parts) {
      Covered.insert(P.Place);
      assumeConstant(P);
    }
    for (const Expr *Leaf : scalarsOf(Whole))
      if (!Covered.contains(Leaf))
        assumeConstant({Leaf, Ctx.zero(Leaf->type())});
  }

  void assumeConstant(Part P) {
    if (P.Place->type()->isScalar() && !P.Place->type()->isFloat())
      add(StmtKind::Assume, nullptr, Ctx.binary(Op::Eq, P.Place, P.Value));
  }

  /// None if there are too many, or a union is among them.
  std::vector<const Expr *> scalarsOf(const Expr *Whole) {
    std::vector<const Expr *> Result, Open = {Whole};
    while (!Open.empty()) {
      const Expr *Place = Open.back();
      Open.pop_back();
      const Type *T = Place->type();
      if (T->isScalar()) {
        Result.push_back(Place);
      } else if (T->isArray() && T->count() <= MaxParts) {
        for (uint64_t I = T->count(); I-- > 0;)
          Open.push_back(Ctx.index(Place, Ctx.intConst(Ctx.sizeType(), I)));
      } else if (T->isRecord() && !T->isUnion()) {
        for (uint32_t I = uint32_t(T->fields().size()); I-- > 0;)
          Open.push_back(Ctx.field(Place, I));
      } else {
        return {};
      }
      if (Result.size() + Open.size() > MaxParts)
        return {};
    }
    return Result;
  }

  const Expr *byte(const Expr *Place, char C) {
    const Type *T = Place->type();
    while (T->isArray())
      T = T->inner();
    return T->isInt() && T->size() == 1 ? Ctx.intConst(T, UInt128(uint8_t(C)))
                                        : nullptr;
  }

  /// The place at \p Offset in \p Place that holds \p Value, or null.
  const Expr *find(const Expr *Place, uint64_t Offset, unsigned Width,
                   const Expr *Value) {
    const Type *T = Place->type();
    if (Offset == 0 && isHeldBy(Place, Width, Value))
      return Place;
    if (T->isRecord())
      return findInRecord(Place, Offset, Width, Value);
    uint64_t Size = T->isArray() ? T->inner()->size() * 8 : 0;
    if (!Size || Offset / Size >= T->count())
      return nullptr;
    const Expr *Index = Ctx.intConst(Ctx.sizeType(), Offset / Size);
    return find(Ctx.index(Place, Index), Offset % Size, Width, Value);
  }

  static bool isHeldBy(const Expr *Place, unsigned Width, const Expr *Value) {
    bool IsBitField =
        Place->kind() == ExprKind::Field && Place->field().isBitField();
    return Place->type() == Value->type() &&
           (IsBitField ? Place->field().BitWidth : 0) == Width;
  }

  const Expr *findInRecord(const Expr *Place, uint64_t Offset, unsigned Width,
                           const Expr *Value) {
    const auto &Fields = Place->type()->fields();
    for (uint32_t I = 0; I < Fields.size(); ++I) {
      const Field &F = Fields[I];
      uint64_t Bits = F.isBitField() ? F.BitWidth : F.Ty->size() * 8;
      if (F.BitOffset > Offset || Offset >= F.BitOffset + Bits)
        continue;
      if (const Expr *Found =
              find(Ctx.field(Place, I), Offset - F.BitOffset, Width, Value))
        return Found;
    }
    return nullptr;
  }

  /// The parameters, which are those of the entry.
  std::vector<const Expr *> arguments() {
    std::vector<const Expr *> Args;
    for (uint32_t I = 0; I < Entry.NumParams; ++I) {
      const Variable &P = *Entry.Vars[I];
      Args.push_back(
          Ctx.var(addVariable(Start, P.Name, P.Ty, Storage::Parameter)));
    }
    Start.NumParams = Entry.NumParams;
    if (Entry.Name == "main" && !Args.empty() && Args[0]->type()->isInt())
      add(StmtKind::Assume, nullptr,
          Ctx.binary(Op::Ge, Args[0], Ctx.zero(Args[0]->type())));
    return Args;
  }

  Module &M;
  Context &Ctx;
  const Function &Entry;
  const BeforeStart Who;
  Function &Start;
};

} // namespace

const Function &addStart(Module &M, const Function &Entry, BeforeStart Who) {
  return StartBuilder(M, Entry, Who).build();
}

/// Whether the entry of \p F is come to by calls alone.
static bool isEnteredOnce(const Function &F) {
  for (const Block &B : F.Blocks)
    for (BlockId Succ : B.Succs)
      if (Succ == 0)
        return false;
  return F.isDefined();
}

void clearExceptions(Module &M) {
  const Variable *Flag = M.findGlobal("predabs.exception");
  if (!Flag)
    return;
  Stmt Quiet;
  // SOUND: it is false there anyway. An assumption would look like a condition
  // on what callers pass.
  Quiet.Kind = StmtKind::Assign;
  Quiet.Dest = M.Ctx.var(Flag);
  Quiet.Value = M.Ctx.boolConst(false);
  for (const auto &F : M.Functions)
    if (isEnteredOnce(*F)) {
      Quiet.Where = F->Where;
      F->Blocks[0].Stmts.insert(F->Blocks[0].Stmts.begin(), Quiet);
    }
}

void addForeignFunctions(Module &M) {
  std::set<const Type *> Declared;
  for (const auto &F : M.Functions)
    if (!F->isDefined())
      Declared.insert(F->Ty);
  std::vector<const Type *> Missing;
  for (const Type &T : M.Ctx.types())
    if (T.isPointer() && T.inner()->isFunction() &&
        Declared.insert(T.inner()).second)
      Missing.push_back(T.inner());
  for (const Type *T : Missing) {
    std::string Name =
        "predabs.elsewhere." + std::to_string(M.Functions.size());
    M.addFunction(Name, T)->DisplayName = "a function elsewhere";
  }
}

} // namespace predabs
