// Random C, see RandomC.h.

#include "RandomC.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>

namespace predabs {

namespace {

const char *const IntTypes[] = {"int",           "int",   "int", "unsigned",
                                "unsigned char", "short", "long"};

std::string pointerTo(const std::string &T) {
  return T.back() == '*' ? T + "*" : T + " *";
}

bool isPointer(const std::string &T) { return T.back() == '*'; }

std::string pointee(const std::string &T) {
  std::string P = T.substr(0, T.size() - 1);
  while (P.back() == ' ')
    P.pop_back();
  return P;
}

bool isInteger(const std::string &T) {
  return std::find(std::begin(IntTypes), std::end(IntTypes), T) !=
         std::end(IntTypes);
}

std::string declare(const std::string &T, const std::string &Name) {
  return isPointer(T) ? T + Name : T + " " + Name;
}

struct Member {
  const char *Name;
  const char *Type;
  bool IsBitField = false;
};

const Member NodeMembers[] = {
    {"v", "int"}, {"p", "int *"}, {"next", "struct node *"}};
const Member FlagsMembers[] = {
    {"u", "unsigned", true}, {"s", "int", true}, {"c", "unsigned char"}};
const Member MixMembers[] = {{"i", "int"}, {"c", "unsigned char"}};

template <size_t N> std::vector<Member> listed(const Member (&Members)[N]) {
  return {std::begin(Members), std::end(Members)};
}

std::vector<Member> membersOf(const std::string &T) {
  if (T == "struct node")
    return listed(NodeMembers);
  if (T == "struct flags")
    return listed(FlagsMembers);
  if (T == "union mix")
    return listed(MixMembers);
  return {};
}

struct Place {
  std::string Text;
  std::string Type;
  bool IsBitField = false;
  bool IsConstant = false; ///< not to be assigned: fuel of a recursion
  unsigned Derefs = 0;
};

struct Parameter {
  std::string Type, Name;
};

struct Signature {
  std::string Name, Result;
  std::vector<Parameter> Params;
  bool HasFuel = false;     ///< the first parameter ends the recursion
  bool IsOperation = false; ///< of the type that function pointers point to
  bool IsStatic = false;
};

/// A call that may make predicates of the callee interesting to the caller.
struct Call {
  std::string Caller;
  const Signature *Callee;
  std::vector<std::string> Args;
};

bool isWordChar(char C) { return isalnum(C) || C == '_'; }

class Generator {
public:
  Generator(uint64_t Seed, const RandomCSize &Size)
      : Random(Seed), Size(Size) {}

  CProgram run() {
    prelude();
    globals();
    for (unsigned I = 0, N = 1 + below(Size.Functions); I < N; ++I)
      signature(I);
    for (const Signature &S : Signatures)
      P.Prelude.push_back(heading(S) + ";");
    if (UsesPointers)
      P.Prelude.push_back("static operation *op = " + operationName() + ";");
    for (size_t I = 0; I < Signatures.size(); ++I)
      function(I);
    mainFunction();
    globalPredicates();
    relatePredicates();
    return std::move(P);
  }

private:
  /// std distributions differ between libraries; this does not.
  unsigned below(unsigned N) { return N ? unsigned(Random() % N) : 0; }
  bool oneIn(unsigned N) { return below(N) == 0; }
  template <class T> const T &pick(const std::vector<T> &From) {
    return From[below(unsigned(From.size()))];
  }
  template <class T, size_t N> const T &pick(const T (&From)[N]) {
    return From[below(N)];
  }
  std::string number(unsigned N) { return std::to_string(below(N)); }

  // What stands before the functions.

  void prelude() {
    for (const char *Line :
         {"struct node { int v; int *p; struct node *next; };",
          "struct flags { unsigned u : 3; int s : 5; unsigned char c; };",
          "union mix { int i; unsigned char c; };", "int nondet(void);",
          "void look(int *);", "void *malloc(unsigned long);",
          "void *memset(void *, int, unsigned long);",
          "typedef int operation(int, int *);"})
      P.Prelude.push_back(Line);
  }

