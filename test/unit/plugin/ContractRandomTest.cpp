// Functions of random C programs, run with their own bodies and with those that
// their contracts give them: from the same parameters and memory both do the
// same, and where one has no execution the other has none.
// PREDABS_RANDOM_PROGRAMS=N takes N programs in place of 150;
// PREDABS_RANDOM_SEED=S begins with that one, and takes it alone if N is not
// given.

#include "checkers/contracts/Contracts.h"
#include "predicates/interpreter/Interpreter.h"
#include "predicates/interpreter/Memory.h"
#include "predicates/ir/Forward.h"
#include "predicates/ir/Print.h"
#include "test/support/RandomC.h"
#include "test/support/clang/LowerText.h"

#include <gtest/gtest.h>

#include <iostream>

using namespace predabs;

namespace {

constexpr uint64_t LentSize = 4096;
constexpr unsigned NumLent = 2;

uint64_t mixed(uint64_t N) {
  N = (N ^ (N >> 31)) * 0x9e3779b97f4a7c15;
  N = (N ^ (N >> 29)) * 0xbf58476d1ce4e5b9;
  return N ^ (N >> 32);
}

uint64_t lentAddress(const ir::Type *Pointee, uint64_t Which) {
  return ir::interp::LentBase +
         (Pointee->id() * NumLent + Which % NumLent) * 2 * LentSize;
}

/// Answers depend on what is asked for, not on when.
class FixedInputs : public ir::InputSource {
public:
  explicit FixedInputs(uint64_t Seed)
      : Seed(Seed), Unset(Seed % 3 ? 0 : uint8_t(Seed % 5)) {}

  std::optional<ir::UInt128> value(const ir::ValueRequest &R) override {
    if (R.What == ir::ValueRequest::Kind::Result)
      return std::nullopt;
    if (R.BitWidth)
      return R.Ty->isPointer() ? 0 : unset(R);
    uint64_t N = mixed(Seed * 64 + (R.Place ? R.Place->variable()->Id : 0));
    if (R.Ty->isPointer())
      return R.Ty->inner()->isFunction() || N % 8 == 0
                 ? ir::UInt128(0)
                 : lentAddress(R.Ty->inner(), N / 8);
    if (!R.Ty->isInt())
      return 0;
    if (N % 8 == 1)
      return ir::UInt128(ir::SInt128(-1)) >> 1 << N / 8 % 40;
    if (N % 8 == 2)
      return (ir::UInt128(1) << (R.Ty->width() - 1)) - N / 8 % 2;
    return ir::UInt128(ir::SInt128(N / 8 % 12) - 3);
  }
  std::optional<uint32_t> successor(const ir::ChoiceRequest &) override {
    return std::nullopt;
  }

  ir::UInt128 unset(unsigned BitOffset, unsigned BitWidth) const {
    std::vector<uint8_t> Bytes(17, Unset);
    return ir::interp::readBits(Bytes.data(), {BitOffset, BitWidth},
                                ir::interp::ByteOrder::Little);
  }

private:
  ir::UInt128 unset(const ir::ValueRequest &R) const {
    return unset(R.BitOffset, R.BitWidth);
  }

  uint64_t Seed;
  uint8_t Unset;
};

/// Scalar parts of \p Place.
void addParts(ir::Context &Ctx, const ir::Expr *Place,
              std::vector<const ir::Expr *> &Into) {
  const ir::Type *T = Place->type();
  if (T->isScalar())
    Into.push_back(Place);
  if (T->isRecord())
    for (uint32_t I = 0; I < T->fields().size(); ++I)
      addParts(Ctx, Ctx.field(Place, I), Into);
  if (T->isArray() && T->count() <= 16)
    for (uint64_t I = 0; I < T->count(); ++I)
      addParts(Ctx, Ctx.index(Place, Ctx.intConst(Ctx.sizeType(), I)), Into);
}

/// What a run leaves: its result, globals, and memory that was lent.
class Remains : public ir::RunObserver {
public:
  Remains(ir::Module &M, const FixedInputs &Inputs) : Inputs(Inputs) {
    for (const auto &G : M.Globals)
      addParts(M.Ctx, M.Ctx.var(G.get()), Places);
    std::vector<const ir::Type *> Pointers;
    for (const ir::Type &T : M.Ctx.types())
      if (T.isPointer() && (T.inner()->isScalar() || T.inner()->isRecord()))
        Pointers.push_back(&T);
    for (const ir::Type *T : Pointers)
      for (unsigned I = 0; I < NumLent; ++I)
        addParts(M.Ctx,
                 M.Ctx.deref(M.Ctx.intConst(T, lentAddress(T->inner(), I))),
                 Places);
  }

  void leave(const ir::Function &F, std::optional<ir::UInt128> Result,
             ir::RunState &State) override {
    if (State.depth() != 1)
      return;
    Text = "returns " +
           (!Result                            ? "nothing"
            : isAddress(F.Ty->inner(), Result) ? "an address"
                                               : number(*Result)) +
           "\n";
    for (const ir::Expr *Place : Places) {
      auto Value = State.evaluate(Place);
      unsigned Width = Place->type()->width();
      Text += ir::print(Place) + ": " +
              (isAddress(Place->type(), Value)
                   ? "an address"
                   : number(Value ? *Value : Inputs.unset(0, Width))) +
              "\n";
    }
  }

