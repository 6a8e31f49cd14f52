/// The simulated machine and the execution in progress.  Code under test calls it.
///
/// It runs on one OS thread.  `run` executes the host program on a fiber of its own,
/// until the program returns or a finding ends it.  The machine connects its parts:
/// `AddressSpace` decides where an access lands, `StrongWords` which value it sees,
/// `Shadow` whether it races, and the scheduler which thread runs next.  The reporter
/// decides what to say about a broken rule.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "common/invariant.h"
#include "protocol/messages.h"
#include "sim/device/block_pool.h"
#include "sim/device/device.h"
#include "sim/device/host_stacks.h"
#include "sim/device/streams.h"
#include "sim/device/thread.h"
#include "sim/execution/api_state.h"
#include "sim/execution/descriptions.h"
#include "sim/execution/limits.h"
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
  std::int64_t read_modify_writes = 0;
  std::int64_t fences = 0;
  std::int64_t barriers = 0;
};

/// What a host thread waits for: a word, the device, or another host thread.
enum class HostWait : std::uint8_t { word, device, thread };

class Machine : private StreamClient, private Scheduler::Client {
 public:
  /// \param reporter may be called during `run` only
  Machine(Module& module, Reporter& reporter);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  ~Machine() = default;

  /// Runs `host` to its end, with the schedule that the options name.
  void run(const ExecutionOptions& options, const std::function<void()>& host);

  const Counters& counters() const { return counters_; }
  Counters& count() { return counters_; }
  /// Whether device code did anything that may have another effect at another time:
  /// anything but plain accesses, block barriers and warp operations.  If it did not, and
  /// nothing raced, all schedules have the same effect.
  bool depends_on_schedule() const { return depends_on_schedule_; }
  /// The program is about to do something that depends on the schedule, which the machine
  /// cannot see.
  void note_dependence() { depends_on_schedule_ = true; }
  /// Synchronization points passed.
  std::uint64_t steps() const { return scheduler_.steps; }
  /// The program counter of the poll or pause at which the policy reached its limit of
  /// vain polls; 0 if it did not.
  std::uint64_t endless_wait_pc() const { return scheduler_.endless_wait_pc(); }
  /// The last access that saw an old value, or that landed late; its size is 0 if there
  /// was none.
  const StaleAccess& stale() const { return words_.stale(); }
  /// The policy's deviations from the default, if they were to be recorded.
  const Deviations& choices() const { return scheduler_.choices(); }
  /// The executed fences, if they were to be recorded.
  const FenceUses& fence_uses() const { return fence_uses_; }
  /// Changes while code under test calls the machine.  For the watchdog.
  std::uint64_t heartbeat() const { return counters_.accesses + scheduler_.steps; }
  bool running() const { return running_; }
  bool is_stack_guard(std::uintptr_t address) const {
    return pool_.is_stack_guard(address) || host_stacks_.is_guard(address);
  }

  // --- Called by code under test -------------------------------------------------

