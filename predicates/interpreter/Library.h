// Models of the C library's functions: what a call of a function without a
// body does. The table is predicates/library/Functions.def; each model is a
// small function.

#ifndef PREDABS_PREDICATES_INTERPRETER_LIBRARY_H
#define PREDABS_PREDICATES_INTERPRETER_LIBRARY_H

#include "predicates/interpreter/Machine.h"
#include "predicates/library/Functions.h"

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

using LibraryModel = void(LibraryCall &);

/// A function of the table that is run.
struct LibraryRow {
  std::string_view Name;
  LibraryFunction::OnPath Symbolic;
  size_t MinArgs = 0;
  LibraryModel *Run = nullptr;
};

/// Of floating-point numbers, see Mathematics.cpp.
LibraryModel modelFabs, modelSqrt, modelFloor, modelCeil, modelTrunc,
    modelRound, modelFmax, modelFmin, modelCopysign, modelFmod;
/// What models in C ask, see EnvironmentAnswers.cpp.
LibraryModel modelQuestion, modelQuestionText, modelDraw, modelDrawSeeded,
    modelSpoil, modelSpoilIf, modelAsk, modelOf, modelAnswerBytes,
    modelCallbacksBegin, modelCallbacksEnd;

/// The model of the function that \p Name stands for, or null.
const LibraryRow *findModel(std::string_view Name);

/// Whether \p Row is of a function that prints: of a number that is not known
/// nothing depends on its value but what is printed.
inline bool isPrinting(const LibraryRow &Row) {
  return Row.Symbolic == LibraryFunction::OnPath::Prints;
}

} // namespace predabs::ir::interp

#endif
