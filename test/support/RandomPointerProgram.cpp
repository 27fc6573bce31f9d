// Random programs with pointers, see RandomPointerProgram.h.

#include "test/support/RandomPointerProgram.h"

#include <algorithm>
#include <map>
#include <random>

namespace predabs::ir {

namespace {

struct FieldText {
  std::string Name, Type;
  unsigned Bit;
};
struct RecordText {
  std::string Name;
  unsigned Size;
  bool Union;
  std::vector<FieldText> Fields;
};

const std::vector<RecordText> Records = {
    {"inner", 8, false, {{"x", "i32", 0}, {"y", "i32", 32}}},
    {"node",
     24,
     false,
     {{"val", "i32", 0}, {"next", "node*", 64}, {"data", "i32*", 128}}},
    {"pair",
     32,
     false,
     {{"a", "i32", 0},
      {"b", "i32", 32},
      {"p", "i32*", 64},
      {"in", "inner", 128},
      {"q", "node*", 192}}},
    {"big",
     128,
     false,
     {{"arr", "i32[4]", 0},
      {"hdr", "i32", 128},
      {"ps", "i32*[3]", 192},
      {"ns", "node[2]", 384},
      {"tail", "i32*", 768},
      {"pp", "pair*", 832}}},
};
// As long as its block: three pointers.
const RecordText Flex = {
    "flex", 8, false, {{"n", "i32", 0}, {"items", "i32*[0]", 64}}};
const RecordText Mix = {
    "mix",
    8,
    true,
    {{"l", "i64", 0}, {"p", "i32*", 0}, {"n", "node*", 0}, {"w", "i32[2]", 0}}};

const char *FnType = "(fn(i32*, node*) -> i32*)*";

unsigned sizeOf(const std::string &T) {
  if (T == "i32")
    return 4;
  if (T.back() == '*' || T == "i64")
    return 8;
  size_t Bracket = T.find('[');
  if (Bracket != std::string::npos)
    return sizeOf(T.substr(0, Bracket)) * unsigned(T[Bracket + 1] - '0');
  for (const RecordText &R : Records)
    if (R.Name == T)
      return R.Size;
  return T == Flex.Name ? Flex.Size : Mix.Size;
}

bool isPointer(const std::string &T) { return T.back() == '*'; }
bool isScalar(const std::string &T) {
  return isPointer(T) || T == "i32" || T == "i64";
}
bool isArray(const std::string &T) { return T.back() == ']'; }
std::string pointee(const std::string &T) { return T.substr(0, T.size() - 1); }

enum class Linkage : uint8_t { Internal, Visible };

struct GlobalText {
  std::string Name, Type;
  unsigned File;
  Linkage Link;
  std::vector<std::string> Init;
};

/// A function that is made.
struct FunctionText {
  std::string Name;
  unsigned File;
  Linkage Link;
  /// Never returns; the addresses of its variables may be taken.
  bool Ends;
  std::vector<std::pair<std::string, std::string>> Params, Vars;
  std::string Result;
  unsigned Calls = 0;
  std::string Body;
};

/// What an expression may do: only name what it will be part of, or also take
/// addresses of variables.
enum class Use : uint8_t { Value, Address };

class Generator {
public:
  Generator(uint64_t Seed, Typing How) : Random(Seed), How(How) {}

  PointerProgram make() {
    makeGlobals();
    makeSignatures();
    for (Current = 0; Current < Functions.size(); ++Current)
      makeBody(Functions[Current]);
    for (const FunctionText &F : Functions)
      Result.Functions.push_back(F.Name);
    Result.Run = text({0, 1}, true);
    Result.Whole = text({0, 1}, false);
    Result.Files[0] = text({0}, false);
    Result.Files[1] = text({1}, false);
    return std::move(Result);
  }

private:
  unsigned below(unsigned N) { return unsigned(Random() % N); }
  bool chance(unsigned Percent) { return below(100) < Percent; }
  template <class T> const T &one(const std::vector<T> &V) {
    return V[below(unsigned(V.size()))];
  }
  FunctionText &current() { return Functions[Current]; }

