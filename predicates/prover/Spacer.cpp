// Solves Horn clauses with Z3's engine Spacer, see Horn.h. Each system has a
// context of its own, so that what is found does not depend on what was asked
// before.

#include "predicates/ir/Syntax.h"
#include "predicates/prover/Horn.h"

#include <z3++.h>

#include <algorithm>
#include <cassert>
#include <climits>
#include <set>

namespace predabs::prover {

namespace {

using ir::decimal;
using ir::SInt128;
using ir::UInt128;

std::optional<SInt128> fromDecimal(const std::string &Text) {
  bool Negative = Text.starts_with('-');
  SInt128 V = 0;
  for (char C : Text.substr(Negative ? 1 : 0)) {
    if (C < '0' || C > '9' || __builtin_mul_overflow(V, 10, &V) ||
        __builtin_add_overflow(V, C - '0', &V))
      return std::nullopt;
  }
  return Negative ? -V : V;
}

/// Terms of the system as terms of the library.
class ToLibrary {
public:
  ToLibrary(z3::context &C, const HornSystem &S) : C(C), S(S) {}

  z3::expr operator()(HornTerm T) {
    // Operands are older than what they are operands of.
    while (Made.size() <= T.Id)
      Made.push_back(make(S[{uint32_t(Made.size())}]));
    return Made[T.Id];
  }

private:
  z3::expr make(const HornNode &N) {
    z3::expr_vector Ops(C);
    for (HornTerm T : N.Operands)
      Ops.push_back(Made[T.Id]);
    switch (N.What) {
    case HornOp::Number:
      return C.int_val(decimal(N.Value).c_str());
    case HornOp::Variable:
      return C.int_const(("v" + decimal(N.Value)).c_str());
    case HornOp::Add:
      return z3::sum(Ops);
    case HornOp::Mul:
      return Ops[0] * Ops[1];
    case HornOp::Div:
      return Ops[0] / Ops[1];
    case HornOp::Mod:
      return z3::mod(Ops[0], Ops[1]);
    case HornOp::Ite:
      return z3::ite(Ops[0], Ops[1], Ops[2]);
    case HornOp::True:
    case HornOp::False:
      return C.bool_val(N.What == HornOp::True);
    case HornOp::Not:
      return !Ops[0];
    case HornOp::And:
      return z3::mk_and(Ops);
    case HornOp::Or:
      return z3::mk_or(Ops);
    case HornOp::Equal:
      return Ops[0] == Ops[1];
    case HornOp::LessEqual:
      return Ops[0] <= Ops[1];
    case HornOp::Other:
      break;
    }
    assert(N.What == HornOp::Other);
    return C.bool_val(true);
  }

  z3::context &C;
  const HornSystem &S;
  std::vector<z3::expr> Made;
};

/// Conditions that the library found as terms of the system.
class FromLibrary {
public:
  FromLibrary(HornSystem &S, unsigned Arity) : S(S), Arity(Arity) {}

  HornTerm operator()(const z3::expr &Root) {
    std::vector<z3::expr> Open = {Root};
    while (!Open.empty()) {
      z3::expr E = Open.back();
      if (Made.contains(E.id()) || !openOperands(E, Open)) {
        Made.try_emplace(E.id(), make(E));
        Open.pop_back();
      }
    }
    return Made.at(Root.id());
  }

private:
  /// Whether there are operands to make first.
  bool openOperands(const z3::expr &E, std::vector<z3::expr> &Open) const {
    if (!E.is_app())
      return false;
    size_t Before = Open.size();
    for (unsigned I = 0; I < E.num_args(); ++I)
      if (!Made.contains(E.arg(I).id()))
        Open.push_back(E.arg(I));
    return Open.size() != Before;
  }

  HornTerm other() { return S.make(HornOp::Other, {}); }

  HornTerm make(const z3::expr &E) {
    if (E.is_var())
      // Counted from the innermost.
      return S.variable(Arity - 1 - Z3_get_index_value(E.ctx(), E));
    if (!E.is_app())
      return other();
    std::string Text;
    if (E.is_numeral(Text)) {
      std::optional<SInt128> V = fromDecimal(Text);
      return V ? S.number(*V) : other();
    }
    std::vector<HornTerm> Ops;
    for (unsigned I = 0; I < E.num_args(); ++I)
      Ops.push_back(Made.at(E.arg(I).id()));
    return apply(E.decl().decl_kind(), std::move(Ops));
  }

