// Which places may share memory, what calls run and what they write: a small
// module in the text form for each rule.

#include "predicates/alias/Aliases.h"
#include "predicates/ir/Parse.h"
#include "predicates/ir/Print.h"

#include <gtest/gtest.h>

using namespace predabs;
using namespace predabs::ir;

namespace {

/// A module with the answers about it. Places are text, `f: *%p` where they
/// name variables of the function f.
class Asked {
public:
  explicit Asked(const std::string &Text, World W = World::Open,
                 AliasLimits Limits = {}) {
    ParsedModule P = parseModule(Text);
    EXPECT_TRUE(P) << P.Error.str();
    M = P ? std::move(P.Parsed) : std::make_unique<Module>(Target());
    EXPECT_EQ(verify(*M).value_or(""), "");
    A = std::make_unique<Aliases>(*M, W, Limits);
  }

  const Expr *expr(const std::string &Text) {
    size_t Colon = Text.find(": ");
    const Function *F = nullptr;
    std::string Rest = Text;
    if (Colon != std::string::npos) {
      F = M->findFunction(Text.substr(0, Colon));
      Rest = Text.substr(Colon + 2);
    }
    ParsedExpr E = parseExpr(*M, F, Rest);
    EXPECT_TRUE(E) << Text << ": " << E.Error.str();
    return E.Parsed;
  }
  /// Both of one function: `f: *%p` and `*%q`.
  bool overlap(const std::string &X, std::string Y) {
    size_t Colon = X.find(": ");
    if (Colon != std::string::npos)
      Y = X.substr(0, Colon + 2) + Y;
    const Expr *P = expr(X), *Q = expr(Y);
    EXPECT_EQ(A->mayOverlap(P, Q), A->mayOverlap(Q, P)) << X << ", " << Y;
    return A->mayOverlap(P, Q);
  }
  bool taken(const std::string &Var) {
    return A->isAddressTaken(expr(Var)->variable());
  }
  bool others(const std::string &Place) {
    return A->isKnownToOthers(expr(Place));
  }
  bool modifies(const std::string &F, const std::string &Place) {
    return A->mayModify(*M->findFunction(F), expr(Place));
  }
  /// The call number \p N of \p F.
  const Stmt &call(const std::string &F, unsigned N = 0) {
    for (const Block &B : M->findFunction(F)->Blocks)
      for (const Stmt &S : B.Stmts)
        if (S.Kind == StmtKind::Call && N-- == 0)
          return S;
    ADD_FAILURE() << "no such call";
    static const Stmt None;
    return None;
  }
  bool callModifies(const std::string &F, const std::string &Place,
                    unsigned N = 0) {
    return A->mayModify(call(F, N), expr(F + ": " + Place));
  }
  /// The names of what is called, and `*` for others.
  std::string targets(const std::string &F, unsigned N = 0) {
    CallTargets T = A->targets(call(F, N));
    std::string Result;
    for (const Function *G : T.Known)
      Result += (Result.empty() ? "" : " ") + G->Name;
    if (T.AndOthers)
      Result += Result.empty() ? "*" : " *";
    return Result;
  }

  std::unique_ptr<Module> M;
  std::unique_ptr<Aliases> A;
};

/// The paper's running example: `swap` called with two different addresses.
std::string swapModule(const std::string &Linkage) {
  return R"(
func @swap(%p: i32*, %q: i32*) -> void )" +
         Linkage + R"( {
  var %t: i32
entry:
  %t = *%p
  *%p = *%q
  *%q = %t
  return
}
func @test() -> i32 {
  var %x: i32
  var %y: i32
  var %z: i32
entry:
  %x = 1
  %y = 2
  call @swap(&%x, &%y)
  return %x
}
)";
}

TEST(Alias, StaticSwapIsCalledWithTwoObjects) {
  Asked Q(swapModule("internal"));
  EXPECT_FALSE(Q.overlap("swap: *%p", "*%q"));
  EXPECT_TRUE(Q.overlap("swap: *%p", "*%p"));
  EXPECT_FALSE(Q.overlap("swap: *%p", "%t"));
  EXPECT_FALSE(Q.overlap("swap: *%p", "%p"));
  EXPECT_TRUE(Q.callModifies("test", "%x"));
  EXPECT_TRUE(Q.callModifies("test", "%y"));
  EXPECT_FALSE(Q.callModifies("test", "%z"));
  EXPECT_TRUE(Q.taken("test: %x"));
  EXPECT_FALSE(Q.taken("test: %z"));
}

/// Two calls of a function with \p Body, with the addresses of two objects.
std::string writerModule(const std::string &Body,
                         const std::string &More = "") {
  return R"(
record s size 16 align 8 {
  next: s* at bit 0
  n: i32 at bit 64
}
global $last: s* internal
)" + More +
         R"(
func @set(%p: s*, %n: i32) -> void internal {
entry:
)" + Body +
         R"(
  return
}
func @test() -> void {
  var %x: s
  var %y: s
  var %z: s
entry:
  %x.next = &%z
  call @set(&%x, 1)
  call @set(&%y, 2)
  return
}
)";
}

TEST(Alias, WhatIsWrittenThroughAParameterIsTheArgument) {
  for (const char *Body : {"(*%p).n = %n", "(*(%p +p %n)).n = %n",
                           "*cast<i32*>(cast<i8*>(%p) +p 8) = %n"}) {
    Asked Q(writerModule(Body));
    EXPECT_TRUE(Q.callModifies("test", "%x.n", 0)) << Body;
    EXPECT_FALSE(Q.callModifies("test", "%y.n", 0)) << Body;
    EXPECT_FALSE(Q.callModifies("test", "%x.n", 1)) << Body;
    EXPECT_FALSE(Q.callModifies("test", "%z.n", 0)) << Body;
  }
}

TEST(Alias, WhatIsPassedOnIsTheArgumentToo) {
  Asked Q(writerModule("call @inner(&(*%p).n)", R"(
func @inner(%q: i32*) -> void internal {
entry:
  *%q = 1
  return
}
)"));
  EXPECT_TRUE(Q.callModifies("test", "%x.n", 0));
  EXPECT_FALSE(Q.callModifies("test", "%y.n", 0));
  EXPECT_TRUE(Q.callModifies("set", "(*%p).n"));
}

TEST(Alias, AParameterThatChangesIsNotTheArgument) {
  // Each write to n may be to the x of the other call.
  for (const char *Body : {R"(
  %p = $last
  (*%p).n = %n
  $last = &$g)",     // assigned
                           R"(
  *&%p = $last
  (*%p).n = %n)",    // its address is taken
                           R"(
  (*$last).n = %n)", // another pointer
                           R"(
  call @set($last, %n)
  (*%p).n = %n)"}) { // another argument
    Asked Q(writerModule(Body + std::string("\n  $last = %p"),
                         "global $g: s internal\n"));
    EXPECT_TRUE(Q.callModifies("test", "%x.n", 1)) << Body;
  }
}

TEST(Alias, WhatIsBehindTheArgumentIsNotTheArgument) {
  Asked Q(writerModule("(*(*%p).next).n = %n"));
  EXPECT_TRUE(Q.callModifies("test", "%z.n", 0));
  EXPECT_TRUE(Q.callModifies("test", "%z.n", 1));
}

TEST(Alias, VisibleSwapMayGetAnything) {
  Asked Q(swapModule(""));
  EXPECT_TRUE(Q.overlap("swap: *%p", "*%q"));
  EXPECT_FALSE(Q.overlap("swap: *%p", "%t"));
  Asked Closed(swapModule(""), World::Closed);
  // Without a main whatever is visible may be where the program starts.
  EXPECT_TRUE(Closed.overlap("swap: *%p", "*%q"));
}

// Objects and fields.

