#include "checkers/store/format/Describe.h"

#include "predicates/abstraction/Simplify.h"
#include "predicates/ir/Comparisons.h"
#include "predicates/ir/Parse.h"
#include "predicates/ir/Terms.h"
#include "predicates/language/ParsePredicates.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace predabs {

using namespace ir;

std::string placeText(Loc Where, const std::vector<std::string> &Files) {
  if (!Where.isValid())
    return "";
  return Files[Where.File] + ":" + std::to_string(Where.Line) + ":" +
         std::to_string(Where.Column);
}

static std::string joined(const std::vector<std::string> &Texts) {
  std::string All;
  for (const std::string &Text : Texts)
    All += (All.empty() ? "" : ", ") + Text;
  return All;
}

/// Names in the intermediate code are written with escapes there, so that
/// anything may come out of it.
static std::string plain(std::string Text) {
  for (char &C : Text)
    if (!isPlain({&C, 1}))
      C = '?';
  return Text;
}

namespace {

/// A condition on the values at the entry of a function, turned around.
class Opposite {
public:
  Opposite(Module &M, const Function &F) : M(M), F(F) {}

  /// Nothing if \p Condition is not one.
  std::optional<std::string> of(std::string_view Condition) {
    PredicateSet Set(M);
    ModuleNames Names(M);
    bool IsRead =
        parsePredicateList(Condition, "", 1, 1, &F, Names, Set).empty();
    if (!IsRead || Set.of(F).size() != 1)
      return std::nullopt;
    return cText(atEntry(Set, ofConjunction(Set.of(F).front().Term)));
  }

private:
  /// With symbolic constants for what is read.
  const Expr *atEntry(PredicateSet &Set, const Expr *Term) {
    std::vector<const Expr *> Read = placesRead(Term);
    return rewrite(M.Ctx, Term, [&](const Expr *Old, const Expr *New) {
      bool IsRead =
          Old->isPlace() && std::ranges::find(Read, Old) != Read.end();
      return IsRead ? M.Ctx.var(Set.entryValue(F, Old)) : New;
    });
  }

  const Expr *ofConjunction(const Expr *Term) {
    std::vector<const Expr *> Parts, Open = {Term};
    while (!Open.empty()) {
      const Expr *E = Open.back();
      Open.pop_back();
      if (E->kind() == ExprKind::Binary && E->op() == Op::LAnd)
        Open.insert(Open.end(), {E->operand(1), E->operand(0)});
      else
        Parts.push_back(ofAtom(E));
    }
    const Expr *Result = Parts.front();
    for (size_t I = 1; I < Parts.size(); ++I)
      Result = M.Ctx.binary(Op::LOr, Result, Parts[I]);
    return Result;
  }

  /// `0 >= n` gives `n > 0`.
  const Expr *ofAtom(const Expr *E) {
    const Expr *Result = negation(M.Ctx, E);
    if (!isComparison(Result) || Result->operand(0)->kind() != ExprKind::Int)
      return Result;
    return M.Ctx.binary(mirrored(Result->op()), Result->operand(1),
                        Result->operand(0));
  }

  Module &M;
  const Function &F;
};

enum class Name : uint8_t { OfItsOwn, Shared };

class FunctionText {
public:
  FunctionText(const Summary &S, const SummaryFile &File, Name Display)
      : S(S), File(File), Display(Display), Parsed(parseModule(S.Module)) {
    if (Parsed && !verify(*Parsed.Parsed))
      Body = Parsed.Parsed->findFunction(S.Name);
  }

  std::string text(Code C) {
    Out = plain(heading()) + "\n";
    for (const KeptDecision &D : S.Decisions)
      if (D.isShown())
        addDecision(D.Found);
    for (const std::string &Promise : S.Promises)
      add("ensures", Promise);
    add("modifies", changes());
    add("not exact", S.WhyInexact);
    add("verdicts", counts());
    add("calls", callees());
    add("may fail", failingCallees());
    if (C == Code::Show) {
      addCode("code", S.Module);
      if (!S.ContractModule.empty())
        addCode("contract as code", S.ContractModule);
    }
    return std::move(Out);
  }

private:
  void add(const char *What, const std::string &Text) {
    if (!Text.empty())
      Out += std::string("  ") + What + ": " + plain(Text) + "\n";
  }

  std::string heading() const {
    std::string Text = S.IsInternal ? "static " : "";
    Text += S.IsReplaceable ? "weak " : "";
    Text += S.DisplayName.empty() ? S.Name : S.DisplayName;
    if (Body)
      Text += "(" + parameters() + ")";
    if (Display == Name::Shared)
      Text += " [" + S.Name + "]";
    if (Body && Body->Where.isValid())
      Text += " at " + placeText(Body->Where, Parsed.Parsed->Files);
    return Text;
  }

  std::string parameters() const {
    std::vector<std::string> Names;
    for (uint32_t I = 0; I < Body->NumParams; ++I)
      Names.push_back(Body->Vars[I]->Name);
    if (Body->Ty->isVariadic())
      Names.push_back("...");
    return joined(Names);
  }

