#include "plugin/VerdictsFile.h"
#include "predicates/Version.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <array>

using namespace predabs;
using llvm::json::fixUTF8;
using llvm::json::OStream;

namespace {

void writePlace(OStream &J, ir::Loc Where, const Report &R) {
  if (!Where.isValid())
    return;
  J.attribute("file", fixUTF8(R.Files[Where.File]));
  J.attribute("line", Where.Line);
  J.attribute("column", Where.Column);
}

void writeText(OStream &J, llvm::StringRef Key, const std::string &Text) {
  if (!Text.empty())
    J.attribute(Key, fixUTF8(Text));
}

/// What Decision::Why is, by the verdict.
const char *whyKey(Verdict V) {
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

void writeMessage(OStream &J, const Message &M, const Report &R) {
  writeText(J, "message", M.Text);
  J.attributeArray("path", [&] {
    for (const Note &N : M.Notes)
      J.object([&] {
        writePlace(J, N.Where, R);
        writeText(J, "note", N.Text);
      });
  });
}

void writeEvidence(OStream &J, const Evidence &E) {
  J.attributeArray("predicates", [&] {
    for (const std::string &P : E.Predicates)
      J.value(fixUTF8(P));
  });
  writeText(J, "invariant", E.Invariant);
  J.attribute("rounds", int64_t(E.Rounds));
  J.attribute("units", int64_t(E.Units));
}

void writeDecision(OStream &J, const Decision &D, const Report &R) {
  writePlace(J, D.What.Where, R);
  writeText(J, "function", D.What.Function);
  writeText(J, "property", D.What.Property);
  writeText(J, "text", D.What.Text);
  J.attribute("verdict", verdictText(D.Answer));
  writeText(J, whyKey(D.Answer), D.Why);
  if (const Message *M = messageOf(D, R))
    writeMessage(J, *M, R);
  writeEvidence(J, D.Basis);
}

void writeFile(OStream &J, const FileReport &F) {
  J.attribute("file", fixUTF8(F.File));
  writeText(J, "lost", F.Lost);
  J.attributeArray("verdicts", [&] {
    for (const Decision &D : F.Found.Decisions)
      J.object([&] { writeDecision(J, D, F.Found); });
  });
}

void writeCounts(OStream &J, const std::vector<FileReport> &All) {
  std::array<int64_t, NumVerdicts> Counts = {};
  for (const FileReport &F : All)
    for (const Decision &D : F.Found.Decisions)
      ++Counts[size_t(D.Answer)];
  for (unsigned V = 0; V < NumVerdicts; ++V)
    J.attribute(verdictText(Verdict(V)), Counts[V]);
}

} // namespace

std::string predabs::verdictsJson(const std::vector<FileReport> &All) {
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  OStream J(Out, /*IndentSize=*/2);
  J.object([&] {
    J.attribute("version", PREDABS_VERSION_STRING);
    writeCounts(J, All);
    J.attributeArray("files", [&] {
      for (const FileReport &F : All)
        J.object([&] { writeFile(J, F); });
    });
  });
  Out << '\n';
  return Text;
}
