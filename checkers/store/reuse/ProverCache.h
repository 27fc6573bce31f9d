// Answers of the prover that outlive a compile. What is asked about a function
// of another file is asked again in each file that calls it: with
//
//   int inc(int x) { return x + 1; }        // a.c
//   assert(inc(n) > n);                     // b.c, c.c, ...
//
// every one of these would ask whether `'x + 1 > 'x` can be false. So questions
// that come up while the body of such a function is abstracted are kept, with
// their answers, under the key of its code or contract: one small file for each
// function, in the folder of the index.
//
// A question is known by a digest of all that its answer depends on: the terms
// and the situation as text, the types of the variables in them, the layout of
// records, the target. A file is checked as a side-car is, and trusted as that
// (docs/summaries.md).

#ifndef PREDABS_CHECKERS_STORE_REUSE_PROVERCACHE_H
#define PREDABS_CHECKERS_STORE_REUSE_PROVERCACHE_H

#include "checkers/store/format/Summary.h"
#include "predicates/prover/Prover.h"

#include <functional>
#include <map>
#include <optional>

namespace predabs {

/// Questions about one function, and their answers.
struct ProverCache {
  struct Entry {
    Answer Is = Answer::Unknown;
    /// Yes: the truth values of all terms.
    std::vector<bool> Witness;
    /// No: the core.
    std::vector<Literal> Core;

    bool operator==(const Entry &) const = default;
  };
  std::map<Key, Entry> Known;

  bool operator==(const ProverCache &) const = default;
};

/// Beyond these nothing is added to a cache.
constexpr size_t MaxCacheEntries = 2000;

/// The bytes of a file with \p Cache; equal caches give equal bytes.
std::string encode(const ProverCache &Cache);
/// Nothing if \p Bytes are no such file, or a damaged one.
std::optional<ProverCache> decodeProverCache(std::string_view Bytes);

/// Asks other provers what no cache knows: \p Inner while there is none, and
/// else \p Apart, which remembers nothing (Memory::None). So an answer is the
/// same, costs the same, and has the same effect on other questions, whether
/// some other file has asked before or not.
class CachingProver : public Prover {
public:
  CachingProver(const ir::Context &Ctx, std::unique_ptr<Prover> Inner,
                std::unique_ptr<Prover> Apart)
      : Ctx(Ctx), Inner(std::move(Inner)), Apart(std::move(Apart)) {}

  std::unique_ptr<Questions> about(std::vector<const ir::Expr *> Terms,
                                   Situation S) override;
  const ProverStatistics &statistics() const override;

  /// What is asked from now on goes into \p Cache; null: into none.
  void use(ProverCache *Cache);
  /// Questions that had to be asked although there was a cache.
  uint64_t askedWithCache() const;

private:
  friend class CachedQuestions;

  const ir::Context &Ctx;
  std::unique_ptr<Prover> Inner, Apart;
  ProverCache *Current = nullptr;
  uint64_t Found = 0, FoundUnknown = 0;
  uint64_t Asked = 0, AskedUnknown = 0; ///< with a cache
  uint64_t Repeated = 0;                ///< likewise, and it was clear
  mutable ProverStatistics Sum;
};

} // namespace predabs

#endif
