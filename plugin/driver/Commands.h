// The subcommands of the driver. Each takes the words after its name and gives
// the exit status.

#ifndef PREDABS_PLUGIN_DRIVER_COMMANDS_H
#define PREDABS_PLUGIN_DRIVER_COMMANDS_H

#include <string>
#include <vector>

namespace predabs {

int runAbstract(const std::vector<std::string> &Args);
int runBp(const std::vector<std::string> &Args);
int runCheck(const std::vector<std::string> &Args);
int runIr(const std::vector<std::string> &Args);
int runStep(const std::vector<std::string> &Args);
int runSummary(const std::vector<std::string> &Args);

} // namespace predabs

#endif
