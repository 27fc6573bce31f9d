// Whether paths can happen, what makes them happen, and what contradicts
// itself on those that cannot. Each witness is replayed.

#include "predicates/path/Feasibility.h"
#include "predicates/ir/Parse.h"
#include "predicates/ir/Print.h"
#include "test/support/RecordPath.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace predabs;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

std::unique_ptr<ir::Module> parsed(const std::string &Text) {
  ir::ParsedModule P = ir::parseModule(Text + "func @fail() -> void\n");
  EXPECT_TRUE(P) << P.Error.str();
  EXPECT_EQ(ir::verify(*P.Parsed).value_or(""), "");
  return std::move(P.Parsed);
}

/// One path, asked about and replayed.
struct Asked {
  Asked(const std::string &Text, const std::string &Entry,
        const std::vector<std::string> &Blocks, Beginning B = Beginning::OfCall,
        PathLimits L = {})
      : M(parsed(Text)), A(*M), P(pathThrough(*M->findFunction(Entry), Blocks)),
        B(B) {
    EXPECT_EQ(verify(P).value_or(""), "");
    EXPECT_EQ(ir::print(P.Steps.back().statement()), "call @fail()")
        << print(P);
    PathChecker C(*M, A, L);
    F = C.check(P, B);
    if (F.Possible != Answer::Yes)
      return;
    R = replay(*M, P, B, F.How);
    EXPECT_TRUE(R.Fails) << R.Why << "\n" << print(P);
  }

  std::vector<ir::UInt128> inputs() const {
    std::vector<ir::UInt128> Bits;
    for (const PathInput &I : F.How.Inputs)
      Bits.push_back(I.Bits);
    return Bits;
  }
  std::vector<std::string> condition() const {
    std::vector<std::string> Result;
    for (const ir::Expr *E : F.Condition)
      Result.push_back(ir::print(E));
    return Result;
  }
  std::vector<std::string> seen() const {
    std::vector<std::string> Result;
    for (const SeenValue &S : R.Seen)
      Result.push_back(std::to_string(S.Step) + ": " + ir::print(S.What) +
                       " = " + std::to_string(uint64_t(S.Bits)));
    return Result;
  }

  std::unique_ptr<ir::Module> M;
  Aliases A;
  Path P;
  Beginning B;
  Feasibility F;
  Replay R;
};

/// A function whose path goes through the statements to the failure.
std::string straight(const std::string &Heading, const std::string &Body) {
  return "func @input() -> u32\nfunc " + Heading + Body +
         "  call @fail()\n  stop\n}\n";
}

TEST(Feasibility, FindsAProductThatWraps) {
  Asked Q(straight("@f() -> void {\n", R"(
  var %x: u32
  var %y: u32
entry:
  %x = call @input()
  assume %x > 10:u32
  %y = %x * 2:u32
  assume %y == 4:u32
)"),
          "f", {});
  ASSERT_EQ(Q.F.Possible, Answer::Yes) << Q.F.Why;
  EXPECT_THAT(Q.inputs(), ElementsAre(ir::UInt128(0x80000002)));
  EXPECT_EQ(Q.F.Entry, EntryValues::DoNotMatter);
  EXPECT_THAT(Q.seen(), ElementsAre("0: %x = 2147483650", "1: %x = 2147483650",
                                    "3: %y = 4"));
}

TEST(Feasibility, NamesTheStepsThatExcludeEachOther) {
  Asked Q(straight("@f(%a: i32, %b: i32) -> void {\n", R"(
  var %x: i32
entry:
  assume %b != 7
  assume %a > 3
  %x = %a
  assume %b > 0
  assume %x < 2
)"),
          "f", {});
  EXPECT_EQ(Q.F.Possible, Answer::No);
  EXPECT_THAT(Q.F.Core, ElementsAre(1u, 4u));
}

TEST(Feasibility, FoldsWhatIsKnown) {
  Asked Q(straight("@f() -> void {\n", R"(
  var %x: i32
entry:
  %x = 3
  %x = %x + 1
  assume %x == 5
)"),
          "f", {});
  EXPECT_EQ(Q.F.Possible, Answer::No);
  EXPECT_THAT(Q.F.Core, ElementsAre(2u));
}

TEST(Feasibility, EndsAtSignedOverflow) {
  std::string Text = straight("@f(%x: i32) -> void {\n", R"(
entry:
  assume %x + 1 < %x
)");
  EXPECT_EQ(Asked(Text, "f", {}).F.Possible, Answer::No);
  Text = "target pointer-bytes 8 little-endian wrap-signed\n" + Text;
  Asked Wraps(Text, "f", {});
  ASSERT_EQ(Wraps.F.Possible, Answer::Yes);
  EXPECT_THAT(Wraps.inputs(), ElementsAre(ir::UInt128(0x7fffffff)));
}

TEST(Feasibility, EndsAtADivisionByZero) {
  Asked Q(straight("@f(%x: i32) -> void {\n", R"(
entry:
  assume %x == 0 || 5 / %x == 9
)"),
          "f", {});
  EXPECT_EQ(Q.F.Possible, Answer::Yes);
  Asked Other(straight("@f(%x: i32) -> void {\n", R"(
  var %y: i32
entry:
  %y = 5 / %x
  assume %x == 0
)"),
              "f", {});
  EXPECT_EQ(Other.F.Possible, Answer::No);
  EXPECT_THAT(Other.F.Core, ElementsAre(0u, 1u));
}

