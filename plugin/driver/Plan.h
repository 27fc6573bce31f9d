// Checks the files of a project, each when what it calls is known: by ninja, or
// here where nothing is kept and where there is no ninja.

#ifndef PREDABS_PLUGIN_DRIVER_PLAN_H
#define PREDABS_PLUGIN_DRIVER_PLAN_H

#include "plugin/driver/PlanFolder.h"

namespace predabs {

struct PlanRequest {
  std::vector<SourceUnit> Units;
  Options Opts;
  std::vector<std::string> Words; ///< the options as they were given
  /// Where the plan is kept, absolute; empty: nowhere.
  std::string Folder;
  /// Whether Units are all that there is, or some more.
  PlanFolder::Earlier Others = PlanFolder::Earlier::Keep;
};

/// Gives what came of each file to \p Done, in the order of Units. What keeps
/// the work from being done, if anything.
Complaint
runPlan(const PlanRequest &Request,
        const std::function<void(const SourceUnit &, FileResult)> &Done);

} // namespace predabs

#endif
