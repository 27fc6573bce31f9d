// Z3 as the solver, see Solver.h. The only file that sees its headers.

#include "predicates/prover/Solver.h"

#include <z3++.h>

#include <algorithm>
#include <cassert>
#include <climits>
#include <optional>

namespace predabs::prover {

namespace {

using MakeUnary = Z3_ast (*)(Z3_context, Z3_ast);
using MakeBinary = Z3_ast (*)(Z3_context, Z3_ast, Z3_ast);

template <Z3_ast (*MakeMany)(Z3_context, unsigned, const Z3_ast *)>
Z3_ast ofTwo(Z3_context C, Z3_ast A, Z3_ast B) {
  Z3_ast Both[] = {A, B};
  return MakeMany(C, 2, Both);
}

Z3_ast unsignedMulFits(Z3_context C, Z3_ast A, Z3_ast B) {
  return Z3_mk_bvmul_no_overflow(C, A, B, /*is_signed=*/false);
}

MakeUnary makerOfOne(Operator O) {
  switch (O) {
  case Operator::Not:
    return Z3_mk_not;
  case Operator::BitNot:
    return Z3_mk_bvnot;
  default:
    assert(O == Operator::BitNeg);
    return Z3_mk_bvneg;
  }
}

MakeBinary makerOfBits(Operator O) {
  switch (O) {
  case Operator::BitAnd:
    return Z3_mk_bvand;
  case Operator::BitOr:
    return Z3_mk_bvor;
  case Operator::BitXor:
    return Z3_mk_bvxor;
  case Operator::BitAdd:
    return Z3_mk_bvadd;
  case Operator::BitSub:
    return Z3_mk_bvsub;
  case Operator::BitMul:
    return Z3_mk_bvmul;
  case Operator::UnsignedDiv:
    return Z3_mk_bvudiv;
  case Operator::UnsignedRem:
    return Z3_mk_bvurem;
  case Operator::SignedDiv:
    return Z3_mk_bvsdiv;
  case Operator::SignedRem:
    return Z3_mk_bvsrem;
  case Operator::ShiftLeft:
    return Z3_mk_bvshl;
  case Operator::ShiftRight:
    return Z3_mk_bvlshr;
  case Operator::ShiftRightSigned:
    return Z3_mk_bvashr;
  case Operator::UnsignedLess:
    return Z3_mk_bvult;
  case Operator::UnsignedLessEqual:
    return Z3_mk_bvule;
  case Operator::SignedLess:
    return Z3_mk_bvslt;
  case Operator::SignedLessEqual:
    return Z3_mk_bvsle;
  default:
    assert(O == Operator::UnsignedMulFits);
    return unsignedMulFits;
  }
}

MakeBinary makerOfTwo(Operator O) {
  switch (O) {
  case Operator::And:
    return ofTwo<Z3_mk_and>;
  case Operator::Or:
    return ofTwo<Z3_mk_or>;
  case Operator::Implies:
    return Z3_mk_implies;
  case Operator::Equal:
    return Z3_mk_eq;
  case Operator::Add:
    return ofTwo<Z3_mk_add>;
  case Operator::Sub:
    return ofTwo<Z3_mk_sub>;
  case Operator::Mul:
    return ofTwo<Z3_mk_mul>;
  case Operator::Div:
    return Z3_mk_div;
  case Operator::Mod:
    return Z3_mk_mod;
  case Operator::Less:
    return Z3_mk_lt;
  case Operator::LessEqual:
    return Z3_mk_le;
  default:
    return makerOfBits(O);
  }
}

} // namespace

class Solver::Library {
public:
  explicit Library(uint64_t UnitsPerCheck) : UnitsPerCheck(UnitsPerCheck) {
    // A compiler prints what its user should see, and nothing else.
    Z3_toggle_warning_messages(false);
    add(Context.bool_val(true));
  }

