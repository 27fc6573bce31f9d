#include "plugin/output/Outputs.h"

#include "checkers/files/UserFiles.h"
#include "plugin/output/SarifFile.h"
#include "plugin/output/StatsFile.h"
#include "plugin/output/VerdictsFile.h"

#include "clang/Basic/SourceManager.h"

using namespace predabs;

namespace {

class Outputs {
public:
  std::vector<std::string> Wrong;

  template <class Maker> void write(const std::string &Path, Maker Text) {
    if (Path.empty())
      return;
    if (auto Failed = writeOutput(Path, Text()))
      Wrong.push_back(std::move(*Failed));
  }
};

} // namespace

std::string predabs::mainFile(const clang::SourceManager &Sources) {
  auto Main = Sources.getFileEntryRefForID(Sources.getMainFileID());
  return Main ? Main->getName().str() : "<stdin>";
}

std::vector<std::string> predabs::writeOutputs(const FileReport &One,
                                               const Options &Opts) {
  Outputs O;
  O.write(Opts.Stats, [&] { return statsJson(One); });
  O.write(Opts.Json, [&] { return verdictsJson({One}); });
  O.write(Opts.Sarif, [&] { return sarifText({One}); });
  return std::move(O.Wrong);
}

std::vector<std::string>
predabs::writeOutputs(const std::vector<FileReport> &All, const Options &Opts) {
  Outputs O;
  O.write(Opts.Stats, [&] { return statsJson(All); });
  O.write(Opts.Json, [&] { return verdictsJson(All); });
  O.write(Opts.Sarif, [&] { return sarifText(All); });
  return std::move(O.Wrong);
}
