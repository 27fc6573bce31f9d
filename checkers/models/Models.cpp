#include "checkers/models/Models.h"

#include "checkers/files/Files.h"

namespace predabs {

void Models::read() {
  if (IsRead || areOff())
    return;
  IsRead = true;
  FileBytes Found = readFile(File);
  if (Found.Bytes) {
    Bytes = std::move(*Found.Bytes);
    Head = decodeHead(Bytes);
  }
  if (!Head.File)
    Trouble = File + ": " + (Found.Bytes ? Head.Why : Found.Why);
}

const Summary *Models::find(const std::string &Name) {
  read();
  return Head.File ? Head.File->find(std::string(ModelPrefix) + Name) : nullptr;
}

bool Models::has(const std::string &Name) { return find(Name) != nullptr; }

std::string Models::code(const std::string &Name) {
  const Summary *S = find(Name);
  if (!S)
    return "";
  if (!Code)
    Code = decodeCode(Bytes, Head.Look);
  auto I = size_t(S - Head.File->Functions.data());
  if (Code && I < Code->Functions.size())
    return Code->module(I);
  Trouble = File + ": its code is damaged";
  return "";
}

Key modelsKey(const std::string &File) {
  // The keys of all that follows are in the header.
  FileBytes Found = readBeginning(
      File, HeadStart, [](std::string_view) { return uint64_t(HeadStart); });
  return keyOf(Found.Bytes.value_or(""));
}

} // namespace predabs
