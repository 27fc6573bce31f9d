#include "checkers/explain/Messages.h"

#include <algorithm>

using namespace predabs;

static std::string quoted(const std::string &S) { return "'" + S + "'"; }

constexpr std::string_view Called = " is called";

bool predabs::isPlainCall(const Obligation &O) {
  return O.Finding.empty() && O.Text.ends_with(Called);
}

std::string predabs::failureText(const Obligation &O) {
  if (O.Property == "trap")
    return "a trap can be reached";
  if (!O.Finding.empty())
    return O.Text;
  if (!isPlainCall(O))
    return "assertion " + quoted(O.Text) + " can fail";
  return quoted(O.Text.substr(0, O.Text.size() - Called.size())) +
         " can be called";
}

/// The condition belongs to what happens, and not to what that is compared
/// with: "it is held at this return if 'n > 0', but not at others".
static std::string withCondition(std::string Text, const std::string &If) {
  size_t At = Text.size();
  for (const char *Turn : {", but ", ", as ", ", and "})
    At = std::min(At, Text.find(Turn));
  return Text.insert(At, " if " + quoted(If));
}

std::string predabs::latentText(const std::string &Values,
                                const std::string &When) {
  if (When.empty() || Values.empty())
    return Values + When;
  return "if called with " + Values + ", and " + When;
}

std::string predabs::latentClause(const std::string &Why) {
  return Why.empty() || Why.starts_with("if ") ? Why : "if called with " + Why;
}

Message predabs::warning(const Decision &D, std::vector<Note> Notes) {
  Message M;
  M.Where = D.What.Where;
  M.Text = failureText(D.What);
  if (D.Answer == Verdict::Violated && !D.What.Finding.empty() &&
      !D.Why.empty())
    M.Text = withCondition(std::move(M.Text), D.Why);
  if (D.Answer == Verdict::Latent)
    M.Text += " " + (D.Why.empty() ? "for some callers" : latentClause(D.Why));
  M.Rule = ruleOf(D.What);
  M.Notes = std::move(Notes);
  return M;
}
