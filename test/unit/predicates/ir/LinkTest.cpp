// Functions that leave their module: what they take along, what their text
// depends on, and what happens where they arrive.

#include "IrRandomModule.h"

#include "predicates/interpreter/Interpreter.h"
#include "predicates/ir/Link.h"
#include "predicates/ir/Parse.h"
#include "predicates/ir/Print.h"
#include "test/support/CompareModules.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace predabs::ir;

namespace {

std::unique_ptr<Module> parsed(std::string_view Text) {
  ParsedModule P = parseModule(Text);
  EXPECT_TRUE(P) << P.Error.str() << "\n" << Text;
  return P ? std::move(P.Parsed) : std::make_unique<Module>(Target());
}

std::unique_ptr<Module> extracted(const Module &M, const std::string &Name) {
  const Function *F = M.findFunction(Name);
  EXPECT_TRUE(F) << Name;
  return extract(M, *F);
}

std::string code(const Module &M, const std::string &Name) {
  const Function *F = M.findFunction(Name);
  EXPECT_TRUE(F) << Name << "\n" << print(M);
  return F ? codeText(M, *F, nullptr) : "";
}

std::string code(std::string_view Text, const std::string &Name) {
  return code(*parsed(Text), Name);
}

Linked linkText(Module &Into, std::string_view From,
                std::string_view Origin = "a") {
  return link(Into, *parsed(From), Origin);
}

std::vector<const Function *> definedIn(const Module &M) {
  std::vector<const Function *> Defined;
  for (const auto &F : M.Functions)
    if (F->isDefined())
      Defined.push_back(F.get());
  return Defined;
}

void expectSound(const Module &M) {
  EXPECT_EQ(verify(M).value_or(""), "") << print(M);
  std::string Text = print(M);
  EXPECT_EQ(firstDifference(M, *parsed(Text)).value_or(""), "") << Text;
}

std::string replaced(std::string Text, const std::string &What,
                     const std::string &With) {
  size_t At = Text.find(What);
  EXPECT_NE(At, Text.npos) << What;
  return Text.replace(At, What.size(), With);
}

// What an extract holds.

const char *const Queue = R"(module "queue.c"
file "unused.h"
file "queue.c"
record other size 4 align 4 {
  x: i32 at bit 0
}
record anonymous size 4 align 4 {
  unrelated: u32 at bit 0
}
record node size 16 align 8 {
  val: anonymous.1 at bit 0
  next: node* at bit 64
  owner: queue* at bit 96
}
record anonymous.1 union size 4 align 4 {
  i: i32 at bit 0
  u: u32 at bit 0
}
record queue size 8 align 8 {
  head: node* at bit 0
  lock: lock* at bit 64
}
record lock
global $".str": u8[2] internal const {
  bytes "u\x00"
}
global $".str.1": u8[2] internal const at "unused.h":1:1 {
  bytes "x\x00"
}
global $names: u8*[1] internal const at "queue.c":2:1 {
  at bit 0 = cast<u8*>(&$".str.1")
}
global $count: i32 at "queue.c":3:1 {
  at bit 0 = 7
}
global $calls: i32 internal at "queue.c":4:1 {
  at bit 0 = 1
}
global $unused: i32 internal
func @unused(%o: other*) -> i32 {
entry:
  %o = cast<other*>(&$".str")
  return $unused
}
func @check(%p: node*) -> bool internal at "queue.c":5:1 {
entry:
  return %p != null<node*>
}
func @first(%q: queue* at 9:3) -> i32 at "queue.c":9:1 {
  exactness 3 statements
  var %s: u8* at 10:3
  temp %t: bool
entry:
  %s = $names[0] at 10:7
  %t = call @check((*%q).head) at 11:3
  $count = $count + $calls at 12:3
  return (*(*%q).head).val.i at 13:3
}
)";

