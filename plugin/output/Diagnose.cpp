#include "plugin/output/Diagnose.h"

#include "plugin/output/WarningFlags.h"
#include "predicates/text/Printable.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"

#include <set>

using namespace predabs;
using clang::DiagnosticsEngine;

clang::SourceLocation predabs::resolve(ir::Loc L, const Report &R,
                                       clang::SourceManager &Sources) {
  if (!L.isValid() || L.File >= R.Files.size())
    return {};
  const std::string &Name = R.Files[L.File];
  auto File = Sources.getFileManager().getOptionalFileRef(Name);
  if (File)
    return Sources.translateFileLineCol(*File, L.Line, std::max(1u, L.Column));
  // Lines from a pipe or a buffer have no file, and a name with control
  // characters has question marks by now; the main file is one of them.
  return Name.starts_with("<") || Name.find('?') != Name.npos
             ? Sources.translateLineCol(Sources.getMainFileID(), L.Line,
                                        std::max(1u, L.Column))
             : clang::SourceLocation();
}

namespace {

void emit(const Message &M, const Report &R, ErrorChoice Errors,
          DiagnosticsEngine &Diags, clang::SourceManager &Sources) {
  WarningLevel Level = levelOf(M.Rule, Errors, Diags);
  if (Level == WarningLevel::Ignored)
    return;
  clang::SourceLocation Where = resolve(M.Where, R, Sources);
  unsigned Warning =
      Diags.getCustomDiagID(DiagnosticsEngine::Warning, "%0 [%1]");
  unsigned Error = Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0 [%1]");
  unsigned Note = Diags.getCustomDiagID(DiagnosticsEngine::Note, "%0");
  if (Level == WarningLevel::Error)
    Diags.Report(Where, Error) << M.Text << "-Werror," + M.Rule;
  else
    Diags.Report(Where, Warning) << M.Text << M.Rule;
  for (const predabs::Note &N : M.Notes)
    Diags.Report(resolve(N.Where, R, Sources), Note) << N.Text;
}

/// The first line of a file, shown below a remark about the whole of it, would
/// only distract.
class WithoutSource {
public:
  explicit WithoutSource(DiagnosticsEngine &Diags)
      : Options(Diags.getDiagnosticOptions()), Before(Options.ShowCarets) {
    Options.ShowCarets = false;
  }
  ~WithoutSource() { Options.ShowCarets = Before; }

private:
  clang::DiagnosticOptions &Options;
  bool Before;
};

} // namespace

void predabs::dropSystemHeaders(Report &R, clang::SourceManager &Sources) {
  std::erase_if(R.Messages, [&](const Message &M) {
    clang::SourceLocation Where = resolve(M.Where, R, Sources);
    return Where.isValid() && Sources.isInSystemHeader(Where);
  });
}

Remarks predabs::proofRemarks(const clang::CompilerInstance &CI) {
  return CI.getCodeGenOpts().OptimizationRemark.patternMatches("predabs")
             ? Remarks::On
             : Remarks::Off;
}

static void tellProof(const Decision &D, const Report &R,
                      DiagnosticsEngine &Diags, clang::SourceManager &Sources) {
  unsigned ID =
      Diags.getCustomDiagID(DiagnosticsEngine::Remark, "%0 [-Rpass=predabs]");
  std::string Text = "proved: " + D.What.Text;
  for (const std::string &P : D.Basis.Predicates)
    Text += (&P == &D.Basis.Predicates.front() ? "; by " : ", ") + P;
  Diags.Report(resolve(D.What.Where, R, Sources), ID) << Text;
}

void predabs::diagnose(const Report &R, ErrorChoice Errors,
                       DiagnosticsEngine &Diags, clang::SourceManager &Sources,
                       Remarks Proofs) {
  if (Proofs == Remarks::On)
    for (const Decision &D : R.Decisions)
      if (D.Answer == Verdict::Proved)
        tellProof(D, R, Diags, Sources);
  if (Diags.getIgnoreAllWarnings())
    return;
  // The instances of a template say the same.
  std::set<std::tuple<uint32_t, uint32_t, uint32_t, std::string>> Said;
  for (const Message &M : R.Messages)
    if (M.Level == Severity::Warning &&
        Said.insert({M.Where.File, M.Where.Line, M.Where.Column, M.Text})
            .second)
      emit(M, R, Errors, Diags, Sources);
}

void predabs::remark(const std::string &Text, DiagnosticsEngine &Diags,
                     const clang::SourceManager &Sources) {
  WithoutSource Guard(Diags);
  unsigned ID =
      Diags.getCustomDiagID(DiagnosticsEngine::Remark, "predabs: %0 [predabs]");
  Diags.Report(Sources.getLocForStartOfFile(Sources.getMainFileID()), ID)
      << printable(Text);
}

void predabs::warnAboutOption(const std::string &Text,
                              DiagnosticsEngine &Diags) {
  if (levelOf("predabs", ErrorChoice::Never, Diags) != WarningLevel::Ignored)
    Diags.Report(
        Diags.getCustomDiagID(DiagnosticsEngine::Warning, "%0 [predabs]"))
        << printable(Text);
}
