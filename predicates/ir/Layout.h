// Whether types can be those of objects in memory. What clang lays out can; a
// text can say anything: records that contain themselves, fields outside of
// their record, arrays larger than all memory.

#ifndef PREDABS_PREDICATES_IR_LAYOUT_H
#define PREDABS_PREDICATES_IR_LAYOUT_H

#include "predicates/ir/Context.h"

#include <optional>
#include <string>

namespace predabs::ir {

/// How deep fields and elements lie in each other, and how deep a type is
/// nested as it is written. Whoever walks over types by recursion relies on it.
constexpr unsigned MaxTypeNesting = 1000;
/// More bytes than any object has: their bits can still be counted.
constexpr uint64_t MaxObjectSize = uint64_t(1) << 60;

/// What is wrong with a type of \p C, in words, or nothing.
std::optional<std::string> layoutProblem(const Context &C);

} // namespace predabs::ir

#endif
