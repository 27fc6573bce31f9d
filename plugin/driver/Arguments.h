// The command line of the driver's subcommands: rows of the option table, and
// a few options that belong to one subcommand alone.

#ifndef PREDABS_PLUGIN_DRIVER_ARGUMENTS_H
#define PREDABS_PLUGIN_DRIVER_ARGUMENTS_H

#include "checkers/options/Options.h"

#include <cstdint>
#include <functional>

namespace predabs {

/// What is wrong, in one line; nothing if nothing is.
using Complaint = std::optional<std::string>;

/// An option of one subcommand.
struct LocalOption {
  std::string Name; ///< without dashes; a single letter has one dash
  std::string Meta; ///< stands for the value; empty for a flag
  std::string Help;
  std::function<Complaint(const std::string &Value)> Set;
};

LocalOption flag(std::string Name, std::string Help, bool &Field);
LocalOption value(std::string Name, std::string Meta, std::string Help,
                  std::string &Field);
/// May be given several times.
LocalOption values(std::string Name, std::string Meta, std::string Help,
                   std::vector<std::string> &Field);
LocalOption number(std::string Name, std::string Meta, std::string Help,
                   uint64_t &Field);

struct Syntax {
  std::vector<LocalOption> Local;
  /// Rows of the option table that apply; empty: all that the driver has.
  std::vector<std::string_view> Shared;

  /// The options' part of the help.
  std::string help() const;
};

struct Arguments {
  Options Opts;
  /// The options of the shared table as they were given, name=value.
  std::vector<std::string> Words;
  std::vector<std::string> Files;
  /// What stands after `--`.
  std::vector<std::string> Compiler;
};

/// Reads \p Args, the words after the subcommand.
Complaint parseArguments(const Syntax &S, const std::vector<std::string> &Args,
                         Arguments &Into);

/// Says \p Text in one line on standard error, and shows \p Excerpt below it;
/// the exit status for "could not do the work".
int fail(const std::string &Text, llvm::StringRef Excerpt = "");

/// Writes out what was printed. Gives \p Status, or 2, with a line, if that is
/// not possible: what was asked for is not there.
int finishOutput(int Status);

} // namespace predabs

#endif