  std::vector<std::string> storable() const {
    std::vector<std::string> T = {"i32",   "i32*",   "i32**",   "node",
                                  "node*", "pair",   "pair*",   "big",
                                  "big*",  "i32[4]", "i32*[3]", "inner*",
                                  "void*", "node**", "i64",     FnType};
    if (How == Typing::Loose)
      T.insert(T.end(), {"mix", "mix*"});
    return T;
  }

  // Declarations.

  void makeGlobals() {
    unsigned N = 6 + below(6);
    for (unsigned I = 0; I < N; ++I) {
      std::string T = one(storable());
      Linkage L = chance(50) ? Linkage::Internal : Linkage::Visible;
      Globals.push_back({"$g" + std::to_string(I), T, below(2), L, {}});
    }
    // Something to point to, in each file.
    const std::pair<char, const char *> Targets[] = {
        {'i', "i32"},     {'n', "node"},  {'b', "big"},   {'p', "pair"},
        {'j', "i32*"},    {'m', "node*"}, {'t', "inner"}, {'u', "mix"},
        {'r', "i32*[3]"}, {'a', "i32[4]"}};
    for (unsigned File : {0U, 1U})
      for (auto [Letter, T] : Targets)
        Globals.push_back({"$s" + std::to_string(File) + Letter,
                           T,
                           File,
                           Linkage::Internal,
                           {}});
    for (GlobalText &G : Globals)
      initialise(G);
  }

  /// The pointers in a \p T.
  static std::vector<FieldText> pointersIn(const std::string &T) {
    std::vector<FieldText> Parts;
    if (isPointer(T))
      Parts.push_back({"", T, 0});
    if (T == "mix")
      Parts.push_back({".p", "i32*", 0});
    if (T == "i32*[3]")
      for (unsigned I = 0; I < 3; ++I)
        Parts.push_back({"[" + std::to_string(I) + "]", "i32*", I * 64});
    if (T == "node[2]")
      for (unsigned I = 0; I < 2; ++I)
        for (const FieldText &F : pointersIn("node"))
          Parts.push_back({"[" + std::to_string(I) + "]" + F.Name, F.Type,
                           F.Bit + I * 192});
    for (const RecordText &R : Records)
      if (R.Name == T)
        for (const FieldText &F : R.Fields)
          for (const FieldText &P : pointersIn(F.Type))
            Parts.push_back({"." + F.Name + P.Name, P.Type, F.Bit + P.Bit});
    return Parts;
  }

  void initialise(GlobalText &G) {
    for (const FieldText &P : pointersIn(G.Type)) {
      std::vector<std::string> Fit;
      for (const GlobalText &Other : Globals)
        if (Other.Type + "*" == P.Type && sees(G.File, Other))
          Fit.push_back(Other.Name);
      if (!Fit.empty() && chance(95))
        G.Init.push_back("at bit " + std::to_string(P.Bit) + " = &" + one(Fit));
    }
  }

  static bool sees(unsigned File, const GlobalText &G) {
    return G.File == File || G.Link == Linkage::Visible;
  }
  static bool sees(unsigned File, const FunctionText &F) {
    return F.File == File || F.Link == Linkage::Visible;
  }

  void makeSignatures() {
    unsigned N = 4 + below(4);
    for (unsigned I = 0; I < N; ++I) {
      FunctionText F;
      F.Name = I == 0 ? "main" : "f" + std::to_string(I);
      F.File = below(2);
      F.Ends = I == 0 || chance(35);
      F.Link = I == 0 || chance(50) ? Linkage::Visible : Linkage::Internal;
      F.Result = "i32";
      if (I != 0)
        makeParams(F, I);
      Functions.push_back(F);
    }
  }

  void makeParams(FunctionText &F, unsigned I) {
    // Every other function can be called through a pointer.
    if (I % 2 && !F.Ends) {
      F.Params = {{"%a", "i32*"}, {"%b", "node*"}};
      F.Result = "i32*";
      return;
    }
    unsigned N = below(4);
    for (unsigned P = 0; P < N; ++P)
      F.Params.push_back({std::string("%") + char('a' + P), one(storable())});
    if (!F.Ends)
      F.Result = one(storable());
    if (isArray(F.Result))
      F.Result = "i32";
    for (auto &[Name, T] : F.Params)
      if (isArray(T))
        T = "i32*";
  }

