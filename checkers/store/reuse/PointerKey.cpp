#include "checkers/store/reuse/PointerKey.h"

#include "checkers/store/format/Digest.h"
#include "predicates/alias/Locations.h"
#include "predicates/ir/Importer.h"
#include "predicates/ir/Print.h"
#include "predicates/ir/Syntax.h"
#include "predicates/ir/Terms.h"
#include "predicates/ir/Uses.h"

#include <algorithm>
#include <map>
#include <set>

namespace predabs {

using namespace ir;

/// Whether \p V is the text of a string in the source, which nothing points to
/// but where it is written.
static bool isText(const Variable &V) {
  return V.isGlobal() && !namelessGlobal(V).empty() && V.Init.empty();
}

bool isTextAddress(const Expr *E) {
  while (E->kind() == ExprKind::Cast || E->kind() == ExprKind::AddrOf ||
         E->kind() == ExprKind::Index)
    E = E->operand(0);
  return E->kind() == ExprKind::Var && isText(*E->variable());
}

std::string printWithTexts(const Expr *E) {
  std::string Result = print(E);
  for (const Variable *V : addressedIn(E))
    if (V && isText(*V)) {
      std::string Name = "\"" + V->Name + "\"";
      for (size_t At = 0; (At = Result.find(Name, At)) != Result.npos;
           At += V->Bytes.size())
        Result.replace(At, Name.size(), V->Bytes);
    }
  return Result;
}

namespace {

class PointerLines {
public:
  explicit PointerLines(const Module &M)
      : PointerBits(8 * M.Ctx.target().PointerBytes) {}

  /// What \p S means for pointers, without where its value goes; empty:
  /// nothing.
  std::string of(const Stmt &S) const {
    switch (S.Kind) {
    case StmtKind::Assume:
      return "";
    case StmtKind::Return:
      return S.Value && !isNarrow(S.Value) ? "return " + printWithTexts(S.Value)
                                           : "";
    case StmtKind::Havoc:
      return isIrrelevant(S.Dest) ? "" : "havoc";
    case StmtKind::Assign:
      return isIrrelevant(S.Dest) ? "" : value(S.Value);
    case StmtKind::Call:
      return isNothingNew(S) ? "" : call(S);
    }
    return "";
  }

  /// Whether no address is in \p Dest, and nobody else's memory.
  bool isIrrelevant(const Expr *Dest) const {
    if (!Dest || !isNarrow(Dest))
      return false;
    const Expr *Root = alias::rootOf(Dest);
    return Root->kind() == ExprKind::Var && !Root->variable()->isGlobal();
  }

  bool isNarrow(const Type *T) const {
    return T->isFloat() || (T->isInt() && T->width() < PointerBits);
  }

private:
  bool isNarrow(const Expr *E) const { return isNarrow(E->type()); }

  std::string value(const Expr *E) const {
    return isNarrow(E) ? "_" : printWithTexts(E);
  }

  /// Whether \p S gives nothing but numbers and texts to a function that is
  /// not here, as the call of a failed assertion does.
  /// SOUND: others may change what they know at any time, and call what they
  /// know; nobody can change a text.
  bool isNothingNew(const Stmt &S) const {
    return (!S.Dest || isIrrelevant(S.Dest)) &&
           S.Value->kind() == ExprKind::FuncAddr &&
           !S.Value->function()->isDefined() &&
           std::ranges::all_of(S.Args, [&](const Expr *Arg) {
             return isNarrow(Arg) || isTextAddress(Arg);
           });
  }

  std::string call(const Stmt &S) const {
    std::string Text = "call " + print(S.Value);
    for (const Expr *Arg : S.Args)
      Text += "," + value(Arg) + ":" + print(Arg->type());
    return Text;
  }

  unsigned PointerBits;
};

/// The lines of one function. Its variables have names there that say where
/// their values come from: `%p`, or a number that is made of their type and all
/// their values.
class FunctionLines {
public:
  FunctionLines(const Function &F, const PointerLines &Lines)
      : Lines(Lines), Addressed(addressedIn(F)) {
    for (const auto &V : F.Vars)
      if (isPlain(*V)) {
        std::string Name = nameOf(*V);
        Values[Name];
        Types[Name] = print(V->Ty);
      } else if (!Lines.isNarrow(V->Ty))
        Effects.insert(V->Name + ":" + print(V->Ty));
    for (const Block &B : F.Blocks)
      for (const Stmt &S : B.Stmts)
        note(S);
  }

  std::set<std::string> run() {
    followCopies();
    nameByValues();
    std::set<std::string> Result;
    for (const std::string &Line : Effects)
      Result.insert(renamed(Line));
    for (const auto &[Name, All] : Values)
      if (!Copies.contains(Name))
        for (const std::string &Value : All)
          Result.insert(Names.at(Name) + "=" + renamed(Value));
    return Result;
  }

private:
  using NameMap = std::map<std::string, std::string, std::less<>>;

  static std::string nameOf(const Variable &V) {
    std::string Name = "%";
    if (isBareName(V.Name))
      return Name + V.Name;
    appendQuoted(Name, V.Name);
    return Name;
  }

  /// Whether all that \p V holds is what statements put there by its name.
  bool isPlain(const Variable &V) const {
    return V.Kind != Storage::Parameter && V.Ty->isScalar() &&
           !Lines.isNarrow(V.Ty) && !Addressed.contains(&V);
  }