const char *Records = R"(
record inner size 8 align 4 {
  x: i32 at bit 0
  y: i32 at bit 32
}
record pair size 32 align 8 {
  a: i32 at bit 0
  b: i32 at bit 32
  p: i32* at bit 64
  in: inner at bit 128
  q: i32* at bit 192
}
record node size 16 align 8 {
  val: i32 at bit 0
  next: node* at bit 64
}
)";

/// A function without parameters that nobody else can see, with a body.
std::string function(const std::string &Vars, const std::string &Body) {
  return "func @f() -> void internal {\n" + Vars + "\nentry:\n" + Body +
         "\n  return\n}\n";
}

TEST(Alias, VariablesAreApart) {
  Asked Q("global $g: i32\nglobal $h: i32[2]\n" +
          function("var %x: i32\n var %y: i32[3]", "  %x = 1"));
  EXPECT_FALSE(Q.overlap("$g", "$h"));
  EXPECT_FALSE(Q.overlap("f: %x", "$g"));
  EXPECT_FALSE(Q.overlap("f: %x", "%y[%x]"));
  EXPECT_TRUE(Q.overlap("f: %y", "%y[%x]"));
  EXPECT_TRUE(Q.overlap("f: %y[%x]", "%y[2]"));
  EXPECT_FALSE(Q.overlap("f: %y[1]", "%y[2]"));
}

TEST(Alias, FieldsOfOneRecordAreApart) {
  Asked Q(std::string(Records) +
          "func @f(%s: pair*, %t: pair*) -> void {\n var %v: pair\n var %i: "
          "i32\nentry:\n return\n}\n");
  EXPECT_FALSE(Q.overlap("f: %v.a", "%v.b"));
  EXPECT_TRUE(Q.overlap("f: %v", "%v.b"));
  EXPECT_FALSE(Q.overlap("f: %v.in.x", "%v.in.y"));
  EXPECT_TRUE(Q.overlap("f: %v.in", "%v.in.y"));
  EXPECT_FALSE(Q.overlap("f: (*%s).a", "(*%s).b"));
  EXPECT_TRUE(Q.overlap("f: (*%s).in", "(*%s).in.x"));
  // Two pointers from others may be anything without strict aliasing.
  EXPECT_TRUE(Q.overlap("f: (*%s).a", "(*%t).a"));
  EXPECT_TRUE(Q.overlap("f: (*%s).a", "(*%t).b"));
}

TEST(Alias, FieldsOfOneObjectAreApartThroughPointers) {
  Asked Q(std::string(Records) +
          function("var %v: pair\n var %s: pair*\n var %t: pair*\n var %i: "
                   "i32*\n var %j: i32*",
                   "  %s = &%v\n  %t = &%v\n  %i = &%v.a\n  %j = &(*%s).b"));
  EXPECT_TRUE(Q.overlap("f: (*%s).a", "(*%t).a"));
  EXPECT_FALSE(Q.overlap("f: (*%s).a", "(*%t).b"));
  EXPECT_FALSE(Q.overlap("f: *%i", "*%j"));
  EXPECT_TRUE(Q.overlap("f: *%i", "(*%s).a"));
  EXPECT_FALSE(Q.overlap("f: *%i", "%v.b"));
  EXPECT_TRUE(Q.overlap("f: *%j", "%v.b"));
  EXPECT_TRUE(Q.overlap("f: *%j", "%v"));
}

TEST(Alias, BitFieldsShareBytesButNoBits) {
  Asked Q(R"(
record bits size 4 align 4 {
  low: u32 at bit 0 width 3
  mid: u32 at bit 3 width 7
  high: u32 at bit 8 width 4
}
)" + function("var %b: bits\n var %p: bits*\n var %w: u32*",
              "  %p = &%b\n  %w = cast<u32*>(&%b)"));
  EXPECT_FALSE(Q.overlap("f: %b.low", "%b.mid"));
  EXPECT_TRUE(Q.overlap("f: %b.mid", "%b.high"));
  EXPECT_FALSE(Q.overlap("f: (*%p).low", "%b.mid"));
  EXPECT_TRUE(Q.overlap("f: (*%p).mid", "%b.mid"));
  EXPECT_TRUE(Q.overlap("f: *%w", "%b.mid"));
}

TEST(Alias, PointersInFieldsAreFollowedOneByOne) {
  Asked Q(std::string(Records) +
          function("var %v: pair\n var %x: i32\n var %y: i32\n var %s: pair*",
                   "  %v.p = &%x\n  %s = &%v\n  (*%s).q = &%y"));
  EXPECT_TRUE(Q.overlap("f: *%v.p", "%x"));
  EXPECT_FALSE(Q.overlap("f: *%v.p", "%y"));
  EXPECT_TRUE(Q.overlap("f: *(*%s).p", "%x"));
  EXPECT_TRUE(Q.overlap("f: *%v.q", "%y"));
  EXPECT_FALSE(Q.overlap("f: *(*%s).p", "*(*%s).q"));
}

TEST(Alias, CopiesOfRecordsCopyTheirPointers) {
  Asked Q(std::string(Records) +
          function("var %v: pair\n var %w: pair\n var %u: pair\n var %x: i32\n "
                   "var %y: i32",
                   "  %v.p = &%x\n  %v.q = &%y\n  %w = %v\n  %u = zero<pair>"));
  EXPECT_TRUE(Q.overlap("f: *%w.p", "%x"));
  EXPECT_FALSE(Q.overlap("f: *%w.p", "%y"));
  EXPECT_FALSE(Q.overlap("f: *%w.p", "*%w.q"));
  EXPECT_FALSE(Q.overlap("f: *%u.p", "%x"));
}

TEST(Alias, AssignmentsHaveADirection) {
  Asked Q(function("var %p: i32*\n var %q: i32*\n var %x: i32\n var %y: i32",
                   "  %p = &%x\n  %q = &%y\n  %q = %p"));
  EXPECT_TRUE(Q.overlap("f: *%q", "%x"));
  EXPECT_TRUE(Q.overlap("f: *%q", "%y"));
  EXPECT_FALSE(Q.overlap("f: *%p", "%y"));
}

TEST(Alias, StoresThroughPointersReachTheirTargets) {
  Asked Q(function("var %p: i32*\n var %q: i32*\n var %pp: i32**\n var %x: "
                   "i32\n var %y: i32",
                   "  %pp = &%p\n  *%pp = &%x\n  %q = &%y"));
  EXPECT_TRUE(Q.overlap("f: *%p", "%x"));
  EXPECT_TRUE(Q.overlap("f: **%pp", "%x"));
  EXPECT_FALSE(Q.overlap("f: *%q", "%x"));
  EXPECT_FALSE(Q.overlap("f: *%pp", "%q"));
  EXPECT_TRUE(Q.overlap("f: *%pp", "%p"));
}

// Arrays and pointer arithmetic.

TEST(Alias, ElementsOfAnArrayAreOne) {
  Asked Q(std::string(Records) +
          function("var %a: pair[4]\n var %s: pair*\n var %t: pair*\n var %i: "
                   "i32\n var %z: pair[2]",
                   "  %s = &%a[%i]\n  %t = &%a[0]\n  %t = %t +p %i"));
  EXPECT_TRUE(Q.overlap("f: (*%s).a", "%a[3].a"));
  EXPECT_TRUE(Q.overlap("f: (*%s).a", "(*%t).a"));
  EXPECT_FALSE(Q.overlap("f: (*%s).a", "(*%t).b"));
  EXPECT_FALSE(Q.overlap("f: (*%s).a", "%a[%i].b"));
  EXPECT_FALSE(Q.overlap("f: (*%s).a", "%z[0].a"));
}