  /// Whether a plain access is by host code to unwatched memory, so it need only be
  /// counted.
  bool passes_over(std::uintptr_t address, std::uint32_t size);
  /// A plain access is about to happen.  If it is a usual one, which passes all checks
  /// and wakes no thread, records it.  Otherwise does nothing and returns false.
  /// \param return_address that of the hook's call
  bool usual_access(std::uintptr_t address, std::uint32_t size, bool write,
                    const void* return_address);
  /// A plain access of any kind is about to happen.
  void plain_access(std::uintptr_t address, std::uint32_t size, bool write,
                    std::uint64_t pc, const std::byte* frame);
  /// This thread's next read of these bytes begins an assignment to a bit-field, so it
  /// may find an undefined value.
  void assigns_bits(std::uintptr_t address, std::uint32_t size);
  /// A volatile access is about to happen; in PTX it is relaxed.sys.
  void volatile_access(std::uintptr_t address, std::uint32_t size, bool write,
                       std::uint64_t pc, const std::byte* frame);
  /// Reports an access to an address that is not a multiple of its type's alignment.
  void misaligned(std::uintptr_t address, std::uint32_t alignment, const char* name,
                  std::uint64_t pc);
  /// A strong access, which the caller performs right afterwards: an atomic load or
  /// store, or a read-modify-write.  For the latter, `effect` returns what it would do to
  /// the word now.
  ///
  /// Returns the old value that a load must return instead of the present one, or null.
  const std::uint64_t* strong_access(std::uintptr_t address, std::uint32_t size,
                                     const AccessKind& kind, std::uint64_t pc,
                                     const std::byte* frame,
                                     RmwEffect (*effect)(void* operation) = nullptr,
                                     void* operation = nullptr);
  /// Makes the access that follows immediately read an old value.
  void substitute(std::uintptr_t address, std::uint32_t size, std::uint64_t old);
  /// An API call or a memory function accesses these bytes on a thread's behalf.
  void range_access(Thread& thread, std::uintptr_t address, std::size_t size, bool write,
                    const char* name, std::uint64_t pc);
  /// Asynchronous copies of the running thread: begins one; makes those begun so far a
  /// batch; waits until at most this many batches are in flight.
  void begin_copy(const AsyncCopy& copy, std::uint64_t pc);
  void commit_copies();
  void await_copies(std::size_t batches_left, std::uint64_t pc);
  /// Begins a bulk copy of the running thread into shared memory; the mbarrier counts its
  /// bytes.
  void begin_bulk_load(const void* barrier, const AsyncCopy& copy, std::uint64_t pc);
  /// The first `count` copies in flight that the mbarrier counts have ended: the running
  /// thread finds that when it waits there.
  void end_bulk_loads(const void* barrier, std::size_t count, std::uint64_t pc);
  /// Bulk copies of the running thread out of shared memory: begins one; makes those
  /// begun so far a group; waits until at most this many groups are in flight or, with
  /// `reads_only`, still read their source.
  void begin_bulk_store(const AsyncCopy& copy, std::uint64_t pc);
  void commit_bulk_stores();
  void await_bulk_stores(std::size_t groups_left, bool reads_only, std::uint64_t pc);
  /// Makes what the running thread knows visible to later bulk copies
  /// (fence.proxy.async).
  void fence_proxies();
  /// Whether the address is in the running block's shared memory.
  bool is_shared(std::uintptr_t address) const;
  /// A load through the read-only cache (__ldg).
  void read_only_access(std::uintptr_t address, std::uint32_t size, std::uint64_t pc,
                        const std::byte* frame);
  /// The running thread is about to compare the value of its last poll.
  /// \param from the address that the value was loaded from; 0: unknown
  void compares(std::uintptr_t from, const Comparison& comparison);
  void fence(MemoryScope scope, bool sc, const char* name, std::uint64_t pc);
  /// A block barrier.  Returns the OR, the AND or the number of set predicates.
  int block_barrier(BarrierKind kind, bool predicate, std::uint64_t pc) {
    Block* block = current()->block;
    if (!arrive_at_barrier(kind, predicate, pc)) return 0;
    INVARIANT("No old value is in memory while others run.", is_settled());
    scheduler_.reschedule();
    INVARIANT("A thread leaves a barrier when it is complete.",
              current()->waiting == Waiting::nothing && current()->block == block);
    return block->barrier_result;
  }
  /// The block's barrier with this number, which waits for this many threads; 0: for all.
  /// Returns how many predicates of the waiting threads are set, and of how many.
  struct BarResult {
    int set = 0, of = 0;
  };
  BarResult numbered_barrier(std::uint64_t number, std::uint64_t threads, bool waits,
                             bool predicate, std::uint64_t pc);
  void grid_barrier(std::uint64_t pc);
  /// The two halves of the barrier of the running thread's cluster.
  void arrive_in_cluster(bool releases, std::uint64_t pc);
  void wait_in_cluster(bool acquires, std::uint64_t pc);
  /// Returns the address by which the running thread accesses what the block with this
  /// rank in its cluster has at `address`, which is in shared memory; 0 if there may be
  /// none.
  std::uintptr_t address_in_cluster(std::uintptr_t address, unsigned rank,
                                    std::uint64_t pc);
  /// The rank of the block that owns the shared memory at the address.
  unsigned rank_in_cluster(std::uintptr_t address);
  /// The cluster of a block; made if the launch has no clusters.
  Cluster& cluster_of(Block& block);
  /// Waits for the other lanes of the call's mask that have not exited, and returns the
  /// running lane's result.
  std::uint64_t warp_meeting(const WarpCall& call, std::uint64_t pc);
  /// The lanes of the warp that are at this call.  If the schedule wants it, others run
  /// first; lanes that reach the same call meanwhile go on together and get the same
  /// mask. So the result may be any set of lanes that includes the caller, and another
  /// set the next time.
  std::uint32_t active_mask(std::uint64_t call_path);
  /// The running thread reads a clock, which counts steps.
  std::uint64_t read_clock();
  /// The running thread waits for time to pass.
  void yield(std::uint64_t pc);
  /// A point where another thread may run.
  void synchronization_point();

