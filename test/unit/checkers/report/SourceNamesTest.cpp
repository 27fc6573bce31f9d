#include "checkers/report/SourceNames.h"

#include <gtest/gtest.h>

using predabs::withSourceNames;

namespace {

TEST(SourceNames, LinkersNamesAreRead) {
  EXPECT_EQ(withSourceNames("'_ZN2ns1kE' is 4, _ZL2st is 3"),
            "'ns::k' is 4, st is 3");
  EXPECT_EQ(withSourceNames("_ZZ1fiE5count == 1"), "count == 1");
}

TEST(SourceNames, TheRestStays) {
  for (const char *Text : {"", "x", "'d->lock' is held", "_Zebra != 1", "_Z",
                           "a_ZL2st", "\xc3\xa4 _"})
    EXPECT_EQ(withSourceNames(Text), Text);
}

} // namespace
