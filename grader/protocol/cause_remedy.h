/// \file
/// What to change in the very lines that race.
#pragma once

#include "protocol/values.h"
#include "protocol/words_of.h"

namespace gridlock {

/// Events put one kernel after the other.
struct LetKernelsTakeTurns {
  GRIDLOCK_CAUSE(LetKernelsTakeTurns)
};

/// A loop that waits must read with an atomic, or volatile.
struct PollStrongly {
  GRIDLOCK_CAUSE(PollStrongly)
};

/// The same within a block, where a barrier does as well.
struct PollStronglyInBlock {
  GRIDLOCK_CAUSE(PollStronglyInBlock)
};

/// One atomic in place of a read and a write.
struct UpdateAtomically {
  GRIDLOCK_CAUSE(UpdateAtomically)
};

/// An atomic or volatile read, or a wait.
struct ReadStrongly {
  GRIDLOCK_CAUSE(ReadStrongly)
};

/// An atomic or volatile write, or a wait.
struct WriteStrongly {
  GRIDLOCK_CAUSE(WriteStrongly)
};

/// One thread, or a word for each.
struct LetOneDoIt {
  GRIDLOCK_CAUSE(LetOneDoIt)
};

}  // namespace gridlock