  // --- For the CUDA API ------------------------------------------------------------

  /// The running thread; null while no code under test runs.
  Thread* current() const { return scheduler_.current(); }
  /// The base address of the image of the module that the running thread executes.
  std::uintptr_t code_base() const { return scheduler_.code_base(); }
  Thread& host() { return host_; }
  HostStacks& host_stacks() { return host_stacks_; }
  /// Grows with all that may end a wait: each store, each end of a stream's task, and
  /// each wake-up of the host.
  std::uint64_t changes() const { return changes_; }
  /// Calls a function of which all accesses count as the host program's, whichever thread
  /// runs.
  void as_host(const std::function<void()>& function);
  /// Puts the host to sleep until `done()` is true, which is checked after each device
  /// event.
  void host_wait(const std::function<bool()>& done, const char* call, std::uint64_t pc);
  /// The call in which the host waits, or last waited.
  const char* host_call() const { return host_call_; }
  void wake_host();
  /// The host program has ended: runs the work that it left behind, so that its races are
  /// found.  Does not return if that work never ends.
  void drain();
  bool draining() const { return draining_; }
  /// The devices of this execution, by number.
  std::span<Device> devices() { return devices_; }
  /// The device that API calls are for.
  Device& current_device() { return devices_[static_cast<std::size_t>(api.device)]; }
  /// Whether the caller is a stream's host function, which may not use the CUDA API.
  bool in_host_function() const {
    return current() && current()->is_host() && current() != &host_;
  }

  // --- Broken rules -----------------------------------------------------------------

  /// Ends the execution, because the running thread makes a call that it must not make.
  void report_misuse(Cause what, std::uint64_t pc) {
    reporter_.misuse(*current(), std::move(what), pc);
  }
  void report_misuse(Misuse::Kind what, std::uint64_t pc) {
    report_misuse(Misuse{what}, pc);
  }
  /// Ends the execution, because of what a thread, which need not be running, does.
  void report_misuse(const Thread& thread, Misuse::Kind what, std::uint64_t pc) {
    reporter_.misuse(thread, Misuse{what}, pc);
  }
  /// Ends the execution, because the running thread uses an index that the array does not
  /// have.
  void report_bad_index(BadIndex what, std::uint64_t pc) {
    reporter_.bad_index(std::move(what), pc);
  }
  /// Ends the execution, because of a launch's argument, or because the program would
  /// crash.
  void report_bad_argument(Cause what, std::uintptr_t address, std::uint64_t pc) {
    reporter_.bad_argument(std::move(what), address, pc);
  }
  void report_crash(Cause what, std::uint64_t pc) {
    reporter_.crash(std::move(what), pc);
  }
  /// Checks before a copy to the host whether it reads memory that nothing has written.
  void check_written(Thread& engine, std::uintptr_t address, std::size_t size,
                     const char* call, std::uint64_t pc);
  /// How the program used the values of the reads that the options list.
  const ReadUses& read_uses() const { return read_watch_.uses(); }
  /// Ends the execution from the running fiber.
  [[noreturn]] void end_execution() { scheduler_.end(); }

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
  /// A bulk copy in flight of this thread that reads (`writes`: writes) some of these
  /// bytes; null if there is none.
  const BulkCopy* bulk_copy_at(Slot issuer, const Range& bytes, bool writes) const;
  Actor actor(Slot slot, Epoch epoch) const { return descriptions_.actor(slot, epoch); }
  /// The blockIdx of the block with this uid; nothing if it has been forgotten.
  std::optional<std::array<int, 3>> index_of_block(std::uint64_t uid) const {
    return pool_.index_of(uid);
  }
  /// Nothing uses this freed allocation any more: if it is large, returns the pages of
  /// its contents and cells to the system.
  void forget_contents(const Allocation& freed);
  /// The last write of a word of global memory; null if it is unknown.
  const Touch* last_write(std::uintptr_t address) const {
    if (!memory.arena.contains(address)) return nullptr;
    return Shadow::last_write(memory.arena.shadow, address);
  }

