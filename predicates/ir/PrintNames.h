// How the printer writes names: with their sigils, and in quotes where the
// parser would take them for something else.

#ifndef PREDABS_PREDICATES_IR_PRINTNAMES_H
#define PREDABS_PREDICATES_IR_PRINTNAMES_H

#include "predicates/ir/Module.h"

#include <string>

namespace predabs::ir {

/// `$x` of a global variable, `%x` of another.
void appendVariable(std::string &Out, const Variable &V);
void appendFunction(std::string &Out, const Function &F);
void appendRecord(std::string &Out, const std::string &Name);
void appendFieldName(std::string &Out, const std::string &Name);
void appendLabel(std::string &Out, const std::string &Name);

} // namespace predabs::ir

#endif
