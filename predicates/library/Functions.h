// What is known of the functions of the C and C++ libraries, by name: one
// table, Functions.def, with a column for each that asks. Of strlen it says
// that it gives a number and writes nothing (the alias analysis), how the
// interpreter runs it, that its result is the same in every environment, and
// that there is a model in C:
//
//   FUNCTION(strlen, Number, nothing(), Bytes, run(1, modelStrlen), No, Same,
//            No, InC)
//
// __builtin_strlen is strlen here, and __isoc23_strtol is strtol.

#ifndef PREDABS_PREDICATES_LIBRARY_FUNCTIONS_H
#define PREDABS_PREDICATES_LIBRARY_FUNCTIONS_H

#include <climits>
#include <cstdint>
#include <span>
#include <string_view>

namespace predabs {

/// A row of the table; Functions.def explains the values.
struct LibraryFunction {
  enum class Result : uint8_t {
    Unknown,
    Number,
    Fresh,
    FreshOrFirst,
    First,
    InFirst,
    Others,
    ErrorNumber,
  };
  enum class Contents : uint8_t {
    Bytes,
    CopyOfSecond,
    Any,
    InFirst,
    Shown,
    Kept,
  };
  struct Written {
    uint32_t Args = 0;        ///< a bit for each of the first
    unsigned From = UINT_MAX; ///< this one and all that follow
    int Format = -1;          ///< all that follow, if it has a %n
    int Count = -1;           ///< which argument says how many bytes

    bool operator==(const Written &) const = default;
  };
  enum class OnPath : uint8_t {
    No,
    Prints,
    Moves,
    MovesApart,
    Fills,
    Magnitude,
    Resizes,
    AnyBytes,
    ComputedBytes,
    Nothing,
    Question,
    QuestionText,
    Draw,
    DrawSeeded,
    Spoil,
    SpoilIf,
    Ask,
    OfBegin,
    OfEnd,
    Seed,
    AnswerBytes,
    CallbacksBegin,
    CallbacksEnd,
  };
  enum class Environment : uint8_t {
    Any,
    Same,
    SameSign,
    SameEffect,
    Heap,
    AtEnd,
  };
  enum class Stream : uint8_t { No, Stream };
  enum class Model : uint8_t { No, InC };

  std::string_view Name;
  Result Gives = Result::Unknown;
  Written Writes = {};
  Contents What = Contents::Bytes;
  bool IsRun = false; ///< by the interpreter
  OnPath Symbolic = OnPath::No;
  Environment Depends = Environment::Any;
  Stream Uses = Stream::No;
  Model Modelled = Model::No;
};

/// All rows, in the order of Functions.def.
std::span<const LibraryFunction> libraryFunctions();
/// The row of the function that \p Name stands for, or null.
const LibraryFunction *findLibraryFunction(std::string_view Name);

/// The name by which a program knows what compilers and the GNU library call
/// \p Name: malloc for __builtin_malloc, sscanf for __isoc99_sscanf, open for
/// open64.
std::string_view plainName(std::string_view Name);

/// Whether \p Name is that of a variable of the C library, as optind is.
bool isLibraryVariable(std::string_view Name);

} // namespace predabs

#endif