  void note(const Stmt &S) {
    std::string Line = Lines.of(S);
    if (Line.empty())
      return;
    bool IsCall = S.Kind == StmtKind::Call;
    if (!S.Dest || Lines.isIrrelevant(S.Dest)) {
      Effects.insert(std::move(Line));
      return;
    }
    if (S.Dest->kind() == ExprKind::Var)
      if (auto It = Values.find(print(S.Dest)); It != Values.end()) {
        It->second.insert(Line);
        if (IsCall)
          Effects.insert(std::move(Line));
        return;
      }
    Effects.insert(print(S.Dest) + ":" + print(S.Dest->type()) + "=" + Line);
  }

  /// Whether \p Text is a variable of the function, and nothing else.
  static bool isVariable(const std::string &Text) {
    return Text.starts_with('%') && endOfName(Text, 0) == Text.size();
  }

  /// The end of the name that begins at \p At.
  static size_t endOfName(std::string_view Text, size_t At) {
    size_t End = At + 1;
    if (End < Text.size() && Text[End] == '"') {
      for (++End; End < Text.size() && Text[End] != '"'; ++End)
        End += Text[End] == '\\';
      return std::min(End + 1, Text.size());
    }
    // A dot that no digit follows begins a field.
    auto IsDot = [&](size_t I) {
      return Text[I] == '.' && I + 1 < Text.size() &&
             isdigit(uint8_t(Text[I + 1]));
    };
    while (End < Text.size() && (NameChars.contains(Text[End]) || IsDot(End)))
      ++End;
    return End;
  }

  /// \p Text with the names that variables have by now.
  std::string renamed(std::string_view Text) const {
    std::string Result;
    for (size_t At = 0; At < Text.size();) {
      size_t Next = std::min(Text.find('%', At), Text.size());
      Result += Text.substr(At, Next - At);
      if (Next == Text.size())
        break;
      At = endOfName(Text, Next);
      std::string_view Name = Text.substr(Next, At - Next);
      auto It = Names.find(Name);
      Result += It != Names.end() ? std::string_view(It->second) : Name;
    }
    return Result;
  }

  /// `q = p` and nothing else: q is another name for p.
  void followCopies() {
    for (const auto &[Name, All] : Values) {
      std::string From = Name;
      std::set<std::string> Seen;
      for (auto It = Values.find(From); It != Values.end();
           It = Values.find(From)) {
        if (It->second.size() != 1 || !isVariable(*It->second.begin()) ||
            !Seen.insert(From).second)
          break;
        From = *It->second.begin();
      }
      if (From != Name)
        Copies[Name] = From;
    }
  }

  /// Variables with the same values get the same name: at first all do, and
  /// then those are told apart whose values are not the same by these names.
  void nameByValues() {
    size_t NumBefore = 0;
    for (const auto &[Name, All] : Values)
      Names[Name] = "%";
    for (;;) {
      for (const auto &[Name, From] : Copies)
        Names[Name] = Values.contains(From) ? Names.at(From) : From;
      NameMap New;
      std::set<std::string> Different;
      for (const auto &[Name, All] : Values) {
        if (Copies.contains(Name))
          continue;
        std::set<std::string> By;
        for (const std::string &Value : All)
          By.insert(renamed(Value));
        Digest D;
        // What it points to has the fields of its type.
        D.add(Types.at(Name));
        for (const std::string &Value : By)
          D.add(Value);
        New[Name] = "%" + D.key().str();
        Different.insert(New[Name]);
      }
      for (auto &[Name, Is] : New)
        Names[Name] = std::move(Is);
      if (Different.size() == NumBefore)
        break;
      NumBefore = Different.size();
    }
    for (const auto &[Name, From] : Copies)
      Names[Name] = Values.contains(From) ? Names.at(From) : From;
  }

  const PointerLines &Lines;
  const std::set<const Variable *> Addressed;
  std::map<std::string, std::set<std::string>> Values; ///< of plain variables
  std::map<std::string, std::string> Types;            ///< likewise
  std::set<std::string> Effects;
  std::map<std::string, std::string> Copies; ///< and what they are copies of
  NameMap Names;
};

void addFunction(Digest &D, const Function &F, const PointerLines &Lines) {
  std::set<std::string> All = FunctionLines(F, Lines).run();
  D.add(All.size());
  for (const std::string &Line : All)
    D.add(Line);
}

} // namespace

Key pointerKey(const Module &M) {
  // By their names: the order is that in which a file first mentions them.
  std::map<std::string, Key> All;
  PointerLines Lines(M);
  for (const Type &T : M.Ctx.types())
    if (T.isRecord()) {
      Digest D;
      addLayout(D, T);
      for (const Field &F : T.fields())
        D.add(F.IsInternal);
      All["record " + T.name()] = D.key();
    }
  for (const auto &F : M.Functions) {
    Digest D;
    D.add(print(F->Ty));
    D.add(uint64_t(F->IsInternal) * 2 + F->IsReplaceable);
    addFunction(D, *F, Lines);
    All["function " + F->Name] = D.key();
  }
  for (const auto &G : M.Globals) {
    if (isText(*G))
      continue;
    Digest D;
    D.add(uint64_t(G->IsDefined) * 4 + G->IsInternal * 2 + G->IsConst);
    addGlobal(D, *G, printWithTexts);
    All["global " + G->Name] = D.key();
  }
  Digest D;
  for (const auto &[Name, Of] : All) {
    D.add(Name);
    D.add(Of);
  }
  return D.key();
}

} // namespace predabs
