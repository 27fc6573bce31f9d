// Protocols in the intermediate code: what calls become, and what follows for
// the verdicts.

#include "checkers/protocols/instrument/Instrument.h"
#include "checkers/engine/Engine.h"
#include "checkers/protocols/analysis/Attributes.h"
#include "checkers/protocols/analysis/Handover.h"
#include "checkers/protocols/language/Parse.h"
#include "predicates/alias/Aliases.h"
#include "predicates/ir/Link.h"
#include "predicates/ir/Parse.h"
#include "predicates/ir/Print.h"
#include "predicates/ir/Terms.h"

#include <gtest/gtest.h>

using namespace predabs;

namespace {

const char *const Declarations = R"(record mutex size 8 align 4 {
  owner: i32 at bit 0
  waiters: i32 at bit 32
}
record dev size 16 align 4 {
  lock: mutex at bit 0
  n: i32 at bit 64
}
global $m: mutex
global $other: mutex
func @lock(mutex*) -> i32
func @unlock(mutex*) -> void
func @try(mutex*) -> i32
func @unknown() -> i32
func @given(mutex*) -> void
)";

const char *const Text = R"(protocol plain
states free, held*
balanced
call lock(object):
  held: error double-acquire "'%o' is acquired twice by %f"
  free -> held, returns == 0
call unlock(object):
  free: error release-unheld "'%o' is not held"
  held -> free
call try(object):
  free -> held, returns == 0
  any stays, returns != 0
)";

std::vector<Protocol> protocols(const std::string &Of = Text) {
  ParsedProtocols P = parseProtocols(Of, "test");
  for (const ProtocolError &E : P.Errors)
    ADD_FAILURE() << E.str();
  return P.All;
}

std::unique_ptr<ir::Module> parsed(const std::string &Functions) {
  ir::ParsedModule P = ir::parseModule(Declarations + Functions);
  EXPECT_TRUE(P) << P.Error.str();
  return std::move(P.Parsed);
}

std::unique_ptr<ir::Module> instrumented(const std::string &Functions,
                                         const std::string &Of = Text) {
  std::unique_ptr<ir::Module> M = parsed(Functions);
  instrument(*M, protocols(Of));
  EXPECT_EQ(ir::verify(*M).value_or(""), "");
  return M;
}

std::string bodyOf(const ir::Module &M, const std::string &Name) {
  std::string All = ir::print(M, ir::Locations::Hide);
  size_t Begin = All.find("func @" + Name + "("), End = All.find("\n}", Begin);
  return All.substr(Begin, End - Begin);
}

size_t count(const std::string &In, const std::string &What) {
  size_t N = 0;
  for (size_t At = In.find(What); At != In.npos; At = In.find(What, At + 1))
    ++N;
  return N;
}

std::string function(const std::string &Body,
                     const std::string &Head = "@f(%p: mutex*) -> i32") {
  return "func " + Head + " {\n  var %r: i32\n" + Body + "}\n";
}

TEST(Instrument, WithoutEventsNothingHappens) {
  std::string Before =
      function("entry:\n  %r = call @unknown()\n  return %r\n");
  std::unique_ptr<ir::Module> M = parsed(Before);
  std::string Printed = ir::print(*M);
  instrument(*M, protocols());
  EXPECT_EQ(ir::print(*M), Printed);
}

TEST(Instrument, ACallBecomesWhatTheEventSays) {
  auto M = instrumented(
      function("entry:\n  %r = call @lock(%p)\n  call @unlock(%p)\n"
               "  return 0\n"));
  std::string F = bodyOf(*M, "f");
  EXPECT_EQ(count(F, "call @lock("), 0u);
  EXPECT_EQ(count(F, "call @__predabs_break("), 2u);
  // In one state a step is wrong, and the other is left behind the other step.
  EXPECT_EQ(count(F, "assume (*%p).plain_state == 1:u6"), 2u);
  EXPECT_EQ(count(F, "assume (*%p).plain_state == 0:u6"), 2u);
  EXPECT_NE(F.find("(*%p).plain_state = (*%p).plain_state == 0:u6 ? 1:u6 : "
                   "(*%p).plain_state marked acquires"),
            F.npos);
  EXPECT_EQ(count(F, "marked acquires"), 1u);
  EXPECT_EQ(count(F, "marked violation, free-at-entry"), 2u);
  EXPECT_EQ(count(F, "marked violation, held-at-entry"), 0u);
  const ir::Type *Mutex = M->Ctx.findRecord("mutex");
  ASSERT_EQ(Mutex->fields().size(), 3u);
  EXPECT_EQ(Mutex->fields()[2].Name, "plain_state");
  EXPECT_EQ(Mutex->size(), 8u);
}

