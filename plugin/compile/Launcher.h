// Who started the compiler.

#ifndef PREDABS_PLUGIN_COMPILE_LAUNCHER_H
#define PREDABS_PLUGIN_COMPILE_LAUNCHER_H

#include <string>

namespace predabs {

/// The name of a compiler cache that started this compile, as "ccache", or
/// nothing. It is known by the program that it is, not by the name that it was
/// called by. A cache gives out again what a compile has printed
/// without a look at the summaries of other files, and without our side-car
/// file.
std::string compilerCache();

} // namespace predabs

#endif
