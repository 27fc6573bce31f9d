// One check of a module, in the order of its stages:
//
//   reuse      what was found the last time and holds still
//   functions  each obligation where it stands: a quick look at all, then a
//              thorough one at what that left open
//   callers    what fails for some calls, in those that call
//   report     decisions and messages

#ifndef PREDABS_CHECKERS_ENGINE_PIPELINE_H
#define PREDABS_CHECKERS_ENGINE_PIPELINE_H

#include "checkers/engine/CallerPass.h"
#include "checkers/engine/FunctionPass.h"

namespace predabs {

class Pipeline {
public:
  /// \p P has obligations. Both live as long as this is used.
  Pipeline(PreparedModule &P, const EngineInput &In);

  Report run();
  const Ledger &ledger() const { return Known; }

private:
  std::vector<Group> reuse();
  std::vector<Group> lookQuickly(const std::vector<Group> &All);
  void lookThoroughly(const std::vector<Group> &All);
  Group judge(const Group &G);
  Report finished();

  PreparedModule &P;
  const EngineInput &In;
  const AnalysisScope Seen;
  Schedule Order;
  Ledger Known;
  Reporter Says;
  Judge From;
  FunctionPass Functions;
  CallerPass Callers;
};

} // namespace predabs

#endif
