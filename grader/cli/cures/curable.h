/// Which failure of a submission a small change may repair.
#pragma once

#include "checker/record.h"

namespace gridlock {

/// The run of the check on the simulator, if it failed there for want of some order.
const CheckRun* unordered_run(const CheckResult& check);

/// The failed check whose cause a fence, a barrier, a scope or an event may mend; null if
/// there is none.
const CheckResult* curable_check(const LabResult& result);

}  // namespace gridlock