  std::string scalarType() {
    if (oneIn(4))
      return pointerTo("int");
    if (oneIn(12))
      return pointerTo(pointerTo("int"));
    if (oneIn(12))
      return pointerTo("struct node");
    if (oneIn(16))
      return pointerTo(std::string(pick(IntTypes)));
    return pick(IntTypes);
  }

  std::string objectType() {
    if (oneIn(6))
      return "struct node";
    if (oneIn(14))
      return "struct flags";
    if (oneIn(20))
      return "union mix";
    return scalarType();
  }

  void globals() {
    unsigned Count = 1 + below(4);
    for (unsigned I = 0; I < Count; ++I) {
      std::string T = I == 0 ? "int" : objectType();
      std::string Name = "g" + std::to_string(I);
      std::string Line = oneIn(2) ? "static " : "";
      if (oneIn(12) && isInteger(T))
        Line += "volatile ";
      if (oneIn(12)) {
        P.Prelude.push_back("extern " + declare(T, Name) + ";");
        Globals.push_back({Name, T, false, false, 0});
        continue;
      }
      Line += declare(T, Name);
      if (isInteger(T) && oneIn(2))
        Line += " = " + number(5);
      else if (isPointer(T) && !oneIn(4))
        Line += " = " + constantAddress(T);
      else if (T == "struct node" && !oneIn(4))
        Line += " = {1, " + constantAddress("int *") + ", &" + Name + "}";
      P.Prelude.push_back(Line + ";");
      Globals.push_back({Name, T, false, false, 0});
    }
    if (oneIn(3)) {
      P.Prelude.push_back("static int ga[3];");
      Arrays.push_back({"ga", "int", false, false, 0});
    }
  }

  /// The address of a global that a pointer of type \p T can hold.
  std::string constantAddress(const std::string &T) {
    for (const Place &G : Globals)
      if (G.Type == pointee(T) && !oneIn(3))
        return "&" + G.Text;
    return "0";
  }

  // Functions.

  void signature(unsigned I) {
    Signature S;
    S.Name = "f" + std::to_string(I);
    S.HasFuel = oneIn(2);
    S.IsStatic = !oneIn(3);
    S.Result = oneIn(4) ? "void" : oneIn(5) ? "int *" : pick(IntTypes);
    if (S.HasFuel)
      S.Params.push_back({"int", "n"});
    if (oneIn(3)) {
      S.Params = {{"int", "n"}, {"int *", "p"}};
      S.Result = "int";
      S.IsOperation = true;
      UsesPointers = true;
    } else {
      for (unsigned J = 0, N = below(3); J < N; ++J)
        S.Params.push_back({parameterType(), std::string(1, char('p' + J))});
    }
    Signatures.push_back(S);
  }

  std::string parameterType() {
    if (oneIn(12))
      return "struct node";
    return oneIn(2) ? pointerTo("int") : scalarType();
  }

  std::string heading(const Signature &S) {
    std::string Text =
        (S.IsStatic ? "static " : "") + declare(S.Result, S.Name) + "(";
    for (size_t I = 0; I < S.Params.size(); ++I)
      Text += (I ? ", " : "") + declare(S.Params[I].Type, S.Params[I].Name);
    return Text + (S.Params.empty() ? "void)" : ")");
  }

  std::string operationName() {
    std::vector<std::string> Names;
    for (const Signature &S : Signatures)
      if (S.IsOperation)
        Names.push_back(S.Name);
    return pick(Names);
  }

  void function(size_t I) {
    const Signature &S = Signatures[I];
    Current = &S;
    CFunction F;
    F.Name = S.Name;
    F.Head = heading(S);
    Locals.clear();
    LocalArrays.clear();
    for (const Parameter &A : S.Params)
      Locals.push_back({A.Name, A.Type, false, S.HasFuel && A.Name == "n", 0});
    locals(F, 1 + below(3));
    if (S.HasFuel)
      F.Body.push_back({"if (n <= 0)", true, {{returnStmt()}}});
    body(F, 2 + below(Size.Statements - 1));
    F.Return = returnStmt();
    predicates(F, true);
    P.Functions.push_back(std::move(F));
  }