TEST(Extract, HoldsWhatTheFunctionNames) {
  std::unique_ptr<Module> M = parsed(Queue);
  std::unique_ptr<Module> F = extracted(*M, "first");
  EXPECT_EQ(print(*F), R"(module "first"
target pointer-bytes 8 little-endian
file "queue.c"
file "unused.h"

record queue size 8 align 8 {
  head: node* at bit 0
  lock: lock* at bit 64
}

record node size 16 align 8 {
  val: anonymous.1 at bit 0
  next: node* at bit 64
  owner: queue* at bit 96
}

record lock

record anonymous.1 union size 4 align 4 {
  i: i32 at bit 0
  u: u32 at bit 0
}

global $names: u8*[1] internal const at "queue.c":2:1 {
  at bit 0 = cast<u8*>(&$".str#1")
}
global $count: i32 extern at "queue.c":3:1
global $calls: i32 internal at "queue.c":4:1 {
  at bit 0 = 1
}
global $".str#1": u8[2] internal const at "unused.h":1:1 {
  bytes "x\x00"
}

func @first(%q: queue* at 9:3) -> i32 at "queue.c":9:1 {
  exactness 3 statements
  var %s: u8* at 10:3
  temp %t: bool
entry:
  %s = $names[0] at 10:7
  %t = call @check((*%q).head) at 11:3
  $count = $count + $calls at 12:3
  return (*(*%q).head).val.i at 13:3
}

func @check(node*) -> bool internal at "queue.c":5:1
)");
  expectSound(*F);
}

TEST(Extract, OfAnExtractIsTheSame) {
  std::unique_ptr<Module> M = parsed(Queue);
  std::unique_ptr<Module> Once = extracted(*M, "first");
  EXPECT_EQ(print(*extracted(*Once, "first")), print(*Once));
}

TEST(Extract, OfADeclarationIsADeclaration) {
  std::unique_ptr<Module> M =
      extracted(*parsed("func @f(%x: i32) -> i32 noreturn\n"), "f");
  EXPECT_EQ(print(M->Functions[0]->Ty), "fn(i32) -> i32");
  EXPECT_TRUE(M->Functions[0]->IsNoReturn);
  expectSound(*M);
}

TEST(Extract, KeepsLabelsOfItsOwn) {
  const char *Text = R"(
global $f.table: void*[2] internal const {
  at bit 0 = label(@f, a)
  at bit 64 = label(@f, b)
}
func @f() -> void {
  var %p: void*
a:
  %p = $f.table[1]
  assume %p == label(@f, b)
  goto b
b:
  return
}
)";
  std::string Quoted = Text;
  for (size_t At; (At = Quoted.find("$f.table")) != Quoted.npos;)
    Quoted.replace(At, 8, "$\"f.table\"");
  std::unique_ptr<Module> F = extracted(*parsed(Quoted), "f");
  expectSound(*F);
  EXPECT_NE(print(*F).find("at bit 64 = label(@f, b)"), std::string::npos);
}

TEST(Extract, RandomFunctionsPrintAndParse) {
  for (uint32_t Seed = 0; Seed < 150; ++Seed) {
    SCOPED_TRACE(Seed);
    std::unique_ptr<Module> M = randomModule(Seed);
    for (const auto &F : M->Functions)
      ASSERT_NO_FATAL_FAILURE(expectSound(*extract(*M, *F)));
  }
}

// What the text of a function depends on.

TEST(CodeText, DoesNotDependOnTheRest) {
  std::string Text = Queue;
  std::string Code = code(Text, "first");
  // The same string, the same nameless record, under other numbers and in
  // another order; other lines, other functions.
  std::string Other = Text;
  for (auto [What, With] :
       {std::pair{"anonymous.1", "anonymous.7"},
        {"anonymous.1", "anonymous.7"},
        {".str.1", ".str.20"},
        {".str.1", ".str.20"},
        {"at 12:3", "at 99:1"},
        {"\"unused.h\":1:1", "\"queue.c\":2:2"},
        {"func @unused(%o: other*)", "func @another(%o: other*)"},
        {"return $unused", "return $unused + 1"},
        {"return %p != null<node*>", "return %p == null<node*>"},
        {"at bit 0 = 7", "at bit 0 = 8"}})
    Other = replaced(Other, What, With);
  size_t Begin = Other.find("func @check"), End = Other.find("func @first");
  std::string Check = Other.substr(Begin, End - Begin);
  Other.erase(Begin, End - Begin);
  EXPECT_EQ(code(Other + Check, "first"), Code);
}

