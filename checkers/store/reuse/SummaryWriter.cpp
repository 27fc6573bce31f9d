#include "checkers/store/reuse/SummaryWriter.h"

#include "checkers/BuildKey.h"
#include "checkers/models/Models.h"
#include "checkers/obligations/Obligations.h"
#include "checkers/store/format/Digest.h"
#include "predicates/ir/Link.h"
#include "predicates/ir/Print.h"

#include <algorithm>
#include <map>

namespace predabs {

using namespace ir;

void addLayout(Digest &D, const Type &T) {
  D.add(T.size() * 4 + T.isUnion() * 2 + T.isComplete());
  D.add(T.fields().size());
  for (const Field &F : T.fields()) {
    D.add(F.Name);
    D.add(print(F.Ty));
    D.add(F.BitOffset);
    D.add(F.BitWidth);
  }
}

void addGlobal(Digest &D, const Variable &G,
               const std::function<std::string(const Expr *)> &Text) {
  D.add(G.Name);
  D.add(print(G.Ty));
  D.add(G.Bytes);
  D.add(uint64_t(G.InitUnknown));
  for (const InitPart &P : G.Init) {
    D.add(P.BitOffset);
    D.add(P.BitWidth);
    D.add(Text(P.Value));
  }
}

void addGlobal(Digest &D, const Variable &G) {
  addGlobal(D, G, [](const Expr *E) { return print(E); });
}

namespace {

Key settingsKey(const Module &M, const Options &Opts) {
  Digest D;
  D.add(optionsKey(Opts));
  Module Empty(M.Ctx.target());
  D.add(print(Empty, Locations::Hide));
  return D.key();
}

std::function<bool(const Function &)> failuresIn(const Module &M,
                                                 const Options &Opts) {
  std::set<const Function *> All;
  for (const Function *F : failureFunctions(M, Opts))
    All.insert(F);
  return [All](const Function &F) { return All.contains(&F); };
}

} // namespace

Key optionsKey(const Options &Opts) {
  Digest D;
  D.add(PREDABS_BUILD_KEY);
  for (const auto &Names : {Opts.Checks, Opts.Sources}) {
    D.add(Names.size());
    for (const std::string &Name : Names)
      D.add(Name);
  }
  D.add(Opts.Entry);
  D.add(Opts.Start);
  D.add(Opts.Failures);
  D.add(Opts.Inputs);
  for (uint64_t N : {Opts.Open, unsigned(Opts.Closed), Opts.Paths, Opts.Budget})
    D.add(N);
  if (Opts.Predicates.isNamed())
    D.add(Opts.Predicates.content().Bytes.value_or(""));
  D.add(Models(Opts.Models).areOff() ? Key() : modelsKey(Opts.Models));
  if (Opts.Protocols.isNamed())
    D.add(Opts.Protocols.content().Bytes.value_or(""));
  return D.key();
}

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

static std::set<std::string> callsOf(const Function &F) {
  std::set<std::string> Names;
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts)
      if (S.Kind == StmtKind::Call) {
        bool IsDirect = S.Value->kind() == ExprKind::FuncAddr;
        std::string Name = IsDirect ? S.Value->function()->Name : "";
        Names.insert(isPlain(Name) ? Name : "");
      }
  return Names;
}

void addTexts(FileKeys &Keys, const Module &M) {
  for (const auto &[Id, Code] : Keys.OfFunction) {
    Keys.Texts[Id] = print(*extract(M, *M.Functions[Id]));
    Keys.Calls[Id] = callsOf(*M.Functions[Id]);
  }
}

void addContracts(FileKeys &Keys, const Module &M, Contracts &Made) {
  for (const auto &[Id, Code] : Keys.OfFunction) {
    const Function &F = *M.Functions[Id];
    KeptContract &K = Keys.Contracts[Id];
    K.WhyInexact = Made.of(F)->WhyNot;
    K.Words = Made.text(F);
    K.MayChangeAnything = Made.modified(F).MayBeAnything;
    if (std::string Does = Made.meaning(F); !Does.empty())
      K.Of = keyOf(Does);
    if (Made.isExact(F))
      K.Module = print(*extract(M, F));
  }
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
  const std::set<std::string> &Names = Keys.Calls.at(F.Id);
  S.Calls.assign(Names.begin(), Names.end());
  for (const std::string &Name : Names)
    if (const Function *Callee = M.findFunction(Name))
      S.MayFail |= Foreign.Failing.contains(Callee);
}

void Keeper::add(const Function &F, Key Code) {
  Summary S;
  S.Name = F.Name;
  S.DisplayName = F.DisplayName;
  S.IsInternal = F.IsInternal;
  S.IsReplaceable = F.IsReplaceable;
  S.Code = Code;
  S.Module = Keys.Texts.at(F.Id);
  if (auto It = Keys.Contracts.find(F.Id); It != Keys.Contracts.end()) {
    S.Contract = It->second.Of;
    S.ContractModule = It->second.Module;
    S.Promises = It->second.Words.Promises;
    S.Modifies = It->second.Words.Modifies;
    S.MayChangeAnything = It->second.MayChangeAnything;
    S.WhyInexact = It->second.WhyInexact;
  }
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

/// Adds which obligations in \p S its callers have to look at. In a contract
/// they are known by their texts, wherever they are in the code.
static void addAnswers(Digest &D, const Summary &S) {
  std::map<std::string, Verdict> Texts;
  for (const KeptDecision &K : S.Decisions)
    Texts[K.Found.What.Text] = K.Found.Answer;
  bool AreTold = Texts.size() == S.Decisions.size();
  if (S.Contract != Key() && AreTold) {
    for (auto &[Text, Answer] : Texts) {
      D.add(Text);
      D.add(uint64_t(Answer));
    }
    return;
  }
  for (const KeptDecision &K : S.Decisions) {
    D.add(K.At.Block);
    D.add(K.At.Stmt);
    D.add(uint64_t(K.Found.Answer));
  }
}

/// What callers see of a function is its contract, if that is exact. Otherwise
/// it is what they see of all that it calls in this file: they look into these
/// too.
void Keeper::answer() {
  std::map<std::string_view, Key> Own;
  for (const Summary &S : Into.Functions) {
    Digest D;
    D.add(S.Contract);
    D.add(S.Contract == Key() ? S.Code : Key());
    D.add(S.MayFail);
    addAnswers(D, S);
    Own[S.Name] = D.key();
  }
  for (Summary &S : Into.Functions) {
    std::set<std::string_view> Reached = {S.Name};
    for (std::vector<const Summary *> Work = {&S}; !Work.empty();) {
      const Summary *F = Work.back();
      Work.pop_back();
      if (F->Contract != Key())
        continue;
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

void writeFunctions(SummaryFile &Into, const Module &M, const FileKeys &Keys,
                    const Imports &Foreign,
                    const std::vector<KeptDecision> &Decisions) {
  Into.Settings = Keys.Settings;
  Into.Code = Keys.Code;
  Into.Uses = Foreign.Uses;
  Keeper(Into, M, Keys, Foreign).run(Decisions);
}

void writeLooks(SummaryFile &Into, Surroundings &Around) {
  if (!Into.AtCalls.empty())
    for (const Use &U : Into.Uses)
      if (Surroundings::Place At = Around.find(U.Function))
        Into.Shown.push_back({U.Function, Around.look(*At.File)});
}

} // namespace predabs