 private:
  // Parts are declared after those that they use.
  Thread host_;
  Group host_group_;
  HostStacks host_stacks_;
  std::uint64_t changes_ = 0;

 public:
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

 private:
  // Execution (machine.cpp).
  void reset();
  void reset_host();
  [[noreturn]] static void host_main(void* machine);
  [[noreturn]] static void host_function_main(void* machine);
  std::size_t collect_startable(std::vector<Startable>& into) override;
  void start(const Startable& startable) override;
  [[noreturn]] void no_thread_can_continue() override;
  void begin_host_function(Thread& engine) override;
  void task_ended() override { wake_host(); }
  /// Lets other threads run.
  void reschedule() {
    settle();
    scheduler_.reschedule();
  }
  void block_on(Waiting waiting, std::uint64_t pc);
  bool look_around();
  Tally tally() const {
    return {scheduler_.steps, counters_.host_accesses, counters_.launches};
  }

  // The path of an access (access.cpp).
  /// Where an access lands: the cells that remember it; null if none do.
  [[gnu::always_inline]] ShadowRegion* locate(Thread& thread, std::uintptr_t address,
                                              std::size_t size, bool write,
                                              const char* name, std::uint64_t pc) {
    if (ShadowRegion* region = usual_place(thread, address, size)) return region;
    return locate_anything(thread, address, size, write, name, pc);
  }
  /// Where an access of a kernel or of host code lands, if it is to the memory that most
  /// accesses are to; else null.
  [[gnu::always_inline]] ShadowRegion* usual_place(const Thread& thread,
                                                   std::uintptr_t address,
                                                   std::size_t size) {
    if (memory.arena.contains(address)) {
      const Allocation* found = memory.arena.at(address);
      const bool is_usual = found && is_own_side(thread, *found) && found->is_settled() &&
                            !found->watched && found->has(address, size);
      return is_usual ? &memory.arena.shadow : nullptr;
    }
    return thread.block && thread.peer == kNoPeer
               ? memory.shared.again(thread.block->shared, address, size)
               : nullptr;
  }
  /// Whether the accessor is a kernel of the device that the memory was allocated on, or
  /// host code, so it may use the memory whatever else was called.
  static bool is_own_side(const Thread& thread, const Allocation& allocation) {
    return thread.block ? allocation.device == thread.place.device
                        : thread.host_code && allocation.kind != MemoryKind::device;
  }
  ShadowRegion* locate_anything(Thread& thread, std::uintptr_t address, std::size_t size,
                                bool write, const char* name, std::uint64_t pc);
  Accessor accessor(Thread& thread) const;
  /// One address for what code on several devices, or in several blocks, accesses by
  /// different addresses.
  [[gnu::always_inline]] std::uintptr_t home_of(Thread& thread,
                                                std::uintptr_t address) const {
    thread.peer = kNoPeer;
    if (memory.shared.is_in_window(address)) return through_window(thread, address);
    return memory.managed_home(thread.image, address);
  }
  std::uintptr_t through_window(Thread& thread, std::uintptr_t address) const;
  bool may_use_peer(const Thread& thread, std::uintptr_t address, std::size_t size,
                    const char* name, std::uint64_t pc);
  void check_stream_ordered(const Thread& thread, const Allocation& allocation,
                            const Attempt& attempt, const char* name);
  bool is_new_device_memory(std::uintptr_t address) const;
  /// Checks before a read is remembered whether it is of shared or device memory that was
  /// never written.
  void check_initialized(const Thread& thread, const ShadowRegion& region,
                         const BadAccess& read, StepKind kind) {
    if (!Shadow::is_touched(region, read.address))
      tell_uninitialized(thread, region, read, kind);
  }
  void tell_uninitialized(const Thread& thread, const ShadowRegion& region,
                          const BadAccess& read, StepKind kind);
  void check_race(const Thread& thread, ShadowRegion& region, const Attempt& attempt,
                  const char* name, StepKind kind);
  void check_race(const Thread& thread, ShadowRegion& region, const Attempt& attempt,
                  const char* name) {
    check_race(thread, region, attempt, name,
               attempt.is_write ? StepKind::write : StepKind::read);
  }
  /// Completes the access that the program has just made.
  void settle() {
    words_.settle();
    if (unordered_write_.size != 0) judge_write();
  }
  bool is_settled() const { return words_.is_settled() && unordered_write_.size == 0; }
  /// After this many plain reads in a row, further ones may be polls.
  static constexpr unsigned kPlainRunBeforePoll = 256;
  void note_lanes(const Thread& thread, const ShadowRegion& region,
                  const Attempt& access);
  void check_write(const Thread& thread, ShadowRegion& region, const Attempt& attempt);
  [[gnu::noinline]] void judge_write();  // `replay --debug` looks for its frame.
  struct Outcome;
  ShadowRegion* reach_word(Thread& thread, const StrongAccess& access,
                           const std::byte* frame);
  Outcome begin_effect(Thread& thread, const StrongAccess& access);
  void check_strong(const Thread& thread, ShadowRegion& region,
                    const StrongAccess& access, const Attempt& attempt);
  void take_effect(Thread& thread, SyncWord& word, const StrongAccess& access,
                   const Attempt& attempt, Outcome& outcome);
  void record_strong(const Thread& thread, const SyncWord& word,
                     const StrongAccess& access, const Outcome& outcome);
  void record_plain(const Thread& thread, const Attempt& attempt, const char* name,
                    std::uint64_t found);
  bool weaken(std::uint64_t pc, const char* name, bool is_fence, MemoryScope* scope);

