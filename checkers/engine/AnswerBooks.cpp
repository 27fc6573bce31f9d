#include "checkers/engine/AnswerBooks.h"

#include "checkers/store/format/Digest.h"

namespace predabs {

ProverCache *AnswerBooks::cacheOf(const ir::Function &F) {
  Digest D;
  D.add(Settings);
  D.add(Foreign.Codes.at(&F));
  auto [It, IsNew] = Books.try_emplace(D.key());
  if (IsNew) {
    It->second.Book = Around.answers(It->first);
    It->second.NumBefore = It->second.Book.Known.size();
  }
  return &It->second.Book;
}

void AnswerBooks::openFor(Workspace &W) {
  auto Remembering = std::make_unique<CachingProver>(
      W.M.Ctx, std::move(W.Z),
      createZ3Prover(W.M.Ctx, {.Remembers = Memory::None}));
  Asker = Remembering.get();
  W.Z = std::move(Remembering);
  W.Next = [this](const ir::Function *F) {
    // Others are asked what their callers need, not what all need.
    Asker->use(F && Foreign.Contracted.contains(F) ? cacheOf(*F) : nullptr);
  };
}

std::vector<std::pair<std::string, std::string>> AnswerBooks::changed() const {
  std::vector<std::pair<std::string, std::string>> Result;
  for (const auto &[Of, Is] : Books)
    if (Is.Book.Known.size() > Is.NumBefore)
      Result.emplace_back(Of.str(), encode(Is.Book));
  return Result;
}

} // namespace predabs
