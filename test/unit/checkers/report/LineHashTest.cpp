// The values are those that the upload itself computes.

#include "checkers/report/LineHash.h"

#include <gtest/gtest.h>

using namespace predabs;

namespace {

using Hashes = std::vector<std::string>;

TEST(LineHash, Empty) {
  EXPECT_EQ(lineHashes(""), Hashes{"c129715d7a2bc9a3:1"});
}

TEST(LineHash, BlanksDoNotCount) {
  Hashes Expected = {"271789c17abda88f:1", "54703d4cd895b18:1",
                     "180aee12dab6264:1", "a23a3dc5e078b07b:1"};
  EXPECT_EQ(lineHashes(" a\nb\n  \t\tc\n d"), Expected);
}

TEST(LineHash, EndsOfLines) {
  Hashes Expected = {"e9496ae3ebfced30:1", "fb7c023a8b9ccb3f:1",
                     "ce8ba1a563dcdaca:1", "e20e36e16fcb0cc8:1",
                     "b3edc88f2938467e:1", "c8e28b0b4002a3a0:1",
                     "c129715d7a2bc9a3:1"};
  EXPECT_EQ(lineHashes(" hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n"),
            Expected);
  EXPECT_EQ(lineHashes(" hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n"),
            Expected);
}

TEST(LineHash, EqualLinesAreCounted) {
  std::string Text;
  for (int I = 0; I < 10; ++I)
    Text += "Lorem ipsum dolor sit amet.\n";
  Hashes Found = lineHashes(Text);
  ASSERT_EQ(Found.size(), 11u);
  EXPECT_EQ(Found[0], "a7f2ff13bc495cf2:1");
  EXPECT_EQ(Found[5], "a7f2ff13bc495cf2:6");
  EXPECT_EQ(Found[6], "a7f2ff1481e87703:1");
}

TEST(LineHash, BadBytesDoNoHarm) {
  EXPECT_EQ(lineHashes("\xff\xc3\n\xf0\x9f\n").size(), 3u);
  EXPECT_NE(lineHashes("\xc3\xa4")[0], lineHashes("\xc3\xb6")[0]);
}

} // namespace
