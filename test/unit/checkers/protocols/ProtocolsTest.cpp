// The text form of protocols: it prints and parses back, bad text gives one
// clear message with its place, and the shipped files are good.

#include "checkers/protocols/language/ChosenProtocols.h"
#include "checkers/protocols/language/Parse.h"
#include "checkers/protocols/language/Shipped.h"
#include "test/support/Docs.h"
#include "test/support/PrintProtocol.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <unistd.h>

using namespace predabs;

namespace {

Protocol parseOne(const std::string &Text) {
  ParsedProtocols Result = parseProtocols(Text, "f");
  for (const ProtocolError &E : Result.Errors)
    ADD_FAILURE() << E.str();
  EXPECT_EQ(Result.All.size(), 1u);
  return Result.All.empty() ? Protocol() : Result.All.front();
}

/// All errors of a text, a line each.
std::string errorsOf(const std::string &Text) {
  std::string All;
  for (const ProtocolError &E : parseProtocols(Text, "f").Errors)
    All += (All.empty() ? "" : "\n") + E.str();
  return All.empty() ? "none" : All;
}

/// The same for the ways of an event on the third line.
std::string errorOfWay(const std::string &Way) {
  return errorsOf("protocol p states free, held*, gone\n"
                  "call f(object, flags):\n" +
                  Way);
}

TEST(Protocols, ReadsAnAutomaton) {
  Protocol P = parseOne(R"(// A mutex.
protocol m on struct mutex, std::mutex   /* two types */
states free, held*, dead
check lifetime severity remark balanced
uninitialised dead initialised free
call lock, lock_again(_, object, flags, ...):
  held: error double-acquire "'%o' is \"acquired\" "
                             "twice"
  free -> held, flags >= 0x10, returns == -1
  dead, free, dead -> held
  any stays)");
  EXPECT_EQ(P.Name, "m");
  EXPECT_EQ(P.Check, "lifetime");
  EXPECT_EQ(P.Types, (std::vector<std::string>{"mutex", "std::mutex"}));
  EXPECT_EQ(P.States, (std::vector<ProtocolState>{
                          {"free", false}, {"held", true}, {"dead", false}}));
  EXPECT_TRUE(P.IsBalanced);
  EXPECT_FALSE(P.IsWarning);
  EXPECT_EQ(P.Uninitialised, 2u);
  EXPECT_EQ(P.Initialised, 0u);
  ASSERT_EQ(P.Events.size(), 1u);
  const ProtocolEvent &E = P.Events[0];
  EXPECT_EQ(E.Functions, (std::vector<std::string>{"lock", "lock_again"}));
  EXPECT_EQ(E.Object, (TrackedObject{TrackedObject::Kind::Argument, 1}));
  EXPECT_EQ(E.Line, 6u);
  ASSERT_EQ(E.Ways.size(), 4u);
  EXPECT_TRUE(E.Ways[0].isError());
  EXPECT_EQ(E.Ways[0].Message, "'%o' is \"acquired\" twice");
  EXPECT_EQ(E.Ways[1].To, 1u);
  EXPECT_EQ(
      E.Ways[1].Arguments,
      (std::vector<ArgumentTest>{{2, {ResultTest::Kind::GreaterEqual, 16}}}));
  EXPECT_EQ(E.Ways[1].Returns, (ResultTest{ResultTest::Kind::Equal, -1}));
  EXPECT_EQ(E.Ways[2].From, (std::vector<uint32_t>{0, 2}));
  EXPECT_TRUE(E.Ways[3].From.empty());
  EXPECT_FALSE(E.Ways[3].To || E.Ways[3].isError());
}

TEST(Protocols, ObjectsThatAreNoArguments) {
  Protocol Global = parseOne("protocol g on global states a call f(): a stays");
  EXPECT_EQ(Global.Events[0].Object.What, TrackedObject::Kind::Global);
  Protocol Result = parseOne("protocol r states a call object = f(_): a stays");
  EXPECT_EQ(Result.Events[0].Object.What, TrackedObject::Kind::Result);
}

TEST(Protocols, PrintsAndParsesBack) {
  const char *Text = R"(protocol m on mutex, std::mutex
states free, held*, dead
check lifetime
severity remark
balanced
uninitialised dead
initialised free
call lock, std::mutex::lock(_, object, argument3):
  held: error double-acquire "'%o' is \"acquired\" \\ 100%% twice"
  free -> held, argument3 >= 16, argument3 < 20, returns == -9223372036854775808
  free, dead -> held
  any stays
call object = make():
)";
  EXPECT_EQ(printProtocol(parseOne(Text)), Text);
  const char *Global = R"(protocol g on global
states a
call f():
  a stays
)";
  EXPECT_EQ(printProtocol(parseOne(Global)), Global);
}