  void mainFunction() {
    Signature S{"main", "int", {}};
    Current = &S;
    CFunction F;
    F.Name = "main";
    F.Head = "int main(void)";
    Locals.clear();
    LocalArrays.clear();
    locals(F, 2 + below(3));
    body(F, 1 + below(Size.Statements - 1));
    for (const Signature &Callee : Signatures)
      F.Body.insert(F.Body.begin() + below(unsigned(F.Body.size() + 1)),
                    {callStmt(Callee)});
    F.Return = "return 0;";
    predicates(F, false);
    P.Functions.push_back(std::move(F));
    Current = nullptr;
  }

  void locals(CFunction &F, unsigned Count) {
    Counter = false;
    for (unsigned I = 0; I < Count; ++I) {
      std::string T = I == 0 ? "int" : objectType();
      std::string Name = std::string(1, "xyzwuv"[I]);
      bool IsStatic = isInteger(T) && oneIn(12);
      std::string Line = (IsStatic ? "static " : "") + declare(T, Name);
      refresh();
      // Pointers are seldom left alone: nearly nothing can be done with them.
      if (IsStatic)
        Line += " = " + number(3);
      else if (isPointer(T) ? !oneIn(8) : isInteger(T) && !oneIn(4))
        Line += " = " + value(T, 1);
      else if (T == "struct node" && !oneIn(6))
        Line += " = {" + number(4) + ", " + pointer("int *") + ", " +
                (oneIn(2) ? "&" + Name : pointer("struct node *")) + "}";
      F.Locals.push_back(Line + ";");
      Locals.push_back({Name, T, false, false, 0});
    }
    if (oneIn(5)) {
      F.Locals.push_back("int a[2] = {" + number(4) + "};");
      LocalArrays.push_back({"a", "int", false, false, 0});
    }
    if (oneIn(3))
      F.Locals.push_back("int i = 0;");
    Counter = F.Locals.back() == "int i = 0;";
    if (Counter)
      Locals.push_back({"i", "int", false, false, 0});
    refresh();
  }

  // Places.

  void addPlaces(const Place &From) {
    Places.push_back(From);
    if (From.Derefs >= 2)
      return;
    for (const Member &M : membersOf(From.Type))
      addPlaces(
          {From.Text + "." + M.Name, M.Type, M.IsBitField, false, From.Derefs});
    if (!isPointer(From.Type))
      return;
    std::string To = pointee(From.Type);
    std::vector<Member> Members = membersOf(To);
    for (const Member &M : Members)
      addPlaces({From.Text + "->" + M.Name, M.Type, M.IsBitField, false,
                 From.Derefs + 1});
    if (Members.empty())
      addPlaces({"*" + From.Text, To, false, false, From.Derefs + 1});
  }

  void refresh() {
    Places.clear();
    for (const Place &V : Globals)
      addPlaces(V);
    for (const Place &V : Locals)
      addPlaces(V);
    auto Elements = [&](const std::vector<Place> &Of, const char *Mask) {
      for (const Place &A : Of) {
        Places.push_back({A.Text + "[0]", A.Type, false, false, 0});
        Places.push_back({A.Text + "[1]", A.Type, false, false, 0});
        if (Counter)
          Places.push_back(
              {A.Text + "[i & " + Mask + "]", A.Type, false, false, 0});
      }
    };
    Elements(Arrays, "1");
    Elements(LocalArrays, "1");
  }

  template <class Fn> const Place *find(Fn Wanted) {
    std::vector<const Place *> Found;
    for (const Place &L : Places)
      // What is near is more interesting.
      if (Wanted(L))
        Found.insert(Found.end(),
                     L.Derefs == 0   ? 4
                     : L.Derefs == 1 ? 3
                                     : 1,
                     &L);
    return Found.empty() ? nullptr : pick(Found);
  }
  const Place *findOf(const std::string &T) {
    return find([&](const Place &L) { return L.Type == T; });
  }
  const Place *findInteger() {
    return find([&](const Place &L) { return isInteger(L.Type); });
  }

  // Expressions.