TEST(Alias, AWalkStaysInItsArray) {
  Asked Q(R"(
record r size 28 align 4 {
  n: i32 at bit 0
  a: i32[4] at bit 32
  b: i32[2] at bit 160
}
)" + function("var %v: r\n var %p: i32*\n var %e: i32*\n var %k: i32*",
              "  %p = &%v.a[0]\n  %p = %p +p 1\n"
              "  %e = &%v.a[0] +p 4\n  %e = %e +p (-1)\n"
              "  %k = &%v.a[1]"));
  EXPECT_TRUE(Q.overlap("f: *%p", "%v.a[2]"));
  EXPECT_FALSE(Q.overlap("f: *%p", "%v.n"));
  EXPECT_FALSE(Q.overlap("f: *%p", "%v.b[0]"));
  // One past the end of a is where b begins, and still leads back into a.
  EXPECT_TRUE(Q.overlap("f: *%e", "%v.a[3]"));
  EXPECT_TRUE(Q.overlap("f: *%k", "%v.a[1]"));
  EXPECT_FALSE(Q.overlap("f: *%k", "%v.a[2]"));
}

TEST(Alias, OnePastAMemberLeadsBackToIt) {
  Asked Q(R"(
record r size 28 align 4 {
  n: i32 at bit 0
  a: i32[4] at bit 32
  b: i32[2] at bit 160
}
)" + function("var %v: r\n var %w: r\n var %p: i32*\n var %q: i32*",
              "  %p = &%v.n +p 1\n  %q = %p +p (-1)"));
  EXPECT_TRUE(Q.overlap("f: *%q", "%v.n"));
  EXPECT_TRUE(Q.overlap("f: *%p", "%v.a[0]"));
  EXPECT_FALSE(Q.overlap("f: *%q", "%w.n"));
}

TEST(Alias, ArithmeticBeyondTheArrayMayReachAllOfTheObject) {
  Asked Q(std::string(Records) +
          function("var %v: pair\n var %w: pair\n var %p: i32*\n var %i: i32",
                   "  %p = &%v.a\n  %p = %p +p %i"));
  EXPECT_TRUE(Q.overlap("f: *%p", "%v.b"));
  EXPECT_TRUE(Q.overlap("f: *%p", "%v.in.y"));
  EXPECT_FALSE(Q.overlap("f: *%p", "%w.a"));
}

TEST(Alias, AnElementOfAnotherTypeMayBeAnything) {
  Asked Q(R"(
record r size 28 align 4 {
  n: i32 at bit 0
  a: i32[4] at bit 32
  b: i32[2] at bit 160
}
record s size 28 align 4 {
  x: i32[2] at bit 0
  y: i32[5] at bit 64
}
)" + function("var %v: r\n var %s: s*\n var %i: i32", "  %s = cast<s*>(&%v)"));
  EXPECT_TRUE(Q.overlap("f: (*%s).y[%i]", "%v.a[2]"));
  EXPECT_TRUE(Q.overlap("f: (*%s).y[%i]", "%v.b[1]"));
  EXPECT_FALSE(Q.overlap("f: (*%s).y[1]", "%v.a[1]"));
  EXPECT_TRUE(Q.overlap("f: (*%s).y[1]", "%v.a[2]"));
}

TEST(Alias, CharactersWalkOverWholeRecords) {
  Asked Q(R"(
record named size 24 align 8 {
  name: u8[8] at bit 0
  len: i32 at bit 64
  p: i32* at bit 128
}
)" + function("var %v: named\n var %c: u8*\n var %d: u8*\n var %i: i32",
              "  %c = cast<u8*>(&%v)\n  %c = %c +p %i\n  %d = &%v.name[%i]"));
  EXPECT_TRUE(Q.overlap("f: *%c", "%v.len"));
  EXPECT_FALSE(Q.overlap("f: *%d", "%v.len"));
}

TEST(Alias, TheEndOfAnArrayInBytes) {
  Asked Q(R"(
record r size 28 align 4 {
  n: i32 at bit 0
  a: i32[4] at bit 32
  b: i32[2] at bit 160
}
)" + function("var %v: r\n var %e: i32*\n var %f: i32*\n var %i: i32",
              "  %e = cast<i32*>(cast<u8*>(&%v.a[0]) +p 16)\n"
              "  %f = %e +p %i"));
  EXPECT_TRUE(Q.overlap("f: *%f", "%v.a[2]"));
  EXPECT_FALSE(Q.overlap("f: *%f", "%v.n"));
}

TEST(Alias, ContainerOf) {
  Asked Q(std::string(Records) +
          function("var %v: pair\n var %s: pair*\n var %in: inner*",
                   "  %in = &%v.in\n"
                   "  %s = cast<pair*>(cast<u8*>(%in) +p (-16))"));
  EXPECT_TRUE(Q.overlap("f: (*%s).a", "%v.a"));
  EXPECT_FALSE(Q.overlap("f: (*%s).a", "%v.b"));
  EXPECT_TRUE(Q.overlap("f: (*%s).in.x", "(*%in).x"));
}

TEST(Alias, IntegersCarryAddresses) {
  Asked Q(function("var %x: i32\n var %y: i32\n var %n: u64\n var %p: i32*\n "
                   "var %q: i32*",
                   "  %n = cast<u64>(&%x)\n  %p = cast<i32*>(%n & ~3:u64)\n"
                   "  %q = &%y"));
  EXPECT_TRUE(Q.overlap("f: *%p", "%x"));
  EXPECT_FALSE(Q.overlap("f: *%p", "%y"));
  // What is made of a number may also be others'.
  EXPECT_TRUE(Q.others("f: *%p"));
  EXPECT_FALSE(Q.others("f: *%q"));
}

TEST(Alias, CastsThatDisagreeMeetInBytes) {
  Asked Q(std::string(Records) +
          function("var %v: pair\n var %l: u64*\n var %x: i32\n var %p: i32*",
                   "  %l = cast<u64*>(&%v.p)\n  *%l = cast<u64>(&%x)\n"
                   "  %p = %v.p"));
  EXPECT_TRUE(Q.overlap("f: *%p", "%x"));
  EXPECT_TRUE(Q.overlap("f: *%l", "%v.p"));
  EXPECT_FALSE(Q.overlap("f: *%l", "%v.q"));
}

TEST(Alias, WideAccessesCoverSeveralCells) {
  Asked Q(R"(
record two size 16 align 16 {
  p: i32* at bit 0
  q: i32* at bit 64
}
)" + function("var %v: two\n var %w: two\n var %x: i32\n var %y: i32\n "
              "var %z: i32\n var %p: i32*\n var %q: i32*\n var %u: u128",
              "  %v.p = &%x\n  %v.q = &%y\n  %w.p = &%z\n  %w.q = &%z\n"
              "  %u = *cast<u128*>(&%v)\n  *cast<u128*>(&%w) = %u\n"
              "  %p = %w.p\n  %q = %w.q"));
  EXPECT_TRUE(Q.overlap("f: *%p", "%x"));
  EXPECT_TRUE(Q.overlap("f: *%p", "%y"));
  EXPECT_TRUE(Q.overlap("f: *%q", "%x"));
  EXPECT_TRUE(Q.overlap("f: *%q", "%y"));
  EXPECT_FALSE(Q.overlap("f: *%v.p", "%z"));
}

TEST(Alias, AccessesMayCrossTheElementsOfAnArray) {
  Asked Q(R"(
record r size 40 align 8 {
  n: i32* at bit 0
  a: i32*[2] at bit 64
  t: i32* at bit 192
  u: i32* at bit 256
}
)" + function("var %v: r\n var %w: u128\n var %x: i32\n var %y: i32\n var "
              "%z: i32",
              "  %v.a[1] = &%x\n  %v.t = &%y\n  %v.u = &%z\n"
              "  %w = *cast<u128*>(&%v.a[1])"));
  auto Pointer = "f: *cast<i32*>(cast<u64>(%w))";
  EXPECT_TRUE(Q.overlap(Pointer, "%x"));
  EXPECT_TRUE(Q.overlap(Pointer, "%y"));
  EXPECT_FALSE(Q.overlap(Pointer, "%z"));
}

