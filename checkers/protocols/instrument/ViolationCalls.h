// Writes the calls that stand for violations (Violation.h).

#ifndef PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_VIOLATIONCALLS_H
#define PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_VIOLATIONCALLS_H

#include "checkers/protocols/instrument/CodeWriter.h"
#include "checkers/protocols/instrument/Violation.h"

#include <map>
#include <string>

namespace predabs {

class ViolationCalls {
public:
  explicit ViolationCalls(ir::Module &M) : M(M), Ctx(M.Ctx) {}

  /// Adds to \p Code that \p What happens.
  void fail(CodeWriter &Code, const Violation &What);

private:
  ir::Function *violationFunction();
  const ir::Expr *literal(const std::string &Text);

  ir::Module &M;
  ir::Context &Ctx;
  std::map<std::string, ir::Variable *> Literals;
};

} // namespace predabs

#endif
