/// \file
/// One simulated machine: its memory, its threads, and the execution in progress.
///
/// There is one, it runs on one OS thread, and student code calls into it from the
/// compiler's hooks, the device functions and the CUDA API.  An execution runs the host
/// program on a fiber of its own from `run` until it returns, or until a finding ends it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "protocol/messages.h"
#include "sim/block_pool.h"
#include "sim/choices.h"
#include "sim/device.h"
#include "sim/exhaustive.h"
#include "sim/history.h"
#include "sim/host_api.h"
#include "sim/memory.h"
#include "sim/module.h"
#include "sim/policy.h"
#include "sim/registered_memory.h"
#include "sim/shadow.h"
#include "sim/shared_memory.h"
#include "sim/streams.h"
#include "sim/thread.h"
#include "sim/weak_values.h"
#include "sim/weigh_fences.h"

namespace gridlock::sim {

/// How one execution is run.
struct ExecutionOptions {
  DeviceModel device;
  std::uint64_t seed = 1;
  std::uint64_t number = 0;  ///< Which schedule.
  /// How many synchronization points an execution has; see make_policy.
  std::uint64_t steps = kStepsGuess;
  Patience patience = Patience::usual;  ///< Of a schedule that keeps somebody away.
  /// The schedule by its choices; then seed and number say nothing.
  std::optional<Deviations> choices;
  /// An execution of an exhaustive search; then nothing else says anything.
  std::shared_ptr<SearchBranch> branch;
  bool stop_on_race = true;
  bool weak_values = false;  ///< Strong reads may see old values.
  /// With `weak_values`: all that the letter of the rules allows, so that having seen a
  /// signal is not enough to see what it announces.
  bool strict_values = false;
  bool switch_at_plain =
      false;            ///< Show the damage: plain accesses are switch points too.
  bool record = false;  ///< Keep the history.
  bool record_choices = false;  ///< Keep what the policy decided.
  bool note_fences = false;     ///< Keep `fence_uses()`.
  WeakenedFence weakened{};
};

/// The policy that these options name.
std::unique_ptr<Policy> policy_of(const ExecutionOptions& options);

/// The options whose token Machine::token_of made.
/// \throws std::runtime_error if it is none.
ExecutionOptions parse_token(const std::string& token);

/// A finding with the key that tells it from others.
struct Reported {
  Finding finding;
  std::string key;
  bool ended_execution = false;
  /// Of a race that could be a wait which saw at once what it waits for: its key where
  /// the read comes first.  See explain_wait.h.
  std::string other_way_round{};
  bool waits = false;  ///< Explained as a loop that waits.
  bool fault = false;  ///< A fault, or a hang, without a step that a history could show.
  GRIDLOCK_FIELDS(finding, key, ended_execution, other_way_round, waits, fault)
};

/// What the machine counts in an execution.
struct Counters {
  std::uint64_t accesses = 0;
  std::uint64_t steps = 0;          ///< Synchronization points passed.
  std::uint64_t host_accesses = 0;  ///< Strong ones of host code.
  std::int64_t launches = 0;
  std::int64_t read_modify_writes = 0;
  std::int64_t fences = 0;
  std::int64_t barriers = 0;
};

/// What a read-modify-write would do to its word as it is now.
enum class RmwEffect : std::uint8_t {
  none,  ///< A compare-exchange that fails: it only reads.
  same,  ///< It writes the value that is there.
  change,
};

/// What kind of access the hooks or a device function announce.
struct AccessKind {
  bool write = false;
  Strength strength = Strength::weak;
  MemoryOrder order = MemoryOrder::relaxed;
  MemoryOrder failure_order = MemoryOrder::relaxed;  ///< Of RmwEffect::none.
  bool read_modify_write = false;
  Op op = Op::read;
  const char* name = "read";
  ValueKind value_kind = ValueKind::integer;
  bool result_is_used = true;  ///< Of a read-modify-write: something may depend on it.
};

class Machine {
 public:
  explicit Machine(Module& module);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  ~Machine();

  /// Runs `host` to its end under the schedule that the options name.  Findings are in
  /// `reports()` afterwards.
  void run(const ExecutionOptions& options, const std::function<void()>& host);

