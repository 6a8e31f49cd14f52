/// What the parts of the machine share in one execution: memory, threads, the scheduler,
/// the history, and the reporter of broken rules.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "protocol/messages.h"
#include "sim/device/block_pool.h"
#include "sim/device/device.h"
#include "sim/device/host_stacks.h"
#include "sim/device/streams.h"
#include "sim/device/thread.h"
#include "sim/execution/api_state.h"
#include "sim/execution/descriptions.h"
#include "sim/execution/options.h"
#include "sim/execution/read_uses.h"
#include "sim/execution/reporter.h"
#include "sim/execution/strong_words.h"
#include "sim/memory/address_space.h"
#include "sim/memory/module.h"
#include "sim/model/history.h"
#include "sim/model/shadow.h"
#include "sim/schedule/scheduler.h"

namespace gridlock::sim {

/// What an execution counts besides its steps.
struct Counters {
  std::uint64_t accesses = 0;
  std::uint64_t host_accesses = 0;  ///< Strong accesses by host code.
  std::int64_t launches = 0;
  std::int64_t kernels_at_once = 0;  ///< The most that had begun and not finished.
  std::int64_t read_modify_writes = 0;
  std::int64_t old_values = 0;  ///< Reads that saw another value than the last.
  std::int64_t fences = 0;
  std::int64_t barriers = 0;
  std::uint64_t copied_to_host = 0;  ///< A hash; see ExecutionOptions::absent_lanes_at.
};

/// What a host thread waits for: a word, the device, or another host thread.
enum class HostWait : std::uint8_t { word, device, thread };

/// The shared state, and functions that need nothing else.  The machine begins it anew
/// for each execution.
class Execution {
 public:
  /// \param reporter may be called during an execution only
  /// \param tasks executes the work of streams
  /// \param starts the client that starts what the scheduler chooses
  Execution(Module& module, Reporter& reporter, StreamClient& tasks,
            Scheduler::Client& starts);
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  /// The running thread; null while no code under test runs.
  Thread* current() const { return scheduler.current(); }
  /// The base address of the image of the module that the running thread executes.
  std::uintptr_t code_base() const { return scheduler.code_base(); }
  /// The device that API calls are for.
  Device& current_device() { return devices[static_cast<std::size_t>(api.device)]; }
  Device& device_of(const Kernel& kernel) {
    return devices[static_cast<std::size_t>(kernel.device)];
  }
  /// Whether the caller is a stream's host function, which may not use the CUDA API.
  bool in_host_function() const {
    return current() && current()->is_host() && current() != &host_;
  }
  bool is_stack_guard(std::uintptr_t address) const {
    return pool.is_stack_guard(address) || host_stacks.is_guard(address);
  }
  /// The number of synchronization points passed.
  std::uint64_t steps() const { return scheduler.steps; }
  /// Changes whenever code under test calls the machine, for the watchdog.
  std::uint64_t heartbeat() const { return counters.accesses + scheduler.steps; }
  /// The program counter of the poll or pause at which the policy reached its limit of
  /// vain polls; 0 if it did not.
  std::uint64_t endless_wait_pc() const { return scheduler.endless_wait_pc(); }
  /// The last access that saw an old value, or that landed late; its size is 0 if there
  /// was none.
  const StaleAccess& stale() const { return words.stale(); }
  /// The policy's deviations from the default, if the options ask to record them.
  const Deviations& choices() const { return scheduler.choices(); }
  /// Notes that the program is about to do something that may depend on the schedule.
  void note_dependence() { depends_on_schedule = true; }
  /// Whether to look for things that deserve only advice.  In a lab, only the recorded
  /// replay does so.
  bool tells_advice() const { return options.whole_program || history.recording; }

  // --- Broken rules -----------------------------------------------------------------

