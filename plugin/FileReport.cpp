#include "plugin/FileReport.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

using namespace predabs;

std::optional<std::string> predabs::writeAtomically(const std::string &Path,
                                                    const std::string &Text) {
  llvm::Error E = llvm::writeToOutput(Path, [&](llvm::raw_ostream &Out) {
    Out << Text;
    return llvm::Error::success();
  });
  if (!E)
    return std::nullopt;
  std::string Why = llvm::toString(std::move(E));
  // Not all of these errors say which file it is.
  bool IsNamed = Why.find(Path) != Why.npos;
  return "cannot write " + (IsNamed ? Why : "'" + Path + "': " + Why);
}

const Message *predabs::messageOf(const Decision &D, const Report &R) {
  for (const Message &M : R.Messages)
    if (M.Where == D.What.Where && M.Rule == ruleOf(D.What))
      return &M;
  return nullptr;
}