  const std::vector<Reported>& reports() const { return reports_; }
  const Counters& counters() const { return counters_; }
  /// Where the thread looked or paused for whose looks in vain the policy lost patience;
  /// 0 if it did not.
  std::uint64_t endless_wait_pc() const { return endless_wait_pc_; }
  /// Whether a strong read was served an old value, or a strong write wiped out late.
  bool has_stale_read() const { return stale_read_.size != 0; }
  /// The last one and the write it missed as a finding, for an execution whose result
  /// turned out wrong.
  Finding stale_finding() const;
  /// What the policy decided otherwise than usual, if that was asked for.
  const Deviations& choices() const { return recorder_->deviations(); }
  /// The fences that were executed, if they were to be noted.
  const FenceUses& fence_uses() const { return fence_uses_; }
  /// Replays this execution: the policy is a function of the options.
  std::string schedule_token() const { return token_of(options); }
  static std::string token_of(const ExecutionOptions& options);
  /// The recorded steps that matter, for an execution that broke no rule.
  std::vector<Access> recent_steps() const;

  // --- Called by code under test -------------------------------------------------

  /// A plain access is about to happen.
  void plain_access(std::uintptr_t address, std::uint32_t size, bool write,
                    std::uint64_t pc, const std::byte* frame);
  /// A volatile access is about to happen; PTX gives it relaxed.sys.
  void volatile_access(std::uintptr_t address, std::uint32_t size, bool write,
                       std::uint64_t pc, const std::byte* frame);
  /// An access to an address that is not a multiple of what its type asks for.
  void misaligned(std::uintptr_t address, std::uint32_t alignment, const char* name,
                  std::uint64_t pc);
  /// A strong access that the caller performs right after: an atomic load or store, or a
  /// read-modify-write, for which `effect` tells what it would do to the word now.
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
  /// batch, the thread waits until no more than so many batches are on their way.
  void begin_copy(const AsyncCopy& copy, std::uint64_t pc);
  void commit_copies();
  void await_copies(std::size_t batches_left, std::uint64_t pc);
  /// Whether the address is of the running block's shared memory.
  bool is_shared(std::uintptr_t address) const;
  /// A load through the read-only cache (__ldg).
  void read_only_access(std::uintptr_t address, std::uint32_t size, std::uint64_t pc,
                        const std::byte* frame);
  void fence(MemoryScope scope, bool sc, const char* name, std::uint64_t pc);
  /// A block barrier; returns the or, and or count of the predicates.
  int block_barrier(BarrierKind kind, bool predicate, std::uint64_t pc) {
    Block* block = current->block;
    if (!arrive_at_barrier(kind, predicate, pc)) return 0;
    reschedule();
    return block->barrier_result;
  }
  void grid_barrier(std::uint64_t pc);
  std::uint64_t warp_meeting(const WarpCall& call, std::uint64_t pc);
  void complete_warp(Block& block, std::uint32_t warp, std::uint32_t mask);
  /// Who else of its warp is at this call; see warp.h.
  std::uint32_t active_mask(std::uint64_t call_path);
  /// The running thread looks at a clock: the number of steps passed.
  std::uint64_t read_clock();
  /// The running thread is waiting for time to pass.
  void yield(std::uint64_t pc);
  /// A point where another thread may run.
  void synchronization_point();

  // --- For the CUDA API ------------------------------------------------------------

  /// Puts the host to sleep until `done()`; it is asked again after each device event.
  void host_wait(const std::function<bool()>& done, const char* call, std::uint64_t pc);
  void wake_host();
  /// The host program is over: lets the work that it left behind go on, for what it may
  /// clash with.  Does not return if that work never ends.
  void drain();
  bool draining() const { return draining_; }
  /// A kernel whose turn in its stream has come.
  void begin_kernel(Kernel& kernel);
  /// The devices of this execution, by number.
  std::span<Device> devices() { return devices_; }
  /// The one that API calls are for.
  Device& current_device() { return devices_[static_cast<std::size_t>(api.device)]; }
  /// A host function whose turn in its stream has come; `engine` runs it.
  void begin_host_function(Thread& engine);
  /// Whether the caller is a host function, which may not use the CUDA API.
  bool in_host_function() const {
    return current && current->is_host() && current != &host_;
  }