TEST(CodeText, ChangesWithWhatTheFunctionMeans) {
  std::string Code = code(Queue, "first");
  for (auto [What, With] :
       {std::pair{"bytes \"x", "bytes \"y"}, // a string behind a constant
        {"at bit 0 = 1\n", "at bit 0 = 2\n"},
        {"next: node* at bit 64", "next: node* at bit 32"},
        {"record queue size 8", "record queue size 24"},
        {"  u: u32 at bit 0\n}\nrecord queue",
         "  u: u32 at bit 0 width 3\n}\nrecord queue"},
        {"record lock\n", "record lock size 1 align 1 {\n}\n"},
        {"global $names: u8*[1] internal const",
         "global $names: u8*[1] internal"},
        {"global $count: i32", "global $count: i32 const"},
        {"global $calls: i32 internal", "global $calls: i32"},
        {"global $calls: i32 internal",
         "global $calls: i32 internal unknown because initialiser"},
        {"-> bool internal", "-> bool"},
        {"-> bool internal", "-> bool internal weak"},
        {"-> bool internal", "-> bool internal noreturn"},
        {"-> i32 at \"queue.c\":9:1", "-> i32 weak at \"queue.c\":9:1"},
        {"$names[0] at", "$names[0] because volatile at"},
        {"val.i at", "val.i + 1 at"},
        {"module \"queue.c\"\n",
         "target pointer-bytes 8 little-endian wrap-signed\n"}})
    EXPECT_NE(code(replaced(Queue, What, With), "first"), Code)
        << "with " << With;
}

TEST(CodeText, DoesNotDependOnTheOrderInWhichThingsWereMade) {
  std::string F = R"(func @f() -> i64 {
entry:
  return cast<i64>($a + 5) * cast<i64>($b - 5)
}
)";
  std::string A = "global $a: i32\n", B = "global $b: i32\n";
  std::string G = R"(func @g() -> i64 {
entry:
  return cast<i64>($b - 5) - cast<i64>($a + 5)
}
)";
  EXPECT_EQ(code(A + B + F, "f"), code(B + A + G + F, "f"));
}

TEST(CodeText, TellsTheValueOfConstantsThatOthersCanName) {
  const char *Text = R"(global $k: i32 const {
  at bit 0 = 1
}
func @f() -> i32 {
entry:
  return $k
}
)";
  EXPECT_NE(code(Text, "f"), code(replaced(Text, "= 1", "= 2"), "f"));
  std::string Written = replaced(Text, "i32 const", "i32");
  EXPECT_EQ(code(Written, "f"), code(replaced(Written, "= 1", "= 2"), "f"));
}

TEST(CodeText, HasTheMarks) {
  const char *Text = "func @f(%x: i32) -> void {\n"
                     "entry:\n  %x = 1 marked begins\n  return\n}\n";
  EXPECT_NE(code(Text, "f"), code(replaced(Text, " marked begins", ""), "f"));
  EXPECT_NE(code(Text, "f"), code(replaced(Text, "begins", "acquires"), "f"));
}

TEST(CodeText, LeavesOutArgumentsThatNameAPlace) {
  const char *Text = R"(
global $".str": u8[4] internal const {
  bytes "a.c\x00"
}
func @fail(u8*, i32) -> void noreturn
func @f(%x: i32) -> void {
entry:
  goto bad, good
bad:
  assume !(%x > 0)
  call @fail(cast<u8*>(&$".str"), 12)
  stop
good:
  assume %x > 0
  return
}
)";
  auto Hides = [](const Function &F) { return F.Name == "fail"; };
  auto hidden = [&](const std::string &Text) {
    std::unique_ptr<Module> M = parsed(Text);
    return codeText(*M, *M->findFunction("f"), Hides);
  };
  EXPECT_EQ(hidden(Text), hidden(replaced(Text, ", 12)", ", 13)")));
  EXPECT_EQ(hidden(Text), hidden(replaced(Text, "a.c", "b.c")));
  EXPECT_EQ(hidden(Text).find("global"), std::string::npos);
  EXPECT_NE(hidden(Text).find("call @fail()"), std::string::npos);
  EXPECT_NE(hidden(Text), hidden(replaced(Text, "!(%x > 0)", "!(%x > 1)")));
  EXPECT_NE(code(Text, "f"), code(replaced(Text, ", 12)", ", 13)"), "f"));
}

