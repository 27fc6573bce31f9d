#include "checkers/options/Options.h"
#include "predicates/text/Nearest.h"

#include <algorithm>
#include <charconv>

using namespace predabs;

static std::vector<std::string_view> split(std::string_view S, char Separator) {
  std::vector<std::string_view> Parts;
  for (size_t At; (At = S.find(Separator)) != S.npos; S.remove_prefix(At + 1))
    Parts.push_back(S.substr(0, At));
  Parts.push_back(S);
  return Parts;
}

std::vector<std::string> predabs::namesIn(std::string_view List) {
  std::vector<std::string> Result;
  for (std::string_view Name : split(List, ','))
    Result.emplace_back(Name);
  return Result;
}

bool predabs::isStoreOn(const Options &O) {
  return !O.Store.empty() && O.Store != "off";
}

const std::vector<OptionInfo> &predabs::optionTable() {
  static const std::vector<OptionInfo> Table = {
#define NUMBER(Field, Name, Default, Least, Most, Meta, Where, Help)           \
  {Name,         Meta, Default == 0 ? "" : #Default,                           \
   Scope::Where, Help, OptionInfo::Number},
#define TEXT(Field, Name, Default, Meta, Where, Help)                          \
  {Name, Meta, Default, Scope::Where, Help, OptionInfo::Text},
#define INPUT(Field, Name, Where, Help)                                        \
  {Name, "FILE", "", Scope::Where, Help, OptionInfo::Text},
#define NAMES(Field, Name, Default, Values, Meta, Where, Help)                 \
  {Name, Meta, Default, Scope::Where, Help, OptionInfo::Names},
#define CHOICE(Field, Type, Name, Values, Where, Help)                         \
  {Name, Values, "", Scope::Where, Help, OptionInfo::Choice},
#define FLAG(Field, Name, Where, Help)                                         \
  {Name, "", "", Scope::Where, Help, OptionInfo::Flag},
#include "checkers/options/Options.def"
  };
  return Table;
}

const OptionInfo *predabs::findOption(std::string_view Name) {
  for (const OptionInfo &I : optionTable())
    if (I.Name == Name)
      return &I;
  return nullptr;
}

static bool isIn(const OptionInfo &I, Scope Where) {
  return I.Where == Scope::Both || I.Where == Where;
}

std::vector<std::string_view> predabs::optionNames(Scope Where) {
  std::vector<std::string_view> Names;
  for (const OptionInfo &I : optionTable())
    if (isIn(I, Where))
      Names.push_back(I.Name);
  return Names;
}

static std::string quoted(std::string_view S) {
  return "'" + std::string(S) + "'";
}

using Complaint = std::optional<std::string>;

/// The option as \p Where spells it.
static std::string named(std::string_view Name, Scope Where) {
  return Where == Scope::Driver ? "option " + quoted("--" + std::string(Name))
                                : "predabs option " + quoted(Name);
}

std::string predabs::unknownOption(std::string_view Name, Scope Where,
                                   std::vector<std::string_view> Others) {
  std::vector<std::string_view> Known = optionNames(Where);
  Known.insert(Known.end(), Others.begin(), Others.end());
  std::string Text = "unknown " + named(Name, Where);
  std::string_view Near = nearest(Name, Known);
  if (Near.empty())
    return Text;
  std::string Dashes = Where == Scope::Driver ? "--" : "";
  return Text + "; did you mean " + quoted(Dashes + std::string(Near)) + "?";
}

static Complaint setNumber(unsigned &Field, const std::string &Option,
                           std::string_view Value, unsigned Least,
                           unsigned Most) {
  unsigned N = 0;
  const std::string Digits(Value);
  const char *End = Digits.data() + Digits.size();
  auto [Stop, Error] = std::from_chars(Digits.data(), End, N);
  if (Error != std::errc() || Stop != End || N < Least || N > Most)
    return Option + " takes a number from " + std::to_string(Least) + " to " +
           std::to_string(Most) + ", not " + quoted(Value);
  Field = N;
  return std::nullopt;
}

static Complaint noSuchValue(const std::string &Option, std::string_view Value,
                             const std::vector<std::string_view> &Values) {
  std::string Text = Option + " has no value " + quoted(Value);
  if (std::string Hint = didYouMean(Value, Values); !Hint.empty())
    return Text + Hint;
  Text += "; there is";
  for (std::string_view V : Values)
    Text += (V == Values.front() ? " " : ", ") + std::string(V);
  return Text;
}

static Complaint setNames(std::vector<std::string> &Field,
                          const std::string &Option, std::string_view Value,
                          std::string_view Known) {
  std::vector<std::string_view> Values = split(Known, ',');
  std::vector<std::string> New;
  for (std::string_view Part : split(Value, ',')) {
    if (std::find(Values.begin(), Values.end(), Part) == Values.end())
      return noSuchValue(Option, Part, Values);
    New.emplace_back(Part);
  }
  Field = std::move(New);
  return std::nullopt;
}

template <class Enum>
static Complaint setChoice(Enum &Field, const std::string &Option,
                           std::string_view Value, std::string_view Known) {
  std::vector<std::string_view> Values = split(Known, '|');
  for (size_t I = 0; I < Values.size(); ++I)
    if (Values[I] == Value) {
      Field = Enum(I + 1);
      return std::nullopt;
    }
  return noSuchValue(Option, Value, Values);
}

