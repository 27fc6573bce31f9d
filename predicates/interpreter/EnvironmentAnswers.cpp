// What models ask the environment with, see Library.h and checkers/models/
// model.h: a run remembers what was asked, and says of an answer to the same
// question, or to one that may be the same, that it is not to be chosen.

#include "predicates/interpreter/Library.h"

namespace predabs::ir::interp {

namespace {

bool askFor(LibraryCall &C, Reason Why) {
  return C.M
      .ask(C.At, {ValueRequest::Kind::Havoc, Why, C.M.module().Ctx.voidType(),
                  nullptr, nullptr, Loc()})
      .has_value();
}

} // namespace

void modelQuestion(LibraryCall &C) {
  C.M.isAgain(!C.M.Asked.insert({C.word(0), C.word(1)}).second ||
              C.M.Spoiled.contains(C.word(0)));
}

void modelAsk(LibraryCall &C) {
  if (C.M.Asked.contains({C.word(0), C.word(1)}))
    C.M.isAgain(true);
}

/// A run does not look at the text.
void modelQuestionText(LibraryCall &C) {
  C.M.isAgain(!C.M.Asked.insert({C.word(0), 0}).second ||
              C.M.Spoiled.contains(C.word(0)));
}

void modelDraw(LibraryCall &C) { C.M.isAgain(C.M.Spoiled.contains(C.word(0))); }
/// Who has not seeded it gets the same numbers in every run.
void modelDrawSeeded(LibraryCall &C) {
  bool IsFirstRun = C.M.options().Globals != GlobalsStart::Arbitrary;
  C.M.isAgain(IsFirstRun || C.M.Spoiled.contains(C.word(0)));
}
void modelSpoil(LibraryCall &C) { C.M.Spoiled.insert(C.word(0)); }
void modelSpoilIf(LibraryCall &C) {
  if (C.word(1))
    modelSpoil(C);
}
/// Whose matter a choice is, a path tells.
void modelOf(LibraryCall &) {}

void modelAnswerBytes(LibraryCall &C) {
  if (askFor(C, Reason::Nondeterministic))
    C.M.forgetChecked(C.At, C.word(0), C.word(1));
}

void modelCallbacksBegin(LibraryCall &) {}
void modelCallbacksEnd(LibraryCall &C) { askFor(C, Reason::Builtin); }

} // namespace predabs::ir::interp
