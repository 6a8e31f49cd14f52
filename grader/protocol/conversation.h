/// The conversation between checker and worker; see also messages.h.
///
///     checker  warm_up and then load, if the worker was started without a module
///     worker   hello
///     checker  explore or run
///     worker     outcome, finding or program_result, any number
///     checker    one answer to each of these
///     worker     progress, now and then
///     worker   summary or failure
///     checker  explore or run, or load for a module whose variables begin anew (then
///              hello follows), or closes the pipe
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/messages.h"

namespace gridlock {

/// The worker's fourth argument if it holds strangers' code; see worker/confine.h.
constexpr const char* kConfined = "confined";

/// A request that a worker without a module can fulfil.
struct WarmUp {
  int devices = 1;  ///< The number of devices that the module will use, from device 0 on.
  GRIDLOCK_FIELDS(devices)
};

/// Tells a worker without a module which one to load, or tells a worker to load a module
/// anew.
struct Load {
  std::string module;  ///< The path of the module.
  GRIDLOCK_FIELDS(module)
};

/// The worker's first message, once its module is loaded.
struct Hello {
  std::string description;  ///< See Executor::description().
  Causes unusable;          ///< Why nothing can run here; empty if it can.
  int devices = 0;
  std::vector<std::string> scenarios;  ///< The names for messages; may be empty.
  GRIDLOCK_FIELDS(description, unusable, devices, scenarios)
};

/// The checker's answer to a report: whether the exploration should go on.
struct Answer {
  bool go_on = true;
  GRIDLOCK_FIELDS(go_on)
};

/// A sign of life.
struct Progress {
  std::uint64_t schedules = 0;
  GRIDLOCK_FIELDS(schedules)
};

/// Sent instead of a summary.
struct Failure {
  std::string message;
  /// The submission returned more than a frame holds.  Any other failure is not the
  /// submission's fault.
  bool too_large = false;
  GRIDLOCK_FIELDS(message, too_large)
};

}  // namespace gridlock