  // Polls (polls.cpp).
  bool poll(std::uintptr_t address, std::uint32_t size, std::uint64_t pc,
            const std::byte* frame);
  /// Like `poll`, for a plain read: it counts as a poll only after many plain reads in a
  /// row, or where the thread has slept before.
  bool plain_poll(std::uintptr_t address, std::uint32_t size, std::uint64_t pc,
                  const std::byte* frame) {
    Thread& thread = *current();
    thread.spin.also_reads(address);
    return (++thread.plain_run > kPlainRunBeforePoll ||
            thread.spin.has_slept_at(pc, address)) &&
           long_run_poll(address, size, pc, frame);
  }
  bool long_run_poll(std::uintptr_t address, std::uint32_t size, std::uint64_t pc,
                     const std::byte* frame);
  /// A read is about to load this word from memory.
  void look(Thread& thread, std::uintptr_t address, std::uint32_t size) {
    if (address == thread.spin.address() || thread.looks.address() != 0)
      look_at(thread, address, peek(address, size));
  }
  void look_at(Thread& thread, std::uintptr_t address, std::uint64_t value);
  void look(Thread& thread, const StrongAccess& access, std::uint64_t value);
  void note_store(Thread& thread, std::uintptr_t address, std::uint32_t size);
  /// Counts a store to any word.
  void note_change(const Thread& thread) {
    if (thread.block) thread.block->barriers_since_write = 0;
    ++changes_;
  }
  void wake_watchers(std::uintptr_t address, std::size_t size);
  /// The thread stops polling and does something else.
  void gives_up(Thread& thread) {
    if (thread.spin.waits_in_vain()) reporter_.bounded_wait(thread);
  }