// Entry values.

TEST(Feasibility, SaysWhatMustHoldAtEntry) {
  Asked Q(straight("@f(%n: i32, %u: u8) -> void {\n", R"(
entry:
  assume %n < 1
  assume !(%u == 3:u8)
)"),
          "f", {});
  ASSERT_EQ(Q.F.Possible, Answer::Yes);
  EXPECT_EQ(Q.F.Entry, EntryValues::Matter);
  EXPECT_THAT(Q.condition(), ElementsAre("%n < 1", "%u != 3:u8"));
}

TEST(Feasibility, DoesNotSayWhatDependsOnInputs) {
  Asked Q(straight("@f(%n: u32, %m: u32) -> void {\n", R"(
  var %x: u32
entry:
  %x = call @input()
  assume %x > 3:u32
  assume %m > 7:u32
)"),
          "f", {});
  EXPECT_THAT(Q.condition(), ElementsAre("%m > 7:u32"));
  Asked Mixed(straight("@f(%n: u32, %m: u32) -> void {\n", R"(
  var %x: u32
entry:
  %x = call @input()
  assume %x > %n
  assume %m > 7:u32
)"),
              "f", {});
  EXPECT_EQ(Mixed.F.Entry, EntryValues::Matter);
  EXPECT_THAT(Mixed.condition(), IsEmpty());
}

TEST(Feasibility, SaysWhatMustHoldOfGlobals) {
  Asked Q(R"(
record s size 8 align 4 {
  a: i32 at bit 0
  b: u32 at bit 32
}
global $g: s
global $p: i32*
)" + straight("@f() -> void {\n", R"(
entry:
  assume $g.b > 4:u32
  assume $p == null<i32*>
)"),
          "f", {});
  ASSERT_EQ(Q.F.Possible, Answer::Yes);
  EXPECT_EQ(Q.F.Entry, EntryValues::Matter);
  EXPECT_THAT(Q.condition(), ElementsAre("$g.b > 4:u32", "$p == null<i32*>"));
}

TEST(Feasibility, SeesWhereEntryValuesDoNotMatter) {
  // Whatever x is: the sum has to be defined, and then it is more.
  Asked Q(straight("@f(%x: i32) -> void {\n", R"(
  var %y: i32
entry:
  %y = %x + 1
  assume %y > %x
)"),
          "f", {});
  ASSERT_EQ(Q.F.Possible, Answer::Yes);
  EXPECT_EQ(Q.F.Entry, EntryValues::DoNotMatter);
}

TEST(Feasibility, SeesWhereGlobalsGetOtherValues) {
  Asked Q(R"(
record s size 4 align 4 {
  a: i32 at bit 0
}
global $g: s
)" + straight("@f() -> void {\n", R"(
entry:
  havoc $g because nondeterministic
  assume $g.a == 3
)"),
          "f", {});
  ASSERT_EQ(Q.F.Possible, Answer::Yes);
  EXPECT_EQ(Q.F.Entry, EntryValues::DoNotMatter);
}

TEST(Feasibility, GivesGlobalsTheirValuesInTheProgram) {
  std::string Text = R"(
global $g: i32 {
  at bit 0 = 5
}
)" + straight("@f() -> void {\n", R"(
entry:
  assume $g == 6
)");
  EXPECT_EQ(Asked(Text, "f", {}, Beginning::OfProgram).F.Possible, Answer::No);
  EXPECT_EQ(Asked(Text, "f", {}, Beginning::OfCall).F.Possible, Answer::Yes);
}

TEST(Feasibility, KeepsConstants) {
  std::string Text = R"(
global $g: i32 const {
  at bit 0 = 5
}
global $p: i32* const {
  at bit 0 = &$g
}
)" + straight("@f() -> void {\n", R"(
entry:
  assume *$p == 5
)");
  Asked Q(Text, "f", {}, Beginning::OfCall);
  EXPECT_EQ(Q.F.Possible, Answer::Yes);
  EXPECT_EQ(Q.F.Entry, EntryValues::DoNotMatter);
}

// Calls.

const char *const Calls = R"(
func @input() -> i32
func @twice(%n: i32) -> i32 {
entry:
  return 2 * %n
}
func @f(%x: i32) -> void {
  var %y: i32
entry:
  %y = call @twice(%x)
  goto then, else
then:
  assume %y == 6
  call @fail()
  stop
else:
  assume !(%y == 6)
  call @fail()
  stop
}
)";

TEST(Feasibility, FollowsCalls) {
  Asked Q(Calls, "f", {"then"});
  ASSERT_EQ(Q.F.Possible, Answer::Yes);
  EXPECT_THAT(Q.inputs(), ElementsAre(ir::UInt128(3)));
  EXPECT_EQ(Q.F.Entry, EntryValues::Matter);
  EXPECT_THAT(Q.seen(), ElementsAre("1: 2 * %n = 6", "3: %y = 6"));
}