  std::string value(const std::string &T, unsigned Depth) {
    return isPointer(T) ? pointer(T) : integer(Depth);
  }

  std::string atom() { return oneIn(3) ? number(6) : variable(); }

  std::string variable() {
    const Place *L = findInteger();
    return L ? L->Text : number(3);
  }

  std::string integer(unsigned Depth) {
    if (Depth == 0 || oneIn(3))
      return atom();
    static const char *const Ops[] = {"+", "+", "+", "-", "-",
                                      "-", "*", "&", "|", "^"};
    switch (below(12)) {
    case 0:
      return "-" + atom();
    case 1:
      return "(" + std::string(pick(IntTypes)) + ")" + atom();
    case 2:
      return condition(0) + " ? " + atom() + " : " + atom();
    case 3:
      return integer(Depth - 1) + " % " + std::to_string(1 + below(4));
    case 4:
      return integer(Depth - 1) + " / " + std::to_string(1 + below(4));
    case 5:
      return "nondet()";
    case 6:
      return callInside();
    default:
      return integer(Depth - 1) + " " + pick(Ops) + " " + atom();
    }
  }

  std::string pointer(const std::string &T) {
    if (oneIn(10))
      return "0";
    if (T == "int *" && !LocalArrays.empty() && oneIn(4))
      return oneIn(2) ? "a" : "a + 1";
    if (T == "int *" && oneIn(14))
      return "malloc(sizeof(int))";
    if (T == "unsigned char *" && oneIn(3))
      if (const Place *L = addressable("int"))
        return "(unsigned char *)&" + L->Text;
    const Place *L = findOf(T), *Target = addressable(pointee(T));
    if (Target && (!L || !oneIn(3)))
      return "&" + Target->Text;
    return L ? L->Text : "0";
  }

  const Place *addressable(const std::string &T) {
    return find([&](const Place &L) {
      return L.Type == T && !L.IsBitField && L.Derefs == 0 && !L.IsConstant;
    });
  }

  std::string condition(unsigned Depth) {
    static const char *const Relations[] = {"==", "!=", "<", "<=", ">", ">="};
    if (oneIn(5))
      if (const Place *L = find([](const Place &L) {
            return isPointer(L.Type) && pointee(L.Type) == "int";
          })) {
        std::string Other = pointer("int *");
        if (Other.compare(0, 6, "malloc") != 0)
          return L->Text + (oneIn(2) ? " == " : " != ") + Other;
      }
    std::string Left = Depth && oneIn(3) ? integer(Depth) : variable();
    std::string C = Left + " " + pick(Relations) + " " + atom();
    if (Depth && oneIn(5))
      C = "(" + C + (oneIn(2) ? ") && (" : ") || (") + condition(0) + ")";
    return C;
  }

  // Statements.

  void body(CFunction &F, unsigned Count) {
    for (unsigned I = 0; I < Count; ++I)
      F.Body.push_back(stmt(2));
    if (oneIn(5)) {
      // Out of everything.
      F.Body.push_back({"if (" + condition(1) + ")", true, {{"goto out;"}}});
      F.Body.push_back(stmt(1));
      F.Body.push_back({"out:;"});
    }
    if (Counter && oneIn(4)) {
      F.Body.push_back({"again:;"});
      F.Body.push_back(stmt(1));
      F.Body.push_back({"if (i < 2)", true, {{"i++;"}, {"goto again;"}}});
    }
  }

  CStmt stmt(unsigned Depth) {
    if (Depth && oneIn(4))
      return compound(Depth);
    if (oneIn(4))
      return call();
    return {assignment()};
  }

  std::vector<CStmt> stmts(unsigned Depth) {
    std::vector<CStmt> List;
    for (unsigned I = 0, N = 1 + below(2); I < N; ++I)
      List.push_back(stmt(Depth));
    return List;
  }