  HornTerm apply(Z3_decl_kind K, std::vector<HornTerm> Ops) {
    switch (K) {
    case Z3_OP_TRUE:
    case Z3_OP_FALSE:
      return S.boolean(K == Z3_OP_TRUE);
    case Z3_OP_NOT:
      return S.notOf(Ops[0]);
    case Z3_OP_AND:
      return S.make(HornOp::And, std::move(Ops));
    case Z3_OP_OR:
      return S.make(HornOp::Or, std::move(Ops));
    case Z3_OP_IMPLIES:
      return S.make(HornOp::Or, {S.notOf(Ops[0]), Ops[1]});
    case Z3_OP_EQ:
      return isCondition(Ops[0]) ? same(Ops[0], Ops[1])
                                 : S.equal(Ops[0], Ops[1]);
    case Z3_OP_ITE:
      return isCondition(Ops[1])
                 ? S.make(HornOp::Or,
                          {S.make(HornOp::And, {Ops[0], Ops[1]}),
                           S.make(HornOp::And, {S.notOf(Ops[0]), Ops[2]})})
                 : S.ite(Ops[0], Ops[1], Ops[2]);
    default:
      return arithmetic(K, std::move(Ops));
    }
  }

  HornTerm arithmetic(Z3_decl_kind K, std::vector<HornTerm> Ops) {
    switch (K) {
    case Z3_OP_LE:
      return S.lessEqual(Ops[0], Ops[1]);
    case Z3_OP_GE:
      return S.lessEqual(Ops[1], Ops[0]);
    case Z3_OP_LT:
      return S.less(Ops[0], Ops[1]);
    case Z3_OP_GT:
      return S.less(Ops[1], Ops[0]);
    case Z3_OP_ADD:
      return S.make(HornOp::Add, std::move(Ops));
    case Z3_OP_SUB:
      return Ops.size() == 2 ? S.sub(Ops[0], Ops[1]) : other();
    case Z3_OP_UMINUS:
      return S.mul(-1, Ops[0]);
    case Z3_OP_MUL:
      return Ops.size() == 2 ? S.make(HornOp::Mul, std::move(Ops)) : other();
    case Z3_OP_IDIV:
    case Z3_OP_DIV:
    case Z3_OP_MOD: {
      std::optional<SInt128> By = S.asNumber(Ops[1]);
      HornOp O = K == Z3_OP_MOD ? HornOp::Mod : HornOp::Div;
      return K != Z3_OP_DIV && By && *By > 0 ? S.make(O, std::move(Ops))
                                             : other();
    }
    default:
      return other();
    }
  }

  bool isCondition(HornTerm T) const { return S[T].What >= HornOp::True; }
  HornTerm same(HornTerm A, HornTerm B) {
    return S.make(HornOp::Or, {S.make(HornOp::And, {A, B}),
                               S.make(HornOp::And, {S.notOf(A), S.notOf(B)})});
  }

  HornSystem &S;
  unsigned Arity;
  std::unordered_map<unsigned, HornTerm> Made;
};

class Spacer {
public:
  Spacer(HornSystem &S, uint64_t Units)
      : S(S), C(configured(Units)), Engine(C), Make(C, S) {
    configure();
    declare();
    for (const HornClause &Clause : S.clauses())
      add(Clause);
  }

  HornSolution solve() {
    HornSolution Result;
    try {
      z3::expr Goal = Failure();
      // A derivation of the failure means that there are no such relations.
      switch (Engine.query(Goal)) {
      case z3::unsat:
        Result.Exists = Answer::Yes;
        readRelations(Result);
        break;
      case z3::sat:
        Result.Exists = Answer::No;
        break;
      default:
        break;
      }
    } catch (const z3::exception &) {
      Result.Exists = Answer::Unknown;
    }
    Result.Units = units();
    return Result;
  }

private:
  z3::config &configured(uint64_t Units) {
    if (Units)
      Config.set("rlimit", int(std::min<uint64_t>(Units, INT_MAX)));
    return Config;
  }

  void configure() {
    z3::params P(C);
    P.set("engine", C.str_symbol("spacer"));
    P.set("ctrl_c", false); // the signal is the compiler's, not ours
    P.set("spacer.random_seed", 0u);
    // What solves most programs with loops and recursion, by measurement.
    P.set("spacer.eq_prop", false);
    P.set("spacer.push_pob", true);
    P.set("spacer.weak_abs", false);
    // Every relation is to have an answer.
    P.set("xform.slice", false);
    P.set("xform.inline_linear", false);
    P.set("xform.inline_eager", false);
    P.set("xform.coi", false);
    Engine.set(P);
  }