TEST(Feasibility, HasAnActivationForEachCall) {
  const char *const Text = R"(
func @down(%n: i32) -> i32 {
  var %m: i32
entry:
  %m = %n
  goto zero, more
zero:
  assume %n == 0
  return 0
more:
  assume !(%n == 0)
  %m = call @down(%n - 1)
  return %m + %n
}
func @f(%x: i32) -> void {
  var %y: i32
entry:
  %y = call @down(%x)
  assume %y == 6
  call @fail()
  stop
}
)";
  Asked Q(Text, "f", {"more", "more", "more", "zero"});
  ASSERT_EQ(Q.F.Possible, Answer::Yes);
  EXPECT_THAT(Q.inputs(), ElementsAre(ir::UInt128(3)));
  EXPECT_EQ(Asked(Text, "f", {"more", "more", "zero"}).F.Possible, Answer::No);
}

TEST(Feasibility, DecidesBySwitch) {
  const char *const Text = R"(
func @f(%x: i32) -> void {
entry:
  goto one, two, other
one:
  assume %x == 1
  goto end
two:
  assume %x == 2 || %x == 3
  goto end
other:
  assume !(%x == 1) && !(%x == 2 || %x == 3)
  goto end
end:
  assume %x > 2
  call @fail()
  stop
}
)";
  EXPECT_EQ(Asked(Text, "f", {"one"}).F.Possible, Answer::No);
  Asked Two(Text, "f", {"two"});
  ASSERT_EQ(Two.F.Possible, Answer::Yes);
  EXPECT_THAT(Two.inputs(), ElementsAre(ir::UInt128(3)));
  EXPECT_EQ(Asked(Text, "f", {"other"}).F.Possible, Answer::Yes);
}

// Memory.

TEST(Feasibility, WritesThroughPointers) {
  Asked Q(straight("@f(%n: i32) -> void {\n", R"(
  var %x: i32
  var %y: i32
  var %p: i32*
entry:
  %x = 1
  %p = %n > 0 ? &%x : &%y
  %y = 2
  *%p = 7
  assume %x == 7
  assume %y == 2
)"),
          "f", {});
  ASSERT_EQ(Q.F.Possible, Answer::Yes);
  EXPECT_EQ(Q.F.Entry, EntryValues::Matter);
  EXPECT_THAT(Q.condition(), ElementsAre("%n > 0"));
}

TEST(Feasibility, ReadsAndWritesElements) {
  const std::string Body = R"(
  var %a: i32[4]
  var %i: i32
entry:
  %a = zero<i32[4]>
  %a[1] = 5
  %i = %n
  %a[%i] = 9
  assume %a[1] == 5
  assume %a[%m] == 9
)";
  Asked Q(straight("@f(%n: i32, %m: i32) -> void {\n", Body), "f", {});
  ASSERT_EQ(Q.F.Possible, Answer::Yes);
  ASSERT_EQ(Q.inputs().size(), 2u);
  EXPECT_EQ(Q.inputs()[0], Q.inputs()[1]);
  EXPECT_NE(Q.inputs()[0], ir::UInt128(1));
  EXPECT_LT(Q.inputs()[0], ir::UInt128(4));
  Asked No(straight("@f(%n: i32, %m: i32) -> void {\n",
                    Body + "  assume %n != %m\n"),
           "f", {});
  EXPECT_EQ(No.F.Possible, Answer::No);
}

TEST(Feasibility, StaysInsideOfArrays) {
  Asked Q(straight("@f(%n: u64) -> void {\n", R"(
  var %a: i32[4]
entry:
  %a[%n] = 9
  assume %n > 3:u64
)"),
          "f", {});
  EXPECT_EQ(Q.F.Possible, Answer::No);
  EXPECT_THAT(Q.F.Core, ElementsAre(0u, 1u));
}

TEST(Feasibility, DoesNotLeaveTheAddressSpace) {
  Asked Q(straight("@f(%n: u64, %p: i32*) -> void {\n", R"(
entry:
  *(%p +p %n) = 9
  assume %n > 1000000:u64
)"),
          "f", {});
  EXPECT_EQ(Q.F.Possible, Answer::No);
}

/// Sets the second byte of a number to 1, and asks for all of it and for the
/// last byte.
std::string secondByteIsOne(const std::string &Whole, const std::string &Last) {
  return straight("@f(%n: u32) -> void {\n", R"(
  var %x: u32
  var %p: u8*
entry:
  %x = %n
  %p = cast<u8*>(&%x)
  *(%p +p 1) = 1:u8
  assume %x == )" + Whole + ":u32\n  assume *(%p +p 3) == " +
                                                 Last + ":u8\n");
}

TEST(Feasibility, HasBytesInScalars) {
  Asked Q(secondByteIsOne("0x11220133", "0x11"), "f", {});
  ASSERT_EQ(Q.F.Possible, Answer::Yes);
  EXPECT_EQ(Q.inputs()[0] & 0xffff00ff, ir::UInt128(0x11220033));
}

TEST(Feasibility, HasBytesInScalarsOfBigEndianTargets) {
  Asked Q("target pointer-bytes 4 big-endian\n" +
              secondByteIsOne("0x11012233", "0x33"),
          "f", {});
  ASSERT_EQ(Q.F.Possible, Answer::Yes);
  EXPECT_EQ(Q.inputs()[0] & 0xff00ffff, ir::UInt128(0x11002233));
}

