#include "plugin/driver/Progress.h"

#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

using namespace predabs;

ProgressLine::ProgressLine(std::string Doing)
    : Doing(std::move(Doing)), IsVisible(isatty(STDERR_FILENO)) {}

void ProgressLine::show(const std::string &Text) const {
  if (IsVisible)
    llvm::errs() << "\r\033[K" << Text.substr(0, 79);
}

void ProgressLine::show(size_t Done, size_t All,
                        const std::string &File) const {
  if (All > 1)
    show("[" + std::to_string(Done) + "/" + std::to_string(All) + "] " + Doing +
         File);
}

void ProgressLine::hide() const {
  if (IsVisible)
    llvm::errs() << "\r\033[K";
}
