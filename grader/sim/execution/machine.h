/// One simulated machine, and the execution in progress: what code under test calls.
///
/// It runs on one OS thread.  An execution runs the host program on a fiber of its own,
/// from `run` until the program returns or a finding ends it.  The machine connects its
/// parts: memory decides where an access lands, `StrongWords` which value it sees,
/// `Shadow` whether it races, the scheduler which thread goes on, and the reporter what
/// is said about a broken rule.
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

/// Counts of an execution, besides its steps.
struct Counters {
  std::uint64_t accesses = 0;
  std::uint64_t host_accesses = 0;  ///< Strong ones of host code.
  std::int64_t launches = 0;
  std::int64_t read_modify_writes = 0;
  std::int64_t fences = 0;
  std::int64_t barriers = 0;
};

/// The event that a host thread waits for: a word, the device, or another host thread.
enum class HostWait : std::uint8_t { word, device, thread };

class Machine : private StreamClient, private Scheduler::Client {
 public:
  /// \param reporter may be called during `run` only
  Machine(Module& module, Reporter& reporter);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  ~Machine() = default;

  /// Runs `host` to its end under the schedule that the options name.
  void run(const ExecutionOptions& options, const std::function<void()>& host);

  const Counters& counters() const { return counters_; }
  Counters& count() { return counters_; }
  /// Whether device code did anything that may have another effect at another time: other
  /// than plain accesses, barriers of a block and warp operations.  If there was no race
  /// either, all schedules have the same effect.
  bool depends_on_schedule() const { return depends_on_schedule_; }
  /// The program is about to do so, where the machine cannot see it.
  void note_dependence() { depends_on_schedule_ = true; }
  /// Synchronization points passed.
  std::uint64_t steps() const { return scheduler_.steps; }
  /// Where a thread polled or paused when the policy lost patience with its polls in
  /// vain; 0 if it did not.
  std::uint64_t endless_wait_pc() const { return scheduler_.endless_wait_pc(); }
  /// The last access that saw an old value, or landed late; of size 0 if there was none.
  const StaleAccess& stale() const { return words_.stale(); }
  /// Where the policy deviated from the usual, if that was to be recorded.
  const Deviations& choices() const { return scheduler_.choices(); }
  /// The fences that were executed, if they were to be noted.
  const FenceUses& fence_uses() const { return fence_uses_; }
  /// Heartbeat for the watchdog: changes while code under test calls in.
  std::uint64_t heartbeat() const { return counters_.accesses + scheduler_.steps; }
  bool running() const { return running_; }
  bool is_stack_guard(std::uintptr_t address) const {
    return pool_.is_stack_guard(address) || host_stacks_.is_guard(address);
  }

  // --- Called by code under test -------------------------------------------------

