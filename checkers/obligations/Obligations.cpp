#include "checkers/obligations/Obligations.h"

#include "checkers/obligations/GivenPredicates.h"
#include "checkers/protocols/language/ChosenProtocols.h"
#include "predicates/ir/Calls.h"
#include "predicates/ir/Terms.h"
#include "predicates/text/Nearest.h"

#include <algorithm>

using namespace predabs;

namespace {

/// Which argument of a failure function holds the text of the condition.
enum class TextArgument : int8_t {
  None = -1,
  First = 0,
  Second = 1,
  Third = 2,
  Fourth = 3,
  Varies, ///< the systems do not agree
};

/// A function whose call means that an obligation failed.
struct FailureFunction {
  std::string_view Name;
  std::string_view Check; ///< the value of Options::Checks that asks for it
  TextArgument Condition = TextArgument::None;
};

constexpr FailureFunction FailureFunctions[] = {
    {"__predabs_fail", "assert", TextArgument::First}, // made by the lowering
    // (expression, file, line, function): glibc, musl, Haiku, WASI
    {"__assert_fail", "assert", TextArgument::First},
    {"__assert_perror_fail", "assert"},                // glibc
    {"__assert_rtn", "assert", TextArgument::Fourth},  // Darwin
    {"__assert_func", "assert", TextArgument::Fourth}, // newlib
    {"__assert_c99", "assert", TextArgument::First},   // illumos
    {"__assert13", "assert", TextArgument::Fourth},    // NetBSD
    {"__assert2", "assert", TextArgument::Fourth},     // bionic, OpenBSD
    {"__assert", "assert", TextArgument::Varies},
    {"_wassert", "assert", TextArgument::First}, // Windows
    {"_assert", "assert", TextArgument::First},  // Windows, MinGW
    {"reach_error", "assert"},                   // SV-COMP
    {"__VERIFIER_error", "assert"},
    {"__builtin_trap", "trap"},
};

bool isEnabled(const Options &Opts, std::string_view Check) {
  return std::find(Opts.Checks.begin(), Opts.Checks.end(), Check) !=
         Opts.Checks.end();
}

/// The parts of a list with commas, as views of it.
std::vector<std::string_view> namesIn(std::string_view List) {
  std::vector<std::string_view> Names;
  while (!List.empty()) {
    size_t End = std::min(List.find(','), List.size());
    if (End != 0)
      Names.push_back(List.substr(0, End));
    List.remove_prefix(std::min(End + 1, List.size()));
  }
  return Names;
}

/// The failure functions of one run.
class Failures {
public:
  explicit Failures(const Options &Opts) {
    for (const FailureFunction &F : FailureFunctions)
      if (isEnabled(Opts, F.Check))
        All.push_back(F);
    // Only what was asked for is compiled in.
    All.push_back({ViolationName, "lock"});
    if (isEnabled(Opts, "assert"))
      for (std::string_view Name : namesIn(Opts.Failures))
        if (!find(Name))
          All.push_back({Name, "assert"});
  }

  const FailureFunction *find(std::string_view Name) const {
    for (const FailureFunction &F : All)
      if (F.Name == Name)
        return &F;
    return nullptr;
  }
  const FailureFunction *find(const ir::Function &F) const {
    const FailureFunction *Found = find(F.Name);
    return Found ? Found : find(F.DisplayName);
  }

