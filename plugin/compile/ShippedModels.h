// Where the models of the C library are that come with PredAbs: near the plugin
// or the driver, in the build folder and where it is installed.

#ifndef PREDABS_PLUGIN_COMPILE_SHIPPEDMODELS_H
#define PREDABS_PLUGIN_COMPILE_SHIPPEDMODELS_H

#include "checkers/options/Options.h"

namespace predabs {

/// The program that runs, as a path.
std::string mainProgram();

/// The file, or where it should be.
std::string shippedModels();

/// \p Opts with these unless it names others.
Options withModels(Options Opts);

} // namespace predabs

#endif