TEST(Protocols, ErrorsOfHeaders) {
  EXPECT_EQ(errorsOf(""), "none");
  EXPECT_EQ(errorsOf("call"), "f:1:1: expected 'protocol', found 'call'");
  EXPECT_EQ(errorsOf("protocol"),
            "f:1:9: expected the name of a protocol, found the end of the "
            "text");
  EXPECT_EQ(errorsOf("protocol p"),
            "f:1:11: expected 'states' before the first event, found the end "
            "of the text");
  EXPECT_EQ(errorsOf("protocol p\n  balancd"),
            "f:2:3: unknown clause 'balancd'; did you mean 'balanced'?");
  EXPECT_EQ(errorsOf("protocol p states a, a"),
            "f:1:22: state 'a' is named twice");
  EXPECT_EQ(errorsOf("protocol p states any"),
            "f:1:19: 'any' cannot be the name of a state");
  EXPECT_EQ(errorsOf("protocol p states a states b"),
            "f:1:21: the states are named twice");
  EXPECT_EQ(errorsOf("protocol p states held uninitialised hled"),
            "f:1:38: unknown state 'hled'; did you mean 'held'?");
  EXPECT_EQ(errorsOf("protocol p states a severity warn"),
            "f:1:30: unknown severity 'warn'");
  EXPECT_EQ(errorsOf("protocol p on struct global states a"),
            "f:1:22: 'global' cannot be the name of a type");
  EXPECT_EQ(errorsOf("protocol p states a"),
            "f:1:10: protocol 'p' has no events");
  EXPECT_EQ(errorsOf("protocol p states a call f(object):\n"
                     "protocol p states a call f(object):"),
            "f:2:10: protocol 'p' is defined twice");
  EXPECT_EQ(errorsOf("protocol p states a /* "), "f:1:21: comment has no end");
  EXPECT_EQ(errorsOf("protocol p @"), "f:1:12: unknown character");
}

TEST(Protocols, ErrorsOfEvents) {
  auto ErrorOf = [](const std::string &Text) {
    return errorsOf("protocol p states a " + Text);
  };
  EXPECT_EQ(ErrorOf("call f(object):"), "none");
  EXPECT_EQ(ErrorOf("call f(_):"), "f:1:30: no parameter is the object");
  EXPECT_EQ(ErrorOf("call object = f(object):"),
            "f:1:44: the object is named twice");
  EXPECT_EQ(ErrorOf("call f(object, object):"),
            "f:1:36: parameter 'object' is named twice");
  EXPECT_EQ(ErrorOf("call f(object, returns):"),
            "f:1:36: 'returns' cannot be the name of a parameter");
  EXPECT_EQ(ErrorOf("call f, f(object):"),
            "f:1:29: function 'f' has two events");
  EXPECT_EQ(ErrorOf("call f(object) a stays"),
            "f:1:36: expected ':', found 'a'");
  EXPECT_EQ(errorsOf("protocol p on global states a call f(object):"),
            "f:1:45: the protocol has one global object, so none can be named");
}