TEST(Feasibility, HasBitFields) {
  for (const char *Order : {"little", "big"}) {
    Asked Q("target pointer-bytes 8 " + std::string(Order) + "-endian\n" + R"(
record s size 4 align 4 {
  a: u32 at bit 0 width 3
  b: i32 at bit 3 width 7
  c: u32 at bit 10 width 22
}
)" + straight("@f(%n: i32) -> void {\n", R"(
  var %x: s
entry:
  %x.a = 9:u32
  %x.b = %n
  assume %x.a == 1:u32
  assume %x.b == -3
  assume %x.c == 100:u32
  havoc %x.b because uninitialised
  assume %x.b == 5
  assume %x.a == 1:u32
  assume %x.c == 100:u32
)"),
            "f", {});
    ASSERT_EQ(Q.F.Possible, Answer::Yes) << Order;
    EXPECT_EQ(Q.inputs()[0] & 127, ir::UInt128(125));
  }
}

TEST(Feasibility, CopiesObjects) {
  const std::string Text = R"(
record s size 16 align 8 {
  a: i32 at bit 0
  p: i32* at bit 64
}
)" + straight("@f(%n: i32) -> void {\n", R"(
  var %x: s
  var %y: s
  var %z: s
entry:
  %x.a = %n
  %x.p = &%x.a
  %y = %x
  %x.a = 8
  %z = %n > 3 ? %x : %y
  assume *%y.p == 8
  assume %z.a == 5
)");
  EXPECT_EQ(Asked(Text, "f", {}).F.Possible, Answer::No);
  std::string Other = Text;
  Other.replace(Other.find("== 5"), 4, "== 3");
  EXPECT_EQ(Asked(Other, "f", {}).F.Possible, Answer::Yes);
}

TEST(Feasibility, FindsUninitialisedValuesAgainAndAgain) {
  // x is another variable in each round.
  Asked Q(R"(
func @f() -> void {
  var %i: i32
  var %x: i32
entry:
  %i = 0
  goto head
head:
  havoc %x because uninitialised
  assume %x == 10 * %i
  %i = %i + 1
  goto again, end
again:
  assume %i != 3
  goto head
end:
  assume %i == 3
  call @fail()
  stop
}
)",
          "f", {"again", "again", "end"});
  ASSERT_EQ(Q.F.Possible, Answer::Yes);
  EXPECT_EQ(Q.F.Entry, EntryValues::DoNotMatter);
}

TEST(Feasibility, CopiesUninitialisedValues) {
  // Whatever a field is, its copy is the same.
  const std::string Head = R"(
record s size 8 align 4 {
  a: i32 at bit 0
  b: i32 at bit 32
}
global $g: s
)";
  Asked Same(Head + straight("@f() -> void {\n", R"(
  var %x: s
  var %y: s
entry:
  %x = $g
  %y = %x
  assume %y.a == 3
  assume $g.b == %y.b && $g.b == 4
  assume $g.a != 3
)"),
             "f", {});
  EXPECT_EQ(Same.F.Possible, Answer::No);
  Asked Q(Head + straight("@f() -> void {\n", R"(
  var %x: s
  var %y: s
entry:
  %x = $g
  %y = %x
  assume %y.a == 3
  assume $g.b == %y.b && $g.b == 4
  assume $g.a == 3
)"),
          "f", {});
  EXPECT_EQ(Q.F.Possible, Answer::Yes);
}

TEST(Feasibility, UninitialisedBitsAreNoMatterOfTheStepBefore) {
  Asked Q(R"(
record bits size 4 align 4 {
  a: i32 at bit 0 width 3
  b: i32 at bit 3 width 5
}
func @__predabs_computed_bytes(void*, u64) -> void
)" + straight("@f() -> void {\n", R"(
  var %v: bits
  var %c: u8[2]
entry:
  call @__predabs_computed_bytes(cast<void*>(&%c[0]), 2:u64)
  havoc %v.a because uninitialised
  assume %v.a == 3
)"),
          "f", {});
  EXPECT_EQ(Q.F.Possible, Answer::Yes) << Q.F.Why;
}

// Pointers from outside.

const char *const List = R"(
record node size 16 align 8 {
  val: i32 at bit 0
  next: node* at bit 64
}
)";

TEST(Feasibility, LendsMemoryToPointersFromOutside) {
  for (const char *Target : {"8 little", "4 little", "4 big", "8 big"}) {
    Asked Q("target pointer-bytes " + std::string(Target) + "-endian\n" + List +
                straight("@f(%p: node*) -> void {\n", R"(
  var %q: node*
entry:
  %q = (*%p).next
  (*%p).val = 1
  (*%q).val = 2
  assume (*%p).val == 1
  assume (*(*%q).next).val == 5
)"),
            "f", {});
    ASSERT_EQ(Q.F.Possible, Answer::Yes) << Target;
    EXPECT_EQ(Q.F.Entry, EntryValues::Matter);
  }
}

TEST(Feasibility, LetsPointersFromOutsideBeEqual) {
  Asked Q(straight("@f(%p: i32*, %q: i32*) -> void {\n", R"(
entry:
  *%p = 1
  *%q = 2
  assume *%p == 2
)"),
          "f", {});
  ASSERT_EQ(Q.F.Possible, Answer::Yes);
  EXPECT_EQ(Q.inputs()[0], Q.inputs()[1]);
}

