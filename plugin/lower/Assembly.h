// Functions that assembly outside of functions defines.

#ifndef PREDABS_PLUGIN_LOWER_ASSEMBLY_H
#define PREDABS_PLUGIN_LOWER_ASSEMBLY_H

#include "predicates/ir/Module.h"

namespace predabs::lower {

/// Gives \p F, of which there is a label, a body: it may do what assembly in a
/// function may that says that it changes memory. Not one that does not return
/// or has a variable number of parameters.
void lowerAssembled(ir::Module &M, ir::Function &F);

} // namespace predabs::lower

#endif