// Linking.

const char *const Twice =
    R"(func @twice(%x: i32 at 5:9) -> i32 weak named "2x" at "twice.c":5:1 {
  exactness 1 statements
  var %x.1: i32
entry:
  %x.1 = %x + %x at 6:1
  return %x.1 at 7:1
}
)";

TEST(Link, FillsInWhatIsDeclared) {
  std::unique_ptr<Module> M = parsed(R"(file "main.c"
func @twice(i32) -> i32 at "main.c":1:1
func @main() -> i32 at "main.c":2:1 {
  temp %t: i32
entry:
  %t = call @twice(21) at 3:1
  return %t at 3:1
}
)");
  Linked L = linkText(*M, std::string("file \"twice.c\"\n") + Twice);
  EXPECT_EQ(L.Conflict, "");
  Function *F = M->findFunction("twice");
  ASSERT_EQ(L.Added.size(), 1u);
  EXPECT_EQ(L.Added[0], std::pair(std::string("twice"), F));
  EXPECT_EQ(print(*M, *F), Twice);
  expectSound(*M);
  EXPECT_EQ(run(*M, {}).ExitStatus, 42);
  // The names are taken.
  EXPECT_EQ(addVariable(*F, "x", F->Ty->inner(), Storage::Local)->Name, "x.2");
  addBlock(*F, "entry");
  EXPECT_EQ(F->Blocks.back().Name, "entry.1");
}

TEST(Link, KeepsParametersThatADeclarationHas) {
  std::unique_ptr<Module> M = parsed("func @f(%a: i32) -> i32\n");
  const Variable *A = M->findFunction("f")->Vars[0].get();
  const Expr *Term = M->Ctx.var(A);
  linkText(*M, "func @f(%b: i32) -> i32 {\nentry:\n  return %b\n}\n");
  EXPECT_EQ(A->Name, "b");
  EXPECT_EQ(M->findFunction("f")->Blocks[0].Stmts[0].Value, Term);
  expectSound(*M);
}

TEST(Link, ADefinitionStays) {
  std::unique_ptr<Module> M =
      parsed("global $g: i32 {\n  at bit 0 = 1\n}\n"
             "func @f() -> i32 {\nentry:\n  return $g\n}\n");
  std::string Before = print(*M);
  Linked L = linkText(*M, "global $g: i32 {\n  at bit 0 = 2\n}\n"
                          "func @f() -> i32 noreturn {\nentry:\n  stop\n}\n");
  EXPECT_EQ(L.Conflict, "");
  EXPECT_TRUE(L.Added.empty());
  EXPECT_EQ(print(*M), Before);
}

TEST(Link, GlobalsAreAsTheirDefinitionSays) {
  std::unique_ptr<Module> M = parsed("global $defined: i32 extern const\n"
                                     "global $declared: i32 extern const\n"
                                     "global $table: i32* extern const\n");
  Linked L = linkText(*M, R"(global $defined: i32 {
  at bit 0 = 3
}
global $declared: i32 extern
global $table: i32* const {
  at bit 0 = &$declared
}
)");
  EXPECT_EQ(L.Conflict, "");
  EXPECT_TRUE(M->findGlobal("defined")->IsDefined);
  EXPECT_EQ(M->findGlobal("defined")->Init.size(), 1u);
  EXPECT_FALSE(M->findGlobal("defined")->IsConst);
  EXPECT_FALSE(M->findGlobal("declared")->IsDefined);
  EXPECT_FALSE(M->findGlobal("declared")->IsConst);
  EXPECT_TRUE(M->findGlobal("table")->IsConst);
  linkText(*M, "global $later: i32 unknown because initialiser\n");
  EXPECT_EQ(M->findGlobal("later")->InitUnknown, Reason::Initialiser);
  expectSound(*M);
}

