#include "checkers/store/Keep.h"

#include "checkers/BuildKey.h"
#include "checkers/Properties.h"
#include "predicates/ir/Link.h"
#include "predicates/ir/Parse.h"
#include "predicates/ir/Print.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

namespace predabs {

using namespace ir;

namespace {

/// Texts one after the other, so that no two lists give the same.
class Digest {
public:
  void add(std::string_view Text) {
    All += std::to_string(Text.size()) + ":";
    All += Text;
  }
  void add(uint64_t N) { add(std::to_string(N)); }
  void add(const Key &K) { add(K.str()); }
  Key key() const { return keyOf(All); }

private:
  std::string All;
};

std::string contentOf(const std::string &File) {
  std::ifstream In(File, std::ios::binary);
  return {std::istreambuf_iterator<char>(In), {}};
}

Key settingsKey(const Module &M, const Options &Opts) {
  Digest D;
  D.add(PREDABS_BUILD_KEY);
  for (const auto &Names : {Opts.Checks, Opts.Sources}) {
    D.add(Names.size());
    for (const std::string &Name : Names)
      D.add(Name);
  }
  D.add(Opts.Entry);
  D.add(Opts.Failures);
  for (uint64_t N : {Opts.Open, Opts.Paths, Opts.Budget})
    D.add(N);
  if (!Opts.Predicates.empty())
    D.add(contentOf(Opts.Predicates));
  Module Empty(M.Ctx.target());
  D.add(print(Empty, Locations::Hide));
  return D.key();
}

void addGlobal(Digest &D, const Variable &G) {
  D.add(G.Name);
  D.add(print(G.Ty));
  D.add(G.Bytes);
  D.add(uint64_t(G.InitUnknown));
  for (const InitPart &P : G.Init) {
    D.add(P.BitOffset);
    D.add(P.BitWidth);
    D.add(print(P.Value));
  }
}

std::function<bool(const Function &)> failuresIn(const Module &M,
                                                 const Options &Opts) {
  std::set<const Function *> All;
  for (const Function *F : failureFunctions(M, Opts))
    All.insert(F);
  return [All](const Function &F) { return All.contains(&F); };
}

} // namespace

FileKeys keysOf(const Module &M, const Options &Opts) {
  FileKeys Result;
  Result.Settings = settingsKey(M, Opts);
  Digest D;
  D.add(Result.Settings);
  auto IsFailure = failuresIn(M, Opts);
  for (const auto &F : M.Functions)
    if (F->isDefined()) {
      Key K = keyOf(codeText(M, *F, IsFailure));
      Result.OfFunction[F->Id] = K;
      D.add(K);
    }
  for (const auto &G : M.Globals)
    if (G->IsDefined)
      addGlobal(D, *G);
  Result.Code = D.key();
  return Result;
}

namespace {

class Keeper {
public:
  Keeper(SummaryFile &Into, const Module &M, const FileKeys &Keys,
         const Imports &Foreign)
      : Into(Into), M(M), Keys(Keys), Foreign(Foreign) {}

  void run(const std::vector<KeptDecision> &Decisions);

private:
  void add(const Function &F, Key Code);
  void addCalls(const Function &F, Summary &S);
  void spreadFailures();
  void answer();

