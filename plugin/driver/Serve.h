// How the driver's subcommands work on one file: in a child.

#ifndef PREDABS_PLUGIN_DRIVER_SERVE_H
#define PREDABS_PLUGIN_DRIVER_SERVE_H

#include "checkers/options/Options.h"

#include <functional>

namespace predabs {

/// Everything happens in a child that prints by itself and answers with the
/// exit status. If it is lost, says so for \p File.
int serveIsolated(const std::function<int()> &Work, const Options &Opts,
                  const std::string &File);

} // namespace predabs

#endif
