// The summaries of a build: a side-car file for each translation unit, and an
// index that finds the one that defines a function.

#ifndef PREDABS_CHECKERS_STORE_REUSE_STORE_H
#define PREDABS_CHECKERS_STORE_REUSE_STORE_H

#include "checkers/files/Files.h"
#include "checkers/store/reuse/Import.h"

#include <map>
#include <memory>
#include <set>

namespace predabs {

/// Where things are kept for one translation unit; nowhere if SideCar is empty.
struct StorePlan {
  std::string SideCar; ///< absolute
  std::string Index;   ///< a folder
  /// If there is one, it says instead of the index which side-car files define
  /// a symbol; then nothing is entered in the index either.
  std::function<std::vector<std::string>(const std::string &)> Find;
  /// Where what was found out before is to be looked for, the best first; if
  /// empty in SideCar.
  std::vector<std::string> Before;
  /// Of the translation unit, to tell it from others.
  std::string Source;
  std::string Directory; ///< what relative names of files are relative to
  /// The folder in which marks are, see StaleSideCar.h, if it is not Index.
  std::string Marks;
  /// Of the text of all source files and of all that the compiler is told; none
  /// where that does not say everything.
  Key Text;

  explicit operator bool() const { return !SideCar.empty(); }
};

/// What others have kept, seen from one translation unit.
class Store : public Surroundings {
public:
  explicit Store(StorePlan Plan) : Plan(std::move(Plan)) {}

  Place find(const std::string &Name) override;
  std::string code(const Place &Found) override;
  std::string contract(const Place &Found) override;
  Key look(const SummaryFile &Found) override;
  ProverCache answers(Key Of) override;
  void reject(const Place &Found, const std::string &Why) override;

  /// What was kept about the translation unit itself; null if nothing is, or if
  /// it is about another one.
  const SummaryFile *before();

  /// The side-car files of others that were read, believed or not, ascending.
  std::vector<std::string> used() const;

  /// Files that were found and not believed: "b.o.predabs: it is cut off".
  const std::vector<std::string> &rejected() const { return Rejected; }

private:
  /// A side-car file; the code is read when somebody wants it.
  struct Sidecar {
    std::string Path;
    SummaryFile File;
    Key Look;
    uint64_t Size = 0; ///< of the whole file, as it says itself
    std::optional<KeptCode> Code;
    bool IsCodeRead = false;
  };
  void reject(const std::string &Path, const std::string &Why);
  const SummaryFile *load(const std::string &Path);
  FileBytes readHead(const std::string &Path);
  FileBytes readWhole(const Sidecar &S);
  bool isOwn(const std::string &Path) const;
  const KeptCode *codeOf(Sidecar &Of);
  const KeptCode *codeOf(const Place &Found);

  const StorePlan Plan;
  /// Null where there is none to be believed.
  std::map<std::string, std::unique_ptr<Sidecar>> Loaded;
  std::map<const SummaryFile *, Sidecar *> ByFile;
  std::vector<std::string> Rejected;
  std::set<std::string> RejectedPaths;
  /// Bytes that may still be read: who has filled the folders of a build with
  /// large files is not to stop it.
  uint64_t Left = 2 * MaxFileSize;
};

/// What a build system has to watch, besides the side-car files that were read:
/// files of the index that change when the functions that \p Kept, which encode
/// made, has looked for are defined by others than they were.
std::vector<std::string> watched(const StorePlan &Plan, std::string_view Kept);

/// Puts \p Bytes, which encode made, where \p Plan says, and the functions that
/// other files can call into the index. Unchanged: it was all there.
WriteResult keep(const StorePlan &Plan, std::string_view Bytes);

/// Notes that SideCar is about the object that is being made (StaleSideCar.h).
void noteCompile(const StorePlan &Plan);

/// Notes that SideCar, which holds \p Bytes, is about what has the key Text.
/// The note is in the index, so that a comment does not change a side-car file.
WriteResult keepText(const StorePlan &Plan, std::string_view Bytes);
/// What SideCar holds, if that was noted, and both are the same now.
std::optional<std::string> unchanged(const StorePlan &Plan);

/// Puts \p Bytes, which encode made of a ProverCache, where it is looked for
/// under the key whose digits are \p Of.
WriteResult writeProverCache(const StorePlan &Plan, const std::string &Of,
                             std::string_view Bytes);

} // namespace predabs

#endif