  // Expressions.

  std::vector<std::pair<std::string, std::string>> variables(Use U) {
    std::vector<std::pair<std::string, std::string>> V;
    for (const GlobalText &G : Globals)
      if (sees(current().File, G))
        V.push_back({G.Name, G.Type});
    if (U == Use::Address && !current().Ends)
      return V;
    for (int Weight = 0; Weight < 2; ++Weight) {
      V.insert(V.end(), current().Params.begin(), current().Params.end());
      V.insert(V.end(), current().Vars.begin(), current().Vars.end());
    }
    return V;
  }

  std::string index(unsigned Count) {
    if (chance(50))
      return std::to_string(below(Count));
    if (Count == 3)
      return "(%i & 255) % 3";
    return "%i & " + std::to_string(Count - 1);
  }

  /// A place of type \p T, or nothing.
  std::string place(const std::string &T, unsigned Depth, Use U) {
    for (int Try = 0; Try < 6; ++Try) {
      std::string P = tryPlace(T, Depth, U);
      if (!P.empty())
        return P;
    }
    return "";
  }

  std::string tryPlace(const std::string &T, unsigned Depth, Use U) {
    unsigned Kind = Depth == 0 ? 0 : below(4);
    if (Kind == 0)
      return variable(T, U);
    if (Kind == 1)
      return field(T, Depth - 1, U);
    if (Kind == 2)
      return element(T, Depth - 1, U);
    std::string P = pointer(T, Depth - 1);
    return P.empty() ? "" : "*(" + P + ")";
  }

  std::string variable(const std::string &T, Use U) {
    std::vector<std::string> Fit;
    for (const auto &[Name, Type] : variables(U))
      if (Type == T)
        Fit.push_back(Name);
    return Fit.empty() ? "" : one(Fit);
  }

  std::string field(const std::string &T, unsigned Depth, Use U) {
    std::vector<std::pair<std::string, std::string>> Fit;
    std::vector<RecordText> All = Records;
    All.push_back(Flex);
    if (How == Typing::Loose)
      All.push_back(Mix);
    for (const RecordText &R : All)
      for (const FieldText &F : R.Fields)
        if (F.Type == T)
          Fit.push_back({R.Name, F.Name});
    if (Fit.empty())
      return "";
    auto [Record, Name] = one(Fit);
    std::string Base = place(Record, Depth, U);
    return Base.empty() ? "" : "(" + Base + ")." + Name;
  }

  std::string element(const std::string &T, unsigned Depth, Use U) {
    std::vector<std::pair<std::string, unsigned>> Fit;
    if (T == "i32")
      Fit.push_back({"i32[4]", 4});
    if (T == "i32*")
      Fit.push_back({"i32*[3]", 3});
    if (T == "i32*")
      Fit.push_back({"i32*[0]", 3});
    if (T == "node")
      Fit.push_back({"node[2]", 2});
    if (T == "i32" && How == Typing::Loose)
      Fit.push_back({"i32[2]", 2});
    if (Fit.empty())
      return "";
    auto [Array, Count] = one(Fit);
    std::string Base = place(Array, Depth, U);
    return Base.empty() ? "" : "(" + Base + ")[" + index(Count) + "]";
  }

