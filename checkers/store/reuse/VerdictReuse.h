// What was found out the last time, as far as it still holds: decisions keep
// their place in the intermediate code, and get the lines that this has now.

#ifndef PREDABS_CHECKERS_STORE_REUSE_VERDICTREUSE_H
#define PREDABS_CHECKERS_STORE_REUSE_VERDICTREUSE_H

#include "checkers/store/reuse/Import.h"
#include "checkers/store/reuse/SummaryWriter.h"

#include <map>

namespace predabs {

/// Whether every function of another file that was looked for when \p Before
/// was written is now what it was then.
bool isUpToDate(const SummaryFile &Before, Surroundings &Around);

/// What \p Kept says.
Report storedReport(const SummaryFile &Kept);

/// The body of a function as it came, without contracts and models.
using BodyOf =
    std::function<const std::vector<ir::Block> &(const ir::Function &)>;

/// Finds where things stand now that stood elsewhere when they were kept.
class Relocation {
public:
  /// \p Around has the code that \p Before was kept with, and \p Original
  /// that of \p M, whose keys are \p Keys.
  Relocation(const SummaryFile &Before, const ir::Module &M,
             const FileKeys &Keys, Surroundings &Around, BodyOf Original);

  /// Each changes what it is given; false if nobody knows where it is now.
  bool move(KeptDecision &D) const;
  bool move(Message &Said);

  /// What the new locations index: those of the module, and others.
  const std::vector<std::string> &files() const { return Files; }

private:
  using Place = std::tuple<std::string, uint32_t, uint32_t>;

  void learn();
  void learn(const Summary &S);
  void note(const ir::Module &From, ir::Loc Old, ir::Loc New);
  bool move(ir::Loc &L);
  uint32_t fileNumber(const std::string &Name);

  const SummaryFile &Before;
  const ir::Module &M;
  const FileKeys &Keys;
  Surroundings &Around;
  BodyOf Original;
  std::vector<std::string> Files;
  bool IsLearned = false;
  bool AreOthersMoved = false; ///< functions of other files
  std::map<Place, ir::Loc> Now;
  std::set<std::string> OwnFiles;
};

/// \p Before with the locations that the statements have in \p M, whose code
/// has the same key. Nothing if some location is not found.
std::optional<SummaryFile> relocated(const SummaryFile &Before,
                                     const ir::Module &M, const FileKeys &Keys,
                                     Surroundings &Around);

/// Gives the contracts in \p File the lines that they have in \p M, and the
/// functions of M their bodies by them. \p Failures as for Contracts.
void relocateContracts(SummaryFile &File, ir::Module &M,
                       std::set<const ir::Function *> Failures);

/// What was found about the obligations of one function.
struct ReusedVerdicts {
  Judgement Of;
  std::vector<KeptDecision> Decisions;
  std::vector<KeptDecision> AtCalls;
  std::vector<Message> Messages;
};

/// What was judged in a file the last time.
class VerdictReuse {
public:
  VerdictReuse(const SummaryFile &Before, const ir::Module &M,
               const FileKeys &Keys, Surroundings &Around, BodyOf Original)
      : Before(Before), To(Before, M, Keys, Around, std::move(Original)) {}

  /// About \p Function, if that depends on the same as it did.
  std::optional<ReusedVerdicts> find(const std::string &Function, Key Depends);
  /// What locations in it index.
  const std::vector<std::string> &files() const { return To.files(); }

private:
  bool add(const KeptDecision &D, std::vector<KeptDecision> &List,
           ReusedVerdicts &Into);

  const SummaryFile &Before;
  Relocation To;
};

} // namespace predabs

#endif