TEST(Feasibility, LetsPointersFromOutsidePointIntoObjects) {
  Asked Ends(R"(
func @f(%p: i32*, %end: i32*) -> void {
  var %n: i32
entry:
  %n = 0
  goto head
head:
  goto body, end
body:
  assume %p != %end
  %n = %n + *%p
  %p = %p +p 1
  goto head
end:
  assume !(%p != %end)
  assume %n == 6
  call @fail()
  stop
}
)",
             "f", {"body", "body", "body", "end"});
  ASSERT_EQ(Ends.F.Possible, Answer::Yes) << Ends.F.Why;
  EXPECT_EQ(Ends.inputs()[1], Ends.inputs()[0] + 12);
  Asked Member(List + straight("@f(%p: node*, %q: i32*) -> void {\n", R"(
entry:
  (*%p).val = 1
  *%q = 2
  assume (*%p).val == 2
)"),
               "f", {});
  EXPECT_EQ(Member.F.Possible, Answer::Yes);
}

TEST(Feasibility, KeepsOutsidersFromLocals) {
  Asked Q(straight("@f(%p: i32*) -> void {\n", R"(
  var %x: i32
entry:
  %x = 1
  *%p = 2
  assume %x == 2 || %p == &%x
)"),
          "f", {});
  EXPECT_EQ(Q.F.Possible, Answer::No);
}

TEST(Feasibility, LetsPointersFromOutsideReachGlobals) {
  Asked Q("global $g: i32\nglobal $h: i32 internal\n" +
              straight("@f(%p: i32*) -> void {\n", R"(
entry:
  $g = 1
  *%p = 2
  assume $g == 2
)"),
          "f", {});
  EXPECT_EQ(Q.F.Possible, Answer::Yes);
  Asked No("global $h: i32 internal\n" +
               straight("@f(%p: i32*) -> void {\n", R"(
entry:
  $h = 1
  *%p = 2
  assume $h == 2
)"),
           "f", {});
  EXPECT_EQ(No.F.Possible, Answer::No);
}

TEST(Feasibility, KeepsNullFromBeingRead) {
  Asked Q(straight("@f(%p: i32*) -> void {\n", R"(
entry:
  assume *%p == 1
  assume %p == null<i32*>
)"),
          "f", {});
  EXPECT_EQ(Q.F.Possible, Answer::No);
  Asked Null(straight("@f(%p: i32*) -> void {\n", R"(
entry:
  assume %p == null<i32*>
)"),
             "f", {});
  EXPECT_EQ(Null.F.Possible, Answer::Yes);
  EXPECT_THAT(Null.condition(), ElementsAre("%p == null<i32*>"));
}

TEST(Feasibility, LetsTheEnvironmentReturnWhatItGot) {
  Asked Q("func @same(i32*) -> i32*\n" + straight("@f() -> void {\n", R"(
  var %x: i32
  var %p: i32*
entry:
  %p = call @same(&%x)
  *%p = 3
  %x = 4
  assume *%p == 4
)"),
          "f", {});
  EXPECT_EQ(Q.F.Possible, Answer::Yes);
}

TEST(Feasibility, CallsThroughPointers) {
  const std::string Text = R"(
func @one() -> i32 {
entry:
  return 1
}
func @g(%p: (fn() -> i32)*) -> void {
  var %x: i32
entry:
  %x = call *%p()
  call @fail()
  stop
}
)";
  auto M = parsed(Text);
  const ir::Function *G = M->findFunction("g"), *One = M->findFunction("one");
  Path P{{{G, 0, 0, 0}, {One, 0, 0, 1}, {G, 0, 1, 0}}};
  Aliases A(*M);
  Feasibility F = PathChecker(*M, A).check(P, Beginning::OfCall);
  ASSERT_EQ(F.Possible, Answer::Yes);
  EXPECT_TRUE(replay(*M, P, Beginning::OfCall, F.How).Fails);
}

// Library functions.

TEST(Feasibility, AllocatesAndFrees) {
  const std::string Head =
      "func @malloc(u64) -> void*\nfunc @free(void*) -> void\n"
      "func @calloc(u64, u64) -> void*\n";
  const std::string Begin = R"(
  var %p: i32*
  var %q: i32*
  var %t: void*
entry:
  %t = call @malloc(8:u64)
  %p = cast<i32*>(%t)
  %t = call @calloc(1:u64, 4:u64)
  %q = cast<i32*>(%t)
  assume *%q == 0
  assume *(%p +p 1) == 7
  call @free(cast<void*>(%p))
)";
  Asked Q(Head + straight("@f() -> void {\n", Begin), "f", {});
  EXPECT_EQ(Q.F.Possible, Answer::Yes);
  Asked No(Head + straight("@f() -> void {\n", Begin + "  *%p = 1\n"), "f", {});
  EXPECT_EQ(No.F.Possible, Answer::No);
  Asked Lent(Head + straight("@f(%p: i32*) -> void {\n", R"(
entry:
  assume *%p == 7
  call @free(cast<void*>(%p))
)"),
             "f", {});
  EXPECT_EQ(Lent.F.Possible, Answer::Yes) << Lent.F.Why;
}

