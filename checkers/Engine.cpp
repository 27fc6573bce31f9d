#include "checkers/Engine.h"

using namespace predabs;

Report predabs::check(const ir::Module &M, const Options &Opts) {
  commit(Opts.DebugFault);
  Report R;
  R.Files = M.Files;
  for (FoundObligation &O : findObligations(M, Opts))
    R.Decisions.push_back({std::move(O.What),
                           Verdict::Unknown,
                           "not decided by this version",
                           {}});
  return R;
}
