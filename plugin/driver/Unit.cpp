#include "plugin/driver/Unit.h"

#include "plugin/Consumer.h"
#include "plugin/compile/Inputs.h"
#include "plugin/output/Diagnose.h"
#include "plugin/output/LockAttributes.h"

#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace predabs;

namespace {

// A file's process answers with these frames, and a result is kept as these.
enum AnswerKind : uint32_t {
  MessagesFrame = 1, ///< what clang printed
  ReportFrame = 2,
  LostFrame = 3, ///< why the analysis was lost
  CompiledFrame = 4,
  ComplaintFrame = 5, ///< the options do not fit this file
  KeptFrame = 6,      ///< what is to be kept is kept
  InputFrame = 7,     ///< a file that was read
  TroubleFrame = 8,
  LostAssertionsFrame = 9, ///< NDEBUG took some away
};

/// Notices where `assert` stands for nothing.
class LostAssertions : public clang::PPCallbacks {
public:
  LostAssertions(clang::Preprocessor &PP, bool &Seen) : PP(PP), Seen(Seen) {}

  void MacroExpands(const clang::Token &Name, const clang::MacroDefinition &,
                    clang::SourceRange, const clang::MacroArgs *) override {
    if (const clang::IdentifierInfo *Id = Name.getIdentifierInfo();
        Id && Id->isStr("assert"))
      Seen |= PP.isMacroDefined("NDEBUG");
  }

private:
  clang::Preprocessor &PP;
  bool &Seen;
};

void sendAnalysis(const Analysis &A, AnswerPipe &Pipe) {
  Pipe.send(ReportFrame, encode(A.Found));
  if (!A.Lost.empty())
    Pipe.send(LostFrame, A.Lost);
  if (!A.Complaint.empty())
    Pipe.send(ComplaintFrame, A.Complaint);
  if (A.IsKept)
    Pipe.send(KeptFrame, "");
  for (const std::string &Path : A.Used)
    Pipe.send(InputFrame, Path);
}

} // namespace

void predabs::checkUnit(const SourceUnit &Unit, const Options &Opts,
                        const StorePlan &Keep, AnswerPipe &Pipe) {
  if (!llvm::sys::fs::exists(Unit.Path))
    return;
  std::string Messages;
  llvm::raw_string_ostream Out(Messages);
  Inputs Read;
  bool HasLostAssertions = false;
  ConsumerMaker Make = [&](clang::CompilerInstance &CI) {
    Read.listen(CI);
    clang::Preprocessor &PP = CI.getPreprocessor();
    if (llvm::is_contained(Opts.Checks, "assert"))
      PP.addPPCallbacks(
          std::make_unique<LostAssertions>(PP, HasLostAssertions));
    auto C = std::make_unique<Consumer>(
        CI, Opts, Effort::Always,
        [&](clang::ASTContext &Ctx, Analysis A, const Options &) {
          dropSystemHeaders(A.Found, Ctx.getSourceManager());
          diagnose(A.Found, Opts.Werror, Ctx.getDiagnostics(),
                   Ctx.getSourceManager(), proofRemarks(CI));
          suggestAttributes(A.Annotations, Opts.Annotate, Ctx);
          sendAnalysis(A, Pipe);
        });
    C->keepIn(Keep);
    return C;
  };
  bool Compiled = runFrontend(Unit, Make, Out, Colours::On);
  Pipe.send(MessagesFrame, Messages);
  if (HasLostAssertions)
    Pipe.send(LostAssertionsFrame, "NDEBUG");
  for (const std::string &Path : Read.files(Unit.Directory))
    Pipe.send(InputFrame, Path);
  if (Compiled)
    Pipe.send(CompiledFrame, "");
}

static std::string troubleOf(const SourceUnit &Unit, const FileResult &R,
                             const Outcome &O) {
  if (O.Lost != Loss::None)
    return Unit.File + ": " + describe(O, "the compiler", {});
  if (!R.Lost.empty())
    return "analysis of " + Unit.File + " was lost: " + R.Lost;
  if (!llvm::sys::fs::exists(Unit.Path))
    return "no such file: " + Unit.File;
  if (!O.last(CompiledFrame) || !R.Compiled)
    return Unit.File + " does not compile";
  return "";
}

