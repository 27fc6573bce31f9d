// Reads expressions: where a place lies, and where the addresses in a value
// come from. Both the constraints and the questions are made of this.
//
// A place is a root and a way from there: (*p).f[3].g is the target of p and a
// number of bytes, x.f[i] the variable x and some element of an array in it.
// The value of `c ? p + 1 : &x` comes from the value of p, one step on, and is
// the address of x.

#ifndef PREDABS_PREDICATES_ALIAS_PLACES_H
#define PREDABS_PREDICATES_ALIAS_PLACES_H

#include "predicates/alias/Memory.h"

namespace predabs::alias {

/// A place: \p Way on from the variable or from the target of the pointer.
struct Path {
  const ir::Variable *Var = nullptr;
  const ir::Expr *Pointer = nullptr; ///< if Var is null
  Motion Way;
  /// Bits of a bit-field begin at this one of the first byte.
  unsigned FirstBit = 0;
  uint64_t Bits = 0;
  bool ThroughUnion = false;

  /// The bytes in which it lies.
  uint64_t bytes() const { return (FirstBit + Bits + 7) / 8; }
};

Path pathOf(const ir::Expr *Place);

/// Where addresses in a value come from.
struct Source {
  enum class Kind : uint8_t {
    Address,  ///< At
    Contents, ///< what the place From holds
    Value,    ///< the value of From, moved
  };
  Kind What = Kind::Value;
  Label At = 0;
  const ir::Expr *From = nullptr;
  Motion Way;
};

bool isPlainConstant(const ir::Variable &V);

class Places {
public:
  explicit Places(const ir::Module &M);

  Memory &memory() { return Mem; }
  /// Whether \p V is of the program, and not of formulas about it.
  bool has(const ir::Variable *V) const { return Variables.contains(V); }
  ObjectId object(const ir::Variable *V) const { return Variables.at(V); }
  ObjectId object(const ir::Function *F) const { return Functions[F->Id]; }
  ObjectId result(const ir::Function *F) const { return Results[F->Id]; }

  /// The address of a place whose root is a variable of the program.
  Label address(const Path &P);
  /// Where the addresses in the scalar \p E come from.
  std::vector<Source> sources(const ir::Expr *E);

private:
  void placeSources(const ir::Expr *E, std::vector<Source> &Result);
  void addressSources(const ir::Expr *Place, std::vector<Source> &Result);
  void binarySources(const ir::Expr *E, std::vector<Source> &Result);
  void castSources(const ir::Expr *E, std::vector<Source> &Result);

  Memory Mem;
  std::unordered_map<const ir::Variable *, ObjectId> Variables;
  std::vector<ObjectId> Functions, Results;
};

/// \p E without casts between pointers.
const ir::Expr *withoutPointerCasts(const ir::Expr *E);

} // namespace predabs::alias

#endif
