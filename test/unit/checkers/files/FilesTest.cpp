// Whatever lies where a file is expected: its bytes, or a reason.

#include "checkers/files/Files.h"
#include "test/support/Folder.h"
#include "test/support/Processes.h"

#include <gtest/gtest.h>

#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace predabs;
namespace fs = std::filesystem;
using Kind = WriteResult::Kind;

static std::string whyNot(const std::string &Path) {
  FileBytes R = readFile(Path);
  EXPECT_FALSE(R.Bytes);
  EXPECT_FALSE(R.IsMissing);
  return R.Why;
}

TEST(StoreFiles, ReadsAFile) {
  Folder Here;
  std::string Text("a\0b\n", 4);
  writeText(Here / "f", Text);
  writeText(Here / "empty", "");
  fs::create_symlink(Here / "f", Here / "link");
  EXPECT_EQ(readFile(Here / "f").Bytes, Text);
  EXPECT_EQ(readFile(Here / "empty").Bytes, "");
  EXPECT_EQ(readFile(Here / "link").Bytes, Text);
}

TEST(StoreFiles, SaysThatNothingIsThere) {
  Folder Here;
  fs::create_symlink(Here / "nowhere", Here / "link");
  writeText(Here / "f", "");
  for (const char *Name : {"nothing", "no/thing", "link", "f/thing"}) {
    FileBytes R = readFile(Here / Name);
    EXPECT_FALSE(R.Bytes);
    EXPECT_TRUE(R.IsMissing);
    EXPECT_FALSE(R.Why.empty());
  }
}

TEST(StoreFiles, ReadsNothingButRegularFiles) {
  Folder Here;
  ASSERT_EQ(mkfifo((Here / "pipe").c_str(), 0600), 0);
  fs::create_symlink("/dev/zero", Here / "link");
  fs::create_symlink(Here / "circle", Here / "circle");
  EXPECT_EQ(whyNot(Here / "."), "it is a directory");
  for (const std::string &Path :
       {Here / "pipe", Here / "link", std::string("/dev/zero")})
    EXPECT_EQ(whyNot(Path), "it is not a regular file") << Path;
  EXPECT_NE(whyNot(Here / "circle"), "");
}

TEST(StoreFiles, ReadsNothingHuge) {
  Folder Here;
  writeText(Here / "sparse", "x");
  fs::resize_file(Here / "sparse", uint64_t(1) << 40);
  writeText(Here / "four", "1234");
  EXPECT_EQ(whyNot(Here / "sparse"), "it is too large");
  EXPECT_EQ(readFile(Here / "four", 3).Why, "it is too large");
  EXPECT_EQ(readFile(Here / "four", 4).Bytes, "1234");
}

// Its size is said to be nothing.
TEST(StoreFiles, BelievesNoSize) {
  FileBytes R = readFile("/proc/self/status");
  if (!R.Bytes)
    GTEST_SKIP() << R.Why;
  EXPECT_GT(R.Bytes->size(), 100u);
  EXPECT_EQ(readFile("/proc/self/status", 100).Why, "it is too large");
}

TEST(StoreFiles, WritesWhatIsNew) {
  Folder Here;
  EXPECT_EQ(writeIfChanged(Here / "f", "one").What, Kind::Written);
  EXPECT_EQ(readFile(Here / "f").Bytes, "one");
  EXPECT_EQ(writeIfChanged(Here / "f", "two").What, Kind::Written);
  EXPECT_EQ(readFile(Here / "f").Bytes, "two");
  EXPECT_EQ(writeIfChanged(Here / "f", "").What, Kind::Written);
  EXPECT_EQ(readFile(Here / "f").Bytes, "");
  EXPECT_EQ(Here.files().size(), 1u);
}

TEST(StoreFiles, LeavesWhatIsTheSame) {
  Folder Here;
  writeIfChanged(Here / "f", "one");
  fs::last_write_time(Here / "f", fs::file_time_type());
  EXPECT_EQ(writeIfChanged(Here / "f", "one").What, Kind::Unchanged);
  EXPECT_EQ(fs::last_write_time(Here / "f"), fs::file_time_type());
}

TEST(StoreFiles, WritesForThoseWhomTheUmaskLets) {
  Folder Here;
  mode_t Old = umask(027);
  writeIfChanged(Here / "f", "one");
  umask(Old);
  EXPECT_EQ(unsigned(fs::status(Here / "f").permissions()), 0640u);
}

TEST(StoreFiles, TakesLongNames) {
  Folder Here;
  std::string Long = Here / std::string(255, 'x');
  EXPECT_EQ(writeIfChanged(Long, "one").What, Kind::Written);
  WriteResult R = writeIfChanged(Here / std::string(256, 'x'), "one");
  EXPECT_EQ(R.Why, "File name too long");
  EXPECT_EQ(Here.files().size(), 1u);
}

