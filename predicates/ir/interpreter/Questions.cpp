// What models ask the environment with, see Library.h and checkers/models/
// model.h: a run remembers what was asked, and says of an answer to the same
// question, or to one that may be the same, that it is not to be chosen.

#include "predicates/ir/interpreter/Library.h"

namespace predabs::ir::interp {

namespace {

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

bool askFor(LibraryCall &C, Reason Why) {
  return C.M
      .ask(C.At, {ValueRequest::Kind::Havoc, Why, C.M.module().Ctx.voidType(),
                  nullptr, nullptr, Loc()})
      .has_value();
}

void modelAnswerBytes(LibraryCall &C) {
  if (askFor(C, Reason::Nondeterministic))
    C.M.forgetChecked(C.At, C.word(0), C.word(1));
}

void modelCallbacksBegin(LibraryCall &) {}
void modelCallbacksEnd(LibraryCall &C) { askFor(C, Reason::Builtin); }

constexpr LibraryRow Rows[] = {
    {"__predabs_question", 2, modelQuestion},
    {"__predabs_question_text", 2, modelQuestionText},
    {"__predabs_draw", 1, modelDraw},
    {"__predabs_draw_seeded", 1, modelDrawSeeded},
    {"__predabs_spoil", 1, modelSpoil},
    {"__predabs_spoil_if", 2, modelSpoilIf},
    {"__predabs_ask", 2, modelAsk},
    {"__predabs_of_begin", 1, modelOf},
    {"__predabs_of_end", 0, modelOf},
    {"__predabs_seed", 2, modelSpoil},
    {"__predabs_answer_bytes", 2, modelAnswerBytes},
    {"__predabs_callbacks_begin", 0, modelCallbacksBegin},
    {"__predabs_callbacks_end", 0, modelCallbacksEnd},
};

} // namespace

std::span<const LibraryRow> questionRows() { return Rows; }

} // namespace predabs::ir::interp