TEST(Alias, ConditionalsPointToBoth) {
  Asked Q(function("var %x: i32\n var %y: i32\n var %z: i32\n var %p: i32*",
                   "  %p = %z > 0 ? &%x : &%y"));
  EXPECT_TRUE(Q.overlap("f: *%p", "%x"));
  EXPECT_TRUE(Q.overlap("f: *%p", "%y"));
  EXPECT_FALSE(Q.overlap("f: *%p", "%z"));
}

// The heap.

TEST(Alias, EachAllocationIsAnObject) {
  std::string Body = "  %a = call @malloc(16:u64)\n"
                     "  %b = call @malloc(16:u64)\n"
                     "  %p = cast<node*>(%a)\n  %q = cast<node*>(%b)";
  std::string Vars = "var %a: void*\n var %b: void*\n var %p: node*\n var %q: "
                     "node*\n var %x: node";
  Asked Q(std::string(Records) + "func @malloc(u64) -> void*\n" +
          function(Vars, Body));
  EXPECT_FALSE(Q.overlap("f: (*%p).val", "(*%q).val"));
  EXPECT_FALSE(Q.overlap("f: (*%p).val", "%x.val"));
  EXPECT_FALSE(Q.others("f: (*%p).val"));
  // A malloc of one's own is a function like any other.
  Asked Own(std::string(Records) +
            "global $pool: node\n"
            "func @malloc(%n: u64) -> void* {\nentry:\n"
            "  return cast<void*>(&$pool)\n}\n" +
            function(Vars, Body));
  EXPECT_TRUE(Own.overlap("f: (*%p).val", "(*%q).val"));
}

TEST(Alias, ReallocKeepsWhatWasThere) {
  Asked Q("func @malloc(u64) -> void*\nfunc @realloc(void*, u64) -> void*\n" +
          function("var %a: void*\n var %b: void*\n var %x: i32\n var %p: "
                   "i32**\n var %q: i32**",
                   "  %a = call @malloc(16:u64)\n  %p = cast<i32**>(%a)\n"
                   "  *%p = &%x\n  %b = call @realloc(%a, 32:u64)\n"
                   "  %q = cast<i32**>(%b)"));
  EXPECT_TRUE(Q.overlap("f: **%q", "%x"));
  EXPECT_TRUE(Q.overlap("f: *%q", "*%p"));
}

TEST(Alias, ArraysInTheHeapAreFolded) {
  Asked Q(std::string(Records) + "func @malloc(u64) -> void*\n" +
          function("var %m: void*\n var %p: pair*\n var %i: i32\n var %x: "
                   "i32\n var %y: i32",
                   "  %m = call @malloc(320:u64)\n  %p = cast<pair*>(%m)\n"
                   "  (*(%p +p %i)).p = &%x\n  (*(%p +p 3)).q = &%y"));
  EXPECT_TRUE(Q.overlap("f: *(*(%p +p 2)).p", "%x"));
  EXPECT_FALSE(Q.overlap("f: *(*(%p +p 2)).p", "%y"));
  EXPECT_TRUE(Q.overlap("f: *(*%p).q", "%y"));
  EXPECT_FALSE(Q.overlap("f: (*%p).a", "(*(%p +p %i)).b"));
}

TEST(Alias, ABlockBecomesAnArrayLate) {
  // What is stored before anybody counts elements is found afterwards.
  Asked Q(
      std::string(Records) + "func @malloc(u64) -> void*\n" + R"(
func @get(%p: pair*, %i: i32) -> i32* internal {
entry:
  return (*(%p +p %i)).q
}
)" +
      function("var %m: void*\n var %p: pair*\n var %y: i32\n var %z: i32\n "
               "var %r: i32*",
               "  %m = call @malloc(320:u64)\n  %p = cast<pair*>(%m)\n"
               "  (*(%p +p 3)).q = &%y\n  (*(%p +p 3)).p = &%z\n"
               "  %r = call @get(%p, 1)"));
  EXPECT_TRUE(Q.overlap("f: *%r", "%y"));
  EXPECT_FALSE(Q.overlap("f: *%r", "%z"));
  EXPECT_TRUE(Q.overlap("f: *(*%p).q", "%y"));
}

// SOUND: elements of two sizes meet wherever they like.
TEST(Alias, ABlockIsAnArrayOfOneType) {
  Asked Q(R"(
record two size 8 align 4 {
  a: i32 at bit 0
  b: i32 at bit 32
}
record three size 12 align 4 {
  a: i32 at bit 0
  b: i32 at bit 32
  c: i32 at bit 64
}
func @malloc(u64) -> void*
)" + function("var %m: void*\n var %p: two*\n var %q: three*\n var %i: i32",
              "  %m = call @malloc(96:u64)\n  %p = cast<two*>(%m)\n"
              "  %q = cast<three*>(%m)\n  %p = %p +p %i\n"
              "  %q = %q +p %i\n  (*%p).a = 1\n  (*%q).c = 1"));
  for (std::string Two : {"(*%p).a", "(*%p).b"})
    for (std::string Three : {"(*%q).a", "(*%q).b", "(*%q).c"})
      EXPECT_TRUE(Q.overlap("f: " + Two, Three)) << Two << ", " << Three;
}

TEST(Alias, FlexibleMembersGoOn) {
  Asked Q(R"(
record list size 8 align 8 {
  n: i32 at bit 0
  items: i32*[0] at bit 64
}
func @malloc(u64) -> void*
)" + function("var %m: void*\n var %l: list*\n var %i: i32\n var %x: i32\n var "
              "%p: i32**\n var %q: i32**",
              "  %m = call @malloc(64:u64)\n  %l = cast<list*>(%m)\n"
              "  (*%l).items[%i] = &%x\n  %p = &(*%l).items[0]\n"
              "  %q = %p +p 2"));
  EXPECT_TRUE(Q.overlap("f: **%q", "%x"));
  EXPECT_TRUE(Q.overlap("f: *%q", "(*%l).items[%i]"));
  EXPECT_FALSE(Q.overlap("f: (*%l).n", "(*%l).items[%i]"));
  EXPECT_TRUE(Q.overlap("f: (*%l).items", "(*%l).items[%i]"));
}

TEST(Alias, ListsInTheHeap) {
  Asked Q(std::string(Records) + R"(
func @malloc(u64) -> void*
global $head: node* internal
global $other: node* internal
func @push() -> void internal {
  var %m: void*
  var %n: node*
  var %o: node*
entry:
  %m = call @malloc(16:u64)
  %n = cast<node*>(%m)
  (*%n).next = $head
  $head = %n
  %m = call @malloc(16:u64)
  %o = cast<node*>(%m)
  $other = %o
  return
}
)");
  EXPECT_TRUE(Q.overlap("push: (*$head).val", "(*(*$head).next).val"));
  EXPECT_FALSE(Q.overlap("push: (*$head).val", "(*$head).next"));
  EXPECT_TRUE(Q.overlap("push: (*(*(*%n).next).next).val", "(*$head).val"));
  EXPECT_FALSE(Q.overlap("push: $head", "(*$head).next"));
  // %m holds both.
  EXPECT_TRUE(Q.overlap("push: (*%n).val", "(*%o).val"));
}

// Calls.

