/// Selects the failure of a submission that a small change may repair.
#pragma once

#include "checker/record.h"

namespace gridlock {

/// The check's run on the simulator, if it failed there because an order is missing in a
/// kernel.
const CheckRun* unordered_run(const CheckResult& check);

/// The failed check to repair by a fence, a barrier or a scope; null if there is none.
const CheckResult* curable_check(const LabResult& result);

/// Whether a report should offer the search: some schedules pass the check that it tells
/// first, and a race shows what lacks an order.  Otherwise the code computes the wrong
/// thing in a certain order, which a small change hardly repairs.
bool offers_cure(const LabResult& result);

}  // namespace gridlock
