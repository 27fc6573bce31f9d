#include "checkers/protocols/language/Shipped.h"

using namespace predabs;

const std::vector<ShippedFile> &predabs::shippedProtocolFiles() {
  static const std::vector<ShippedFile> Files = {
#include "checkers/protocols/language/ShippedProtocols.inc"
  };
  return Files;
}

static std::vector<Protocol> parseAll() {
  std::vector<Protocol> All;
  for (const ShippedFile &File : shippedProtocolFiles())
    for (Protocol &P : parseProtocols(File.Text, std::string(File.Name)).All)
      All.push_back(std::move(P));
  return All;
}

const std::vector<Protocol> &predabs::shippedProtocols() {
  static const std::vector<Protocol> All = parseAll();
  return All;
}
