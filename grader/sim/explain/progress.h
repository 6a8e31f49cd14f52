/// \file
/// Tells threads that keep each other waiting from threads that have much to do.
#pragma once

#include "sim/execution/machine.h"
#include "sim/model/history.h"

namespace gridlock::sim {

/// Changes the finding of an execution that had too many steps, if in its last ones the
/// threads did nothing but try the same again: a lock whose waiters write to it, say.
void explain_no_progress(const Machine& machine, const std::vector<Event>& events,
                         Finding& finding);

}  // namespace gridlock::sim
