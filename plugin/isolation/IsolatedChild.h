// The child's side of Isolation.h.

#ifndef PREDABS_PLUGIN_ISOLATION_ISOLATEDCHILD_H
#define PREDABS_PLUGIN_ISOLATION_ISOLATEDCHILD_H

#include "plugin/isolation/Isolation.h"

#include <sys/types.h>

namespace predabs {

/// How the child ends where a plain status must tell the parent why.
enum ChildStatus : int {
  StatusDone = 0,
  StatusOutOfMemory = 120,
  StatusStackOverflow = 121,
  StatusFatal = 122,
  StatusNotSetUp = 123,
};

/// Turns the freshly forked process into one that cannot hurt its parent,
/// works, and ends it. Whatever runs at a normal exit (destructors of statics,
/// flushing of inherited buffers) does not run here: that is the parent's. It
/// ends when \p Parent does.
[[noreturn]] void runAsChild(const Job &Work, const Limits &Bounds, int Answers,
                             pid_t Parent);

} // namespace predabs

#endif
