#include "checkers/plan/NinjaFile.h"

#include "checkers/store/format/Summary.h"

#include <algorithm>
#include <cctype>

namespace predabs {

std::string unitFile(const std::string &Id) { return Id + ".unit"; }
std::string callsFile(const std::string &Id) { return Id + ".calls"; }
std::string sideCarFile(const std::string &Id, unsigned Turn) {
  return Id + "." + std::to_string(Turn) + ".predabs";
}
std::string resultFile(const std::string &Id, unsigned Turn) {
  return Id + "." + std::to_string(Turn) + ".result";
}
std::string dependencyFile(const std::string &Output) { return Output + ".d"; }

std::string unitId(const std::string &Path, const std::string &Rest) {
  std::string Name = Path.substr(Path.rfind('/') + 1);
  // As long as names of files may be, with room for what is added.
  Name.resize(std::min<size_t>(Name.size(), 100));
  for (char &C : Name)
    if (!isalnum(static_cast<unsigned char>(C)) && C != '.' && C != '_')
      C = '_';
  return Name + "-" + keyOf(Path + '\n' + Rest).str().substr(0, 16);
}

namespace {

/// \p Text where ninja reads a name of a file.
std::string path(const std::string &Text) {
  std::string Result;
  for (char C : Text)
    if (C == '$' || C == ' ' || C == ':')
      (Result += '$') += C;
    else
      Result += C == '\n' ? '?' : C;
  return Result;
}

/// Where it reads the value of a variable.
std::string value(const std::string &Text) {
  std::string Result;
  for (char C : Text)
    Result += C == '$' ? "$$" : std::string(1, C == '\n' ? '?' : C);
  return Result;
}

/// One word for the shell.
std::string quoted(const std::string &Text) {
  std::string Result = "'";
  for (char C : Text)
    Result += C == '\'' ? "'\\''" : std::string(1, C);
  return Result + "'";
}

class Writer {
public:
  Writer(const Order &O, const NinjaSettings &S) : O(O), S(S) {}

  std::string run() {
    rules();
    for (const UnitCalls &U : O.units())
      scan(U.Id);
    regenerate();
    for (const Step &T : O.steps())
      T.Unit == Step::None ? turn(T) : check(T);
    all();
    return std::move(Text);
  }

private:
  void rule(const std::string &Name, const std::string &Arguments,
            const std::string &Says) {
    Text += "rule " + Name + "\n  command = " + value(quoted(S.Program)) +
            " step " + Arguments + "\n  description = " + Says +
            "\n  restat = 1\n";
  }

  void rules() {
    Text += "# Written by predabs check. `ninja` here goes on where it was "
            "stopped.\n"
            "ninja_required_version = 1.7\n";
    rule("scan", "scan $id", "look at $file");
    Text += "  depfile = $out.d\n  deps = gcc\n";
    rule("plan", "plan", "plan");
    Text += "  generator = 1\n";
    rule("check", "check $id $turn", "check $file");
    Text += "  depfile = $depfile\n  deps = gcc\n";
  }

  std::string common() const {
    std::string List = " " + path(S.Program);
    for (const std::string &Input : S.Inputs)
      List += " " + path(Input);
    return List;
  }

  void variables(const std::string &Id, const std::string &Note) {
    auto It = S.Names.find(Id);
    Text += "  id = " + Id +
            "\n  file = " + value(It != S.Names.end() ? It->second : Id) +
            Note + "\n";
  }

  void scan(const std::string &Id) {
    Text +=
        "build " + callsFile(Id) + ": scan | " + unitFile(Id) + common() + "\n";
    variables(Id, "");
  }

  void regenerate() {
    Text += "build build.ninja: plan | units " + path(S.Program);
    for (const UnitCalls &U : O.units())
      Text += " " + callsFile(U.Id);
    Text += "\n";
  }

  static std::string turnName(const Step &T) {
    return "cycle-" + std::to_string(T.Cycle) + "-" + std::to_string(T.Turn);
  }

  std::string output(const Step &T) const {
    return T.Unit == Step::None ? turnName(T)
                                : sideCarFile(O.units()[T.Unit].Id, T.Turn);
  }

  void turn(const Step &T) {
    Text += "build " + turnName(T) + ": phony";
    after(T);
    Text += "\n";
  }

  void after(const Step &T) {
    for (size_t N : T.After)
      Text += " " + output(O.steps()[N]);
  }

  void check(const Step &T) {
    const std::string &Id = O.units()[T.Unit].Id;
    std::string Result = resultFile(Id, T.Turn);
    Text += "build " + Result + " " + output(T) + ": check | " + unitFile(Id) +
            common();
    if (!T.After.empty())
      Text += " ||";
    after(T);
    Text += "\n";
    variables(Id, T.Turn > 1 ? " (turn " + std::to_string(T.Turn) + ")" : "");
    Text += "  turn = " + std::to_string(T.Turn) +
            "\n  depfile = " + dependencyFile(Result) + "\n";
  }

  void all() {
    Text += "build all: phony";
    for (size_t U = 0; U < O.units().size(); ++U)
      Text += " " + resultFile(O.units()[U].Id, O.turns(U));
    Text += "\ndefault all\n";
  }

  const Order &O;
  const NinjaSettings &S;
  std::string Text;
};

} // namespace

std::string ninjaFile(const Order &O, const NinjaSettings &Settings) {
  return Writer(O, Settings).run();
}

std::string makeRule(const std::string &Output,
                     const std::vector<std::string> &Inputs) {
  std::string Text = Output + ":";
  for (const std::string &Input : Inputs) {
    // There is no way to write such a name.
    if (Input.find('\n') != Input.npos)
      continue;
    Text += " \\\n ";
    for (char C : Input)
      Text += C == '$'               ? std::string("$$")
              : C == ' ' || C == '#' ? std::string("\\") + C
                                     : std::string(1, C);
  }
  return Text + "\n";
}

} // namespace predabs
