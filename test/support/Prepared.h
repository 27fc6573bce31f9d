// A module from its text, ready to be judged, with the options of a run.

#ifndef PREDABS_TEST_SUPPORT_PREPARED_H
#define PREDABS_TEST_SUPPORT_PREPARED_H

#include "checkers/engine/AnalysisScope.h"
#include "checkers/engine/Prepare.h"
#include "predicates/ir/Parse.h"

#include <gtest/gtest.h>

namespace predabs {

inline std::unique_ptr<ir::Module> parsedModule(const std::string &Text) {
  ir::ParsedModule P = ir::parseModule(
      "func @reach_error() -> void noreturn\nfunc @input() -> i32\n" + Text);
  EXPECT_TRUE(P) << P.Error.str();
  return std::move(P.Parsed);
}

/// A function that fails if \p Condition holds of the parameter x.
inline std::string failing(const std::string &Name,
                           const std::string &Attributes,
                           const std::string &Before,
                           const std::string &Condition) {
  return "func @" + Name + "(%x: i32) -> void" + Attributes +
         " {\n  var %y: i32\nentry:\n" + Before +
         "  goto then, else\nthen:\n  assume " + Condition +
         "\n  call @reach_error()\n  stop\nelse:\n  assume !(" + Condition +
         ")\n  return\n}\n";
}

/// A function without assertions and with these statements.
inline std::string doing(const std::string &Head, const std::string &Body) {
  return "func @" + Head + " {\nentry:\n" + Body + "}\n";
}

struct Prepared {
  explicit Prepared(const std::string &Text, const std::string &Option = "")
      : M(parsedModule(Text)), Opts(optionsOf(Option)), P(*M, Input),
        Seen(P, Opts) {}

  const ir::Function &function(const std::string &Name) const {
    return *M->findFunction(Name);
  }

  std::unique_ptr<ir::Module> M;
  Options Opts;
  std::vector<Protocol> Protocols;
  EntryStates AtEntry;
  EngineInput Input = {
      .Opts = Opts, .Protocols = Protocols, .AtEntry = AtEntry};
  PreparedModule P;
  AnalysisScope Seen;

private:
  static Options optionsOf(const std::string &Option) {
    Options O;
    if (!Option.empty()) {
      EXPECT_EQ(parseOption(O, Option, Scope::Driver).value_or(""), "");
    }
    return O;
  }
};

} // namespace predabs

#endif
