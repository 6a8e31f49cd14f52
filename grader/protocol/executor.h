/// \file
/// The two ways to execute a module, behind one interface.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/messages.h"

namespace gridlock {

/// Receives an executor's observations.  Every call may block until the checker has
/// answered.
class Sink {
 public:
  virtual ~Sink() = default;
  /// A new distinct outcome.  Returns false if the exploration should stop.
  virtual bool outcome(const Outcome& outcome) = 0;
  /// A new distinct finding.  Returns false if the exploration should stop.
  virtual bool finding(const Finding& finding) = 0;
  /// One execution of a whole program ended (RunRequest only).  Called for the first
  /// execution, then for each execution with a new exit code or a new output.
  virtual bool program_result(const ProgramResult& result) = 0;
  /// A sign of life: `schedules` executions are done.  Cheap, so call it after each one;
  /// a worker that is silent for long counts as hung.
  virtual void progress(std::uint64_t /*schedules*/) {}
};

/// Executes one module, in the worker process.
class Executor {
 public:
  virtual ~Executor() = default;

  /// Human-readable: "simulator: 4 SMs x 2 blocks", "NVIDIA H200, driver ...".
  virtual std::string description() const = 0;

  /// Why nothing can run here; empty if the executor works.
  virtual Causes unusable() const { return {}; }

  virtual int devices() const = 0;

  /// The names of the module's scenarios, for messages.
  virtual std::vector<std::string> scenarios() const { return {}; }

  /// Runs a scenario under many schedules (sim) or launches (gpu).
  /// \throws std::runtime_error if the module has no such scenario.
  virtual Summary explore(const ExploreRequest& request, Sink& sink) = 0;

  /// Loads everything in advance: from now on, the process needs only memory and the
  /// descriptors that it has.  Returns whether that is possible.
  virtual bool prepare_to_compute() { return false; }

  /// Runs the module's main.  Only the simulator supports this.
  virtual Summary run_program(const RunRequest& request, Sink& sink) = 0;
};

}  // namespace gridlock
