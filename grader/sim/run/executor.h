/// Executes a module on the simulator.
#pragma once

#include <filesystem>
#include <memory>

#include "protocol/executor.h"

namespace gridlock {

/// Loads a module for the simulator.
/// \throws std::runtime_error, with a sentence as its text, if it cannot be loaded.
std::unique_ptr<Executor> make_sim_executor(const std::filesystem::path& module);

}  // namespace gridlock
