#include "plugin/StatsFile.h"
#include "predicates/Version.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace predabs;
using llvm::json::OStream;

namespace {

void writeExactness(OStream &J, const ir::Exactness &How) {
  J.attribute("statements", How.Statements);
  J.attribute("exact", How.Statements - How.Approximated);
  J.attribute("floating_point", How.FloatingPoint);
  J.attribute("approximated", How.Approximated);
  J.attributeObject("reasons", [&] {
    for (unsigned R = 0; R < ir::NumReasons; ++R)
      if (How.ByReason[R])
        J.attribute(ir::reasonText(ir::Reason(R)), How.ByReason[R]);
  });
}

void writeNumbers(OStream &J, const Stats &S) {
  J.attribute("functions", int64_t(S.Functions.size()));
  writeExactness(J, S.total());
  J.attribute("expressions", int64_t(S.Expressions));
  J.attributeObject("microseconds", [&] {
    J.attribute("lower", int64_t(S.LowerTime));
    J.attribute("check", int64_t(S.CheckTime));
  });
  J.attribute("peak_memory_bytes", int64_t(S.PeakMemory));
}

void writeFile(OStream &J, const FileStats &S) {
  // JSON is UTF-8, file names are bytes.
  J.attribute("file", llvm::json::fixUTF8(S.File));
  if (!S.Lost.empty())
    J.attribute("lost", llvm::json::fixUTF8(S.Lost));
  writeNumbers(J, S.Numbers);
}

Stats sum(const std::vector<FileStats> &All) {
  Stats Sum;
  for (const FileStats &F : All) {
    const Stats &S = F.Numbers;
    Sum.Functions.insert(Sum.Functions.end(), S.Functions.begin(),
                         S.Functions.end());
    Sum.Expressions += S.Expressions;
    Sum.LowerTime += S.LowerTime;
    Sum.CheckTime += S.CheckTime;
    Sum.PeakMemory = std::max(Sum.PeakMemory, S.PeakMemory);
  }
  return Sum;
}

template <class Body> std::string document(Body Write) {
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  OStream J(Out, /*IndentSize=*/2);
  J.object([&] {
    J.attribute("version", PREDABS_VERSION_STRING);
    Write(J);
  });
  Out << '\n';
  return Text;
}

} // namespace

std::string predabs::statsJson(const FileStats &S) {
  return document([&](OStream &J) { writeFile(J, S); });
}

std::string predabs::statsJson(const std::vector<FileStats> &All) {
  return document([&](OStream &J) {
    writeNumbers(J, sum(All));
    J.attributeArray("files", [&] {
      for (const FileStats &S : All)
        J.object([&] { writeFile(J, S); });
    });
  });
}

std::optional<std::string> predabs::writeAtomically(const std::string &Path,
                                                    const std::string &Text) {
  llvm::Error E = llvm::writeToOutput(Path, [&](llvm::raw_ostream &Out) {
    Out << Text;
    return llvm::Error::success();
  });
  if (!E)
    return std::nullopt;
  return "cannot write " + llvm::toString(std::move(E));
}