  /// Whether a plain access is one of host code to unwatched memory, which needs no
  /// more than to be counted.
  bool passes_over(std::uintptr_t address, std::uint32_t size);
  /// A plain access is about to happen.  If it is one of the usual ones, which pass all
  /// checks and wake no thread, notes it; else does nothing and returns false.
  /// \param return_address of the hook's call
  bool usual_access(std::uintptr_t address, std::uint32_t size, bool write,
                    const void* return_address);
  /// A plain access of any kind is about to happen.
  void plain_access(std::uintptr_t address, std::uint32_t size, bool write,
                    std::uint64_t pc, const std::byte* frame);
  /// The next read of these bytes by this thread begins an assignment to a bit-field:
  /// what it finds there may be undefined.
  void assigns_bits(std::uintptr_t address, std::uint32_t size);
  /// A volatile access is about to happen; PTX gives it relaxed.sys.
  void volatile_access(std::uintptr_t address, std::uint32_t size, bool write,
                       std::uint64_t pc, const std::byte* frame);
  /// An access to an address that is not a multiple of its type's alignment.
  void misaligned(std::uintptr_t address, std::uint32_t alignment, const char* name,
                  std::uint64_t pc);
  /// A strong access that the caller performs right after: an atomic load or store, or a
  /// read-modify-write, whose `effect` returns what it would do to the word now.
  ///
  /// Returns the old value that a load must return instead of the word's present one, or
  /// null.
  const std::uint64_t* strong_access(std::uintptr_t address, std::uint32_t size,
                                     const AccessKind& kind, std::uint64_t pc,
                                     const std::byte* frame,
                                     RmwEffect (*effect)(void* operation) = nullptr,
                                     void* operation = nullptr);
  /// Lets the access that the program makes right after this read an old value.
  void substitute(std::uintptr_t address, std::uint32_t size, std::uint64_t old);
  /// Bytes that an API call or a memory function touches on a thread's behalf.
  void range_access(Thread& thread, std::uintptr_t address, std::size_t size, bool write,
                    const char* name, std::uint64_t pc);
  /// Asynchronous copies of the running thread: one begins, those begun so far become a
  /// batch, the thread waits until no more than so many batches are in flight.
  void begin_copy(const AsyncCopy& copy, std::uint64_t pc);
  void commit_copies();
  void await_copies(std::size_t batches_left, std::uint64_t pc);
  /// A bulk copy of the running thread into shared memory begins; the mbarrier counts its
  /// bytes.
  void begin_bulk_load(const void* barrier, const AsyncCopy& copy, std::uint64_t pc);
  /// The first copies in flight that the mbarrier counts have ended, so many of them, as
  /// the running thread finds when it waits there.
  void end_bulk_loads(const void* barrier, std::size_t count, std::uint64_t pc);
  /// Bulk copies of the running thread out of shared memory: one begins, those begun so
  /// far become a group, the thread waits until no more than so many groups are in flight
  /// or, with `reads_only`, still read their source.
  void begin_bulk_store(const AsyncCopy& copy, std::uint64_t pc);
  void commit_bulk_stores();
  void await_bulk_stores(std::size_t groups_left, bool reads_only, std::uint64_t pc);
  /// Makes what the running thread knows visible to bulk copies (fence.proxy.async).
  void fence_proxies();
  /// Whether the address is of the running block's shared memory.
  bool is_shared(std::uintptr_t address) const;
  /// A load through the read-only cache (__ldg).
  void read_only_access(std::uintptr_t address, std::uint32_t size, std::uint64_t pc,
                        const std::byte* frame);
  /// The running thread is about to compare the value of its last poll.
  /// \param from where the value was loaded from; 0 if that is unknown
  void compares(std::uintptr_t from, const Comparison& comparison);
  void fence(MemoryScope scope, bool sc, const char* name, std::uint64_t pc);
  /// A block barrier; returns the or, and or count of the predicates.
  int block_barrier(BarrierKind kind, bool predicate, std::uint64_t pc) {
    Block* block = current()->block;
    if (!arrive_at_barrier(kind, predicate, pc)) return 0;
    INVARIANT("No old value is in memory while others run.", is_settled());
    scheduler_.reschedule();
    INVARIANT("A thread leaves a barrier when it is complete.",
              current()->waiting == Waiting::nothing && current()->block == block);
    return block->barrier_result;
  }
  /// The block's barrier with a number: waits for so many threads, or for all if 0.
  /// Returns how many predicates of waiting threads are set, and all of them.
  struct BarResult {
    int set = 0, of = 0;
  };
  BarResult numbered_barrier(std::uint64_t number, std::uint64_t threads, bool waits,
                             bool predicate, std::uint64_t pc);
  void grid_barrier(std::uint64_t pc);
  /// The two halves of the barrier of the running thread's cluster.
  void arrive_in_cluster(bool releases, std::uint64_t pc);
  void wait_in_cluster(bool acquires, std::uint64_t pc);
  /// The address by which the running thread uses what the block with this rank in its
  /// cluster has at `address`, which is of shared memory; 0 if it may not have one.
  std::uintptr_t address_in_cluster(std::uintptr_t address, unsigned rank,
                                    std::uint64_t pc);
  /// The rank of the block that has shared memory at the address.
  unsigned rank_in_cluster(std::uintptr_t address);
  /// The cluster of a block.
  Cluster& cluster_of(Block& block);
  /// Waits for the other lanes of the call's mask that have not exited, and returns the
  /// running lane's result.
  std::uint64_t warp_meeting(const WarpCall& call, std::uint64_t pc);
  /// The lanes of the warp that are at this call.  A lane that asks lets others run first
  /// if the schedule wants it.  Lanes that have reached the same call by then go on
  /// together and all get the same mask.  So the answer may be any set of lanes that
  /// includes the caller, and a different one the next time.
  std::uint32_t active_mask(std::uint64_t call_path);
  /// The running thread reads a clock: the number of steps passed.
  std::uint64_t read_clock();
  /// The running thread is waiting for time to pass.
  void yield(std::uint64_t pc);
  /// A point where another thread may run.
  void synchronization_point();

