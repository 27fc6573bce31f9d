// How names are written, see PrintNames.h.

#include "predicates/ir/PrintNames.h"

#include "predicates/ir/Syntax.h"

namespace predabs::ir {

static void appendSigil(std::string &Out, char Sigil, const std::string &Name) {
  Out += Sigil;
  if (isBareName(Name))
    Out += Name;
  else
    appendQuoted(Out, Name);
}

void appendVariable(std::string &Out, const Variable &V) {
  appendSigil(Out, V.isGlobal() ? '$' : '%', V.Name);
}

void appendFunction(std::string &Out, const Function &F) {
  appendSigil(Out, '@', F.Name);
}

void appendRecord(std::string &Out, const std::string &Name) {
  if (isBareRecord(Name))
    Out += Name;
  else
    appendQuoted(Out, Name);
}

void appendFieldName(std::string &Out, const std::string &Name) {
  if (isBareField(Name))
    Out += Name;
  else
    appendQuoted(Out, Name);
}

void appendLabel(std::string &Out, const std::string &Name) {
  if (isBareLabel(Name))
    Out += Name;
  else
    appendQuoted(Out, Name);
}

} // namespace predabs::ir
