/// Test cases that can test nothing on this machine: each program lists them at its end.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace gridlock {

inline std::vector<std::string> skipped_cases;  ///< "NAME: WHY".

inline void note_as_skipped(const std::string& why) {
  const std::string name = doctest::getContextOptions()->currentTest->m_name;
  skipped_cases.push_back(name + ": " + why);
}

}  // namespace gridlock

/// Leaves the test case, which is listed as skipped, where there is nothing to test.
#define SKIP_IF(nothing_to_test, why) \
  if (nothing_to_test) return ::gridlock::note_as_skipped(why)