/// A counter with a function that no other file can call.
std::string counter(const std::string &Name, int Step) {
  return replaced(replaced(R"(global $n: i32 internal
func @step() -> i32 internal {
entry:
  $n = $n + STEP
  return $n
}
func @NAME() -> i32 {
  temp %t: i32
entry:
  %t = call @step()
  return %t
}
)",
                           "NAME", Name),
                  "STEP", std::to_string(Step));
}

TEST(Link, InternalThingsOfDifferentFilesDoNotMix) {
  std::unique_ptr<Module> M = parsed(R"(
func @ones() -> i32
func @tens() -> i32
func @step() -> i32 internal {
entry:
  return 100
}
func @main() -> i32 {
  temp %a: i32
  temp %b: i32
  temp %c: i32
entry:
  %a = call @ones()
  %a = call @ones()
  %b = call @tens()
  %c = call @step()
  return %a + %b + %c
}
)");
  EXPECT_EQ(linkText(*M, counter("ones", 1), "ones.c").Conflict, "");
  EXPECT_EQ(linkText(*M, counter("tens", 10), "tens.c").Conflict, "");
  EXPECT_TRUE(M->findFunction("step@ones.c")->IsInternal);
  EXPECT_EQ(M->findFunction("step@ones.c")->DisplayName, "step");
  EXPECT_TRUE(M->findGlobal("n@tens.c")->IsInternal);
  expectSound(*M);
  EXPECT_EQ(run(*M, {}).ExitStatus, 112);
}

TEST(Link, InternalThingsOfOneFileMeetAgain) {
  std::unique_ptr<Module> From =
      parsed(counter("ones", 1) +
             counter("twos", 2).substr(counter("twos", 2).find("func @twos")));
  Module M(From->Ctx.target());
  for (const char *Name : {"ones", "twos"}) {
    Linked L = link(M, *extracted(*From, Name), "n.c");
    ASSERT_EQ(L.Added.size(), 1u) << L.Conflict;
  }
  EXPECT_EQ(M.Globals.size(), 0u);
  Function *Step = M.findFunction("step@n.c");
  ASSERT_TRUE(Step);
  EXPECT_FALSE(Step->isDefined());
  Linked L = link(M, *extracted(*From, "step"), "n.c");
  ASSERT_EQ(L.Added.size(), 1u);
  EXPECT_EQ(L.Added[0], std::pair(std::string("step"), Step));
  EXPECT_TRUE(Step->isDefined());
  EXPECT_EQ(M.Functions.size(), 3u);
  EXPECT_TRUE(M.findGlobal("n@n.c"));
  EXPECT_TRUE(link(M, *extracted(*From, "step"), "n.c").Added.empty());
  expectSound(M);
}

TEST(Link, AnInternalNameIsNotThatOfAnotherFile) {
  std::unique_ptr<Module> M = parsed(R"(global $n: i32 internal
func @step() -> i32 internal {
entry:
  return 1
}
func @use() -> i32
)");
  const char *Use = R"(global $n: i32 extern
func @step() -> i32
func @use() -> i32 {
  temp %t: i32
entry:
  %t = call @step()
  return %t + $n
}
)";
  EXPECT_EQ(linkText(*M, Use).Conflict, "");
  EXPECT_NE(print(*M, *M->findFunction("use")).find("call @\"step@\"()"),
            std::string::npos);
  EXPECT_FALSE(M->findGlobal("n@")->IsInternal);
  linkText(*M, "func @step() -> i32 {\nentry:\n  return 2\n}\n", "b");
  EXPECT_TRUE(M->findFunction("step@")->isDefined());
  EXPECT_EQ(M->Functions.size(), 3u);
  expectSound(*M);
}