  Term add(const z3::expr &E) {
    Terms.push_back(E);
    return {uint32_t(Terms.size() - 1)};
  }
  Term add(Z3_ast A) {
    Context.check_error();
    return add(z3::expr(Context, A));
  }
  const z3::expr &of(Term T) const { return Terms[T.Id]; }

  z3::sort sortOf(Sort S) {
    if (S.What == Sort::Kind::Boolean)
      return Context.bool_sort();
    return S.What == Sort::Kind::Integer ? Context.int_sort()
                                         : Context.bv_sort(S.Width);
  }
  z3::symbol newName() { return Context.int_symbol(NumNames++); }
  z3::solver make(Theory T);
  void keep(const z3::model &Model);

  uint64_t UnitsPerCheck;
  z3::context Context;
  int NumNames = 0;
  std::vector<z3::expr> Terms;
  std::vector<z3::func_decl> Functions;
  std::optional<z3::solver> Solvers[2]; ///< by Theory
  z3::solver *Current = nullptr;
  /// The last states found, by Theory; the next one takes the place of the
  /// oldest.
  std::vector<z3::model> States[2];
  size_t NextState[2] = {};
  std::vector<z3::expr> Assumptions; ///< of the last check
};

z3::solver Solver::Library::make(Theory T) {
  z3::solver S(Context, z3::solver::simple());
  z3::params P(Context);
  P.set("auto_config", false);
  P.set("ctrl_c", false); // the signal is the compiler's, not ours
  P.set("random_seed", 0u);
  // What is fastest for cubes, by measurement.
  P.set("relevancy", T == Theory::Integers ? 2u : 0u);
  P.set("arith.solver", 2u);
  if (UnitsPerCheck)
    P.set("rlimit", unsigned(std::min<uint64_t>(UnitsPerCheck, UINT_MAX)));
  S.set(P);
  return S;
}

Solver::Solver(uint64_t UnitsPerCheck)
    : Z3(std::make_unique<Library>(UnitsPerCheck)) {}
Solver::~Solver() = default;

Term Solver::boolean(bool B) {
  return B ? Term() : Z3->add(Z3->Context.bool_val(false));
}
Term Solver::number(const std::string &Decimal) {
  return Z3->add(Z3->Context.int_val(Decimal.c_str()));
}
Term Solver::bits(unsigned Width, ir::UInt128 Value) {
  auto Low = Z3->Context.bv_val(uint64_t(Value), std::min(Width, 64u));
  if (Width <= 64)
    return Z3->add(Low);
  auto High = Z3->Context.bv_val(uint64_t(Value >> 64), Width - 64);
  return Z3->add(z3::concat(High, Low).simplify());
}
Term Solver::symbol(Sort S) {
  return Z3->add(Z3_mk_const(Z3->Context, Z3->newName(), Z3->sortOf(S)));
}
uint32_t Solver::function(Sort From, Sort To) {
  Z3->Functions.push_back(Z3->Context.function(
      Z3->newName(), 1, std::array{z3::sort(Z3->sortOf(From))}.data(),
      Z3->sortOf(To)));
  return uint32_t(Z3->Functions.size() - 1);
}
Term Solver::apply(uint32_t Function, Term A) {
  return Z3->add(Z3->Functions[Function](Z3->of(A)));
}

Term Solver::make(Operator O, Term A) {
  return Z3->add(makerOfOne(O)(Z3->Context, Z3->of(A)));
}

Term Solver::make(Operator O, Term A, Term B) {
  if (O == Operator::And && (A.isTrue() || B.isTrue()))
    return A.isTrue() ? B : A;
  if (O == Operator::Implies && (A.isTrue() || B.isTrue()))
    return B;
  return Z3->add(makerOfTwo(O)(Z3->Context, Z3->of(A), Z3->of(B)));
}

Term Solver::ite(Term C, Term A, Term B) {
  if (C.isTrue() || A.Id == B.Id)
    return A;
  return Z3->add(z3::ite(Z3->of(C), Z3->of(A), Z3->of(B)));
}
Term Solver::extract(Term A, unsigned High, unsigned Low) {
  return Z3->add(Z3->of(A).extract(High, Low));
}
Term Solver::zeroExtend(Term A, unsigned Bits) {
  return Bits ? Z3->add(z3::zext(Z3->of(A), Bits)) : A;
}
Term Solver::signExtend(Term A, unsigned Bits) {
  return Bits ? Z3->add(z3::sext(Z3->of(A), int(Bits))) : A;
}
size_t Solver::numTerms() const { return Z3->Terms.size(); }

void Solver::open(Theory T) {
  auto &S = Z3->Solvers[size_t(T)];
  if (!S)
    S = Z3->make(T);
  Z3->Current = &*S;
  S->push();
}
void Solver::close() {
  Z3->Current->pop();
  Z3->Current = nullptr;
}
void Solver::assume(Term A) {
  if (!A.isTrue())
    Z3->Current->add(Z3->of(A));
}

Answer Solver::check(const std::vector<Term> &Symbols,
                     const std::vector<Literal> &Asked) {
  Z3->Assumptions.clear();
  for (Literal L : Asked) {
    const z3::expr &P = Z3->of(Symbols[L.Term]);
    Z3->Assumptions.push_back(L.Value ? P : !P);
  }
  switch (Z3->Current->check(unsigned(Asked.size()), Z3->Assumptions.data())) {
  case z3::sat:
    return Answer::Yes;
  case z3::unsat:
    return Answer::No;
  default:
    return Answer::Unknown;
  }
}

/// More are found in more questions, and cost more in each.
static constexpr size_t MaxStates = 16;

void Solver::Library::keep(const z3::model &Model) {
  size_t T = Solvers[1] && Current == &*Solvers[1];
  if (States[T].size() < MaxStates)
    return States[T].push_back(Model);
  States[T][NextState[T]] = Model;
  NextState[T] = (NextState[T] + 1) % MaxStates;
}

std::vector<std::vector<bool>>
Solver::recall(Theory T, const std::vector<Term> &Conditions,
               const std::vector<Term> &Of) {
  std::vector<std::vector<bool>> Result;
  for (z3::model &Model : Z3->States[size_t(T)]) {
    auto Holds = [&](Term A) {
      return Z3->of(A).is_true() || Model.eval(Z3->of(A), true).is_true();
    };
    if (!std::all_of(Conditions.begin(), Conditions.end(), Holds))
      continue;
    std::vector<bool> &Values = Result.emplace_back();
    for (Term A : Of)
      Values.push_back(Holds(A));
  }
  return Result;
}

std::vector<bool> Solver::values(const std::vector<Term> &Symbols) {
  z3::model Model = Z3->Current->get_model();
  Z3->keep(Model);
  std::vector<bool> Result;
  Result.reserve(Symbols.size());
  for (Term P : Symbols) {
    Z3_func_decl Decl = Z3_get_app_decl(Z3->Context, Z3->of(P));
    Z3_ast Value = Z3_model_get_const_interp(Z3->Context, Model, Decl);
    // What the model leaves open can be anything.
    Result.push_back(Value &&
                     Z3_get_bool_value(Z3->Context, Value) == Z3_L_TRUE);
  }
  return Result;
}

std::vector<uint32_t> Solver::core() {
  z3::expr_vector Core = Z3->Current->unsat_core();
  std::vector<uint32_t> Result;
  for (uint32_t I = 0; I < Z3->Assumptions.size(); ++I)
    for (const z3::expr &E : Core)
      if (z3::eq(E, Z3->Assumptions[I])) {
        Result.push_back(I);
        break;
      }
  assert(Result.size() >= Core.size());
  return Result;
}

uint32_t Solver::units() {
  // Both solvers show the sum of both.
  z3::stats Stats = Z3->Current->statistics();
  for (unsigned I = 0; I < Stats.size(); ++I)
    if (Stats.key(I) == "rlimit count")
      return Stats.uint_value(I);
  return 0;
}

} // namespace predabs::prover