  // --- Findings ---------------------------------------------------------------------

  /// Reports a broken rule; one that ends the execution leaves it and does not return.
  void report(Reported what);
  void report(Finding finding, const std::string& key, bool ends) {
    report({std::move(finding), key, ends});
  }
  /// Ends the execution because the running thread calls what it may not.
  void report_misuse(Cause what, std::uint64_t pc);
  void report_misuse(Misuse::Kind what, std::uint64_t pc) {
    report_misuse(Misuse{what}, pc);
  }
  /// Ends the execution from the running fiber.
  [[noreturn]] void end_execution();

  Access describe(const Thread& thread, const char* op, std::uint64_t pc,
                  std::uintptr_t address, StepKind kind = StepKind::call) const;
  Location name_of(std::uintptr_t address, std::size_t access_bytes = 4) const;
  Location name_of(const Allocation& allocation) const;
  Actor actor(Slot slot, Epoch epoch) const { return pool_.actor(slot, epoch); }
  Place place(Slot slot, Epoch epoch) const { return pool_.place(slot, epoch); }
  SyncWord* find_word(std::uintptr_t address);

  Thread* current = nullptr;
  /// Where the image of the module begins whose code the running thread executes.
  std::uintptr_t code_base = 0;
  Module& module;
  Arena arena;
  RegisteredMemory registered;
  Streams streams;
  ApiState api;
  History history;
  ExecutionOptions options;
  /// Heartbeat for the watchdog: changes while code under test calls in.
  std::uint64_t heartbeat() const { return counters_.accesses + counters_.steps; }
  bool running() const { return running_; }
  bool is_stack_guard(std::uintptr_t address) const;
  Counters& count() { return counters_; }
  Thread& host() { return host_; }

  struct Startable {
    Kernel* kernel = nullptr;  ///< One of its blocks.
    Task* task = nullptr;      ///< Or a stream's next task.
  };

 private:
  // Execution (machine.cpp).
  void loop();
  void reset();
  void make_ready(Thread& thread);
  void make_unready(Thread& thread);
  /// Decides who goes on: what to switch to, or null if it is the running thread.
  Fiber* choose_next();
  /// Lets others run.  Inline, like all that calls it in the road of a barrier, because
  /// the processor predicts no return in a fiber that it has just come to: the fewer
  /// there are, the better.
  void reschedule() {
    Fiber& from = current->fiber;
    if (Fiber* next = choose_next()) Fiber::switch_between(from, *next);
  }
  void block_on(Waiting waiting, std::uint64_t pc);
  /// Returns false where there can be no barrier.
  bool arrive_at_barrier(BarrierKind kind, bool predicate, std::uint64_t pc);
  void enter(Thread& thread);
  void perform(const Startable& startable);
  void collect_startable();
  [[noreturn]] static void host_main();
  [[noreturn]] static void thread_main();
  [[noreturn]] static void host_function_main();
  [[noreturn]] void report_stuck();

  // How long it may go on (limits.cpp).
  static std::uint64_t first_look();
  bool look_around();
  void check_limits(std::uint64_t passed);
  void made_progress(Kernel& kernel);
  void report_no_progress(std::uint64_t steps);
  void report_too_long(RunsTooLong what);