  /// An expression of type T*, or nothing.
  std::string pointer(const std::string &T, unsigned Depth) {
    unsigned Kind = below(20);
    if (Kind < 6) {
      std::string P = place(T + "*", Depth, Use::Value);
      if (!P.empty())
        return P;
    }
    if (Kind == 6 && Depth > 0) {
      std::string A = pointer(T, Depth - 1), B = pointer(T, Depth - 1);
      if (!A.empty() && !B.empty())
        return "((%i & 1) == 0 ? " + A + " : " + B + ")";
    }
    if (Kind == 7 && T == "i32") {
      std::string A = place("i32[4]", Depth, Use::Address);
      if (!A.empty())
        return "(&(" + A + ")[0] +p (" + index(4) + "))";
    }
    if (Kind == 8 && T == "pair") {
      std::string A = place("inner", Depth, Use::Address);
      if (!A.empty())
        return "cast<pair*>(cast<u8*>(&(" + A + ")) +p -16)";
    }
    // Nothing large: it could reach from one object into the next, and no run
    // would notice.
    bool Casts = How == Typing::Loose && (T == "i32" || T == "i32*");
    if (Kind == 9 && Casts) {
      std::string A = place("void*", Depth, Use::Value);
      if (!A.empty())
        return "cast<" + T + "*>(" + A + ")";
    }
    if (Kind == 10 && Casts) {
      std::string A = place("i64", Depth, Use::Value);
      if (!A.empty())
        return "cast<" + T + "*>(" + A + ")";
    }
    if (Kind == 11 && T == "i32") {
      std::string A = pointer("i32", Depth ? Depth - 1 : 0);
      if (!A.empty())
        return "((" + A + ") +p 1) +p (-1)";
    }
    std::string P = place(T, Depth, Use::Address);
    return P.empty() ? "" : "&(" + P + ")";
  }

  /// An expression of a scalar type.
  std::string scalar(const std::string &T, unsigned Depth) {
    if (T == "i32") {
      std::string P = place(T, Depth, Use::Value);
      if (P.empty() || chance(30))
        return std::to_string(below(9));
      return chance(50) ? P : "((" + P + ") & 63) + 1";
    }
    if (T == FnType)
      return functionPointer();
    if (T == "i64" || T == "void*") {
      const char *Of[] = {"i32", "node", "pair", "i32*", "big"};
      std::string P = pointer(Of[below(5)], Depth);
      if (P.empty())
        return T == "i64" ? "7:i64" : "null<void*>";
      return "cast<" + T + ">(" + P + ")";
    }
    std::string P = chance(1) ? "" : pointer(pointee(T), Depth);
    return P.empty() ? "null<" + T + ">" : P;
  }

  std::string functionPointer() {
    std::vector<std::string> Fit;
    for (const FunctionText &F : Functions)
      if (isCallable(F) && sees(current().File, F))
        Fit.push_back("@" + F.Name);
    std::string P = place(FnType, 2, Use::Value);
    if (Fit.empty() || (!P.empty() && chance(40)))
      return P.empty() ? std::string("null<") + FnType + ">" : P;
    return one(Fit);
  }

  static bool isCallable(const FunctionText &F) {
    return F.Params.size() == 2 && F.Params[0].second == "i32*" &&
           F.Params[1].second == "node*" && F.Result == "i32*" && !F.Ends;
  }

  /// A value for a variable or argument.
  std::string value(const std::string &T, unsigned Depth) {
    if (isScalar(T))
      return scalar(T, Depth);
    std::string P = place(T, Depth, Use::Value);
    return P.empty() ? "zero<" + T + ">" : P;
  }

  // Bodies. A line with `!` in front is only in the text that is run.

  void line(const std::string &L) { current().Body += "  " + L + "\n"; }
  void observe(const std::string &L) { current().Body += "!  " + L + "\n"; }
  std::string block() { return "b" + std::to_string(NextBlock++); }
  void enter(const std::string &B) { current().Body += B + ":\n"; }
  void go(const std::string &To) { line("goto " + To); }

  void makeBody(FunctionText &F) {
    NextBlock = 0;
    unsigned N = 2 + below(4);
    for (unsigned I = 0; I < N; ++I)
      F.Vars.push_back({"%v" + std::to_string(I), one(storable())});
    F.Vars.push_back({"%i", "i32"});
    if (chance(60))
      F.Vars.push_back({"%x", "i32"});
    enter("entry");
    observe("call @ran(" + std::to_string(Current) + ")");
    line("$fuel = $fuel - 1");
    for (const auto &[Name, T] : F.Vars)
      line(Name + " = " +
           (T == "i32" ? std::to_string(below(4)) : "zero<" + T + ">"));
    for (const auto &[Name, T] : F.Vars)
      fill(Name, T);
    std::string Go = block(), Stop = block();
    go(Go + ", " + Stop);
    enter(Stop);
    line("assume $fuel <= 0");
    end(F);
    enter(Go);
    line("assume $fuel > 0");
    unsigned Statements = 4 + below(10);
    for (unsigned I = 0; I < Statements; ++I)
      statement();
    if (F.Ends && chance(70))
      lastCall();
    end(F);
  }

