// The contracts of a module. Functions with an exact one get it as their body,
// so that what is found out about their callers depends on what they do, not on
// how. Those with assertions keep their bodies, as these are what the paths to
// a failure are shown in; but their callers depend on the contract alone too.

#ifndef PREDABS_CHECKERS_CONTRACTS_CONTRACTS_H
#define PREDABS_CHECKERS_CONTRACTS_CONTRACTS_H

#include "checkers/contracts/Body.h"
#include "checkers/contracts/Modified.h"
#include "predicates/language/Predicate.h"

#include <map>

namespace predabs {

/// For a person.
struct ContractText {
  std::vector<std::string> Promises; ///< of an exact one
  std::vector<std::string> Modifies;
};

/// Terms about the module know its variables: it lives as long as that is used.
class Contracts {
public:
  /// Callees come before callers. Functions that the linker may replace, and
  /// the one that initialises globals, keep their bodies, and so do \p
  /// Failures: their calls are to be seen.
  explicit Contracts(ir::Module &M,
                     std::set<const ir::Function *> Failures = {});

  /// Of a function that is defined; null for others.
  const Contract *of(const ir::Function &F) const;
  /// Whether the contract of \p F is its body.
  bool isExact(const ir::Function &F) const { return Exact.contains(F.Id); }
  /// What \p F does, as code without locations; empty if that is not known.
  std::string meaning(const ir::Function &F) const;

  /// Both of a function that is defined.
  const Modified &modified(const ir::Function &F) const {
    return Changed.at(F.Id);
  }
  ContractText text(const ir::Function &F);

  /// The blocks of \p F as they came.
  const std::vector<ir::Block> &original(const ir::Function &F) const;

private:
  void make(ir::Function &F);

  ir::Module &M;
  std::set<const ir::Function *> Failures;
  std::set<const ir::Function *> Assertions; ///< those that end the program
  std::map<uint32_t, Contract> All;          ///< by Function::Id
  std::map<uint32_t, OldBody> Old;
  std::set<uint32_t> Exact;
  std::map<uint32_t, std::string> MeaningOfFailing;
  std::vector<OldBody> Unused; ///< terms know their variables
  std::map<uint32_t, Modified> Changed;
  PredicateSet Names;
};

} // namespace predabs

#endif
