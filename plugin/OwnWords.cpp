#include "plugin/OwnWords.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Support/raw_ostream.h"

using namespace predabs;

OwnWords::OwnWords(clang::CompilerInstance &CI)
    : CI(CI), WasBroken(llvm::errs().has_error()),
      HadSpoken(CI.getDiagnosticClient().getNumWarnings() ||
                CI.getDiagnosticClient().getNumErrors()) {}

OwnWords::~OwnWords() {
  if (WasBroken || !llvm::errs().has_error())
    return;
  llvm::errs().clear_error();
  // Our warnings are counted, and the count is printed at the end.
  if (!HadSpoken)
    CI.setVerboseOutputStream(llvm::nulls());
}
