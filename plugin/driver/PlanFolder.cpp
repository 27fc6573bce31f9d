#include "plugin/driver/PlanFolder.h"

#include "checkers/store/reuse/Index.h"
#include "plugin/compile/ShippedModels.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <sstream>
#include <utility>

using namespace predabs;
namespace json = llvm::json;

namespace {

// Names of files are bytes, and JSON is UTF-8: they are written as latin-1.
std::string toJson(const std::string &Bytes) {
  std::string Result;
  for (unsigned char C : Bytes)
    if (C < 0x80)
      Result += char(C);
    else
      (Result += char(0xc0 | C >> 6)) += char(0x80 | (C & 0x3f));
  return Result;
}

std::string fromJson(llvm::StringRef Text) {
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    unsigned char C = static_cast<unsigned char>(Text[I]);
    bool IsPair = (C & 0xfc) == 0xc0 && I + 1 < Text.size();
    Result += IsPair ? char(C << 6 | (Text[++I] & 0x3f)) : char(C);
  }
  return Result;
}

json::Array toJson(const std::vector<std::string> &Words) {
  json::Array Result;
  for (const std::string &Word : Words)
    Result.push_back(toJson(Word));
  return Result;
}

std::string textOf(const PlannedUnit &U) {
  json::Object O;
  O["file"] = toJson(U.Unit.File);
  O["path"] = toJson(U.Unit.Path);
  O["directory"] = toJson(U.Unit.Directory);
  O["command"] = toJson(U.Unit.Command);
  O["started_in"] = toJson(U.Directory);
  O["options"] = toJson(U.Words);
  std::string Text;
  llvm::raw_string_ostream(Text) << json::Value(std::move(O)) << '\n';
  return Text;
}

std::vector<std::string> words(const json::Object &O, llvm::StringRef Key) {
  std::vector<std::string> Result;
  if (const json::Array *A = O.getArray(Key))
    for (const json::Value &V : *A)
      Result.push_back(fromJson(V.getAsString().value_or("")));
  return Result;
}

std::string oneLine(std::string Text) {
  std::ranges::replace(Text, '\n', '?');
  return Text;
}

} // namespace

Complaint PlanFolder::put(const std::string &Name,
                          const std::string &Text) const {
  WriteResult R = writeIfChanged(*this / Name, Text);
  if (R.isFailure())
    return "cannot write " + *this / Name + ": " + R.Why;
  return std::nullopt;
}

PlanFolder::Contents PlanFolder::contents() const {
  Contents C;
  std::istringstream In(readFile(*this / "units").Bytes.value_or(""));
  for (std::string Line; std::getline(In, Line);) {
    llvm::StringRef L = Line;
    if (L.consume_front("input "))
      C.Inputs.push_back(L.str());
    else if (L.consume_front("unit "))
      C.Names[L.split(' ').first.str()] = L.split(' ').second.str();
  }
  return C;
}

Complaint PlanFolder::write(const std::vector<PlannedUnit> &Units,
                            const std::vector<std::string> &Inputs,
                            Earlier Others) const {
  if (std::error_code Wrong = llvm::sys::fs::create_directories(Path))
    return "cannot make " + Path + ": " + Wrong.message();
  Contents C;
  if (Others == Earlier::Keep)
    C = contents();
  C.Inputs = Inputs;
  for (const PlannedUnit &U : Units) {
    C.Names[U.Id] = oneLine(U.Unit.File);
    if (Complaint Wrong = put(unitFile(U.Id), textOf(U)))
      return Wrong;
  }
  std::string Text;
  for (const std::string &Input : C.Inputs)
    Text += "input " + oneLine(Input) + '\n';
  for (const auto &[Id, Name] : C.Names)
    Text += "unit " + Id + ' ' + Name + '\n';
  return put("units", Text);
}

std::optional<PlannedUnit> PlanFolder::unit(const std::string &Id) const {
  auto Parsed = json::parse(readFile(*this / unitFile(Id)).Bytes.value_or(""));
  const json::Object *O = Parsed ? Parsed->getAsObject() : nullptr;
  if (!O) {
    llvm::consumeError(Parsed.takeError());
    return std::nullopt;
  }
  auto Text = [&](llvm::StringRef Key) {
    return fromJson(O->getString(Key).value_or(""));
  };
  return PlannedUnit{
      Id,
      {Text("file"), Text("path"), Text("directory"), words(*O, "command")},
      Text("started_in"),
      words(*O, "options")};
}

Order PlanFolder::order() const {
  std::vector<UnitCalls> All;
  for (const auto &[Id, Name] : contents().Names) {
    std::string Text = readFile(*this / callsFile(Id)).Bytes.value_or("");
    std::optional<UnitCalls> Calls = parseUnitCalls(Text);
    All.push_back(Calls && Calls->Id == Id ? *Calls : UnitCalls{Id, {}, {}});
  }
  return Order(std::move(All));
}

Complaint PlanFolder::writeNinjaFile(const Order &O) const {
  Contents C = contents();
  NinjaSettings Settings;
  Settings.Program = mainProgram();
  Settings.Inputs = std::move(C.Inputs);
  Settings.Names = std::move(C.Names);
  return put("build.ninja", ninjaFile(O, Settings));
}