TEST(Feasibility, MovesBytesThatAreNotKnown) {
  Asked Q("func @memcpy(void*, void*, u64) -> void*\n"
          "func @memset(void*, i32, u64) -> void*\n" +
              straight("@f(%n: i32) -> void {\n", R"(
  var %a: i32[4]
  var %b: i32[4]
entry:
  call @memset(cast<void*>(&%a), %n, 16:u64)
  call @memcpy(cast<void*>(&%b[1]), cast<void*>(&%a[2]), 8:u64)
  assume %b[2] == 0x07070707
  assume %b[0] == 3
)"),
          "f", {});
  ASSERT_EQ(Q.F.Possible, Answer::Yes) << Q.F.Why;
  EXPECT_EQ(Q.inputs()[0] & 0xff, ir::UInt128(7));
}

TEST(Feasibility, PrintsNumbersThatAreNotKnown) {
  Asked Q(R"(
global $text: u8[4] const {
  bytes "%d\n\x00"
}
func @printf(u8*, ...) -> i32
)" + straight("@f(%n: i32) -> void {\n", R"(
entry:
  call @printf(&$text[0], %n)
  assume %n == 4
)"),
          "f", {});
  EXPECT_EQ(Q.F.Possible, Answer::Yes) << Q.F.Why;
}

TEST(Feasibility, SaysWhatItDoesNotFollow) {
  Asked Q("func @strlen(u8*) -> u64\n" + straight("@f(%p: u8*) -> void {\n", R"(
  var %n: u64
entry:
  %n = call @strlen(%p)
  assume %n == 3:u64
)"),
          "f", {});
  EXPECT_EQ(Q.F.Possible, Answer::Unknown);
  EXPECT_EQ(Q.F.Why, "it calls strlen()");
}

TEST(Feasibility, WhatIsNotFollowedMayBeExcludedAllTheSame) {
  Asked Q("func @strlen(u8*) -> u64\n" + straight("@f(%p: u8*) -> void {\n", R"(
  var %n: u64
entry:
  %n = call @strlen(%p)
  assume %n < 5:u64
  assume %n == 7:u64
)"),
          "f", {});
  EXPECT_EQ(Q.F.Possible, Answer::No) << Q.F.Why;
  EXPECT_THAT(Q.F.Core, ElementsAre(1u, 2u));
}

TEST(Feasibility, WhatIsNotFollowedMayWrite) {
  // Whether %b[1] is still 4 nobody knows.
  Asked Q("func @strcpy(u8*, u8*) -> u8*\n" +
              straight("@f(%p: u8*) -> void {\n", R"(
  var %b: u8[8]
entry:
  %b[1] = 4:u8
  call @strcpy(&%b[0], %p)
  assume %b[1] == 5:u8
)"),
          "f", {});
  EXPECT_EQ(Q.F.Possible, Answer::Unknown);
}

TEST(Feasibility, AnyBytesAreChosen) {
  Asked Q("func @__predabs_any_bytes(void*, u64) -> void\n" +
              straight("@f(%n: u64) -> void {\n", R"(
  var %b: u8[8]
entry:
  %b[1] = 4:u8
  %b[2] = 4:u8
  call @__predabs_any_bytes(cast<void*>(&%b[0]), 2:u64)
  assume %b[1] == 5:u8
  assume %b[2] == 4:u8
)"),
          "f", {});
  EXPECT_EQ(Q.F.Possible, Answer::Yes) << Q.F.Why;
  EXPECT_EQ(Q.F.Entry, EntryValues::DoNotMatter);
}

TEST(Feasibility, NoMoreThanTheseBytesAreChosen) {
  Asked Q("func @__predabs_any_bytes(void*, u64) -> void\n" +
              straight("@f(%n: u64) -> void {\n", R"(
  var %b: u8[8]
entry:
  %b[2] = 4:u8
  call @__predabs_any_bytes(cast<void*>(&%b[0]), 2:u64)
  assume %b[2] == 5:u8
)"),
          "f", {});
  EXPECT_EQ(Q.F.Possible, Answer::No) << Q.F.Why;
}

TEST(Feasibility, ComputedBytesAreNotChosen) {
  std::string Text = "func @__predabs_computed_bytes(void*, u64) -> void\n" +
                     straight("@f() -> void {\n", R"(
  var %b: u8[8]
entry:
  %b[1] = 4:u8
  call @__predabs_computed_bytes(cast<void*>(&%b[0]), 2:u64)
  assume %b[1] == 5:u8
)");
  EXPECT_EQ(Asked(Text, "f", {}).F.Why, "it depends on builtin");
  size_t At = Text.find("%b[1] == 5");
  // Where it does not matter, the path is one.
  EXPECT_EQ(Asked(Text.replace(At, 10, "%b[1] <= 255"), "f", {}).F.Possible,
            Answer::Yes);
}

// SOUND: who is asked the same again gives the same.
TEST(Feasibility, AnswersToNewQuestionsAreChosen) {
  std::string Before = "func @__predabs_question(i32, u64) -> void\n"
                       "func @__predabs_answer_bytes(void*, u64) -> void\n" +
                       straight("@f() -> void {\n", R"(
  var %b: u8[2]
  var %c: u8[2]
entry:
  call @__predabs_question(7, 1:u64)
  call @__predabs_answer_bytes(cast<void*>(&%b[0]), 2:u64)
  call @__predabs_question(7, N:u64)
  call @__predabs_answer_bytes(cast<void*>(&%c[0]), 2:u64)
  assume CONDITION
)");
  auto Of = [&](const std::string &N, const std::string &Condition) {
    std::string Text = Before;
    Text.replace(Text.find("N:u64"), 1, N);
    Text.replace(Text.find("CONDITION"), 9, Condition);
    Asked Q(Text, "f", {});
    return Q.F.Possible == Answer::Yes ? "possible" : Q.F.Why;
  };
  EXPECT_EQ(Of("1", "%b[1] == 5:u8"), "possible");
  EXPECT_EQ(Of("2", "%c[1] == 5:u8"), "possible");
  EXPECT_EQ(Of("1", "%c[1] == 5:u8"), "it depends on builtin");
}

