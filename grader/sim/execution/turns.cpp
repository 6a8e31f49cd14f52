#include "sim/execution/turns.h"

#include "common/invariant.h"

namespace gridlock::sim {

void Turns::begin() {
  limits_.begin(run_.options.patience, run_.options.allowance);
  time_skipped_ = 0;
}

void Turns::synchronization_point() {
  INVARIANT("Only the running thread comes to a point where others may run.",
            run_.current() && run_.current()->waiting == Waiting::nothing);
  ++run_.scheduler.steps;
  run_.current()->plain_run = 0;
  run_.depends_on_schedule |= !run_.current()->is_host();
  const bool turn_is_over = look_around();
  if (turn_is_over || !run_.scheduler.policy().stay(*run_.current())) reschedule();
}

void Turns::yield(std::uint64_t pc) {
  run_.current()->waiting_pc = pc;
  run_.note_dependence();
  ++run_.scheduler.steps;
  look_around();
  run_.scheduler.policy().announces(*run_.current(), {});
  run_.scheduler.yields(pc);
  reschedule();
}

std::uint64_t Turns::read_clock() {
  run_.note_dependence();
  run_.scheduler.policy().announces(*run_.current(), {.kind = Operation::Kind::unlisted});
  // Reading the clock takes a step, so that a wait for time ends.
  ++run_.scheduler.steps;
  const std::uint64_t looks = ++run_.current()->looks_at_clock;
  if (run_.options.still_time) return looks * 64;
  // A whole program may wait for as long as a GPU takes for millions of instructions, so
  // time passes faster the more often a thread reads the clock.
  if (run_.options.allowance > 1) time_skipped_ += looks / 16;
  return run_.scheduler.steps + time_skipped_;
}

void Turns::block_on(Waiting waiting, std::uint64_t pc) {
  Thread& thread = *run_.current();
  thread.waiting = waiting;
  thread.waiting_pc = pc;
  run_.scheduler.make_unready(thread);
  reschedule();
  INVARIANT("A thread that waited goes on as the running one.",
            run_.current() == &thread);
  INVARIANT("A thread goes on when its wait is over.",
            thread.waiting == Waiting::nothing);
}

/// Also lets others run if a block or thread has run alone for long: it may wait for them
/// in a loop that does more than read, and such a loop does not count as polling.
bool Turns::check_limits() {
  Block* const block = run_.current()->block;
  if (const auto overrun =
          limits_.look(tally(), block ? block->kernel : nullptr, run_.devices)) {
    if (overrun->may_be_unfair)
      run_.scheduler.be_fair();
    else if (run_.draining)
      run_.end_execution();
    else if (overrun->despite_progress)
      run_.reporter.too_long(*overrun->despite_progress);
    else
      run_.reporter.no_progress(overrun->steps);
  }
  if (!run_.scheduler.one_thread_runs_alone(Limits::kStepsBetweenLooks)) return false;
  run_.scheduler.policy().gives_way(*run_.current());
  return true;
}

}  // namespace gridlock::sim
