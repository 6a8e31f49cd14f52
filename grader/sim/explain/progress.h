/// Distinguishes threads that keep each other waiting from threads that have a lot of
/// work.
#pragma once

#include "sim/execution/machine.h"
#include "sim/model/history.h"

namespace gridlock::sim {

/// Changes the finding of an execution that took too many steps, if its last steps repeat
/// the same attempt: for example, at a lock to which the waiters write.
void explain_no_progress(const Machine& machine, const std::vector<Event>& events,
                         Finding& finding);

}  // namespace gridlock::sim
