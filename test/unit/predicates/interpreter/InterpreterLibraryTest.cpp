// The models of library functions.

#include "Program.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <gtest/gtest.h>

using namespace predabs::ir;
using Outcome = RunResult::Outcome;

namespace {

/// What printf prints for a format and arguments that \p Args makes.
template <class Fn> RunResult printWith(const std::string &Format, Fn Args) {
  Program P;
  P.begin("main", P.I32);
  P.print(Format, Args(P));
  P.ret(P.num(0));
  return P.run();
}

/// The text of the host, of the same format.
template <class... Ts> std::string host(const char *Format, Ts... Values) {
  char Text[1000];
  std::snprintf(Text, sizeof(Text), Format, Values...);
  return Text;
}

TEST(Printf, Integers) {
  const char *Conversions[] = {"d", "i", "u", "x", "X", "o"};
  const char *Shapes[] = {"%",    "%5",    "%-5",  "%05",   "%+",  "% ",
                          "%#",   "%.3",   "%8.3", "%-8.3", "%.0", "%+-9",
                          "%020", "%#010", "%.",   "% 6"};
  for (const char *Shape : Shapes)
    for (const char *Conversion : Conversions)
      for (long long V : {0LL, 1LL, -1LL, 42LL, -2147483648LL, 2147483647LL,
                          -9223372036854775807LL - 1}) {
        std::string Int = std::string(Shape) + Conversion;
        std::string Long = std::string(Shape) + "l" + Conversion;
        std::string LongLong = std::string(Shape) + "ll" + Conversion;
        std::string Size = std::string(Shape) + "z" + Conversion;
        std::string Max = std::string(Shape) + "j" + Conversion;
        std::string Short = std::string(Shape) + "h" + Conversion;
        std::string Char = std::string(Shape) + "hh" + Conversion;
        std::string Format = Int + "|" + Long + "|" + LongLong + "|" + Size +
                             "|" + Max + "|" + Short + "|" + Char;
        RunResult R = printWith(Format, [&](Program &P) {
          const Expr *I = P.num(P.I32, V), *L = P.num(P.I64, V);
          return std::vector<const Expr *>{I, L, L, L, L, I, I};
        });
        EXPECT_EQ(R.Output, host(Format.c_str(), int(V), long(V), V, size_t(V),
                                 intmax_t(V), int(V), int(V)))
            << Format;
      }
}

TEST(Printf, LongOfFourBytes) {
  Target T;
  T.PointerBytes = 4;
  Program P(T);
  P.begin("main", P.I32);
  P.print("%ld %lu %zu", {P.num(-1), P.num(P.U32, -1), P.num(P.U32, 7)});
  P.ret(P.num(0));
  EXPECT_EQ(P.run().Output, "-1 4294967295 7");
}

TEST(Printf, Reals) {
  for (const char *Format :
       {"%f", "%.0f", "%12.3f", "%-12.3f|", "%+e", "%.10e", "%g", "%G", "%#g",
        "%a", "%A", "%08.2f", "%.20g", "%E", "%F"})
    for (double V : {0.0, -0.0, 1.0, 0.1, -123456.789, 1e100, 1e-100, 2.5,
                     double(INFINITY), -double(INFINITY)}) {
      RunResult R = printWith(Format, [&](Program &P) {
        return std::vector<const Expr *>{P.real(V)};
      });
      EXPECT_EQ(R.Output, host(Format, V)) << Format;
    }
  RunResult R = printWith("%Lf %.25Lg", [](Program &P) {
    const Expr *L = P.C.cast(P.F80, P.real(0.1));
    return std::vector<const Expr *>{L, L};
  });
  EXPECT_EQ(R.Output, host("%Lf %.25Lg", 0.1L * 0 + 0.1, 0.1L * 0 + 0.1));
}

TEST(Printf, CharactersAndStrings) {
  for (const char *Format :
       {"[%s]", "[%10s]", "[%-10s]", "[%.2s]", "[%5.1s]"}) {
    RunResult R = printWith(Format, [](Program &P) {
      return std::vector<const Expr *>{P.text("hello")};
    });
    EXPECT_EQ(R.Output, host(Format, "hello"));
  }
  RunResult R = printWith("%c%3c%%%-3c|%*d|%-*d|%.*f", [](Program &P) {
    return std::vector<const Expr *>{P.num('a'), P.num('b'), P.num('c'),
                                     P.num(5),   P.num(42),  P.num(5),
                                     P.num(42),  P.num(2),   P.real(3.14159)};
  });
  EXPECT_EQ(R.Output, host("%c%3c%%%-3c|%*d|%-*d|%.*f", 'a', 'b', 'c', 5, 42, 5,
                           42, 2, 3.14159));
  EXPECT_EQ(printWith("%*d|%.*d",
                      [](Program &P) {
                        return std::vector<const Expr *>{P.num(-4), P.num(1),
                                                         P.num(-1), P.num(2)};
                      })
                .Output,
            host("%*d|%.*d", -4, 1, -1, 2));
}

TEST(Printf, Zeros) {
  RunResult R = printWith(
      "a%cb", [](Program &P) { return std::vector<const Expr *>{P.num(0)}; });
  EXPECT_EQ(R.Output, std::string("a\0b", 3));
}

TEST(Printf, Pointers) {
  RunResult R = printWith("%p %p %12p|", [](Program &P) {
    return std::vector<const Expr *>{P.num(P.Ptr, 0x1234abcd), P.C.null(P.Ptr),
                                     P.num(P.Ptr, 0xff)};
  });
  EXPECT_EQ(R.Output, "0x1234abcd (nil)         0xff|");
}

TEST(Printf, Mistakes) {
  auto None = [](Program &) { return std::vector<const Expr *>(); };
  auto Int = [](Program &P) { return std::vector<const Expr *>{P.num(1)}; };
  auto Real = [](Program &P) { return std::vector<const Expr *>{P.real(1)}; };
  EXPECT_EQ(printWith("%d", None).How, Outcome::Undefined);
  EXPECT_EQ(printWith("%*d", None).How, Outcome::Undefined);
  EXPECT_EQ(printWith("%f", Int).How, Outcome::Undefined);
  EXPECT_EQ(printWith("%d", Real).How, Outcome::Undefined);
  EXPECT_EQ(printWith("%s", Int).How, Outcome::Undefined);
  EXPECT_EQ(printWith("%n", Int).How, Outcome::Refused);
  EXPECT_EQ(printWith("%ls", Int).How, Outcome::Refused);
  EXPECT_EQ(printWith("%", None).How, Outcome::Refused);
}

TEST(Output, Streams) {
  Program P;
  const Expr *Out = P.C.var(P.global("stdout", P.Ptr));
  const Expr *Err = P.C.var(P.global("stderr", P.Ptr));
  const Expr *Other = P.C.var(P.global("other", P.Ptr));
  for (const char *Name : {"stdout", "stderr"})
    P.M.findGlobal(Name)->IsDefined = false;
  P.begin("main", P.I32);
  Function *Fprintf = P.library("fprintf", P.I32);
  const Expr *N = P.local("n", P.I32);
  P.call(N, Fprintf, {Out, P.text("%d,"), P.num(123)});
  P.call(nullptr, Fprintf, {Err, P.text("oops %d"), N});
  P.call(nullptr, P.library("puts", P.I32), {P.text("line")});
  P.call(nullptr, P.library("fputs", P.I32), {P.text("text"), Out});
  P.call(nullptr, P.library("putchar", P.I32), {P.num('!')});
  P.call(nullptr, P.library("fputc", P.I32), {P.num('?'), Err});
  P.call(nullptr, P.library("fflush", P.I32), {Out});
  P.call(nullptr, Fprintf, {Other, P.text("x")});
  P.ret(P.num(0));
  RunResult R = P.run();
  EXPECT_EQ(R.Output, "123,line\ntext!");
  EXPECT_EQ(R.Errors, "oops 4?");
  EXPECT_EQ(R.How, Outcome::Refused);
}

TEST(Output, GoesToTheSink) {
  struct Recorder : OutputSink {
    void write(Stream To, std::string_view Text) override {
      All += To == Stream::Output ? "out:" : "err:";
      All += Text;
    }
    std::string All;
  } Sink;
  Program P;
  P.begin("main", P.I32);
  P.print("a%d", {P.num(1)});
  P.print("b", {});
  P.ret(P.num(0));
  RunOptions O;
  O.Sink = &Sink;
  EXPECT_EQ(run(P.M, O).Output, "");
  EXPECT_EQ(Sink.All, "out:a1out:b");
}

TEST(Output, IntoMemory) {
  Program P;
  P.begin("main", P.I32);
  const Expr *Buffer = P.local("b", P.C.arrayType(P.I8, 8));
  const Expr *At = P.C.addrOf(Buffer), *N = P.local("n", P.I32);
  P.call(N, P.library("sprintf", P.I32), {At, P.text("<%d>"), P.num(42)});
  P.print("%s %d;", {At, N});
  P.call(N, P.library("snprintf", P.I32),
         {At, P.num(P.U64, 4), P.text("%s"), P.text("longer")});
  P.print("%s %d;", {At, N});
  P.call(N, P.library("snprintf", P.I32),
         {P.C.null(P.Ptr), P.num(P.U64, 0), P.text("%d"), P.num(12345)});
  P.print("%d;", {N});
  P.call(N, P.library("sprintf", P.I32), {At, P.text("12345678")});
  P.ret(P.num(0));
  RunResult R = P.run();
  EXPECT_EQ(R.Output, "<42> 4;lon 6;5;");
  EXPECT_EQ(R.How, Outcome::Undefined);
}

// Bytes and strings. Each call prints its result.

struct Strings : Program {
  Strings() { begin("main", I32); }
  /// Calls and prints the number that it returns.
  void number(const char *Name, std::vector<const Expr *> Args) {
    const Expr *N = local("n", I32);
    call(N, library(Name, I32), std::move(Args));
    print("%d ", {N});
  }
  /// Calls and prints the string that it returns, or (nil).
  void pointer(const char *Name, std::vector<const Expr *> Args) {
    const Expr *Q = local("q", Ptr);
    call(Q, library(Name, Ptr), std::move(Args));
    BlockId End = block("end");
    auto [Null, There] = branch(bin(Op::Eq, Q, C.null(Ptr)));
    at(Null);
    print("%p ", {Q});
    go({End});
    at(There);
    print("%s ", {Q});
    go({End});
    at(End);
  }
  const Expr *buffer(uint64_t Size) {
    const Expr *B = local("b", C.arrayType(I8, Size));
    return C.cast(Ptr, C.addrOf(B));
  }
  const Expr *size(uint64_t N) { return num(U64, SInt128(N)); }
  std::string output() {
    ret(num(0));
    RunResult R = run();
    return R.How == Outcome::Exited ? R.Output : R.Output + R.Why;
  }
};

TEST(StringModels, Comparisons) {
  Strings S;
  S.number("strcmp", {S.text("abc"), S.text("abc")});
  S.number("strcmp", {S.text("abc"), S.text("abd")});
  S.number("strcmp", {S.text("b"), S.text("abc")});
  S.number("strcmp", {S.text("\xff"), S.text("a")}); // bytes are unsigned
  S.number("strncmp", {S.text("abc"), S.text("abd"), S.size(2)});
  S.number("strncmp", {S.text("abc"), S.text("abd"), S.size(3)});
  S.number("memcmp", {S.text(std::string("a\0c", 3)),
                      S.text(std::string("a\0b", 3)), S.size(3)});
  S.number("memcmp", {S.text("x"), S.text("y"), S.size(0)});
  EXPECT_EQ(S.output(), "0 -1 1 1 0 -1 1 0 ");
}

TEST(StringModels, Searches) {
  Strings S;
  S.number("strlen", {S.text("hello")});
  S.number("strnlen", {S.text("hello"), S.size(3)});
  S.pointer("strchr", {S.text("hello"), S.num('l')});
  S.pointer("strrchr", {S.text("hello"), S.num('l')});
  S.pointer("strchr", {S.text("hello"), S.num('z')});
  S.pointer("strchr", {S.text("hello"), S.num(0)});
  S.pointer("memchr", {S.text("hello"), S.num('o'), S.size(5)});
  S.pointer("memchr", {S.text("hello"), S.num('o'), S.size(4)});
  EXPECT_EQ(S.output(), "5 3 llo lo (nil)  o (nil) ");
}

TEST(StringModels, Copies) {
  Strings S;
  const Expr *B = S.buffer(10);
  S.pointer("strcpy", {B, S.text("abc")});
  S.pointer("strcat", {B, S.text("def")});
  S.pointer("strncpy", {B, S.text("xyz"), S.size(2)});
  S.pointer("memset", {B, S.num('-'), S.size(3)});
  S.pointer("memcpy", {B, S.text("123"), S.size(2)});
  S.pointer("memmove", {S.bin(Op::PtrAdd, B, S.num(1)), B, S.size(4)});
  S.pointer("__builtin_memcpy", {B, S.text("@"), S.size(1)});
  EXPECT_EQ(S.output(), "abc abcdef xycdef ---def 12-def 12-df @12-df ");
}

TEST(StringModels, Mistakes) {
  {
    Strings S;
    S.pointer("strcpy", {S.buffer(3), S.text("abc")});
    EXPECT_NE(S.output().find("write of 4 bytes"), std::string::npos);
  }
  {
    Strings S;
    const Expr *B = S.buffer(8);
    S.pointer("memcpy", {B, S.bin(Op::PtrAdd, B, S.num(1)), S.size(4)});
    EXPECT_EQ(S.output(), "memcpy between overlapping ranges");
  }
  {
    Strings S;
    S.number("strlen", {S.buffer(3)});
    EXPECT_EQ(S.output(), "a read of memory, which is uninitialised");
  }
  {
    Strings S;
    S.number("strlen", {});
    EXPECT_EQ(S.output(), "a call of 'strlen' with too few arguments");
  }
}

TEST(StringModels, Numbers) {
  Strings S;
  S.number("atoi", {S.text(" -42x")});
  S.number("abs", {S.num(-5)});
  S.number("abs", {S.num(5)});
  const Expr *End = S.local("end", S.Ptr);
  S.number("strtol", {S.text("ff zz"), S.C.addrOf(End), S.num(16)});
  S.print("%s ", {End});
  S.number("abs", {S.num(-2147483648LL)});
  EXPECT_EQ(S.output(), "-42 5 5 255  zz signed overflow in abs");
}

TEST(RealModels, FabsAndSqrt) {
  Program P;
  P.begin("main", P.I32);
  const Expr *X = P.local("x", P.F64), *Y = P.local("y", P.F32);
  P.call(X, P.library("fabs", P.F64), {P.real(-2.25)});
  P.print("%g ", {X});
  P.call(X, P.library("sqrt", P.F64), {P.real(2)});
  P.print("%.17g ", {X});
  P.call(Y, P.library("fabsf", P.F32), {P.C.cast(P.F32, P.real(-0.5))});
  P.print("%g", {P.C.cast(P.F64, Y)});
  P.ret(P.num(0));
  EXPECT_EQ(P.run().Output, host("2.25 %.17g 0.5", std::sqrt(2.0)));
}

// The heap.

struct Heap : Program {
  Heap() {
    begin("main", I32);
    Q = local("q", C.pointerType(I32));
  }
  void malloc(uint64_t Size) {
    call(Q, library("malloc", Q->type()), {num(U64, SInt128(Size))});
  }
  void free() { call(nullptr, library("free", C.voidType()), {Q}); }
  const Expr *at(int I) { return C.deref(bin(Op::PtrAdd, Q, num(I))); }
  RunResult finish() {
    ret(num(0));
    return run();
  }
  const Expr *Q;
};

TEST(HeapModels, BlocksAreCheckedAtTheirEnds) {
  Heap H;
  H.malloc(8);
  H.assign(H.at(1), H.num(5));
  H.print("%d", {H.at(1)});
  H.assign(H.at(2), H.num(6));
  RunResult R = H.finish();
  EXPECT_EQ(R.Output, "5");
  EXPECT_EQ(R.How, Outcome::Undefined);
}

TEST(HeapModels, UseAfterFree) {
  Heap H;
  H.malloc(8);
  H.assign(H.at(0), H.num(5));
  H.free();
  H.print("%d", {H.at(0)});
  EXPECT_EQ(H.finish().How, Outcome::Undefined);
}

TEST(HeapModels, WrongFrees) {
  {
    Heap H;
    H.malloc(8);
    H.free();
    H.free();
    EXPECT_EQ(H.finish().Why,
              "free of an address that is not a live block of the heap");
  }
  {
    Heap H;
    H.malloc(8);
    H.assign(H.Q, H.bin(Op::PtrAdd, H.Q, H.num(1)));
    H.free();
    EXPECT_EQ(H.finish().How, Outcome::Undefined);
  }
  {
    Heap H;
    H.assign(H.Q, H.C.null(H.Q->type()));
    H.free();
    EXPECT_EQ(H.finish().How, Outcome::Exited);
  }
}

TEST(HeapModels, MallocIsUninitialisedCallocIsZero) {
  Heap H;
  H.call(H.Q, H.library("calloc", H.Q->type()),
         {H.num(H.U64, 3), H.num(H.U64, 4)});
  H.print("%d", {H.at(2)});
  H.malloc(12);
  H.print("%d", {H.at(2)});
  RunResult R = H.finish();
  EXPECT_EQ(R.Output, "0");
  EXPECT_EQ(R.How, Outcome::Refused);
}

TEST(HeapModels, ReallocKeepsTheContents) {
  Heap H;
  H.malloc(8);
  H.assign(H.at(0), H.num(1));
  H.assign(H.at(1), H.num(2));
  H.call(H.Q, H.library("realloc", H.Q->type()), {H.Q, H.num(H.U64, 12)});
  H.assign(H.at(2), H.num(3));
  H.print("%d%d%d", {H.at(0), H.at(1), H.at(2)});
  H.call(H.Q, H.library("realloc", H.Q->type()), {H.Q, H.num(H.U64, 4)});
  H.print("%d", {H.at(0)});
  H.print("%d", {H.at(1)});
  RunResult R = H.finish();
  EXPECT_EQ(R.Output, "1231");
  EXPECT_EQ(R.How, Outcome::Undefined);
}

TEST(HeapModels, TooMuchIsNull) {
  Heap H;
  H.malloc(uint64_t(1) << 60);
  H.print("%p", {H.Q});
  EXPECT_EQ(H.finish().Output, "(nil)");
}

TEST(HeapModels, MoreThanAllowedIsRefused) {
  Heap H;
  H.malloc(9);
  H.ret(H.num(0));
  RunOptions O;
  O.MaxBlock = 8;
  RunResult R = predabs::ir::run(H.M, O);
  EXPECT_EQ(R.How, Outcome::Refused);
  EXPECT_EQ(R.Why, "a block of 9 bytes");
}

TEST(HeapModels, FreedMemoryComesBack) {
  // 400 rounds of a megabyte are more than there is at once.
  Program P;
  P.begin("main", P.I32);
  const Expr *I = P.local("i", P.I32);
  const Expr *Q = P.local("q", P.C.pointerType(P.I8));
  P.assign(I, P.num(0));
  BlockId Head = P.block("head");
  P.go({Head});
  P.at(Head);
  auto [Body, End] = P.branch(P.bin(Op::Lt, I, P.num(400)));
  P.at(Body);
  P.call(Q, P.library("malloc", Q->type()), {P.num(P.U64, 1 << 20)});
  P.assign(P.C.deref(Q), P.num(P.I8, 1));
  P.call(nullptr, P.library("free", P.C.voidType()), {Q});
  P.assign(I, P.add(I, P.num(1)));
  P.go({Head});
  P.at(End);
  P.ret(P.num(7));
  RunResult R = P.run();
  EXPECT_EQ(R.ExitStatus, 7) << R.Why;
}

TEST(HeapModels, AllocaLivesAsLongAsItsFrame) {
  for (const char *Name : {"alloca", "__builtin_alloca"}) {
    Program P;
    const Type *IntPtr = P.C.pointerType(P.I32);
    Function *Alloca = P.library(Name, IntPtr);
    Function *F = P.begin("f", IntPtr);
    const Expr *Q = P.local("q", IntPtr), *R = P.local("r", IntPtr);
    P.call(Q, Alloca, {P.num(P.U64, 4)});
    P.call(R, Alloca, {P.num(P.U64, 4)});
    P.assign(P.C.deref(Q), P.num(5));
    P.assign(P.C.deref(R), P.num(6));
    P.print("%d", {P.C.deref(Q)});
    P.ret(Q);
    P.begin("main", P.I32);
    const Expr *S = P.local("s", IntPtr);
    P.call(S, F, {});
    P.print("%d", {P.C.deref(S)});
    P.ret(P.num(0));
    RunResult Result = P.run();
    EXPECT_EQ(Result.Output, "5");
    EXPECT_EQ(Result.How, Outcome::Undefined);
  }
}

// Ends.

TEST(EndModels, ExitFromDeepInside) {
  Program P;
  Function *F = P.begin("f", P.C.voidType());
  P.call(nullptr, P.library("exit", P.C.voidType()), {P.num(-1)});
  P.begin("main", P.I32);
  P.call(nullptr, F, {});
  P.ret(P.num(0));
  RunResult R = P.run();
  EXPECT_EQ(R.How, Outcome::Exited);
  EXPECT_EQ(R.ExitStatus, 255);
}

TEST(EndModels, AbortAndAssert) {
  {
    Program P;
    P.begin("main", P.I32);
    P.call(nullptr, P.library("abort", P.C.voidType()), {});
    EXPECT_EQ(P.run().How, Outcome::Aborted);
  }
  {
    Program P;
    P.begin("main", P.I32);
    P.call(nullptr, P.library("__assert_fail", P.C.voidType()),
           {P.text("x > 0"), P.text("a.c"), P.num(P.U32, 3), P.text("main")});
    RunResult R = P.run();
    EXPECT_EQ(R.How, Outcome::AssertFailed);
    EXPECT_EQ(describe(R, P.M), "test.c:1:1: assertion failed: x > 0");
  }
}

TEST(EndModels, AFunctionWithABodyIsNoModel) {
  Program P;
  Function *Abs = P.begin("abs", P.I32, {P.I32});
  P.ret(P.num(99));
  P.begin("main", P.I32);
  const Expr *X = P.local("x", P.I32);
  P.call(X, Abs, {P.num(-1)});
  P.ret(X);
  EXPECT_EQ(P.run().ExitStatus, 99);
}

} // namespace
