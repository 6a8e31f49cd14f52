/// \file
/// Advice on what is not wrong.
#pragma once

#include "protocol/values.h"
#include "protocol/words_of.h"

namespace gridlock {

/// A fence of a wider scope than anybody relies on.
struct FenceTooWide {
  Operation fence;
  Scope scope = Scope::block;
  Scope needed = Scope::block;
  bool is_fence = false;  ///< Not an atomic operation.
  GRIDLOCK_CAUSE(FenceTooWide, fence, scope, needed, is_fence)
};

/// A fence that nobody relies on.
struct FenceNotNeeded {
  Operation fence;
  bool is_fence = false;
  GRIDLOCK_CAUSE(FenceNotNeeded, fence, is_fence)
};

/// What would be enough.
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
