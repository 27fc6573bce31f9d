// The key of a list of texts and numbers.

#ifndef PREDABS_CHECKERS_STORE_FORMAT_DIGEST_H
#define PREDABS_CHECKERS_STORE_FORMAT_DIGEST_H

#include "checkers/store/format/Summary.h"
#include "predicates/ir/Module.h"

#include <functional>

namespace predabs {

/// Texts one after the other, so that no two lists give the same.
class Digest {
public:
  void add(std::string_view Text) {
    All += std::to_string(Text.size()) + ":";
    All += Text;
  }
  void add(uint64_t N) { add(std::string_view(std::to_string(N))); }
  void add(const Key &K) { add(std::string_view(K.str())); }
  Key key() const { return keyOf(All); }

private:
  std::string All;
};

/// Adds how large the record \p T is, and where its fields are.
void addLayout(Digest &D, const ir::Type &T);

/// Adds what \p G means, as it is at the start of a program, with addresses
/// as \p Text has them.
void addGlobal(Digest &D, const ir::Variable &G,
               const std::function<std::string(const ir::Expr *)> &Text);
void addGlobal(Digest &D, const ir::Variable &G);

} // namespace predabs

#endif