  void addDecision(const Decision &D) {
    std::string What = "'" + D.What.Text + "'", Where;
    if (D.What.Where.isValid())
      Where = " at " + placeText(D.What.Where, File.Files);
    What += Where;
    switch (D.Answer) {
    case Verdict::Latent:
      if (D.Why.empty())
        return add("can fail for some callers", What);
      return add("needs", need(D.Why) + " (" + nounFor(D.What) + Where + ": " +
                              D.What.Text + ")");
    case Verdict::Violated:
      return add("can fail", What);
    case Verdict::Unknown:
      return add("unknown", What + (D.Why.empty() ? "" : ": " + D.Why));
    case Verdict::Proved:
      break;
    }
  }

  std::string changes() const {
    if (S.MayChangeAnything)
      return "anything that others can reach";
    if (S.Modifies.empty())
      return "nothing";
    return joined(S.Modifies);
  }

  static std::string nounFor(const Obligation &O) {
    return O.Property == "assert" ? "assertion" : O.Property;
  }

  std::string need(const std::string &FailsIf) const {
    std::optional<std::string> Text;
    if (Body) {
      // Each with its own terms, which know variables that live for this alone.
      ParsedModule Own = parseModule(S.Module);
      Text =
          Opposite(*Own.Parsed, *Own.Parsed->findFunction(S.Name)).of(FailsIf);
    }
    return Text ? *Text : "!(" + FailsIf + ")";
  }

  std::string counts() const {
    std::array<size_t, NumVerdicts> Counts = {};
    for (const KeptDecision &D : S.Decisions)
      Counts[size_t(D.Found.Answer)] += D.isShown();
    std::vector<std::string> Parts;
    for (unsigned V = 0; V < NumVerdicts; ++V)
      if (Counts[V])
        Parts.push_back(std::to_string(Counts[V]) + " " +
                        verdictText(Verdict(V)));
    return Parts.empty() ? "none, there is nothing to check" : joined(Parts);
  }

  std::string callees() const {
    std::vector<std::string> Names;
    for (const std::string &Name : S.Calls)
      Names.push_back(Name.empty() ? "through pointers" : shownName(Name));
    // The empty name comes first, and reads better as the last.
    if (!S.Calls.empty() && S.Calls.front().empty())
      std::ranges::rotate(Names, Names.begin() + 1);
    return joined(Names);
  }

  /// The function that the linker knows as \p Name, as a person writes it.
  std::string shownName(const std::string &Name) const {
    const Function *F = Body ? Parsed.Parsed->findFunction(Name) : nullptr;
    return F && !F->DisplayName.empty() ? F->DisplayName : Name;
  }

  std::string failingCallees() const {
    if (!S.MayFail || S.hasLatent())
      return "";
    std::vector<std::string> Names;
    for (const std::string &Name : S.Calls)
      if (const Summary *Callee = File.find(Name); Callee && Callee->MayFail)
        Names.push_back(shownName(Name));
    return Names.empty() ? "in a function of another file that it calls"
                         : "in what it calls: " + joined(Names);
  }

  void addCode(const std::string &What, const std::string &Module) {
    Out += "  " + What + ":\n";
    for (size_t At = 0; At < Module.size();) {
      size_t End = std::min(Module.find('\n', At), Module.size());
      if (End != At)
        Out += "    " + Module.substr(At, End - At);
      Out += "\n";
      At = End + 1;
    }
  }

  const Summary &S;
  const SummaryFile &File;
  const Name Display;
  ParsedModule Parsed;
  const Function *Body = nullptr;
  std::string Out;
};

} // namespace

Description::Description(const SummaryFile &F) : File(F) {
  for (const Summary &S : F.Functions)
    Functions.push_back(&S);
  std::ranges::sort(Functions, {}, [](const Summary *S) {
    return std::tie(S->DisplayName, S->Name);
  });
}

std::string Description::of(const Summary &S, Code C) const {
  auto Namesakes = std::ranges::equal_range(Functions, S.DisplayName, {},
                                            &Summary::DisplayName);
  Name Display = Namesakes.size() > 1 ? Name::Shared : Name::OfItsOwn;
  return FunctionText(S, File, Display).text(C);
}

std::string
Description::usesText(const char *What,
                      const std::function<bool(const Use &)> &Which) const {
  std::vector<std::string> Names;
  for (const Use &U : File.Uses)
    if (Which(U))
      Names.push_back(U.Function);
  return Names.empty() ? "" : std::string(What) + joined(Names) + "\n";
}

/// As the lines of `predabs check --verdicts`.
std::string Description::verdictLine(const Decision &D) const {
  std::string Where = placeText(D.What.Where, File.Files);
  bool HasCondition = D.Answer == Verdict::Latent && !D.Why.empty();
  return (Where.empty() ? "" : Where + ": ") + verdictText(D.Answer) + ": " +
         D.What.Property + ": " + D.What.Function + ": " + D.What.Text +
         (!HasCondition                  ? ""
          : D.Why.starts_with("if ") ? " (" + D.Why + ")"
                                     : " (if " + D.Why + ")");
}

std::string Description::ofFile() const {
  std::string Out = usesText("used from other files: ",
                             [](const Use &U) { return U.Of != Key(); }) +
                    usesText("looked for in other files and not found: ",
                             [](const Use &U) { return U.Of == Key(); });
  if (!File.AtCalls.empty())
    Out += "failures in other files that calls here lead to:\n";
  for (const KeptDecision &D : File.AtCalls)
    Out += "  " + verdictLine(D.Found) + "\n";
  return Out + "made by " + File.Tool + " from " + File.Source + " in " +
         File.Directory + "\n";
}

} // namespace predabs