TEST(Instrument, TheMessageNamesTheObjectAsWritten) {
  auto M = instrumented(function("entry:\n  %r = call @lock(&(*%d).lock)\n"
                                 "  return 0\n",
                                 "@f(%d: dev*) -> i32"));
  for (const ir::Block &B : M->findFunction("f")->Blocks)
    for (const ir::Stmt &S : B.Stmts)
      if (isViolation(S)) {
        Violation Step = violationOf(S);
        EXPECT_EQ(Step.Message, "'d->lock' is acquired twice by lock");
        EXPECT_EQ(Step.Finding, "double-acquire");
        EXPECT_EQ(Step.Check, "lock");
        EXPECT_EQ(Step.Lock, LockAtEntry::Free);
        return;
      }
  FAIL() << "no step";
}

TEST(Instrument, AResultThatIsUsedTells) {
  auto M =
      instrumented(function("entry:\n  %r = call @try(%p)\n  return %r\n"));
  std::string F = bodyOf(*M, "f");
  EXPECT_EQ(count(F, "%r = call @__predabs_event_try()"), 1u);
  EXPECT_EQ(count(F, "%r == 0"), 1u);
  EXPECT_EQ(count(F, "assume %r != 0"), 1u);
}

/// What a function with a body does besides is not lost, and it does not touch
/// the state.
TEST(Instrument, DefinedFunctionsAreCalledAllTheSame) {
  ir::ParsedModule P = ir::parseModule(
      "record mutex size 4 align 4 {\n  owner: i32 at bit 0\n}\n"
      "global $n: i32\n"
      "func @lock(%m: mutex*) -> void {\nentry:\n  (*%m).owner = 7\n"
      "  $n = $n + 1\n  return\n}\n"
      "func @f(%p: mutex*) -> void {\nentry:\n  call @lock(%p)\n  return\n}\n");
  ASSERT_TRUE(P);
  instrument(*P.Parsed, protocols());
  EXPECT_EQ(ir::verify(*P.Parsed).value_or(""), "");
  std::string F = bodyOf(*P.Parsed, "f");
  EXPECT_EQ(count(F, "call @lock(%p)"), 1u);
  EXPECT_NE(F.find("%state = (*%p).plain_state"), F.npos);
  EXPECT_NE(F.find("(*%object).plain_state = %state == 0:u6 ? 1:u6 : %state"),
            F.npos);
}

TEST(Instrument, OnlyStatesThatCallsLeadToAreLookedAt) {
  std::string WithDead = R"(protocol plain
states free, held*, dead
call lock(object):
  held: error double-acquire "twice"
  dead: error use-destroyed "dead"
  free -> held
call destroy(object):
  any -> dead
)";
  std::string Locks = function("entry:\n  %r = call @lock(&$m)\n  return 0\n");
  std::string F = bodyOf(*instrumented(Locks, WithDead), "f");
  EXPECT_EQ(count(F, "call @__predabs_break("), 1u);
  std::string Destroys =
      "func @destroy(mutex*) -> void\n" + Locks +
      function("entry:\n  call @destroy(&$m)\n  return 0\n", "@g() -> i32");
  F = bodyOf(*instrumented(Destroys, WithDead), "f");
  EXPECT_EQ(count(F, "call @__predabs_break("), 2u);
}

TEST(Instrument, InitialValuesDoNotHideTheState) {
  ir::ParsedModule P = ir::parseModule(
      "record mutex size 4 align 4 {\n  owner: i32 at bit 0\n}\n"
      "global $m: mutex {\n  at bit 0 = 255\n}\n"
      "func @lock(mutex*) -> void\n"
      "func @f() -> void {\nentry:\n  call @lock(&$m)\n  return\n}\n");
  ASSERT_TRUE(P);
  instrument(*P.Parsed, protocols());
  const ir::Variable *M = P.Parsed->findGlobal("m");
  ASSERT_EQ(M->Init.size(), 2u);
  EXPECT_TRUE(ir::isState(M->Init[1].Value->type()));
  EXPECT_TRUE(M->Init[1].Value->isInt(0));
}

