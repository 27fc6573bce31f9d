// The text of a translation unit as a key: of all files that the compiler read,
// in the order in which it read them, and of all that it was told. While that
// stays the same, and so does what was looked up in other files, there is
// nothing to find out.
//
// What the preprocessor makes up (pasted tokens, __TIME__, the answers of
// __has_include) lies in a buffer of its own, which is part of the text too.

#ifndef PREDABS_PLUGIN_COMPILE_SOURCETEXT_H
#define PREDABS_PLUGIN_COMPILE_SOURCETEXT_H

#include "checkers/options/Options.h"
#include "checkers/store/format/Summary.h"

#include <memory>

namespace clang {
class CompilerInstance;
}

namespace predabs {

class SourceText {
public:
  /// Before the main file is entered: listens to the preprocessor of \p CI.
  explicit SourceText(clang::CompilerInstance &CI);

  /// After the last token was read. No key if the text does not say everything:
  /// with precompiled headers, modules, #embed, and other plugins.
  Key key(const Options &Opts) const;

private:
  clang::CompilerInstance &CI;
  /// Whether a file was read of which the compiler keeps no text.
  std::shared_ptr<bool> HasMore;
};

} // namespace predabs

#endif
