#include "checkers/report/Report.h"

#include <algorithm>

using namespace predabs;

const char *predabs::verdictText(Verdict V) {
  switch (V) {
  case Verdict::Proved:
    return "proved";
  case Verdict::Violated:
    return "violated";
  case Verdict::Latent:
    return "latent";
  case Verdict::Unknown:
    break;
  }
  return "unknown";
}

void predabs::add(EngineStats &Sum, const EngineStats &S) {
  Sum.Functions += S.Functions;
  Sum.Imported += S.Imported;
  Sum.Reused += S.Reused;
  Sum.Predicates += S.Predicates;
  Sum.Rounds += S.Rounds;
  Sum.Asked += S.Asked;
  Sum.Remembered += S.Remembered;
  Sum.Kept += S.Kept;
  Sum.AskedImported += S.AskedImported;
  Sum.Exact += S.Exact;
  Sum.BddNodes = std::max(Sum.BddNodes, S.BddNodes);
  Sum.Paths += S.Paths;
  Sum.Infeasible += S.Infeasible;
  Sum.Runs += S.Runs;
  Sum.Units += S.Units;
  Sum.Disagreements += S.Disagreements;
}

std::string predabs::ruleOf(const Obligation &O) {
  return "predabs-" + O.Property + (O.Finding.empty() ? "" : "-" + O.Finding);
}

ir::Exactness Stats::total() const {
  ir::Exactness Sum;
  for (const FunctionStats &F : Functions)
    Sum += F.How;
  return Sum;
}

// Both directions walk the same fields in the same order, so one `visit` per
// type serves them: the writer reads the fields, the reader fills them.

namespace {

class Writer {
public:
  std::string Bytes;

  void number(uint64_t &N) {
    for (unsigned I = 0; I < 8; ++I)
      Bytes += char(N >> (8 * I));
  }
  void text(std::string &S) {
    uint64_t Size = S.size();
    number(Size);
    Bytes += S;
  }
  template <class T> uint64_t size(std::vector<T> &V) {
    uint64_t Size = V.size();
    number(Size);
    return Size;
  }
};

class Reader {
public:
  explicit Reader(std::string_view Bytes) : Rest(Bytes) {}

  bool isGood() const { return Good; }
  bool isAtEnd() const { return Rest.empty(); }
  void fail() {
    Good = false;
    Rest = {};
  }