/// The state is apart from what C sees, whatever the rules for aliases say.
TEST(Instrument, StatesAreApartFromData) {
  auto M = instrumented(
      function("entry:\n  %r = call @lock(%p)\n  *%q = 5\n  (*%p).owner = 1\n"
               "  *%o = zero<mutex>\n  return 0\n",
               "@f(%p: mutex*, %q: i32*, %o: mutex*) -> i32"));
  Aliases A(*M);
  ir::Context &C = M->Ctx;
  const ir::Function *F = M->findFunction("f");
  auto Behind = [&](unsigned I) { return C.deref(C.var(F->Vars[I].get())); };
  const ir::Expr *State = C.field(Behind(0), 2);
  EXPECT_FALSE(A.mayOverlap(State, Behind(1)));
  EXPECT_FALSE(A.mayOverlap(State, C.field(Behind(0), 0)));
  EXPECT_TRUE(A.mayOverlap(State, Behind(2)));
  EXPECT_TRUE(A.mayOverlap(State, C.field(Behind(2), 2)));
}

/// A file in which nothing is tracked and one in which something is.
TEST(Instrument, StatesMeetWhenFilesDo) {
  auto Takes =
      instrumented(function("entry:\n  %r = call @lock(%p)\n  return 0\n",
                            "@take(%p: mutex*) -> i32"));
  std::unique_ptr<ir::Module> One =
      ir::extract(*Takes, *Takes->findFunction("take"));
  std::unique_ptr<ir::Module> Into = parsed(
      "func @take(mutex*) -> i32\n" +
      function("entry:\n  %r = call @take(&$m)\n  return 0\n", "@g() -> i32"));
  EXPECT_EQ(ir::link(*Into, *One, "a").Conflict, "");
  EXPECT_EQ(Into->Ctx.findRecord("mutex")->fields().size(), 3u);
  EXPECT_EQ(ir::verify(*Into).value_or(""), "");
}

// Balance.

std::vector<UnevenLock>
uneven(const std::string &Body, const std::vector<LockUse> &Like,
       HeldIsWrong When = HeldIsWrong::IfReleasedElsewhere) {
  std::unique_ptr<ir::Module> M = parsed(function(Body));
  static std::vector<std::unique_ptr<ir::Module>> Kept;
  const ir::Function &F = *M->findFunction("f");
  ir::Context &C = M->Ctx;
  std::vector<LockUse> Uses = Like;
  for (LockUse &U : Uses)
    U.State = C.field(C.deref(C.var(F.Vars[0].get())), 0);
  Kept.push_back(std::move(M));
  return unevenLocks(F, Uses, [&](const ir::Expr *) { return When; });
}

TEST(Balance, ReturnsThatDiffer) {
  using Kind = LockUse::Kind;
  std::string Body = "entry:\n  goto a, b\na:\n  return 1\nb:\n  return 0\n";
  LockUse Takes{0, 0, nullptr, Kind::Acquires},
      Gives{2, 0, nullptr, Kind::Releases};
  std::vector<UnevenLock> Found = uneven(Body, {Takes, Gives});
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_TRUE(Found[0].Returns[1].MayBeHeld);
  EXPECT_FALSE(Found[0].Returns[1].MayBeReleased);
  EXPECT_TRUE(Found[0].Returns[2].MayBeReleased);
  EXPECT_FALSE(Found[0].Returns[2].MayBeHeld);
  // A wrapper, and a function that gives back everywhere.
  EXPECT_TRUE(uneven(Body, {Takes}).empty());
  LockUse Always{1, 0, nullptr, Kind::Releases};
  EXPECT_TRUE(uneven(Body, {Takes, Always, Gives}).empty());
}

TEST(Balance, LocksThatOthersDoNotAcquire) {
  using Kind = LockUse::Kind;
  std::string Body = "entry:\n  goto a, b\na:\n  return 1\nb:\n  return 0\n";
  LockUse Takes{1, 0, nullptr, Kind::Acquires};
  EXPECT_TRUE(uneven(Body, {Takes}).empty());
  std::vector<UnevenLock> Found =
      uneven(Body, {Takes}, HeldIsWrong::IfNotHeldElsewhere);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_TRUE(Found[0].Returns[1].MayBeHeld);
  EXPECT_TRUE(Found[0].isOther(Found[0].Returns[2]));
}