TEST(Protocols, ErrorsOfWays) {
  EXPECT_EQ(errorOfWay("free -> held, returns == 0"), "none");
  EXPECT_EQ(errorOfWay("fre -> held"),
            "f:3:1: unknown state 'fre'; did you mean 'free'?");
  EXPECT_EQ(errorOfWay("free -> heldd"),
            "f:3:9: unknown state 'heldd'; did you mean 'held'?");
  EXPECT_EQ(errorOfWay("free = held"),
            "f:3:6: expected ':', '->' or 'stays', found '='");
  EXPECT_EQ(errorOfWay("free: eror x \"\""),
            "f:3:7: expected 'error', found 'eror'");
  EXPECT_EQ(errorOfWay("free: error x y"),
            "f:3:15: expected a text in quotes, found 'y'");
  EXPECT_EQ(errorOfWay("free: error x \"abc"),
            "f:3:15: text has no closing quote on its line");
  EXPECT_EQ(errorOfWay("free: error x \"100 %\""),
            "f:3:15: '%' must be '%o' (the object), '%f' (the function) or "
            "'%%'");
  EXPECT_EQ(errorOfWay("free stays, return == 0"),
            "f:3:13: unknown parameter 'return'; did you mean 'returns'?");
  EXPECT_EQ(errorOfWay("free stays, object == 0"),
            "f:3:13: the object itself cannot be tested");
  EXPECT_EQ(errorOfWay("free stays, returns == 0, returns == 1"),
            "f:3:27: the result is tested twice");
  EXPECT_EQ(errorOfWay("free stays, flags = 0"),
            "f:3:19: expected a comparison, found '='");
  EXPECT_EQ(errorOfWay("free stays, flags < 9223372036854775808"),
            "f:3:21: expected a number of at most 64 bits, found "
            "'9223372036854775808'");
  EXPECT_EQ(errorOfWay("free stays, flags < 0xzz"),
            "f:3:21: expected a number of at most 64 bits, found '0xzz'");
}

TEST(Protocols, GoesOnAfterAnError) {
  std::string Text = "protocol p states a\n"
                     "call f(object): free stays\n"
                     "call g(object): held stays\n"
                     "protocol q states\n"
                     "call g(object): gone stays\n"
                     "protocol r states a call h(object): a stays";
  EXPECT_EQ(errorsOf(Text), "f:2:17: unknown state 'free'\n"
                            "f:3:17: unknown state 'held'\n"
                            "f:5:1: 'call' cannot be the name of a state");
  ParsedProtocols Result = parseProtocols(Text, "f");
  ASSERT_EQ(Result.All.size(), 1u);
  EXPECT_EQ(Result.All[0].Name, "r");
}

TEST(Protocols, LimitsOfTheLanguage) {
  std::string Text = "protocol p states s0";
  for (size_t I = 1; I < MaxProtocolStates; ++I)
    Text += ", s" + std::to_string(I);
  EXPECT_EQ(errorsOf(Text + " call f(object):"), "none");
  EXPECT_NE(errorsOf(Text + ", more call f(object):").find("more than 64"),
            std::string::npos);
  EXPECT_NE(errorsOf("protocol " + std::string(1000, 'p')).find("too long"),
            std::string::npos);
  std::string Many;
  for (int I = 0; I < 10000; ++I)
    Many += "protocol @ ";
  EXPECT_EQ(parseProtocols(Many, "f").Errors.size(), 100u);
}

TEST(Protocols, ShippedOnesAreGood) {
  std::set<std::string> Names;
  for (const ShippedFile &File : shippedProtocolFiles()) {
    ParsedProtocols Result = parseProtocols(File.Text, std::string(File.Name));
    for (const ProtocolError &E : Result.Errors)
      ADD_FAILURE() << E.str();
    EXPECT_FALSE(Result.All.empty()) << File.Name;
    for (const Protocol &P : Result.All) {
      EXPECT_TRUE(Names.insert(P.Name).second) << P.Name;
      EXPECT_EQ(parseOne(printProtocol(P)), P);
    }
  }
  EXPECT_EQ(Names.size(), shippedProtocols().size());
  EXPECT_TRUE(Names.contains("pthread-mutex"));
}

using predabs::test::readDocs;

TEST(ProtocolsDocs, ExamplesCanBeRead) {
  std::string Docs = readDocs("protocols.md");
  const std::string Open = "```protocol\n";
  int Count = 0;
  for (size_t At = Docs.find(Open); At != Docs.npos;
       At = Docs.find(Open, At + 1), ++Count) {
    size_t Begin = At + Open.size();
    parseOne(Docs.substr(Begin, Docs.find("```", Begin) - Begin));
  }
  EXPECT_EQ(Count, 3);
  for (const char *Name : {"handle", "interrupts"}) {
    std::string Text = readDocs("examples/" + std::string(Name) + ".protocol");
    EXPECT_FALSE(Text.empty());
    EXPECT_NE(Docs.find(Open + Text + "```"), Docs.npos) << Name;
  }
}

