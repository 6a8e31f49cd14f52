/// \file
/// Advice: nothing is wrong, but something could be better.
#pragma once

#include "protocol/values.h"
#include "protocol/words_of.h"

namespace gridlock {

/// A fence with a wider scope than any thread relies on.
struct FenceTooWide {
  Operation fence;
  Scope scope = Scope::block;
  Scope needed = Scope::block;
  bool is_fence = false;  ///< False for an atomic operation.
  GRIDLOCK_CAUSE(FenceTooWide, fence, scope, needed, is_fence)
};

/// A fence on which no thread relies.
struct FenceNotNeeded {
  Operation fence;
  bool is_fence = false;
  GRIDLOCK_CAUSE(FenceNotNeeded, fence, is_fence)
};

/// The narrower scope that is enough.
struct NarrowerIsEnough {
  Scope needed = Scope::block;
  bool is_fence = false;
  GRIDLOCK_CAUSE(NarrowerIsEnough, needed, is_fence)
};

/// What the program prints depends on the schedule.
struct OutputDiffers {
  GRIDLOCK_CAUSE(OutputDiffers)
};

}  // namespace gridlock
