// `predabs step`: one step of a plan, in the folder of the plan. It is there
// for ninja, which `predabs check` starts.

#include "plugin/driver/Commands.h"
#include "plugin/driver/Steps.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace predabs;

namespace {

int complete(std::unique_ptr<RunningStep> S, const std::string &Id) {
  if (!S)
    return fail("there is no unit '" + Id + "' here");
  while (S->process() && !S->process()->isFinished())
    IsolatedRun::wait({S->process()});
  Complaint Wrong = S->finish();
  return Wrong ? fail(*Wrong) : 0;
}

int runScan(const PlanFolder &In, const std::string &Id) {
  return complete(startScan(In, Id), Id);
}

int runCheckStep(const PlanFolder &In, const std::string &Id,
                 const std::string &Turn) {
  Order O = In.order();
  unsigned Number = 0;
  bool IsNumber = llvm::to_integer(Turn, Number, 10);
  for (size_t N = 0; N < O.steps().size(); ++N) {
    const Step &S = O.steps()[N];
    if (IsNumber && S.Unit != Step::None && O.units()[S.Unit].Id == Id &&
        S.Turn == Number)
      return complete(startCheck(In, O, N), Id);
  }
  return fail("there is no turn " + Turn + " of '" + Id + "' here");
}

int runPlan(const PlanFolder &In) {
  Order O = In.order();
  In.removeOutdated(O);
  Complaint Wrong = In.writeNinjaFile(O);
  return Wrong ? fail(*Wrong) : 0;
}

} // namespace

int predabs::runStep(const std::vector<std::string> &Words) {
  llvm::SmallString<256> Here;
  llvm::sys::fs::current_path(Here);
  PlanFolder In(Here.str().str());
  if (Words.size() == 1 && Words[0] == "plan")
    return runPlan(In);
  if (Words.size() == 2 && Words[0] == "scan")
    return runScan(In, Words[1]);
  if (Words.size() == 3 && Words[0] == "check")
    return runCheckStep(In, Words[1], Words[2]);
  return fail("'predabs step' is for the plans of 'predabs check'");
}
