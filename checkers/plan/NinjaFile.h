// The plan as a file for ninja, which then sees to it that as much is done at
// once as can be, and only what has to be.
//
// Files of the plan lie in one folder, for a unit with the id `a.c-1f`:
//
//   a.c-1f.unit        what is compiled, and how
//   a.c-1f.calls       what it defines and calls: UnitCalls
//   a.c-1f.2.predabs   what its second turn found out, for others
//   a.c-1f.2.result    the same, for the user
//   a.c-1f.2.d         what that depends on; ninja takes it into its own files
//   units              the ids, a line each, with the name of the file
//   build.ninja        the plan

#ifndef PREDABS_CHECKERS_PLAN_NINJAFILE_H
#define PREDABS_CHECKERS_PLAN_NINJAFILE_H

#include "checkers/plan/Order.h"

namespace predabs {

struct NinjaSettings {
  std::string Program; ///< of ours; absolute
  /// What all steps depend on besides, absolute.
  std::vector<std::string> Inputs;
  /// What people call the units, by their ids.
  std::map<std::string, std::string> Names;
};

/// Names of files in the folder of a plan.
std::string unitFile(const std::string &Id);
std::string callsFile(const std::string &Id);
std::string sideCarFile(const std::string &Id, unsigned Turn);
std::string resultFile(const std::string &Id, unsigned Turn);
std::string dependencyFile(const std::string &Output);

/// An id for the file \p Path, told from others of that name by \p Rest:
/// letters, digits and `.-_+`.
std::string unitId(const std::string &Path, const std::string &Rest);

std::string ninjaFile(const Order &O, const NinjaSettings &Settings);

/// A dependency file as make has it: \p Output depends on \p Inputs.
std::string makeRule(const std::string &Output,
                     const std::vector<std::string> &Inputs);

} // namespace predabs

#endif