  CStmt compound(unsigned Depth) {
    if (Counter && oneIn(2))
      return {"for (i = 0; i < " + std::to_string(1 + below(3)) + "; i++)",
              true, stmts(Depth - 1)};
    const Place *L =
        find([](const Place &L) { return L.Type == "int" && !L.IsConstant; });
    if (L && oneIn(5))
      return {"while (" + L->Text + " > 0)",
              true,
              {{L->Text + " = " + L->Text + " - 1;"}, stmt(0)}};
    if (oneIn(8))
      return {"switch (" + integer(1) + ")",
              true,
              {{"case 0:"},
               stmt(Depth - 1),
               {oneIn(2) ? "break;" : ";"},
               {"case 1: case 3:"},
               stmt(Depth - 1),
               {"break;"},
               {"default:"},
               stmt(Depth - 1)}};
    CStmt If{"if (" + condition(1) + ")", true, stmts(Depth - 1)};
    if (oneIn(2))
      If.Else = stmts(Depth - 1);
    return If;
  }

  std::string assignment() {
    if (oneIn(8))
      if (std::string Swap = swap(); !Swap.empty())
        return Swap;
    if (oneIn(25))
      if (const Place *L = addressable("int"))
        return "memset(&" + L->Text + ", 0, sizeof(int));";
    for (unsigned Tries = 0; Tries < 8; ++Tries) {
      bool AFormal = oneIn(4);
      const Place *L = find([&](const Place &L) {
        return !L.IsConstant && (!AFormal || isFormal(L));
      });
      if (!L)
        continue;
      if (isInteger(L->Type) && oneIn(8))
        return "(" + L->Text + (oneIn(2) ? ")++;" : ")--;");
      if (isInteger(L->Type) || isPointer(L->Type))
        return L->Text + " = " + value(L->Type, 2) + ";";
      if (const Place *R = findOf(L->Type); R != L)
        return L->Text + " = " + R->Text + ";";
    }
    return ";";
  }

  std::string swap() {
    const Place *A = findOf("int"), *B = findOf("int");
    if (!A || !B || A->IsConstant || B->IsConstant)
      return "";
    return "{ int t = " + A->Text + "; " + A->Text + " = " + B->Text + "; " +
           B->Text + " = t; }";
  }

  std::string callInside() {
    std::vector<const Signature *> Possible;
    for (const Signature &S : Signatures)
      if (Current && mayCall(S) && isInteger(S.Result))
        Possible.push_back(&S);
    if (Possible.empty() || IsInCall)
      return "nondet()";
    IsInCall = true;
    const Signature &S = *pick(Possible);
    std::string Text = callExpr(S, S.Name);
    IsInCall = false;
    return Text;
  }

  CStmt call() {
    if (oneIn(10))
      if (const Place *L = addressable("int"))
        return {"look(&" + L->Text + ");"};
    if (UsesPointers && oneIn(6))
      return {callPointer()};
    std::vector<const Signature *> Possible;
    for (const Signature &S : Signatures)
      if (mayCall(S))
        Possible.push_back(&S);
    if (Possible.empty())
      return {assignment()};
    return {callStmt(*pick(Possible))};
  }

  /// Functions without fuel call only those before them.
  bool mayCall(const Signature &S) const {
    if (Current->Name == "main")
      return true;
    return Current->HasFuel && S.HasFuel ? true : &S < Current;
  }

  std::string fuel() {
    return Current->HasFuel ? "n - 1" : std::to_string(1 + below(3));
  }

  std::string argument(const Parameter &A) {
    if (oneIn(2))
      if (const Place *L = findOf(A.Type); L && L->Derefs == 0)
        return L->Text;
    if (isInteger(A.Type) || isPointer(A.Type))
      return value(A.Type, 1);
    const Place *L = findOf(A.Type);
    return L ? L->Text : "(" + A.Type + "){0}";
  }

  std::string callExpr(const Signature &S, const std::string &Callee) {
    std::vector<std::string> Args;
    std::string Text = Callee + "(";
    for (size_t I = 0; I < S.Params.size(); ++I) {
      std::string A = I == 0 && S.HasFuel ? fuel() : argument(S.Params[I]);
      // Pairs of equal arguments are what aliasing is about.
      if (I && S.Params[I].Type == S.Params[I - 1].Type && oneIn(3))
        A = Args.back();
      Text += (I ? ", " : "") + A;
      Args.push_back(A);
    }
    Calls.push_back({Current->Name, &S, std::move(Args)});
    return Text + ")";
  }

