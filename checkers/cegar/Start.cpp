#include "checkers/cegar/Start.h"

#include "predicates/ir/Terms.h"
#include "predicates/path/Path.h"

#include <set>

namespace predabs {

using namespace ir;

namespace {

/// Parts of one global that get a statement each; with more it is arbitrary,
/// as nobody would follow them.
constexpr size_t MaxParts = 512;

class StartBuilder {
public:
  StartBuilder(Module &M, const Function &Entry)
      : M(M), Ctx(M.Ctx), Entry(Entry),
        Start(*M.addFunction(freeName(M, Entry), typeFor(Entry))) {}

  const Function &build() {
    Start.DisplayName = "the start of the program";
    Start.IsInternal = true;
    addBlock(Start, "entry");
    for (const auto &G : M.Globals)
      initialise(*G);
    if (M.Init)
      call(*M.Init, {});
    call(Entry, arguments());
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

  void initialise(const Variable &G) {
    // SOUND: what is not initialised here keeps an arbitrary value.
    if (!G.IsDefined || G.InitUnknown != Reason::None ||
        G.Init.size() + G.Bytes.size() > MaxParts || G.Ty->isOpaque())
      return;
    const Expr *Place = Ctx.var(&G);
    if (G.Ty->isScalar())
      return scalar(G, Place);
    if (G.IsConst && G.IsInternal && !G.Bytes.empty())
      return; // a string literal
    if (G.IsConst)
      assumeZeros(Place, G);
    else
      add(StmtKind::Assign, Place, Ctx.zero(G.Ty));
    for (size_t I = 0; I < G.Bytes.size(); ++I)
      part(Place, I * 8, 0, byte(Place, G.Bytes[I]));
    for (const InitPart &P : G.Init)
      part(Place, P.BitOffset, P.BitWidth, P.Value);
  }

  /// The scalars of a constant that no part of its initial value covers.
  void assumeZeros(const Expr *Whole, const Variable &G) {
    std::set<const Expr *> Covered;
    for (const InitPart &P : G.Init)
      Covered.insert(find(Whole, P.BitOffset, P.BitWidth, P.Value));
    for (size_t I = 0; I < G.Bytes.size(); ++I) {
      const Expr *Value = byte(Whole, G.Bytes[I]);
      Covered.insert(Value ? find(Whole, I * 8, 0, Value) : nullptr);
    }
    // SOUND: a part that has no place may cover any scalar.
    if (Covered.contains(nullptr))
      return;
    for (const Expr *Leaf : scalarsOf(Whole))
      if (!Covered.contains(Leaf))
        assumeConstant(Leaf, Ctx.zero(Leaf->type()));
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

  void scalar(const Variable &G, const Expr *Place) {
    const Expr *Value = G.Init.empty() ? Ctx.zero(G.Ty) : G.Init[0].Value;
    part(Place, 0, 0, Value);
  }

  /// \p Value goes to \p Offset in \p Whole; what cannot be named so makes the
  /// whole arbitrary.
  void part(const Expr *Whole, uint64_t Offset, unsigned Width,
            const Expr *Value) {
    const Expr *Place = Value ? find(Whole, Offset, Width, Value) : nullptr;
    if (rootOf(Whole)->IsConst)
      return assumeConstant(Place, Value);
    if (Place)
      add(StmtKind::Assign, Place, Value);
    else
      add(StmtKind::Havoc, Whole, nullptr).Why = Reason::Uninitialised;
  }

  /// Nobody writes a constant, so what it holds is no more than known.
  void assumeConstant(const Expr *Place, const Expr *Value) {
    if (Place && Place->type()->isScalar() && !Place->type()->isFloat())
      add(StmtKind::Assume, nullptr, Ctx.binary(Op::Eq, Place, Value));
  }

  const Expr *find(const Expr *Place, uint64_t Offset, unsigned Width,
                   const Expr *Value) {
    for (;;) {
      const Type *T = Place->type();
      if (T == Value->type() && Offset == 0)
        return Place;
      if (T->isArray()) {
        uint64_t Size = T->inner()->size() * 8;
        if (!Size || Offset / Size >= T->count())
          return nullptr;
        Place = Ctx.index(Place, Ctx.intConst(Ctx.sizeType(), Offset / Size));
        Offset %= Size;
      } else if (const Expr *Member = member(Place, Offset, Width)) {
        Offset -= Member->field().BitOffset;
        Place = Member;
      } else {
        return nullptr;
      }
    }
  }

  /// The last field that begins at or before \p Offset and reaches it.
  const Expr *member(const Expr *Place, uint64_t Offset, unsigned Width) {
    const Type *T = Place->type();
    if (!T->isRecord() || T->isUnion())
      return nullptr;
    for (uint32_t I = 0; I < T->fields().size(); ++I) {
      const Field &F = T->fields()[I];
      uint64_t Bits = F.isBitField() ? F.BitWidth : F.Ty->size() * 8;
      bool IsHere = F.isBitField() == (Width != 0) && F.BitOffset <= Offset &&
                    Offset < F.BitOffset + Bits;
      if (IsHere)
        return Ctx.field(Place, I);
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
  Function &Start;
};

} // namespace

const Function &addStart(Module &M, const Function &Entry) {
  return StartBuilder(M, Entry).build();
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

} // namespace predabs
