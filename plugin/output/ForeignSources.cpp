#include "plugin/output/ForeignSources.h"

#include "checkers/files/Files.h"
#include "plugin/isolation/Isolation.h"

#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Driver/Types.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace predabs;

namespace {

/// Of one file: what stands in which line, and how far it must be filled up for
/// the column that is meant.
struct Line {
  std::string Text;
  uint32_t Column = 1;
};
using Lines = std::map<uint32_t, Line>;
/// By the number of the file in the report.
using LinesByFile = std::map<uint32_t, Lines>;

/// Nobody writes more of them, or longer ones.
constexpr uint32_t MaxLine = 4 << 20;
constexpr uint32_t MaxColumn = 64 << 10;
/// Of a file that is read, and of all that is shown.
constexpr uint64_t MaxSource = uint64_t(64) << 20;

bool isRead(const std::string &Name, const clang::SourceManager &Sources) {
  auto File = Sources.getFileManager().getOptionalFileRef(Name);
  if (!File) // see resolve()
    return Name.starts_with("<") || Name.find('?') != Name.npos;
  return Sources.translateFile(*File).isValid();
}

class Wanted {
public:
  Wanted(const Report &R, const clang::SourceManager &Sources)
      : R(R), Sources(Sources) {
    for (const Message &M : R.Messages) {
      add(M.Where);
      for (const Note &N : M.Notes)
        add(N.Where);
    }
  }

  LinesByFile All;

private:
  void add(ir::Loc L) {
    if (!L.isValid() || L.File >= R.Files.size() || L.Line > MaxLine ||
        L.Column > MaxColumn)
      return;
    auto [It, IsNew] = Known.try_emplace(L.File);
    if (IsNew)
      It->second = isRead(R.Files[L.File], Sources);
    if (It->second)
      return;
    Line &Here = All[L.File][L.Line];
    Here.Column = std::max(Here.Column, L.Column);
  }

  const Report &R;
  const clang::SourceManager &Sources;
  std::map<uint32_t, bool> Known;
};

/// Whether the name, links followed, is one that sources have: what else there
/// is to read is nobody's business.
bool hasSourceName(const std::string &Path) {
  llvm::SmallString<256> Real;
  if (llvm::sys::fs::real_path(Path, Real))
    return false;
  llvm::StringRef Extension = llvm::sys::path::extension(Real);
  for (llvm::StringRef Header : {".inc", ".def", ".tcc", ".ipp", ".inl"})
    if (Extension == Header)
      return true;
  namespace types = clang::driver::types;
  return !Extension.empty() &&
         types::isDerivedFromC(
             types::lookupTypeForExtension(Extension.drop_front()));
}

/// In the child: a frame for each line, `file line text`.
void sendLines(const std::string &Path, uint32_t File, const Lines &Of,
               AnswerPipe &Pipe) {
  if (!hasSourceName(Path))
    return;
  FileBytes Read = readFile(Path, MaxSource);
  llvm::StringRef Rest = Read.Bytes ? llvm::StringRef(*Read.Bytes) : "";
  for (uint32_t Number = 1; !Rest.empty() && Number <= Of.rbegin()->first;
       ++Number) {
    auto [Text, Next] = Rest.split('\n');
    Rest = Next;
    if (Of.contains(Number))
      Pipe.send(1, std::to_string(File) + " " + std::to_string(Number) + " " +
                       Text.rtrim('\r').take_front(MaxColumn).str());
  }
}

void takeLine(llvm::StringRef Bytes, LinesByFile &Into) {
  uint32_t File = 0, Number = 0;
  if (Bytes.consumeInteger(10, File) || !Bytes.consume_front(" ") ||
      Bytes.consumeInteger(10, Number) || !Bytes.consume_front(" "))
    return;
  auto It = Into.find(File);
  if (It != Into.end() && It->second.contains(Number))
    It->second[Number].Text = Bytes.str();
}

void readLines(const Report &R, const clang::SourceManager &Sources,
               LinesByFile &All) {
  constexpr Limits Bounds = {/*MemoryMiB=*/512, /*CpuSeconds=*/1,
                             /*IdleSeconds=*/10};
  auto Work = [&](AnswerPipe &Pipe) {
    for (const auto &[File, Of] : All) {
      llvm::SmallString<256> Path(R.Files[File]);
      Sources.getFileManager().makeAbsolutePath(Path);
      sendLines(Path.str().str(), File, Of, Pipe);
    }
  };
  for (const Frame &F : runIsolated(Work, Bounds).Frames)
    takeLine(F.Bytes, All);
}

/// As much of the file as is known; other lines are empty.
std::string textOf(const Lines &Of) {
  std::string Text;
  uint32_t Number = 1;
  for (const auto &[Wanted, Here] : Of) {
    Text.append(Wanted - Number, '\n');
    Number = Wanted;
    Text += Here.Text;
    if (Here.Text.size() < Here.Column)
      Text.append(Here.Column - Here.Text.size(), ' ');
  }
  return Text + '\n';
}

void provide(const std::string &Name, const std::string &Text,
             clang::SourceManager &Sources) {
  clang::FileManager &Files = Sources.getFileManager();
  auto File = Files.getOptionalFileRef(Name);
  if (!File)
    File = Files.getVirtualFileRef(Name, off_t(Text.size()), 0);
  Sources.overrideFileContents(
      *File, llvm::MemoryBuffer::getMemBufferCopy(Text, Name));
  Sources.createFileID(*File, clang::SourceLocation(), clang::SrcMgr::C_User);
}

} // namespace

void predabs::provideForeignSources(const Report &R,
                                    clang::SourceManager &Sources) {
  LinesByFile All = Wanted(R, Sources).All;
  if (All.empty())
    return;
  readLines(R, Sources, All);
  uint64_t Left = MaxSource;
  for (const auto &[File, Of] : All) {
    std::string Text = Of.rbegin()->first < Left ? textOf(Of) : "";
    if (Text.empty() || Text.size() > Left)
      return;
    Left -= Text.size();
    provide(R.Files[File], Text, Sources);
  }
}
