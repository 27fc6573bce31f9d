#include "checkers/protocols/instrument/Violation.h"

namespace predabs {

using namespace ir;

bool isViolation(const Stmt &S) {
  return S.Marks.has(Mark::Violation) && S.Args.size() == 5 &&
         S.Args[3]->kind() == ExprKind::Int &&
         S.Args[4]->kind() == ExprKind::Int;
}

static LockAtEntry lockAtEntry(MarkSet Marks) {
  return Marks.has(Mark::FreeAtEntry)   ? LockAtEntry::Free
         : Marks.has(Mark::HeldAtEntry) ? LockAtEntry::Held
                                        : LockAtEntry::Any;
}

static std::string textOf(const Expr *Literal) {
  while (Literal->numOperands() && Literal->kind() != ExprKind::Var)
    Literal = Literal->operand(0);
  if (Literal->kind() != ExprKind::Var)
    return "";
  const std::string &Bytes = Literal->variable()->Bytes;
  return Bytes.substr(0, Bytes.find('\0'));
}

Violation violationOf(const Stmt &S) {
  return {textOf(S.Args[0]),           textOf(S.Args[1]),
          textOf(S.Args[2]),           lockAtEntry(S.Marks),
          uint32_t(S.Args[3]->bits()), uint32_t(S.Args[4]->bits()),
          S.Marks.has(Mark::Certain),  S.Marks.has(Mark::Partial)};
}

MarkSet marksOf(const Violation &V) {
  MarkSet Result = {Mark::Violation};
  if (V.Lock == LockAtEntry::Free)
    Result.add(Mark::FreeAtEntry);
  if (V.Lock == LockAtEntry::Held)
    Result.add(Mark::HeldAtEntry);
  if (V.IsCertain)
    Result.add(Mark::Certain);
  if (V.IsPartial)
    Result.add(Mark::Partial);
  return Result;
}

} // namespace predabs
