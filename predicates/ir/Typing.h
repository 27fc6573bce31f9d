// Which operands the operations of Expr.h take: the rules that the parser
// asks before it makes an expression, and verify asks again afterwards.
// Each function gives what is wrong, in words, or nothing.

#ifndef PREDABS_PREDICATES_IR_TYPING_H
#define PREDABS_PREDICATES_IR_TYPING_H

#include "predicates/ir/Expr.h"

#include <optional>
#include <string>

namespace predabs::ir {

using Problem = std::optional<std::string>;

Problem fieldProblem(const Expr *Record);
Problem indexProblem(const Expr *Array, const Type *Index);
Problem derefProblem(const Type *Pointer);
Problem addrOfProblem(const Expr *Place);
Problem unaryProblem(Op O, const Type *A);
Problem binaryProblem(Op O, const Type *A, const Type *B);
Problem castProblem(const Type *To, const Type *From);
Problem condProblem(const Type *C, const Type *A, const Type *B);

/// Whether a variable or an array's element can have that type.
bool isObjectType(const Type *T);

} // namespace predabs::ir

#endif
