#include "sim/machine.h"

#include <sys/mman.h>

#include <algorithm>

#include <fmt/format.h>

#include "sim/builtins.h"
#include "sim/own_memory.h"

namespace gridlock::sim {

Machine* machine = nullptr;

namespace {

constexpr std::size_t kHostStackBytes = std::size_t{8} << 20;
constexpr std::size_t kHostFunctionStackBytes = 256 * 1024;
constexpr std::size_t kHostGuardBytes = 4096;
/// Thrown to leave an execution from the main fiber, where there is nothing to switch
/// from.
struct ExecutionEnded {};

}  // namespace

std::uint64_t pc_of(const void* return_address) {
  return reinterpret_cast<std::uintptr_t>(return_address) - 1 - machine->code_base;
}

Machine::Machine(Module& loaded)
    : module(loaded),
      shadow_([](Slot slot, Epoch epoch) { return machine->place(slot, epoch); },
              [](std::uintptr_t address) -> const SyncWord* {
                return machine->find_word(address);
              }),
      host_stack_{static_cast<std::byte*>(reserve_memory(kHostStackBytes)),
                  kHostStackBytes},
      engine_stack_pool_(kHostFunctionStackBytes),
      shared_memory_(module.shared()) {
  machine = this;
  mprotect(host_stack_.low, kHostGuardBytes, PROT_NONE);
  protected_ = own_segments(module.whole());
  code_base = module.base();
  managed_variables_.cover(module.managed(), 0);
}

void Machine::VariableCells::cover(const Range& variables, std::uintptr_t image) {
  cells.resize(variables.size / 4 + 4);
  region.base = (variables.base & ~std::uintptr_t{3}) + image;
  region.size = variables.size;
  region.cells = cells.data();
}

Machine::~Machine() { machine = nullptr; }

void Machine::run(const ExecutionOptions& how, const std::function<void()>& host) {
  options = how;
  reset();
  policy_ = policy_of(options);
  recorder_ = nullptr;
  if (options.record_choices) {
    auto recorder = std::make_unique<Recorder>(std::move(policy_));
    recorder_ = recorder.get();
    policy_ = std::move(recorder);
  }
  host_entry_ = host;
  host_.fiber.start(host_stack_, host_main);
  policy_->enters(host_group_);
  make_ready(host_);
  running_ = true;
  try {
    loop();
  } catch (const ExecutionEnded&) {
  }
  running_ = false;
  current = nullptr;
  code_base = module.base();
}

void Machine::reset() {
  counters_ = Counters{};
  reports_.clear();
  keys_.clear();
  history.reset();
  history.recording = options.record;
  arena.reset();
  registered.clear();
  for (VariableCells& variables : device_variables_) variables.region.forget();
  for (VariableCells& variables : device_constants_) variables.region.forget();
  managed_variables_.region.forget();
  shadow_.reset();
  words_.clear();
  fence_order_.reset();
  stale_read_.size = 0;
  endless_wait_pc_ = 0;
  fence_uses_.clear();
  substitution_.size = 0;
  groups_.clear();
  on_turn_ = nullptr;
  next_look_ = first_look();
  looked_at_ = entered_ = entered_at_look_ = 0;
  progress_ = {};
  host_group_.ready.clear();
  spinners_.clear();
  for (const Device& device : devices_)
    for (Block* block : device.resident()) retire(*block);
  pool_.reset();
  next_uid_ = 0;
  devices_.resize(static_cast<std::size_t>(options.device.devices));
  for (int i = 0; i < options.device.devices; ++i)
    devices_[static_cast<std::size_t>(i)].reset(i, options.device, module.shared().size);
  for (Knowledge& knowledge : host_.level) knowledge.clear();
  host_.epoch = 0;
  host_.tick();
  host_.waiting = Waiting::nothing;
  host_.spin.progressed();
  host_.awaits = {};
  host_.host_code = true;
  host_.host_group = &host_group_;
  engine_stacks_used_ = 0;
  streams.reset(options.device.devices);
  api = ApiState{};
  startable_.clear();
  startable_stale_ = true;
  start_chosen_ = ended_ = draining_ = false;
  module.restore();
}

void Machine::host_main() {
  machine->host_entry_();
  machine->drain();
  machine->end_execution();
}

void Machine::loop() {
  while (!ended_) {
    if (start_chosen_) {
      start_chosen_ = false;
      const Startable chosen = startable_[start_choice_];
      perform(chosen);
      continue;
    }
    if (startable_stale_) collect_startable();
    if (groups_.empty() && startable_.empty()) report_stuck();
    const Choice choice =
        policy_->choose({groups_, startable_.size(), startable_blocks_}, nullptr);
    if (choice.abandon) end_execution();
    if (!choice.thread) {
      start_chosen_ = true;
      start_choice_ = choice.start;
      continue;
    }
    enter(*choice.thread);
    Fiber::switch_between(main_, choice.thread->fiber);
    current = nullptr;
  }
}

/// Lets the policy pick who goes on; returns when it is this thread's turn again.
Fiber* Machine::choose_next() {
  settle();
  Thread* from = current;
  from->plain_run = 0;
  if (startable_stale_) collect_startable();
  if (groups_.empty() && startable_.empty()) report_stuck();
  const Choice choice =
      policy_->choose({groups_, startable_.size(), startable_blocks_}, from);
  if (choice.abandon) end_execution();
  if (choice.thread == from) return nullptr;
  if (!choice.thread) {
    // Starts happen on the main fiber: they may reuse the stack of a finished thread.
    start_chosen_ = true;
    start_choice_ = choice.start;
    return &main_;
  }
  enter(*choice.thread);
  return &choice.thread->fiber;
}

void Machine::enter(Thread& thread) {
  current = &thread;
  ++entered_;
  if (const Group* group = &group_of(thread); group != on_turn_) {
    on_turn_ = group;
    turn_began_ = counters_.steps;
  }
  code_base = module.base() + thread.image;
  fiber_starting = &thread.fiber;
  set_builtins(thread);
}

void Machine::synchronization_point() {
  ++counters_.steps;
  current->plain_run = 0;
  const bool turn_is_over = counters_.steps >= next_look_ && look_around();
  if (turn_is_over || !policy_->stay(*current)) reschedule();
}

void Machine::polls_in_vain(std::uint64_t pc) {
  policy_->yields(*current);
  if (endless_wait_pc_ == 0 && policy_->has_lost_patience()) endless_wait_pc_ = pc;
}

void Machine::yield(std::uint64_t pc) {
  ++counters_.steps;
  if (counters_.steps >= next_look_) look_around();
  policy_->announces(*current, {});
  polls_in_vain(pc);
  reschedule();
}

std::uint64_t Machine::read_clock() {
  policy_->announces(*current, {.kind = Operation::Kind::unlisted});
  return ++counters_.steps;  // Looking takes time: who waits for a moment comes there.
}

void Machine::block_on(Waiting waiting, std::uint64_t pc) {
  current->waiting = waiting;
  current->waiting_pc = pc;
  make_unready(*current);
  reschedule();
}

void Machine::make_ready(Thread& thread) {
  Group& group = group_of(thread);
  thread.waiting = Waiting::nothing;
  thread.ready_index = static_cast<std::uint32_t>(group.ready.size());
  group.ready.push_back(&thread);
  if (group.ready.size() > 1) return;
  group.group_index = static_cast<std::uint32_t>(groups_.size());
  groups_.push_back(&group);
}

void Machine::make_unready(Thread& thread) {
  Group& group = group_of(thread);
  Thread* last = group.ready.back();
  group.ready[thread.ready_index] = last;
  last->ready_index = thread.ready_index;
  group.ready.pop_back();
  if (!group.ready.empty()) return;
  Group* last_group = groups_.back();
  groups_[group.group_index] = last_group;
  last_group->group_index = group.group_index;
  groups_.pop_back();
}

void Machine::collect_startable() {
  startable_stale_ = false;
  startable_.clear();
  for (const Device& device : devices_)
    for (Kernel* kernel : device.kernels())
      if (device.can_start_block(*kernel)) startable_.push_back({kernel, nullptr});
  startable_blocks_ = startable_.size();
  std::vector<Task*> tasks;
  streams.collect_startable(tasks);
  for (Task* task : tasks) startable_.push_back({nullptr, task});
}

void Machine::perform(const Startable& startable) {
  startable_stale_ = true;
  if (!startable.kernel) {
    streams.start(*startable.task);
    return;
  }
  Kernel& kernel = *startable.kernel;
  do start_block(kernel);
  while (kernel.cooperative && device_of(kernel).can_start_block(kernel));
}

void Machine::begin_host_function(Thread& engine) {
  if (!engine.stack.low) {
    if (engine_stacks_used_ == engine_stacks_.size())
      engine_stacks_.push_back(engine_stack_pool_.take());
    engine.stack = engine_stacks_[engine_stacks_used_++];
  }
  engine.host_code = true;
  engine.fiber.start(engine.stack, host_function_main);
  policy_->enters(*engine.host_group);
  make_ready(engine);
}

void Machine::host_function_main() {
  Thread& engine = *machine->current;
  Stream& stream = machine->streams.stream_of_engine(engine);
  stream.queue.front()->host_function();
  machine->settle();
  machine->make_unready(engine);
  engine.waiting = Waiting::done;
  engine.host_code = false;
  engine.spin.progressed();
  stream.done.join(engine);
  engine.tick();
  machine->streams.finish(stream);
  Fiber::switch_between(engine.fiber, machine->main_);
  __builtin_unreachable();
}

void Machine::host_wait(const std::function<bool()>& done, const char* call,
                        std::uint64_t pc) {
  if (!current->is_host()) report_misuse(HostOnly{call}, pc);
  startable_stale_ = true;
  host_call_ = call;
  while (!done()) block_on(Waiting::device, pc);
}

void Machine::wake_host() {
  startable_stale_ = true;
  if (host_.waiting == Waiting::device) make_ready(host_);
  // A loop that polls memory and also asks for the state of a stream gets a new answer,
  // wherever it is now.
  host_.spin.progressed();
  if (host_.waiting == Waiting::spin) make_ready(host_);
}

void Machine::drain() {
  if (current != &host_) return;
  draining_ = true;
  host_wait([&] { return streams.idle(); }, "exit", 0);
}

void Machine::end_execution() {
  ended_ = true;
  if (!current) throw ExecutionEnded{};
  Fiber abandoned;
  Fiber::switch_between(abandoned, main_);
  __builtin_unreachable();
}

bool Machine::is_stack_guard(std::uintptr_t address) const {
  return pool_.is_stack_guard(address) || engine_stack_pool_.is_guard(address) ||
         address - reinterpret_cast<std::uintptr_t>(host_stack_.low) < kHostGuardBytes;
}

bool Machine::is_protected(std::uintptr_t address) const {
  return std::any_of(protected_.begin(), protected_.end(),
                     [&](const Range& range) { return range.contains(address); });
}

}  // namespace gridlock::sim
