// What a path does not determine, see Execution.h: symbols, and the objects of
// others that pointers from outside point to. Such a pointer is null, or points
// to an object of its own, or to one of the same type that is known to others
// already: one lent before, a global, or what was handed out with the call that
// returned it.

#include "predicates/alias/Library.h"
#include "predicates/path/Execution.h"

#include <algorithm>

namespace predabs::path {

using Kind = ir::ValueRequest::Kind;
using ir::SInt128;

namespace {

/// Objects of others that one pointer may point to, besides its own.
constexpr size_t MaxShared = 8;
/// Parts of objects that it may point to, and these with the objects.
constexpr size_t MaxParts = 2 * MaxShared;
/// Functions that an unknown pointer may point to.
constexpr size_t MaxFunctions = 16;
/// The elements of an object that is lent, if it may be an array.
constexpr uint64_t LentScalars = 64, LentPointers = 16, LentRecords = 8,
                   LentBytes = 4096;

/// A record behind a pointer to anything may be as large.
constexpr uint64_t MaxLentRecord = uint64_t(1) << 20;

uint64_t lentSize(const Type *Pointee, uint64_t Largest) {
  if (Pointee->isVoid() || !Pointee->size())
    return std::max(LentBytes, Largest);
  uint64_t Size = Pointee->size();
  // Each of them may point to an object of its own.
  if (Pointee->isPointer())
    return Size * LentPointers;
  if (Pointee->isScalar())
    return std::max<uint64_t>(Size, Size == 1 ? 256 : Size * LentScalars);
  return std::max(Size, std::min(Size * LentRecords, LentBytes));
}

const Type *elementOf(const Type *Ty) {
  while (Ty->isArray())
    Ty = Ty->inner();
  return Ty;
}

} // namespace

// Symbols.

BitTerm Execution::symbol(unsigned Width, Origin From, const Expr *Meaning) {
  BitTerm S = T.symbol(Width);
  if (From == Origin::Entry) {
    EntrySymbols.push_back(S);
    Words.name(S, Meaning);
  }
  if (Doubted.exists())
    Doubts.push_back({S, Doubted});
  if (Giver)
    Given.push_back({S, Giver});
  return S;
}

std::string Cause::text() const {
  return By ? "what " + By->DisplayName + "() gives or writes"
            : std::string(ir::reasonText(Why));
}

Cause Execution::doubtAbout(uint64_t Addr, uint32_t From) const {
  auto It = DoubtfulSince.find(From);
  if (From)
    return It == DoubtfulSince.end() ? Cause() : It->second;
  if (Begins == Beginning::OfCall)
    return {};
  for (const Variable *V : Globals)
    if (Addr - Run.addresses().ofGlobal(V) < V->Ty->size())
      return {alias::isOfSystem(*V) ? ir::Reason::Initialiser : V->InitUnknown};
  return {};
}

BitTerm Execution::unknown(const Type *Ty, Origin From, const Expr *Meaning,
                           const std::vector<Passed> &Others) {
  if (Ty->isPointer())
    return unknownPointer(Ty, From, Meaning, Others);
  return symbol(Ty->width(), From, Meaning);
}

void Execution::checkOpen(uint64_t Addr) {
  auto It = std::find_if(Lent.begin(), Lent.end(), [&](const LentObject &L) {
    return L.Closed && Addr - L.Where.Address < L.Where.Size;
  });
  if (It != Lent.end())
    giveUp(It->Closed);
}

BitTerm Execution::newContents(uint64_t At, unsigned Width, uint32_t From) {
  uint64_t Addr = ir::interp::withoutGhost(At);
  checkOpen(Addr);
  Doubted = doubtAbout(Addr, From);
  Giver = giverOf(Addr, From);
  BitTerm S = symbol(Width, originOf(Addr, From), meaningOf(Addr, Width, From));
  if (ReadsState)
    States.emplace(S.Id, Addr);
  Doubted = {};
  Giver = nullptr;
  return S;
}

Origin Execution::originOf(uint64_t Addr, uint32_t From) {
  if (From)
    return OfEntrySince.contains(From) ? Origin::Entry : Origin::Input;
  if (Addr < ir::interp::StackBase)
    return Addr < HeapBegin ? Origin::Entry : Origin::Input;
  if (Addr >= ir::interp::LentBase) {
    const LentObject *L = lentAt(Addr);
    return L ? L->From : Origin::Input;
  }
  // Only parameters of the first function are there from the beginning.
  return variableAt(Addr).first ? Origin::Entry : Origin::Input;
}

/// The global, or parameter of the first function, that holds \p Addr, with its
/// address; or null.
std::pair<const Variable *, uint64_t>
Execution::variableAt(uint64_t Addr) const {
  for (const Variable *V : Globals)
    if (uint64_t At = Run.addresses().ofGlobal(V); Addr - At < V->Ty->size())
      return {V, At};
  const Activation &First = Frames.front();
  for (uint32_t I = 0; I < First.Func->NumParams; ++I) {
    uint64_t At = ir::interp::StackBase + First.Offset + First.Body->Offsets[I];
    if (Addr - At < First.Func->Vars[I]->Ty->size())
      return {First.Func->Vars[I].get(), At};
  }
  return {nullptr, 0};
}

/// The object of others that holds \p Addr, or null.
const LentObject *Execution::lentAt(uint64_t Addr) const {
  auto It = std::upper_bound(
      Lent.begin(), Lent.end(), Addr,
      [](uint64_t A, const LentObject &L) { return A < L.Where.Address; });
  if (It == Lent.begin() || Addr - It[-1].Where.Address >= It[-1].Where.Size)
    return nullptr;
  return &It[-1];
}

const Expr *Execution::subscript(ir::SInt128 I) {
  return M.Ctx.intConst(M.Ctx.intType(32, true), UInt128(I));
}

/// What the caller has at \p Addr, as a variable or behind a pointer, and the
/// offset in it; null if it has no name.
std::pair<const Expr *, uint64_t> Execution::namedAt(uint64_t Addr) {
  if (auto [V, Begin] = variableAt(Addr); V)
    return {M.Ctx.var(V), Addr - Begin};
  const LentObject *L = lentAt(Addr);
  LentPart Part = L && L->Pointer ? L->partAt(Addr) : LentPart();
  if (!Part.Ty)
    return {nullptr, 0};
  return {M.Ctx.deref(pointerTo(*L, Part)), Addr - Part.Address};
}

/// The pointer to \p Part of \p L, by its name at entry.
const Expr *Execution::pointerTo(const LentObject &L, const LentPart &Part) {
  if (Part.Ty == L.Pointee) {
    SInt128 Bytes = SInt128(Part.Address) - SInt128(L.At);
    return M.Ctx.binary(Op::PtrAdd, L.Pointer,
                        subscript(Bytes / SInt128(Part.Ty->size())));
  }
  const Type *Char = M.Ctx.pointerType(M.Ctx.intType(8, true));
  const Expr *Back = M.Ctx.binary(
      Op::PtrAdd, M.Ctx.cast(Char, L.Pointer),
      M.Ctx.intConst(M.Ctx.diffType(), UInt128(Part.Address - L.At)));
  return M.Ctx.cast(M.Ctx.pointerType(Part.Ty), Back);
}

/// The part of \p E that begins \p Offset bytes into it and \p IsWanted; null
/// if there is none.
const Expr *
Execution::partOf(const Expr *E, uint64_t Offset,
                  const std::function<bool(const Type *)> &IsWanted) {
  while (E && (Offset || !IsWanted(E->type()))) {
    const Type *Ty = E->type();
    if (Ty->isArray() && Ty->inner()->size()) {
      uint64_t Size = Ty->inner()->size();
      E = M.Ctx.index(E, subscript(SInt128(Offset / Size)));
      Offset %= Size;
      continue;
    }
    if (!Ty->isRecord())
      return nullptr;
    const auto &Fields = Ty->fields();
    auto F = std::find_if(Fields.begin(), Fields.end(), [&](const auto &X) {
      return !X.isBitField() && Offset - X.BitOffset / 8 < X.Ty->size();
    });
    if (F == Fields.end())
      return nullptr;
    E = M.Ctx.field(E, uint32_t(F - Fields.begin()));
    Offset -= F->BitOffset / 8;
  }
  return E;
}

/// The scalar of that width at \p Addr, which is uninitialised since the step
/// \p From, by its name at entry.
const Expr *Execution::meaningOf(uint64_t Addr, unsigned Width, uint32_t From) {
  if (From)
    return nullptr;
  if (ReadPlace && ReadPlace->type()->width() == Width)
    return ReadPlace;
  auto [E, Offset] = namedAt(Addr);
  return partOf(E, Offset, [&](const Type *Ty) {
    return Ty->isScalar() && Ty->width() == Width;
  });
}

/// The address of a \p Ty by its name at entry; null if it has none.
const Expr *Execution::pointerTo(uint64_t Addr, const Type *Ty) {
  // A parameter has no address before the call.
  if (auto [V, Begin] = variableAt(Addr); V && !V->isGlobal())
    return nullptr;
  auto [E, Offset] = namedAt(Addr);
  const Expr *Place =
      partOf(E, Offset, [&](const Type *Part) { return Part == Ty; });
  return Place ? M.Ctx.addrOf(Place) : nullptr;
}

/// \p Term, a \p Ty, by its name at entry; null if it has none.
const Expr *Execution::nameAtEntry(BitTerm Term, const Type *Ty) {
  auto Addr = T.constant(Term);
  if (!Ty->isPointer() || !Addr || !*Addr)
    return Words.nameOf(Term, Ty);
  return pointerTo(uint64_t(*Addr), Ty->inner());
}

// Pointers.

void Execution::findGlobals() {
  std::vector<const Expr *> Roots;
  auto Add = [&](const Expr *E) {
    if (E)
      Roots.push_back(E);
  };
  std::unordered_map<const Stmt *, bool> Seen;
  for (const PathStep &S : P.Steps) {
    if (S.isBlockEnd() || !Seen.try_emplace(&S.statement()).second)
      continue;
    const Stmt &St = S.statement();
    Add(St.Dest);
    Add(St.Value);
    for (const Expr *A : St.Args)
      Add(A);
  }
  for (const Expr *E : ir::termsOf(Roots)) {
    if (E->kind() == ExprKind::Var && E->variable()->isGlobal())
      Globals.push_back(E->variable());
    const Type *T = E->type()->isPointer() ? E->type()->inner() : nullptr;
    if (T && T->isRecord() && T->isComplete() && T->size() <= MaxLentRecord)
      LargestRecord = std::max<uint64_t>(LargestRecord, T->size());
    Around.note(E);
  }
  std::sort(Globals.begin(), Globals.end(),
            [](auto *A, auto *B) { return A->Id < B->Id; });
}

bool Execution::couldHaveRoom(bool FailsDefined) const {
  if (Shares == Sharing::Room || !(FailsDefined || ComparesEntry))
    return false;
  return std::ranges::any_of(Lent, [&](const LentObject &L) {
    return !L.Closed && ((FailsDefined && Around.hasStepsBack()) ||
                         !Around.around(L.Pointee).empty());
  });
}

/// An object of its own for a pointer, from the address 0 on.
LentObject Execution::layOut(const Type *Pointee) const {
  LentObject L;
  L.Pointee = Pointee;
  uint64_t Behind = lentSize(Pointee, LargestRecord), Room = 0, Skewed = 0;
  if (Shares == Sharing::Room) {
    Room = Around.room(Behind);
    for (const Enclosing &E : Around.around(Pointee)) {
      L.Around.push_back({E.Record, E.Offset});
      Room = std::max(Room, E.Offset);
      Behind = std::max(Behind, E.Record->size() - E.Offset);
      // The first of them begins where an object may.
      Skewed = L.Around[0].Address % ir::interp::Granule;
    }
  }
  L.At =
      ir::interp::alignTo(Room - std::min(Room, Skewed), ir::interp::Granule) +
      Skewed;
  L.Where = {0, L.At + Behind};
  for (LentPart &P : L.Around)
    P.Address = L.At - P.Address;
  return L;
}

std::optional<uint64_t> Execution::lend(const Type *Pointee, Origin From) {
  LentObject L = layOut(Pointee);
  uint64_t Addr = ir::interp::alignTo(
      LentEnd, std::max<uint64_t>(Pointee->align(), ir::interp::Granule));
  if (!Run.Mem.lend(Addr, L.Where.Size)) {
    giveUp("it is given too many pointers");
    return std::nullopt;
  }
  L.Where.Address = Addr;
  L.At += Addr;
  for (LentPart &P : L.Around)
    P.Address += Addr;
  L.From = From;
  L.By = Giver;
  Lent.push_back(L);
  LentEnd = Addr + L.Where.Size + ir::interp::Granule;
  return L.At;
}

LentPart LentObject::partAt(uint64_t Addr) const {
  uint64_t Size = Pointee->size();
  if (Addr - At < Size)
    return {Pointee, At};
  for (const LentPart &P : Around)
    if (Addr - P.Address < P.Ty->size())
      return P;
  if (!Size)
    return {};
  // An element of the same array, before or behind.
  uint64_t Distance = Addr >= At ? Addr - At : At - Addr + Size - 1;
  uint64_t Whole = Distance / Size * Size;
  return {Pointee, Addr >= At ? At + Whole : At - Whole};
}

std::vector<BitTerm> Execution::functionsOf(const Type *Ty, Origin From) {
  std::vector<BitTerm> Result;
  auto Add = [&](const Function *F) {
    BitTerm A = pointer(Run.addresses().ofFunction(F));
    if (Result.size() < MaxFunctions &&
        std::find(Result.begin(), Result.end(), A) == Result.end())
      Result.push_back(A);
  };
  for (size_t I = 0; I + 1 < P.Steps.size(); ++I)
    if (P.enters(I) &&
        P.Steps[I].statement().Value->kind() != ExprKind::FuncAddr)
      Add(P.Steps[I + 1].Func);
  for (const PathStep &S : P.Steps)
    if (!S.isBlockEnd() && S.statement().Value &&
        S.statement().Kind != StmtKind::Call)
      for (const Expr *E : ir::termsOf(S.statement().Value))
        if (E->kind() == ExprKind::FuncAddr && E->function()->Ty == Ty)
          Add(E->function());
  // SOUND: a pointer may be one of these, so that it is none is not certain.
  for (const auto &F : M.Functions)
    if (F->Ty == Ty && F->isDefined() && Al.isKnownToOthers(*F))
      Add(F.get());
  // Of those that are not here any will do, and the last is taken first.
  auto Foreign =
      std::find_if(M.Functions.begin(), M.Functions.end(),
                   [&](auto &F) { return F->Ty == Ty && !F->isDefined(); });
  if (Foreign != M.Functions.end())
    Add(Foreign->get());
  if (!Result.empty())
    return Result;
  // SOUND: without any it would be null for certain.
  if (auto Code = lend(M.Ctx.intType(8, false), From)) {
    Lent.back().Closed = "it reads the code of a function";
    Result.push_back(pointer(*Code));
  }
  return Result;
}

/// The parts of type \p Wanted in \p Count objects of type \p Whole.
void Execution::addParts(uint64_t Addr, const Type *Whole, uint64_t Count,
                         const Type *Wanted, Origin From,
                         std::vector<BitTerm> &Into) {
  for (; Whole->isArray() && Whole != Wanted; Whole = Whole->inner())
    Count *= Whole->count();
  if (Whole == Wanted && Count > 1 && Wanted->size()) {
    LeftParts = true;
    if (Shares != Sharing::Objects && Into.size() < MaxParts)
      Into.push_back(someElement(Addr, Count, Wanted->size(), From));
  }
  // What lies in an object with a state is nobody's but its functions'.
  if (!Whole->isRecord() || Whole == Wanted || ir::holdsState(Whole))
    return;
  for (const ir::Field &F : Whole->fields()) {
    if (F.isBitField())
      continue;
    uint64_t Member = Addr + F.BitOffset / 8;
    if (F.Ty == Wanted) {
      LeftParts = true;
      if (Shares != Sharing::Objects && Into.size() < MaxParts)
        Into.push_back(pointer(Member));
    } else {
      addParts(Member, F.Ty, 1, Wanted, From, Into);
    }
  }
}

/// The address of one of some elements, or their end.
BitTerm Execution::someElement(uint64_t Addr, uint64_t Count, uint64_t Size,
                               Origin From) {
  BitTerm Index = symbol(32, From);
  Pointers.insert(Index.Id);
  Environment.push_back(T.make(BitOp::UnsignedLess, Index,
                               T.number(32, std::min(Count, LentBytes) + 1)));
  BitTerm Offset =
      T.make(BitOp::Mul, T.zeroExtend(Index, PointerWidth), pointer(Size));
  BitTerm Part = T.make(BitOp::Add, Offset, pointer(Addr));
  derive(pointer(Addr), Part);
  return Part;
}

/// Whether a pointer from \p From may lead there.
bool Execution::mayPointInto(const LentObject &L, Origin From) {
  return !L.Closed && (From == Origin::Input || L.From == Origin::Entry) &&
         isFine(L.At, 1, Access::Read);
}

std::vector<BitTerm> Execution::pointees(const Type *Ty, Origin From,
                                         const std::vector<Passed> &Others) {
  if (Ty->isFunction())
    return functionsOf(Ty, From);
  std::vector<BitTerm> Result, Parts;
  auto Add = [&](BitTerm A) {
    if (Result.size() < MaxShared)
      Result.push_back(A);
  };
  for (const Passed &O : Others)
    if (O.Ty->isPointer() && (O.Ty->inner() == Ty || Ty->isVoid()))
      Add(O.Value);
  for (size_t I = Lent.size(); I-- > 0;) {
    if (!mayPointInto(Lent[I], From))
      continue;
    if (Lent[I].Pointee == Ty)
      Add(pointer(Lent[I].At));
    for (const LentPart &P : Lent[I].Around)
      if (P.Ty == Ty)
        Add(pointer(P.Address));
  }
  for (const Variable *V : Globals)
    if (elementOf(V->Ty) == elementOf(Ty) && !V->IsConst &&
        Al.isKnownToOthers(M.Ctx.var(V)))
      Add(pointer(Run.addresses().ofGlobal(V)));
  for (const LentObject &L : Lent) {
    if (!mayPointInto(L, From))
      continue;
    if (uint64_t Size = L.Pointee->size()) {
      uint64_t Begin = L.At - (L.At - L.Where.Address) / Size * Size;
      uint64_t Count = (L.Where.Address + L.Where.Size - Begin) / Size;
      addParts(Begin, L.Pointee, Count, Ty, From, Parts);
    }
    for (const LentPart &P : L.Around)
      if (P.Ty != Ty)
        addParts(P.Address, P.Ty, 1, Ty, From, Parts);
  }
  for (const Variable *V : Globals)
    if (!V->IsConst && V->Ty != Ty && Al.isKnownToOthers(M.Ctx.var(V)))
      addParts(Run.addresses().ofGlobal(V), V->Ty, 1, Ty, From, Parts);
  for (BitTerm Part : Parts)
    if (Result.size() < MaxParts)
      Result.push_back(Part);
  if (auto Own = lend(Ty, From))
    Result.push_back(pointer(*Own));
  return Result;
}

BitTerm Execution::unknownPointer(const Type *Ty, Origin From,
                                  const Expr *Meaning,
                                  const std::vector<Passed> &Others) {
  LeavesOut = "it uses a pointer that may be any";
  if (isTooLarge())
    return pointer(0);
  bool HasName = Meaning && Meaning->type()->isPointer();
  Meaning = HasName ? M.Ctx.cast(Ty, Meaning) : nullptr;
  auto Is = [&](const Expr *A) {
    return Meaning && A ? M.Ctx.binary(Op::Eq, Meaning, A) : nullptr;
  };
  std::vector<BitTerm> Possible = pointees(Ty->inner(), From, Others);
  BitTerm Result = pointer(0);
  // SOUND: see input().
  Origin Chooses = comeFromEntry(Others) ? Origin::Entry : From;
  if (!Possible.empty()) {
    // Its own object is what an indifferent solver takes.
    BitTerm Value = Possible.back();
    if (auto Own = T.constant(Value))
      if (!Lent.empty() && Lent.back().At == *Own)
        Lent.back().Pointer = Meaning;
    for (size_t I = Possible.size() - 1; I-- > 0;) {
      BitTerm Choice = symbol(1, Chooses, Is(nameAtEntry(Possible[I], Ty)));
      Pointers.insert(Choice.Id);
      BitTerm Other = T.ite(Choice, Possible[I], Value);
      derive(Possible[I], Other);
      derive(Value, Other);
      Value = Other;
    }
    // SOUND: of what is not followed those tried are not all: it may be any
    // address, so that nothing is certain because it is none of them.
    if (Doubted.exists()) {
      BitTerm Any = symbol(PointerWidth, Chooses);
      BitTerm Other = T.ite(symbol(1, Chooses), Any, Value);
      derive(Value, Other);
      Value = Other;
    }
    BitTerm ChoosesNull = symbol(1, Chooses, Is(M.Ctx.null(Ty)));
    Pointers.insert(ChoosesNull.Id);
    Result = T.ite(ChoosesNull, pointer(0), Value);
    derive(Value, Result);
    if (Chooses == Origin::Entry)
      Words.name(Result, Meaning);
  }
  return Result;
}

// Inputs, in the order in which a run asks.

void Execution::noteInput(Kind What, const Type *Ty, const Expr *Place,
                          const Function *Callee, BitTerm Value) {
  Inputs.push_back({{Step, What, Ty, Place, Callee, 0}, Value});
}

/// Whether a pointer among \p Values depends on the state in which the path
/// begins.
bool Execution::comeFromEntry(const std::vector<Passed> &Values) {
  std::vector<BitTerm> Roots;
  for (const Passed &V : Values)
    if (V.Ty->isPointer())
      Roots.push_back(V.Value);
  std::vector<BitTerm> Used = T.symbolsIn(Roots);
  return std::ranges::any_of(EntrySymbols, [&](BitTerm S) {
    return std::ranges::count(Used, S) != 0;
  });
}

BitTerm Execution::input(Kind What, const Type *Ty, const Expr *Place,
                         const Function *Callee,
                         const std::vector<Passed> &Others) {
  // SOUND: what a function elsewhere makes of memory that the caller owns, or
  // what is in volatile memory of its, is up to the caller: a failure that
  // needs a particular value is not certain.
  bool IsEntry = Owner.IsEntry || (!Ty->isPointer() && comeFromEntry(Others));
  Origin From = IsEntry ? Origin::Entry : Origin::Input;
  BitTerm V = unknown(Ty, From, nullptr, Others);
  noteInput(What, Ty, Place, Callee, V);
  return V;
}

} // namespace predabs::path