  // Memory (access.cpp).
  /// Where an access lands: the cells that remember it, if any do.
  struct Target {
    ShadowRegion* region = nullptr;
  };
  Target locate(Thread& thread, std::uintptr_t address, std::size_t size, bool write,
                const char* name, std::uint64_t pc) {
    if (arena.contains(address)) {
      const Allocation* found = arena.at(address);
      if (found && thread.block && found->device == thread.place.device &&
          found->is_settled() && found->has(address, size))
        return {&arena.shadow};  // Nearly always.
    }
    return locate_anything(thread, address, size, write, name, pc);
  }
  Target locate_anything(Thread& thread, std::uintptr_t address, std::size_t size,
                         bool write, const char* name, std::uint64_t pc);
  void report_bounds(const Thread& thread, const Allocation& allocation,
                     std::uintptr_t address, std::size_t size, const char* name,
                     std::uint64_t pc);
  Target locate_variable(Thread& thread, std::uintptr_t address, int owner,
                         std::size_t size, bool write, const char* name,
                         std::uint64_t pc);
  /// Managed variables have one address, whichever image it was taken in.
  std::uintptr_t managed_home(const Thread& thread, std::uintptr_t address) const {
    const std::uintptr_t home = address - thread.image;
    return thread.image && module.managed().contains(home) ? home : address;
  }
  void check_reach(const Thread& thread, int owner, std::uintptr_t address,
                   const char* name, std::uint64_t pc);
  Target locate_shared(Thread& thread, std::uintptr_t address, std::size_t size,
                       const char* name, std::uint64_t pc);
  void check_stream_ordered(const Thread& thread, const Allocation& allocation,
                            const Attempt& attempt, const char* name);
  Target locate_elsewhere(Thread& thread, std::uintptr_t address, bool write,
                          const char* name, std::uint64_t pc);
  void bad_access(const Thread& thread, Cause what, std::uintptr_t address,
                  const char* name, std::uint64_t pc);
  bool is_protected(std::uintptr_t address) const;
  void check_race(const Thread& thread, const Target& target, const Attempt& attempt,
                  const char* name);
  void check_race(const Thread& thread, const Target& target, const Attempt& attempt,
                  const AccessKind& kind);
  void record_plain(const Thread& thread, const Attempt& attempt, const char* name);
  void wake_watchers(std::uintptr_t address, std::size_t size);
  bool poll(std::uintptr_t address, std::uint32_t size, std::uint64_t pc,
            const std::byte* frame);
  void note_store(Thread& thread, std::uintptr_t address, std::uint32_t size);
  /// The thread does something else than to poll on.
  void gives_up(Thread& thread) {
    if (thread.spin.waits_in_vain()) report_bounded_wait(thread);
  }
  void report_bounded_wait(Thread& thread);
  void polls_in_vain(std::uint64_t pc);
  bool plain_poll(std::uintptr_t address, std::uint32_t size, std::uint64_t pc,
                  const std::byte* frame);
  SyncWord& word(std::uintptr_t address, std::uint32_t size);
  std::uint64_t word_key(std::uintptr_t address) const;

  bool may_be_weak(const SyncWord& word, std::uintptr_t address) const;
  /// A strong access, and what it would do to its word as memory is now.
  struct StrongAccess {
    std::uintptr_t address;
    std::uint32_t size;
    const AccessKind& kind;
    std::uint64_t pc;
    RmwEffect (*effect)(void*);  ///< Of a read-modify-write.
    void* operation;
    RmwEffect effect_now() const {
      if (kind.read_modify_write) return effect(operation);
      return kind.write ? RmwEffect::change : RmwEffect::none;
    }
  };
  /// The write that comes right behind an overwritten one.
  struct NextWrite {
    bool by_rmw, result_is_used;
    bool is_last;
  };
  bool may_come_behind(const SyncWord::Overwritten& old, const NextWrite& next,
                       const StrongAccess& access) const;
  const SyncWord::Overwritten* choose_stale(SyncWord& word, const StrongAccess& access);
  std::optional<EarlierPlace> choose_place(const SyncWord& word, std::uintptr_t address,
                                           std::uint64_t pc);
  std::uint64_t write_strongly(SyncWord& word, const Attempt& attempt, MemoryOrder order,
                               const AccessKind& kind);
  void settle();
  bool weaken(std::uint64_t pc, const char* name, bool is_fence, MemoryScope* scope);

  // Blocks (blocks.cpp).
  Device& device_of(const Kernel& kernel) {
    return devices_[static_cast<std::size_t>(kernel.device)];
  }
  void start_block(Kernel& kernel);
  void start_thread(Thread& thread, const Kernel& kernel);
  void retire(Block& block);
  void finish_kernel(Kernel& kernel);
  void finish_thread(Thread& thread);
  void finish_block(Block& block);
  void complete_barrier(Block& block);

  // Findings (findings.cpp).
  void report_divergence(const Thread& thread);
  void report_race(const Thread& thread, const Attempt& attempt, const Clash& clash,
                   const char* name, StepKind kind);

