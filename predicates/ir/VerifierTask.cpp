#include "predicates/ir/VerifierTask.h"

#include <algorithm>

namespace predabs::ir {

bool isVerifierTask(const Module &M) {
  return std::ranges::any_of(M.Functions, [](const auto &F) {
    return F->Name == "reach_error" || F->Name.starts_with("__VERIFIER_");
  });
}

bool hasEnoughMemory(const Module &M) {
  return M.findFunction("reach_error") || M.findFunction("__VERIFIER_error");
}

} // namespace predabs::ir
