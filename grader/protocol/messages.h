/// \file
/// What the trusted side and a worker say to each other.
///
/// The worker holds student code, so everything it says is a claim.  It sends raw
/// outputs and findings; only the checker knows what a right answer is.  Program
/// counters are offsets in the module's file; the checker turns them into lines.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/fields.h"
#include "common/verdict.h"
#include "protocol/cause.h"

namespace gridlock {

/// Scenario parameters, e.g. {"blocks", 4}.  Order does not matter.
using Params = std::map<std::string, std::int64_t>;

/// What one execution of a scenario returned, by name.
using Outputs = std::map<std::string, std::vector<std::int64_t>>;

/// One memory access or synchronization call, as a finding names it.
struct Access {
  StepKind kind = StepKind::call;
  std::string op;  ///< "write", "read", "atomicAdd", "__threadfence", "cudaMemcpy", ...
  std::uint64_t pc = 0;         ///< Offset in the module; 0 if unknown.
  bool host = false;            ///< Done by the host thread.
  std::array<int, 3> block{};   ///< Meaningless for the host.
  std::array<int, 3> thread{};  ///< Likewise.
  Location location;            ///< What memory, if any.
  StepNote note;                ///< What the interleaving adds.
  int device = 0;  ///< Of the block, or of the stream; meaningless for the host.
  std::uint64_t kernel = 0;  ///< The block's launch, counted from 1; 0: unknown or none.
  /// The stream that did a copy or the like, as the simulator counts them; -1: none.
  int stream = -1;
  bool racing = false;      ///< One of the two that clash.
  std::uint64_t times = 1;  ///< Of looks at one word that repeat, the last is told.
  /// Steps with the same number are one barrier, where their threads met; 0: none.
  std::uint64_t meeting = 0;
  /// Earlier steps, by their place in the interleaving, that this one comes after: what
  /// it saw, or who launched it.  What its own thread did before goes without saying.
  std::vector<std::uint64_t> after{};
  GRIDLOCK_FIELDS(kind, op, pc, host, block, thread, location, note, device, kernel,
                  stream, racing, times, meeting, after)
};

/// One distinct result of a scenario.
struct Outcome {
  Outputs outputs;
  /// What the executor counted in the first schedule that showed this outcome:
  /// "launches", "read_modify_writes", "fences", "barriers".  Empty on the GPU.
  std::map<std::string, std::int64_t> counters;
  std::string schedule;  ///< Replays the first execution that showed it; "" on the GPU.
  /// What happened on the way, in order; only when a schedule is replayed.
  std::vector<Access> interleaving{};
  std::uint64_t seen = 1;  ///< How many executions showed it when this was sent.
  GRIDLOCK_FIELDS(outputs, counters, schedule, interleaving, seen)
};

/// A broken rule, or advice.
///
/// In a replay that breaks no rule, a finding of kind "passed" brings the history.
struct Finding {
  std::string kind;                  ///< A verdict's or an advice kind's name.
  bool advice = false;               ///< Costs nothing unless the check says so.
  Causes what;                       ///< What happened.
  Causes missing;                    ///< The missing link, or nothing.
  Causes remedy;                     ///< What to change in the very lines of `accesses`.
  std::vector<Access> accesses;      ///< The two that clash, or who waits where.
  std::vector<Access> interleaving;  ///< A short history, in order.
  std::string schedule;              ///< Replays it.
  GRIDLOCK_FIELDS(kind, advice, what, missing, remedy, accesses, interleaving, schedule)
};

/// How many executions, and which.
struct Exploration {
  std::uint64_t schedules = 1000;  ///< On the GPU: launches of the scenario.
  std::uint64_t seed = 1;
  std::int64_t budget_ms = 0;  ///< Cuts the exploration short; 0 is no limit.
  /// A finding of an ordering rule (data_race) ends the exploration, and strong reads may
  /// see old values; otherwise it is sent once and the exploration goes on with
  /// sequentially consistent values, so that results alone decide.
  bool stop_on_race = true;
  /// With `stop_on_race`: strong reads may see all that the letter of the rules allows.
  bool by_the_letter = false;
  std::string replay;  ///< A schedule string: run that one, with its history.
  /// With `replay`: first reduce that schedule to the few choices that it takes to show
  /// the same finding or result.  What is then sent names the reduced schedule.
  bool minimize = false;
  /// If so many executions are enough to run every schedule, every one is run; 0 does not
  /// try.  They come in front of, and do not replace, the other schedules.
  std::uint64_t exhaustive_max = 0;
  /// Run a schedule in which somebody polls in vain for long again, with long patience.
  bool long_waits = false;
  /// Find out how much of each fence was needed: Summary::fences.
  bool weigh_fences = false;
  GRIDLOCK_FIELDS(schedules, seed, budget_ms, stop_on_race, by_the_letter, replay,
                  minimize, exhaustive_max, long_waits, weigh_fences)
};

/// The modelled device of the simulator; the GPU executor ignores it.
struct DeviceModel {
  int devices = 1;
  int sms = 4;
  int blocks_per_sm = 2;
  GRIDLOCK_FIELDS(devices, sms, blocks_per_sm)
};

/// Checker to worker: run a scenario of the loaded module.
struct ExploreRequest {
  std::string scenario;
  Params params;
  Exploration exploration;
  DeviceModel device;
  GRIDLOCK_FIELDS(scenario, params, exploration, device)
};

/// Checker to worker: run the module's main, once a schedule, each from fresh state.
struct RunRequest {
  std::vector<std::string> arguments;  ///< argv[0] first.
  Exploration exploration;
  DeviceModel device;
  GRIDLOCK_FIELDS(arguments, exploration, device)
};

/// A place that orders: a fence, or an atomic operation that acquires or releases.
struct FenceUse {
  /// Names of scopes, narrowest first; what is not needed at all needs kNoScope.
  enum Scope { kNoScope, kBlock, kDevice, kSystem };
  Access access;      ///< The call, and the first thread that came there.
  bool fence = true;  ///< Not an operation.
  int scope = kDevice;
  /// The least scope with which none of the executions would have shown anything that
  /// was not seen with `scope`: no race (strict), no hang, no other outcome.
  int needed = kDevice;
  GRIDLOCK_FIELDS(access, fence, scope, needed)
};

/// What an exploration came to, sent last.
struct Summary {
  std::uint64_t schedules = 0;  ///< Executions done.
  bool exhaustive = false;      ///< Every schedule of this shape was run, none sampled.
  bool cut_short = false;       ///< The budget ended it.
  std::uint64_t accesses = 0;   ///< Hooked memory accesses, all schedules together.
  double seconds = 0;
  /// The process is not fit for another exploration (after a CUDA error that sticks).
  bool worker_spent = false;
  std::vector<FenceUse> fences{};  ///< If asked for, and nothing was found.
  GRIDLOCK_FIELDS(schedules, exhaustive, cut_short, accesses, seconds, worker_spent,
                  fences)
};

/// Result of one execution of a whole program, for RunRequest.
struct ProgramResult {
  int exit_code = 0;
  std::string output;  ///< Standard output and error, capped.
  std::string schedule;
  std::vector<Access> interleaving{};  ///< Only when a schedule is replayed.
  GRIDLOCK_FIELDS(exit_code, output, schedule, interleaving)
};

}  // namespace gridlock
