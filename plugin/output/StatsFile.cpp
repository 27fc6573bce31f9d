#include "plugin/output/StatsFile.h"
#include "predicates/Version.h"

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

void writeEngine(OStream &J, const EngineStats &S) {
  J.attributeObject("engine", [&] {
    J.attribute("functions", int64_t(S.Functions));
    J.attribute("imported", int64_t(S.Imported));
    J.attribute("reused", int64_t(S.Reused));
    J.attribute("predicates", int64_t(S.Predicates));
    J.attribute("rounds", int64_t(S.Rounds));
    J.attribute("exact_contracts", int64_t(S.Exact));
    J.attribute("queries", int64_t(S.Asked));
    J.attribute("queries_remembered", int64_t(S.Remembered));
    J.attribute("queries_kept", int64_t(S.Kept));
    J.attribute("queries_imported", int64_t(S.AskedImported));
    J.attribute("bdd_nodes", int64_t(S.BddNodes));
    J.attribute("paths", int64_t(S.Paths));
    J.attribute("paths_infeasible", int64_t(S.Infeasible));
    J.attribute("runs", int64_t(S.Runs));
    J.attribute("units", int64_t(S.Units));
    J.attribute("disagreements", int64_t(S.Disagreements));
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
  writeEngine(J, S.Engine);
}

void writeFile(OStream &J, const FileReport &R) {
  // JSON is UTF-8, file names are bytes.
  J.attribute("file", llvm::json::fixUTF8(R.File));
  if (!R.Lost.empty())
    J.attribute("lost", llvm::json::fixUTF8(R.Lost));
  writeNumbers(J, R.Found.Numbers);
}

Stats sum(const std::vector<FileReport> &All) {
  Stats Sum;
  for (const FileReport &R : All) {
    const Stats &S = R.Found.Numbers;
    Sum.Functions.insert(Sum.Functions.end(), S.Functions.begin(),
                         S.Functions.end());
    Sum.Expressions += S.Expressions;
    Sum.LowerTime += S.LowerTime;
    Sum.CheckTime += S.CheckTime;
    Sum.PeakMemory = std::max(Sum.PeakMemory, S.PeakMemory);
    add(Sum.Engine, S.Engine);
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

std::string predabs::statsJson(const FileReport &R) {
  return document([&](OStream &J) { writeFile(J, R); });
}

std::string predabs::statsJson(const std::vector<FileReport> &All) {
  return document([&](OStream &J) {
    writeNumbers(J, sum(All));
    J.attributeArray("files", [&] {
      for (const FileReport &R : All)
        J.object([&] { writeFile(J, R); });
    });
  });
}
