// Models of the C library's functions: what a call of a function without a
// body does. A table names them; each model is a small function.

#ifndef PREDABS_PREDICATES_IR_INTERPRETER_LIBRARY_H
#define PREDABS_PREDICATES_IR_INTERPRETER_LIBRARY_H

#include "predicates/ir/interpreter/Machine.h"

#include <span>

namespace predabs::ir::interp {

/// A call on its way through a model. A model that cannot go on stops the
/// machine.
struct LibraryCall {
  Machine &M;
  const Insn *At;
  const Function &Callee;
  std::span<const Argument> Args;
  UInt128 Result = 0;

  uint64_t word(size_t I) const { return uint64_t(Args[I].Bits); }
  void refuse(std::string Why) { M.stop(At, Outcome::Refused, std::move(Why)); }
  void undefined(std::string Why) { M.undefined(At, std::move(Why)); }

  /// The byte at \p Addr; an empty answer has stopped the machine.
  std::optional<uint8_t> byte(uint64_t Addr);
  /// The string at \p Addr, of at most \p Limit characters.
  std::optional<std::string> string(uint64_t Addr, uint64_t Limit = UINT64_MAX);
  /// Writes \p Text and a zero; false: the machine has stopped.
  bool writeString(uint64_t Addr, std::string_view Text);
  /// The same for the pointer \p V.
  bool writePointer(uint64_t Addr, uint64_t V);
};

struct LibraryRow {
  const char *Name;
  size_t MinArgs;
  void (*Run)(LibraryCall &);
};

/// Whether \p Name is a function that prints: of a number that is not known
/// nothing depends on its value but what is printed.
bool isPrinting(std::string_view Name);

/// Parts of the table: see Mathematics.cpp, Questions.cpp.
std::span<const LibraryRow> mathematicsRows();
std::span<const LibraryRow> questionRows();

/// The model of the function \p Name, or null. `__builtin_f` has that of f, and
/// so has `__isoc23_f`, as newer GNU libraries call it.
const LibraryRow *findModel(std::string_view Name);

} // namespace predabs::ir::interp

#endif
