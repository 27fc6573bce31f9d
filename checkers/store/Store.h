// The summaries of a build: a side-car file for each translation unit, and an
// index that finds the one that defines a function.

#ifndef PREDABS_CHECKERS_STORE_STORE_H
#define PREDABS_CHECKERS_STORE_STORE_H

#include "checkers/store/Files.h"
#include "checkers/store/Import.h"

#include <map>
#include <memory>

namespace predabs {

/// Where things are kept for one translation unit; nowhere if SideCar is empty.
struct StorePlan {
  std::string SideCar; ///< absolute
  std::string Index;   ///< a folder
  /// Of the translation unit, to tell it from others.
  std::string Source;
  std::string Directory; ///< what relative names of files are relative to
  Key Text;              ///< SummaryFile::Text of what is compiled now

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
  AnswerBook answers(Key Of) override;

  /// What was kept about the translation unit itself; null if nothing is, or if
  /// it is about another one.
  const SummaryFile *before();
  /// Whether the file of before() still has the code that it had when it was
  /// written: others need it.
  bool isBeforeWhole();

  /// The side-car files of others that were read, ascending.
  std::vector<std::string> used() const;

  /// Files that were found and not believed: "b.o.predabs: it is cut off".
  const std::vector<std::string> &rejected() const { return Rejected; }

private:
  /// A side-car file; the code is read when somebody wants it.
  struct Sidecar {
    std::string Path;
    SummaryFile File;
    Key Look;
    std::optional<KeptCode> Code;
    bool IsCodeRead = false;
  };
  const SummaryFile *load(const std::string &Path);
  const KeptCode *codeOf(Sidecar &Of);
  const KeptCode *codeOf(const Place &Found);

  const StorePlan Plan;
  /// Null where there is none to be believed.
  std::map<std::string, std::unique_ptr<Sidecar>> Loaded;
  std::map<const SummaryFile *, Sidecar *> ByFile;
  std::vector<std::string> Rejected;
};

/// Puts \p Bytes, which encode made, where \p Plan says, and the functions that
/// other files can call into the index. Unchanged: it was all there.
WriteResult keep(const StorePlan &Plan, std::string_view Bytes);

/// Puts \p Bytes, which encode made of an AnswerBook, where it is looked for
/// under the key whose digits are \p Of.
WriteResult keepAnswers(const StorePlan &Plan, const std::string &Of,
                        std::string_view Bytes);

} // namespace predabs

#endif
