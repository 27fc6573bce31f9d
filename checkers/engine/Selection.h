// Parts of lists that are worked on apart, and put back where they were.

#ifndef PREDABS_CHECKERS_ENGINE_SELECTION_H
#define PREDABS_CHECKERS_ENGINE_SELECTION_H

#include <cstddef>
#include <utility>
#include <vector>

namespace predabs {

/// The positions in \p All of what \p Is true of.
template <class T, class Test>
std::vector<size_t> positions(const std::vector<T> &All, Test Is) {
  std::vector<size_t> Result;
  for (size_t I = 0; I < All.size(); ++I)
    if (Is(All[I]))
      Result.push_back(I);
  return Result;
}

template <class T>
std::vector<T> select(const std::vector<T> &All,
                      const std::vector<size_t> &Which) {
  std::vector<T> Result;
  for (size_t I : Which)
    Result.push_back(All[I]);
  return Result;
}

template <class T>
void putBack(std::vector<T> &All, const std::vector<size_t> &Which,
             std::vector<T> New) {
  for (size_t I = 0; I < Which.size(); ++I)
    All[Which[I]] = std::move(New[I]);
}

} // namespace predabs

#endif