  /// Puts addresses into what has just been made.
  void fill(const std::string &Place, const std::string &T) {
    if (T == "i64")
      line(Place + " = " + scalar(T, 1));
    for (const FieldText &P : pointersIn(T))
      if (chance(95))
        line(Place + P.Name + " = " + scalar(P.Type, 1));
  }

  void end(FunctionText &F) {
    if (F.Ends) {
      line("call @exit(0)");
      ++F.Calls;
      line("stop");
    } else {
      line("return " + value(F.Result, 2));
    }
  }

  void statement() {
    unsigned Kind = below(20);
    if (Kind < 6)
      assign();
    else if (Kind < 10)
      overlap();
    else if (Kind < 13)
      call();
    else if (Kind == 13)
      callPointer();
    else if (Kind == 14)
      allocate();
    else if (Kind == 15)
      copyMemory();
    else if (Kind == 16)
      copyBytes();
    else if (Kind == 17)
      branch();
    else if (Kind == 18)
      walk();
    else
      line("%i = %i + 1");
    if (chance(30))
      writeParameter();
  }

  void writeParameter() {
    if (current().Params.empty())
      return;
    const auto &[Name, T] = one(current().Params);
    if (T == "i32*" || T == "i32**" || T == "node**")
      line("*" + Name + " = " + scalar(pointee(T), 1));
    for (const RecordText &R : Records)
      if (R.Name + "*" == T) {
        const FieldText &F = one(R.Fields);
        if (isScalar(F.Type))
          line("(*" + Name + ")." + F.Name + " = " + scalar(F.Type, 1));
      }
  }

  void assign() {
    std::string T = one(storable());
    if (T == "i32" && chance(70))
      T = "i32*";
    std::string P = place(T, 3, Use::Value);
    std::string V = value(T, 3);
    bool Keep = V.compare(0, 4, "zero") != 0 && V.compare(0, 4, "null") != 0;
    if (P.empty() || P == "%i" || !(Keep || chance(10)))
      return;
    line(P + " = " + V);
    bool Known = isPointer(T) && T != "void*" && T != FnType;
    if (Known && Keep && chance(50))
      overlap("*(" + P + ")", "*(" + V + ")", pointee(T), pointee(T));
  }

  std::string scalarType() {
    std::vector<std::string> T = {"i32",   "i32",   "i32*",
                                  "node*", "i32**", "node**"};
    return one(T);
  }

  void overlap() {
    std::vector<std::string> Types = storable();
    std::string T = chance(70) ? scalarType() : one(Types);
    std::string U = chance(70) ? T : one(Types);
    std::string A = place(T, 3, Use::Value), B = place(U, 3, Use::Value);
    if (!A.empty() && !B.empty() && A != B)
      overlap(A, B, T, U);
  }

  /// Notes whether \p A of type \p T and \p B of type \p U overlap.
  void overlap(const std::string &A, const std::string &B, const std::string &T,
               const std::string &U) {
    observe("call @check(" + std::to_string(Result.Overlaps.size()) +
            ", cast<u64>(&(" + A + ")), " + std::to_string(sizeOf(T)) +
            ":u64, cast<u64>(&(" + B + ")), " + std::to_string(sizeOf(U)) +
            ":u64)");
    Result.Overlaps.push_back({current().Name, A, B});
  }

  using Typed = std::pair<std::string, std::string>;

  std::string arguments(const FunctionText &F, std::vector<Typed> &Args) {
    std::string Text;
    for (const auto &[Name, T] : F.Params) {
      Args.push_back({value(T, 2), T});
      Text += (Text.empty() ? "" : ", ") + Args.back().first;
    }
    return Text;
  }

