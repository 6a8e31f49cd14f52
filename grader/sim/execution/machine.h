/// The simulated machine and the execution in progress.  Code under test calls it.
///
/// The machine runs on one OS thread.  `run` executes the host program on a fiber of its
/// own, until the program returns or a finding ends it.  Each part of the machine is one
/// mechanism, with a header of its own, and uses only parts that are declared before it.
/// The reporter decides what to say about a broken rule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/execution/blocks.h"

namespace gridlock::sim {

class Machine : public Execution, private StreamClient, private Scheduler::Client {
 public:
  /// \param reporter may be called during `run` only
  Machine(Module& module, Reporter& reporter);

  /// Runs `program` to its end, with the schedule that the options name.
  void run(const ExecutionOptions& options, const std::function<void()>& program);

  /// Counts a plain access by host code to unwatched memory, which needs nothing else.
  /// Returns false for any other access.
  /// \param writer an address in the code that writes; null for a read
  bool passes_over(std::uintptr_t address, std::uint32_t size, const void* writer);
  /// Records a plain access that is about to happen, if it is a usual one, which passes
  /// all checks and wakes no thread.  Otherwise does nothing and returns false.
  /// \param return_address the return address of the hook
  bool usual_access(std::uintptr_t address, std::uint32_t size, bool write,
                    const void* return_address);

  /// Calls a function whose accesses all count as the host program's, whichever thread
  /// runs.
  void as_host(const std::function<void()>& function);
  /// Puts the host to sleep until `done()` is true, which is checked after each device
  /// event.
  void host_wait(const std::function<bool()>& done, const char* call, std::uint64_t pc);
  void wake_host();
  /// The host program has ended: runs the work that it left behind, so that its races are
  /// found.  Does not return if that work never ends.
  void drain();

  LatestAccess latest{*this};
  Turns turns{*this, latest};
  Places places{*this};
  Polls polls{*this, latest, turns, places};
  Fences fences{*this, latest, turns};
  Accesses accesses{*this, latest, turns, places, polls, fences};
  AsyncCopyUnit copies{*this, places, accesses};
  BulkCopyUnit bulk_copies{*this, latest, places, polls, accesses};
  Clusters clusters{*this, latest, turns, polls};
  Barriers barriers{*this, latest, turns, polls};
  WarpCalls warp_calls{*this, latest, turns, polls};
  Blocks blocks{
      *this, latest, turns, polls, {copies, bulk_copies, clusters, barriers, warp_calls}};

 private:
  bool takes_usual_way(const Thread& thread, std::uintptr_t address,
                       std::uint32_t size) const;
  void reset();
  void reset_host();
  [[noreturn]] static void host_main(void* machine);
  [[noreturn]] static void host_function_main(void* machine);
  std::size_t collect_startable(std::vector<Startable>& into) override;
  void start(const Startable& startable) override;
  [[noreturn]] void no_thread_can_continue() override;
  void begin_kernel(Kernel& kernel) override { blocks.begin(kernel); }
  void begin_host_function(Thread& engine) override;
  void task_ended() override { wake_host(); }

  std::function<void()> host_entry_;
};

}  // namespace gridlock::sim
