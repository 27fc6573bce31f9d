#include "plugin/compile/Inputs.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/Utils.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

using namespace predabs;

namespace {

class Everything : public clang::DependencyCollector {
  bool needSystemDependencies() override { return true; }
};

} // namespace

Inputs::Inputs() : Collector(std::make_shared<Everything>()) {}
Inputs::~Inputs() = default;

void Inputs::listen(clang::CompilerInstance &CI) {
  Collector->attachToPreprocessor(CI.getPreprocessor());
}

std::vector<std::string> Inputs::files(const std::string &Directory) const {
  std::vector<std::string> Result;
  for (const std::string &Name : Collector->getDependencies()) {
    llvm::SmallString<256> Path(Name);
    llvm::sys::fs::make_absolute(Directory, Path);
    Result.push_back(Path.str().str());
  }
  return Result;
}
