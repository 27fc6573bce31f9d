// printf's formatting: reads a format string and arguments of the program.

#ifndef PREDABS_PREDICATES_INTERPRETER_FORMAT_H
#define PREDABS_PREDICATES_INTERPRETER_FORMAT_H

#include "predicates/interpreter/Library.h"

namespace predabs::ir::interp {

/// The text for the format string that is argument \p FormatArg, with the
/// arguments behind it; an empty answer has stopped the machine.
std::optional<std::string> format(LibraryCall &C, size_t FormatArg);

} // namespace predabs::ir::interp

#endif