  SummaryFile &Into;
  const Module &M;
  const FileKeys &Keys;
  const Imports &Foreign;
};

void Keeper::addCalls(const Function &F, Summary &S) {
  std::set<std::string> Names;
  for (const Block &B : F.Blocks)
    for (const Stmt &T : B.Stmts)
      if (T.Kind == StmtKind::Call) {
        bool IsDirect = T.Value->kind() == ExprKind::FuncAddr;
        std::string Name = IsDirect ? T.Value->function()->Name : "";
        Names.insert(isPlain(Name) ? Name : "");
        S.MayFail |= IsDirect && Foreign.Failing.contains(T.Value->function());
      }
  S.Calls.assign(Names.begin(), Names.end());
}

void Keeper::add(const Function &F, Key Code) {
  Summary S;
  S.Name = F.Name;
  S.DisplayName = F.DisplayName;
  S.IsInternal = F.IsInternal;
  S.IsReplaceable = F.IsReplaceable;
  S.Code = Code;
  S.Module = print(*extract(M, F));
  addCalls(F, S);
  Into.Functions.push_back(std::move(S));
}

/// A function may fail if what it calls may.
void Keeper::spreadFailures() {
  for (bool Again = true; Again;) {
    Again = false;
    for (Summary &S : Into.Functions) {
      bool Calls = std::any_of(S.Calls.begin(), S.Calls.end(),
                               [&](const std::string &Name) {
                                 const Summary *Callee = Into.find(Name);
                                 return Callee && Callee->MayFail;
                               });
      if (Calls && !S.MayFail)
        S.MayFail = Again = true;
    }
  }
}

/// What callers see of a function is what they see of all that it calls in
/// this file: they look into these too.
void Keeper::answer() {
  std::map<std::string_view, Key> Own;
  for (const Summary &S : Into.Functions) {
    Digest D;
    D.add(S.Code);
    D.add(S.MayFail);
    for (const KeptDecision &K : S.Decisions) {
      D.add(K.At.Block);
      D.add(K.At.Stmt);
      D.add(uint64_t(K.Found.Answer));
    }
    Own[S.Name] = D.key();
  }
  for (Summary &S : Into.Functions) {
    std::set<std::string_view> Reached = {S.Name};
    for (std::vector<const Summary *> Work = {&S}; !Work.empty();) {
      const Summary *F = Work.back();
      Work.pop_back();
      for (const std::string &Name : F->Calls)
        if (const Summary *Callee = Into.find(Name);
            Callee && Reached.insert(Callee->Name).second)
          Work.push_back(Callee);
    }
    Digest D;
    D.add(S.Name);
    for (std::string_view Name : Reached)
      D.add(Own[Name]);
    S.Answers = D.key();
  }
}

void Keeper::run(const std::vector<KeptDecision> &Decisions) {
  for (auto &[Id, Code] : Keys.OfFunction)
    if (isPlain(M.Functions[Id]->Name))
      add(*M.Functions[Id], Code);
  std::sort(Into.Functions.begin(), Into.Functions.end(),
            [](auto &A, auto &B) { return A.Name < B.Name; });
  size_t NumKept = 0;
  for (Summary &S : Into.Functions)
    for (const KeptDecision &D : Decisions)
      if (S.Name == D.At.Function) {
        S.Decisions.push_back(D);
        S.MayFail |= D.Found.Answer == Verdict::Latent;
        ++NumKept;
      }
  // SOUND: what is not kept has to be found again.
  if (NumKept != Decisions.size())
    Into.Code = {};
  spreadFailures();
  answer();
}

} // namespace

void keepFunctions(SummaryFile &Into, const Module &M, const FileKeys &Keys,
                   const Imports &Foreign,
                   const std::vector<KeptDecision> &Decisions) {
  Into.Settings = Keys.Settings;
  Into.Code = Keys.Code;
  Into.Uses = Foreign.Uses;
  Keeper(Into, M, Keys, Foreign).run(Decisions);
}

namespace {

/// How files look, lines included.
class Looks {
public:
  Key of(const SummaryFile &F) {
    auto [It, IsNew] = Known.try_emplace(&F);
    if (IsNew) {
      Digest D;
      for (const Summary &S : F.Functions)
        D.add(S.Module);
      It->second = D.key();
    }
    return It->second;
  }

private:
  std::map<const SummaryFile *, Key> Known;
};

} // namespace

void keepLooks(SummaryFile &Into, Surroundings &Around) {
  Looks Seen;
  if (!Into.AtCalls.empty())
    for (const Use &U : Into.Uses)
      if (Surroundings::Place At = Around.find(U.Function))
        Into.Shown.push_back({U.Function, Seen.of(*At.File)});
}

bool isUpToDate(const SummaryFile &Before, Surroundings &Around) {
  Looks Seen;
  auto AnswersAsBefore = [&](const Use &U) {
    Surroundings::Place Now = Around.find(U.Function);
    return (Now ? Now.Of->Answers : Key()) == U.Of;
  };
  auto LooksAsBefore = [&](const Use &U) {
    Surroundings::Place Now = Around.find(U.Function);
    return Now && Seen.of(*Now.File) == U.Of;
  };
  return std::ranges::all_of(Before.Uses, AnswersAsBefore) &&
         std::ranges::all_of(Before.Shown, LooksAsBefore);
}

namespace {

/// Finds where things stand now that stood elsewhere when they were kept.
class Relocation {
public:
  Relocation(const SummaryFile &Before, const Module &M)
      : Before(Before), M(M), Files(M.Files) {}

