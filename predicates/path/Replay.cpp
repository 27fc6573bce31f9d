// Runs a path in the interpreter, see Feasibility.h: independent of how its
// witness was found.

#include "predicates/interpreter/Memory.h"
#include "predicates/ir/Terms.h"
#include "predicates/path/Feasibility.h"

#include <cassert>

namespace predabs {

namespace {

using Kind = ir::ValueRequest::Kind;

const char *kindText(Kind K) {
  switch (K) {
  case Kind::Havoc:
    return "a value from outside";
  case Kind::Uninitialised:
    return "an uninitialised value";
  case Kind::Result:
    return "a result";
  case Kind::Parameter:
    return "a parameter";
  }
  return "";
}

/// Follows a run along the path, and answers what it asks.
class PathFollower : public ir::RunObserver, public ir::InputSource {
public:
  PathFollower(const Path &P, const Witness &W, ir::interp::ByteOrder Order)
      : P(P), W(W), Order(Order) {}

  bool isAtEnd() const { return Next == P.Steps.size(); }
  const std::string &wrong() const { return Wrong; }
  std::vector<SeenValue> takeSeen() { return std::move(Seen); }

  void at(const ir::RunPoint &At, ir::RunState &S) override {
    PathStep Here{At.Func, At.Block, At.Stmt, S.depth() - 1};
    if (Here != P.Steps[Next]) {
      Wrong = "it is at another step than " + std::to_string(Next);
      return S.stop(Wrong);
    }
    ++Next;
    if (isAtEnd())
      return S.stop("the end of the path");
    if (!Here.isBlockEnd())
      look(Here.statement(), S);
  }

  void leave(const ir::Function &, std::optional<ir::UInt128> Result,
             ir::RunState &) override {
    const PathStep &Here = P.Steps[Next - 1];
    if (Result && !Here.isBlockEnd() && Here.statement().Value)
      see(Here.statement().Value, *Result);
  }

  std::optional<ir::UInt128> value(const ir::ValueRequest &R) override {
    if (R.BitWidth)
      return memory(R);
    if (NextInput == W.Inputs.size() || W.Inputs[NextInput].What != R.What ||
        W.Inputs[NextInput].Ty != R.Ty) {
      Wrong = std::string("it asks for ") + kindText(R.What) +
              " that the path does not have";
      return std::nullopt;
    }
    const PathInput &I = W.Inputs[NextInput++];
    if (R.Place && R.Ty->isScalar() && Next)
      see(R.Place, I.Bits);
    return I.Bits;
  }

  std::optional<uint32_t> successor(const ir::ChoiceRequest &R) override {
    for (uint32_t N : R.Possible)
      if (Next < P.Steps.size() &&
          R.Func->Blocks[R.From].Succs[N] == P.Steps[Next].Block)
        return N;
    Wrong = "it cannot take the way of step " + std::to_string(Next);
    return std::nullopt;
  }

private:
  uint32_t step() const { return uint32_t(Next ? Next - 1 : 0); }
  void see(const ir::Expr *E, ir::UInt128 Bits) {
    Seen.push_back({step(), E, Bits});
  }

  /// What the condition of an assumption reads, and how a state changes: what
  /// it was and what it becomes.
  void look(const ir::Stmt &S, ir::RunState &State) {
    if (S.Kind == ir::StmtKind::Assign && ir::isState(S.Dest->type()))
      for (const ir::Expr *E : {S.Dest, S.Value})
        if (auto Bits = State.evaluate(E))
          see(E, *Bits);
    if (S.Kind != ir::StmtKind::Assume)
      return;
    for (const ir::Expr *E : ir::placesRead(S.Value))
      if (E->type()->isScalar())
        if (auto Bits = State.evaluate(E))
          see(E, *Bits);
  }

  std::optional<uint8_t> byteAt(uint64_t Addr) const {
    auto It = W.Memory.upper_bound({Addr, step()});
    if (It == W.Memory.begin() || (--It)->first.Address != Addr)
      return std::nullopt;
    return It->second;
  }

  std::optional<ir::UInt128> memory(const ir::ValueRequest &R) {
    ir::interp::BitRange Range{R.BitOffset, R.BitWidth};
    std::vector<uint8_t> Bytes;
    bool IsKnown = false;
    for (uint64_t I = 0; I < Range.bytes(); ++I) {
      auto Byte = byteAt(R.Address + I);
      IsKnown |= Byte.has_value();
      Bytes.push_back(Byte.value_or(0));
    }
    if (IsKnown)
      return ir::interp::readBits(Bytes.data(), Range, Order);
    Wrong = "it reads memory that the path does not read, at step " +
            std::to_string(step());
    return std::nullopt;
  }

  const Path &P;
  const Witness &W;
  const ir::interp::ByteOrder Order;
  /// The step that the run has to come to.
  size_t Next = 0;
  size_t NextInput = 0;
  std::string Wrong;
  std::vector<SeenValue> Seen;
};

} // namespace

Replay replay(const ir::Module &M, const Path &P, Beginning B, const Witness &W,
              ir::RunStarts *Starts, ir::AddressUse Use) {
  PathFollower Follower(P, W,
                        M.Ctx.target().BigEndian
                            ? ir::interp::ByteOrder::Big
                            : ir::interp::ByteOrder::Little);
  ir::RunOptions O;
  O.Addresses = Use;
  O.Starts = Use == ir::AddressUse::Allowed ? Starts : nullptr;
  O.Inputs = &Follower;
  O.Observer = &Follower;
  O.Entry = P.entry().Name;
  O.From = ir::RunFrom::Entry;
  O.Volatile = ir::VolatileReads::Asked;
  if (B == Beginning::OfCall)
    O.Globals = ir::GlobalsStart::Arbitrary;
  O.Lent = W.Lent;
  ir::RunResult R = ir::run(M, O);
  Replay Result;
  Result.Fails = Follower.isAtEnd() && Follower.wrong().empty();
  if (!Result.Fails)
    Result.Why =
        Follower.wrong().empty() ? ir::describe(R, M) : Follower.wrong();
  Result.Seen = Follower.takeSeen();
  return Result;
}

} // namespace predabs
