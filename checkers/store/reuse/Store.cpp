#include "checkers/store/reuse/Store.h"

#include "checkers/store/reuse/Index.h"
#include "checkers/store/reuse/StaleSideCar.h"

#include <algorithm>
#include <filesystem>

namespace predabs {

void Store::reject(const std::string &Path, const std::string &Why) {
  Rejected.push_back(Path + ": " + Why);
  RejectedPaths.insert(Path);
}

static const char *const TooMuch = "too much has been read already";

FileBytes Store::readHead(const std::string &Path) {
  bool IsTooMuch = false;
  FileBytes Read =
      readBeginning(Path, HeadStart, [&](std::string_view Start) -> uint64_t {
        IsTooMuch = headSize(Start) > Left;
        return IsTooMuch ? 0 : headSize(Start);
      });
  if (IsTooMuch)
    return {std::nullopt, TooMuch};
  Left -= std::min<uint64_t>(Left, Read.Bytes ? Read.Bytes->size() : 0);
  return Read;
}

FileBytes Store::readWhole(const Sidecar &S) {
  if (S.Size > Left)
    return {std::nullopt, TooMuch};
  Left -= S.Size;
  // And a byte more if there is one, which shows that it was not written so.
  return readBeginning(S.Path, HeadStart,
                       [&](std::string_view) { return S.Size + 1; });
}

const SummaryFile *Store::load(const std::string &Path) {
  auto [It, IsNew] = Loaded.try_emplace(Path);
  std::unique_ptr<Sidecar> &Found = It->second;
  if (!IsNew)
    return Found ? &Found->File : nullptr;
  FileBytes Read = readHead(Path);
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
  const std::string &Marks = Plan.Marks.empty() ? Plan.Index : Plan.Marks;
  // SOUND: it is about another text than the one that is linked.
  if (std::string Why =
          isOwn(Path) ? "" : whyStale(Marks, Path, Head.File->Source);
      !Why.empty()) {
    reject(Path, Why);
    return nullptr;
  }
  Found =
      std::make_unique<Sidecar>(Sidecar{Path, std::move(*Head.File), Head.Look,
                                        wholeSize(*Read.Bytes), std::nullopt});
  ByFile[&Found->File] = Found.get();
  return &Found->File;
}

const KeptCode *Store::codeOf(Sidecar &S) {
  if (!S.IsCodeRead) {
    S.IsCodeRead = true;
    FileBytes Read = readWhole(S);
    S.Code = Read.Bytes ? decodeCode(*Read.Bytes, S.Look) : std::nullopt;
    size_t Size = S.File.Functions.size();
    if (!S.Code || S.Code->Functions.size() != Size ||
        S.Code->Contracts.size() != Size) {
      S.Code.reset();
      reject(S.Path, Read.Bytes ? "its code is damaged" : Read.Why);
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

void Store::reject(const Place &Found, const std::string &Why) {
  constexpr size_t Longest = 200;
  auto It = ByFile.find(Found.File);
  // What is wrong with all of its code has been said.
  if (It == ByFile.end() || !It->second->Code)
    return;
  bool IsShown = isPlain(Why) && Why.size() <= Longest;
  reject(It->second->Path,
         "its code has no meaning" + (IsShown ? ": " + Why : ""));
}

/// More than a book can have.
static constexpr uint64_t MaxBookSize = uint64_t(4) << 20;

static std::string answersFile(const StorePlan &Plan,
                               const std::string &Digits) {
  return Plan.Index + "/answers/" + Digits.substr(0, 2) + "/" +
         Digits.substr(2);
}

ProverCache Store::answers(Key Of) {
  std::string Path = answersFile(Plan, Of.str());
  FileBytes Read = readFile(Path, MaxBookSize);
  std::optional<ProverCache> Cache =
      Read.Bytes ? decodeProverCache(*Read.Bytes) : std::nullopt;
  if (!Cache && !Read.IsMissing)
    reject(Path, Read.Bytes ? "it is damaged" : Read.Why);
  return Cache ? std::move(*Cache) : ProverCache();
}

static WriteResult writeInFolder(const std::string &Path,
                                 std::string_view Bytes) {
  std::error_code Ignored; // the file cannot be written then, with a reason
  std::filesystem::create_directories(std::filesystem::path(Path).parent_path(),
                                      Ignored);
  return writeIfChanged(Path, Bytes);
}

WriteResult writeProverCache(const StorePlan &Plan, const std::string &Of,
                             std::string_view Bytes) {
  bool IsKey = Of.size() == Key().str().size() &&
               Of.find_first_not_of("0123456789abcdef") == Of.npos;
  if (!IsKey || !decodeProverCache(Bytes))
    return {WriteResult::Kind::Failed, "there is no meaning in it"};
  return writeInFolder(answersFile(Plan, Of), Bytes);
}

static std::string textFile(const StorePlan &Plan) {
  std::string Digits = keyOf(Plan.SideCar).str();
  return Plan.Index + "/texts/" + Digits.substr(0, 2) + "/" + Digits.substr(2);
}

static std::string textNote(const StorePlan &Plan, std::string_view Bytes) {
  return Plan.Text.str() + "\n" + keyOf(Bytes).str() + "\n";
}

WriteResult keepText(const StorePlan &Plan, std::string_view Bytes) {
  if (Plan.Text == Key())
    return {};
  return writeInFolder(textFile(Plan), textNote(Plan, Bytes));
}

std::optional<std::string> unchanged(const StorePlan &Plan) {
  if (Plan.Text == Key())
    return std::nullopt;
  constexpr uint64_t NoteSize = 66;
  FileBytes Note = readFile(textFile(Plan), NoteSize);
  if (!Note.Bytes || !Note.Bytes->starts_with(Plan.Text.str()))
    return std::nullopt;
  FileBytes Kept = readFile(Plan.SideCar);
  if (!Kept.Bytes || *Note.Bytes != textNote(Plan, *Kept.Bytes))
    return std::nullopt;
  return std::move(Kept.Bytes);
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

void noteCompile(const StorePlan &Plan) {
  // Some may have found it and not believed it.
  if (!whyStale(Plan.Index, Plan.SideCar, Plan.Source).empty()) {
    FileBytes Read = readBeginning(Plan.SideCar, HeadStart, headSize);
    if (ReadSummaries Head = decodeHead(Read.Bytes.value_or("")); Head.File)
      Index(Plan.Index).renew(symbolsOf(*Head.File));
  }
  markCompile(Plan.Index, Plan.SideCar);
}

WriteResult keep(const StorePlan &Plan, std::string_view Bytes) {
  // What is wrong with its code, who looks at that will see.
  ReadSummaries New = decodeHead(Bytes);
  if (!New.File)
    return {WriteResult::Kind::Failed,
            "nothing is kept in " + Plan.SideCar + ": " + New.Why};
  std::vector<std::string> Before;
  FileBytes Old = readBeginning(Plan.SideCar, HeadStart, headSize);
  if (ReadSummaries Known = decodeHead(Old.Bytes.value_or("")); Known.File)
    Before = symbolsOf(*Known.File);
  std::error_code Ignored; // the file cannot be written then, with a reason
  if (!Plan.Find)
    std::filesystem::create_directories(
        std::filesystem::path(Plan.SideCar).parent_path(), Ignored);
  WriteResult Written = writeIfChanged(Plan.SideCar, Bytes);
  if (Written.isFailure())
    Written.Why = "nothing is kept in " + Plan.SideCar + ": " + Written.Why;
  if (Written.isFailure() || Plan.Find)
    return Written;
  Index Of(Plan.Index);
  WriteResult Listed = Of.add(Plan.SideCar, symbolsOf(*New.File), Before);
  // Some may have followed the index to where nothing was.
  if (Old.IsMissing)
    Of.renew(symbolsOf(*New.File));
  if (Listed.isFailure())
    Listed.Why = "other files do not find " + Plan.SideCar + ", the index in " +
                 Plan.Index + " is not to be had: " + Listed.Why;
  return Listed.isFailure() ? Listed : Written;
}

} // namespace predabs