  void number(uint64_t &N) {
    N = 0;
    if (Rest.size() < 8)
      return fail();
    for (unsigned I = 0; I < 8; ++I)
      N |= uint64_t(uint8_t(Rest[I])) << (8 * I);
    Rest.remove_prefix(8);
  }
  void text(std::string &S) {
    uint64_t Size = 0;
    number(Size);
    if (Size > Rest.size())
      return fail();
    S = Rest.substr(0, Size);
    Rest.remove_prefix(Size);
    for (char &C : S)
      if (uint8_t(C) < ' ' || C == 0x7f)
        C = '?';
  }
  /// Makes room for as many elements as are announced. Each takes at least
  /// eight bytes, which bounds the number by what has really arrived.
  template <class T> uint64_t size(std::vector<T> &V) {
    uint64_t Size = 0;
    number(Size);
    if (Size > Rest.size() / 8) {
      fail();
      Size = 0;
    }
    V.resize(Size);
    return Size;
  }

private:
  std::string_view Rest;
  bool Good = true;
};

void small(Writer &W, uint32_t &Field) {
  uint64_t N = Field;
  W.number(N);
}

void small(Reader &R, uint32_t &Field) {
  uint64_t N = 0;
  R.number(N);
  if (N > UINT32_MAX)
    return R.fail();
  Field = uint32_t(N);
}

template <class Enum>
void enumerator(Writer &W, Enum &Field, unsigned /*Count*/) {
  uint64_t N = uint64_t(Field);
  W.number(N);
}

template <class Enum> void enumerator(Reader &R, Enum &Field, unsigned Count) {
  uint64_t N = 0;
  R.number(N);
  if (N >= Count)
    return R.fail();
  Field = Enum(N);
}

template <class Channel> void visit(Channel &C, std::string &S) { C.text(S); }

template <class Channel> void visit(Channel &C, ir::Loc &L) {
  small(C, L.File);
  small(C, L.Line);
  small(C, L.Column);
}

template <class Channel, class T> void visit(Channel &C, std::vector<T> &V) {
  C.size(V);
  for (T &Element : V)
    visit(C, Element);
}

template <class Channel> void visit(Channel &C, Note &N) {
  visit(C, N.Where);
  visit(C, N.Text);
}

template <class Channel> void visit(Channel &C, Message &M) {
  enumerator(C, M.Level, 2);
  visit(C, M.Where);
  visit(C, M.Text);
  visit(C, M.Rule);
  visit(C, M.Notes);
}

template <class Channel> void visit(Channel &C, Evidence &E) {
  visit(C, E.Predicates);
  visit(C, E.Invariant);
  C.number(E.Rounds);
  C.number(E.Units);
}

template <class Channel> void visit(Channel &C, Decision &D) {
  visit(C, D.What.Where);
  visit(C, D.What.Function);
  visit(C, D.What.Property);
  visit(C, D.What.Text);
  visit(C, D.What.Finding);
  enumerator(C, D.Answer, NumVerdicts);
  visit(C, D.Why);
  visit(C, D.Basis);
}

template <class Channel> void visit(Channel &C, FunctionStats &F) {
  visit(C, F.Name);
  visit(C, F.Where);
  small(C, F.How.Statements);
  small(C, F.How.FloatingPoint);
  small(C, F.How.Approximated);
  for (uint32_t &Count : F.How.ByReason)
    small(C, Count);
}

template <class Channel> void visit(Channel &C, EngineStats &S) {
  for (uint64_t *Field : {&S.Functions, &S.Imported, &S.Reused, &S.Predicates,
                          &S.Rounds, &S.Asked, &S.Remembered, &S.Kept,
                          &S.AskedImported, &S.Exact, &S.BddNodes, &S.Paths,
                          &S.Infeasible, &S.Runs, &S.Units, &S.Disagreements})
    C.number(*Field);
}

template <class Channel> void visit(Channel &C, Stats &S) {
  visit(C, S.Functions);
  C.number(S.Expressions);
  C.number(S.LowerTime);
  C.number(S.CheckTime);
  C.number(S.PeakMemory);
  visit(C, S.Engine);
}

template <class Channel> void visit(Channel &C, Report &R) {
  visit(C, R.Files);
  visit(C, R.Decisions);
  visit(C, R.Messages);
  visit(C, R.Log);
  visit(C, R.Numbers);
}

bool isKnown(const Report &R, ir::Loc L) {
  return !L.isValid() || L.File < R.Files.size();
}

bool hasKnownFiles(const Report &R) {
  for (const Decision &D : R.Decisions)
    if (!isKnown(R, D.What.Where))
      return false;
  for (const FunctionStats &F : R.Numbers.Functions)
    if (!isKnown(R, F.Where))
      return false;
  for (const Message &M : R.Messages) {
    if (!isKnown(R, M.Where))
      return false;
    for (const Note &N : M.Notes)
      if (!isKnown(R, N.Where))
        return false;
  }
  return true;
}

} // namespace

std::string predabs::encode(const Report &R) {
  Writer W;
  // The writer changes nothing; it shares the fields' walk with the reader.
  visit(W, const_cast<Report &>(R));
  return std::move(W.Bytes);
}

std::optional<Report> predabs::decode(std::string_view Bytes) {
  Reader In(Bytes);
  Report R;
  visit(In, R);
  if (!In.isGood() || !In.isAtEnd() || !hasKnownFiles(R))
    return std::nullopt;
  return R;
}
