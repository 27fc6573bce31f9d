// What a statement stands for, beside what it does. A property that is compiled
// into a program leaves marks for those who look at the program later:
//
//   (*%m).pthread_mutex_state = 1:u6 marked acquires
//
// No execution depends on them.

#ifndef PREDABS_PREDICATES_IR_MARKS_H
#define PREDABS_PREDICATES_IR_MARKS_H

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

namespace predabs::ir {

enum class Mark : uint8_t {
#define MARK(Enumerator, Text, Kind, Help) Enumerator,
#include "predicates/ir/Marks.def"
};
constexpr unsigned NumMarks = 0
#define MARK(Enumerator, Text, Kind, Help) +1
#include "predicates/ir/Marks.def"
    ;
const char *markText(Mark M);
std::optional<Mark> markFromText(const std::string &Text);

class MarkSet {
public:
  constexpr MarkSet() = default;
  constexpr MarkSet(std::initializer_list<Mark> All) {
    for (Mark M : All)
      add(M);
  }

  constexpr void add(Mark M) { Bits = uint16_t(Bits | 1u << unsigned(M)); }
  constexpr bool has(Mark M) const { return Bits >> unsigned(M) & 1; }
  constexpr bool empty() const { return Bits == 0; }

  bool operator==(const MarkSet &) const = default;

private:
  uint16_t Bits = 0;
};
static_assert(NumMarks <= 16);

} // namespace predabs::ir

#endif