  // Clusters (clusters.cpp).
  void join_cluster(Block& block, unsigned rank);
  void leave_cluster(Block& block);
  void end_cluster_phase(Cluster& cluster);
  void leave_cluster_barrier(const Thread& thread);
  void check_peers_are_done(const Block& block, const Clock& known);

  // Blocks and their barriers (blocks.cpp), warps (warp_calls.cpp).
  void begin_kernel(Kernel& kernel) override;
  Device& device_of(const Kernel& kernel) {
    return devices_[static_cast<std::size_t>(kernel.device)];
  }
  void start_cluster(Kernel& kernel);
  Block& start_block(Kernel& kernel, const Dim3& index);
  void start_thread(Thread& thread, const Kernel& kernel);
  [[noreturn]] static void thread_main(void* machine);
  void retire(Block& block);
  void finish_kernel(Kernel& kernel);
  void finish_thread(Thread& thread);
  void finish_block(Block& block);
  /// Returns false if the thread cannot wait at a barrier here.
  bool arrive_at_barrier(BarrierKind kind, bool predicate, std::uint64_t pc);
  void complete_barrier(Block& block);
  /// Whether to look for what is reported as advice.  In a lab, only in the recorded
  /// replay.
  bool tells_advice() const { return options.whole_program || history.recording; }
  void look_for_absent_threads(Block& block);
  bool may_copy_in_bulk(const AsyncCopy& copy, const void* shared, const void* global,
                        std::uint64_t pc);
  BulkCopy& begin_bulk(const AsyncCopy& copy, std::uint64_t pc);
  void check_proxies(const AsyncCopy& copy, std::uint64_t pc);
  void end_range(Thread& issuer, Epoch epoch, std::uintptr_t address, std::size_t size,
                 bool write, std::uint64_t pc);
  void end_reading(BulkCopy& store, std::uint64_t pc);
  void end_writing(BulkCopy& store, std::uint64_t pc);
  void end_bulk_copies(Block& block);
  void complete_numbered_barrier(NumberedBarrier& barrier);
  /// A thread has exited, so barriers that wait for all threads may be complete.
  void recheck_numbered_barriers(Block& block);
  void complete_warp(Block& block, std::uint32_t warp, std::uint32_t mask);
  /// A lane has exited, so lanes that waited for it may go on.
  void recheck_warp(Block& block, std::uint32_t warp);

  Reporter& reporter_;
  Descriptions descriptions_;
  Scheduler scheduler_;
  Limits limits_;
  StrongWords words_;
  Shadow shadow_;
  std::vector<Device> devices_;
  BlockPool pool_;
  std::uint64_t next_uid_ = 0;
  bool depends_on_schedule_ = false;
  /// Steps that clocks count beyond those executed.
  std::uint64_t time_skipped_ = 0;
  /// The parties of the present barrier; kept to use its memory again.
  std::vector<Party*> barrier_parties_;
  std::vector<Thread*> spinners_;  ///< Threads that repeat a poll, asleep or not.
  /// The value to which strong_access's result points.
  std::uint64_t stale_value_ = 0;
  ReadWatch read_watch_;
  /// A plain write that clashes with an earlier access, and the value that it is about to
  /// replace.
  struct UnorderedWrite {
    std::uint32_t size = 0;  ///< 0: none.
    Attempt attempt{};
    Clash clash{};
    std::array<std::byte, 16> before{};
  };
  UnorderedWrite unordered_write_;
  std::function<void()> host_entry_;
  const char* host_call_ = "";
  bool draining_ = false;
  bool running_ = false;
  FenceUses fence_uses_;
  Counters counters_;
};

}  // namespace gridlock::sim
