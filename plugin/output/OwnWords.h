// What PredAbs prints inside a compile must not cost the compile its status:
// clang alone would have printed nothing, so it would not have noticed that
// nobody reads the messages any more, or that the disk is full.
//
//   { OwnWords Guard(CI); remark(...); }

#ifndef PREDABS_PLUGIN_OUTPUT_OWNWORDS_H
#define PREDABS_PLUGIN_OUTPUT_OWNWORDS_H

#include "checkers/files/QuietSignals.h"

namespace clang {
class CompilerInstance;
}

namespace predabs {

/// While this lives, errors of standard error are ours: they are forgotten at
/// the end. Those that clang had before stay.
class OwnWords {
public:
  explicit OwnWords(clang::CompilerInstance &CI);
  ~OwnWords();

private:
  QuietSignals Signals;
  clang::CompilerInstance &CI;
  bool WasBroken;
  bool HadSpoken; ///< clang itself
};

} // namespace predabs

#endif
