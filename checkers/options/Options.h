// The options of one run, the same words in the plugin and in the driver. The
// rows stand in Options.def; everything here is made from them.

#ifndef PREDABS_CHECKERS_OPTIONS_OPTIONS_H
#define PREDABS_CHECKERS_OPTIONS_OPTIONS_H

#include "checkers/files/NamedFile.h"
#include "checkers/options/Fault.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace predabs {

/// How attributes about locks are written.
enum class AnnotationStyle : uint8_t { None, Clang, Kernel };

/// Whether warnings are errors: as -Werror says, or not as it says.
enum class ErrorChoice : uint8_t { AsGiven, Never, Always };

/// The parts of a list separated by commas.
std::vector<std::string> namesIn(std::string_view List);

struct Options {
#define NUMBER(Field, Name, Default, Least, Most, Meta, Scope, Help)           \
  unsigned Field = Default;
#define TEXT(Field, Name, Default, Meta, Scope, Help)                          \
  std::string Field = Default;
#define INPUT(Field, Name, Scope, Help) NamedFile Field;
#define NAMES(Field, Name, Default, Values, Meta, Scope, Help)                 \
  std::vector<std::string> Field = namesIn(Default);
#define CHOICE(Field, Type, Name, Values, Scope, Help) Type Field = Type(0);
#define FLAG(Field, Name, Scope, Help) bool Field = false;
#include "checkers/options/Options.def"
  /// Where the program starts if Entry does not say so. No option of its own:
  /// the driver sets it where Entry is in one of several files.
  std::string Start = "main";

  /// Whether everything is judged from an entry: then the file is one program.
  bool hasEntry() const { return !Entry.empty(); }
};

/// Whether Options::Store names a place.
bool isStoreOn(const Options &O);

/// Who reads an option, and who asks.
enum class Scope { Plugin, Driver, Both };

struct OptionInfo {
  std::string_view Name;
  std::string_view Meta; ///< stands for the value; empty for a flag
  std::string_view Default;
  Scope Where;
  std::string_view Help;
  enum Kind { Number, Text, Names, Choice, Flag } Kind;
};

/// The table, in its order.
const std::vector<OptionInfo> &optionTable();
const OptionInfo *findOption(std::string_view Name);
/// All names that \p Where may use.
std::vector<std::string_view> optionNames(Scope Where);

/// Sets an option of \p O. Gives the complaint, one line without a full stop,
/// where that is not possible; then \p O is as before.
std::optional<std::string> setOption(Options &O, std::string_view Name,
                                     std::optional<std::string_view> Value,
                                     Scope Where);
/// The same for `name=value` or `name`.
std::optional<std::string> parseOption(Options &O, std::string_view Text,
                                       Scope Where);

/// "unknown option ...", with the nearest of the table's and \p Others.
std::string unknownOption(std::string_view Name, Scope Where,
                          std::vector<std::string_view> Others);

/// A line (or more) of help: \p Head, then \p Text in a column.
std::string helpLine(const std::string &Head, std::string_view Text);
/// The line for a row of the table; the name begins with \p Prefix.
std::string helpLine(const OptionInfo &I, std::string_view Prefix);
/// The list that `help` shows.
std::string optionsHelp(Scope Where, std::string_view Prefix);
/// The content of docs/options.md.
std::string optionsMarkdown();

} // namespace predabs

#endif
