/// \file
/// The record of `check` for continuous-integration systems.
#pragma once

#include <string>

#include "checker/record.h"

namespace gridlock {

/// A JUnit file: a suite a lab, a case a check and executor.  A check that fails is a
/// failure, one that hangs an error of type "timeout", one that did not run is skipped.
std::string junit_xml(const GradeResult& result);

}  // namespace gridlock
