// Prints what came of files, and adds it up.

#ifndef PREDABS_PLUGIN_DRIVER_PRINT_H
#define PREDABS_PLUGIN_DRIVER_PRINT_H

#include "plugin/driver/Unit.h"

#include <array>
#include <set>

namespace predabs {

struct PrintOptions {
  bool Verdicts = false;  ///< a line for each obligation
  bool Functions = false; ///< how exactly each was lowered
  std::string Explain;    ///< a function
};

class ResultPrinter {
public:
  explicit ResultPrinter(const PrintOptions &O);

  void print(const SourceUnit &Unit, const FileResult &R);

  /// The last line; the exit status.
  int finish();

private:
  void note(const FileResult &R);
  void explain(const SourceUnit &Unit, const Report &R);
  void printLowering(const std::string &File, const Report &R) const;

  const PrintOptions &O;
  bool UsesColours;
  std::array<uint64_t, NumVerdicts> Counts = {};
  uint64_t WithoutAssertions = 0; ///< files in which NDEBUG took some away
  int Status = 0;
  bool Warned = false;
  bool Fits = false; ///< the options fit some file
  std::string Complaint;
  bool Explained = false;
  std::set<std::string> Functions; ///< that have obligations
};

} // namespace predabs

#endif