TEST(Link, StringsAndNamelessRecordsAreNotConfused) {
  auto of = [](const std::string &Name, const std::string &Text,
               const std::string &Field) {
    return "record holder_" + Name +
           " size 4 align 4 {\n  a: anonymous at bit 0\n}\n"
           "record anonymous size 4 align 4 {\n  " +
           Field +
           ": i32 at bit 0\n}\n"
           "global $\".str\": u8[2] internal const {\n  bytes \"" +
           Text + "\\x00\"\n}\nfunc @" + Name + "(%p: holder_" + Name +
           "*) -> i32 {\nentry:\n  return (*%p).a." + Field +
           " + cast<i32>($\".str\"[0])\n}\n";
  };
  Module M{Target()};
  EXPECT_EQ(linkText(M, of("f", "a", "x")).Conflict, "");
  EXPECT_EQ(linkText(M, of("g", "b", "y")).Conflict, "");
  expectSound(M);
  std::unique_ptr<Module> F = parsed(of("f", "a", "x")),
                          G = parsed(of("g", "b", "y"));
  EXPECT_EQ(code(M, "f"), code(*F, "f"));
  EXPECT_EQ(code(M, "g"), code(*G, "g"));
  // Where the record that holds it is known, so is the nameless one.
  size_t Types = M.Ctx.types().size();
  Linked L = linkText(M, replaced(of("f", "a", "x"), "func @f(", "func @h("));
  EXPECT_EQ(L.Added.size(), 1u) << L.Conflict;
  EXPECT_EQ(M.Ctx.types().size(), Types);
  EXPECT_EQ(linkText(M, replaced(of("f", "a", "z"), "@f", "@i")).Conflict,
            "struct holder_f is not the same in both");
}

TEST(Link, LabelsOfABodyThatWasNotTakenAreNotThoseOfAnother) {
  std::unique_ptr<Module> M = parsed("func @f() -> void {\na:\n  return\n}\n");
  Linked L = linkText(*M, R"(global $t: void*[2] internal const {
  at bit 0 = label(@f, x)
  at bit 64 = label(@f, y)
}
func @f() -> void {
x:
  goto y
y:
  return
}
)");
  EXPECT_EQ(L.Conflict, "");
  EXPECT_EQ(print(M->findGlobal("t@a")->Init[0].Value), "cast<void*>(@f)");
  EXPECT_EQ(print(M->findGlobal("t@a")->Init[1].Value), "cast<void*>(@f)");
  expectSound(*M);
}

TEST(Link, RecordsAreCompletedOnEitherSide) {
  const char *Declares = R"(record dev
func @f(%d: dev*) -> dev* {
entry:
  return %d
}
)";
  const char *Defines = R"(record dev size 4 align 4 {
  id: i32 at bit 0
}
func @g(%d: dev*) -> i32 {
entry:
  return (*%d).id
}
)";
  std::unique_ptr<Module> A = parsed(Declares), B = parsed(Defines);
  EXPECT_EQ(link(*A, *parsed(Defines), "b").Conflict, "");
  EXPECT_EQ(link(*B, *parsed(Declares), "a").Conflict, "");
  for (Module *M : {A.get(), B.get()}) {
    EXPECT_TRUE(M->Ctx.findRecord("dev")->isComplete());
    EXPECT_TRUE(M->findFunction("f")->isDefined());
    EXPECT_TRUE(M->findFunction("g")->isDefined());
    expectSound(*M);
  }
}

TEST(Link, ADeclarationMayLackAPrototype) {
  const char *Calls = R"(func @f(...) -> i32
func @g() -> i32 {
  temp %t: i32
  var %p: (fn(...) -> i32)*
entry:
  %p = @f
  %t = call @f(20)
  return %t
}
func @h() -> i32 {
  temp %t: i32
entry:
  %t = call @f(null<i32*>)
  return %t
}
)";
  const char *Defines = R"(func @f(%x: i32) -> i32 {
entry:
  return %x + 1
}
func @main() -> i32 {
  temp %a: i32
  temp %b: i32
entry:
  %a = call @f(20)
  %b = call @g()
  return %a + %b
}
func @g() -> i32
)";
  std::unique_ptr<Module> A = parsed(Calls), B = parsed(Defines);
  EXPECT_EQ(link(*A, *parsed(Defines), "b").Conflict, "");
  EXPECT_EQ(link(*B, *parsed(Calls), "a").Conflict, "");
  for (Module *M : {A.get(), B.get()}) {
    expectSound(*M);
    EXPECT_EQ(run(*M, {}).ExitStatus, 42);
    EXPECT_NE(print(*M).find("call @f(20)"), std::string::npos);
  }
  std::string Text = print(*B);
  EXPECT_NE(Text.find("%p = cast<(fn(...) -> i32)*>(@f)"), std::string::npos);
  EXPECT_NE(Text.find("call *cast<(fn(...) -> i32)*>(@f)(null<i32*>)"),
            std::string::npos);
  EXPECT_EQ(linkText(*B, "func @f(...) -> u32\n").Conflict,
            "the type of f is not the same in both");
}