  std::string withResult(const std::string &Call, const std::string &Result) {
    const Place *L = find([&](const Place &L) {
      return !L.IsConstant &&
             (isInteger(Result) ? isInteger(L.Type) : L.Type == Result);
    });
    return (L && !oneIn(4) ? L->Text + " = " : "") + Call + ";";
  }

  std::string callStmt(const Signature &S) {
    std::string Call = callExpr(S, S.Name);
    return S.Result == "void" ? Call + ";" : withResult(Call, S.Result);
  }

  std::string callPointer() {
    // A recursion through a pointer has to end too.
    std::string Fuel = Current->HasFuel ? "n - 1" : "1";
    if (Current->Name != "main" && !Current->HasFuel)
      return "op = " + operationName() + ";";
    if (oneIn(3))
      return "op = " + operationName() + ";";
    std::string A = pointer("int *");
    return withResult("op(" + Fuel + ", " + A + ")", "int");
  }

  std::string returnStmt() {
    if (Current->Result == "void")
      return "return;";
    if (isPointer(Current->Result)) {
      const Place *L = find([&](const Place &L) {
        return L.Type == Current->Result && L.Text.find('[') == L.Text.npos;
      });
      return "return " + (L ? L->Text : "0") + ";";
    }
    if (oneIn(2))
      if (const Place *L = findOf(Current->Result))
        return "return " + L->Text + ";";
    return "return " + integer(1) + ";";
  }

  // Predicates.

  void predicates(const CFunction &F, bool HasEntryValues) {
    // A program would have to look after the bounds itself.
    for (const auto &List : {Arrays, LocalArrays})
      for (const Place &A : List)
        if (Counter)
          Places.push_back({A.Text + "[i]", A.Type, false, false, 0});
    CPredicates List{F.Name, {}};
    for (unsigned I = 0, N = 1 + below(Size.Predicates); I < N; ++I)
      List.Texts.push_back(HasEntryValues && oneIn(2) ? polymorphic()
                                                      : monomorphic());
    refresh();
    P.Predicates.push_back(std::move(List));
  }

  void globalPredicates() {
    Locals.clear();
    LocalArrays.clear();
    Counter = false;
    refresh();
    CPredicates List{"global", {}};
    for (unsigned I = 0, N = below(3); I < N; ++I)
      List.Texts.push_back(monomorphic());
    if (!List.Texts.empty())
      P.Predicates.push_back(std::move(List));
  }

  std::string relation() {
    static const char *const Relations[] = {" == ", " == ", " == ", " < ",
                                            " <= ", " > ",  " != "};
    return pick(Relations);
  }

  std::string monomorphic() {
    if (oneIn(4))
      if (const Place *L =
              find([](const Place &L) { return isPointer(L.Type); })) {
        const Place *Other = findOf(L->Type);
        const Place *Target = addressable(pointee(L->Type));
        if (Target && oneIn(2))
          return L->Text + " == &" + Target->Text;
        return L->Text + " == " + (Other && Other != L ? Other->Text : "0");
      }
    if (UsesPointers && oneIn(10))
      return "op == " + operationName();
    // The same few atoms, so that they meet each other.
    if (oneIn(5))
      return (oneIn(2) || !findOf("int") ? "g0" : findOf("int")->Text) +
             relation() + number(3);
    const Place *A = findInteger(), *B = findInteger();
    // What a caller can understand: a formal and a global.
    if (oneIn(4)) {
      const Place *Formal = find(
          [&](const Place &L) { return isInteger(L.Type) && isFormal(L); });
      A = Formal ? Formal : A;
      B = Formal ? &Globals[0] : B;
    }
    if (!A)
      return "1 == 1";
    switch (below(9)) {
    case 0:
      return A->Text + relation() + B->Text;
    case 1:
      return A->Text + relation() + B->Text + " + 1";
    case 2:
      return A->Text + " + " + B->Text + relation() + number(8);
    case 3:
      return "(" + A->Text + " & 1) == 0";
    case 4:
      return A->Text + " > 0 && " + B->Text + " > 0";
    case 5:
      return A->Text + " - " + B->Text + relation() + number(3);
    default:
      return A->Text + relation() + number(5);
    }
  }

