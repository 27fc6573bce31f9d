// The prover's answers about functions of other files, in a book for each that
// outlives the compile (store/reuse/ProverCache.h). While the body of such a
// function is abstracted its book is open.

#ifndef PREDABS_CHECKERS_ENGINE_ANSWERBOOKS_H
#define PREDABS_CHECKERS_ENGINE_ANSWERBOOKS_H

#include "checkers/program/Workspace.h"
#include "checkers/store/reuse/Import.h"

namespace predabs {

class AnswerBooks {
public:
  /// \p Settings: of the options that answers depend on.
  AnswerBooks(Surroundings &Around, Key Settings, const Imports &Foreign)
      : Around(Around), Settings(Settings), Foreign(Foreign) {}

  /// From now on \p W asks the books first. They live as long as it is used.
  void openFor(Workspace &W);
  /// Questions that had to be asked although there was a book.
  uint64_t asked() const { return Asker ? Asker->askedWithCache() : 0; }
  /// Books with new answers, as bytes, by the digits of their keys.
  std::vector<std::pair<std::string, std::string>> changed() const;

private:
  ProverCache *cacheOf(const ir::Function &F);

  struct Open {
    ProverCache Book;
    size_t NumBefore = 0; ///< answers that were known
  };

  Surroundings &Around;
  const Key Settings;
  const Imports &Foreign;
  std::map<Key, Open> Books;
  CachingProver *Asker = nullptr; ///< once it is opened
};

} // namespace predabs

#endif
