// Summaries for the tests of the store: one with something in every field, and
// random ones.

#ifndef PREDABS_TEST_SUPPORT_STOREVALUES_H
#define PREDABS_TEST_SUPPORT_STOREVALUES_H

#include "checkers/store/format/Summary.h"

#include <algorithm>
#include <random>

namespace predabs {

inline SummaryFile richSummaries() {
  Decision Need{{{1, 4, 3}, "need(int)", "assert", "n > 0"},
                Verdict::Latent,
                "n <= 0",
                {{"need: n > 0", "locked == 1"}, "n > 0 || !locked", 3, 70000}};
  Decision Other{{{}, "need(int)", "assert", "p"}, Verdict::Unknown, "x", {}};
  SummaryFile F;
  F.Tool = "predabs 0.1.0";
  F.Source = "../src/a.c";
  F.Settings = keyOf("settings");
  F.Code = keyOf("code");
  F.Files = {"../src/a.c", "grüße.h"};
  Summary Helper;
  Helper.Name = "helper";
  Helper.DisplayName = "helper";
  Helper.IsInternal = true;
  Summary S;
  S.Name = "need";
  S.DisplayName = "need(int)";
  S.IsReplaceable = true;
  S.Code = keyOf("need");
  S.Answers = keyOf("need again");
  S.Module = "module \"a.c\"\nfunc @need(%n: i32) {\nentry:\n  return\n}\n";
  S.Decisions = {{Need, {"need", 2, 7}, ""}, {Other, {"helper", 0, 0}, ""}};
  S.Calls = {"", "abort", "helper"};
  S.Contract = keyOf("contract");
  S.ContractModule = "module \"a.c\"\nfunc @need(%n: i32) {\n";
  S.Promises = {"if 'n > 0: return == 'n"};
  S.Modifies = {"*'p", "count"};
  S.MayChangeAnything = true;
  S.WhyInexact = "it has a loop";
  S.MayFail = true;
  F.Functions = {Helper, S};
  F.Directory = "/build";
  F.Uses = {{"abort", keyOf("abort")}, {"helper", keyOf("helper")}};
  F.AtCalls = {{Need, {"need", 1, 3}, "need"}};
  F.Messages = {{Severity::Warning,
                 {1, 4, 3},
                 "assertion fails: n > 0",
                 "predabs-assert",
                 {{{0, 9, 1}, "called here"}, {{}, "'n' is 0"}}},
                {Severity::Remark, {}, "", "", {}}};
  F.Judged = {{"helper", keyOf("helper"), 7, true},
              {"need", keyOf("need"), 70000, false}};
  return F;
}

/// Random values of all that a file may hold.
class RandomSummaries {
public:
  explicit RandomSummaries(uint64_t Seed) : Random(Seed) {}

  uint64_t below(uint64_t Limit) { return Random() % Limit; }

  SummaryFile file() {
    SummaryFile F;
    F.Tool = text();
    F.Source = text();
    F.Settings = key();
    F.Code = key();
    F.Files = many(4, [this] { return text(); });
    NumFiles = F.Files.size();
    F.Functions = many(5, [this] { return summary(); });
    makeAscending(F.Functions, &Summary::Name);
    F.Directory = text();
    F.Uses = many(4, [this] { return Use{text(), key()}; });
    makeAscending(F.Uses, &Use::Function);
    F.AtCalls = many(3, [this] { return kept(); });
    F.Shown = F.Uses;
    F.Messages = many(3, [this] { return message(); });
    F.Judged = many(3, [this] {
      return Judgement{text(), key(), number(), below(2) != 0};
    });
    makeAscending(F.Judged, &Judgement::Function);
    return F;
  }

private:
  std::mt19937_64 Random;
  size_t NumFiles = 0;

  template <class Make, class T = std::invoke_result_t<Make>>
  std::vector<T> many(uint64_t Limit, Make M) {
    std::vector<T> Values(below(Limit));
    for (T &V : Values)
      V = M();
    return Values;
  }

  template <class T, class Projection>
  static void makeAscending(std::vector<T> &Values, Projection P) {
    std::ranges::sort(Values, {}, P);
    auto Rest = std::ranges::unique(Values, {}, P);
    Values.erase(Rest.begin(), Rest.end());
  }

  std::string text() {
    std::string S(below(20), ' ');
    for (char &C : S)
      C = char(" az_'\"\\{\xc3\xa4~"[below(11)]);
    return S;
  }

  uint64_t number() { return Random() >> below(64); }
  Key key() { return {{Random(), number()}}; }

  ir::Loc loc() {
    ir::Loc L{uint32_t(number()), 0, uint32_t(number())};
    if (!NumFiles || below(2))
      return L;
    return {uint32_t(below(NumFiles)), uint32_t(number()), uint32_t(number())};
  }

  Decision decision() {
    Decision D;
    D.What = {loc(), text(), text(), text()};
    D.Answer = Verdict(below(NumVerdicts));
    D.Why = text();
    D.Basis.Predicates = many(3, [this] { return text(); });
    D.Basis.Invariant = text();
    D.Basis.Rounds = number();
    D.Basis.Units = number();
    return D;
  }

  KeptDecision kept() {
    return {
        decision(), {text(), uint32_t(number()), uint32_t(number())}, text()};
  }

  Summary summary() {
    Summary S;
    S.Name = "f" + text();
    S.DisplayName = text();
    S.IsInternal = below(2);
    S.IsReplaceable = below(2);
    S.Code = key();
    S.Answers = key();
    S.Module = text() + '\n' + text();
    S.Contract = key();
    S.ContractModule = text() + '\n' + text();
    S.Promises = many(3, [this] { return text(); });
    S.Modifies = many(3, [this] { return text(); });
    S.MayChangeAnything = below(2);
    S.WhyInexact = text();
    S.MayFail = below(2);
    S.Decisions = many(3, [this] { return kept(); });
    S.Calls = many(4, [this] { return text(); });
    makeAscending(S.Calls, std::identity());
    return S;
  }

  Message message() {
    return {Severity(below(2)), loc(), text(), text(),
            many(3, [this] { return Note{loc(), text()}; })};
  }
};

} // namespace predabs

#endif
