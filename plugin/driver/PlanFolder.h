// The folder of a plan (checkers/plan/NinjaFile.h): what there is to check, in
// which order, and what came of it.

#ifndef PREDABS_PLUGIN_DRIVER_PLANFOLDER_H
#define PREDABS_PLUGIN_DRIVER_PLANFOLDER_H

#include "checkers/plan/NinjaFile.h"
#include "checkers/store/reuse/Store.h"
#include "plugin/driver/Unit.h"

#include <set>

namespace predabs {

/// A file to check.
struct PlannedUnit {
  std::string Id;
  SourceUnit Unit;
  std::string Directory;          ///< where the driver was started
  std::vector<std::string> Words; ///< options, name=value
};

/// The options of a unit, as the user gave them.
Options optionsOf(const PlannedUnit &U);
/// The same for one of the units of \p O. Files that are checked together are
/// one program, unless each has the entry. No one of them is whole then: it is
/// judged function by function.
Options optionsOf(const PlannedUnit &U, const Order &O);

class PlanFolder {
public:
  /// \p Path is absolute. Nothing is made yet.
  explicit PlanFolder(std::string Path) : Path(std::move(Path)) {}

  std::string operator/(const std::string &Name) const {
    return Path + "/" + Name;
  }
  const std::string &path() const { return Path; }

  /// Makes the folder, with what is to be checked in it. \p Inputs are files
  /// that all depend on. Units that were there before stay if \p Others says
  /// so.
  enum class Earlier : uint8_t { Forget, Keep };
  Complaint write(const std::vector<PlannedUnit> &Units,
                  const std::vector<std::string> &Inputs, Earlier Others) const;

  std::optional<PlannedUnit> unit(const std::string &Id) const;

  /// By what is known of calls; a unit that was not looked at calls nobody.
  Order order() const;

  /// Writes build.ninja.
  Complaint writeNinjaFile(const Order &O) const;

  /// Takes away results for which names were looked up that would lead
  /// elsewhere now.
  void removeOutdated(const Order &O) const;

  /// Where a step keeps its summaries, and where it finds those of others.
  /// Names that nobody in the plan defines are looked up in \p Index, if that
  /// is a folder.
  StorePlan storeOf(const Order &O, size_t Step, const PlannedUnit &Unit,
                    const std::string &Index) const;

  /// Notes which names a step has looked up, for removeOutdated.
  void noteUses(const Order &O, size_t Step) const;

  /// What came of a unit, or nothing. The numbers about its work are those of
  /// this run: of turns that were not in \p Before.
  std::optional<FileResult> result(const std::string &Id, unsigned Turns,
                                   const std::set<std::string> &Before) const;
  /// The results that there are: names with their times.
  std::set<std::string> resultsNow() const;

private:
  struct Contents {
    std::vector<std::string> Inputs;
    std::map<std::string, std::string> Names; ///< by id
  };
  Contents contents() const;
  Complaint put(const std::string &Name, const std::string &Text) const;
  std::string stampOf(const std::string &Name) const;
  EngineStats workOn(const std::string &Id, unsigned Turns,
                     const std::set<std::string> &Before) const;
  std::string usesText(const Order &O, size_t Step) const;

  std::string Path;
};

} // namespace predabs

#endif
