#include "plugin/output/FileReport.h"

using namespace predabs;

const Message *predabs::messageOf(const Decision &D, const Report &R) {
  for (const Message &M : R.Messages)
    if (M.Where == D.What.Where && M.Rule == ruleOf(D.What))
      return &M;
  return nullptr;
}
