#include "plugin/output/VerdictsFile.h"

#include "plugin/output/ReportJson.h"
#include "predicates/Version.h"

#include "llvm/Support/raw_ostream.h"

#include <array>

using namespace predabs;
using llvm::json::fixUTF8;
using llvm::json::OStream;

namespace {

void writeMessage(OStream &J, const Message &M, const Report &R) {
  writeText(J, "message", M.Text);
  writePath(J, M.Notes, R.Files);
}

void writeDecision(OStream &J, const Decision &D, const Report &R) {
  writeVerdict(J, D, R.Files);
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
