// The file of a ProverCache: a magic with the version, the key of what
// follows, and then the entries as lines, by key:
//
//   <32 digits> yes 1011
//   <32 digits> no +0 -3
//   <32 digits> unknown

#include "checkers/store/reuse/ProverCache.h"

#include <algorithm>
#include <span>

namespace predabs {

namespace {

constexpr std::string_view Magic = "predabs answers 2\n";

std::string entryText(const Key &Question, const ProverCache::Entry &E) {
  std::string Text = Question.str();
  if (E.Is == Answer::Yes) {
    Text += " yes ";
    for (bool Value : E.Witness)
      Text += Value ? '1' : '0';
  } else if (E.Is == Answer::No) {
    Text += " no";
    for (Literal L : E.Core)
      Text += (L.Value ? " +" : " -") + std::to_string(L.Term);
  } else {
    Text += " unknown";
  }
  return Text + "\n";
}

std::vector<std::string_view> wordsOf(std::string_view Line) {
  std::vector<std::string_view> Words;
  while (!Line.empty()) {
    size_t End = std::min(Line.find(' '), Line.size());
    Words.push_back(Line.substr(0, End));
    Line.remove_prefix(std::min(End + 1, Line.size()));
  }
  return Words;
}

std::optional<uint64_t> parseNumber(std::string_view Digits) {
  uint64_t N = 0;
  if (Digits.empty() || Digits.size() > 10)
    return std::nullopt;
  for (char C : Digits) {
    if (C < '0' || C > '9')
      return std::nullopt;
    N = N * 10 + uint64_t(C - '0');
  }
  return N;
}

std::optional<Key> parseKey(std::string_view Digits) {
  if (Digits.size() != 32)
    return std::nullopt;
  Key K;
  for (size_t I = 0; I < 32; ++I) {
    size_t Value = std::string_view("0123456789abcdef").find(Digits[I]);
    if (Value == std::string_view::npos)
      return std::nullopt;
    K.Bits[I / 16] |= uint64_t(Value) << (8 * (I % 16 / 2) + 4 * (1 - I % 2));
  }
  return K;
}

std::optional<std::vector<bool>> parseWitness(std::string_view Text) {
  std::vector<bool> Values;
  for (char C : Text) {
    if (C != '0' && C != '1')
      return std::nullopt;
    Values.push_back(C == '1');
  }
  return Values;
}

std::optional<Literal> parseLiteral(std::string_view Word) {
  if (Word.empty())
    return std::nullopt;
  std::optional<uint64_t> Term = parseNumber(Word.substr(1));
  if (!Term || *Term > UINT32_MAX || (Word[0] != '+' && Word[0] != '-'))
    return std::nullopt;
  return Literal{uint32_t(*Term), Word[0] == '+'};
}

/// Of the words behind the key.
std::optional<ProverCache::Entry>
parseAnswer(std::span<const std::string_view> Words) {
  ProverCache::Entry E;
  if (Words.size() == 1 && Words[0] == "unknown")
    return E;
  if (Words.size() == 2 && Words[0] == "yes") {
    std::optional<std::vector<bool>> Values = parseWitness(Words[1]);
    if (!Values)
      return std::nullopt;
    E.Is = Answer::Yes;
    E.Witness = std::move(*Values);
    return E;
  }
  if (Words.empty() || Words[0] != "no")
    return std::nullopt;
  E.Is = Answer::No;
  for (std::string_view Word : Words.subspan(1)) {
    std::optional<Literal> L = parseLiteral(Word);
    if (!L)
      return std::nullopt;
    E.Core.push_back(*L);
  }
  return E;
}

bool addEntry(ProverCache &Cache, std::string_view Line) {
  std::vector<std::string_view> Words = wordsOf(Line);
  if (Words.size() < 2)
    return false;
  std::optional<Key> Question = parseKey(Words.front());
  std::optional<ProverCache::Entry> E =
      parseAnswer(std::span(Words).subspan(1));
  if (!Question || !E)
    return false;
  return Cache.Known.emplace(*Question, std::move(*E)).second;
}

} // namespace

std::string encode(const ProverCache &Cache) {
  std::string Body;
  for (const auto &[Question, E] : Cache.Known)
    Body += entryText(Question, E);
  return std::string(Magic) + keyOf(Body).str() + "\n" + Body;
}

std::optional<ProverCache> decodeProverCache(std::string_view Bytes) {
  constexpr size_t Start = Magic.size() + 33;
  if (!Bytes.starts_with(Magic) || Bytes.size() < Start ||
      Bytes[Start - 1] != '\n')
    return std::nullopt;
  std::string_view Body = Bytes.substr(Start);
  if (keyOf(Body).str() != Bytes.substr(Magic.size(), 32))
    return std::nullopt;
  ProverCache Cache;
  while (!Body.empty()) {
    size_t End = Body.find('\n');
    if (End == Body.npos || Cache.Known.size() >= MaxCacheEntries ||
        !addEntry(Cache, Body.substr(0, End)))
      return std::nullopt;
    Body.remove_prefix(End + 1);
  }
  return Cache;
}

} // namespace predabs
