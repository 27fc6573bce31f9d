// Brings the functions of other files that a module calls into it, from what is
// kept about them, so that a call can be looked into:
//
//   need(0);          with need declared here and defined in another file
//
// becomes a call of a function with a body. Obligations in such functions that
// fail for some callers are judged again, for the callers that are here.

#ifndef PREDABS_CHECKERS_STORE_REUSE_IMPORT_H
#define PREDABS_CHECKERS_STORE_REUSE_IMPORT_H

#include "checkers/store/reuse/ProverCache.h"

#include <functional>
#include <map>
#include <set>

namespace predabs {

/// Where the functions of other files are found.
class Surroundings {
public:
  virtual ~Surroundings() = default;

  struct Place {
    const SummaryFile *File = nullptr;
    const Summary *Of = nullptr;

    explicit operator bool() const { return Of != nullptr; }
  };
  /// The function that files know each other by \p Name; nothing if there is
  /// none, or if it could be several, or if it may be replaced. Stays valid.
  virtual Place find(const std::string &Name) = 0;
  /// Summary::Module of what was found; empty if it is there no more.
  virtual std::string code(const Place &Found) = 0;
  /// The same of Summary::ContractModule.
  virtual std::string contract(const Place &Found) = 0;
  /// The key of how all code of a file that was found looks, lines included.
  virtual Key look(const SummaryFile &Found) = 0;
  /// What is kept of the prover's answers under \p Of (ProverCache.h), or
  /// nothing.
  virtual ProverCache answers(Key Of) = 0;
  /// What code or contract gave has no meaning: \p Why, which may be any text.
  virtual void reject(const Place &Found, const std::string &Why) = 0;
};

struct ImportLimits {
  size_t MaxStatements = 1000; ///< of the intermediate code, in all
  size_t MaxStatementsEach = 400;
  /// Of blocks, variables, globals and declarations that come with a function.
  /// No compiler makes more for so few statements.
  size_t MaxPartsEach = 20000;
};

struct Imports {
  std::set<const ir::Function *> Functions; ///< that have a body now
  /// Where obligations in them fail that are latent there.
  std::set<std::tuple<const ir::Function *, ir::BlockId, uint32_t>> Latent;
  /// Functions that are called and that may fail, whether they have a body now
  /// or not.
  std::set<const ir::Function *> Failing;
  /// Those whose body is their contract.
  std::set<const ir::Function *> Contracted;
  /// The keys of their code, or of their contract.
  std::map<const ir::Function *, Key> Codes;
  /// Those whose key is that of the contract.
  std::set<const ir::Function *> KnownByContract;
  /// All that was looked up, ascending by name; no key where nothing was found.
  std::vector<Use> Uses;

  bool contains(const ir::Function &F) const { return Functions.contains(&F); }
};

/// Gives bodies to functions that \p M only declares and that its own functions
/// call, directly or through others: those that may fail first, then those that
/// are nearest, up to \p Limits. Not to those of which \p IsFailure is
/// true: with their call an assertion has failed.
Imports importCallees(ir::Module &M, Surroundings &Around,
                      std::function<bool(const ir::Function &)> IsFailure,
                      const ImportLimits &Limits = {});

} // namespace predabs

#endif
