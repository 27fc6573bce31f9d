// The pages under docs/, for tests that what they say is true.

#ifndef PREDABS_TEST_SUPPORT_DOCS_H
#define PREDABS_TEST_SUPPORT_DOCS_H

#include <string>

namespace predabs::test {

/// The page docs/\p Name; empty if there is none.
std::string readDocs(const std::string &Name);

} // namespace predabs::test

#endif
