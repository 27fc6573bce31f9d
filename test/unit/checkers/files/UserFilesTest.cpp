// Whatever a user names: read and written with care, shown without tricks.

#include "checkers/files/UserFiles.h"
#include "checkers/files/QuietSignals.h"
#include "predicates/text/Printable.h"
#include "test/support/Folder.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace predabs;

namespace {

TEST(Printable, LeavesTextAlone) {
  for (const char *Text : {"", "a b/c.c", "äöü €", "\xf0\x9f\x98\x80", "\\n"})
    EXPECT_EQ(printable(Text), Text);
}

TEST(Printable, EscapesWhatTerminalsObey) {
  EXPECT_EQ(printable("a\nb\tc\x1b[2J\x7f"), "a\\nb\\tc\\x1b[2J\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"), "\\xc2\\x9b");
  EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
}

TEST(Printable, EscapesWhatIsNoUtf8) {
  EXPECT_EQ(printable("\xff"), "\\xff");
  EXPECT_EQ(printable("a\xe4"), "a\\xe4");
  EXPECT_EQ(printable("\xe2\x82z"), "\\xe2\\x82z");
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");
}

TEST(QuietSignals, PipeWithoutReader) {
  int Ends[2];
  ASSERT_EQ(pipe(Ends), 0);
  close(Ends[0]);
  {
    QuietSignals Guard;
    EXPECT_EQ(write(Ends[1], "x", 1), -1);
    EXPECT_EQ(errno, EPIPE);
  }
  sigset_t Pending;
  sigpending(&Pending);
  EXPECT_FALSE(sigismember(&Pending, SIGPIPE));
  close(Ends[1]);
}

TEST(UserFiles, DevicesAreNotReplaced) {
  Folder In;
  std::string Link = In / "full";
  ASSERT_EQ(symlink("/dev/full", Link.c_str()), 0);
  EXPECT_EQ(writeOutput(Link, "text"),
            "cannot write '" + Link + "': No space left on device");
  struct stat S;
  ASSERT_EQ(stat(Link.c_str(), &S), 0);
  EXPECT_TRUE(S_ISCHR(S.st_mode));
  EXPECT_EQ(writeOutput("/dev/null", "text"), std::nullopt);
}

TEST(UserFiles, LinksStayLinks) {
  Folder In;
  std::string Link = In / "link", Real = In / "real";
  ASSERT_EQ(symlink("real", Link.c_str()), 0);
  close(open(Real.c_str(), O_WRONLY | O_CREAT, 0640));
  EXPECT_EQ(writeOutput(Link, "text"), std::nullopt);
  EXPECT_EQ(readFile(Real).Bytes, "text");
  struct stat S;
  ASSERT_EQ(lstat(Link.c_str(), &S), 0);
  EXPECT_TRUE(S_ISLNK(S.st_mode));
}

TEST(UserFiles, PipesWithoutReaders) {
  Folder In;
  std::string Pipe = In / "pipe";
  ASSERT_EQ(mkfifo(Pipe.c_str(), 0600), 0);
  EXPECT_TRUE(writeOutput(Pipe, "text"));
  EXPECT_EQ(readOptionFile(Pipe).Why, "it is not a regular file");
}

} // namespace