  /// Whether all functions of Before were found in M, as they were.
  bool learn();
  /// Changes \p L; false if nobody knows where it is now.
  bool move(Loc &L);
  std::vector<std::string> files() && { return std::move(Files); }

private:
  using Place = std::tuple<std::string, uint32_t, uint32_t>;

  bool learn(const Summary &S);
  void note(const Module &From, Loc Old, Loc New);
  uint32_t fileNumber(const std::string &Name);

  const SummaryFile &Before;
  const Module &M;
  std::vector<std::string> Files;
  std::map<Place, Loc> Now;
  std::set<std::string> OwnFiles;
};

void Relocation::note(const Module &From, Loc Old, Loc New) {
  if (!Old.isValid())
    return;
  const std::string &File = From.Files[Old.File];
  OwnFiles.insert(File);
  Now.try_emplace({File, Old.Line, Old.Column}, New);
}

bool Relocation::learn(const Summary &S) {
  const Function *New = M.findFunction(S.Name);
  ParsedModule P = parseModule(S.Module);
  const Function *Old = P ? P.Parsed->findFunction(S.Name) : nullptr;
  if (!New || !Old || New->Blocks.size() != Old->Blocks.size())
    return false;
  note(*P.Parsed, Old->Where, New->Where);
  for (size_t B = 0; B < Old->Blocks.size(); ++B) {
    const auto &Then = Old->Blocks[B].Stmts, &Today = New->Blocks[B].Stmts;
    if (Then.size() != Today.size())
      return false;
    for (size_t I = 0; I < Then.size(); ++I)
      note(*P.Parsed, Then[I].Where, Today[I].Where);
  }
  return true;
}

bool Relocation::learn() {
  return std::all_of(Before.Functions.begin(), Before.Functions.end(),
                     [&](const Summary &S) { return learn(S); });
}

uint32_t Relocation::fileNumber(const std::string &Name) {
  auto It = std::find(Files.begin(), Files.end(), Name);
  if (It == Files.end())
    It = Files.insert(It, Name);
  return uint32_t(It - Files.begin());
}

bool Relocation::move(Loc &L) {
  if (!L.isValid())
    return true;
  const std::string &File = Before.Files[L.File];
  if (auto It = Now.find({File, L.Line, L.Column}); It != Now.end()) {
    L = It->second;
    return true;
  }
  // Of another file, whose summary is what it was.
  L.File = fileNumber(File);
  return !OwnFiles.contains(File);
}

} // namespace

/// Whether the functions stand where they stood; tells \p F how they look now.
static bool looksTheSame(SummaryFile &F, const Module &M) {
  bool IsSame = true;
  for (Summary &S : F.Functions) {
    const Function *Now = M.findFunction(S.Name);
    std::string Text = Now ? print(*extract(M, *Now)) : "";
    IsSame &= Text == S.Module;
    S.Module = std::move(Text);
  }
  return IsSame;
}

std::optional<SummaryFile> relocated(SummaryFile Before, const Module &M) {
  SummaryFile Now = Before;
  if (looksTheSame(Now, M))
    return Now;
  Relocation To(Before, M);
  bool Known = To.learn();
  auto MoveAll = [&](std::vector<KeptDecision> &List) {
    for (KeptDecision &D : List)
      Known &= To.move(D.Found.What.Where);
  };
  for (Summary &S : Now.Functions)
    MoveAll(S.Decisions);
  MoveAll(Now.AtCalls);
  for (Message &Said : Now.Messages) {
    Known &= To.move(Said.Where);
    for (Note &N : Said.Notes)
      Known &= To.move(N.Where);
  }
  Now.Files = std::move(To).files();
  return Known ? std::optional(std::move(Now)) : std::nullopt;
}

Report sayAgain(const SummaryFile &Kept) {
  Report R;
  R.Files = Kept.Files;
  R.Messages = Kept.Messages;
  for (const Summary &S : Kept.Functions)
    for (const KeptDecision &D : S.Decisions)
      R.Decisions.push_back(D.Found);
  for (const KeptDecision &D : Kept.AtCalls)
    R.Decisions.push_back(D.Found);
  R.Numbers.Engine.Reused = Kept.Functions.size();
  return R;
}

} // namespace predabs
