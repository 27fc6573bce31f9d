// The program that has loaded the plugin. Flags of a build end up in a
// compilation database, and so the plugin comes into every tool that reads one:
// clang-tidy, clang-check, whatever is made with libTooling. These make no
// object, show no warnings of ours, and change the compiler's options in ways
// that no command line could.

#ifndef PREDABS_PLUGIN_COMPILE_HOST_H
#define PREDABS_PLUGIN_COMPILE_HOST_H

namespace clang {
class CompilerInstance;
}

namespace predabs {

/// Whether this is a compile by clang, and not a tool that parses.
bool isCompiler(const clang::CompilerInstance &CI);

/// Says, once, that nothing is done here.
void standAside();

} // namespace predabs

#endif
