// Which files a compile reads.

#ifndef PREDABS_PLUGIN_COMPILE_INPUTS_H
#define PREDABS_PLUGIN_COMPILE_INPUTS_H

#include <memory>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
class DependencyCollector;
} // namespace clang

namespace predabs {

class Inputs {
public:
  Inputs();
  ~Inputs();

  /// To be called before anything is read.
  void listen(clang::CompilerInstance &CI);

  /// Headers of the system included; absolute, where relative ones are relative
  /// to \p Directory.
  std::vector<std::string> files(const std::string &Directory) const;

private:
  std::shared_ptr<clang::DependencyCollector> Collector;
};

} // namespace predabs

#endif
