#include "plugin/driver/Serve.h"

#include "plugin/driver/Arguments.h"
#include "plugin/isolation/Isolation.h"

#include <csignal>

using namespace predabs;

static constexpr uint32_t StatusFrame = 1;

int predabs::serveIsolated(const std::function<int()> &Work,
                           const Options &Opts, const std::string &File) {
  Limits Bounds = {Opts.Memory, Opts.Timeout};
  Outcome O = runIsolated(
      [&](AnswerPipe &Pipe) {
        signal(SIGPIPE, SIG_IGN);
        int Status = finishOutput(Work());
        Pipe.send(StatusFrame, std::string(1, char(Status)));
      },
      Bounds, ChildOutput::Passed);
  const Frame *F = O.last(StatusFrame);
  if (O.Lost != Loss::None || !F || F->Bytes.size() != 1)
    return fail(File + ": " + describe(O, "the work on it", Bounds));
  return uint8_t(F->Bytes[0]);
}
