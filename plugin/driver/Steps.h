// The steps of a plan: to look at who calls whom in a file, and to check it.
// Each runs in a process of its own and leaves its outcome in the folder.

#ifndef PREDABS_PLUGIN_DRIVER_STEPS_H
#define PREDABS_PLUGIN_DRIVER_STEPS_H

#include "plugin/driver/PlanFolder.h"

namespace predabs {

/// A step at work.
class RunningStep {
public:
  virtual ~RunningStep() = default;

  /// The process that works, or null if there is nothing to wait for.
  IsolatedRun *process() const { return Process.get(); }
  /// Once the process has ended: puts everything in its place.
  virtual Complaint finish() = 0;

protected:
  std::unique_ptr<IsolatedRun> Process;
};

/// Finds out what the unit \p Id defines and calls.
std::unique_ptr<RunningStep> startScan(const PlanFolder &In,
                                       const std::string &Id);

/// Checks a unit: step number \p Number of \p O, which stays with the caller.
std::unique_ptr<RunningStep> startCheck(const PlanFolder &In, const Order &O,
                                        size_t Number);

} // namespace predabs

#endif
