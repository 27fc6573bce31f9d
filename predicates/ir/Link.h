// Functions that leave their module for another: the summary of a function
// carries its code, so that a caller in another file can look into it.
//
//   extract     a function with what it names, as a module of its own
//   link        the functions of one module, added to another
//   codeText    what a function means, without where it stands

#ifndef PREDABS_PREDICATES_IR_LINK_H
#define PREDABS_PREDICATES_IR_LINK_H

#include "predicates/ir/Module.h"

#include <functional>
#include <span>

namespace predabs::ir {

/// A module with \p F, and with the records, globals and declarations of
/// functions that it names, directly or through types and initial values.
/// Equal functions give equal modules, whatever else is in theirs: string
/// literals and other nameless globals are numbered anew, in the order in which
/// \p F names them. Files are those that its locations name.
std::unique_ptr<Module> extract(const Module &M, const Function &F);

/// The text of extract(M, F) without locations, and without the arguments of
/// calls for which \p HidesArguments: those that only name a place in the
/// source, as __assert_fail's do. Two functions with the same text do the same.
std::string
codeText(const Module &M, const Function &F,
         const std::function<bool(const Function &)> &HidesArguments);

struct Linked {
  /// Functions that have a body now and had none, by their name in the module
  /// they come from.
  std::vector<std::pair<std::string, Function *>> Added;
  /// Why nothing was added: "struct dev is not the same in both".
  std::string Conflict;
};

/// Adds what \p From defines to \p Into. Functions and globals that other
/// files can name are the same if their names are; internal ones get a name of
/// their own, made of theirs and of \p Origin, which says whose they are:
/// internal functions of one origin meet each other again. A definition that
/// \p Into has stays as it is. Records of one name must be the same in both,
/// and so must types of globals and functions; otherwise nothing happens.
/// The modules have the same target.
Linked link(Module &Into, const Module &From, std::string_view Origin);

} // namespace predabs::ir

#endif