TEST(Link, ADeclarationMayLackACount) {
  const char *Reads = R"(global $a: i32[0] extern const
func @f(%i: i32) -> i32 {
entry:
  return $a[%i]
}
)";
  const char *Defines = R"(global $a: i32[2] const {
  at bit 0 = 40
  at bit 32 = 2
}
func @f(i32) -> i32
func @main() -> i32 {
  temp %t: i32
entry:
  %t = call @f(0)
  return %t + $a[1]
}
)";
  std::unique_ptr<Module> A = parsed(Reads), B = parsed(Defines);
  EXPECT_EQ(link(*A, *parsed(Defines), "b").Conflict, "");
  EXPECT_EQ(link(*B, *parsed(Reads), "a").Conflict, "");
  EXPECT_FALSE(A->findGlobal("a")->IsDefined);
  expectSound(*A);
  expectSound(*B);
  EXPECT_EQ(run(*B, {}).ExitStatus, 42);
  EXPECT_NE(linkText(*B, "global $a: i32[3] extern\n").Conflict, "");
  EXPECT_NE(linkText(*B, "global $a: u32[0] extern\n").Conflict, "");
}

TEST(Link, AConflictChangesNothing) {
  const char *Text = R"(file "main.c"
record dev size 4 align 4 {
  id: i32 at bit 0
}
record incomplete
global $g: i32
func @f(%d: dev*) -> i32 {
entry:
  return (*%d).id + $g
}
func @"s@a"() -> i32
)";
  const std::string News = R"(file "new.c"
record incomplete size 4 align 4 {
  x: new at bit 0
}
record new size 4 align 4 {
  y: i32 at bit 0
}
global $n: new at "new.c":1:1
func @n() -> i32 at "new.c":2:1 {
entry:
  return $n.y
}
)";
  for (auto [Bad, Why] :
       {std::pair{"record dev size 8 align 4 {\n  id: i32 at bit 0\n}\n",
                  "struct dev is not the same in both"},
        {"record dev size 4 align 4 {\n  no: i32 at bit 0\n}\n",
         "struct dev is not the same in both"},
        {"record dev size 4 align 4 {\n  id: u32 at bit 0\n}\n",
         "struct dev is not the same in both"},
        {"record dev size 4 align 2 {\n  id: i32 at bit 0\n}\n",
         "struct dev is not the same in both"},
        {"record dev size 4 align 4 {\n  id: i32 at bit 8\n}\n",
         "struct dev is not the same in both"},
        {"record dev size 4 align 4 {\n  id: i32 at bit 0 width 3\n}\n",
         "struct dev is not the same in both"},
        {"record dev union size 4 align 4 {\n  id: i32 at bit 0\n}\n",
         "union dev is not the same in both"},
        {"global $g: u32 extern\n", "the type of g is not the same in both"},
        {"func @f(node*) -> i32\nrecord node\n",
         "the type of f is not the same in both"},
        {"func @s() -> i32 internal\n", "the name s@a is taken"}}) {
    std::unique_ptr<Module> M = parsed(Text);
    size_t Types = M->Ctx.types().size();
    std::string Before = print(*M);
    Linked L = linkText(*M, News + Bad);
    EXPECT_EQ(L.Conflict, Why);
    EXPECT_TRUE(L.Added.empty());
    EXPECT_EQ(print(*M), Before);
    EXPECT_EQ(M->Ctx.types().size(), Types);
  }
  std::unique_ptr<Module> M = parsed(Text);
  EXPECT_EQ(
      linkText(*M, "target pointer-bytes 4 little-endian\n" + News).Conflict,
      "the targets are not the same");
  EXPECT_EQ(linkText(*M, "init @n\n" + News).Conflict,
            "globals are initialised by a function");
  EXPECT_EQ(linkText(*M, News).Conflict, "");
  expectSound(*M);
}

