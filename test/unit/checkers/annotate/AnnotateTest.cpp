// What functions do to the locks of their callers, on every path.

#include "checkers/annotate/Annotate.h"
#include "checkers/protocols/language/Parse.h"
#include "predicates/ir/Parse.h"

#include <gtest/gtest.h>

using namespace predabs;

namespace {

const char *const Declarations = R"(record mutex size 8 align 4 {
  owner: i32 at bit 0
}
record dev size 16 align 4 {
  lock: mutex at bit 0
  n: i32 at bit 64
}
global $m: mutex internal
func @lock(mutex*) -> void
func @unlock(mutex*) -> void
func @try(mutex*) -> i32
func @unknown(dev*) -> void
)";

const char *const Protocols = R"(protocol plain
states free, held*, broken
balanced
call lock(object):
  held: error double-acquire "'%o' is acquired twice"
  free -> held
call unlock(object):
  free: error release-unheld "'%o' is not held"
  held -> free
call try(object):
  free -> held, returns == 0
  any stays, returns != 0
)";

std::string annotations(const std::string &Functions) {
  ir::ParsedModule P = ir::parseModule(Declarations + Functions);
  EXPECT_TRUE(P) << P.Error.str();
  std::string Out;
  for (const LockAnnotation &A : inferAnnotations(
           *P.Parsed, Options(), parseProtocols(Protocols, "t").All))
    Out += A.Function + ": " + attributeText(A, AnnotationStyle::Clang) + "\n";
  return Out;
}

std::string function(const std::string &Head, const std::string &Body) {
  return "func " + Head + " {\n  var %r: i32\nentry:\n" + Body + "}\n";
}

const std::string Take = function("@take(%d: dev*) -> void",
                                  "  call @lock(&(*%d).lock)\n  return\n");
const std::string Give = function("@give(%d: dev*) -> void",
                                  "  call @unlock(&(*%d).lock)\n  return\n");

TEST(Annotate, AcquiresAndReleases) {
  EXPECT_EQ(annotations(Take + Give),
            "take: __attribute__((acquire_capability(d->lock)))\n"
            "give: __attribute__((release_capability(d->lock)))\n");
}

TEST(Annotate, ThroughCalls) {
  EXPECT_EQ(annotations(Take + Give +
                        function("@both(%e: dev*) -> void",
                                 "  call @take(%e)\n  call @give(%e)\n"
                                 "  return\n") +
                        function("@drop(%e: dev*) -> void",
                                 "  call @give(%e)\n  call @take(%e)\n"
                                 "  return\n")),
            "take: __attribute__((acquire_capability(d->lock)))\n"
            "give: __attribute__((release_capability(d->lock)))\n"
            "both: __attribute__((locks_excluded(e->lock)))\n"
            "drop: __attribute__((requires_capability(e->lock)))\n");
}

TEST(Annotate, ResultsThatTell) {
  std::string Try = "  %r = call @try(&$m)\n";
  EXPECT_EQ(annotations(
                function("@a() -> i32", Try + "  return %r\n") +
                function("@b() -> i32", Try + "  return cast<i32>(%r == 0)\n")),
            "a: __attribute__((try_acquire_capability(0, m)))\n"
            "b: __attribute__((try_acquire_capability(1, m)))\n");
}

TEST(Annotate, NothingWhereItDepends) {
  EXPECT_EQ(annotations(function("@a(%d: dev*) -> void",
                                 "  goto x, y\nx:\n  assume (*%d).n == 1\n"
                                 "  call @lock(&(*%d).lock)\n  return\n"
                                 "y:\n  return\n")),
            "");
  EXPECT_EQ(annotations(function("@a(%d: dev*) -> void",
                                 "  call @lock(&(*%d).lock)\n"
                                 "  call @unknown(%d)\n  return\n")),
            "");
  EXPECT_EQ(annotations(function("@a(%d: dev*, %e: dev*) -> void",
                                 "  %d = %e\n  call @lock(&(*%d).lock)\n"
                                 "  return\n")),
            "");
}

TEST(Annotate, TravelsAsBytes) {
  std::vector<LockAnnotation> All = {
      {"take", LockAnnotation::Kind::Acquires, "c->lock", false},
      {"f", LockAnnotation::Kind::Excludes, "m", true}};
  EXPECT_EQ(decodeAnnotations(encode(All)), All);
  EXPECT_TRUE(decodeAnnotations("90f\tm\n").empty());
  EXPECT_TRUE(decodeAnnotations("0\n\n0x\t\n\t\t\t").empty());
  EXPECT_EQ(inWords(All[0]), "acquires 'c->lock' on every path");
  EXPECT_EQ(attributeText(All[0], AnnotationStyle::Kernel),
            "__acquires(c->lock)");
  EXPECT_EQ(attributeText(All[1], AnnotationStyle::Kernel), "");
}

} // namespace