TEST(Alias, ArgumentsAndResultsFlow) {
  Asked Q(R"(
func @id(%p: i32*) -> i32* internal {
entry:
  return %p
}
)" + function("var %x: i32\n var %y: i32\n var %z: i32\n var %p: i32*\n var "
              "%q: i32*",
              "  %p = call @id(&%x)\n  %q = &%z"));
  EXPECT_TRUE(Q.overlap("f: *%p", "%x"));
  EXPECT_FALSE(Q.overlap("f: *%p", "%y"));
  EXPECT_FALSE(Q.overlap("f: *%p", "*%q"));
}

TEST(Alias, RecordsArePassedAndReturned) {
  Asked Q(std::string(Records) + R"(
func @make(%v: pair) -> pair internal {
  var %w: pair
entry:
  %w.p = %v.q
  %w.q = %v.p
  return %w
}
)" +
          function("var %x: i32\n var %y: i32\n var %v: pair\n var %w: pair",
                   "  %v.p = &%x\n  %v.q = &%y\n  %w = call @make(%v)"));
  EXPECT_TRUE(Q.overlap("f: *%w.p", "%y"));
  EXPECT_FALSE(Q.overlap("f: *%w.p", "%x"));
  EXPECT_TRUE(Q.overlap("f: *%w.q", "%x"));
}

const char *Pointers = R"(
global $x: i32 internal
global $fp: (fn(i32*) -> void)* internal
func @one(%p: i32*) -> void internal {
entry:
  *%p = 1
  return
}
func @two(%p: i32*) -> void internal {
entry:
  return
}
func @three(%p: i32*, %q: i32*) -> void internal {
entry:
  return
}
func @user(%g: (fn(i32*) -> void)*) -> void {
entry:
  $fp = @one
  call *$fp(&$x)
  call *%g(&$x)
  call @one(&$x)
  return
}
)";

TEST(Alias, CallsThroughPointersFindTheirTargets) {
  Asked Q(Pointers);
  EXPECT_EQ(Q.targets("user", 0), "one");
  EXPECT_EQ(Q.targets("user", 2), "one");
  EXPECT_TRUE(Q.overlap("one: *%p", "$x"));
  EXPECT_FALSE(Q.overlap("two: *%p", "$x"));
  // Others know @user, and calling that is part of what they do.
  EXPECT_EQ(Q.targets("user", 1), "*");
  Asked Closed(Pointers, World::Closed);
  EXPECT_EQ(Closed.targets("user", 0), "one");
}

TEST(Alias, APointerFromOthersMayBeWhatTheyKnow) {
  std::string Text = Pointers;
  Text += "func @register((fn(i32*) -> void)*) -> void\n"
          "func @init() -> void {\nentry:\n  call @register(@two)\n"
          "  call @register(cast<(fn(i32*) -> void)*>(@three))\n  return\n}\n";
  Asked Q(Text);
  EXPECT_EQ(Q.targets("user", 0), "one");
  EXPECT_EQ(Q.targets("user", 1), "*");
  EXPECT_TRUE(Q.overlap("two: *%p", "$x"));
  Asked Closed(Text, World::Closed);
  EXPECT_EQ(Closed.targets("user", 1), "two *");
}

TEST(Alias, AWrongTypeDoesNotHideATarget) {
  Asked Q(R"(
func @wide(%n: i64) -> i64 internal {
entry:
  return %n
}
)" + function("var %g: (fn(i32*) -> i32*)*\n var %x: i32\n var %p: i32*",
              "  %g = cast<(fn(i32*) -> i32*)*>(@wide)\n"
              "  %p = call *%g(&%x)"));
  EXPECT_EQ(Q.targets("f"), "wide");
  EXPECT_TRUE(Q.overlap("f: *%p", "%x"));
}

TEST(Alias, ExtraArgumentsCanBeFetched) {
  Asked Q(R"(
func @va(%n: i32, ...) -> i32* internal {
  var %p: i32*
entry:
  havoc %p because va-arg
  return %p
}
)" + function("var %x: i32\n var %y: i32\n var %p: i32*",
              "  %p = call @va(1, &%x)"));
  EXPECT_TRUE(Q.overlap("f: *%p", "%x"));
  EXPECT_FALSE(Q.overlap("f: *%p", "%y"));
}

// Others.

TEST(Alias, OthersKnowWhatIsVisible) {
  std::string Text = R"(
global $seen: i32
global $kept: i32 internal
global $there: i32 extern
global $slot: i32*
global $own: i32* internal
func @f(%p: i32*) -> void {
  var %x: i32
entry:
  %x = 1
  return
}
)";
  Asked Q(Text);
  EXPECT_TRUE(Q.overlap("f: *%p", "$seen"));
  EXPECT_FALSE(Q.overlap("f: *%p", "$kept"));
  EXPECT_TRUE(Q.overlap("f: *%p", "$there"));
  EXPECT_FALSE(Q.overlap("f: *%p", "%x"));
  EXPECT_TRUE(Q.overlap("f: *%p", "*$slot"));
  EXPECT_FALSE(Q.overlap("f: *%p", "*$own"));
  EXPECT_TRUE(Q.taken("$seen"));
  EXPECT_FALSE(Q.taken("$kept"));
  EXPECT_TRUE(Q.others("$seen"));
  EXPECT_FALSE(Q.others("$kept"));
  EXPECT_FALSE(Q.others("f: %p"));
  EXPECT_TRUE(Q.others("f: *%p"));
}

TEST(Alias, InAClosedWorldOnlyUndefinedThingsAreOthers) {
  Asked Q(R"(
global $seen: i32
global $there: i32 extern
global $slot: i32*
func @f(%p: i32*) -> void {
entry:
  return
}
func @main(%argc: i32, %argv: u8**) -> i32 {
  var %x: i32
entry:
  call @f(&%x)
  return 0
}
)",
          World::Closed);
  EXPECT_FALSE(Q.overlap("f: *%p", "$seen"));
  EXPECT_FALSE(Q.overlap("f: *%p", "$there"));
  EXPECT_FALSE(Q.overlap("f: *%p", "*$slot"));
  EXPECT_FALSE(Q.taken("$seen"));
  EXPECT_TRUE(Q.taken("$there"));
  EXPECT_TRUE(Q.others("main: **%argv"));
  EXPECT_FALSE(Q.others("$seen"));
  EXPECT_TRUE(Q.others("$there"));
}

TEST(Alias, WhatOthersPassLeadsToWhatTheyKnow) {
  Asked Q(R"(
global $seen: i32
global $kept: i32 internal
global $slot: i32* internal
func @f(%pp: i32**) -> void {
  var %p: i32*
  var %x: i32
entry:
  %p = *%pp
  *%pp = &%x
  return
}
func @g(%p: i32*) -> void {
entry:
  return
}
)");
  EXPECT_TRUE(Q.overlap("f: *%p", "$seen"));
  EXPECT_FALSE(Q.overlap("f: *%p", "$kept"));
  EXPECT_FALSE(Q.overlap("f: *%pp", "$slot"));
  // It is stored where they can find it.
  EXPECT_TRUE(Q.overlap("f: *%p", "%x"));
  EXPECT_TRUE(Q.others("f: %x"));
}

TEST(Alias, WhatIsPassedToOthersIsKnown) {
  Asked Q(R"(
func @keep(i32**) -> void
func @get() -> i32*
)" + function("var %x: i32\n var %y: i32\n var %z: i32\n var %p: i32*\n var "
              "%q: i32*\n var %r: i32*",
              "  %p = &%x\n  %r = &%y\n  call @keep(&%p)\n"
              "  %q = call @get()"));
  // They hold the address of p, and so x, and may put anything there.
  EXPECT_TRUE(Q.overlap("f: *%q", "%x"));
  EXPECT_TRUE(Q.overlap("f: *%q", "%p"));
  EXPECT_FALSE(Q.overlap("f: *%q", "%y"));
  EXPECT_FALSE(Q.overlap("f: *%q", "%z"));
  EXPECT_TRUE(Q.overlap("f: *%p", "*%q"));
  EXPECT_FALSE(Q.overlap("f: *%r", "*%q"));
}