TEST(Balance, LocksThatNobodyReleases) {
  using Kind = LockUse::Kind;
  std::string Body = "entry:\n  goto a, b\na:\n  return 1\nb:\n  return 0\n";
  LockUse Takes{0, 0, nullptr, Kind::Acquires},
      Gives{2, 0, nullptr, Kind::Releases};
  EXPECT_TRUE(uneven(Body, {Takes}, HeldIsWrong::IfNotHeldElsewhere).empty());
  ASSERT_EQ(uneven(Body, {Takes}, HeldIsWrong::Always).size(), 1u);
  // Results may tell.
  std::vector<UnevenLock> Found =
      uneven(Body, {Takes, Gives}, HeldIsWrong::Always);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].When, HeldIsWrong::IfNotHeldElsewhere);
}

TEST(Handover, WhoGivesAndTakes) {
  ir::ParsedModule P = ir::parseModule("global $a: i32 internal\n"
                                       "global $b: i32\n");
  ASSERT_TRUE(P) << P.Error.str();
  ObjectName A, B;
  A.Var = P.Parsed->findGlobal("a");
  B.Var = P.Parsed->findGlobal("b");
  Handovers H;
  EXPECT_TRUE(H.isSettledHere(A));
  EXPECT_FALSE(H.isSettledHere(B));
  H.note(B, {.MayBeReleased = true, .MayBeUntouched = true});
  EXPECT_TRUE(H.isSettledHere(B));
  EXPECT_FALSE(H.isGiven(B) || H.isTaken(B));
  H.note(B, {.MayBeHeld = true});
  EXPECT_TRUE(H.isGiven(B));
  EXPECT_FALSE(H.isTaken(B));
  H.note(A, {.MayBeTaken = true});
  EXPECT_TRUE(H.isTaken(A));
  EXPECT_FALSE(H.isGiven(A));
  H.noteAddress(A);
  EXPECT_TRUE(H.isGiven(A));
}

TEST(Attributes, BecomeStepsAroundCalls) {
  std::unique_ptr<ir::Module> M = parsed(R"(func @take(%d: dev*) -> void
func @"__predabs_locks.take"(%d: dev*) -> void internal {
entry:
  call @__predabs_lock_acquires(&(*%d).lock, true)
  return
}
func @__predabs_lock_acquires(...) -> void
func @f(%mine: dev*) -> void {
entry:
  call @take(%mine)
  return
}
)");
  applyAttributes(*M);
  EXPECT_FALSE(M->findFunction("__predabs_locks.take")->isDefined());
  const auto &Stmts = M->findFunction("f")->Blocks[0].Stmts;
  ASSERT_EQ(Stmts.size(), 4u);
  EXPECT_EQ(attributeStep(Stmts[0]), AttributeStep::NeedsFree);
  EXPECT_EQ(attributeStep(Stmts[1]), std::nullopt);
  EXPECT_EQ(attributeStep(Stmts[2]), AttributeStep::IsHeld);
  EXPECT_EQ(ir::print(Stmts[2].Args[0]), "&(*%mine).lock");
}

TEST(Balance, NamesThatChangeAreLeftOut) {
  std::string Body = "entry:\n  goto a, b\na:\n  %p = null<mutex*>\n"
                     "  return 1\nb:\n  return 0\n";
  EXPECT_TRUE(uneven(Body, {{0, 0, nullptr, LockUse::Kind::Acquires},
                            {2, 0, nullptr, LockUse::Kind::Releases}})
                  .empty());
}

// Verdicts, with the shipped protocol of POSIX mutexes.

std::string verdicts(std::string Functions) {
  std::string Types = R"(record pthread_mutex_t size 8 align 4 {
  owner: i32 at bit 0
}
global $m: pthread_mutex_t
func @pthread_mutex_lock(pthread_mutex_t*) -> i32
func @pthread_mutex_trylock(pthread_mutex_t*) -> i32
func @pthread_mutex_unlock(pthread_mutex_t*) -> i32
func @unknown() -> i32
func @given(pthread_mutex_t*) -> void
)";
  for (auto [Short, Long] : {std::pair("@lock(", "@pthread_mutex_lock("),
                             std::pair("@unlock(", "@pthread_mutex_unlock("),
                             std::pair("@try(", "@pthread_mutex_trylock("),
                             std::pair("mutex*", "pthread_mutex_t*")})
    for (size_t At = Functions.find(Short); At != Functions.npos;
         At = Functions.find(Short, At + std::string(Long).size()))
      Functions.replace(At, std::string(Short).size(), Long);
  ir::ParsedModule P = ir::parseModule(Types + Functions);
  EXPECT_TRUE(P) << P.Error.str();
  Report R = check(*P.Parsed, Options());
  EXPECT_EQ(R.Numbers.Engine.Disagreements, 0u);
  std::string Out;
  for (const Decision &D : R.Decisions)
    Out += D.What.Finding + ": " + verdictText(D.Answer) + "\n";
  return Out;
}

