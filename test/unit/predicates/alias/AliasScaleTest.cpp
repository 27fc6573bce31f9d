// How the alias analysis grows: counted in its own steps, so that the answer is
// the same on every machine. Each family is a program of N parts.

#include "predicates/alias/Constraints.h"
#include "test/support/ModuleBuilder.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace predabs;
using namespace predabs::ir;

namespace {

struct Family : ModuleBuilder {
  const Type *P = C.pointerType(I32);
  const Type *PP = C.pointerType(P);
  const Type *Node = C.recordType("node");
  const Type *NodeP = C.pointerType(Node);

  Family() {
    C.completeRecord(Node, false,
                     {{"val", I32, 0}, {"next", NodeP, 64}, {"data", P, 128}},
                     24, 8);
  }

  Function *beginStatic(const std::string &Name, const Type *Result,
                        const std::vector<const Type *> &Params = {}) {
    Function *F = begin(Name, Result, Params);
    F->IsInternal = true;
    return F;
  }
  const Expr *field(const Expr *Place, uint32_t I) { return C.field(Place, I); }
  std::string name(const char *Stem, unsigned I) {
    return Stem + std::to_string(I);
  }
};

/// Functions that build and walk lists of their own and call the next one.
void lists(Family &B, unsigned N) {
  Function *Malloc = B.declare("malloc", B.Ptr);
  Function *Last = nullptr;
  for (unsigned I = 0; I < N; ++I) {
    Function *F = B.beginStatic(B.name("f", I), B.NodeP, {B.NodeP, B.P});
    const Expr *M = B.local("m", B.Ptr), *X = B.local("x", B.I32);
    const Expr *L = B.local("l", B.NodeP), *R = B.local("r", B.NodeP);
    B.call(M, Malloc, {B.num(B.U64, 24)});
    B.assign(L, B.C.cast(B.NodeP, M));
    B.assign(B.field(B.C.deref(L), 1), B.param(0));
    B.assign(B.field(B.C.deref(L), 2), B.C.addrOf(X));
    B.assign(R, B.field(B.C.deref(L), 1));
    B.assign(B.C.deref(B.param(1)), B.field(B.C.deref(R), 0));
    if (Last)
      B.call(R, Last, {L, B.field(B.C.deref(R), 2)});
    B.ret(R);
    Last = F;
  }
}

/// One function that is called with many different addresses.
void hub(Family &B, unsigned N) {
  Function *Hub = B.beginStatic("hub", B.P, {B.P, B.PP});
  B.assign(B.C.deref(B.param(0)), B.num(1));
  B.assign(B.C.deref(B.param(1)), B.param(0));
  B.ret(B.C.deref(B.param(1)));
  for (unsigned I = 0; I < N; ++I) {
    B.beginStatic(B.name("f", I), B.C.voidType());
    const Expr *X = B.local("x", B.I32), *Y = B.local("y", B.P);
    const Expr *Z = B.local("z", B.P);
    B.call(Z, Hub, {B.C.addrOf(X), B.C.addrOf(Y)});
    B.assign(B.C.deref(Z), B.num(2));
    B.assign(B.C.deref(Y), B.num(2));
    B.ret();
  }
}

/// Copies in a row, each with one address more.
void chain(Family &B, unsigned N) {
  B.beginStatic("f", B.C.voidType());
  const Expr *Before = nullptr;
  for (unsigned I = 0; I < N; ++I) {
    const Expr *X = B.local(B.name("x", I), B.I32);
    const Expr *Q = B.local(B.name("p", I), B.P);
    B.assign(Q, B.C.addrOf(X));
    if (Before)
      B.assign(Q, Before);
    B.assign(B.C.deref(Q), B.num(1));
    Before = Q;
  }
  B.ret();
}

/// Functions in a table, and as many calls through it.
void table(Family &B, unsigned N) {
  std::vector<Function *> Fs;
  const Type *FnP = nullptr;
  for (unsigned I = 0; I < N; ++I) {
    Fs.push_back(B.beginStatic(B.name("f", I), B.P, {B.P}));
    FnP = B.C.pointerType(Fs.back()->Ty);
    B.ret(B.param(0));
  }
  Variable *T = B.global("table", B.C.arrayType(FnP, N));
  T->IsInternal = true;
  for (unsigned I = 0; I < N; ++I)
    T->Init.push_back({I * 64, 0, B.C.funcAddr(Fs[I])});
  B.beginStatic("g", B.C.voidType(), {B.I32});
  for (unsigned I = 0; I < N; ++I) {
    const Expr *X = B.local(B.name("x", I), B.I32);
    const Expr *R = B.local(B.name("r", I), B.P);
    B.call(R, B.C.index(B.C.var(T), B.param(0)), {B.C.addrOf(X)});
  }
  B.ret();
}

/// Pointers that walk over their arrays, and into fields of each other.
void walks(Family &B, unsigned N) {
  B.beginStatic("f", B.C.voidType());
  const Expr *Last = nullptr;
  for (unsigned I = 0; I < N; ++I) {
    const Expr *A = B.local(B.name("a", I), B.C.arrayType(B.Node, 8));
    const Expr *Q = B.local(B.name("q", I), B.NodeP);
    B.assign(Q, B.C.addrOf(B.C.index(A, B.num(0))));
    B.assign(Q, B.bin(Op::PtrAdd, Q, B.num(1)));
    B.assign(B.field(B.C.deref(Q), 1), Last ? Last : Q);
    B.assign(B.field(B.C.deref(Q), 2),
             B.C.addrOf(B.field(B.C.deref(B.field(B.C.deref(Q), 1)), 0)));
    Last = Q;
  }
  B.ret();
}

using Maker = void (*)(Family &, unsigned);

double workPerStmt(Maker Make, unsigned N) {
  Family B;
  Make(B, N);
  EXPECT_EQ(verify(B.M).value_or(""), "");
  size_t Stmts = 0;
  for (const auto &F : B.M.Functions)
    for (const Block &Bl : F->Blocks)
      Stmts += Bl.Stmts.size();
  alias::Constraints Facts(B.M, World::Open, {});
  return double(Facts.graph().work()) / double(Stmts);
}

class AliasScale : public testing::TestWithParam<Maker> {};

TEST_P(AliasScale, WorkGrowsWithTheProgram) {
  double Small = workPerStmt(GetParam(), 500);
  double Large = workPerStmt(GetParam(), 4000);
  std::cout << Small << " steps for a statement, " << Large
            << " in a program eight times as large\n";
  // Sets of addresses are kept in words of 64.
  EXPECT_LT(Large, std::max(2 * Small, 400.0));
}

INSTANTIATE_TEST_SUITE_P(Families, AliasScale,
                         testing::Values(lists, hub, chain, table, walks));

} // namespace