TEST(Alias, WhatAVisibleFunctionReturnsIsKnown) {
  std::string Text = R"(
global $a: i32 internal
global $b: i32 internal
func @leak() -> i32* {
  var %p: i32*
entry:
  %p = &$b
  return &$a
}
func @f(%p: i32*) -> void {
entry:
  return
}
)";
  Asked Q(Text);
  EXPECT_TRUE(Q.overlap("f: *%p", "$a"));
  EXPECT_FALSE(Q.overlap("f: *%p", "$b"));
}

TEST(Alias, OthersCallBackWhatTheyKnow) {
  Asked Q(R"(
global $n: i32 internal
global $m: i32 internal
func @atexit((fn() -> void)*) -> i32
func @tick() -> void
func @bump() -> void internal {
entry:
  $n = $n + 1
  return
}
func @idle() -> void internal {
entry:
  $m = $m + 1
  return
}
func @f() -> void {
entry:
  call @atexit(@bump)
  call @tick()
  return
}
)");
  EXPECT_TRUE(Q.callModifies("f", "$n", 1));
  EXPECT_FALSE(Q.callModifies("f", "$m", 1));
}

TEST(Alias, InitialValuesPoint) {
  Asked Q(R"(
global $x: i32 internal
global $y: i32 internal
global $t: i32*[2] internal {
  at bit 0 = &$x
  at bit 64 = &$y
}
global $k: i32* internal const {
  at bit 0 = &$x
}
global $u: i32* internal unknown because initialiser
)");
  EXPECT_TRUE(Q.overlap("*$t[0]", "$x"));
  EXPECT_TRUE(Q.overlap("*$t[0]", "$y"));
  EXPECT_TRUE(Q.overlap("*$k", "$x"));
  EXPECT_FALSE(Q.overlap("*$k", "$y"));
  EXPECT_TRUE(Q.overlap("*$u", "$y"));
}

TEST(Alias, HavocGivesWhatOthersKnow) {
  Asked Q("global $seen: i32\n" +
          function("var %x: i32\n var %p: i32*\n var %q: i32*\n var %r: i32*\n "
                   "var %s: i32*",
                   "  havoc %p because nondeterministic\n"
                   "  havoc %q because uninitialised\n"
                   "  %r = %s because volatile\n  %s = &%x"));
  EXPECT_TRUE(Q.overlap("f: *%p", "$seen"));
  EXPECT_FALSE(Q.overlap("f: *%p", "%x"));
  // Nobody follows a pointer that was never set.
  EXPECT_FALSE(Q.overlap("f: *%q", "$seen"));
  EXPECT_TRUE(Q.overlap("f: *%r", "$seen"));
  EXPECT_TRUE(Q.overlap("f: *%r", "%x"));
}

TEST(Alias, ConstantsAreNotWrittenByOthers) {
  Asked Q(R"(
global $x: i32 internal
global $table: i32*[1] const {
  at bit 0 = &$x
}
global $text: u8[3] const {
  bytes "hi\x00"
}
func @others() -> void
func @f(%c: u8*) -> void {
entry:
  call @others()
  return
}
)");
  EXPECT_TRUE(Q.overlap("f: *%c", "$text[0]"));
  EXPECT_FALSE(Q.callModifies("f", "$text[0]"));
  EXPECT_FALSE(Q.callModifies("f", "$table[0]"));
  // But they can read the address in it.
  EXPECT_TRUE(Q.callModifies("f", "*$table[0]"));
}

// The library.

TEST(Alias, TheLibraryKeepsNothing) {
  Asked Q(R"(
global $n: i32 internal
global $f: u8[4] const {
  bytes "%d\n\x00"
}
global $g: u8[3] const {
  bytes "%n\x00"
}
func @printf(u8*, ...) -> i32
func @scanf(u8*, ...) -> i32
func @memset(void*, i32, u64) -> void*
func @strlen(u8*) -> u64
func @unknown(i32*) -> void
func @f(%p: i32*) -> void {
  var %x: i32
  var %y: i32
  var %z: i32
  var %a: i32[4]
  var %s: i32
entry:
  call @printf(&$f[0], &%x)
  call @printf(&$g[0], &%x)
  call @scanf(&$f[0], &%y)
  call @memset(cast<void*>(&%a), 0, 16:u64)
  call @unknown(&%z)
  return
}
)");
  EXPECT_FALSE(Q.overlap("f: *%p", "%x"));
  EXPECT_FALSE(Q.callModifies("f", "%x", 0));
  EXPECT_FALSE(Q.callModifies("f", "*%p", 0));
  EXPECT_TRUE(Q.callModifies("f", "%x", 1));
  EXPECT_FALSE(Q.callModifies("f", "%x", 2));
  EXPECT_TRUE(Q.callModifies("f", "%y", 2));
  EXPECT_TRUE(Q.callModifies("f", "%a[2]", 3));
  EXPECT_FALSE(Q.callModifies("f", "%s", 3));
  EXPECT_TRUE(Q.callModifies("f", "%z", 4));
  EXPECT_TRUE(Q.callModifies("f", "*%p", 4));
  EXPECT_FALSE(Q.callModifies("f", "%y", 4));
}

TEST(Alias, MemcpyCopiesPointers) {
  Asked Q(
      std::string(Records) + R"(
func @memcpy(void*, void*, u64) -> void*
func @strchr(u8*, i32) -> u8*
)" +
      function(
          "var %v: pair\n var %w: pair\n var %x: i32\n var %y: i32\n var "
          "%m: void*\n var %b: u8[8]\n var %c: u8*\n var %d: i32*",
          "  %v.p = &%x\n  %v.q = &%y\n"
          "  %m = call @memcpy(cast<void*>(&%w), cast<void*>(&%v), 32:u64)\n"
          "  %c = call @strchr(&%b[0], 47)\n"
          "  call @memcpy(cast<void*>(&%d), cast<void*>(&%v.q), 8:u64)"));
  EXPECT_TRUE(Q.overlap("f: *%w.p", "%x"));
  EXPECT_FALSE(Q.overlap("f: *%w.p", "%y"));
  EXPECT_TRUE(Q.overlap("f: *cast<i32*>(%m)", "%w.a"));
  EXPECT_TRUE(Q.overlap("f: *%c", "%b[3]"));
  EXPECT_TRUE(Q.overlap("f: *%d", "%y"));
  EXPECT_FALSE(Q.overlap("f: *%d", "%x"));
  EXPECT_TRUE(Q.callModifies("f", "%w.a", 0));
  EXPECT_FALSE(Q.callModifies("f", "%v.a", 0));
  EXPECT_FALSE(Q.callModifies("f", "%d", 1));
  EXPECT_TRUE(Q.callModifies("f", "%d", 2));
}

TEST(Alias, StrtolStoresAnAddress) {
  Asked Q("func @strtol(u8*, u8**, i32) -> i64\n" +
          function("var %b: u8[8]\n var %c: u8[8]\n var %e: u8*\n var %n: i64",
                   "  %n = call @strtol(&%b[0], &%e, 10)"));
  EXPECT_TRUE(Q.overlap("f: *%e", "%b[5]"));
  EXPECT_FALSE(Q.overlap("f: *%e", "%c[0]"));
  EXPECT_TRUE(Q.callModifies("f", "%e"));
  EXPECT_FALSE(Q.callModifies("f", "%b[0]"));
}