  void declare() {
    for (uint32_t R = 0; R < S.numRelations(); ++R) {
      std::vector<z3::sort> Sorts(S.arity(R), C.int_sort());
      std::string Name = "r" + std::to_string(R);
      Relations.push_back(C.function(Name.c_str(), unsigned(Sorts.size()),
                                     Sorts.data(), C.bool_sort()));
      Engine.register_relation(Relations.back());
    }
    Engine.register_relation(Failure);
  }

  void add(const HornClause &Clause) {
    z3::expr_vector Body(C);
    for (const HornAtom &A : Clause.Body)
      Body.push_back(apply(A));
    for (HornTerm T : Clause.Conditions)
      Body.push_back(Make(T));
    z3::expr Head = Clause.Head ? apply(*Clause.Head) : Failure();
    z3::expr Rule = z3::implies(z3::mk_and(Body), Head);
    z3::expr_vector Bound(C);
    for (uint32_t V : variablesOf(Clause))
      Bound.push_back(Make(S.variable(V)));
    if (!Bound.empty())
      Rule = z3::forall(Bound, Rule);
    Engine.add_rule(Rule, C.int_symbol(NumRules++));
  }

  /// Ascending.
  std::vector<uint32_t> variablesOf(const HornClause &Clause) const {
    std::vector<HornTerm> Open = Clause.Conditions;
    auto Mention = [&](const HornAtom &A) {
      Open.insert(Open.end(), A.Args.begin(), A.Args.end());
    };
    std::for_each(Clause.Body.begin(), Clause.Body.end(), Mention);
    if (Clause.Head)
      Mention(*Clause.Head);
    std::set<HornTerm> Seen;
    std::set<uint32_t> Result;
    while (!Open.empty()) {
      HornTerm T = Open.back();
      Open.pop_back();
      if (!Seen.insert(T).second)
        continue;
      if (S[T].What == HornOp::Variable)
        Result.insert(uint32_t(S[T].Value));
      Open.insert(Open.end(), S[T].Operands.begin(), S[T].Operands.end());
    }
    return {Result.begin(), Result.end()};
  }

  z3::expr apply(const HornAtom &A) {
    z3::expr_vector Args(C);
    for (HornTerm T : A.Args)
      Args.push_back(Make(T));
    return Relations[A.Relation](Args);
  }

  void readRelations(HornSolution &Result) {
    Result.Relations.assign(S.numRelations(), S.boolean(true));
    z3::expr All = Engine.get_answer();
    if (!All.is_app() || All.decl().decl_kind() != Z3_OP_AND)
      return readRelation(All, Result);
    for (unsigned I = 0; I < All.num_args(); ++I)
      readRelation(All.arg(I), Result);
  }

  /// `forall x. R(x) = Condition`.
  void readRelation(z3::expr Meaning, HornSolution &Result) {
    if (Meaning.is_quantifier())
      Meaning = Meaning.body();
    if (!Meaning.is_app() || Meaning.num_args() != 2)
      return;
    z3::expr R = Meaning.arg(0);
    for (uint32_t I = 0; I < Relations.size(); ++I)
      if (R.is_app() && z3::eq(R.decl(), Relations[I]))
        Result.Relations[I] = FromLibrary(S, S.arity(I))(Meaning.arg(1));
  }

  uint64_t units() {
    z3::stats Stats = Engine.statistics();
    for (unsigned I = 0; I < Stats.size(); ++I)
      if (Stats.key(I) == "rlimit count")
        return Stats.uint_value(I);
    return 0;
  }

  HornSystem &S;
  z3::config Config;
  z3::context C;
  z3::fixedpoint Engine;
  ToLibrary Make;
  std::vector<z3::func_decl> Relations;
  z3::func_decl Failure = C.function("failure", 0, nullptr, C.bool_sort());
  int NumRules = 0;
};

} // namespace

HornSolution solve(HornSystem &S, uint64_t Units) {
  try {
    Z3_toggle_warning_messages(false);
    return Spacer(S, Units).solve();
  } catch (const z3::exception &) {
    return {};
  }
}

} // namespace predabs::prover
