/// \file
/// The mutants that a lab's checks need not notice, since they are as right as the
/// solution.
#pragma once

#include <map>
#include <string>

#include "checker/lab/labs.h"

namespace gridlock {

/// What solutions/LAB/mutants.toml says: the key of each such mutant (mutants.h), and why
/// it is equivalent.  Empty if there is no such file.
/// \throws std::runtime_error that names the file if it is wrong
std::map<std::string, std::string> equivalent_mutants(const Lab& lab);

}  // namespace gridlock
