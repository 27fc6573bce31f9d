// Where the models of the C library are that come with PredAbs: near the plugin
// or the driver, in the build folder and where it is installed.

#ifndef PREDABS_PLUGIN_SHIPPEDMODELS_H
#define PREDABS_PLUGIN_SHIPPEDMODELS_H

#include <string>

namespace predabs {

/// The file, or where it should be.
std::string shippedModels();

} // namespace predabs

#endif