// What the library's choice is ends where its calls do.
TEST(Feasibility, WritesOfCallbacksAreNotChosen) {
  auto Of = [](const std::string &Back, const std::string &Then) {
    Asked Q("func @__predabs_callbacks_begin() -> void\n"
            "func @__predabs_callbacks_end() -> void\n" +
                straight("@f() -> void {\n",
                         "  var %x: i32\nentry:\n"
                         "  call @__predabs_callbacks_begin()\n" +
                             Back + "  call @__predabs_callbacks_end()\n" +
                             Then +
                             "  call @__predabs_callbacks_begin()\n"
                             "  call @__predabs_callbacks_end()\n"
                             "  assume %x == 2\n"),
            "f", {});
    return Q.F.Possible == Answer::Yes ? "possible" : Q.F.Why;
  };
  EXPECT_EQ(Of("  %x = 2\n", ""), "it depends on builtin");
  EXPECT_EQ(Of("", "  %x = 2\n"), "possible");
  EXPECT_EQ(Of("  %x = 1\n", "  %x = 2\n"), "possible");
}

TEST(Feasibility, ChoosesSizes) {
  Asked Q("func @malloc(u64) -> void*\n" +
              straight("@f(%n: u64) -> void {\n", R"(
  var %p: void*
entry:
  assume %n > 5:u64
  %p = call @malloc(%n)
  *(cast<u8*>(%p) +p 5) = 1:u8
)"),
          "f", {});
  EXPECT_EQ(Q.F.Possible, Answer::Yes) << Q.F.Why;
  EXPECT_EQ(Q.F.Entry, EntryValues::Matter);
}

TEST(Feasibility, ChoosesSizesAgain) {
  // What is small enough to be liked at first is too small.
  Asked Q("func @malloc(u64) -> void*\n" +
              straight("@f(%n: u64) -> void {\n", R"(
  var %p: void*
entry:
  assume %n > 5:u64
  %p = call @malloc(%n)
  assume %n == 50000:u64
  *(cast<u8*>(%p) +p 49999) = 1:u8
)"),
          "f", {});
  EXPECT_EQ(Q.F.Possible, Answer::Yes) << Q.F.Why;
}

// Floats.

TEST(Feasibility, ComputesFloatsThatAreKnown) {
  const std::string Head = "@f() -> void {\n  var %x: f64\n  var %i: i32\n"
                           "entry:\n  %x = f64 0x3ff8000000000000\n"
                           "  %x = %x + %x\n  %i = cast<i32>(%x)\n";
  EXPECT_EQ(Asked(straight(Head, "  assume %i == 3\n"), "f", {}).F.Possible,
            Answer::Yes);
  EXPECT_EQ(Asked(straight(Head, "  assume %i != 3\n"), "f", {}).F.Possible,
            Answer::No);
}

TEST(Feasibility, DoesNotKnowAboutOtherFloats) {
  const std::string Head = "@f(%x: f64, %n: i32) -> void {\n";
  Asked Q(straight(Head, R"(
entry:
  assume %x > f64 0x3ff8000000000000
)"),
          "f", {});
  EXPECT_EQ(Q.F.Possible, Answer::Unknown);
  EXPECT_EQ(Q.F.Why, "floating-point values decide");
  // But others may still exclude each other.
  Asked No(straight(Head, R"(
entry:
  assume %x > f64 0x3ff8000000000000
  assume %n > 3
  assume %n < 2
)"),
           "f", {});
  EXPECT_EQ(No.F.Possible, Answer::No);
  EXPECT_THAT(No.F.Core, ElementsAre(1u, 2u));
}

// Others.

std::string readsVolatileTwice(const std::string &Linkage,
                               const std::string &Wanted) {
  return "global $v: i32" + Linkage + "\n" + straight("@f() -> void {\n", R"(
  var %x: i32
  var %y: i32
entry:
  $v = 1
  %x = $v because volatile
  %y = $v because volatile
  assume )" + Wanted + "\n");
}

TEST(Feasibility, AsksForVolatileValuesOfOthers) {
  Asked Q(readsVolatileTwice(" extern", "%x == 5 && %y == 6"), "f", {});
  ASSERT_EQ(Q.F.Possible, Answer::Yes);
  EXPECT_THAT(Q.inputs(), ElementsAre(ir::UInt128(5), ir::UInt128(6)));
}

TEST(Feasibility, VolatileVariablesOfThisFileKeepTheirValuesOnPaths) {
  EXPECT_EQ(
      Asked(readsVolatileTwice("", "%x == 1 && %y == 1"), "f", {}).F.Possible,
      Answer::Yes);
  EXPECT_EQ(Asked(readsVolatileTwice("", "%x == 5"), "f", {}).F.Possible,
            Answer::No);
}

