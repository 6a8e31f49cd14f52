/// Distinguishes threads that keep each other waiting from threads that have much work.
#pragma once

#include "sim/execution/machine.h"
#include "sim/model/history.h"

namespace gridlock::sim {

/// Changes the finding of an execution that had too many steps, if its last steps only
/// repeat the same attempt: for example, at a lock whose waiters write to it.
void explain_no_progress(const Machine& machine, const std::vector<Event>& events,
                         Finding& finding);

}  // namespace gridlock::sim
