#include "plugin/source/SourceLines.h"

#include "checkers/files/Files.h"

#include "llvm/ADT/SmallVector.h"

using namespace predabs;

static constexpr size_t MaxLength = 70;

SourceLines::SourceLines(const ir::Module &M) : M(M), Files(M.Files.size()) {}

SourceLines::~SourceLines() = default;

const SourceLines::File &SourceLines::file(uint32_t Index) {
  File &F = Files[Index];
  if (F.IsRead)
    return F;
  F.IsRead = true;
  FileBytes Read = readFile(M.Files[Index]);
  if (!Read.Bytes)
    return F;
  F.Text = std::make_unique<std::string>(std::move(*Read.Bytes));
  llvm::SmallVector<llvm::StringRef, 0> Lines;
  llvm::StringRef(*F.Text).split(Lines, '\n');
  F.Lines.assign(Lines.begin(), Lines.end());
  return F;
}

std::string SourceLines::at(ir::Loc L) {
  if (!L.isValid() || L.File >= Files.size())
    return "";
  const File &F = file(L.File);
  if (L.Line > F.Lines.size())
    return "";
  llvm::StringRef Line = F.Lines[L.Line - 1].trim();
  if (Line.size() <= MaxLength)
    return Line.str();
  return Line.take_front(MaxLength).rtrim().str() + "...";
}
