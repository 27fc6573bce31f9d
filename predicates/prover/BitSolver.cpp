// Z3 as the solver for bit-vectors, see BitSolver.h. Terms of one bit are
// formulas there. What the library reports as an exception is the answer
// Unknown.

#include "predicates/prover/BitSolver.h"

#include <z3++.h>

#include <algorithm>
#include <climits>

namespace predabs::prover {

namespace {

using MakeBinary = Z3_ast (*)(Z3_context, Z3_ast, Z3_ast);

MakeBinary makerOf(BitOp O) {
  switch (O) {
  case BitOp::And:
    return Z3_mk_bvand;
  case BitOp::Or:
    return Z3_mk_bvor;
  case BitOp::Xor:
    return Z3_mk_bvxor;
  case BitOp::Add:
    return Z3_mk_bvadd;
  case BitOp::Sub:
    return Z3_mk_bvsub;
  case BitOp::Mul:
    return Z3_mk_bvmul;
  case BitOp::UnsignedDiv:
    return Z3_mk_bvudiv;
  case BitOp::UnsignedRem:
    return Z3_mk_bvurem;
  case BitOp::SignedDiv:
    return Z3_mk_bvsdiv;
  case BitOp::SignedRem:
    return Z3_mk_bvsrem;
  case BitOp::ShiftLeft:
    return Z3_mk_bvshl;
  case BitOp::ShiftRight:
    return Z3_mk_bvlshr;
  case BitOp::ShiftRightSigned:
    return Z3_mk_bvashr;
  case BitOp::UnsignedLess:
    return Z3_mk_bvult;
  case BitOp::SignedLess:
    return Z3_mk_bvslt;
  default:
    return Z3_mk_eq;
  }
}

} // namespace

class BitLibrary::Context : public z3::context {};

BitLibrary::BitLibrary() = default;
BitLibrary::~BitLibrary() = default;

BitLibrary::Context &BitLibrary::context() {
  if (Z3)
    return *Z3;
  Z3 = std::make_unique<Context>();
  // A compiler prints what its user should see, and nothing else.
  Z3_toggle_warning_messages(false);
  return *Z3;
}

class BitSolver::Questions {
public:
  Questions(z3::context &Context, const BitTerms &Terms)
      : Terms(Terms), Context(Context), Solver(Context, "QF_BV") {
    z3::params P(Context);
    P.set("ctrl_c", false); // the signal is the compiler's, not ours
    P.set("random_seed", 0u);
    Solver.set(P);
    Before = spent();
  }

  /// 0: none.
  void limit(uint64_t Units) {
    z3::params P(Context);
    P.set("rlimit", unsigned(std::min<uint64_t>(Units, UINT_MAX)));
    Solver.set(P);
  }

  /// As a formula if it has one bit.
  z3::expr of(BitTerm T) {
    BitTerm Root[] = {T};
    if (!Made.contains(T.Id))
      for (BitTerm Part : Terms.cone(Root))
        if (!Made.contains(Part.Id))
          Made.emplace(Part.Id, make(Part));
    return Made.at(T.Id);
  }

  /// The truth value that stands for \p T in a question.
  z3::expr proxy(BitTerm T) {
    auto It = Proxies.find(T.Id);
    if (It != Proxies.end())
      return It->second;
    z3::expr P = Context.bool_const(("ask" + std::to_string(T.Id)).c_str());
    Solver.add(z3::implies(P, of(T)));
    return Proxies.emplace(T.Id, P).first->second;
  }

  uint64_t spent() {
    z3::stats Stats = Solver.statistics();
    for (unsigned I = 0; I < Stats.size(); ++I)
      if (Stats.key(I) == "rlimit count")
        return Stats.uint_value(I);
    return 0;
  }

  const BitTerms &Terms;
  z3::context &Context;
  z3::solver Solver;
  std::unordered_map<uint32_t, z3::expr> Made, Proxies;
  std::vector<z3::expr> Assumptions;
  uint64_t Before = 0; ///< units of others
  uint64_t Units = 0;

private:
  z3::expr wrap(Z3_ast A) {
    Context.check_error();
    return {Context, A};
  }
  z3::expr number(unsigned Width, UInt128 V) {
    auto Low = Context.bv_val(uint64_t(V), std::min(Width, 64u));
    if (Width <= 64)
      return Low;
    return z3::concat(Context.bv_val(uint64_t(V >> 64), Width - 64), Low)
        .simplify();
  }
  z3::expr symbol(BitTerm T) {
    std::string Name = "s" + std::to_string(T.Id);
    unsigned W = Terms.width(T);
    return W == 1 ? Context.bool_const(Name.c_str())
                  : Context.bv_const(Name.c_str(), W);
  }
  /// A formula as a vector of one bit.
  z3::expr vector(BitTerm T) {
    const z3::expr &E = Made.at(T.Id);
    return Terms.width(T) == 1 ? z3::ite(E, number(1, 1), number(1, 0)) : E;
  }
  /// A vector of one bit as a formula.
  z3::expr formula(const z3::expr &E) { return E == number(1, 1); }

