/// Runs steps of nvcc in parallel that nvcc itself would run one after another: it
/// compiles device code and host code at the same time.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gridlock {

/// A script for `sh` that does the same as `nvcc ...`, made from the output of `nvcc
/// --dryrun ...`.  It also writes `dependencies`, a Makefile rule.  Nothing if the steps
/// are not those that we know; then only nvcc itself can compile.
std::optional<std::string> nvcc_script(std::string_view printed,
                                       const std::string& dependencies);

}  // namespace gridlock
