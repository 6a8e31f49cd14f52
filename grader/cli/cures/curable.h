/// Selects the failure of a submission that a small change may repair.
#pragma once

#include "checker/record.h"

namespace gridlock {

/// The check's run on the simulator if it failed because a kernel lacks an order; else
/// null.
const CheckRun* unordered_run(const CheckResult& check);

/// The failed check to repair by a fence, a barrier or a scope; null if there is none.
const CheckResult* curable_check(const LabResult& result);

/// Whether a report should offer the search: the check that it reports first fails
/// because an order is missing, and some check names the two accesses that lack the
/// order.
bool offers_cure(const LabResult& result);

}  // namespace gridlock
