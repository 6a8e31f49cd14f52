/// Executes a module on GPUs.
#pragma once

#include <filesystem>
#include <memory>

#include "protocol/executor.h"

namespace gridlock {

/// Starts the driver, and retains the primary contexts of the first `devices` devices (or
/// of all, if there are fewer), which the module will use.  Does nothing without a
/// driver.
void warm_up_gpu(int devices);

/// Loads a module for the GPU.  Its variables begin with their initial values, also if
/// the process has loaded it before.
std::unique_ptr<Executor> make_gpu_executor(const std::filesystem::path& module);

}  // namespace gridlock
