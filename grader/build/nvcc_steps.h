/// Runs nvcc's steps in parallel where nvcc would run them one after another: device code
/// and host code are compiled at the same time.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gridlock {

/// A script for `sh` that does what `nvcc ...` would do, from what `nvcc --dryrun ...`
/// prints.  It also writes `dependencies`, a rule for Make.  Nothing if the steps are not
/// the ones we know; then only nvcc itself can compile.
std::optional<std::string> nvcc_script(std::string_view printed,
                                       const std::string& dependencies);

}  // namespace gridlock
