// Children that misbehave in every way, and what their parent makes of it.

#include "plugin/isolation/Isolation.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace predabs;

/// The answer's descriptor, for a child that does not keep to the protocol: the
/// write end of the first pipe is the lowest one that the parent did not have.
static void writeRaw(const std::string &Bytes) {
  for (int FD = 3; FD < 64; ++FD)
    if (write(FD, Bytes.data(), Bytes.size()) == ssize_t(Bytes.size()))
      return;
}

static std::string header(const std::string &Magic, uint32_t Kind,
                          uint64_t Size) {
  std::string H = Magic;
  for (unsigned I = 0; I < 4; ++I)
    H += char(Kind >> (8 * I));
  for (unsigned I = 0; I < 8; ++I)
    H += char(Size >> (8 * I));
  return H;
}

TEST(Isolation, BringsTheAnswerBack) {
  std::string Long(3 << 20, 'x');
  Outcome O = runIsolated(
      [&](AnswerPipe &Pipe) {
        Pipe.send(1, "one");
        Pipe.send(2, Long);
        Pipe.send(1, "");
      },
      {});
  EXPECT_EQ(O.Lost, Loss::None);
  ASSERT_EQ(O.Frames.size(), 3u);
  EXPECT_EQ(O.Frames[0].Bytes, "one");
  EXPECT_EQ(O.last(2)->Bytes, Long);
  EXPECT_EQ(O.last(1)->Bytes, "");
  EXPECT_EQ(O.last(3), nullptr);
}

TEST(Isolation, KeepsWhatWasSaidBeforeACrash) {
  Outcome O = runIsolated(
      [](AnswerPipe &Pipe) {
        Pipe.send(1, "whole");
        writeRaw(header("PAbs", 1, 100) + "cut");
        raise(SIGKILL);
      },
      {});
  EXPECT_EQ(O.Lost, Loss::Crash);
  EXPECT_EQ(O.Signal, SIGKILL);
  ASSERT_EQ(O.Frames.size(), 1u);
  EXPECT_EQ(O.Frames[0].Bytes, "whole");
  EXPECT_EQ(describe(O, "the engine", {}), "the engine crashed (killed)");
}

TEST(Isolation, BelievesNoNonsense) {
  for (const std::string &Nonsense :
       {header("Pabs", 1, 0), header("PAbs", 1, ~uint64_t(0)),
        header("PAbs", 1, uint64_t(1) << 40), std::string(1000, '\0')}) {
    Outcome O = runIsolated([&](AnswerPipe &) { writeRaw(Nonsense); }, {});
    EXPECT_EQ(O.Lost, Loss::BadAnswer);
    EXPECT_TRUE(O.Frames.empty());
  }
}

TEST(Isolation, MissesTheEnd) {
  EXPECT_EQ(runIsolated([](AnswerPipe &) { _exit(0); }, {}).Lost,
            Loss::BadAnswer);
}

TEST(Isolation, NamesTheAssertion) {
  Outcome O = runIsolated(
      [](AnswerPipe &) {
        std::string Words = "\n  x.cpp:1: \033Assertion `no' failed.\nmore\n";
        [[maybe_unused]] ssize_t N =
            write(STDERR_FILENO, Words.data(), Words.size());
        abort();
      },
      {});
  EXPECT_EQ(describe(O, "the engine", {}),
            "the engine crashed (aborted): x.cpp:1: ?Assertion `no' failed.");
}

TEST(Isolation, IsNotHeldUpByATalkativeChild) {
  Outcome O = runIsolated(
      [](AnswerPipe &Pipe) {
        std::string Words(1 << 20, 'w');
        for (int I = 0; I < 20; ++I)
          ASSERT_EQ(write(STDOUT_FILENO, Words.data(), Words.size()),
                    ssize_t(Words.size()));
        Pipe.send(1, "done");
      },
      {});
  EXPECT_EQ(O.Lost, Loss::None);
  EXPECT_LE(O.LastWords.size(), 4096u);
}

TEST(Isolation, EndsAChildThatSleeps) {
  auto Begin = std::chrono::steady_clock::now();
  Outcome O = runIsolated(
      [](AnswerPipe &) {
        for (;;)
          pause();
      },
      {0, 1, 2});
  EXPECT_EQ(O.Lost, Loss::Idle);
  EXPECT_GE(std::chrono::steady_clock::now() - Begin, std::chrono::seconds(2));
}

TEST(Isolation, SurvivesAGrandchildThatHoldsThePipes) {
  Outcome O = runIsolated(
      [](AnswerPipe &Pipe) {
        pid_t Grandchild = fork();
        if (Grandchild == 0) {
          sleep(5);
          _exit(0);
        }
        Pipe.send(1, std::string(reinterpret_cast<char *>(&Grandchild),
                                 sizeof Grandchild));
      },
      {});
  EXPECT_EQ(O.Lost, Loss::None);
  ASSERT_TRUE(O.last(1));
  pid_t Grandchild;
  std::memcpy(&Grandchild, O.last(1)->Bytes.data(), sizeof Grandchild);
  kill(Grandchild, SIGKILL);
}

TEST(Isolation, RunsSeveralAtATime) {
  std::vector<std::unique_ptr<IsolatedRun>> Runs;
  std::vector<IsolatedRun *> All;
  for (int I = 0; I < 20; ++I) {
    Runs.push_back(std::make_unique<IsolatedRun>(
        [I](AnswerPipe &Pipe) {
          if (I % 3 == 0)
            raise(SIGSEGV);
          Pipe.send(1, std::to_string(I));
        },
        Limits{64, 10}));
    All.push_back(Runs.back().get());
  }
  for (size_t Open = 20; Open > 0;) {
    IsolatedRun::wait(All);
    Open = 0;
    for (IsolatedRun *R : All)
      Open += !R->isFinished();
  }
  for (int I = 0; I < 20; ++I) {
    Outcome O = All[size_t(I)]->takeOutcome();
    EXPECT_EQ(O.Lost, I % 3 == 0 ? Loss::Crash : Loss::None) << I;
    if (O.Lost == Loss::None) {
      EXPECT_EQ(O.last(1)->Bytes, std::to_string(I));
    }
  }
}

TEST(Isolation, LeavesNoChildBehind) {
  {
    IsolatedRun Run(
        [](AnswerPipe &) {
          for (;;)
            pause();
        },
        {});
  }
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}
