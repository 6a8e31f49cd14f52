/// \file
/// nvcc's own steps, of which it runs one after the other what need not wait: the code
/// for the device and the code for the host are compiled at the same time here.
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