TEST(LockVerdicts, WhatThePathItselfDidIsCertain) {
  EXPECT_EQ(verdicts(function("entry:\n  call @lock(%p)\n  call @unlock(%p)\n"
                              "  return 0\n")),
            "double-acquire: latent\nrelease-unheld: proved\n");
  EXPECT_EQ(verdicts(function("entry:\n  call @lock(%p)\n  call @lock(%p)\n"
                              "  return 0\n")),
            "double-acquire: violated\n");
}

TEST(LockVerdicts, CallersDecideAboutWhatTheyHold) {
  EXPECT_EQ(verdicts(function("entry:\n  call @unlock(%p)\n  return 0\n")),
            "release-unheld: latent\n");
  EXPECT_EQ(verdicts(function("entry:\n  call @lock(%p)\n  call @lock(%q)\n"
                              "  return 0\n",
                              "@f(%p: mutex*, %q: mutex*) -> i32")),
            "double-acquire: latent\ndouble-acquire: latent\n");
}

TEST(LockVerdicts, ALockThatIsTakenIsFreeAtEntry) {
  auto Body = [](const std::string &Test) {
    return "entry:\n  goto then, else\nthen:\n  assume " + Test +
           "\n  call @lock(%p)\n  goto end\nelse:\n  assume !(" + Test +
           ")\n  goto end\nend:\n  call @unlock(%p)\n  return 0\n";
  };
  auto Is = [&](const std::string &Test) {
    return verdicts(function(Body(Test), "@f(%p: mutex*, %n: i32) -> i32"));
  };
  EXPECT_EQ(Is("%n > 1"), "double-acquire: latent\nrelease-unheld: violated\n");
  // A flag may say that the caller holds it.
  EXPECT_EQ(Is("%n == 1"), "double-acquire: latent\nrelease-unheld: latent\n");
}

TEST(LockVerdicts, ALockThatIsReleasedFirstIsTheCallers) {
  EXPECT_EQ(verdicts(function("entry:\n  call @unlock(%p)\n  call @lock(%p)\n"
                              "  return 0\n")),
            "double-acquire: proved\nrelease-unheld: latent\n");
}

/// Nothing is proved about what code elsewhere may change, and nothing is
/// reported if it got the lock.
TEST(LockVerdicts, CodeElsewhere) {
  EXPECT_EQ(verdicts(function("entry:\n  call @lock(%p)\n  call @unknown()\n"
                              "  call @unlock(%p)\n  return 0\n")),
            "double-acquire: latent\nrelease-unheld: unknown\n");
  EXPECT_EQ(verdicts(function("entry:\n  call @lock(%p)\n  call @unknown()\n"
                              "  call @lock(%p)\n  return 0\n")),
            "double-acquire: violated\n");
  // The second call is unknown, the first is for those who hold it.
  EXPECT_EQ(verdicts(function("entry:\n  call @lock(%p)\n  call @given(%p)\n"
                              "  call @lock(%p)\n  return 0\n")),
            "double-acquire: latent\n");
}

// SOUND: nobody knows the state of an object that code elsewhere gives.
TEST(LockVerdicts, ObjectsOfCodeElsewhere) {
  auto Of = [](const std::string &Steps) {
    return verdicts("func @get() -> mutex*\n"
                    "func @f(%p: mutex*) -> i32 {\n  var %q: mutex*\n"
                    "entry:\n  %q = call @get()\n" +
                    Steps + "  return 0\n}\n");
  };
  EXPECT_EQ(Of("  call @unlock(%q)\n"), "release-unheld: unknown\n");
  EXPECT_EQ(Of("  call @lock(%q)\n"), "double-acquire: unknown\n");
  EXPECT_EQ(Of("  call @lock(%p)\n  call @unlock(%q)\n"),
            "double-acquire: latent\nrelease-unheld: unknown\n");
}

TEST(LockVerdicts, AssertionsDoNotDependOnLocks) {
  EXPECT_EQ(verdicts("func @reach_error() -> void noreturn\n" +
                     function("entry:\n  call @lock(%p)\n"
                              "  call @reach_error()\n  stop\n")),
            "double-acquire: latent\n: latent\n");
}

} // namespace
