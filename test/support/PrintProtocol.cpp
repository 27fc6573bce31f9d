#include "test/support/PrintProtocol.h"

#include <algorithm>

using namespace predabs;

namespace {

std::string inQuotes(const std::string &Text) {
  std::string Result = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Result += '\\';
    Result += C;
  }
  return Result + '"';
}

template <typename List, typename Function>
std::string joined(const List &Items, Function Text) {
  std::string Result;
  for (const auto &Item : Items)
    Result += (Result.empty() ? "" : ", ") + Text(Item);
  return Result;
}

const char *comparison(ResultTest::Kind What) {
  switch (What) {
  case ResultTest::Kind::Any:
    break;
  case ResultTest::Kind::Equal:
    return "==";
  case ResultTest::Kind::NotEqual:
    return "!=";
  case ResultTest::Kind::Less:
    return "<";
  case ResultTest::Kind::LessEqual:
    return "<=";
  case ResultTest::Kind::Greater:
    return ">";
  case ResultTest::Kind::GreaterEqual:
    return ">=";
  }
  return "";
}

std::string print(const std::string &What, ResultTest Test) {
  return ", " + What + " " + comparison(Test.What) + " " +
         std::to_string(Test.Value);
}

std::string parameter(uint32_t Index) {
  return "argument" + std::to_string(Index + 1);
}

std::string from(const Protocol &P, const Transition &T) {
  if (T.From.empty())
    return "any";
  return joined(T.From, [&](uint32_t S) { return P.States[S].Name; });
}

std::string print(const Protocol &P, const Transition &T) {
  std::string Text = "  " + from(P, T);
  if (T.isError())
    return Text + ": error " + T.Finding + " " + inQuotes(T.Message) + "\n";
  Text += T.To ? " -> " + P.States[*T.To].Name : " stays";
  for (const ArgumentTest &A : T.Arguments)
    Text += print(parameter(A.Index), A.Is);
  if (T.Returns.What != ResultTest::Kind::Any)
    Text += print("returns", T.Returns);
  return Text + "\n";
}

/// Names for the parameters up to the last that has a meaning.
std::vector<std::string> parameters(const ProtocolEvent &E) {
  std::vector<std::string> Names;
  auto Name = [&](uint32_t Index, const std::string &Text) {
    Names.resize(std::max<size_t>(Names.size(), Index + 1), "_");
    Names[Index] = Text;
  };
  if (E.Object.What == TrackedObject::Kind::Argument)
    Name(E.Object.Index, "object");
  for (const Transition &T : E.Ways)
    for (const ArgumentTest &A : T.Arguments)
      Name(A.Index, parameter(A.Index));
  return Names;
}

std::string print(const Protocol &P, const ProtocolEvent &E) {
  auto AsIs = [](const std::string &S) { return S; };
  std::string Text = "call ";
  if (E.Object.What == TrackedObject::Kind::Result)
    Text += "object = ";
  Text +=
      joined(E.Functions, AsIs) + "(" + joined(parameters(E), AsIs) + "):\n";
  for (const Transition &T : E.Ways)
    Text += print(P, T);
  return Text;
}

bool isGlobal(const Protocol &P) {
  return !P.Events.empty() &&
         P.Events.front().Object.What == TrackedObject::Kind::Global;
}

std::string objects(const Protocol &P) {
  if (isGlobal(P))
    return " on global";
  if (P.Types.empty())
    return "";
  return " on " + joined(P.Types, [](const std::string &S) { return S; });
}

} // namespace

std::string predabs::printProtocol(const Protocol &P) {
  std::string Text = "protocol " + P.Name + objects(P) + "\n";
  Text += "states " +
          joined(P.States,
                 [](const ProtocolState &S) {
                   return S.Name + (S.IsHeld ? "*" : "");
                 }) +
          "\n";
  if (P.Check != "lock")
    Text += "check " + P.Check + "\n";
  if (!P.IsWarning)
    Text += "severity remark\n";
  if (P.IsBalanced)
    Text += "balanced\n";
  if (P.IsOfSystem)
    Text += "system\n";
  if (P.Uninitialised)
    Text += "uninitialised " + P.States[*P.Uninitialised].Name + "\n";
  if (P.Initialised)
    Text += "initialised " + P.States[*P.Initialised].Name + "\n";
  for (const ProtocolEvent &E : P.Events)
    Text += print(P, E);
  return Text;
}
