/// How nvcc is called: for which architecture, and in which steps.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace gridlock {

/// A text that identifies this machine's devices: for other devices, modules are compiled
/// again.
std::string gpu_identity();

/// The value of nvcc's `-arch`: "sm_90" if all devices of this machine have that
/// architecture; "native" if they differ, so that nvcc asks the driver each time; "sm_75"
/// without a device.
/// \param cache the folder in which the driver's answer is kept
std::string gpu_architecture(const std::filesystem::path& cache);

/// The architecture, such as "sm_90", for compute capabilities as nvidia-smi prints them,
/// one per line ("9.0"); "" if they differ or there are none.
std::string architecture_of(const std::string& capabilities);

/// A script for `sh` that does the same as `nvcc ...`, but compiles device code and host
/// code at the same time, made from the output of `nvcc --dryrun ...`.  It also writes
/// `dependencies`, a Makefile rule.  Nothing if the steps are not those that we know;
/// then only nvcc itself can compile.
std::optional<std::string> nvcc_script(std::string_view printed,
                                       const std::string& dependencies);

}  // namespace gridlock
