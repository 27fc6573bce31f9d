#include "plugin/compile/SourceText.h"
#include "plugin/compile/ShippedModels.h"

#include "checkers/store/format/Digest.h"
#include "checkers/store/reuse/SummaryWriter.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Serialization/ASTReader.h"

#include <map>

using namespace predabs;

namespace {

/// Files that become tokens without a buffer.
class Embeds : public clang::PPCallbacks {
public:
  explicit Embeds(std::shared_ptr<bool> Seen) : Seen(std::move(Seen)) {}

  void EmbedDirective(clang::SourceLocation, clang::StringRef, bool,
                      clang::OptionalFileEntryRef,
                      const clang::LexEmbedParametersResult &) override {
    *Seen = true;
  }
  void HasEmbed(clang::SourceLocation, clang::StringRef, bool,
                clang::OptionalFileEntryRef) override {
    *Seen = true;
  }
  // Other versions of clang have not got the one of the base class, and could
  // not load the plugin to be told that they are wrong.
  void HasInclude(clang::SourceLocation, clang::StringRef, bool,
                  clang::OptionalFileEntryRef,
                  clang::SrcMgr::CharacteristicKind) override {}

private:
  std::shared_ptr<bool> Seen;
};

/// Adds the buffers that were entered, each text once and then by its key.
/// False if there is one without text.
bool addBuffers(Digest &D, const clang::SourceManager &Sources) {
  std::map<const clang::SrcMgr::ContentCache *, Key> Known;
  for (unsigned I = 0; I < Sources.local_sloc_entry_size(); ++I) {
    const clang::SrcMgr::SLocEntry &Entry = Sources.getLocalSLocEntry(I);
    if (!Entry.isFile() || I == 0)
      continue;
    const auto &Content = Entry.getFile().getContentCache();
    auto [It, IsNew] = Known.try_emplace(&Content);
    if (IsNew) {
      auto Text = Content.getBufferDataIfLoaded();
      if (!Text)
        return false;
      It->second = keyOf({Text->data(), Text->size()});
    }
    llvm::StringRef Name = Entry.getFile().getName();
    D.add(std::string_view(Name.data(), Name.size()));
    D.add(It->second);
  }
  return true;
}

/// Whether declarations come from elsewhere, or are changed by others.
bool hasOtherSources(clang::CompilerInstance &CI) {
  return CI.getASTReader() || CI.getLangOpts().Modules ||
         CI.getFrontendOpts().Plugins.size() > 1;
}

} // namespace

SourceText::SourceText(clang::CompilerInstance &CI)
    : CI(CI), HasMore(std::make_shared<bool>(!CI.hasPreprocessor())) {
  if (CI.hasPreprocessor())
    CI.getPreprocessor().addPPCallbacks(std::make_unique<Embeds>(HasMore));
}

Key SourceText::key(const Options &Opts) const {
  // SOUND: what the key does not see could change without it.
  if (*HasMore || hasOtherSources(CI))
    return {};
  Digest D;
  D.add(optionsKey(withModels(Opts)));
  D.add(clang::getClangFullVersion());
  std::vector<std::string> Arguments = CI.getInvocation().getCC1CommandLine();
  D.add(Arguments.size());
  for (const std::string &Argument : Arguments)
    D.add(Argument);
  return addBuffers(D, CI.getSourceManager()) ? D.key() : Key();
}
