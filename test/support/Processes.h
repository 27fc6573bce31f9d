// Processes for tests: some work in each, and an end to it.

#ifndef PREDABS_TEST_SUPPORT_PROCESSES_H
#define PREDABS_TEST_SUPPORT_PROCESSES_H

#include <csignal>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace predabs {

class Processes {
public:
  ~Processes() {
    kill();
    wait();
  }

  /// Runs \p Work in a process of its own; its result is the exit status.
  template <class Function> void start(Function Work) {
    pid_t Child = fork();
    if (Child == 0)
      _exit(Work());
    Children.push_back(Child);
  }

  void kill() {
    for (pid_t Child : Children)
      ::kill(Child, SIGKILL);
  }

  /// Waits for all; the status of the first that did not exit with 0, or 0.
  int wait() {
    int First = 0;
    for (pid_t Child : Children) {
      int Status = 0;
      waitpid(Child, &Status, 0);
      First = First ? First : Status;
    }
    Children.clear();
    return First;
  }

private:
  std::vector<pid_t> Children;
};

} // namespace predabs

#endif
