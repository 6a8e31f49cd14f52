/// The record of `check` for continuous-integration systems.
#pragma once

#include <string>

#include "checker/record.h"

namespace gridlock {

/// A JUnit file: one suite per lab, one case per check and executor.  A check that fails
/// is a failure, one that hangs an error of type "timeout", one that did not run skipped.
std::string junit_xml(const GradeResult& result);

}  // namespace gridlock