  // --- For the CUDA API ------------------------------------------------------------

  /// The running thread; null while no code under test runs.
  Thread* current() const { return scheduler_.current(); }
  /// The base of the module's image that the running thread executes.
  std::uintptr_t code_base() const { return scheduler_.code_base(); }
  Thread& host() { return host_; }
  HostStacks& host_stacks() { return host_stacks_; }
  /// Grows with everything that may end a wait: with each store, whenever a task of a
  /// stream ends, and whenever the host is woken.
  std::uint64_t changes() const { return changes_; }
  /// Calls a function; its accesses are the host program's, whichever thread runs.
  void as_host(const std::function<void()>& function);
  /// Puts the host to sleep until `done()`; it is asked again after each device event.
  void host_wait(const std::function<bool()>& done, const char* call, std::uint64_t pc);
  /// The call that the host waits in, or did last.
  const char* host_call() const { return host_call_; }
  void wake_host();
  /// The host program has ended: lets the work that it left behind run, so that its races
  /// are found.  Does not return if that work never ends.
  void drain();
  bool draining() const { return draining_; }
  /// The devices of this execution, by number.
  std::span<Device> devices() { return devices_; }
  /// The device that API calls are for.
  Device& current_device() { return devices_[static_cast<std::size_t>(api.device)]; }
  /// Whether the caller is a host function, which may not use the CUDA API.
  bool in_host_function() const {
    return current() && current()->is_host() && current() != &host_;
  }

  // --- Broken rules -----------------------------------------------------------------

  /// Ends the execution because the running thread calls what it may not.
  void report_misuse(Cause what, std::uint64_t pc) {
    reporter_.misuse(*current(), std::move(what), pc);
  }
  void report_misuse(Misuse::Kind what, std::uint64_t pc) {
    report_misuse(Misuse{what}, pc);
  }
  /// Ends it because of what the thread does, which need not be running.
  void report_misuse(const Thread& thread, Misuse::Kind what, std::uint64_t pc) {
    reporter_.misuse(thread, Misuse{what}, pc);
  }
  /// Ends it because the running thread uses an index that the array does not have.
  void report_bad_index(BadIndex what, std::uint64_t pc) {
    reporter_.bad_index(std::move(what), pc);
  }
  /// Ends it because of an argument of a launch, or because the program would crash.
  void report_bad_argument(Cause what, std::uintptr_t address, std::uint64_t pc) {
    reporter_.bad_argument(std::move(what), address, pc);
  }
  void report_crash(Cause what, std::uint64_t pc) {
    reporter_.crash(std::move(what), pc);
  }
  /// Before a copy to the host: whether it sees memory that nothing has written.
  void check_written(Thread& engine, std::uintptr_t address, std::size_t size,
                     const char* call, std::uint64_t pc);
  /// The uses of the reads that the options list.
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
  /// A bulk copy in flight of this thread that reads, or writes, some of these bytes;
  /// null if there is none.
  const BulkCopy* bulk_copy_at(Slot issuer, const Range& bytes, bool writes) const;
  Actor actor(Slot slot, Epoch epoch) const { return descriptions_.actor(slot, epoch); }
  /// blockIdx of the block with this uid; nothing if it is forgotten.
  std::optional<std::array<int, 3>> index_of_block(std::uint64_t uid) const {
    return pool_.index_of(uid);
  }
  /// Nothing uses an allocation any more, which has been freed: gives back what its
  /// contents and what is remembered about them take, if that is much.
  void forget_contents(const Allocation& freed);
  /// The last write of a word of global memory; null if it is not known.
  const Touch* last_write(std::uintptr_t address) const {
    if (!memory.arena.contains(address)) return nullptr;
    return Shadow::last_write(memory.arena.shadow, address);
  }