  /// Whether \p L is a parameter or something that one leads to.
  bool isFormal(const Place &L) const {
    char First = L.Text[L.Text.find_first_not_of('*')];
    return Current &&
           std::any_of(Current->Params.begin(), Current->Params.end(),
                       [&](const Parameter &A) { return A.Name[0] == First; });
  }

  /// A parameter or global, or what one points to; null if there is none.
  const Place *rooted(const std::string &T) {
    return find([&](const Place &L) {
      if (L.Text.find('[') != L.Text.npos)
        return false;
      char First = L.Text[L.Text.find_first_not_of('*')];
      return (First == 'g' || isFormal(L)) &&
             (T.empty() ? isInteger(L.Type) : L.Type == T);
    });
  }

  /// `'x`, `'*p`, or `*'p` for `*p`.
  std::string entryValue(const Place &L) {
    if (L.Text[0] == '*' && L.Text[1] != '*' && oneIn(2))
      return "*'" + L.Text.substr(1);
    return "'" + L.Text;
  }

  std::string polymorphic() {
    const Place *Old = rooted("");
    if (Current->Result != "void" && oneIn(3)) {
      if (isPointer(Current->Result)) {
        const Place *Q = rooted(Current->Result);
        return Q ? "return == " + entryValue(*Q) : "return == 0";
      }
      std::string Than = Old && oneIn(2) ? entryValue(*Old) : number(4);
      return "return" + relation() + Than;
    }
    if (oneIn(4))
      if (const Place *Q = rooted("int *"))
        if (const Place *Now = findOf("int *"))
          return Now->Text + " == " + entryValue(*Q);
    if (!Old)
      return monomorphic();
    const Place *Now = oneIn(2) ? Old : findInteger();
    std::string Left = Now->Text;
    if (oneIn(4))
      Left = entryValue(*Old), Old = rooted("");
    std::string More = oneIn(3) ? " + 1" : "";
    return Left + relation() + entryValue(*Old) + More;
  }

  CPredicates *predicatesOf(const std::string &Name) {
    for (CPredicates &L : P.Predicates)
      if (L.Of == Name)
        return &L;
    return nullptr;
  }

  /// Gives callers what their callees know of arguments.
  void relatePredicates() {
    for (const Call &C : Calls) {
      CPredicates *Own = predicatesOf(C.Caller),
                  *Other = predicatesOf(C.Callee->Name);
      if (!Own || !Other || Own->Texts.size() >= Size.Predicates || oneIn(3))
        continue;
      std::string Text = inCaller(pick(Other->Texts), C);
      if (!Text.empty())
        Own->Texts.push_back(Text);
    }
  }

  /// A callee's predicate in the caller's words, or "" if there are none.
  std::string inCaller(const std::string &Text, const Call &C) {
    std::string Result;
    for (size_t I = 0; I < Text.size();) {
      size_t End = I;
      while (End < Text.size() && isWordChar(Text[End]))
        ++End;
      std::string Word = Text.substr(I, End - I);
      bool IsMember = I && (Text[I - 1] == '.' || Text[I - 1] == '>');
      if (Word.empty()) {
        // Entry values become present ones.
        Result += Text[I] == '\'' ? "" : std::string(1, Text[I]);
        End = I + 1;
      } else if (IsMember || isdigit(Word[0]) || Word[0] == 'g' ||
                 Word[0] == 'f' || Word == "op") {
        Result += Word;
      } else if (std::string A = argumentFor(Word, C); !A.empty()) {
        bool IsAddressed = !Result.empty() && Result.back() == '&';
        if (IsAddressed &&
            !(isalpha(A[0]) && std::all_of(A.begin(), A.end(), isWordChar)))
          return "";
        Result += "(" + A + ")";
      } else {
        return "";
      }
      I = End;
    }
    return Result;
  }