  std::string Text;

private:
  /// Where variables lie depends on how many there are.
  static bool isAddress(const ir::Type *T, std::optional<ir::UInt128> Value) {
    return T->isPointer() && Value && *Value && *Value < ir::interp::LentBase;
  }

  static std::string number(ir::UInt128 N) {
    return std::to_string(uint64_t(N >> 64)) + "'" +
           std::to_string(uint64_t(N));
  }

  const FixedInputs &Inputs;
  std::vector<const ir::Expr *> Places;
};

struct Ran {
  ir::RunResult::Outcome How;
  std::string Left;
};

Ran runFrom(ir::Module &M, const std::string &Name, uint64_t Seed) {
  FixedInputs Inputs(Seed);
  Remains Left(M, Inputs);
  ir::RunOptions O;
  O.Inputs = &Inputs;
  O.Observer = &Left;
  O.Entry = Name;
  O.From = ir::RunFrom::Entry;
  O.MaxSteps = 100'000;
  O.MaxDepth = 100;
  for (uint64_t I = 0; I <= NumLent * M.Ctx.types().size(); ++I)
    O.Lent.push_back({ir::interp::LentBase + I * 2 * LentSize, LentSize});
  ir::RunResult R = ir::run(M, O);
  return {R.How, R.How == ir::RunResult::Outcome::Exited ? Left.Text : ""};
}

struct Counts {
  std::map<std::string, unsigned> Why;
  uint64_t Functions = 0, Exact = 0, Runs = 0, Exited = 0, Undefined = 0;
};

std::optional<std::string> checkProgram(uint64_t Seed, const CProgram &C,
                                        Counts &Sum) {
  std::vector<std::string> Args;
  if (Seed % 7 == 3)
    Args.push_back("-fwrapv");
  auto Code = lowerText(C.text(), Args), Other = lowerText(C.text(), Args);
  if (!Code)
    return std::nullopt;
  ir::forwardTemporaries(*Code);
  ir::forwardTemporaries(*Other);
  Contracts All(*Other);
  if (auto Wrong = ir::verify(*Other))
    return *Wrong;
  for (const auto &F : Other->Functions) {
    Sum.Functions += F->isDefined();
    if (F->isDefined() && !All.isExact(*F))
      ++Sum.Why[All.of(*F)->WhyNot];
    if (!F->isDefined() || !All.isExact(*F))
      continue;
    ++Sum.Exact;
    for (unsigned Run = 0; Run < 24; ++Run) {
      Ran A = runFrom(*Code, F->Name, Seed * 97 + Run);
      Ran B = runFrom(*Other, F->Name, Seed * 97 + Run);
      ++Sum.Runs;
      Sum.Exited += A.How == ir::RunResult::Outcome::Exited;
      Sum.Undefined += A.How == ir::RunResult::Outcome::Undefined;
      if (A.How != B.How || A.Left != B.Left)
        return std::string(F->Name) +
               " with its body: " + ir::outcomeText(A.How) + "\n" + A.Left +
               "with its contract: " + ir::outcomeText(B.How) + "\n" + B.Left +
               ir::print(*Other, *F, ir::Locations::Hide);
    }
  }
  return std::nullopt;
}

uint64_t fromEnvironment(const char *Name, uint64_t Default) {
  const char *Text = std::getenv(Name);
  return Text ? std::strtoull(Text, nullptr, 10) : Default;
}

TEST(ContractRandom, BodiesAndContractsDoTheSame) {
  bool HasSeed = std::getenv("PREDABS_RANDOM_SEED");
  uint64_t First = fromEnvironment("PREDABS_RANDOM_SEED", 1);
  uint64_t Count =
      fromEnvironment("PREDABS_RANDOM_PROGRAMS", HasSeed ? 1 : 150);
  Counts Sum;
  for (uint64_t Seed = First; Seed < First + Count; ++Seed) {
    CProgram C = randomC(Seed, {6, 2, 1});
    auto Wrong = checkProgram(Seed, C, Sum);
    if (!Wrong)
      continue;
    Counts Ignored;
    C = shrink(C, [&](const CProgram &Smaller) {
      return checkProgram(Seed, Smaller, Ignored).has_value();
    });
    Wrong = checkProgram(Seed, C, Ignored);
    ADD_FAILURE() << "seed " << Seed << "\n"
                  << C.text() << "\n"
                  << Wrong.value_or("");
    break;
  }
  std::cout << Sum.Exact << " exact of " << Sum.Functions << " functions, "
            << Sum.Runs << " runs, " << Sum.Exited << " to the end, "
            << Sum.Undefined << " undefined\n";
  for (const auto &[Text, N] : Sum.Why)
    std::cout << "  " << N << "  " << Text << "\n";
  if (Count >= 150) {
    EXPECT_GT(Sum.Exact, 40u);
    EXPECT_GT(Sum.Exited, 500u);
  }
}

} // namespace