class GivenFile {
public:
  explicit GivenFile(const std::string &Text)
      : Path(std::filesystem::temp_directory_path() /
             ("predabs-given-" + std::to_string(getpid()) + ".protocol")) {
    write(Text);
  }
  ~GivenFile() { std::filesystem::remove(Path); }

  /// The file says something else, and is read anew.
  void write(const std::string &Text) {
    std::ofstream(Path) << Text;
    Opts.Protocols = NamedFile(Path.string());
  }

  std::filesystem::path Path;
  Options Opts;
};

std::set<std::string> namesOf(const std::vector<Protocol> &Protocols) {
  std::set<std::string> Names;
  for (const Protocol &P : Protocols)
    Names.insert(P.Name);
  return Names;
}

TEST(ChosenProtocols, AddAndReplace) {
  GivenFile F("protocol mine check own states a call f(object): a stays\n"
              "protocol locks states a call g(object): a stays\n"
              "protocol pthread-mutex states a call h(object): a stays");
  F.Opts.Checks = {"assert", "lock"};
  ChosenProtocols Given = chooseProtocols(F.Opts);
  EXPECT_EQ(Given.Wrong, std::nullopt);
  EXPECT_EQ(Given.All.size(), shippedProtocols().size() + 2);
  for (const Protocol &P : Given.All)
    if (P.Name == "pthread-mutex") {
      EXPECT_EQ(P.Events[0].Functions[0], "h");
    }
  EXPECT_TRUE(namesOf(Given.All).contains("mine"));
  F.Opts.Checks = {"assert"};
  EXPECT_EQ(namesOf(chooseProtocols(F.Opts).All),
            std::set<std::string>{"mine"});
}

// What is decided later rests on what was read, not on what is there then.
TEST(ChosenProtocols, AreReadOnce) {
  GivenFile F("protocol mine check own states a call f(object): a stays");
  Options Copy = F.Opts;
  EXPECT_TRUE(namesOf(chooseProtocols(F.Opts).All).contains("mine"));
  std::filesystem::remove(F.Path);
  EXPECT_TRUE(namesOf(chooseProtocols(F.Opts).All).contains("mine"));
  EXPECT_TRUE(namesOf(chooseProtocols(Copy).All).contains("mine"));
}

TEST(ChosenProtocols, WrongFiles) {
  GivenFile F("protocol");
  F.Opts.Checks = {"assert", "lock"};
  EXPECT_EQ(chooseProtocols(F.Opts).Wrong,
            F.Opts.Protocols.name() +
                ":1:9: expected the name of a protocol, found the end of the "
                "text");
  EXPECT_EQ(chooseProtocols(F.Opts).All.size(), shippedProtocols().size());
  F.write("// nothing");
  EXPECT_EQ(chooseProtocols(F.Opts).Wrong,
            "there are no protocols in " + F.Opts.Protocols.name());
  F.write(std::string(17 << 20, ' '));
  EXPECT_EQ(chooseProtocols(F.Opts).Wrong,
            "cannot read " + F.Opts.Protocols.name() + ": it is too large");
  F.Opts.Protocols = NamedFile(F.Opts.Protocols.name() + ".missing");
  EXPECT_EQ(chooseProtocols(F.Opts).Wrong, "cannot read " +
                                               F.Opts.Protocols.name() +
                                               ": No such file or directory");
}

/// Bytes of shipped files, some replaced, removed or doubled: no crash, every
/// error has its place, and what is read prints and parses back.
TEST(Protocols, BrokenTexts) {
  std::mt19937 Random(7);
  auto Below = [&](size_t N) { return N ? Random() % N : 0; };
  for (int Round = 0; Round < 300; ++Round) {
    const auto &Files = shippedProtocolFiles();
    std::string Text(Files[Below(Files.size())].Text);
    for (size_t I = 0, E = 1 + Below(5); I != E; ++I) {
      size_t At = Below(Text.size());
      if (Below(2))
        Text.erase(At, 1 + Below(8));
      else
        Text.insert(At, Text.substr(Below(Text.size()), Below(12)));
    }
    ParsedProtocols Result = parseProtocols(Text, "f");
    for (const ProtocolError &E : Result.Errors)
      EXPECT_TRUE(E.Line && E.Column && !E.Message.empty());
    for (const Protocol &P : Result.All)
      EXPECT_EQ(parseOne(printProtocol(P)), P);
  }
}

} // namespace