TEST(Alias, ErrnoIsWrittenByAnyLibraryFunction) {
  Asked Q("func @__errno_location() -> i32*\nfunc @puts(u8*) -> i32\n"
          "func @f(%q: i32*) -> void {\n  var %e: i32*\n  var %b: u8[2]\n"
          "entry:\n  %e = call @__errno_location()\n"
          "  call @puts(&%b[0])\n  return\n}\n");
  EXPECT_TRUE(Q.callModifies("f", "*%e", 1));
  EXPECT_TRUE(Q.others("f: *%e"));
  // Nobody passes its address around.
  EXPECT_FALSE(Q.overlap("f: *%e", "*%q"));
  EXPECT_FALSE(Q.callModifies("f", "*%q", 1));
}

// Types.

std::string typed(const std::string &Target) {
  return "target pointer-bytes 8 little-endian" + Target + "\n" + Records + R"(
record num union size 8 align 8 {
  i: i64 at bit 0
  f: f64 at bit 0
}
func @f(%i: i32*, %u: u32*, %l: i64*, %d: f64*, %c: u8*, %p: i32**, %q: f64**,
        %s: pair*, %t: pair*, %n: node*, %m: num*, %b: bool*) -> void {
entry:
  return
}
)";
}

/// The text form takes one line for a function's head.
std::string oneLine(std::string Text) {
  size_t At = Text.find(",\n");
  return Text.replace(At, 2, ", ");
}

TEST(Alias, WithStrictAliasingTypesAreApart) {
  Asked Q(oneLine(typed(" strict-aliasing")));
  EXPECT_TRUE(Q.overlap("f: *%i", "*%u"));
  EXPECT_FALSE(Q.overlap("f: *%i", "*%l"));
  EXPECT_FALSE(Q.overlap("f: *%l", "*%d"));
  EXPECT_FALSE(Q.overlap("f: *%l", "*%p"));
  EXPECT_TRUE(Q.overlap("f: *%p", "*%q"));
  EXPECT_TRUE(Q.overlap("f: *%c", "*%d"));
  EXPECT_TRUE(Q.overlap("f: *%b", "*%i"));
  // Records hold all their members.
  EXPECT_TRUE(Q.overlap("f: *%s", "*%i"));
  EXPECT_TRUE(Q.overlap("f: *%s", "*%p"));
  EXPECT_FALSE(Q.overlap("f: *%s", "*%d"));
  EXPECT_TRUE(Q.overlap("f: *%s", "*%n"));
  EXPECT_FALSE(Q.overlap("f: (*%s).a", "(*%t).b"));
  EXPECT_TRUE(Q.overlap("f: (*%s).a", "(*%t).a"));
  EXPECT_TRUE(Q.overlap("f: (*%s).a", "(*%n).val"));
  // A member of a union may be accessed as another.
  EXPECT_TRUE(Q.overlap("f: (*%m).i", "*%d"));
  EXPECT_TRUE(Q.overlap("f: (*%m).i", "(*%m).f"));
  EXPECT_TRUE(Q.overlap("f: *%m", "*%d"));
}

TEST(Alias, WithoutStrictAliasingTheyAreNot) {
  Asked Q(oneLine(typed("")));
  EXPECT_TRUE(Q.overlap("f: *%i", "*%l"));
  EXPECT_TRUE(Q.overlap("f: *%l", "*%d"));
  EXPECT_TRUE(Q.overlap("f: *%s", "*%d"));
  EXPECT_TRUE(Q.overlap("f: (*%s).a", "(*%t).b"));
  EXPECT_FALSE(Q.overlap("f: (*%s).a", "(*%s).b"));
}

TEST(Alias, UnionsShareTheirBytes) {
  Asked Q(R"(
record num union size 8 align 8 {
  i: i64 at bit 0
  p: i32* at bit 0
  w: i32[2] at bit 0
}
)" + function("var %v: num\n var %x: i32\n var %k: i32",
              "  %v.i = cast<i64>(&%x)"));
  EXPECT_TRUE(Q.overlap("f: *%v.p", "%x"));
  EXPECT_TRUE(Q.overlap("f: %v.i", "%v.p"));
  EXPECT_TRUE(Q.overlap("f: %v.w[%k]", "%v.p"));
  EXPECT_FALSE(Q.overlap("f: %v.w[0]", "%v.w[1]"));
}

// Effects.

TEST(Alias, EffectsAreThoseOfAllThatRuns) {
  Asked Q(R"(
global $a: i32 internal
global $b: i32 internal
func @leaf(%p: i32*) -> void internal {
  var %t: i32
entry:
  %t = 1
  *%p = %t
  return
}
func @middle(%p: i32*) -> void internal {
entry:
  call @leaf(%p)
  return
}
func @f() -> void internal {
  var %x: i32
entry:
  call @middle(&$a)
  return
}
global $seen: i32
func @g(%p: i32*) -> void {
entry:
  *%p = 1
  return
}
func @h() -> void internal {
entry:
  $seen = 1
  return
}
)");
  EXPECT_TRUE(Q.modifies("f", "$a"));
  EXPECT_FALSE(Q.modifies("f", "$b"));
  EXPECT_TRUE(Q.modifies("g", "$seen"));
  EXPECT_FALSE(Q.modifies("g", "$a"));
  EXPECT_TRUE(Q.modifies("h", "g: *%p"));
  EXPECT_FALSE(Q.modifies("f", "f: %x"));
  EXPECT_TRUE(Q.callModifies("middle", "*%p"));
  EXPECT_FALSE(Q.modifies("leaf", "leaf: %t"));
  EXPECT_FALSE(Q.modifies("leaf", "leaf: %p"));
}

TEST(Alias, AnotherActivationHasOtherVariables) {
  Asked Q(R"(
func @f(%n: i32, %up: i32*) -> void internal {
  var %x: i32
  var %y: i32
  var %z: i32
entry:
  %x = %n
  %z = %n
  *%up = 1
  call @f(%n, &%y)
  return
}
)");
  // Each sets its own x, but y is set through the pointer that is passed down.
  EXPECT_FALSE(Q.callModifies("f", "%x"));
  EXPECT_FALSE(Q.callModifies("f", "%n"));
  EXPECT_TRUE(Q.callModifies("f", "%y"));
  EXPECT_TRUE(Q.modifies("f", "f: *%up"));
  EXPECT_TRUE(Q.overlap("f: *%up", "%y"));
}

TEST(Alias, AVariableWrittenByNameAndThroughAPointer) {
  Asked Q(R"(
func @f(%up: i32**) -> void internal {
  var %x: i32
  var %p: i32*
entry:
  %x = 1
  %p = &%x
  **%up = 2
  call @f(&%p)
  return
}
)");
  EXPECT_TRUE(Q.callModifies("f", "%x"));
  EXPECT_FALSE(Q.callModifies("f", "%p"));
}

TEST(Alias, HavocOfEverythingIsCodeOfOthers) {
  Asked Q(R"(
global $seen: i32
global $kept: i32 internal
func @g() -> void {
entry:
  havoc everything because inline-asm
  return
}
func @h() -> void internal {
entry:
  havoc $kept because inline-asm
  return
}
)");
  EXPECT_TRUE(Q.modifies("g", "$seen"));
  EXPECT_FALSE(Q.modifies("g", "$kept"));
  EXPECT_TRUE(Q.modifies("h", "$kept"));
  EXPECT_FALSE(Q.modifies("h", "$seen"));
}

// SOUND: a block outlives the function that knows it.
TEST(Alias, WhatMayChangeAllChangesTheHeap) {
  Asked Q(R"(
func @malloc(u64) -> void*
func @all() -> void internal {
entry:
  havoc everything because statement
  return
}
func @f() -> void internal {
  var %m: void*
  var %p: i32*
  var %x: i32
entry:
  %m = call @malloc(4:u64)
  %p = cast<i32*>(%m)
  %x = 1
  call @all()
  return
}
)");
  EXPECT_FALSE(Q.others("f: *%p"));
  EXPECT_TRUE(Q.callModifies("f", "*%p", 1));
  EXPECT_FALSE(Q.callModifies("f", "%p", 1));
  EXPECT_FALSE(Q.callModifies("f", "%x", 1));
}