  /// A scalar whose value before and after a call is compared: something
  /// behind an argument, or just anything.
  Typed watched(const std::vector<Typed> &Args) {
    if (!Args.empty() && chance(60)) {
      const auto &[Arg, T] = one(Args);
      if (T == "i32*" || T == "i32**" || T == "node**")
        return {"*(" + Arg + ")", pointee(T)};
      for (const RecordText &R : Records)
        if (R.Name + "*" == T) {
          const FieldText &F = one(R.Fields);
          if (isScalar(F.Type))
            return {"(*(" + Arg + "))." + F.Name, F.Type};
        }
    }
    std::string T = scalarType();
    return {place(T, 2, Use::Value), T};
  }

  /// Emits a call with what is observed about it.
  void emitCall(const std::string &Text, const std::vector<Typed> &Args) {
    unsigned Number = current().Calls++;
    std::vector<std::string> After;
    for (unsigned I = 0; I < 2; ++I) {
      auto [P, T] = watched(Args);
      if (P.empty())
        continue;
      std::string Saved = std::to_string(I);
      observe("%sa" + Saved + " = cast<u64>(&(" + P + "))");
      observe("%sv" + Saved + " = cast<u64>(" + P + ")");
      After.push_back("call @changed(" +
                      std::to_string(Result.Modifies.size()) + ", %sv" + Saved +
                      ", cast<u64>(*cast<" + T + "*>(%sa" + Saved + ")))");
      Result.Modifies.push_back({current().Name, P, Number});
    }
    observe("$site = " + std::to_string(Result.Targets.size()));
    Result.Targets.push_back({current().Name, Number});
    line(Text);
    for (const std::string &L : After)
      observe(L);
  }

  std::string destination(const std::string &T) {
    for (const auto &[Name, Type] : current().Vars)
      if (Type == T && Name != "%i" && chance(80))
        return Name + " = ";
    return "";
  }

  void call() {
    std::vector<const FunctionText *> Fit;
    for (const FunctionText &F : Functions)
      if (!F.Ends && sees(current().File, F))
        Fit.push_back(&F);
    if (Fit.empty())
      return;
    const FunctionText &F = *one(Fit);
    std::vector<Typed> Args;
    std::string Text = arguments(F, Args);
    emitCall(destination(F.Result) + "call @" + F.Name + "(" + Text + ")",
             Args);
  }

  void lastCall() {
    std::vector<const FunctionText *> Fit;
    for (const FunctionText &F : Functions)
      if (F.Ends && F.Name != "main" && sees(current().File, F))
        Fit.push_back(&F);
    if (Fit.empty())
      return;
    const FunctionText &F = *one(Fit);
    observe("$site = " + std::to_string(Result.Targets.size()));
    Result.Targets.push_back({current().Name, current().Calls++});
    std::vector<Typed> Args;
    line("call @" + F.Name + "(" + arguments(F, Args) + ")");
  }

  void callPointer() {
    std::string P = place(FnType, 2, Use::Value);
    if (P.empty())
      return;
    std::string Then = block(), Else = block();
    go(Then + ", " + Else);
    enter(Then);
    line("assume " + P + " != null<" + FnType + ">");
    Typed A = {value("i32*", 2), "i32*"}, B = {value("node*", 2), "node*"};
    emitCall(destination("i32*") + "call *(" + P + ")(" + A.first + ", " +
                 B.first + ")",
             {A, B});
    go(Else);
    enter(Else);
  }