TEST(StoreFiles, ReplacesNothingButRegularFiles) {
  Folder Here;
  ASSERT_EQ(mkfifo((Here / "pipe").c_str(), 0600), 0);
  fs::create_symlink("/dev/null", Here / "link");
  fs::create_directory(Here / "folder");
  EXPECT_EQ(writeIfChanged(Here / "folder", "").Why, "it is a directory");
  for (const char *Name : {"pipe", "link"})
    EXPECT_EQ(writeIfChanged(Here / Name, "").Why, "it is not a regular file");
  EXPECT_TRUE(fs::is_symlink(Here / "link"));
}

TEST(StoreFiles, SaysWhyItCannotWrite) {
  Folder Here;
  writeText(Here / "f", "");
  EXPECT_EQ(writeIfChanged(Here / "no/where", "x").Why,
            "No such file or directory");
  EXPECT_EQ(writeIfChanged(Here / "f/where", "x").Why, "Not a directory");
  EXPECT_TRUE(writeIfChanged("/proc/nowhere", "x").isFailure());
}

// Root may write everywhere, so this is done as nobody.
TEST(StoreFiles, SaysThatAFolderIsReadOnly) {
  Folder Here;
  writeText(Here / "f", "old");
  fs::permissions(Here / ".", fs::perms(0555));
  Processes P;
  P.start([&] {
    if (geteuid() == 0 && setuid(65534) != 0)
      return 77;
    bool IsSaid = writeIfChanged(Here / "f", "new").Why == "Permission denied";
    bool IsSame = writeIfChanged(Here / "f", "old").What == Kind::Unchanged;
    return IsSaid && IsSame ? 0 : 1;
  });
  int Status = P.wait();
  fs::permissions(Here / ".", fs::perms(0755));
  if (WIFEXITED(Status) && WEXITSTATUS(Status) == 77)
    GTEST_SKIP() << "cannot be somebody else";
  EXPECT_EQ(Status, 0);
  EXPECT_EQ(Here.files().size(), 1u);
}

// A process that writes past this limit is ended by a signal.
TEST(StoreFiles, HeedsTheLimitOfTheProcess) {
  Folder Here;
  Processes P;
  P.start([&] {
    rlimit Limit{1000, 1000};
    setrlimit(RLIMIT_FSIZE, &Limit);
    WriteResult R = writeIfChanged(Here / "f", std::string(1001, 'x'));
    return R.Why == "File too large" ? 0 : 1;
  });
  EXPECT_EQ(P.wait(), 0);
  EXPECT_TRUE(Here.files().empty());
}

// Answers 77 where it may not mount.
static int writeToFullDisk(const Folder &Here) {
  if (unshare(CLONE_NEWNS) != 0)
    return 77;
  mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
  if (mount("none", (Here / ".").c_str(), "tmpfs", 0, "size=64k") != 0)
    return 77;
  writeIfChanged(Here / "f", "old");
  WriteResult R = writeIfChanged(Here / "f", std::string(100000, 'x'));
  if (R.Why != "No space left on device")
    return 1;
  return readFile(Here / "f").Bytes == "old" && Here.files().size() == 1 ? 0
                                                                         : 2;
}

TEST(StoreFiles, KeepsWhatWasThereWhenTheDiskIsFull) {
  Folder Here;
  Processes P;
  P.start([&] { return writeToFullDisk(Here); });
  int Status = P.wait();
  if (WIFEXITED(Status) && WEXITSTATUS(Status) == 77)
    GTEST_SKIP() << "cannot mount a small disk";
  EXPECT_EQ(Status, 0);
}

TEST(StoreFiles, IsWholeWhileManyWrite) {
  Folder Here;
  Processes Writers;
  for (char C = 'a'; C < 'a' + 8; ++C)
    Writers.start([&Here, C] {
      for (unsigned I = 0;; ++I)
        if (writeIfChanged(Here / "f", std::string(1 + I % 9999, C))
                .isFailure())
          return 1;
    });
  unsigned Seen = 0;
  std::string Last;
  for (unsigned I = 0; I < 1000000 && Seen < 50; ++I) {
    FileBytes R = readFile(Here / "f");
    ASSERT_TRUE(R.Bytes || R.IsMissing) << R.Why;
    std::string Bytes = R.Bytes.value_or(Last);
    ASSERT_EQ(Bytes.empty(), Last.empty() && R.IsMissing);
    ASSERT_EQ(Bytes.find_first_not_of(Bytes[0]), std::string::npos);
    Seen += Bytes != Last;
    Last = Bytes;
  }
  EXPECT_EQ(Seen, 50u);
  Writers.kill();
  EXPECT_TRUE(WIFSIGNALED(Writers.wait()));
  EXPECT_EQ(writeIfChanged(Here / "f", "last").What, Kind::Written);
}
