// Library functions on a path, see Execution.h. A call of which all is known is
// run by the interpreter's model, on the interpreter's memory. A byte that is
// not known is uninitialised there, so the model asks for it: then the call is
// not followed. What moves bytes or gives memory has its own code, which also
// handles bytes that are not known.

#include "predicates/alias/Library.h"
#include "predicates/interpreter/Library.h"
#include "predicates/path/Execution.h"

#include <algorithm>

namespace predabs::path {

using ir::interp::isPrinting;
using ir::interp::Outcome;

namespace {

using Gives = LibraryFunction::Result;

bool gives(const Function &F, Gives What) {
  const LibraryFunction *L = alias::findLibraryFunction(F);
  return L && L->Gives == What;
}

/// A function of which it is known what it writes and gives.
bool givesNoBlock(const Function &F) {
  return gives(F, Gives::Number) || gives(F, Gives::First) ||
         gives(F, Gives::InFirst);
}

ir::interp::Argument argument(UInt128 Bits, const Type *Ty) {
  if (!Ty->isScalar())
    return {Bits, Ty};
  if (ir::interp::numSlots(Ty) == 2)
    return {ir::interp::extendWide(Bits, Ty), Ty};
  return {ir::interp::extendWord(uint64_t(Bits), Ty), Ty};
}

} // namespace

void Execution::callModel(const Stmt &S, const Function &F,
                          const ir::interp::LibraryRow &Row) {
  std::vector<Passed> Args = arguments(S);
  if (isOver())
    return;
  if (Args.size() < Row.MinArgs)
    return define(BitTerms::no());
  size_t Guessed = NumChoices;
  bool CanBeLoose = IsLoose && givesNoBlock(F);
  if (CanBeLoose && !areKnown(Args))
    return callLoosely(S, F, Args);
  std::optional<BitTerm> Result = model({F, Row, Args});
  LeftLibrary |= NumChoices != Guessed || !Trouble.empty();
  if (CanBeLoose && !Trouble.empty()) {
    Trouble.clear();
    return callLoosely(S, F, Args);
  }
  if (isOver())
    return;
  const Type *Ty = F.Ty->inner();
  if (!Ty->isScalar())
    return deliver(S, std::nullopt);
  if (Result)
    return deliver(S, Passed{*Result, Ty});
  if (!S.Dest)
    return;
  LeftLibrary = true;
  if (CanBeLoose)
    return callLoosely(S, F, Args);
  giveUp("it uses what " + F.Name + "() returns");
}

bool Execution::areKnown(const std::vector<Passed> &Args) const {
  return std::all_of(Args.begin(), Args.end(),
                     [&](const Passed &A) { return T.isConstant(A.Value); });
}

/// All that the alias analysis says of \p F may happen.
void Execution::callLoosely(const Stmt &S, const Function &F,
                            const std::vector<Passed> &Args) {
  for (size_t I : alias::writtenArguments(*alias::findLibraryFunction(F), S))
    forgetBehind(Args[I].Value);
  const Type *Ty = F.Ty->inner();
  if (isOver() || !S.Dest)
    return;
  if (!Ty->isScalar())
    return deliver(S, std::nullopt);
  deliver(S, Passed{looseResult(F, Args), Ty});
}

BitTerm Execution::looseResult(const Function &F,
                               const std::vector<Passed> &Args) {
  if (gives(F, Gives::First))
    return Args[0].Value;
  if (gives(F, Gives::Number))
    return symbol(F.Ty->inner()->width(), Origin::Input);
  BitTerm Inside =
      T.make(BitOp::Add, Args[0].Value, symbol(PointerWidth, Origin::Input));
  derive(Args[0].Value, Inside);
  BitTerm Result = T.ite(symbol(1, Origin::Input), pointer(0), Inside);
  derive(Inside, Result);
  return Result;
}

/// Makes all that follows in the object uninitialised.
void Execution::forgetBehind(BitTerm Pointer) {
  auto Addr = T.constant(Pointer);
  auto Object = Addr ? objectAt(uint64_t(*Addr)) : std::nullopt;
  if (!Object)
    return giveUp("a library function writes to an unknown address");
  uint64_t Size = Object->Address + Object->Size - uint64_t(*Addr);
  if (Size)
    Memory.forget(uint64_t(*Addr), Size, Contents::Renewed::All);
}

std::optional<BitTerm> Execution::model(const ModelCall &C) {
  using OnPath = LibraryFunction::OnPath;
  switch (C.Row.Symbolic) {
  case OnPath::No:
  case OnPath::Prints:
    return modelConcretely(C);
  case OnPath::Moves:
  case OnPath::MovesApart:
    return modelMove(C);
  case OnPath::Fills:
    return modelFill(C);
  case OnPath::Magnitude:
    return modelAbs(C);
  case OnPath::Resizes:
    return modelResize(C);
  case OnPath::AnyBytes:
  case OnPath::ComputedBytes:
    return modelAnyBytes(C);
  case OnPath::Nothing:
    return std::nullopt;
  default:
    modelQuestion(C);
    return std::nullopt;
  }
}

/// Chooses values for arguments that are not known, or gives up.
bool Execution::makeKnown(std::vector<Passed> &Args, const ModelCall &C) {
  for (Passed &A : Args) {
    if (T.isConstant(A.Value))
      continue;
    if (isPrinting(C.Row) && (A.Ty->isInt() || A.Ty->isFloat())) {
      A.Value = number(A.Ty, 0);
      continue;
    }
    auto V = choose(A.Value);
    if (!V) {
      giveUp("it calls " + C.Callee.Name + "() with unknown values");
      return false;
    }
    A.Value = T.number(T.width(A.Value), *V);
  }
  return true;
}

std::optional<BitTerm> Execution::modelConcretely(const ModelCall &C) {
  std::vector<Passed> Known = C.Args;
  if (!makeKnown(Known, C))
    return std::nullopt;
  std::vector<ir::interp::Argument> Args;
  for (const Passed &A : Known)
    Args.push_back(argument(T.value(A.Value), A.Ty));
  ir::interp::LibraryCall Call{Run, nullptr, C.Callee, Args};
  C.Row.Run(Call);
  if (Run.hasStopped()) {
    Outcome How = Run.result().How;
    Run.restart();
    if (How == Outcome::Refused || How == Outcome::DepthLimit)
      giveUp("it calls " + C.Callee.Name + "()");
    else
      define(BitTerms::no());
    return std::nullopt;
  }
  const Type *Ty = C.Callee.Ty->inner();
  if (!Ty->isScalar())
    return std::nullopt;
  // What would have been printed is not known.
  bool IsExact = Known.size() == C.Args.size() &&
                 std::equal(Known.begin(), Known.end(), C.Args.begin(),
                            [](const Passed &A, const Passed &B) {
                              return A.Value == B.Value;
                            });
  if (isPrinting(C.Row) && !IsExact)
    return std::nullopt;
  if (gives(C.Callee, Gives::Fresh))
    renew(uint64_t(Call.Result));
  return number(Ty, Call.Result);
}

/// What was known about a block that was here before is over.
void Execution::renew(uint64_t Addr) {
  auto Object = Addr ? objectAt(Addr) : std::nullopt;
  if (Object && Object->Address == Addr && !Memory.isKnown(Addr, Object->Size))
    Memory.forget(Addr, Object->Size, Contents::Renewed::Used);
}

std::optional<BitTerm> Execution::modelMove(const ModelCall &C) {
  auto Size = choose(C.Args[2].Value);
  if (!Size) {
    giveUp("it calls " + C.Callee.Name + "() with an unknown size");
    return std::nullopt;
  }
  BitTerm To = C.Args[0].Value, From = C.Args[1].Value;
  std::vector<Target> Sources = targets(From, uint64_t(*Size), Access::Read);
  std::vector<Target> Dests = targets(To, uint64_t(*Size), Access::Write);
  if (isOver())
    return std::nullopt;
  bool IsFixed = Sources.size() == 1 && Dests.size() == 1;
  if (C.Row.Symbolic == LibraryFunction::OnPath::MovesApart)
    define(T.negation(overlap(To, From, uint64_t(*Size))));
  if (isOver() || !*Size)
    return To;
  for (const Target &D : Dests)
    noteWrite(D.Addr, uint64_t(*Size));
  if (IsFixed)
    Memory.copy(Dests[0].Addr, Sources[0].Addr, uint64_t(*Size));
  else
    copyParts(Dests, Sources, uint64_t(*Size));
  return To;
}

/// The same object to itself does no harm.
BitTerm Execution::overlap(BitTerm To, BitTerm From, uint64_t Size) {
  auto Below = [&](BitTerm A, BitTerm B) {
    return T.make(BitOp::UnsignedLess, A, plus(B, Size));
  };
  return T.both(T.negation(T.equal(To, From)),
                T.both(Below(To, From), Below(From, To)));
}

std::optional<BitTerm> Execution::modelFill(const ModelCall &C) {
  auto Size = choose(C.Args[2].Value);
  if (!Size) {
    giveUp("it calls " + C.Callee.Name + "() with an unknown size");
    return std::nullopt;
  }
  BitTerm Byte = Numbers.resize(C.Args[1].Value, C.Args[1].Ty, 8);
  std::vector<Target> All =
      targets(C.Args[0].Value, uint64_t(*Size), Access::Write);
  if (isOver() || !*Size)
    return C.Args[0].Value;
  for (const Target &D : All)
    noteWrite(D.Addr, uint64_t(*Size));
  if (All.size() == 1 && T.isConstant(Byte) && !T.value(Byte))
    clearBlock(All[0].Addr, uint64_t(*Size));
  if (All.size() == 1)
    Memory.fill(All[0].Addr, uint64_t(*Size), Byte);
  else
    for (const Target &D : All)
      for (uint64_t I = 0; I < *Size; ++I)
        Memory.write(D.Addr + I, {0, 8}, Byte, D.When);
  return C.Args[0].Value;
}

std::optional<BitTerm> Execution::modelAnyBytes(const ModelCall &C) {
  auto Size = choose(C.Args[1].Value);
  if (!Size) {
    giveUp("it reads an unknown number of bytes");
    return std::nullopt;
  }
  std::vector<Target> All =
      targets(C.Args[0].Value, uint64_t(*Size), Access::Write);
  // What is computed is no input: nothing is certain that depends on it.
  if (C.Row.Symbolic == LibraryFunction::OnPath::ComputedBytes) {
    noteInput(ir::ValueRequest::Kind::Havoc, M.Ctx.voidType(), nullptr, nullptr,
              {});
    DoubtfulSince[Step + 1] = {ir::Reason::Builtin};
  }
  if (isOver() || !*Size)
    return std::nullopt;
  if (All.size() == 1)
    Memory.forget(All[0].Addr, uint64_t(*Size), Contents::Renewed::All);
  else
    giveUp("it reads bytes to an unknown address");
  return std::nullopt;
}

std::optional<BitTerm> Execution::modelAbs(const ModelCall &C) {
  BitTerm A = C.Args[0].Value;
  const Type *Ty = C.Args[0].Ty, *ResultTy = C.Callee.Ty->inner();
  if (T.isConstant(A) || !Ty->isInt() || !Ty->isSigned() || Ty->width() > 64 ||
      ResultTy != Ty)
    return modelConcretely(C);
  Computed Negated = *Numbers.unary(Op::Neg, Ty, A);
  BitTerm IsNegative = T.extract(A, Ty->width() - 1, 1);
  define(T.implies(IsNegative, Negated.Def));
  return T.ite(IsNegative, Negated.Value, A);
}

std::optional<BitTerm> Execution::modelResize(const ModelCall &C) {
  auto Old = choose(C.Args[0].Value), Size = choose(C.Args[1].Value);
  if (!Old || !Size) {
    giveUp("it calls " + C.Callee.Name + "() with unknown values");
    return std::nullopt;
  }
  auto OldSize = Run.Mem.blockSize(uint64_t(*Old));
  if (*Old && !OldSize) {
    define(BitTerms::no());
    return std::nullopt;
  }
  uint64_t New = Run.Mem.allocateBlock(uint64_t(*Size));
  renew(New);
  if (New && *Old) {
    if (uint64_t Kept = std::min(*OldSize, uint64_t(*Size)))
      Memory.copy(New, uint64_t(*Old), Kept);
    Run.Mem.freeBlock(uint64_t(*Old));
  }
  return number(C.Callee.Ty->inner(), New);
}

} // namespace predabs::path