  Shadow shadow_;
  std::unique_ptr<Policy> policy_;
  Recorder* recorder_ = nullptr;  ///< What policy_ is, if choices are recorded.
  std::function<void()> host_entry_;
  Fiber main_;
  Thread host_;
  Group host_group_;
  Stack host_stack_;
  /// For the streams that call host functions; those taken serve every execution.
  StackPool engine_stack_pool_;
  std::vector<Stack> engine_stacks_;
  std::size_t engine_stacks_used_ = 0;

  std::vector<Group*> groups_;
  std::uint64_t next_look_ = 0;        ///< The step at which to look around.
  std::uint64_t looked_at_ = 0;        ///< The step of the last look.
  std::uint64_t entered_ = 0;          ///< How often another thread went on,
  std::uint64_t entered_at_look_ = 0;  ///< and how often it had been at the last look.
  /// What was counted when a thread of a kernel last came to its end.
  struct Progress {
    std::uint64_t steps = 0;
    std::uint64_t host_accesses = 0;
  };
  Progress progress_;
  const Group* on_turn_ = nullptr;  ///< Of the running thread.
  std::uint64_t turn_began_ = 0;    ///< The step since which it has run alone.
  std::vector<Startable> startable_;
  std::size_t startable_blocks_ = 0;  ///< The first ones.
  bool startable_stale_ = true;
  bool start_chosen_ = false;
  std::size_t start_choice_ = 0;
  bool ended_ = false;
  bool draining_ = false;
  bool running_ = false;
  std::uint64_t endless_wait_pc_ = 0;
  std::vector<Thread*> spinners_;  ///< Threads whose polls repeat, parked or not.
  const char* host_call_ = "";

  std::vector<Device> devices_;
  std::vector<Party*> barrier_parties_;  ///< Scratch of the barriers.
  BlockPool pool_;
  SharedMemory shared_memory_;
  std::uint64_t next_uid_ = 0;
  /// Variables of the module and their cells.
  struct VariableCells {
    ShadowRegion region;
    std::vector<Cell> cells;
    /// `image` is where the image of the module is whose variables these are.
    void cover(const Range& variables, std::uintptr_t image);
  };
  std::array<VariableCells, kDevicesMax> device_variables_, device_constants_;
  VariableCells managed_variables_;
  std::vector<Range> protected_;  ///< Our own memory, which no program may write.

  std::unordered_map<std::uint64_t, SyncWord> words_;
  FenceOrder fence_order_;
  /// The last strong read that was served an old value, and the write that it missed.
  struct StaleRead {
    Slot slot = 0;
    Epoch epoch = 0;
    std::uint64_t pc = 0;
    std::uintptr_t address = 0;
    std::uint32_t size = 0;  ///< 0: there was none.
    std::uint64_t value = 0;
    Slot missed_slot = 0;
    Epoch missed_epoch = 0;
    std::uint64_t missed_pc = 0;
    std::uint64_t missed_value = 0;
    enum class Kind : std::uint8_t {
      read,
      wiped_out_change,  ///< A read-modify-write; what it missed landed after it.
      wiped_out_store,   ///< A store likewise; `value` is what it wrote.
    } kind = Kind::read;
  };
  StaleRead stale_read_;
  void note_stale(const SyncWord& word, std::size_t back, std::uintptr_t address,
                  std::uint64_t pc, StaleRead::Kind kind, std::uint64_t value);
  /// By whose knowledge it is decided which values may be seen.
  Level value_level() const { return options.strict_values ? kStrict : kLenient; }
  std::uint64_t stale_value_ = 0;
  /// An old value that stands in memory for the one access that is about to read it; or
  /// the present one that is to stand there after a store that has been wiped out.
  struct Substitution {
    std::uintptr_t address = 0;
    std::uint32_t size = 0;  ///< 0: none.
    std::uint64_t present = 0;
    SyncWord::Overwritten* store = nullptr;  ///< Which, for its value.
  };
  Substitution substitution_;

  FenceUses fence_uses_;
  std::vector<Reported> reports_;
  std::unordered_set<std::string> keys_;
  Counters counters_;
};

/// The machine of this process; set while a module is loaded.
extern Machine* machine;

/// Turns a return address into an offset in the module, of the call itself.
std::uint64_t pc_of(const void* return_address);

}  // namespace gridlock::sim