  static std::string argumentFor(const std::string &Word, const Call &C) {
    for (size_t I = 0; I < C.Args.size(); ++I)
      if (C.Callee->Params[I].Name == Word && C.Args[I] != "0" &&
          C.Args[I].find("(") == std::string::npos)
        return C.Args[I];
    return "";
  }

  std::mt19937_64 Random;
  const RandomCSize Size;
  std::vector<Call> Calls;
  CProgram P;
  std::vector<Signature> Signatures;
  bool UsesPointers = false;
  std::vector<Place> Globals, Arrays;
  const Signature *Current = nullptr;
  std::vector<Place> Locals, LocalArrays, Places;
  bool Counter = false;  ///< there is a variable i for loops
  bool IsInCall = false; ///< of an expression
};

// Text.

void print(std::string &Out, const std::vector<CStmt> &Stmts,
           const std::string &Indent) {
  for (const CStmt &S : Stmts) {
    Out += Indent + S.Head;
    if (S.IsCompound) {
      Out += " {\n";
      print(Out, S.Body, Indent + "  ");
      if (!S.Else.empty()) {
        Out += Indent + "} else {\n";
        print(Out, S.Else, Indent + "  ");
      }
      Out += Indent + "}";
    }
    Out += "\n";
  }
}

} // namespace

std::string CProgram::text() const {
  std::string Out;
  for (const std::string &Line : Prelude)
    Out += Line + "\n";
  for (const CFunction &F : Functions) {
    Out += F.Head + " {\n";
    for (const std::string &Line : F.Locals)
      Out += "  " + Line + "\n";
    print(Out, F.Body, "  ");
    Out += "  " + F.Return + "\n}\n";
  }
  return Out;
}

std::string CProgram::predicates() const {
  std::string Out;
  for (const CPredicates &L : Predicates) {
    if (L.Texts.empty())
      continue;
    Out += L.Of + " { ";
    for (size_t I = 0; I < L.Texts.size(); ++I)
      Out += (I ? ", " : "") + L.Texts[I];
    Out += " }\n";
  }
  return Out;
}

CProgram randomC(uint64_t Seed, const RandomCSize &Size) {
  return Generator(Seed, Size).run();
}

// Shrinking.

namespace {

using Attempt = std::function<bool()>;

/// Erases elements of \p List, the longest runs first, as long as \p Fails.
template <class T> bool thin(std::vector<T> &List, const Attempt &Fails) {
  bool Changed = false;
  for (size_t Length = List.size(); Length > 0; Length /= 2)
    for (size_t At = 0; At + Length <= List.size();) {
      std::vector<T> Kept = List;
      List.erase(List.begin() + At, List.begin() + At + Length);
      if (Fails()) {
        Changed = true;
      } else {
        List = std::move(Kept);
        ++At;
      }
    }
  return Changed;
}

bool thinStmts(std::vector<CStmt> &List, const Attempt &Fails) {
  bool Changed = thin(List, Fails);
  for (size_t I = 0; I < List.size(); ++I) {
    if (!List[I].IsCompound)
      continue;
    Changed |= thinStmts(List[I].Body, Fails);
    Changed |= thinStmts(List[I].Else, Fails);
    // What is inside in place of the whole.
    std::vector<CStmt> Kept = List, Inside = List[I].Body;
    List.erase(List.begin() + I);
    List.insert(List.begin() + I, Inside.begin(), Inside.end());
    if (Fails())
      Changed = true;
    else
      List = std::move(Kept);
  }
  return Changed;
}

bool thinAll(CProgram &P, const Attempt &Fails) {
  bool Changed = thin(P.Functions, Fails);
  for (CPredicates &L : P.Predicates)
    Changed |= thin(L.Texts, Fails);
  for (CFunction &F : P.Functions) {
    Changed |= thinStmts(F.Body, Fails);
    Changed |= thin(F.Locals, Fails);
  }
  return Changed | thin(P.Prelude, Fails);
}

} // namespace

CProgram shrink(CProgram P,
                const std::function<bool(const CProgram &)> &Fails) {
  while (thinAll(P, [&] { return Fails(P); }))
    ;
  return P;
}

} // namespace predabs
