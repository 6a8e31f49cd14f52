/// \file
/// What to change in the racing lines themselves.
#pragma once

#include "protocol/values.h"
#include "protocol/words_of.h"

namespace gridlock {

/// Order the kernels with events.
struct LetKernelsTakeTurns {
  GRIDLOCK_CAUSE(LetKernelsTakeTurns)
};

/// A loop that waits must read with an atomic or through volatile.
struct PollStrongly {
  GRIDLOCK_CAUSE(PollStrongly)
};

/// The same within a block, where a barrier would also do.
struct PollStronglyInBlock {
  GRIDLOCK_CAUSE(PollStronglyInBlock)
};

/// Use one atomic operation instead of a read and a write.
struct UpdateAtomically {
  GRIDLOCK_CAUSE(UpdateAtomically)
};

/// Use an atomic or volatile read, or wait.
struct ReadStrongly {
  GRIDLOCK_CAUSE(ReadStrongly)
};

/// Use an atomic or volatile write, or wait.
struct WriteStrongly {
  GRIDLOCK_CAUSE(WriteStrongly)
};

/// Use only one thread, or one word per thread.
struct LetOneThreadDoIt {
  GRIDLOCK_CAUSE(LetOneThreadDoIt)
};

/// One of two threads must come first, and tell the other, which must wait.
struct DecideWhoIsFirst {
  Place earlier;
  Place later;
  bool in_cluster = false;  ///< Their blocks are in one cluster.
  GRIDLOCK_CAUSE(DecideWhoIsFirst, earlier, later, in_cluster)
};

/// The writer must signal, the reader must wait for that signal.
struct SignalAndWait {
  Place write;
  Place read;
  bool in_cluster = false;  ///< Their blocks are in one cluster.
  GRIDLOCK_CAUSE(SignalAndWait, write, read, in_cluster)
};

}  // namespace gridlock
