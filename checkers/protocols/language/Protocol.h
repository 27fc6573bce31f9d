// A protocol says in which order functions may be called on an object: an
// automaton for each object, driven by calls. In the text form, which Parse.h
// reads, Print.h writes and docs/protocols.md describes:
//
//   protocol pthread-mutex
//   states free, held*, destroyed
//   balanced
//   call pthread_mutex_init(object, attributes):
//     any -> free, attributes == 0
//   call pthread_mutex_lock(object):
//     held:      error double-acquire "'%o' is acquired twice"
//     destroyed: error use-destroyed "'%o' was destroyed"
//     free -> held, returns == 0
//   call pthread_mutex_trylock(object):
//     free -> held, returns == 0
//     any stays, returns != 0
//
// The object starts in the first state, a star marks the states in which it is
// held. A call whose object is in a state with an error fails; otherwise one of
// the ways is taken whose states and tests of arguments fit, whichever it is.
// Where there is none the object stays as it is and the result is arbitrary.
//
// The state lies in the object itself, so that aliases, members, arrays and
// summaries work on it as on any memory: see Instrument.h.

#ifndef PREDABS_CHECKERS_PROTOCOLS_LANGUAGE_PROTOCOL_H
#define PREDABS_CHECKERS_PROTOCOLS_LANGUAGE_PROTOCOL_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace predabs {

struct ProtocolState {
  std::string Name;
  bool IsHeld = false;

  bool operator==(const ProtocolState &) const = default;
};

/// A test of the result of a call, or of an argument: `== 0`; pointers are
/// compared as numbers.
struct ResultTest {
  enum class Kind : uint8_t {
    Any,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
  };
  Kind What = Kind::Any;
  int64_t Value = 0;

  bool operator==(const ResultTest &) const = default;
};

/// A test of an argument, known before the call.
struct ArgumentTest {
  uint32_t Index = 0; ///< from 0
  ResultTest Is;

  bool operator==(const ArgumentTest &) const = default;
};

/// What a call may do to an object that is in one of the states From.
struct Transition {
  std::vector<uint32_t> From; ///< ascending; empty: any state
  /// Where it goes; nothing: it stays. Not used by an error.
  std::optional<uint32_t> To;
  /// All must hold for the way to be taken. An error has none.
  std::vector<ArgumentTest> Arguments;
  ResultTest Returns;
  /// Of an error: which finding it is ("double-acquire") and what to say, with
  /// %o for the object as the user wrote it and %f for the function called.
  std::string Finding;
  std::string Message;

  bool isError() const { return !Finding.empty(); }
  bool operator==(const Transition &) const = default;
};

/// Which object an event is about.
struct TrackedObject {
  enum class Kind : uint8_t {
    Argument, ///< the object that argument number Index points to
    Result,   ///< the object that the result points to
    Global,   ///< the one object of the protocol, which has no address
  };
  Kind What = Kind::Argument;
  uint32_t Index = 0; ///< a receiver (`this`) is argument 0

  bool operator==(const TrackedObject &) const = default;
};

/// Some functions that mean the same to the object.
struct ProtocolEvent {
  /// As the linker or a person names them: `pthread_mutex_lock`,
  /// `std::mutex::lock`.
  std::vector<std::string> Functions;
  TrackedObject Object;
  std::vector<Transition> Ways;
  uint32_t Line = 0; ///< in the text; no part of the value

  bool operator==(const ProtocolEvent &O) const {
    return Functions == O.Functions && Object == O.Object && Ways == O.Ways;
  }
};

/// A state has to fit into six bits.
constexpr size_t MaxProtocolStates = 64;

struct Protocol {
  std::string Name;  ///< "pthread-mutex"
  std::string Check; ///< the word of `checks=` that asks for it: "lock"
  /// The record types of objects, as a person names them. A call on an object
  /// of another type is no event; where none is named, every call is one.
  std::vector<std::string> Types;
  std::vector<ProtocolState> States; ///< the first is that of a new object
  /// The state of a local or allocated object that nobody initialised, if the
  /// protocol tells it from a new one (`uninitialised STATE`).
  std::optional<uint32_t> Uninitialised;
  /// The state of an object whose initialiser is not all zeros, where that is
  /// not the first one (`initialised STATE`).
  std::optional<uint32_t> Initialised;
  std::vector<ProtocolEvent> Events;
  /// Whether functions must leave objects as they found them unless the result
  /// tells: `balanced`.
  bool IsBalanced = false;
  /// Whether functions count only if a header of the system declares them:
  /// `system`. Others may use the same names for something else.
  bool IsOfSystem = false;
  bool IsWarning = true; ///< severity; else a remark

  bool operator==(const Protocol &) const = default;
};

} // namespace predabs

#endif
