#include "predicates/library/Functions.h"

#include <algorithm>
#include <unordered_map>

namespace predabs {

namespace {

using Written = LibraryFunction::Written;

constexpr Written nothing() { return {}; }
constexpr Written arg(unsigned N) { return {.Args = 1U << N}; }
constexpr Written bytes(unsigned N, int Count) {
  return {.Args = 1U << N, .Count = Count};
}
constexpr Written from(unsigned N) { return {.From = N}; }
constexpr Written format(int N) { return {.Format = N}; }
constexpr Written argAndFormat(unsigned N, int M) {
  return {.Args = 1U << N, .Format = M};
}

/// How is for the interpreter (predicates/interpreter/Library.cpp).
constexpr bool isRun(std::string_view How) { return How != "none()"; }

using Row = LibraryFunction;

constexpr Row Rows[] = {
#define FUNCTION(Name, Gives, Writes, What, How, Symbolic, Depends, Uses, In)  \
  {#Name,                                                                      \
   Row::Result::Gives,                                                         \
   Writes,                                                                     \
   Row::Contents::What,                                                        \
   isRun(#How),                                                                \
   Row::OnPath::Symbolic,                                                      \
   Row::Environment::Depends,                                                  \
   Row::Stream::Uses,                                                          \
   Row::Model::In},
#include "predicates/library/Functions.def"
};

const std::unordered_map<std::string_view, const Row *> &byName() {
  static const auto Index = [] {
    std::unordered_map<std::string_view, const Row *> Result;
    for (const Row &R : Rows)
      Result.emplace(R.Name, &R);
    return Result;
  }();
  return Index;
}

const Row *findExactly(std::string_view Name) {
  auto It = byName().find(Name);
  return It == byName().end() ? nullptr : It->second;
}

} // namespace

std::span<const LibraryFunction> libraryFunctions() { return Rows; }

const LibraryFunction *findLibraryFunction(std::string_view Name) {
  const Row *R = findExactly(Name);
  return R ? R : findExactly(plainName(Name));
}

std::string_view plainName(std::string_view Name) {
  for (std::string_view Prefix : {"__builtin_", "__isoc99_", "__isoc23_"})
    if (Name.starts_with(Prefix))
      return Name.substr(Prefix.size());
  // As they are called where files may be large.
  for (std::string_view Large :
       {"open64", "creat64", "lseek64", "fopen64", "stat64", "fstat64"})
    if (Name == Large)
      return Name.substr(0, Name.size() - 2);
  return Name;
}

bool isLibraryVariable(std::string_view Name) {
  static constexpr std::string_view Names[] = {
#define VARIABLE(Name) #Name,
#include "predicates/library/Functions.def"
  };
  return std::ranges::find(Names, Name) != std::end(Names);
}

} // namespace predabs
