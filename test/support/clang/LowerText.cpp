// Runs clang's front end on a text, see LowerText.h.

#include "LowerText.h"

#include "plugin/Consumer.h"
#include "plugin/lower/Lowering.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace predabs;

namespace {

class LoweringConsumer : public clang::ASTConsumer {
public:
  LoweringConsumer(const clang::CompilerInstance &CI,
                   std::unique_ptr<ir::Module> &Result)
      : CI(CI), Result(Result) {}

  void HandleTranslationUnit(clang::ASTContext &Ctx) override {
    if (!Ctx.getDiagnostics().hasErrorOccurred())
      Result = lowerTranslationUnit(Ctx, loweringOptions(CI));
  }

private:
  const clang::CompilerInstance &CI;
  std::unique_ptr<ir::Module> &Result;
};

class LoweringAction : public clang::ASTFrontendAction {
public:
  explicit LoweringAction(std::unique_ptr<ir::Module> &Result)
      : Result(Result) {}

private:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI, llvm::StringRef) override {
    CI.setVerboseOutputStream(llvm::nulls());
    return std::make_unique<LoweringConsumer>(CI, Result);
  }
  std::unique_ptr<ir::Module> &Result;
};

} // namespace

std::unique_ptr<ir::Module> predabs::lowerText(const std::string &Text,
                                               std::vector<std::string> Args) {
  auto InMemory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  InMemory->addFile("test.c", 0, llvm::MemoryBuffer::getMemBuffer(Text));
  auto Files = llvm::makeIntrusiveRefCnt<clang::FileManager>(
      clang::FileSystemOptions(), InMemory);
  std::vector<std::string> Command = {"clang", "-fsyntax-only", "-w"};
  Command.insert(Command.end(), Args.begin(), Args.end());
  Command.push_back("test.c");
  std::unique_ptr<ir::Module> Result;
  clang::tooling::ToolInvocation Run(
      Command, std::make_unique<LoweringAction>(Result), Files.get());
  clang::IgnoringDiagConsumer Silent;
  Run.setDiagnosticConsumer(&Silent);
  return Run.run() ? std::move(Result) : nullptr;
}
