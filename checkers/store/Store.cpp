#include "checkers/store/Store.h"

#include "checkers/store/Index.h"

#include <filesystem>

namespace predabs {

const SummaryFile *Store::load(const std::string &Path) {
  auto [It, IsNew] = Loaded.try_emplace(Path);
  if (!IsNew)
    return It->second.get();
  FileBytes Read = readFile(Path);
  if (!Read.Bytes) {
    if (!Read.IsMissing)
      Rejected.push_back(Path + ": " + Read.Why);
    return nullptr;
  }
  ReadSummaries Summaries = decodeSummaries(*Read.Bytes);
  if (Summaries.File)
    It->second = std::make_unique<SummaryFile>(std::move(*Summaries.File));
  else
    Rejected.push_back(Path + ": " + Summaries.Why);
  return It->second.get();
}

/// Whether other files can rely on it: a weak one may be replaced.
static bool isForOthers(const Summary *S) {
  return S && !S->IsInternal && !S->IsReplaceable;
}

Surroundings::Place Store::find(const std::string &Name) {
  Place Found;
  for (const std::string &Path : Index(Plan.Index).find(Name)) {
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
  const SummaryFile *File = load(Plan.SideCar);
  return File && File->Source == Plan.Source &&
                 File->Directory == Plan.Directory
             ? File
             : nullptr;
}

std::vector<std::string> Store::used() const {
  std::vector<std::string> Result;
  for (const auto &[Path, File] : Loaded)
    if (File && Path != Plan.SideCar)
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

WriteResult keep(const StorePlan &Plan, std::string_view Bytes) {
  ReadSummaries New = decodeSummaries(Bytes);
  if (!New.File)
    return {WriteResult::Kind::Failed, New.Why};
  std::vector<std::string> Before;
  if (FileBytes Old = readFile(Plan.SideCar); Old.Bytes)
    if (ReadSummaries Known = decodeSummaries(*Old.Bytes); Known.File)
      Before = symbolsOf(*Known.File);
  std::error_code Ignored; // the file cannot be written then, with a reason
  std::filesystem::create_directories(
      std::filesystem::path(Plan.SideCar).parent_path(), Ignored);
  WriteResult Written = writeIfChanged(Plan.SideCar, Bytes);
  if (Written.isFailure())
    return Written;
  WriteResult Listed =
      Index(Plan.Index).add(Plan.SideCar, symbolsOf(*New.File), Before);
  return Listed.isFailure() ? Listed : Written;
}

} // namespace predabs
