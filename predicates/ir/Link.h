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
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace predabs::ir {

/// A module with \p F, and with the records, globals and declarations of
/// functions that it names, directly or through types and initial values.
/// Globals that other files may write are declared; the others keep their
/// initial values. Equal functions give equal modules, whatever else is in
/// theirs: string literals and records without a name are numbered anew, in the
/// order in which \p F names them, and what is named first comes first. (A
/// compound literal that can be written keeps its number: it is not the same as
/// another that looks like it.) Files are those that its locations name.
std::unique_ptr<Module> extract(const Module &M, const Function &F);

/// The text of extract(M, F) without locations and display names, and without
/// the arguments of calls for which \p HidesArguments: those that only name a
/// place in the source, as __assert_fail's do. Two functions with the same text
/// do the same.
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

/// Adds what \p From defines to \p Into, and what that names. Functions and
/// globals that other files can name are the same if their names are; internal
/// ones are called `name@Origin` in \p Into, where \p Origin, which is not
/// empty, says whose they are: internal functions of one origin meet each other
/// again. What \p Into has as internal under a name without origin is its own:
/// something of that name from elsewhere is called `name@`. A definition that
/// \p Into has stays as it is. A declaration without a prototype, or without an
/// array's count, matches one that has it and keeps its type: the definition of
/// an array then stays elsewhere.
///
/// Records of one name must be the same in both unless one is incomplete, and
/// so must types of globals and functions, and the target; otherwise nothing
/// happens. Records without a name are the same where what has their type is,
/// or where they look alike. A module that initialises globals by a function
/// is not linked, for nobody would call it: its extracts are.
Linked link(Module &Into, const Module &From, std::string_view Origin);

/// What a function or global of that name is called where it comes from: `m`
/// for `m@Origin`.
inline std::string ownName(const std::string &Name) {
  return Name.substr(0, Name.rfind('@'));
}

} // namespace predabs::ir

#endif
