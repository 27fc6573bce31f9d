// Whether what a program does is determined by the program and its inputs:
// nothing depends on the environment or on volatile memory, and no function is
// called that does something we do not know. Then runs can take the place of a
// proof. Whether something depends on addresses is looked for here where there
// are inputs; the one run of a program without them notices (ir::AddressUse).

#ifndef PREDABS_CHECKERS_RUNS_DETERMINISM_H
#define PREDABS_CHECKERS_RUNS_DETERMINISM_H

#include "checkers/program/Workspace.h"
#include "predicates/interpreter/Interpreter.h"

namespace predabs {

/// What may be left open.
enum class OpenValues : uint8_t {
  None,   ///< nothing, as far as calls can tell
  Inputs, ///< what functions return that ask for an input
};

/// Whether the initial value of some global is not known.
bool hasUnknownGlobal(const ir::Module &M);

/// Whether what \p R asks for is no input: the program computes it, in a way
/// that the lowering did not follow. A run with another value never happens.
bool isGivenByProgram(const ir::Module &M, const ir::ValueRequest &R);

/// Whether \p Call, which \p In makes, is one of strcmp, strncmp or memcmp
/// whose result is used for more than its sign. Libraries give different
/// numbers.
bool usesNumberOfOrder(const ir::Module &M, const ir::Function &In,
                       const ir::Stmt &Call);

bool isDetermined(const Workspace &W, const ir::Function &Start,
                  OpenValues Open);

/// The same of one statement of the one run of a program without inputs, when
/// the run comes there. That \p S calls a function with a body, or one through
/// a pointer, is no matter: the run goes there.
bool isDeterminedAt(const Workspace &W, const ir::Function &In,
                    const ir::Stmt &S);

} // namespace predabs

#endif