/// False if \p F holds no report that can be read.
static bool readFrame(const Frame &F, FileResult &R) {
  switch (F.Kind) {
  case MessagesFrame:
    R.Messages = F.Bytes;
    break;
  case ReportFrame:
    if (std::optional<Report> Found = decode(F.Bytes)) {
      R.Found = std::move(*Found);
      R.Compiled = true;
      break;
    }
    return false;
  case LostFrame:
    R.Lost = F.Bytes;
    break;
  case ComplaintFrame:
    R.Complaint = F.Bytes;
    break;
  case KeptFrame:
    R.IsKept = true;
    break;
  case InputFrame:
    R.Inputs.push_back(F.Bytes);
    break;
  case TroubleFrame:
    R.Trouble = F.Bytes;
    break;
  case LostAssertionsFrame:
    R.HasLostAssertions = true;
    break;
  }
  return true;
}

FileResult predabs::readResult(const SourceUnit &Unit, Outcome O) {
  FileResult R;
  for (const Frame &F : O.Frames)
    readFrame(F, R);
  R.Trouble = troubleOf(Unit, R, O);
  return R;
}

// A result: its key, then frames of kind, length and bytes, numbers with the
// lowest byte first.

static void addNumber(std::string &To, uint64_t N, unsigned Bytes) {
  for (unsigned I = 0; I < Bytes; ++I)
    To += char(N >> (8 * I));
}

static uint64_t takeNumber(std::string_view &From, unsigned Bytes) {
  uint64_t N = 0;
  for (unsigned I = 0; I < Bytes && I < From.size(); ++I)
    N |= uint64_t(uint8_t(From[I])) << (8 * I);
  From.remove_prefix(std::min<size_t>(Bytes, From.size()));
  return N;
}

static void addFrame(std::string &To, AnswerKind Kind,
                     const std::string &Bytes) {
  if (Bytes.empty())
    return;
  addNumber(To, Kind, 4);
  addNumber(To, Bytes.size(), 8);
  To += Bytes;
}

std::string predabs::encode(const FileResult &R) {
  std::string Body;
  addFrame(Body, MessagesFrame, R.Messages);
  if (R.Compiled)
    addFrame(Body, ReportFrame, encode(R.Found));
  addFrame(Body, LostFrame, R.Lost);
  addFrame(Body, ComplaintFrame, R.Complaint);
  addFrame(Body, TroubleFrame, R.Trouble);
  if (R.HasLostAssertions)
    addFrame(Body, LostAssertionsFrame, "NDEBUG");
  for (const std::string &Path : R.Inputs)
    addFrame(Body, InputFrame, Path);
  return keyOf(Body).str() + Body;
}

std::optional<FileResult> predabs::decodeResult(std::string_view Bytes) {
  size_t KeySize = Key().str().size();
  std::string_view Body = Bytes.substr(std::min(KeySize, Bytes.size()));
  if (Bytes.substr(0, KeySize) != keyOf(Body).str())
    return std::nullopt;
  FileResult R;
  while (!Body.empty()) {
    Frame F;
    F.Kind = uint32_t(takeNumber(Body, 4));
    uint64_t Size = takeNumber(Body, 8);
    if (Size > Body.size())
      return std::nullopt;
    F.Bytes = Body.substr(0, Size);
    Body.remove_prefix(Size);
    if (!readFrame(F, R))
      return std::nullopt;
  }
  return R;
}

std::string predabs::withoutColours(const std::string &Text) {
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text.compare(I, 2, "\033[") != 0) {
      Result += Text[I];
      continue;
    }
    size_t End = Text.find_first_not_of("0123456789;", I + 2);
    I = End == Text.npos ? Text.size() : End;
  }
  return Result;
}
