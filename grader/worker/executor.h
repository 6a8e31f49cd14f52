/// \file
/// The two ways to execute a module, behind one interface.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "protocol/messages.h"

namespace gridlock {

/// Where an executor sends what it sees.  Every call may block until the checker
/// has answered.
class Sink {
 public:
  virtual ~Sink() = default;
  /// A new distinct outcome.  Returns false if the exploration should stop.
  virtual bool outcome(const Outcome& outcome) = 0;
  /// A new distinct finding.  Returns false if the exploration should stop.
  virtual bool finding(const Finding& finding) = 0;
  /// One execution of a whole program ended (RunRequest only); sent for the first
  /// and then for each whose exit code or output differs from all before.
  virtual bool program_result(const ProgramResult& result) = 0;
  /// A sign of life: `schedules` executions are done.  Cheap, so call it after each
  /// one; a worker that gives no sign for long is taken for hung.
  virtual void progress(std::uint64_t /*schedules*/) {}
};

/// Executes one module.  Lives in the worker process.
class Executor {
 public:
  virtual ~Executor() = default;

  /// Human-readable: "simulator: 4 SMs x 2 blocks", "NVIDIA H200, driver ...".
  virtual std::string description() const = 0;

  /// Why nothing can run here; nothing if it can.
  virtual Causes unusable() const { return {}; }

  /// How many devices there are.
  virtual int devices() const = 0;

  /// The names of the module's scenarios, for messages.
  virtual std::vector<std::string> scenarios() const { return {}; }

  /// Runs a scenario under many schedules (sim) or launches (gpu).
  /// \throws std::runtime_error if the module has no such scenario.
  virtual Summary explore(const ExploreRequest& request, Sink& sink) = 0;

  /// Runs the module's main.  Only the simulator can.
  virtual Summary run_program(const RunRequest& request, Sink& sink) = 0;
};

/// Loads a module for the simulator.  Defined in sim/.
/// \throws std::runtime_error with a sentence if it cannot be loaded.
std::unique_ptr<Executor> make_sim_executor(const std::filesystem::path& module);

/// Loads a module for the GPU.  Defined in worker/.
std::unique_ptr<Executor> make_gpu_executor(const std::filesystem::path& module);

}  // namespace gridlock
