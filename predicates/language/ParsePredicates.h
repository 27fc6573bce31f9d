// Reads predicate files (docs/predicates.md has the grammar):
//
//   // what inc does
//   inc    { x == 'x, x == 'x + 1 }
//   swap   { *'p == '*q, *'q == '*p }
//   global { locked == 1 }
//
// An expression is C over the names in scope: the function's parameters and
// variables (of inner scopes too; where two have the same name, the first is
// meant), globals, enumerators, types in casts and sizeof. Types and
// enumerators are the front end's to know, see NameSource.

#ifndef PREDABS_PREDICATES_LANGUAGE_PARSEPREDICATES_H
#define PREDABS_PREDICATES_LANGUAGE_PARSEPREDICATES_H

#include "predicates/language/Predicate.h"
#include "predicates/text/Errors.h"

#include <optional>
#include <string_view>

namespace predabs {

/// What the names of types and enumerators mean; the intermediate language
/// has forgotten them. Names are those that are in scope somewhere in a
/// function \p In, or at file scope if that is null.
class NameSource {
public:
  virtual ~NameSource() = default;
  /// The type of a typedef, or of `struct`, `union`, `enum` \p Tag, or null.
  virtual const ir::Type *typeNamed(const ir::Function *In,
                                    std::string_view Name) = 0;
  virtual const ir::Type *typeTagged(const ir::Function *In,
                                     std::string_view Tag) = 0;
  /// Types of C that are the target's choice.
  enum class TargetType : uint8_t { Char, Long, LongDouble };
  virtual const ir::Type *targetType(TargetType T) = 0;
  struct Enumerator {
    const ir::Type *Ty;
    ir::UInt128 Bits;
  };
  virtual std::optional<Enumerator> enumerator(const ir::Function *In,
                                               std::string_view Name) = 0;
  /// A variable of the module that people write as \p Name but that has
  /// another name there (C++: `ns::x`), or null.
  virtual const ir::Variable *variableNamed(const ir::Function *In,
                                            std::string_view Name) = 0;
  /// All functions that people write as \p Name (C++: overloads), by Id.
  virtual std::vector<const ir::Function *>
  functionsNamed(std::string_view Name) = 0;
};

/// Knows functions and records by the module alone, and no typedefs. Types
/// are those of x86-64, with `long` as wide as a pointer.
class ModuleNames : public NameSource {
public:
  explicit ModuleNames(ir::Module &M) : M(M) {}
  const ir::Type *typeNamed(const ir::Function *In,
                            std::string_view Name) override;
  const ir::Type *typeTagged(const ir::Function *In,
                             std::string_view Tag) override;
  const ir::Type *targetType(TargetType T) override;
  std::optional<Enumerator> enumerator(const ir::Function *In,
                                       std::string_view Name) override;
  const ir::Variable *variableNamed(const ir::Function *In,
                                    std::string_view Name) override;
  std::vector<const ir::Function *>
  functionsNamed(std::string_view Name) override;

private:
  ir::Module &M;
};

using PredicateError = text::FileError;

/// Adds the predicates in \p Text to \p Into. All errors, in order; after an
/// error in one predicate the next ones are still read and added.
std::vector<PredicateError> parsePredicates(std::string_view Text,
                                            const std::string &File,
                                            NameSource &Names,
                                            PredicateSet &Into);

/// The same for the list of predicates of \p F (null: globals) alone, as in
/// an annotation: what stands between the braces. \p Line and \p Column are
/// where \p Text begins in \p File.
std::vector<PredicateError>
parsePredicateList(std::string_view Text, const std::string &File,
                   uint32_t Line, uint32_t Column, const ir::Function *F,
                   NameSource &Names, PredicateSet &Into);

/// The parts of \p Condition that connectives join, each once, without those
/// that no predicate is kept of: about temporaries, or floats.
std::vector<const ir::Expr *> atomsOf(const ir::Expr *Condition);

/// Adds the atoms of the conditions that \p F branches on: `--predicates auto`.
/// Those over globals alone stay local to F.
void addBranchPredicates(const ir::Function &F, PredicateSet &Into);

} // namespace predabs

#endif
