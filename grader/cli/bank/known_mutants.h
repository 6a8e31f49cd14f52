/// What is known about the mutants that a lab's checks do not notice.
#pragma once

#include <map>
#include <string>

#include "checker/lab/labs.h"

namespace gridlock {

struct KnownMutant {
  /// Whether the mutant is as right as the solution; if not, the checks have a gap.
  bool is_equivalent = false;
  std::string why;
};

/// What solutions/LAB/mutants.toml says of mutants, by key (mutants.h).  Empty if there
/// is no such file.
/// \throws std::runtime_error that names the file if it is wrong
std::map<std::string, KnownMutant> known_mutants(const Lab& lab);

}  // namespace gridlock
