#include "checkers/store/Store.h"

#include "checkers/store/Index.h"

#include <filesystem>

namespace predabs {

const SummaryFile *Store::load(const std::string &Path) {
  auto [It, IsNew] = Loaded.try_emplace(Path);
  std::unique_ptr<Sidecar> &Found = It->second;
  if (!IsNew)
    return Found ? &Found->File : nullptr;
  FileBytes Read = readBeginning(Path, HeadStart, headSize);
  if (!Read.Bytes) {
    if (!Read.IsMissing)
      Rejected.push_back(Path + ": " + Read.Why);
    return nullptr;
  }
  ReadSummaries Head = decodeHead(*Read.Bytes);
  if (!Head.File) {
    Rejected.push_back(Path + ": " + Head.Why);
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
    size_t Size = S.File.Functions.size();
    if (!S.Code || S.Code->Functions.size() != Size ||
        S.Code->Contracts.size() != Size) {
      S.Code.reset();
      Rejected.push_back(S.Path + ": " +
                         (Read.Bytes ? "its code is damaged" : Read.Why));
    }
  }
  return S.Code ? &*S.Code : nullptr;
}

const KeptCode *Store::codeOf(const Place &Found) {
  auto It = ByFile.find(Found.File);
  return It != ByFile.end() ? codeOf(*It->second) : nullptr;
}

static size_t numberOf(const Surroundings::Place &P) {
  return size_t(P.Of - P.File->Functions.data());
}

std::string Store::code(const Place &Found) {
  const KeptCode *Code = codeOf(Found);
  return Code ? Code->module(numberOf(Found)) : "";
}

std::string Store::contract(const Place &Found) {
  const KeptCode *Code = codeOf(Found);
  return Code ? Code->contract(numberOf(Found)) : "";
}

/// More than a book can have.
static constexpr uint64_t MaxBookSize = uint64_t(4) << 20;

static std::string answersFile(const StorePlan &Plan,
                               const std::string &Digits) {
  return Plan.Index + "/answers/" + Digits.substr(0, 2) + "/" +
         Digits.substr(2);
}

AnswerBook Store::answers(Key Of) {
  std::string Path = answersFile(Plan, Of.str());
  FileBytes Read = readFile(Path, MaxBookSize);
  std::optional<AnswerBook> Book =
      Read.Bytes ? decodeAnswers(*Read.Bytes) : std::nullopt;
  if (!Book && !Read.IsMissing)
    Rejected.push_back(Path + ": " + (Read.Bytes ? "it is damaged" : Read.Why));
  return Book ? std::move(*Book) : AnswerBook();
}

WriteResult keepAnswers(const StorePlan &Plan, const std::string &Of,
                        std::string_view Bytes) {
  bool IsKey = Of.size() == Key().str().size() &&
               Of.find_first_not_of("0123456789abcdef") == Of.npos;
  if (!IsKey || !decodeAnswers(Bytes))
    return {WriteResult::Kind::Failed, "there is no meaning in it"};
  std::string Path = answersFile(Plan, Of);
  std::error_code Ignored; // the file cannot be written then, with a reason
  std::filesystem::create_directories(std::filesystem::path(Path).parent_path(),
                                      Ignored);
  return writeIfChanged(Path, Bytes);
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

bool Store::isBeforeWhole() {
  const Sidecar *S = Loaded[Plan.SideCar].get();
  FileBytes Read = readFile(Plan.SideCar);
  return S && Read.Bytes && hasCode(*Read.Bytes, S->Look);
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
  // What is wrong with its code, who looks at that will see.
  ReadSummaries New = decodeHead(Bytes);
  if (!New.File)
    return {WriteResult::Kind::Failed, New.Why};
  std::vector<std::string> Before;
  FileBytes Old = readBeginning(Plan.SideCar, HeadStart, headSize);
  if (ReadSummaries Known = decodeHead(Old.Bytes.value_or("")); Known.File)
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