  std::vector<FailureFunction> All;
};

/// The characters of a literal, up to its end; wide ones that are no ASCII
/// become question marks.
std::string characters(const ir::Variable &Literal) {
  const ir::Type *T = Literal.Ty;
  size_t Width = T->isArray() ? std::max<size_t>(1, T->inner()->size()) : 1;
  std::string Text;
  for (size_t At = 0; At + Width <= Literal.Bytes.size(); At += Width) {
    std::string_view Unit(Literal.Bytes.data() + At, Width);
    size_t NonZero =
        size_t(Width - size_t(std::count(Unit.begin(), Unit.end(), '\0')));
    if (NonZero == 0)
      break;
    char C = Unit.front() ? Unit.front() : Unit.back();
    Text += Width == 1 || (NonZero == 1 && C > 0) ? C : '?';
  }
  return Text;
}

/// The string literal whose address \p E is, or nothing.
std::string literalText(const ir::Expr *E) {
  using ir::ExprKind;
  for (;;) {
    switch (E->kind()) {
    case ExprKind::AddrOf:
    case ExprKind::Cast:
      E = E->operand(0);
      continue;
    case ExprKind::Index:
      if (!E->operand(1)->isInt(0))
        return {};
      E = E->operand(0);
      continue;
    case ExprKind::Var:
      return characters(*E->variable());
    default:
      return {};
    }
  }
}

std::string argumentText(const ir::Stmt &Call, TextArgument Which) {
  auto I = size_t(Which);
  return I < Call.Args.size() ? literalText(Call.Args[I]) : std::string();
}

/// The name without `scope::` before it.
std::string_view lastName(const ir::Function &F) {
  std::string_view Name = F.DisplayName.empty() ? F.Name : F.DisplayName;
  size_t Colon = Name.rfind(':');
  return Colon == Name.npos ? Name : Name.substr(Colon + 1);
}

/// Where `__assert` has its text:
///   (file, line, expression)            bionic, newlib, OpenBSD, NetBSD of old
///   (expression, file, line)            glibc, AIX, illumos
///   (function, file, line, expression)  FreeBSD
///   (expression, file, line, function)  uClibc, QNX
TextArgument textOfAssert(const ir::Stmt &Call, const ir::Function &In) {
  if (Call.Args.size() < 4)
    return Call.Args.size() == 3 && Call.Args[1]->type()->isInt()
               ? TextArgument::Third
               : TextArgument::First;
  return argumentText(Call, TextArgument::Fourth) == lastName(In)
             ? TextArgument::First
             : TextArgument::Fourth;
}

std::string conditionText(const ir::Stmt &Call, const FailureFunction &F,
                          const ir::Function &In) {
  TextArgument Which = F.Condition == TextArgument::Varies
                           ? textOfAssert(Call, In)
                           : F.Condition;
  std::string Text;
  if (Which != TextArgument::None)
    Text = argumentText(Call, Which);
  return Text.empty() ? std::string(F.Name) + " is called" : Text;
}

const FailureFunction *calledFailure(const ir::Stmt &S, const Failures &All) {
  const ir::Function *Callee = directCallee(S);
  return Callee ? All.find(*Callee) : nullptr;
}

Obligation obligation(const ir::Stmt &S, const FailureFunction &Failure,
                      const ir::Function &F) {
  const std::string &Name = F.DisplayName.empty() ? F.Name : F.DisplayName;
  if (isViolation(S)) {
    Violation Step = violationOf(S);
    return {S.Where, Name, Step.Check, Step.Message, Step.Finding};
  }
  return {S.Where, Name, std::string(Failure.Check),
          conditionText(S, Failure, F)};
}

void findIn(const ir::Function &F, const Failures &All,
            std::vector<FoundObligation> &Found) {
  for (ir::BlockId B = 0; B < F.Blocks.size(); ++B)
    for (uint32_t I = 0; I < F.Blocks[B].Stmts.size(); ++I) {
      const ir::Stmt &S = F.Blocks[B].Stmts[I];
      if (const FailureFunction *Failure = calledFailure(S, All))
        Found.push_back({obligation(S, *Failure, F), {&F, B, I}});
    }
}

} // namespace

InputTest predabs::inputTest(const Options &Opts) {
  std::vector<std::string> Names = predabs::namesIn(Opts.Inputs);
  return [Names, IsAll = Opts.hasEntry()](const ir::Function &F) {
    auto Is = [&](const std::string &N) {
      return N == F.Name || N == F.DisplayName;
    };
    return IsAll || std::any_of(Names.begin(), Names.end(), Is);
  };
}

std::vector<std::string> predabs::obligationNames(const Options &Opts) {
  std::vector<std::string> Names;
  if (isEnabled(Opts, "assert"))
    Names = {"predabs_assert_", "__VERIFIER_assert"};
  for (const FailureFunction &F : Failures(Opts).All)
    Names.emplace_back(F.Name);
  for (const Protocol &P : chooseProtocols(Opts).All)
    for (const ProtocolEvent &E : P.Events)
      Names.insert(Names.end(), E.Functions.begin(), E.Functions.end());
  return Names;
}