StorePlan PlanFolder::storeOf(const Order &O, size_t Number,
                              const PlannedUnit &Unit,
                              const std::string &Index) const {
  const Step &S = O.steps()[Number];
  StorePlan Plan;
  Plan.SideCar = *this / sideCarFile(Unit.Id, S.Turn);
  Plan.Source = Unit.Unit.Path;
  Plan.Directory = Unit.Unit.Directory;
  Plan.Before = {Plan.SideCar};
  if (S.Turn > 1)
    Plan.Before.push_back(*this / sideCarFile(Unit.Id, S.Turn - 1));
  bool HasIndex = !Index.empty() && Index != "off" && Index != "beside";
  if (HasIndex)
    Plan.Marks = Index;
  Plan.Find = [this, &O, Sees = O.sees(Number), Self = S.Unit,
               Index = HasIndex ? Index : ""](const std::string &Name) {
    std::vector<std::string> Paths;
    for (size_t U : O.definers(Name)) {
      auto It = Sees.find(U);
      // SOUND: of several that define it, nobody knows which one is meant, and
      // not all can be seen from here.
      if (It == Sees.end() && U != Self)
        return std::vector<std::string>();
      if (U != Self)
        Paths.push_back(*this / sideCarFile(O.units()[U].Id, It->second));
    }
    if (Paths.empty() && !Index.empty())
      Paths = predabs::Index(Index).find(Name);
    return Paths;
  };
  return Plan;
}

/// A line for each name that the step looked up.
Options predabs::optionsOf(const PlannedUnit &U) {
  Options Opts;
  for (const std::string &Word : U.Words)
    parseOption(Opts, Word, Scope::Driver);
  return Opts;
}

Options predabs::optionsOf(const PlannedUnit &U, const Order &O) {
  Options Opts = optionsOf(U);
  bool HasEntry = !Opts.Entry.empty();
  size_t Programs = O.definers(HasEntry ? Opts.Entry : Opts.Start).size();
  if (Programs == O.units().size() || (HasEntry && !Programs))
    return Opts;
  // SOUND: a file that is not the whole program is not judged as if it were.
  Opts.Closed = Opts.Closed && O.units().size() == 1;
  if (HasEntry)
    Opts.Start = std::exchange(Opts.Entry, "");
  return Opts;
}

std::string PlanFolder::usesText(const Order &O, size_t Number) const {
  const Step &S = O.steps()[Number];
  const std::string &Id = O.units()[S.Unit].Id;
  std::optional<PlannedUnit> Unit = unit(Id);
  FileBytes Read =
      readBeginning(*this / sideCarFile(Id, S.Turn), HeadStart, headSize);
  ReadSummaries Head = decodeHead(Read.Bytes.value_or(""));
  if (!Unit || !Head.File)
    return "";
  // What the index says is no part of the plan.
  StorePlan Plan = storeOf(O, Number, *Unit, "");
  Options Opts = optionsOf(*Unit, O);
  std::string Text = Opts.Entry + (Opts.Closed ? " closed\n" : " open\n");
  for (const Use &U : Head.File->Uses) {
    Text += U.Function;
    for (const std::string &Path : Plan.Find(U.Function))
      Text += " " + Path.substr(Path.rfind('/') + 1);
    Text += '\n';
  }
  return Text;
}

static std::string usesFile(const std::string &Id, unsigned Turn) {
  return Id + "." + std::to_string(Turn) + ".uses";
}

void PlanFolder::noteUses(const Order &O, size_t Number) const {
  const Step &S = O.steps()[Number];
  put(usesFile(O.units()[S.Unit].Id, S.Turn), usesText(O, Number));
}

void PlanFolder::removeOutdated(const Order &O) const {
  for (size_t N = 0; N < O.steps().size(); ++N) {
    const Step &S = O.steps()[N];
    if (S.Unit == Step::None)
      continue;
    const std::string &Id = O.units()[S.Unit].Id;
    FileBytes Uses = readFile(*this / usesFile(Id, S.Turn));
    if (Uses.Bytes.value_or("") != usesText(O, N))
      llvm::sys::fs::remove(*this / resultFile(Id, S.Turn));
  }
}

std::string PlanFolder::stampOf(const std::string &Name) const {
  llvm::sys::fs::file_status Status;
  if (llvm::sys::fs::status(*this / Name, Status))
    return "";
  auto Time = Status.getLastModificationTime().time_since_epoch().count();
  return Name + " " + std::to_string(Time);
}

std::set<std::string> PlanFolder::resultsNow() const {
  std::set<std::string> Result;
  for (const auto &[Id, Name] : contents().Names)
    for (unsigned Turn = 1; Turn <= Order::MaxTurns; ++Turn)
      Result.insert(stampOf(resultFile(Id, Turn)));
  return Result;
}

/// A turn with nothing to do repeats the one before to the last byte.
EngineStats PlanFolder::workOn(const std::string &Id, unsigned Turns,
                               const std::set<std::string> &Before) const {
  EngineStats Sum;
  std::string Last;
  for (unsigned Turn = 1; Turn <= Turns; ++Turn) {
    std::string Name = resultFile(Id, Turn);
    std::string Bytes = readFile(*this / Name).Bytes.value_or("");
    std::optional<FileResult> R = decodeResult(Bytes);
    if (R && Bytes != Last && !Before.contains(stampOf(Name)))
      add(Sum, R->Found.Numbers.Engine);
    Last = std::move(Bytes);
  }
  return Sum;
}

std::optional<FileResult>
PlanFolder::result(const std::string &Id, unsigned Turns,
                   const std::set<std::string> &Before) const {
  std::string Name = resultFile(Id, Turns);
  FileBytes Read = readFile(*this / Name);
  std::optional<FileResult> R =
      Read.Bytes ? decodeResult(*Read.Bytes) : std::nullopt;
  if (!R)
    return R;
  Stats &Numbers = R->Found.Numbers;
  uint64_t Known = Numbers.Engine.Functions + Numbers.Engine.Reused;
  Numbers.Engine = workOn(Id, Turns, Before);
  if (!Before.contains(stampOf(Name)))
    return R;
  Numbers.Engine.Reused = Known;
  Numbers.LowerTime = Numbers.CheckTime = 0;
  return R;
}
