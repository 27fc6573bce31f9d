#include "plugin/output/OwnWords.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <memory>
#include <unistd.h>

using namespace predabs;

namespace {

/// Standard error, for words that nobody has to read.
class QuietErrors : public llvm::raw_ostream {
public:
  QuietErrors() : raw_ostream(/*unbuffered=*/true) {}

private:
  void write_impl(const char *Bytes, size_t Size) override {
    QuietSignals Guard;
    while (Size > 0) {
      ssize_t Count = ::write(STDERR_FILENO, Bytes, Size);
      if (Count < 0 && errno != EINTR)
        return;
      Bytes += Count > 0 ? Count : 0;
      Size -= Count > 0 ? size_t(Count) : 0;
    }
  }
  uint64_t current_pos() const override { return 0; }
};

bool hasSpoken(const clang::CompilerInstance &CI) {
  const clang::DiagnosticConsumer &Client = CI.getDiagnosticClient();
  return Client.getNumWarnings() || Client.getNumErrors();
}

} // namespace

OwnWords::OwnWords(clang::CompilerInstance &CI)
    : CI(CI), WasBroken(llvm::errs().has_error()), HadSpoken(hasSpoken(CI)) {}

OwnWords::~OwnWords() {
  if (!WasBroken)
    llvm::errs().clear_error();
  // Our warnings are counted, and the count is printed at the end.
  if (!HadSpoken && hasSpoken(CI) &&
      &CI.getVerboseOutputStream() == &llvm::errs())
    CI.setVerboseOutputStream(std::make_unique<QuietErrors>());
}