  void allocate() {
    const char *Of[] = {"node", "pair", "big", "flex", "i32*", "i32"};
    std::string T = Of[below(6)];
    unsigned Size = T == "flex" ? 32 : sizeOf(T), Count = 1;
    if (T != "flex" && chance(40))
      Count = 4;
    std::string P = place(T + "*", 2, Use::Value);
    if (P.empty())
      return;
    line("%m = call @malloc(" + std::to_string(Size * Count) + ":u64)");
    ++current().Calls;
    if (T == "flex") {
      fill("(*cast<flex*>(%m)).items[0]", "i32*");
      fill("(*cast<flex*>(%m)).items[1]", "i32*");
      fill("(*cast<flex*>(%m)).items[2]", "i32*");
    }
    for (unsigned I = 0; I < Count && T != "flex"; ++I) {
      std::string One =
          "(*(cast<" + T + "*>(%m) +p " + std::to_string(I) + "))";
      line(One + " = " + (T == "i32" ? "0" : "zero<" + T + ">"));
      fill(One, T);
    }
    std::string Step = Count == 1 ? "" : " +p (" + index(4) + ")";
    line(P + " = cast<" + T + "*>(%m)" + Step);
    if (Count > 1 && chance(50))
      overlap("*(" + P + ")", "*(cast<" + T + "*>(%m) +p (" + index(4) + "))",
              T, T);
  }

  void copyMemory() {
    std::vector<std::string> Types = {"node", "pair", "big", "i32*[3]", "i32*"};
    std::string T = one(Types);
    std::string A = place(T, 2, Use::Address), B = place(T, 2, Use::Address);
    if (A.empty() || B.empty())
      return;
    ++current().Calls;
    line("call @memmove(cast<void*>(&(" + A + ")), cast<void*>(&(" + B +
         ")), " + std::to_string(sizeOf(T)) + ":u64)");
  }

  /// The bytes of a pointer, one after the other.
  void copyBytes() {
    std::string A = place("i32*", 2, Use::Address),
                B = place("i32*", 2, Use::Address);
    if (A.empty() || B.empty())
      return;
    std::string Loop = block(), Body = block(), Done = block();
    line("%cnt = 0");
    go(Loop);
    enter(Loop);
    go(Body + ", " + Done);
    enter(Body);
    line("assume %cnt < 8");
    line("*(cast<u8*>(&(" + A + ")) +p %cnt) = *(cast<u8*>(&(" + B +
         ")) +p %cnt)");
    line("%cnt = %cnt + 1");
    go(Loop);
    enter(Done);
    line("assume %cnt >= 8");
  }

  void branch() {
    std::string Then = block(), Else = block(), Join = block();
    go(Then + ", " + Else);
    enter(Then);
    line("assume (%i & 1) == 0");
    assign();
    overlap();
    go(Join);
    enter(Else);
    line("assume !((%i & 1) == 0)");
    assign();
    call();
    go(Join);
    enter(Join);
  }

  /// A pointer that goes over an array.
  void walk() {
    std::string P = place("i32*", 2, Use::Value),
                A = place("i32[4]", 2, Use::Address);
    if (P.empty() || A.empty())
      return;
    std::string Loop = block(), Body = block(), Done = block();
    line("%cnt = 0");
    line(P + " = &(" + A + ")[0]");
    go(Loop);
    enter(Loop);
    go(Body + ", " + Done);
    enter(Body);
    line("assume %cnt < 4");
    line("*(" + P + ") = %cnt");
    overlap();
    line(P + " = (" + P + ") +p 1");
    line("%cnt = %cnt + 1");
    go(Loop);
    enter(Done);
    line("assume %cnt >= 4");
    if (chance(50))
      line(P + " = (" + P + ") +p (-1)");
  }

  // Text.

  static std::string recordText(const RecordText &R) {
    std::string T = "record " + R.Name + (R.Union ? " union" : "") + " size " +
                    std::to_string(R.Size) + " align 8 {\n";
    if (R.Name == "inner")
      T = "record inner size 8 align 4 {\n";
    for (const FieldText &F : R.Fields)
      T += "  " + F.Name + ": " + F.Type + " at bit " + std::to_string(F.Bit) +
           "\n";
    return T + "}\n";
  }

  std::string globalText(const GlobalText &G, bool Here) const {
    std::string T = "global " + G.Name + ": " + G.Type;
    if (!Here)
      return T + " extern\n";
    if (G.Link == Linkage::Internal)
      T += " internal";
    if (G.Init.empty())
      return T + "\n";
    T += " {\n";
    for (const std::string &I : G.Init)
      T += "  " + I + "\n";
    return T + "}\n";
  }

