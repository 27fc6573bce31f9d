// The table of Touches.def, see Touch.h.

#include "predicates/ir/Touch.h"

namespace predabs::ir {

namespace {

struct Row {
  Reason Why;
  Touch May;
};
constexpr Row Table[] = {
#define TOUCH(Why, Changes, Operands, Result)                                  \
  {Reason::Why,                                                                \
   {Touch::Memory::Changes, Touch::Given::Operands, Touch::Value::Result}},
#include "predicates/ir/Touches.def"
};

/// SOUND: a reason without a row would touch nothing.
constexpr bool hasRowForEach() {
  unsigned Next = 0;
  for (const Row &R : Table)
    if (unsigned(R.Why) != Next++)
      return false;
  return Next == NumReasons;
}
static_assert(hasRowForEach(), "Touches.def has the rows of Reasons.def");

} // namespace

Touch touchOf(Reason R) { return Table[unsigned(R)].May; }

const char *touchText(Touch::Memory M) {
  switch (M) {
  case Touch::Memory::Place:
    return "its place";
  case Touch::Memory::Known:
    return "what others know";
  case Touch::Memory::All:
    return "everything";
  }
  return "";
}

const char *touchText(Touch::Given G) {
  return G == Touch::Given::Escapes ? "known to others" : "no matter";
}

const char *touchText(Touch::Value V) {
  switch (V) {
  case Touch::Value::None:
    return "none";
  case Touch::Value::Known:
    return "known to others";
  case Touch::Value::Functions:
    return "known to others, functions";
  }
  return "";
}

} // namespace predabs::ir
