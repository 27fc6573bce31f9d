#include "checkers/engine/AnalysisScope.h"

#include "checkers/protocols/instrument/FreeLockEntries.h"

namespace predabs {

using ir::Function;

bool AnalysisScope::isVisible(const Function &F) const {
  if (isForeign(F) || isFreeLockEntry(F))
    return false; // its callers elsewhere look after it
  return P.Others->mayCall(F, P.Program, *P.Calls, P.W->A);
}

Entry AnalysisScope::entryAt(const Function &F) const {
  return {&F, &F == P.Start ? Beginning::OfProgram : Beginning::OfCall};
}

std::vector<Entry> AnalysisScope::entriesTo(const Function &F) const {
  std::vector<Entry> Result;
  if (P.Start && P.Calls->reaches(*P.Start, F))
    Result.push_back(entryAt(*P.Start));
  for (const auto &E : P.M.Functions)
    if (E->isDefined() && E.get() != &F && E.get() != P.Start &&
        isVisible(*E) && P.Calls->reaches(*E, F))
      Result.push_back(entryAt(*E));
  return Result;
}

const Function &AnalysisScope::functionOf(const Entry &E) const {
  return E.Func == P.Start ? *P.Program : *E.Func;
}

} // namespace predabs
