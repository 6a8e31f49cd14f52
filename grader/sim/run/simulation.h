/// A module, the machine that runs it, and the findings.
#pragma once

#include <filesystem>
#include <functional>

#include "sim/execution/machine.h"
#include "sim/explain/findings.h"
#include "sim/memory/module.h"

namespace gridlock::sim {

/// Only one exists at a time: code under test finds its machine without a parameter.
class Simulation {
 public:
  /// \throws std::runtime_error, with a sentence as its text, if the file was not built
  /// as a module for the simulator
  explicit Simulation(const std::filesystem::path& path);
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;
  ~Simulation();

  /// Runs `host` to its end with the schedule that the options name.
  void run(const ExecutionOptions& options, const std::function<void()>& host);

  Module module;
  Findings findings;  ///< The findings of the last execution.
  Machine machine;
};

/// The present simulation, for handlers of signals and of exit(); null if there is none.
extern Simulation* simulation;

}  // namespace gridlock::sim