 private:
  // Parts that use others are declared after those.
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
  /// The scheduler of several host threads; null while there is one.
  struct HostTurns {
    /// See pass_host_turn in cuda_api/host_turns.h.
    bool (*pass)(HostWait wait, std::uint64_t pc) = nullptr;
    /// An execution begins: there is one again.
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
  /// Lets others run.
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
  /// Where an access lands: the cells that remember it, or null if none do.
  [[gnu::always_inline]] ShadowRegion* locate(Thread& thread, std::uintptr_t address,
                                              std::size_t size, bool write,
                                              const char* name, std::uint64_t pc) {
    if (ShadowRegion* region = usual_place(thread, address, size)) return region;
    return locate_anything(thread, address, size, write, name, pc);
  }
  /// Where an access of a kernel or of host code lands, if that is where most do; else
  /// null.
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
  /// Whether a kernel of the device that the memory was allocated on, or host code, may
  /// use the memory whatever else was called.
  static bool is_own_side(const Thread& thread, const Allocation& allocation) {
    return thread.block ? allocation.device == thread.place.device
                        : thread.host_code && allocation.kind != MemoryKind::device;
  }
  ShadowRegion* locate_anything(Thread& thread, std::uintptr_t address, std::size_t size,
                                bool write, const char* name, std::uint64_t pc);
  Accessor accessor(Thread& thread) const;
  /// The one address of what code on several devices, or in several blocks, names by
  /// different ones.
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
  /// Before a read is remembered: whether it sees shared memory, or memory of the device,
  /// that was never written.
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
  /// The access that the program has just made is complete.
  void settle() {
    words_.settle();
    if (unordered_write_.size != 0) judge_write();
  }
  bool is_settled() const { return words_.is_settled() && unordered_write_.size == 0; }
  /// Plain reads in a row before one may be waiting.
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

  // Waits (polls.cpp).
  bool poll(std::uintptr_t address, std::uint32_t size, std::uint64_t pc,
            const std::byte* frame);
  /// Like `poll`, for a plain read: it may be waiting once there were many in a row, or
  /// if the thread has waited there before.
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
  /// A read is about to see what memory holds.
  void look(Thread& thread, std::uintptr_t address, std::uint32_t size) {
    if (address == thread.spin.address() || thread.looks.address() != 0)
      look_at(thread, address, peek(address, size));
  }
  void look_at(Thread& thread, std::uintptr_t address, std::uint64_t value);
  void look(Thread& thread, const StrongAccess& access, std::uint64_t value);
  void note_store(Thread& thread, std::uintptr_t address, std::uint32_t size);
  /// Counts a store, whatever its word is.
  void note_change(const Thread& thread) {
    if (thread.block) thread.block->barriers_since_write = 0;
    ++changes_;
  }
  void wake_watchers(std::uintptr_t address, std::size_t size);
  /// The thread does something other than continuing to poll.
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
  /// Returns false where there can be no barrier.
  bool arrive_at_barrier(BarrierKind kind, bool predicate, std::uint64_t pc);
  void complete_barrier(Block& block);
  /// For a lab, we look for such advice only in the recorded replay.
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
  /// A thread has exited: barriers of all threads may be complete.
  void recheck_numbered_barriers(Block& block);
  void complete_warp(Block& block, std::uint32_t warp, std::uint32_t mask);
  /// A lane has exited: lanes that waited for it may go on.
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
  std::uint64_t time_skipped_ = 0;       ///< Steps by which the clocks are ahead.
  std::vector<Party*> barrier_parties_;  ///< Scratch of the barriers.
  std::vector<Thread*> spinners_;        ///< Threads whose polls repeat, parked or not.
  std::uint64_t stale_value_ = 0;        ///< The value that strong_access returns.
  ReadWatch read_watch_;
  /// A plain write that clashes with an earlier one, and what it is about to replace.
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
