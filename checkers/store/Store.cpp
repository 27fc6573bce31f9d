#include "checkers/store/Store.h"

#include "checkers/store/Index.h"

#include <algorithm>
#include <filesystem>

namespace predabs {

void Store::reject(const std::string &Path, const std::string &Why) {
  Rejected.push_back(Path + ": " + Why);
  RejectedPaths.insert(Path);
}

const SummaryFile *Store::load(const std::string &Path) {
  auto [It, IsNew] = Loaded.try_emplace(Path);
  std::unique_ptr<Sidecar> &Found = It->second;
  if (!IsNew)
    return Found ? &Found->File : nullptr;
  FileBytes Read = readBeginning(Path, HeadStart, headSize);
  if (!Read.Bytes) {
    if (!Read.IsMissing)
      reject(Path, Read.Why);
    return nullptr;
  }
  ReadSummaries Head = decodeHead(*Read.Bytes);
  if (!Head.File) {
    reject(Path, Head.Why);
    return nullptr;
  }
  Found = std::make_unique<Sidecar>(
      Sidecar{Path, std::move(*Head.File), Head.Look, std::nullopt});
  ByFile[&Found->File] = Found.get();
  return &Found->File;
}

const KeptCode *Store::codeOf(Sidecar &S) {
  if (!S.IsCodeRead) {
    S.IsCodeRead = true;
    FileBytes Read = readFile(S.Path);
    S.Code = Read.Bytes ? decodeCode(*Read.Bytes, S.Look) : std::nullopt;
    if (!S.Code || S.Code->Functions.size() != S.File.Functions.size()) {
      S.Code.reset();
      reject(S.Path, Read.Bytes ? "its code is damaged" : Read.Why);
    }
  }
  return S.Code ? &*S.Code : nullptr;
}

std::string Store::code(const Place &Found) {
  auto It = ByFile.find(Found.File);
  const KeptCode *Code = It != ByFile.end() ? codeOf(*It->second) : nullptr;
  return Code ? Code->module(size_t(Found.Of - Found.File->Functions.data()))
              : "";
}

Key Store::look(const SummaryFile &Found) {
  auto It = ByFile.find(&Found);
  return It != ByFile.end() ? It->second->Look : Key();
}

/// Whether other files can rely on it: a weak one may be replaced.
static bool isForOthers(const Summary *S) {
  return S && !S->IsInternal && !S->IsReplaceable;
}

Surroundings::Place Store::find(const std::string &Name) {
  Place Found;
  for (const std::string &Path :
       Plan.Find ? Plan.Find(Name) : Index(Plan.Index).find(Name)) {
    if (Path == Plan.SideCar)
      continue;
    const SummaryFile *File = load(Path);
    const Summary *S = File ? File->find(Name) : nullptr;
    if (!isForOthers(S))
      continue;
    // SOUND: two programs of one build may each have their own function of that
    // name, and nobody knows which one this file is linked with.
    if (Found && Found.Of->Answers != S->Answers)
      return {};
    Found = {File, S};
  }
  return Found;
}

const SummaryFile *Store::before() {
  for (const std::string &Path :
       Plan.Before.empty() ? std::vector{Plan.SideCar} : Plan.Before)
    if (const SummaryFile *File = load(Path); File &&
                                              File->Source == Plan.Source &&
                                              File->Directory == Plan.Directory)
      return File;
  return nullptr;
}

bool Store::isOwn(const std::string &Path) const {
  return Path == Plan.SideCar || std::ranges::count(Plan.Before, Path);
}

std::vector<std::string> Store::used() const {
  std::vector<std::string> Result;
  for (const auto &[Path, File] : Loaded)
    if ((File || RejectedPaths.contains(Path)) && !isOwn(Path))
      Result.push_back(Path);
  return Result;
}

static std::vector<std::string> symbolsOf(const SummaryFile &F) {
  std::vector<std::string> Result;
  for (const Summary &S : F.Functions)
    if (isForOthers(&S))
      Result.push_back(S.Name);
  return Result;
}

std::vector<std::string> watched(const StorePlan &Plan, std::string_view Kept) {
  std::vector<std::string> Result;
  ReadSummaries Head = decodeHead(Kept);
  if (!Head.File || Plan.Find)
    return Result;
  Index Of(Plan.Index);
  for (const Use &U : Head.File->Uses)
    if (std::string Path = Of.watch(U.Function); !Path.empty())
      Result.push_back(std::move(Path));
  return Result;
}

WriteResult keep(const StorePlan &Plan, std::string_view Bytes) {
  // What is wrong with its code, who looks at that will see.
  ReadSummaries New = decodeHead(Bytes);
  if (!New.File)
    return {WriteResult::Kind::Failed, New.Why};
  std::vector<std::string> Before;
  FileBytes Old = readBeginning(Plan.SideCar, HeadStart, headSize);
  if (ReadSummaries Known = decodeHead(Old.Bytes.value_or("")); Known.File)
    Before = symbolsOf(*Known.File);
  std::error_code Ignored; // the file cannot be written then, with a reason
  if (!Plan.Find)
    std::filesystem::create_directories(
        std::filesystem::path(Plan.SideCar).parent_path(), Ignored);
  WriteResult Written = writeIfChanged(Plan.SideCar, Bytes);
  if (Written.isFailure() || Plan.Find)
    return Written;
  Index Of(Plan.Index);
  WriteResult Listed = Of.add(Plan.SideCar, symbolsOf(*New.File), Before);
  // Some may have followed the index to where nothing was.
  if (Old.IsMissing)
    Of.renew(symbolsOf(*New.File));
  return Listed.isFailure() ? Listed : Written;
}

} // namespace predabs
