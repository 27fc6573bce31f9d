// See Errors.h.

#include "predicates/text/Errors.h"

#include "predicates/text/CharSet.h"

namespace predabs::text {

std::string ParseError::str() const {
  return std::to_string(At.Line) + ":" + std::to_string(At.Column) + ": " +
         Message;
}

std::string FileError::str() const {
  return File + ":" + std::to_string(Line) + ":" + std::to_string(Column) +
         ": " + Message;
}

std::string quoted(std::string_view Text, size_t Longest) {
  return "'" + std::string(Text.substr(0, Longest)) +
         (Text.size() > Longest ? "...'" : "'");
}

std::string withoutControls(std::string_view Text, char Tab) {
  std::string Result(Text);
  for (char &C : Result)
    if (C == '\t')
      C = Tab;
    else if (Controls.contains(C))
      C = '?';
  return Result;
}

} // namespace predabs::text
