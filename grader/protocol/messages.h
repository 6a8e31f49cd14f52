/// \file
/// The messages between the trusted side and a worker.
///
/// The worker contains student code, so everything it sends is only a claim.  It sends
/// raw outputs and findings; only the checker knows the right answers.  Program counters
/// are offsets in the module's file; the checker turns them into lines.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/fields.h"
#include "common/verdict.h"
#include "protocol/cause.h"

namespace gridlock {

/// The exit code of a worker whose module calls CUDA while it is loaded.
constexpr int kCalledCudaOnLoad = 97;

/// Scenario parameters, e.g. {"blocks", 4}.  Order does not matter.
using Params = std::map<std::string, std::int64_t>;

/// The outputs of one execution of a scenario, by name.
using Outputs = std::map<std::string, std::vector<std::int64_t>>;

/// A write that a thread must see after a fence.sc of its own.  The fields are indices in
/// the interleaving.
struct FencedWrite {
  std::uint64_t write = 0;
  /// The fence.sc of another thread, which made the write or had seen it.  This fence
  /// precedes the thread's own fence in the order of fence.sc.
  std::uint64_t fence = 0;
  GRIDLOCK_FIELDS(write, fence)
};

/// One memory access or synchronization call, as a finding names it.
struct Access {
  StepKind kind = StepKind::call;
  std::string op;        ///< "write", "atomicAdd", "cudaMemcpy", ...: see op_kind().
  std::uint64_t pc = 0;  ///< Offset in the module; 0 if unknown.
  bool host = false;     ///< Performed by the host thread.
  std::array<int, 3> block{};   ///< Meaningless for the host.
  std::array<int, 3> thread{};  ///< Meaningless for the host.
  Location location;            ///< The memory, if any.
  StepNote note;                ///< A detail for the interleaving.
  int device = 0;            ///< The block's or the stream's; meaningless for the host.
  std::uint64_t kernel = 0;  ///< The block's launch, counted from 1; 0: unknown or none.
  /// The simulator's number of the stream that performed a copy or the like; -1: none.
  int stream = -1;
  std::optional<StreamName> stream_name{};  ///< The stream's name for readers.
  bool racing = false;                      ///< One of the two racing accesses.
  std::uint64_t times = 1;                  ///< Repeated polls of a word are one step.
  /// The earlier values of the repeated polls, in their order; empty if the value never
  /// or often changed.
  std::vector<Value> earlier{};
  /// Steps with the same number are one barrier at which their threads met; 0: none.
  std::uint64_t meeting = 0;
  /// The earlier steps, by index in the interleaving, that are ordered before this one:
  /// the write that it saw, or the launch of its kernel.  Its own thread's steps are
  /// omitted.
  std::vector<std::uint64_t> after{};
  /// The value found in memory or, for a read, the value seen; and the value that a write
  /// left.  None if unknown.
  std::optional<Value> found{};
  std::optional<Value> left{};
  /// For each other lane of the interleaving, the last step, by index, that happens
  /// before this thread's next step; lanes without such a step are omitted.
  std::vector<std::uint64_t> knows{};
  /// For a fence.sc: atomic and volatile writes of other threads.  Because fences.sc are
  /// ordered, this thread must see these writes, or newer ones, from its next step on;
  /// otherwise they do not happen before that step.  Each is listed once per thread.
  std::vector<FencedWrite> fenced{};
  /// Whether the step shows how a word of `Exploration::words` got its value.
  bool telling = false;
  GRIDLOCK_FIELDS(kind, op, pc, host, block, thread, location, note, device, kernel,
                  stream, stream_name, racing, times, earlier, meeting, after, found,
                  left, knows, fenced, telling)
};

/// What one operation of the code did to the memory of one allocation in an execution, by
/// all threads together.
struct LineUse {
  StepKind kind = StepKind::call;
  std::string op;        ///< As in Access.
  std::uint64_t pc = 0;  ///< Offset in the module.
  bool host = false;     ///< A call by the host.
  std::uint64_t times = 0;
  std::uint64_t failed = 0;   ///< How often a compare-and-exchange wrote nothing.
  std::uint64_t kernels = 0;  ///< The number of launches that executed it.
  std::uint64_t blocks = 0;   ///< The number of blocks that executed it, in all launches.
  std::uint64_t threads = 0;  ///< The number of threads that executed it.
  std::array<int, 3> block{};   ///< The block of the first such thread.
  std::array<int, 3> thread{};  ///< The first such thread.
  bool same_thread = true;      ///< Whether only one thread per block executed it.
  Location first{};             ///< The lowest accessed address.
  Location last{};              ///< The highest accessed address.
  std::uint64_t elements = 0;   ///< Distinct addresses; 0 if there were too many.
  std::vector<Location> own{};  ///< The first accesses of the thread `thread` of `block`,
                                ///< in order.
  /// The distinct values that it read or, if it only writes, that it wrote, in order;
  /// none if they are unknown.
  std::vector<Value> values{};
  /// For an atomic operation, the result for each value; empty if unknown.
  std::vector<Value> results{};
  bool many_values = false;  ///< There are more values; `values` has the least and the
                             ///< greatest.
  std::optional<StreamName> stream_name{};  ///< A call's stream.
  int device = -1;  ///< The current device of a call that depends on it; else -1.
  /// The bytes of each copy or fill; 0 for another call, or if they differ.
  std::uint64_t bytes = 0;
  GRIDLOCK_FIELDS(kind, op, pc, host, times, failed, kernels, blocks, threads, block,
                  thread, same_thread, first, last, elements, own, values, results,
                  many_values, stream_name, device, bytes)
};

/// One distinct result of a scenario.
struct Outcome {
  Outputs outputs;
  /// The executor's counts in the first schedule that showed this outcome:
  /// "launches", "kernels_at_once", "read_modify_writes", "old_values", "fences",
  /// "barriers", "waits_for_nothing" (for events that had not been recorded).  Empty on
  /// the GPU.
  std::map<std::string, std::int64_t> counters;
  std::string schedule;  ///< Replays the first execution with it; "" on the GPU.
  /// The steps, in order; only when a schedule is replayed.
  std::vector<Access> interleaving{};
  std::uint64_t seen = 1;       ///< The number of executions with it so far.
  std::vector<LineUse> uses{};  ///< Set only when a schedule is replayed.
  GRIDLOCK_FIELDS(outputs, counters, schedule, interleaving, seen, uses)
};

/// A broken rule, or advice.
///
/// In a replay that breaks no rule, a finding of kind "passed" carries the history.
struct Finding {
  FindingKind kind;
  Causes what;                       ///< What happened.
  Causes missing;                    ///< The missing link, or nothing.
  Causes remedy;                     ///< What to change in the lines of `accesses`.
  std::vector<Access> accesses;      ///< The two that race, or the waits.
  std::vector<Access> interleaving;  ///< A short history, in order.
  std::string schedule;              ///< Replays the finding.
  /// The uses until the finding ended the execution; set only in a replay.
  std::vector<LineUse> uses{};
  GRIDLOCK_FIELDS(kind, what, missing, remedy, accesses, interleaving, schedule, uses)
  /// Whether the finding is advice: it costs points only if the check says so.
  bool is_advice() const { return std::holds_alternative<Advice>(kind); }
};

/// The places of the two accesses of a race.
struct RacePlaces {
  std::uint64_t one = 0;
  std::uint64_t other = 0;
  GRIDLOCK_FIELDS(one, other)
};

/// The schedules to run.
struct Exploration {
  std::uint64_t schedules = 1000;  ///< On the GPU: launches of the scenario.
  std::uint64_t seed = 1;
  std::int64_t budget_ms = 0;  ///< Cuts the exploration short; 0 is no limit.
  /// For a whole program: ends the exploration after this many accesses in all
  /// executions, but not before three executions.  0 is no limit.
  std::uint64_t work_max = 0;
  /// If true, a data race ends the exploration, and strong reads may see old values.  If
  /// false, a data race is sent once, and the exploration goes on with sequentially
  /// consistent values, so that only results count.
  bool stop_on_race = true;
  /// Races that were reported before, and are not reported again.
  std::vector<RacePlaces> told{};
  /// With `stop_on_race`: strong reads may see all values that the letter of the rules
  /// allows.
  bool by_the_letter = false;
  std::string replay;  ///< A schedule string: run that one, with its history.
  /// With `replay`, if the execution broke no rule: the interleaving also tells the plain
  /// accesses by which threads exchange data, unless there are too many.
  bool tell_data = false;
  /// With `tell_data`: names of words, "masks[1]".  The interleaving always tells the
  /// last writes to them.
  std::vector<std::string> words{};
  /// With `replay`: first reduce the schedule to the few choices needed for the same
  /// finding or result.  What is then sent names the reduced schedule.
  bool minimize = false;
  /// If at most this many executions cover every schedule, all of them are run, before
  /// the other schedules and in addition to them.  0: this is not tried.
  std::uint64_t exhaustive_max = 0;
  /// If a thread polls in vain for long, repeat the schedule with more patience.
  bool long_waits = false;
  /// Find out the scope that each fence needs: Summary::fences.
  bool weigh_fences = false;
  /// For a program: faults that today's hardware forgives are verdicts, not advice.
  bool strict = false;
  /// For a program: the exploration ends once something has failed and this many
  /// schedules in a row have shown nothing new.
  std::uint64_t further_schedules = 0;
  /// Also report failures after a race, even if the race caused them.
  bool keep_consequences = false;
  GRIDLOCK_FIELDS(schedules, seed, budget_ms, work_max, stop_on_race, told, by_the_letter,
                  replay, tell_data, words, minimize, exhaustive_max, long_waits,
                  weigh_fences, strict, further_schedules, keep_consequences)
};

/// The modelled devices of the simulator; the GPU executor ignores this.
struct DeviceModel {
  int devices = 1;
  int sms = 4;  ///< The multiprocessors of the first device; each further device has one
                ///< more.
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

/// The call of a whole program.
struct ProgramCall {
  std::vector<std::string> arguments;  ///< argv[0] first.
  std::string folder;                  ///< Its working folder; empty: the worker's.
  std::string input;                   ///< The file for its standard input; empty: none.
  GRIDLOCK_FIELDS(arguments, folder, input)
};

/// Checker to worker: run the module's main, once per schedule, each from fresh state.
struct RunRequest {
  ProgramCall call;
  Exploration exploration;
  DeviceModel device;
  GRIDLOCK_FIELDS(call, exploration, device)
};

/// A fence, or an atomic operation that acquires or releases.
struct FenceUse {
  /// Scopes, narrowest first; kNoScope if the fence is not needed at all.
  enum Scope { kNoScope, kBlock, kDevice, kSystem };
  Access access;      ///< The call, by the first thread that made it.
  bool fence = true;  ///< False for an atomic operation.
  int scope = kDevice;
  /// The narrowest scope that would have sufficed: with it, no execution shows a race
  /// by the strict rules, a hang, or an outcome that was not seen with `scope`.
  int needed = kDevice;
  GRIDLOCK_FIELDS(access, fence, scope, needed)
};

/// The result of an exploration, sent last.
struct Summary {
  std::uint64_t schedules = 0;  ///< Executions done.
  bool exhaustive = false;      ///< All schedules were run, not a sample.
  bool cut_short = false;       ///< The budget ended it.
  bool work_spent = false;      ///< Exploration::work_max ended it.
  std::uint64_t accesses = 0;   ///< Hooked memory accesses of all schedules.
  double seconds = 0;
  /// The process cannot explore again (after a sticky CUDA error).
  bool worker_spent = false;
  std::vector<FenceUse> fences{};  ///< If requested, and nothing was found.
  GRIDLOCK_FIELDS(schedules, exhaustive, cut_short, work_spent, accesses, seconds,
                  worker_spent, fences)
};

/// Result of one execution of a whole program, for RunRequest.
struct ProgramResult {
  /// The most bytes of a schedule's output; later bytes are dropped.
  static constexpr std::uint64_t kPrintedMax = 32 << 20;

  int exit_code = 0;
  std::string output;  ///< Standard output and error: their beginning.
  std::string schedule;
  std::vector<Access> interleaving{};  ///< Only when a schedule is replayed.
  std::uint64_t printed_bytes = 0;     ///< All of the output, up to kPrintedMax.
  GRIDLOCK_FIELDS(exit_code, output, schedule, interleaving, printed_bytes)
};

}  // namespace gridlock