static Complaint setFlag(bool &Field, const std::string &Option,
                         std::optional<std::string_view> Value) {
  if (Value && *Value != "0" && *Value != "1")
    return noSuchValue(Option, *Value, {"0", "1"});
  Field = Value.value_or("1") == "1";
  return std::nullopt;
}

/// What is wrong with \p Name before its value is looked at.
static Complaint checkName(std::string_view Name,
                           std::optional<std::string_view> Value, Scope Where) {
  const OptionInfo *I = findOption(Name);
  if (!I)
    return unknownOption(Name, Where, {});
  std::string Option = named(Name, Where);
  if (!isIn(*I, Where))
    return Option + (Where == Scope::Plugin
                         ? " has no effect in the compiler, only in 'predabs'"
                         : " has no effect here, only in the compiler");
  if (I->Kind != OptionInfo::Flag && Value.value_or("").empty())
    return Option + " needs a value, " + std::string(I->Meta);
  return std::nullopt;
}

Complaint predabs::setOption(Options &O, std::string_view Name,
                             std::optional<std::string_view> Value,
                             Scope Where) {
  if (Complaint C = checkName(Name, Value, Where))
    return C;
  std::string Option = named(Name, Where);
#define NUMBER(Field, OptName, Default, Least, Most, Meta, Where, Help)        \
  if (Name == OptName)                                                         \
    return setNumber(O.Field, Option, *Value, Least, Most);
#define TEXT(Field, OptName, Default, Meta, Where, Help)                       \
  if (Name == OptName) {                                                       \
    O.Field = *Value;                                                          \
    return std::nullopt;                                                       \
  }
#define INPUT(Field, OptName, Where, Help)                                     \
  TEXT(Field, OptName, "", "FILE", Where, Help)
#define NAMES(Field, OptName, Default, Values, Meta, Where, Help)              \
  if (Name == OptName)                                                         \
    return setNames(O.Field, Option, *Value, Values);
#define CHOICE(Field, Type, OptName, Values, Where, Help)                      \
  if (Name == OptName)                                                         \
    return setChoice(O.Field, Option, *Value, Values);
#define FLAG(Field, OptName, Where, Help)                                      \
  if (Name == OptName)                                                         \
    return setFlag(O.Field, Option, Value);
#include "checkers/options/Options.def"
  return std::nullopt;
}

Complaint predabs::parseOption(Options &O, std::string_view Text, Scope Where) {
  size_t Equals = Text.find('=');
  if (Equals == Text.npos)
    return setOption(O, Text, std::nullopt, Where);
  return setOption(O, Text.substr(0, Equals), Text.substr(Equals + 1), Where);
}

static std::string nameAndValue(const OptionInfo &I) {
  std::string S(I.Name);
  if (!I.Meta.empty())
    S += "=" + std::string(I.Meta);
  return S;
}

static std::string helpText(const OptionInfo &I) {
  std::string S(I.Help);
  if (!I.Default.empty())
    S += " (default: " + std::string(I.Default) + ")";
  return S;
}

/// Appends \p Text, broken into lines that begin at column \p Indent.
static void appendWrapped(std::string &Out, size_t Column,
                          std::string_view Text, size_t Indent) {
  for (std::string_view Word : split(Text, ' ')) {
    if (Column > Indent && Column + 1 + Word.size() > 79) {
      Out += '\n';
      Column = 0;
    }
    size_t Fill = Column < Indent ? Indent - Column : 1;
    Out.append(Fill, ' ');
    Out += Word;
    Column += Fill + Word.size();
  }
  Out += '\n';
}

std::string predabs::helpLine(const std::string &Head, std::string_view Text) {
  constexpr size_t Indent = 28;
  std::string Out = "  " + Head;
  size_t Column = Out.size();
  if (Column >= Indent) {
    Out += '\n';
    Column = 0;
  }
  appendWrapped(Out, Column, Text, Indent);
  return Out;
}

std::string predabs::helpLine(const OptionInfo &I, std::string_view Prefix) {
  return helpLine(std::string(Prefix) + nameAndValue(I), helpText(I));
}

std::string predabs::optionsHelp(Scope Where, std::string_view Prefix) {
  std::string Out;
  for (const OptionInfo &I : optionTable())
    if (isIn(I, Where))
      Out += helpLine(I, Prefix);
  return Out;
}

/// `|` separates the cells of a table.
static std::string escaped(std::string_view S) {
  std::string Out;
  for (char C : S)
    Out += C == '|' ? std::string("\\|") : std::string(1, C);
  return Out;
}

static const char *scopeText(Scope S) {
  switch (S) {
  case Scope::Plugin:
    return "plugin";
  case Scope::Driver:
    return "driver";
  case Scope::Both:
    break;
  }
  return "both";
}

std::string predabs::optionsMarkdown() {
  std::string Out =
      "# Options\n\n"
      "This page is made by `predabs --print-options-md` from the table "
      "`checkers/options/Options.def`;\nchange the table, not the page.\n\n"
      "The plugin takes an option as `-fplugin-arg-predabs-<name>=<value>`, "
      "the driver as\n`--<name>=<value>` or `--<name> <value>`, clang-tidy as "
      "`predabs-assert.<name>` among its\nCheckOptions. A mistake in an option "
      "of the plugin is a warning: the compile goes on.\n\n"
      "| option | where | default | meaning |\n|---|---|---|---|\n";
  for (const OptionInfo &I : optionTable())
    Out += "| `" + escaped(nameAndValue(I)) + "` | " + scopeText(I.Where) +
           " | " + std::string(I.Default) + " | " + escaped(I.Help) + " |\n";
  return Out;
}
