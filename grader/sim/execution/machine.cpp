#include "sim/execution/machine.h"

#include "common/invariant.h"
#include "sim/device/builtins.h"

namespace gridlock::sim {

Machine::Machine(Module& loaded, Reporter& reporter)
    : module(loaded),
      memory(module, builtins()),
      streams(host_, history, *this),
      reporter_(reporter),
      descriptions_(memory, module, streams, pool_, host_),
      scheduler_(*this),
      words_(memory),
      shadow_(
          [this](Slot slot, Epoch epoch) { return pool_.place(slot, epoch); },
          [this](std::uintptr_t address) { return words_.find(current(), address); }) {}

void Machine::run(const ExecutionOptions& how, const std::function<void()>& host) {
  INVARIANT("There is one execution at a time.", !running_);
  INVARIANT("An execution has devices that can be modelled.",
            how.device.devices > 0 && how.device.devices <= kDevicesMax);
  options = how;
  scheduler_.begin(policy_of(options), options.record_choices, module.base());
  reset();
  host_entry_ = host;
  host_.fiber.start(host_stacks_.program(), host_main, this);
  scheduler_.enters(host_group_);
  scheduler_.make_ready(host_);
  running_ = true;
  scheduler_.run();
  running_ = false;
  INVARIANT("No thread runs after an execution.", !current());
}

void Machine::reset() {
  counters_ = Counters{};
  limits_.begin(options.patience, options.allowance);
  depends_on_schedule_ = false;
  time_skipped_ = 0;
  history.reset();
  history.recording = options.record;
  // Histories that are compared must begin at the same event.
  const bool is_compared = options.note_observations || options.decision;
  history.keep = options.whole_program && !is_compared ? Keep::newest : Keep::oldest;
  memory.reset();
  shadow_.reset();
  words_.begin(options, scheduler_.policy());
  unordered_write_ = {};
  read_watch_.reset(options.watched_reads);
  fence_uses_.clear();
  spinners_.clear();
  for (const Device& device : devices_)
    for (Block* block : device.resident()) retire(*block);
  pool_.reset();
  next_uid_ = 0;
  devices_.resize(static_cast<std::size_t>(options.device.devices));
  for (int i = 0; i < options.device.devices; ++i)
    devices_[static_cast<std::size_t>(i)].reset(i, options.device, module.shared().size);
  reset_host();
  streams.reset(options.device.devices);
  api = ApiState{};
  draining_ = false;
  module.restore();
}

void Machine::reset_host() {
  host_group_.ready.clear();
  for (Knowledge& knowledge : host_.level) knowledge.clear();
  host_.epoch = 0;
  host_.tick();
  host_.waiting = Waiting::nothing;
  host_.spin.begins();
  host_.looks.begins();
  host_.awaits = {};
  host_.plain_run = 0;
  host_.sc_is_new = false;
  host_.visible.clear();
  host_.stale_reads = 0;
  host_.result_is_unused = false;
  host_.assigned_bits_size = 0;
  host_.host_code = true;
  host_.looks_at_clock = 0;
  host_.host_group = &host_group_;
  host_stacks_.reset();
  if (host_turns.forget) host_turns.forget();
}

void Machine::host_main(void* self) {
  Machine& machine = *static_cast<Machine*>(self);
  machine.host_entry_();
  machine.drain();
  machine.end_execution();
}

void Machine::as_host(const std::function<void()>& function) {
  Thread* const running = current() ? scheduler_.replace_current(&host_) : nullptr;
  function();
  INVARIANT("A call for the host ends as the host's.", !running || current() == &host_);
  if (running) scheduler_.replace_current(running);
}

// --- Points where others may run -----------------------------------------------------

void Machine::synchronization_point() {
  INVARIANT("Only the running thread comes to a point where others may run.",
            current() && current()->waiting == Waiting::nothing);
  ++scheduler_.steps;
  current()->plain_run = 0;
  depends_on_schedule_ |= !current()->is_host();
  const bool turn_is_over = limits_.is_due(scheduler_.steps) && look_around();
  if (turn_is_over || !scheduler_.policy().stay(*current())) reschedule();
}

void Machine::yield(std::uint64_t pc) {
  current()->waiting_pc = pc;
  note_dependence();
  ++scheduler_.steps;
  if (limits_.is_due(scheduler_.steps)) look_around();
  scheduler_.policy().announces(*current(), {});
  scheduler_.yields(pc);
  reschedule();
}

std::uint64_t Machine::read_clock() {
  note_dependence();
  scheduler_.policy().announces(*current(), {.kind = Operation::Kind::unlisted});
  // Reading the clock takes a step, so that a wait for time ends.
  ++scheduler_.steps;
  const std::uint64_t looks = ++current()->looks_at_clock;
  if (options.still_time) return looks * 64;
  // A whole program may wait for as long as a GPU takes for millions of instructions, so
  // time passes faster the more often a thread reads the clock.
  if (options.allowance > 1) time_skipped_ += looks / 16;
  return scheduler_.steps + time_skipped_;
}

void Machine::block_on(Waiting waiting, std::uint64_t pc) {
  Thread& thread = *current();
  thread.waiting = waiting;
  thread.waiting_pc = pc;
  scheduler_.make_unready(thread);
  reschedule();
  INVARIANT("A thread that waited goes on as the running one.", current() == &thread);
  INVARIANT("A thread goes on when its wait is over.",
            thread.waiting == Waiting::nothing);
}

/// Called at intervals: ends executions that go on for too long.  Also keeps a block or
/// thread from running alone forever, which a policy allows where threads wait for others
/// by more than reads.  Returns whether other threads must run now.
bool Machine::look_around() {
  Block* const block = current()->block;
  if (const auto overrun =
          limits_.look(tally(), block ? block->kernel : nullptr, devices_)) {
    if (overrun->may_be_unfair)
      scheduler_.be_fair();
    else if (draining_)
      end_execution();
    else if (overrun->despite_progress)
      reporter_.too_long(*overrun->despite_progress);
    else
      reporter_.no_progress(overrun->steps);
  }
  if (!scheduler_.one_thread_runs_alone(Limits::kStepsBetweenLooks)) return false;
  scheduler_.policy().gives_way(*current());
  return true;
}

// --- What starts ---------------------------------------------------------------------

std::size_t Machine::collect_startable(std::vector<Startable>& into) {
  for (const Device& device : devices_)
    for (Kernel* kernel : device.kernels())
      if (device.can_start_cluster(*kernel)) into.push_back({kernel, nullptr});
  const std::size_t kernels = into.size();
  std::vector<Task*> tasks;
  streams.collect_startable(tasks);
  for (Task* task : tasks) into.push_back({nullptr, task});
  return kernels;
}

void Machine::start(const Startable& startable) {
  if (!startable.kernel) {
    streams.start(*startable.task);
    return;
  }
  INVARIANT("A kernel starts blocks, or a stream starts a task.", !startable.task);
  Kernel& kernel = *startable.kernel;
  INVARIANT("Blocks start where there is room for them.",
            device_of(kernel).can_start_cluster(kernel));
  do start_cluster(kernel);
  while (kernel.cooperative && device_of(kernel).can_start_cluster(kernel));
}

void Machine::no_thread_can_continue() {
  INVARIANT("Where no thread can go on, the host waits.",
            host_.waiting != Waiting::nothing);
  if (!draining_) reporter_.deadlock();
  end_execution();
}

void Machine::begin_host_function(Thread& engine) {
  INVARIANT("An engine is scheduled in a group of its own.",
            engine.host_group && engine.host_group->ready.empty());
  if (!engine.stack.low) engine.stack = host_stacks_.take();
  engine.host_code = true;
  engine.fiber.start(engine.stack, host_function_main, this);
  scheduler_.enters(*engine.host_group);
  scheduler_.make_ready(engine);
}

void Machine::host_function_main(void* self) {
  Machine& machine = *static_cast<Machine*>(self);
  Thread& engine = *machine.current();
  Stream& stream = machine.streams.stream_of_engine(engine);
  INVARIANT("An engine runs the host function at the head of its stream.",
            stream.queue.front()->kind == Task::Kind::host_function);
  stream.queue.front()->host_function();
  machine.settle();
  machine.scheduler_.make_unready(engine);
  engine.waiting = Waiting::done;
  engine.host_code = false;
  engine.spin.progressed();
  stream.done.join(engine);
  engine.tick();
  machine.streams.finish(stream);
  machine.scheduler_.leave();
}

// --- The host ------------------------------------------------------------------------

void Machine::host_wait(const std::function<bool()>& done, const char* call,
                        std::uint64_t pc) {
  if (!current()->is_host()) report_misuse(HostOnly{call}, pc);
  scheduler_.startables_changed();
  const bool takes_turns = current() == &host_ && host_turns.pass;
  while (!done()) {
    if (takes_turns && host_turns.pass(HostWait::device, pc)) continue;
    host_call_ = call;
    block_on(Waiting::device, pc);
  }
}

void Machine::wake_host() {
  ++changes_;
  scheduler_.startables_changed();
  if (host_.waiting == Waiting::device) scheduler_.make_ready(host_);
  // The state of a stream may have changed, so a host loop that polls memory and also
  // queries a stream must run again, wherever it is.
  host_.spin.progressed();
  if (host_.waiting == Waiting::spin) scheduler_.make_ready(host_);
}

void Machine::forget_contents(const Allocation& freed) {
  INVARIANT("Only freed memory is of no more use.", freed.freed);
  constexpr std::size_t kMuch = std::size_t{1} << 20;
  if (freed.size < kMuch) return;
  shadow_.release(memory.arena.shadow, freed.base, freed.size);
  memory.arena.drop(freed);
}

void Machine::drain() {
  if (current() != &host_) return;
  draining_ = true;
  host_wait([&] { return streams.idle(); }, "exit", 0);
}

}  // namespace gridlock::sim