std::function<bool(const ir::Function &)>
predabs::failureTest(const Options &Opts) {
  return [All = Failures(Opts)](const ir::Function &F) {
    return All.find(F) != nullptr;
  };
}

std::vector<const ir::Function *>
predabs::failureFunctions(const ir::Module &M, const Options &Opts) {
  Failures All(Opts);
  std::vector<const ir::Function *> Found;
  for (const auto &F : M.Functions)
    if (All.find(*F))
      Found.push_back(F.get());
  return Found;
}

std::vector<FoundObligation> predabs::findObligations(const ir::Module &M,
                                                      const Options &Opts) {
  Failures All(Opts);
  std::vector<FoundObligation> Found;
  // Where a failure function has a body, often one that fails an assertion
  // itself, the obligation is its caller's.
  for (const auto &F : M.Functions)
    if (!All.find(*F))
      findIn(*F, All, Found);
  return Found;
}

namespace {

/// Finds failure functions among values.
class Escapes {
public:
  explicit Escapes(const Failures &All) : All(All) {}

  std::vector<Obligation> Found;

  void look(const ir::Expr *Root, ir::Loc Where, const std::string &In) {
    for (const ir::Expr *E : ir::termsOf(Root))
      if (E->kind() == ir::ExprKind::FuncAddr)
        if (const FailureFunction *F = All.find(*E->function()))
          Found.push_back({Where, In, std::string(F->Check),
                           std::string(F->Name) + " is called"});
  }

  void look(const ir::Stmt &S, const std::string &In) {
    for (const ir::Expr *E : {S.Dest, directCallee(S) ? nullptr : S.Value})
      if (E)
        look(E, S.Where, In);
    for (const ir::Expr *E : S.Args)
      look(E, S.Where, In);
  }

private:
  const Failures &All;
};

} // namespace

std::vector<Obligation> predabs::indirectFailures(const ir::Module &M,
                                                  const Options &Opts) {
  Failures All(Opts);
  Escapes E(All);
  for (const auto &G : M.Globals)
    for (const ir::InitPart &P : G->Init)
      E.look(P.Value, G->Where, G->Name);
  for (const auto &F : M.Functions)
    for (const ir::Block &B : F->Blocks)
      for (const ir::Stmt &S : B.Stmts)
        E.look(S, F->DisplayName.empty() ? F->Name : F->DisplayName);
  return std::move(E.Found);
}

static std::vector<const ir::Function *> definitions(const ir::Module &M,
                                                     std::string_view Name) {
  std::vector<const ir::Function *> Found;
  for (const auto &F : M.Functions)
    if (F->isDefined() && F->Name == Name)
      return {F.get()};
    else if (F->isDefined() && F->DisplayName == Name)
      Found.push_back(F.get());
  return Found;
}

const ir::Function *predabs::findEntry(const ir::Module &M,
                                       std::string_view Name) {
  std::vector<const ir::Function *> Found = definitions(M, Name);
  return Found.size() == 1 ? Found.front() : nullptr;
}

std::optional<std::string> predabs::checkOptions(ir::Module &M,
                                                 const Options &Opts) {
  PredicateSet Unused(M);
  if (auto Wrong = addGivenPredicates(Unused, Opts))
    return Wrong;
  if (auto Wrong = chooseProtocols(Opts).Wrong)
    return Wrong;
  if (!Opts.hasEntry() || findEntry(M, Opts.Entry))
    return std::nullopt;
  size_t Count = definitions(M, Opts.Entry).size();
  if (Count != 0)
    return "the entry '" + Opts.Entry + "' could be " + std::to_string(Count) +
           " functions; give the name that the linker sees";
  std::vector<std::string_view> Known;
  for (const auto &F : M.Functions)
    if (F->isDefined())
      Known.push_back(F->DisplayName.empty() ? F->Name : F->DisplayName);
  return "there is no function '" + Opts.Entry + "' to begin with" +
         didYouMean(Opts.Entry, Known);
}
