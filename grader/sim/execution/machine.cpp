#include "sim/execution/machine.h"

#include "common/invariant.h"

namespace gridlock::sim {

Machine::Machine(Module& loaded, Reporter& reported)
    : Execution(loaded, reported, *this, *this) {}

void Machine::run(const ExecutionOptions& how, const std::function<void()>& program) {
  INVARIANT("There is one execution at a time.", !running);
  INVARIANT("An execution has devices that can be modelled.",
            how.device.devices > 0 && how.device.devices <= kDevicesMax);
  options = how;
  scheduler.begin(policy_of(options), options.record_choices, module.base());
  reset();
  host_entry_ = program;
  host().fiber.start(host_stacks.program(), host_main, this);
  scheduler.enters(host_group);
  scheduler.make_ready(host());
  running = true;
  scheduler.run();
  running = false;
  INVARIANT("No thread runs after an execution.", !current());
}

void Machine::reset() {
  counters = Counters{};
  depends_on_schedule = false;
  draining = false;
  turns.begin();
  history.reset();
  history.recording = options.record;
  // Histories that are compared must begin at the same event.
  const bool is_compared = options.note_observations || options.decision;
  history.keep = options.whole_program && !is_compared ? Keep::newest : Keep::oldest;
  memory.reset();
  shadow.reset();
  words.begin(options, scheduler.policy());
  latest.begin();
  read_watch.reset(options.watched_reads);
  fences.begin();
  polls.begin();
  blocks.begin();
  devices.resize(static_cast<std::size_t>(options.device.devices));
  for (int i = 0; i < options.device.devices; ++i)
    devices[static_cast<std::size_t>(i)].reset(i, options.device, module.shared().size);
  reset_host();
  streams.reset(options.device.devices);
  api = ApiState{};
  module.restore();
}

void Machine::reset_host() {
  host_group.ready.clear();
  for (Knowledge& knowledge : host().level) knowledge.clear();
  host().epoch = 0;
  host().tick();
  host().waiting = Waiting::nothing;
  host().spin.begins();
  host().looks.begins();
  host().awaits = {};
  host().plain_run = 0;
  host().sc_is_new = false;
  host().visible.clear();
  host().stale_reads = 0;
  host().result_is_unused = false;
  host().assigned_bits_size = 0;
  host().host_code = true;
  host().looks_at_clock = 0;
  host().host_group = &host_group;
  host_stacks.reset();
  if (host_turns.forget) host_turns.forget();
}

void Machine::host_main(void* self) {
  Machine& machine = *static_cast<Machine*>(self);
  machine.host_entry_();
  machine.drain();
  machine.end_execution();
}

void Machine::as_host(const std::function<void()>& function) {
  Thread* const before = current() ? scheduler.replace_current(&host()) : nullptr;
  function();
  INVARIANT("A call for the host ends as the host's.", !before || current() == &host());
  if (before) scheduler.replace_current(before);
}

// --- Starting blocks and tasks -------------------------------------------------------

std::size_t Machine::collect_startable(std::vector<Startable>& into) {
  for (const Device& device : devices)
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
  blocks.start(*startable.kernel);
}

void Machine::no_thread_can_continue() {
  INVARIANT("Where no thread can go on, the host waits.",
            host().waiting != Waiting::nothing);
  if (!draining) reporter.deadlock();
  end_execution();
}

void Machine::begin_host_function(Thread& engine) {
  INVARIANT("An engine is scheduled in a group of its own.",
            engine.host_group && engine.host_group->ready.empty());
  if (!engine.stack.low) engine.stack = host_stacks.take();
  engine.host_code = true;
  engine.fiber.start(engine.stack, host_function_main, this);
  scheduler.enters(*engine.host_group);
  scheduler.make_ready(engine);
}

void Machine::host_function_main(void* self) {
  Machine& machine = *static_cast<Machine*>(self);
  Thread& engine = *machine.current();
  Stream& stream = machine.streams.stream_of_engine(engine);
  INVARIANT("An engine runs the host function at the head of its stream.",
            stream.queue.front()->kind == Task::Kind::host_function);
  stream.queue.front()->host_function();
  machine.latest.settle();
  machine.scheduler.make_unready(engine);
  engine.waiting = Waiting::done;
  engine.host_code = false;
  engine.spin.progressed();
  stream.done.join(engine);
  engine.tick();
  machine.streams.finish(stream);
  machine.scheduler.leave();
}

// --- The host ------------------------------------------------------------------------

void Machine::host_wait(const std::function<bool()>& done, const char* call,
                        std::uint64_t pc) {
  if (!current()->is_host()) report_misuse(HostOnly{call}, pc);
  scheduler.startables_changed();
  const bool takes_turns = current() == &host() && host_turns.pass;
  while (!done()) {
    if (takes_turns && host_turns.pass(HostWait::device, pc)) continue;
    host_call = call;
    turns.block_on(Waiting::device, pc);
  }
}

void Machine::wake_host() {
  ++changes;
  scheduler.startables_changed();
  if (host().waiting == Waiting::device) scheduler.make_ready(host());
  // The state of a stream may have changed, so a host loop that polls memory and also
  // queries a stream must run again, wherever it is.
  host().spin.progressed();
  if (host().waiting == Waiting::spin) scheduler.make_ready(host());
}

void Machine::drain() {
  if (current() != &host()) return;
  draining = true;
  host_wait([&] { return streams.idle(); }, "exit", 0);
}

}  // namespace gridlock::sim