TEST(Feasibility, DoesNotRelyOnWhatWasNotFollowed) {
  Asked Q(straight("@f() -> void {\n", R"(
  var %x: i32
entry:
  havoc %x because inline-asm
  assume %x == 5
)"),
          "f", {});
  EXPECT_EQ(Q.F.Possible, Answer::Unknown);
  EXPECT_EQ(Q.F.Why, "it depends on inline-asm");
  Asked Array(straight("@f() -> void {\n", R"(
  var %x: i32[4]
  var %y: i32[4]
entry:
  havoc %x because vector
  %y = %x
  assume %y[2] == 5
)"),
              "f", {});
  EXPECT_EQ(Array.F.Why, "it depends on vector");
  // Whatever it is does not matter.
  Asked Any(straight("@f(%n: i32) -> void {\n", R"(
  var %x: u32
entry:
  havoc %x because inline-asm
  assume %x < 5:u32 || %n > 3
)"),
            "f", {});
  EXPECT_EQ(Any.F.Possible, Answer::Yes);
  Asked Exact(straight("@f() -> void {\n", R"(
  var %x: i32
entry:
  havoc %x because nondeterministic
  assume %x == 5
)"),
              "f", {});
  EXPECT_EQ(Exact.F.Possible, Answer::Yes);
}

TEST(Feasibility, TakesAggregatesAsParameters) {
  Asked Q(R"(
record s size 8 align 4 {
  a: i32 at bit 0
  b: i32 at bit 32
}
)" + straight("@f(%x: s) -> void {\n", R"(
entry:
  assume %x.b == 4
)"),
          "f", {});
  ASSERT_EQ(Q.F.Possible, Answer::Yes);
  EXPECT_EQ(Q.F.Entry, EntryValues::Matter);
}

TEST(Feasibility, GivesMainItsArguments) {
  const std::string Head = "@main(%argc: i32, %argv: u8**) -> i32 {\n";
  Asked Q(straight(Head, "entry:\n  assume %argc > 3\n"), "main", {},
          Beginning::OfProgram);
  EXPECT_EQ(Q.F.Possible, Answer::Yes);
  Asked None(straight(Head, "entry:\n  assume %argc < 1\n"), "main", {},
             Beginning::OfProgram);
  EXPECT_EQ(None.F.Possible, Answer::No);
  Asked Text(straight(Head, "entry:\n  assume **%argv == 65:u8\n"), "main", {},
             Beginning::OfProgram);
  EXPECT_EQ(Text.F.Possible, Answer::Unknown);
  EXPECT_EQ(Text.F.Why, "it reads the arguments of the program");
}

TEST(Feasibility, StaysWithinItsLimit) {
  PathLimits L;
  L.Units = 20'000;
  Asked Q(straight("@f(%x: u64, %y: u64) -> void {\n", R"(
entry:
  assume %x * %y == 0xfffffffefffffff9:u64 && %x > 1:u64 && %y > 1:u64
  assume %x % 3:u64 == 1:u64 && %y % 7:u64 == 2:u64
)"),
          "f", {}, Beginning::OfCall, L);
  EXPECT_EQ(Q.F.Possible, Answer::Unknown);
  EXPECT_EQ(Q.F.Why, "the solver's limit");
}

TEST(Feasibility, FollowsLongPaths) {
  const char *const Text = R"(
func @next(%i: i32) -> i32 {
entry:
  return %i + 1
}
func @f(%n: i32) -> void {
  var %i: i32
  var %a: i32[100]
entry:
  %i = 0
  goto head
head:
  goto body, end
body:
  assume %i < %n
  %a[%i % 100] = %i
  %i = call @next(%i)
  goto head
end:
  assume !(%i < %n)
  assume %a[3] == 9903
  call @fail()
  stop
}
)";
  std::vector<std::string> Blocks(10'000, "body");
  Blocks.push_back("end");
  Asked Q(Text, "f", Blocks);
  ASSERT_EQ(Q.F.Possible, Answer::Yes) << Q.F.Why;
  EXPECT_GT(Q.P.Steps.size(), 60'000u);
  EXPECT_THAT(Q.inputs(), ElementsAre(ir::UInt128(10'000)));
}

// Replay.

TEST(Replay, NoticesAnotherWay) {
  Asked Q(Calls, "f", {"then"});
  Witness W = Q.F.How;
  W.Inputs[0].Bits = 4;
  Replay R = replay(*Q.M, Q.P, Q.B, W);
  EXPECT_FALSE(R.Fails);
  EXPECT_EQ(R.Why, "it is at another step than 3");
  W.Inputs.clear();
  EXPECT_EQ(replay(*Q.M, Q.P, Q.B, W).Why,
            "it asks for a parameter that the path does not have");
}

TEST(Replay, NoticesUndefinedBehaviour) {
  Asked Q(straight("@f(%x: i32) -> void {\n", R"(
entry:
  assume 5 / %x == 1
)"),
          "f", {});
  Witness W = Q.F.How;
  W.Inputs[0].Bits = 0;
  Replay R = replay(*Q.M, Q.P, Q.B, W);
  EXPECT_FALSE(R.Fails);
  EXPECT_EQ(R.Why, "undefined behaviour: division by zero");
}

} // namespace