  /// Ends the execution: the running thread makes a call that it must not make.
  void report_misuse(Cause what, std::uint64_t pc) {
    reporter.misuse(*current(), std::move(what), pc);
  }
  void report_misuse(Misuse::Kind what, std::uint64_t pc) {
    report_misuse(Misuse{what}, pc);
  }
  /// Ends the execution: `thread`, perhaps not the running one, has broken a rule.
  void report_misuse(const Thread& thread, Misuse::Kind what, std::uint64_t pc) {
    reporter.misuse(thread, Misuse{what}, pc);
  }
  void report_bad_index(BadIndex what, std::uint64_t pc) {
    reporter.bad_index(std::move(what), pc);
  }
  void report_bad_argument(Cause what, std::uintptr_t address, std::uint64_t pc) {
    reporter.bad_argument(std::move(what), address, pc);
  }
  void report_crash(Cause what, std::uint64_t pc) { reporter.crash(std::move(what), pc); }
  /// Ends the execution from the running fiber.
  [[noreturn]] void end_execution() { scheduler.end(); }

  Access describe(const Thread& thread, const char* op, std::uint64_t pc,
                  std::uintptr_t address, StepKind kind = StepKind::call) const {
    return descriptions_.describe(thread, op, pc, address, kind);
  }
  Location name_of(std::uintptr_t address, std::size_t access_bytes = 4) const {
    return descriptions_.name_of(address, access_bytes);
  }
  Location name_of(const Allocation& allocation) const {
    return descriptions_.name_of(allocation);
  }
  Actor actor(Slot slot, Epoch epoch) const { return descriptions_.actor(slot, epoch); }
  /// The blockIdx of the block with this uid; nothing if it has been forgotten.
  std::optional<std::array<int, 3>> index_of_block(std::uint64_t uid) const {
    return pool.index_of(uid);
  }
  /// The last write of a word of global memory; null if it is unknown.
  const Touch* last_write(std::uintptr_t address) const {
    if (!memory.arena.contains(address)) return nullptr;
    return Shadow::last_write(memory.arena.shadow, address);
  }
  /// Called when nothing uses this freed allocation any more.  If it is large, returns
  /// the pages of its contents and cells to the system.
  void forget_contents(const Allocation& freed);

  Thread& host() { return host_; }
  /// Whether all of the bytes are lent.
  bool is_lent(const Range& bytes) const {
    return std::ranges::any_of(
        lent, [&](const Range& range) { return range.contains(bytes.base, bytes.size); });
  }

 private:
  // Parts are declared after those that they use.
  Thread host_;

 public:
  Group host_group;
  HostStacks host_stacks;
  /// Counts what may end a wait: stores, ends of a stream's tasks, and wake-ups of the
  /// host.
  std::uint64_t changes = 0;
  Module& module;
  AddressSpace memory;
  History history;
  Streams streams;
  ApiState api;
  ExecutionOptions options;
  /// Schedules several host threads; null while there is only one.
  struct HostTurns {
    /// See pass_host_turn in cuda_api/host_turns.h.
    bool (*pass)(HostWait wait, std::uint64_t pc) = nullptr;
    /// Called when an execution begins, which has one host thread.
    void (*forget)() = nullptr;
  } host_turns;

  Reporter& reporter;
  BlockPool pool;

 private:
  Descriptions descriptions_;

 public:
  Scheduler scheduler;
  StrongWords words;
  Shadow shadow;
  std::vector<Device> devices;  ///< In the order of their numbers.
  /// How the program used the values of the reads that the options list.
  ReadWatch read_watch;
  Counters counters;
  /// Whether the execution did anything whose effect may depend on the schedule.  Plain
  /// accesses, barriers of a whole block and warp operations do not count; a new stream
  /// or host thread does.  If this is false and nothing raced, all schedules have the
  /// same effect.
  bool depends_on_schedule = false;
  bool running = false;
  /// The host program has ended, and the work that it left behind runs.
  bool draining = false;
  /// Parts of the scenarios' frames that the submission may write until its present call
  /// returns: the results that the call is to give.
  std::vector<Range> lent;
  const char* host_call = "";  ///< The call in which the host waits, or last waited.
};

}  // namespace gridlock::sim
