#include "plugin/driver/Arguments.h"

#include "predicates/text/Printable.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <charconv>

using namespace predabs;

LocalOption predabs::flag(std::string Name, std::string Help, bool &Field) {
  return {std::move(Name), "", std::move(Help),
          [&Field](const std::string &) -> Complaint {
            Field = true;
            return std::nullopt;
          }};
}

LocalOption predabs::value(std::string Name, std::string Meta, std::string Help,
                           std::string &Field) {
  return {std::move(Name), std::move(Meta), std::move(Help),
          [&Field](const std::string &Value) -> Complaint {
            Field = Value;
            return std::nullopt;
          }};
}

LocalOption predabs::values(std::string Name, std::string Meta,
                            std::string Help, std::vector<std::string> &Field) {
  return {std::move(Name), std::move(Meta), std::move(Help),
          [&Field](const std::string &Value) -> Complaint {
            Field.push_back(Value);
            return std::nullopt;
          }};
}

LocalOption predabs::number(std::string Name, std::string Meta,
                            std::string Help, uint64_t &Field) {
  std::string Option = "option '--" + Name + "'";
  return {std::move(Name), std::move(Meta), std::move(Help),
          [&Field, Option](const std::string &Value) -> Complaint {
            const char *End = Value.data() + Value.size();
            auto [Stop, Error] = std::from_chars(Value.data(), End, Field);
            if (Error == std::errc() && Stop == End)
              return std::nullopt;
            return Option + " takes a number, not '" + Value + "'";
          }};
}

static std::string dashed(const std::string &Name) {
  return (Name.size() == 1 ? "-" : "--") + Name;
}

static bool applies(const Syntax &S, std::string_view Name) {
  return S.Shared.empty() ||
         std::find(S.Shared.begin(), S.Shared.end(), Name) != S.Shared.end();
}

std::string Syntax::help() const {
  std::string Out;
  for (const LocalOption &L : Local)
    Out +=
        helpLine(dashed(L.Name) + (L.Meta.empty() ? "" : " " + L.Meta), L.Help);
  for (const OptionInfo &I : optionTable())
    if (I.Where != Scope::Plugin && I.Name != "help" && applies(*this, I.Name))
      Out += helpLine(I, "--");
  return Out + helpLine("--help", "show this help");
}

namespace {

class Parser {
public:
  Parser(const Syntax &S, const std::vector<std::string> &Args, Arguments &Into)
      : S(S), Args(Args), Into(Into) {}

  Complaint parse() {
    for (; Next < Args.size(); ++Next) {
      const std::string &Arg = Args[Next];
      if (Arg == "--") {
        Into.Compiler.assign(Args.begin() + long(Next) + 1, Args.end());
        return std::nullopt;
      }
      if (Arg.size() < 2 || Arg[0] != '-')
        Into.Files.push_back(Arg);
      else if (Complaint C = parseOption(Arg))
        return C;
    }
    return std::nullopt;
  }

private:
  /// `--name`, `--name=value`, `--name value`; with one letter also `-nvalue`.
  Complaint parseOption(const std::string &Arg) {
    if (Arg == "-h")
      return setOption(Into.Opts, "help", std::nullopt, Scope::Driver);
    bool Long = Arg.starts_with("--");
    std::string Name = Arg.substr(Long ? 2 : 1);
    std::optional<std::string> Value;
    size_t Equals = Name.find('=');
    if (Equals != Name.npos) {
      Value = Name.substr(Equals + 1);
      Name.resize(Equals);
    } else if (!Long && Name.size() > 1 && findLocal(Name.substr(0, 1))) {
      Value = Name.substr(1);
      Name.resize(1);
    }
    if (const LocalOption *L = findLocal(Name))
      return setLocal(*L, Value);
    if (!Long)
      return "unknown option '" + Arg +
             "'; compiler arguments stand behind '--'";
    return setShared(Name, Value);
  }

  const LocalOption *findLocal(std::string_view Name) const {
    for (const LocalOption &L : S.Local)
      if (L.Name == Name)
        return &L;
    return nullptr;
  }

  /// The value, from the next word if need be.
  bool fetchValue(std::optional<std::string> &Value) {
    if (!Value && Next + 1 < Args.size() && Args[Next + 1] != "--")
      Value = Args[++Next];
    return Value && !Value->empty();
  }

  Complaint setLocal(const LocalOption &L, std::optional<std::string> Value) {
    std::string Option = "option '" + dashed(L.Name) + "'";
    if (L.Meta.empty() && Value)
      return Option + " takes no value";
    if (!L.Meta.empty() && !fetchValue(Value))
      return Option + " needs a value, " + L.Meta;
    return L.Set(Value.value_or(""));
  }

  Complaint setShared(const std::string &Name,
                      std::optional<std::string> Value) {
    const OptionInfo *I = findOption(Name);
    if (I && I->Kind != OptionInfo::Flag)
      fetchValue(Value);
    if (I && (Name == "help" || applies(S, Name))) {
      Into.Words.push_back(Name + (Value ? "=" + *Value : ""));
      return setOption(Into.Opts, Name, Value, Scope::Driver);
    }
    if (I)
      return "option '--" + Name + "' has no effect here";
    std::vector<std::string_view> Locals;
    for (const LocalOption &L : S.Local)
      Locals.push_back(L.Name);
    return unknownOption(Name, Scope::Driver, Locals);
  }

  const Syntax &S;
  const std::vector<std::string> &Args;
  Arguments &Into;
  size_t Next = 0;
};

} // namespace

Complaint predabs::parseArguments(const Syntax &S,
                                  const std::vector<std::string> &Args,
                                  Arguments &Into) {
  return Parser(S, Args, Into).parse();
}

int predabs::fail(const std::string &Text, llvm::StringRef Excerpt) {
  llvm::errs() << "predabs: " << printable(Text) << '\n';
  while (!Excerpt.empty()) {
    auto [Line, Rest] = Excerpt.split('\n');
    llvm::errs() << printable(Line) << '\n';
    Excerpt = Rest;
  }
  return 2;
}

int predabs::finishOutput(int Status) {
  llvm::outs().flush();
  std::error_code Error = llvm::outs().error();
  llvm::outs().clear_error();
  if (Error)
    Status = fail("cannot write to standard output: " + Error.message());
  // LLVM would take it for a fault of its own.
  llvm::errs().clear_error();
  return Status;
}
