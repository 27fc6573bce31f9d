#include "plugin/output/LockAttributes.h"

#include "plugin/output/WarningFlags.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Lex/Lexer.h"

using namespace predabs;
using clang::FunctionDecl;

namespace {

bool hasLockAttribute(const FunctionDecl &F) {
  return F.hasAttr<clang::AcquireCapabilityAttr>() ||
         F.hasAttr<clang::ReleaseCapabilityAttr>() ||
         F.hasAttr<clang::TryAcquireCapabilityAttr>() ||
         F.hasAttr<clang::RequiresCapabilityAttr>() ||
         F.hasAttr<clang::LocksExcludedAttr>() ||
         F.hasAttr<clang::NoThreadSafetyAnalysisAttr>();
}

const FunctionDecl *definitionOf(const std::string &Name,
                                 clang::ASTContext &Ctx) {
  clang::DeclarationName Wanted = &Ctx.Idents.get(Name);
  for (const clang::NamedDecl *D : Ctx.getTranslationUnitDecl()->lookup(Wanted))
    if (const auto *F = llvm::dyn_cast<FunctionDecl>(D))
      return F->getDefinition();
  return nullptr;
}

bool nameTheSame(const FunctionDecl &A, const FunctionDecl &B) {
  for (unsigned I = 0; I < A.getNumParams() && I < B.getNumParams(); ++I)
    if (A.getParamDecl(I)->getName() != B.getParamDecl(I)->getName())
      return false;
  return A.getNumParams() == B.getNumParams();
}

/// Where the attributes go.
const FunctionDecl &declarationFor(const FunctionDecl &Definition,
                                   const LockAnnotation &A) {
  const FunctionDecl &First = *Definition.getFirstDecl();
  return A.IsInternal || !nameTheSame(First, Definition) ? Definition : First;
}

clang::SourceLocation behindParameters(const FunctionDecl &F,
                                       clang::ASTContext &Ctx) {
  clang::FunctionTypeLoc Type = F.getFunctionTypeLoc();
  if (!Type || Type.getRParenLoc().isMacroID())
    return {};
  return clang::Lexer::getLocForEndOfToken(
      Type.getRParenLoc(), 0, Ctx.getSourceManager(), Ctx.getLangOpts());
}

} // namespace

void predabs::suggestAttributes(const std::vector<LockAnnotation> &All,
                                AnnotationStyle Style, clang::ASTContext &Ctx) {
  clang::DiagnosticsEngine &Diags = Ctx.getDiagnostics();
  if (levelOf("predabs-annotate", ErrorChoice::Never, Diags) ==
      WarningLevel::Ignored)
    return;
  unsigned ID = Diags.getCustomDiagID(clang::DiagnosticsEngine::Warning,
                                      "'%0' %1 [predabs-annotate]");
  for (const LockAnnotation &A : All) {
    const FunctionDecl *F = definitionOf(A.Function, Ctx);
    std::string Text = attributeText(A, Style);
    if (!F || hasLockAttribute(*F) || Text.empty())
      continue;
    const FunctionDecl &D = declarationFor(*F, A);
    clang::SourceLocation Where = behindParameters(D, Ctx);
    if (Where.isValid() && !Ctx.getSourceManager().isInSystemHeader(Where))
      Diags.Report(D.getLocation(), ID)
          << A.Function << inWords(A)
          << clang::FixItHint::CreateInsertion(Where, " " + Text);
  }
}
