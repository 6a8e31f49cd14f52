/// \file
/// The C interface between a module (student code and scenarios, linked together) and the
/// worker that loads it.  Both executors use it.  C++17; includes only <stdint.h>, so
/// that it does not slow the student's compilation down.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace gridlock {

/// Increased when this file changes in a way that breaks old modules.
constexpr int kModuleAbiVersion = 4;

/// The scenario that tests whether the device works.
constexpr const char* kProbeScenario = "gridlock_probe";

/// The scenario that finds out whether a process can go on after something failed in it.
constexpr const char* kSettleScenario = "gridlock_settle";

/// The worker's interface for a scenario.  Pass `self` back in every call.
struct ScenarioHost {
  void* self;
  /// The parameter's value; `*found` says whether the checker passed it.
  int64_t (*param)(void* self, const char* name, int* found);
  /// Appends `count` values to the output with this name.
  void (*output)(void* self, const char* name, const int64_t* values, size_t count);
  /// Names a device allocation for findings.
  void (*name_memory)(void* self, const void* memory, size_t bytes, size_t element_bytes,
                      const char* name);
  /// Names a stream for findings.
  void (*name_stream)(void* self, const void* stream, const char* name);
  /// A CUDA call failed; `code` is the cudaError_t.  The scenario ends after it.
  void (*api_error)(void* self, const char* call, int code, const char* text);
  /// The scenario cannot continue, for a reason that is not the student's fault.
  void (*scenario_error)(void* self, const char* text);
  /// Starts to count the bytes of a device allocation that each thread of a kernel
  /// accesses.
  void (*watch)(void* self, const void* memory);
  /// How many blocks have at least `threads` threads that each accessed at least `bytes`
  /// bytes of a watched allocation; -1 if the executor cannot tell.
  int64_t (*sharing_blocks)(void* self, const void* memory, int64_t threads,
                            int64_t bytes);
  /// Makes launch number `nth` from now, where 0 is the next, fail with the cudaError_t
  /// `code` and do nothing.  Returns 0 if the executor cannot do that.
  int (*fail_launch)(void* self, int64_t nth, int code);
  /// Whether the launch that was to fail has been made.
  int (*has_launch_failed)(void* self);
  /// How many "events" have been made and not destroyed, or how many "allocations" not
  /// freed; -1 if the executor cannot tell.
  int64_t (*live)(void* self, const char* kind);
};

/// A scenario, as listed by the module.
struct ScenarioEntry {
  const char* name;
  void (*run)(const ScenarioHost* host);
  const ScenarioEntry* next;
};

}  // namespace gridlock

/// Every module with scenarios exports these two.  The scenario kProbeScenario uses the
/// device for a moment and returns the device's name, character by character, as the
/// output "device", and the number of devices as "devices".  A module for a GPU also has
/// kSettleScenario: for as many devices as the parameter "devices" says, it waits for all
/// work, forgets errors that do not stick, and returns as "roomy" whether half of the
/// device's memory is free.
extern "C" int gridlock_module_abi_version(void);
extern "C" const gridlock::ScenarioEntry* gridlock_module_scenarios(void);