  z3::expr make(BitTerm T) {
    const BitTerms::Node &N = Terms.node(T);
    auto Part = [&](unsigned I) { return Made.at(N.operand(I).Id); };
    switch (N.What) {
    case BitOp::Constant:
      return N.Width == 1 ? Context.bool_val(N.Value != 0)
                          : number(N.Width, N.Value);
    case BitOp::Symbol:
    case BitOp::Apply:
      return symbol(T);
    case BitOp::BitNot:
      return N.Width == 1 ? !Part(0) : ~Part(0);
    case BitOp::Neg:
      return N.Width == 1 ? Part(0) : -Part(0);
    case BitOp::Equal:
      return Part(0) == Part(1);
    case BitOp::UnsignedMulFits:
      return wrap(Z3_mk_bvmul_no_overflow(Context, vector(N.A), vector(N.B),
                                          /*is_signed=*/false));
    case BitOp::UnsignedLess:
    case BitOp::SignedLess:
      return wrap(makerOf(N.What)(Context, vector(N.A), vector(N.B)));
    case BitOp::Ite:
      return z3::ite(Part(0), Part(1), Part(2));
    case BitOp::Extract: {
      z3::expr E = Part(0).extract(N.Low + N.Width - 1, N.Low);
      return N.Width == 1 ? formula(E) : E;
    }
    case BitOp::Concat:
      return z3::concat(vector(N.A), vector(N.B));
    case BitOp::ZeroExtend:
      return z3::zext(vector(N.A), N.Width - Terms.width(N.A));
    case BitOp::SignExtend:
      return z3::sext(vector(N.A), N.Width - Terms.width(N.A));
    default:
      return makeBinary(N);
    }
  }

  z3::expr makeBinary(const BitTerms::Node &N) {
    if (N.Width > 1)
      return wrap(makerOf(N.What)(Context, vector(N.A), vector(N.B)));
    const z3::expr A = Made.at(N.A.Id), B = Made.at(N.B.Id);
    switch (N.What) {
    case BitOp::And:
      return A && B;
    case BitOp::Or:
      return A || B;
    case BitOp::Xor:
      return A != B;
    default:
      return formula(wrap(makerOf(N.What)(Context, vector(N.A), vector(N.B))));
    }
  }
};

BitSolver::BitSolver(BitLibrary &L, const BitTerms &Terms)
    : Z3(std::make_unique<Questions>(L.context(), Terms)) {}
BitSolver::~BitSolver() = default;

void BitSolver::require(BitTerm T) {
  if (!Z3->Terms.isTrue(T))
    Z3->Solver.add(Z3->of(T));
}

Answer BitSolver::check(std::span<const BitTerm> Asked, uint64_t Units) {
  try {
    Z3->limit(Units);
    Z3->Assumptions.clear();
    for (BitTerm T : Asked)
      Z3->Assumptions.push_back(Z3->proxy(T));
    auto Result = Z3->Solver.check(unsigned(Z3->Assumptions.size()),
                                   Z3->Assumptions.data());
    // The library counts modulo 2^32.
    Z3->Units = uint32_t(Z3->spent() - Z3->Before);
    if (Result == z3::unknown)
      return Answer::Unknown;
    return Result == z3::sat ? Answer::Yes : Answer::No;
  } catch (const z3::exception &) {
    return Answer::Unknown;
  }
}

std::vector<uint32_t> BitSolver::core() {
  std::unordered_map<unsigned, bool> Members;
  for (const z3::expr &E : Z3->Solver.unsat_core())
    Members[E.id()] = true;
  std::vector<uint32_t> Result;
  for (uint32_t I = 0; I < Z3->Assumptions.size(); ++I)
    if (Members.contains(Z3->Assumptions[I].id()))
      Result.push_back(I);
  return Result;
}

BitTerms::Values BitSolver::values(std::span<const BitTerm> Symbols) {
  BitTerms::Values Result;
  z3::model Model = Z3->Solver.get_model();
  for (BitTerm T : Symbols) {
    z3::expr V = Model.eval(Z3->of(T), /*model_completion=*/true);
    if (Z3->Terms.width(T) == 1) {
      Result[T.Id] = V.is_true();
      continue;
    }
    UInt128 Bits = 0;
    for (char C : V.get_decimal_string(0))
      if (C >= '0' && C <= '9')
        Bits = Bits * 10 + UInt128(C - '0');
    Result[T.Id] = Bits;
  }
  return Result;
}

uint64_t BitSolver::units() const { return Z3->Units; }

} // namespace predabs::prover