// SOUND: one file may say that types do not tell places apart, another not.
TEST(Link, TypesTellPlacesApartOnlyWhereBothSaySo) {
  std::string Strict = "target pointer-bytes 8 little-endian strict-aliasing\n";
  std::string Lax = "target pointer-bytes 8 little-endian\n";
  std::string Declared = "func @f() -> void\n";
  std::string Defined = "func @f() -> void {\nentry:\n  return\n}\n";
  for (bool Mine : {false, true})
    for (bool Theirs : {false, true}) {
      std::unique_ptr<Module> M = parsed((Mine ? Strict : Lax) + Declared);
      Linked L = linkText(*M, (Theirs ? Strict : Lax) + Defined);
      EXPECT_EQ(L.Conflict, "");
      EXPECT_EQ(L.Added.size(), 1u);
      EXPECT_EQ(M->Ctx.target().StrictAliasing, Mine && Theirs);
    }
}

TEST(Link, DeepExpressionsAndTypes) {
  std::string Sum = "%x", Stars;
  for (unsigned I = 0; I < 30000; ++I)
    Sum = I % 2 ? "-" + Sum : "~" + Sum;
  for (unsigned I = 0; I < 5000; ++I)
    Stars += '*';
  std::unique_ptr<Module> M =
      parsed("func @f(%x: i32, %p: i32" + Stars +
             ") -> i32 {\nentry:\n  return " + Sum + "\n}\n");
  Module Into(M->Ctx.target());
  EXPECT_EQ(link(Into, *extracted(*M, "f"), "a").Added.size(), 1u);
  EXPECT_EQ(code(Into, "f"), code(*M, "f"));
}

// Every function leaves a random module, and they meet again.

enum class Order : uint8_t { AsTheyAre, Reverse };

std::unique_ptr<Module> relinked(const Module &M, Order O) {
  auto Into = std::make_unique<Module>(M.Ctx.target());
  std::vector<const Function *> Functions = definedIn(M);
  if (O == Order::Reverse)
    std::reverse(Functions.begin(), Functions.end());
  for (const Function *F : Functions) {
    Linked L = link(*Into, *extract(M, *F), "o");
    EXPECT_EQ(L.Conflict, "") << F->Name;
    EXPECT_EQ(L.Added.size(), 1u);
  }
  return Into;
}

TEST(LinkRandom, FunctionsAreTheSameAfterwards) {
  for (uint32_t Seed = 0; Seed < 150; ++Seed) {
    SCOPED_TRACE(Seed);
    std::unique_ptr<Module> M = randomModule(Seed);
    for (auto &G : M->Globals)
      G->IsInternal = false;
    for (auto &F : M->Functions)
      F->IsInternal = false;
    std::unique_ptr<Module> Into = relinked(*M, Order::AsTheyAre);
    ASSERT_NO_FATAL_FAILURE(expectSound(*Into));
    for (const Function *F : definedIn(*M)) {
      ASSERT_EQ(code(*Into, F->Name), code(*M, F->Name));
      EXPECT_EQ(firstDifference(*extracted(*Into, F->Name), *extract(*M, *F))
                    .value_or(""),
                "");
    }
  }
}

TEST(LinkRandom, TheOrderDoesNotMatter) {
  for (uint32_t Seed = 0; Seed < 150; ++Seed) {
    SCOPED_TRACE(Seed);
    std::unique_ptr<Module> M = randomModule(Seed);
    std::unique_ptr<Module> A = relinked(*M, Order::AsTheyAre),
                            B = relinked(*M, Order::Reverse);
    ASSERT_NO_FATAL_FAILURE(expectSound(*B));
    for (const Function *F : definedIn(*M)) {
      std::string Name = F->IsInternal ? F->Name + "@o" : F->Name;
      ASSERT_EQ(code(*A, Name), code(*B, Name));
    }
  }
}

} // namespace
