#include "plugin/output/ReportJson.h"

using namespace predabs;
using llvm::json::fixUTF8;
using llvm::json::OStream;

void predabs::writeText(OStream &J, llvm::StringRef Key,
                        const std::string &Text) {
  if (!Text.empty())
    J.attribute(Key, fixUTF8(Text));
}

void predabs::writePlace(OStream &J, ir::Loc Where,
                         const std::vector<std::string> &Files) {
  if (!Where.isValid())
    return;
  J.attribute("file", fixUTF8(Files[Where.File]));
  J.attribute("line", Where.Line);
  J.attribute("column", Where.Column);
}

void predabs::writePath(OStream &J, const std::vector<Note> &Steps,
                        const std::vector<std::string> &Files) {
  J.attributeArray("path", [&] {
    for (const Note &N : Steps)
      J.object([&] {
        writePlace(J, N.Where, Files);
        writeText(J, "note", N.Text);
      });
  });
}

/// What Decision::Why is, by the verdict.
static const char *whyKey(Verdict V) {
  switch (V) {
  case Verdict::Unknown:
    return "reason";
  case Verdict::Latent:
    return "condition";
  case Verdict::Proved:
  case Verdict::Violated:
    break;
  }
  return "remark";
}

void predabs::writeVerdict(OStream &J, const Decision &D,
                           const std::vector<std::string> &Files) {
  writePlace(J, D.What.Where, Files);
  writeText(J, "function", D.What.Function);
  writeText(J, "property", D.What.Property);
  writeText(J, "text", D.What.Text);
  writeText(J, "finding", D.What.Finding);
  J.attribute("verdict", verdictText(D.Answer));
  writeText(J, whyKey(D.Answer), D.Why);
}

void predabs::writeEvidence(OStream &J, const Evidence &E) {
  J.attributeArray("predicates", [&] {
    for (const std::string &P : E.Predicates)
      J.value(fixUTF8(P));
  });
  writeText(J, "invariant", E.Invariant);
  J.attribute("rounds", E.Rounds);
  J.attribute("units", E.Units);
}
