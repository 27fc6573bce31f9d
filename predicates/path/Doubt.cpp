// Doubt. A value that the program or the system determines and that is not
// followed is no input. The path happens if there are inputs for which it is
// taken whatever those values are: inputs are proposed, and values for which
// it is left with them make the next proposal better.

#include "predicates/path/PathQuery.h"

#include <utility>

namespace predabs::path {

/// Inputs that are proposed for a path that computes what is not followed.
static constexpr unsigned MaxProposals = 4;

std::optional<Cause> PathQuery::doubt() {
  std::unordered_set<uint32_t> Open;
  for (const Doubt &D : Run.doubts())
    Open.insert(D.Symbol.Id);
  if (Open.empty())
    return std::nullopt;
  std::vector<BitTerm> Asked = required();
  Asked.insert(Asked.end(), Preferred.begin(), Preferred.end());
  for (unsigned Try = 0; Try < MaxProposals; ++Try) {
    auto Proposed = Solver.Model;
    std::vector<BitTerm> Leaves = leaving(withOthersFixed(Open));
    bool IsCertain = Terms.isFalse(Leaves[0]) || ask(Leaves) == Answer::No;
    auto Objection = std::exchange(Solver.Model, std::move(Proposed));
    if (IsCertain)
      return std::nullopt;
    Asked.push_back(stays(Objection, Open));
    if (ask(Asked) != Answer::Yes)
      break;
  }
  return causeAmong(withOthersFixed(Open));
}

std::vector<BitTerm> PathQuery::leaving(const std::vector<BitTerm> &Required) {
  std::vector<BitTerm> Asked = {BitTerms::no()};
  for (size_t I = 0; I < Required.size(); ++I)
    if (Run.required()[I].Why == Role::Given)
      Asked.push_back(Required[I]);
    else
      Asked[0] = Terms.either(Asked[0], Terms.negation(Required[I]));
  return Asked;
}

BitTerm PathQuery::stays(const BitTerms::Values &Values,
                         const std::unordered_set<uint32_t> &Open) {
  std::vector<BitTerm> Asked = required();
  BitTerms::Values Fixed;
  for (BitTerm S : Terms.symbolsIn(Asked))
    if (Open.contains(S.Id)) {
      auto It = Values.find(S.Id);
      Fixed[S.Id] = It == Values.end() ? ir::UInt128(0) : It->second;
    }
  BitTerm Left = BitTerms::yes();
  for (BitTerm T : leaving(Terms.substitute(Asked, Fixed)))
    Left = Terms.both(Left, T);
  return Terms.negation(Left);
}

Cause PathQuery::causeAmong(const std::vector<BitTerm> &Required) {
  std::unordered_set<uint32_t> Used;
  for (BitTerm S : Terms.symbolsIn(Required))
    Used.insert(S.Id);
  for (const Doubt &D : Run.doubts())
    if (Used.contains(D.Symbol.Id))
      return D.Because;
  return Run.doubts().front().Because;
}

} // namespace predabs::path