TEST(Alias, AWeakFunctionMayBeAnother) {
  Asked Q(R"(
global $seen: i32
global $kept: i32 internal
func @w(%p: i32*) -> void weak {
entry:
  return
}
func @f() -> void {
  var %x: i32
entry:
  call @w(&%x)
  return
}
)");
  EXPECT_EQ(Q.targets("f"), "w *");
  EXPECT_TRUE(Q.callModifies("f", "$seen"));
  EXPECT_TRUE(Q.callModifies("f", "%x"));
  EXPECT_FALSE(Q.callModifies("f", "$kept"));
  EXPECT_TRUE(Q.modifies("w", "$seen"));
}

TEST(Alias, AResultIsNoEffect) {
  Asked Q(R"(
func @one() -> i32 internal {
entry:
  return 1
}
func @f() -> void internal {
  var %x: i32
entry:
  %x = call @one()
  return
}
)");
  EXPECT_FALSE(Q.callModifies("f", "%x"));
}

TEST(Alias, AVirtualCallMayRunAnythingThatFits) {
  Asked Q(R"(
global $n: i32 internal
func @method(%this: i32*) -> void internal {
entry:
  *%this = 1
  $n = 1
  return
}
func @other() -> void internal {
entry:
  return
}
func @f() -> void internal {
  var %x: i32
  temp %t: (fn(i32*) -> void)*
entry:
  havoc %t because virtual-call
  call *%t(&%x)
  return
}
)",
          World::Closed);
  EXPECT_EQ(Q.targets("f"), "method *");
  EXPECT_TRUE(Q.callModifies("f", "$n"));
  EXPECT_TRUE(Q.overlap("f: %x", "%x"));
  EXPECT_TRUE(Q.callModifies("f", "%x"));
}

TEST(Alias, UnknownCodeMayKnowTheVariablesAroundIt) {
  Asked Q(R"(
func @get() -> i32*
func @f() -> void internal {
  var %x: i32
  var %p: i32*
entry:
  havoc everything because builtin
  %p = call @get()
  return
}
func @g() -> void internal {
  var %x: i32
  var %p: i32*
entry:
  havoc everything because setjmp
  %p = call @get()
  return
}
)");
  EXPECT_TRUE(Q.overlap("f: *%p", "%x"));
  EXPECT_FALSE(Q.overlap("g: *%p", "%x"));
}

// Limits.

TEST(Alias, ManyTargetsBecomeOne) {
  std::string Vars =
      "var %a: i32*\n var %b: i32*\n var %p: i32**\n var %q: i32**\n "
      "var %pp: i32***\n var %x: i32\n var %z: i32\n var %r: i32*";
  std::string Follow = "  %p = &%a\n  *%p = &%x\n  %q = &%b\n  %r = *%q\n";
  std::string Merge = "  %pp = &%p\n  %pp = &%q\n  *%pp = *%pp\n";
  AliasLimits Few;
  Few.Targets = 1;
  // Whichever is solved first.
  for (const std::string &Body : {Follow + Merge, Merge + Follow})
    for (const AliasLimits &L : {AliasLimits(), Few}) {
      Asked Q(function(Vars, Body), World::Open, L);
      EXPECT_TRUE(Q.overlap("f: *%r", "%x"));
      EXPECT_FALSE(Q.overlap("f: *%r", "%z"));
    }
}

TEST(Alias, WithoutWorkDirectionIsGivenUp) {
  std::string Text =
      function("var %p: i32*\n var %q: i32*\n var %x: i32\n var %y: i32\n "
               "var %z: i32",
               "  %p = &%x\n  %q = &%y\n  %q = %p");
  AliasLimits None;
  None.WorkPerExpr = 0;
  Asked Q(Text, World::Open, None);
  EXPECT_TRUE(Q.overlap("f: *%q", "%x"));
  EXPECT_TRUE(Q.overlap("f: *%p", "%y"));
  EXPECT_FALSE(Q.overlap("f: *%p", "%z"));
  EXPECT_FALSE(Q.others("f: *%p"));
}

// Logical variables.

TEST(Alias, LogicalVariablesHaveNoAddress) {
  Asked Q("global $seen: i32\nglobal $kept: i32 internal\n" +
          function("var %x: i32\n var %y: i32\n var %z: i32\n var %p: i32*\n "
                   "var %q: i32*",
                   "  %p = &%x\n  %q = &%y"));
  const Function *F = Q.M->findFunction("f");
  const Type *T = Q.expr("f: %p")->type();
  Variable Entry, Result;
  Entry.Name = "'p", Entry.Ty = T, Entry.Kind = Storage::Logical;
  Entry.ValueOf = Q.expr("f: %p");
  Result.Name = "return", Result.Ty = T, Result.Kind = Storage::Logical;
  Context &C = Q.M->Ctx;
  const Expr *AtEntry = C.deref(C.var(&Entry)), *Any = C.deref(C.var(&Result));
  auto Overlap = [&](const Expr *E, const std::string &Place) {
    return Q.A->mayOverlap(E, Q.expr(Place));
  };
  // 'p holds what p may hold at some moment.
  EXPECT_TRUE(Overlap(AtEntry, "f: %x"));
  EXPECT_TRUE(Overlap(AtEntry, "f: *%p"));
  EXPECT_FALSE(Overlap(AtEntry, "f: %y"));
  EXPECT_FALSE(Overlap(C.var(&Entry), "f: %p"));
  EXPECT_TRUE(Q.A->mayOverlap(C.var(&Entry), C.var(&Entry)));
  EXPECT_FALSE(Q.A->mayOverlap(C.var(&Entry), C.var(&Result)));
  // Nothing is known about the other one.
  EXPECT_TRUE(Overlap(Any, "f: %x"));
  EXPECT_TRUE(Overlap(Any, "f: %y"));
  EXPECT_TRUE(Overlap(Any, "$seen"));
  EXPECT_FALSE(Overlap(Any, "f: %z"));
  EXPECT_FALSE(Overlap(Any, "$kept"));
  EXPECT_TRUE(Q.A->mayOverlap(Any, AtEntry));
  EXPECT_FALSE(Q.A->isAddressTaken(&Entry));
  EXPECT_FALSE(Q.A->mayModify(*F, C.var(&Entry)));
  EXPECT_FALSE(Q.A->isKnownToOthers(C.var(&Entry)));
}

// Code elsewhere may unlock what it knows, unless it is assumed not to.
TEST(Alias, AnswerUnderAnAssumptionAboutStates) {
  Asked Q(R"(
record device size 4 align 4 {
  id: i32 at bit 0
  state: u6 at bit 32
}
global $device: device
func @other() -> void
func @f() -> void {
entry:
  call @other()
  return
}
)");
  Aliases Kept = Q.A->under(OthersAndStates::Keep);
  const Expr *State = Q.expr("$device.state"), *Id = Q.expr("$device.id");
  EXPECT_TRUE(Q.A->mayModify(Q.call("f"), State));
  EXPECT_FALSE(Kept.mayModify(Q.call("f"), State));
  EXPECT_TRUE(Kept.mayModify(Q.call("f"), Id));
  EXPECT_TRUE(Q.A->isKnownToOthers(State));
  EXPECT_FALSE(Kept.isKnownToOthers(State));
  // Asking under it changes nothing for others.
  EXPECT_TRUE(Q.A->mayModify(Q.call("f"), State));
}

} // namespace
