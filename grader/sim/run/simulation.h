/// A module, the machine that runs it, and the findings.
#pragma once

#include <filesystem>
#include <functional>

#include "sim/execution/machine.h"
#include "sim/explain/findings.h"
#include "sim/memory/module.h"

namespace gridlock::sim {

/// There is one at a time: code under test finds its machine without a parameter.
class Simulation {
 public:
  /// Loads the module.
  /// \throws std::runtime_error with a sentence if it is not a module of ours.
  explicit Simulation(const std::filesystem::path& path);
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;
  ~Simulation();

  /// Runs `host` to its end under the schedule that the options name.
  void run(const ExecutionOptions& options, const std::function<void()>& host);

  Module module;
  Findings findings;  ///< From the last execution.
  Machine machine;
};

/// The current one, for handlers of signals and of exit(); or null.
extern Simulation* simulation;

}  // namespace gridlock::sim