  static std::string bodyText(const FunctionText &F, bool Observed) {
    std::string T;
    size_t At = 0;
    while (At < F.Body.size()) {
      size_t End = F.Body.find('\n', At) + 1;
      bool Observes = F.Body[At] == '!';
      if (!Observes || Observed)
        T += F.Body.substr(At + Observes, End - At - Observes);
      At = End;
    }
    return T;
  }

  static std::string functionText(const FunctionText &F, bool Here,
                                  bool Observed) {
    std::string T = "func @" + F.Name + "(";
    for (size_t I = 0; I < F.Params.size(); ++I)
      T += (I ? ", " : "") + F.Params[I].first + ": " + F.Params[I].second;
    T += ") -> " + F.Result;
    if (!Here)
      return T + "\n";
    T += F.Link == Linkage::Internal ? " internal {\n" : " {\n";
    for (const auto &[Name, Type] : F.Vars)
      T += "  var " + Name + ": " + Type + "\n";
    T += "  temp %m: void*\n  temp %cnt: i32\n";
    if (Observed)
      for (const char *Name : {"%sa0", "%sv0", "%sa1", "%sv1"})
        T += std::string("  temp ") + Name + ": u64\n";
    return T + bodyText(F, Observed) + "}\n";
  }

  static std::string observers() {
    return R"(
global $site: i32 internal {
  at bit 0 = -1
}
global $fo: u8[6] const {
  bytes "o %d\n\x00"
}
global $fm: u8[6] const {
  bytes "m %d\n\x00"
}
global $fc: u8[9] const {
  bytes "c %d %d\n\x00"
}
func @printf(u8*, ...) -> i32
func @check(%k: i32, %a: u64, %m: u64, %b: u64, %n: u64) -> void {
entry:
  goto yes, no
yes:
  assume %a >= 4096:u64 && %b >= 4096:u64 && %a < %b + %n && %b < %a + %m
  call @printf(&$fo[0], %k)
  return
no:
  assume !(%a >= 4096:u64 && %b >= 4096:u64 && %a < %b + %n && %b < %a + %m)
  return
}
func @changed(%k: i32, %a: u64, %b: u64) -> void {
entry:
  goto yes, no
yes:
  assume %a != %b
  call @printf(&$fm[0], %k)
  return
no:
  assume %a == %b
  return
}
func @ran(%f: i32) -> void {
entry:
  goto yes, no
yes:
  assume $site >= 0
  call @printf(&$fc[0], $site, %f)
  $site = -1
  return
no:
  assume $site < 0
  return
}
)";
  }

  std::string text(const std::vector<unsigned> &Files, bool Observed) {
    auto IsHere = [&](unsigned File) {
      return std::find(Files.begin(), Files.end(), File) != Files.end();
    };
    std::string T = "target pointer-bytes 8 little-endian";
    T += How == Typing::Strict ? " strict-aliasing\n" : "\n";
    for (const RecordText &R : Records)
      T += recordText(R);
    T += recordText(Flex) + recordText(Mix);
    // Fuel is another visible variable, of the first file.
    T += IsHere(0) ? "global $fuel: i32 {\n  at bit 0 = 40\n}\n"
                   : "global $fuel: i32 extern\n";
    for (const GlobalText &G : Globals)
      if (IsHere(G.File) || G.Link == Linkage::Visible)
        T += globalText(G, IsHere(G.File));
    T += "func @malloc(u64) -> void*\n"
         "func @memmove(void*, void*, u64) -> void*\n"
         "func @exit(i32) -> void noreturn\n";
    for (const FunctionText &F : Functions)
      if (IsHere(F.File) || F.Link == Linkage::Visible)
        T += functionText(F, IsHere(F.File), Observed);
    return Observed ? T + observers() : T;
  }

  std::mt19937_64 Random;
  Typing How;
  std::vector<GlobalText> Globals;
  std::vector<FunctionText> Functions;
  size_t Current = 0;
  unsigned NextBlock = 0;
  PointerProgram Result;
};

} // namespace

PointerProgram randomPointerProgram(uint64_t Seed, Typing How) {
  return Generator(Seed, How).make();
}

} // namespace predabs::ir
