// The loop of abstraction and refinement in small, for tests of what finds
// predicates: all paths to a failure are taken for impossible, and all that is
// decided on them for the reason.

#ifndef PREDABS_TEST_UNIT_PREDICATES_DISCOVERY_SPURIOUS_H
#define PREDABS_TEST_UNIT_PREDICATES_DISCOVERY_SPURIOUS_H

#include "checkers/bebop/Check.h"
#include "predicates/abstraction/TracePath.h"
#include "predicates/bp/Print.h"
#include "predicates/discovery/Discovery.h"
#include "predicates/ir/Forward.h"
#include "predicates/ir/Parse.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace predabs {

class SpuriousPaths {
public:
  /// A program that starts in \p Entry. The call of \p Failure is the failure.
  SpuriousPaths(const std::string &Text, const std::string &Entry,
                const std::string &Failure)
      : Parsed(ir::parseModule(Text)), Entry(Entry) {
    if (!Parsed) {
      ADD_FAILURE() << Parsed.Error.str();
      std::abort();
    }
    EXPECT_EQ(ir::verify(module()).value_or(""), "");
    ir::forwardTemporaries(module());
    Set.emplace(module());
    A.emplace(module(), World::Closed);
    Z = createZ3Prover(module().Ctx);
    Failures = {module().findFunction(Failure)};
  }
  /// The same of functions alone, with the failure `fail`.
  explicit SpuriousPaths(const std::string &Body)
      : SpuriousPaths("module \"m\"\ntarget pointer-bytes 8 little-endian "
                      "strict-aliasing\nfunc @fail() -> void\n"
                      "func @input() -> i32\n" +
                          Body,
                      "f", "fail") {}

  ir::Module &module() { return *Parsed.Parsed; }
  const ir::Function &entry() { return *module().findFunction(Entry); }
  DiscoveryInput input() { return {*Set, *A, Limits}; }
  PredicateSet &known() { return *Set; }
  Prover &prover() { return *Z; }

  /// A path to the failure, or nothing if there is none.
  std::optional<Path> way() {
    AbstractionOptions O;
    O.Functions = {&entry()};
    O.Failures = Failures;
    O.How = How;
    Abstraction Made = abstractModule(*Set, *A, *Z, O);
    bp::Flow Flow = bp::buildFlow(Made.Program);
    LastText = bp::print(Made.Program);
    bebop::Check Checked(Flow, {});
    Checked.run({Made.Procedures[entry().Id]->Index});
    for (const bebop::Answer &Found : Checked.answer(bebop::assertions(Flow)))
      if (Found.Way)
        return pathOf(Made, Flow, *Found.Way);
    return std::nullopt;
  }

  static std::vector<uint32_t> decisionsOf(const Path &Way) {
    std::vector<uint32_t> Found;
    for (uint32_t N = 0; N < Way.Steps.size(); ++N)
      if (!Way.Steps[N].isBlockEnd() &&
          (Way.Steps[N].statement().Kind == ir::StmtKind::Assume ||
           (Way.enters(N) &&
            Way.Steps[N].statement().Value->kind() != ir::ExprKind::FuncAddr)))
        Found.push_back(N);
    return Found;
  }

  /// What \p D finds for the first path, as text: "f: x > 3".
  std::vector<std::string> candidates(Discovery &D) {
    std::optional<Path> Way = way();
    if (!Way)
      return {};
    return texts(find(D, *Way));
  }
  std::vector<Candidate> find(Discovery &D, const Path &Way) {
    std::vector<uint32_t> Core = decisionsOf(Way);
    return D.find({Way, Core, Failures});
  }
  static std::vector<std::string> texts(const std::vector<Candidate> &Found) {
    std::vector<std::string> Result;
    for (const Candidate &C : Found)
      Result.push_back((C.Scope ? C.Scope->Name + ": " : "") + cText(C.Term));
    return Result;
  }

  /// Rounds until no path is left; the same path must never come again. 0 if
  /// it takes more than \p Most.
  unsigned rounds(Discovery &D, unsigned Most = 10) {
    std::vector<std::vector<PathStep>> Seen;
    for (unsigned Round = 1; Round <= Most; ++Round) {
      std::optional<Path> Way = way();
      if (!Way)
        return Round;
      if (std::find(Seen.begin(), Seen.end(), Way->Steps) != Seen.end()) {
        ADD_FAILURE() << "a path came again in round " << Round << "\n"
                      << predicates();
        return 0;
      }
      Seen.push_back(Way->Steps);
      for (const Candidate &C : find(D, *Way))
        Set->add(C.Scope, C.Term);
    }
    return 0;
  }

  std::string predicates() {
    std::string Text;
    for (const auto &F : module().Functions)
      for (const Predicate &P : Set->of(*F))
        Text += F->Name + ": " + P.Text + "\n";
    return Text;
  }

  /// The Boolean program that way() made last.
  std::string LastText;
  DiscoveryLimits Limits;
  Precision How = Precision::Cartesian;

private:
  ir::ParsedModule Parsed;
  std::string Entry;
  std::optional<PredicateSet> Set;
  std::optional<Aliases> A;
  std::unique_ptr<Prover> Z;
  std::vector<const ir::Function *> Failures;
};

/// What one source of predicates finds for one program.
class SpuriousTest : public ::testing::Test {
protected:
  using Source = std::unique_ptr<Discovery> (*)(const DiscoveryInput &);
  explicit SpuriousTest(Source Create) : Create(Create) {}

  void load(const std::string &Body) {
    S.emplace(Body);
    D = Create(S->input());
  }
  unsigned rounds(unsigned Most = 10) { return S->rounds(*D, Most); }
  std::vector<std::string> candidates() { return S->candidates(*D); }

  std::optional<SpuriousPaths> S;
  std::unique_ptr<Discovery> D;

private:
  Source Create;
};

} // namespace predabs

#endif
