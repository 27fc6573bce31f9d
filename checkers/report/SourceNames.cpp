#include "checkers/report/SourceNames.h"

#include <cctype>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace predabs {

static bool isOfName(char C) {
  return std::isalnum(static_cast<unsigned char>(C)) || C == '_' || C == '$';
}

/// Without the function around a static variable: `f(int)::count`.
static std::string withoutFunction(const std::string &Name) {
  size_t End = Name.rfind(")::");
  return End == std::string::npos ? Name : Name.substr(End + 3);
}

static std::string readable(const std::string &Name) {
  int Status = 0;
  std::unique_ptr<char, decltype(&std::free)> Text(
      abi::__cxa_demangle(Name.c_str(), nullptr, nullptr, &Status), &std::free);
  return Status == 0 && Text ? withoutFunction(Text.get()) : Name;
}

std::string withSourceNames(const std::string &Text) {
  std::string Result;
  for (size_t I = 0; I < Text.size();) {
    size_t End = I;
    while (End < Text.size() && isOfName(Text[End]))
      ++End;
    std::string Word = Text.substr(I, End - I);
    Result += Word.starts_with("_Z") ? readable(Word) : Word;
    if (End < Text.size())
      Result += Text[End++];
    I = End;
  }
  return Result;
}

} // namespace predabs
