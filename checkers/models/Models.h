// The models of the C library: functions that do what the library's may do, in
// place of those that nobody defines. They are written in C,
//
//   void *MODEL(malloc)(size_t size) {
//     void *p = NULL;
//     if (!PREDABS_NONDET(_Bool)) {
//       p = malloc(size);
//       PREDABS_ASSUME(p != NULL);
//     }
//     return p;
//   }
//
// compiled with the plugin when PredAbs is built, and kept as any other
// side-car file: this class looks into it. See docs/models.md.

#ifndef PREDABS_CHECKERS_MODELS_MODELS_H
#define PREDABS_CHECKERS_MODELS_MODELS_H

#include "checkers/store/format/Summary.h"

namespace predabs {

/// What MODEL(f) puts before the name.
constexpr std::string_view ModelPrefix = "__predabs_model_";

class Models {
public:
  /// \p File is read when somebody asks. Empty or "off": there are no models.
  explicit Models(std::string File) : File(std::move(File)) {}

  bool areOff() const { return File.empty() || File == "off"; }
  /// Whether there is a model of the library's function \p Name.
  bool has(const std::string &Name);
  /// The module with that model, in the intermediate language.
  std::string code(const std::string &Name);

  /// Why the file is not used, if somebody asked: "libc.o.predabs: it is cut
  /// off".
  const std::string &trouble() const { return Trouble; }

private:
  const Summary *find(const std::string &Name);
  void read();

  std::string File;
  bool IsRead = false;
  std::string Bytes;
  ReadSummaries Head;
  std::optional<KeptCode> Code;
  std::string Trouble;
};

/// The key of the models in \p File, without a look at all of them.
Key modelsKey(const std::string &File);

} // namespace predabs

#endif
