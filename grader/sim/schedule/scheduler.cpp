#include "sim/schedule/scheduler.h"

#include "common/invariant.h"
#include "sim/device/builtins.h"
#include "sim/memory/sizes.h"

namespace gridlock::sim {

namespace {
/// Thrown to leave an execution from the main fiber, on which no thread runs.
struct ExecutionEnded {};
}  // namespace

void Scheduler::begin(std::unique_ptr<Policy> policy, bool record,
                      std::uintptr_t code_base) {
  INVARIANT("No thread runs as an execution begins.", !current_);
  policy_ = std::move(policy);
  recorder_ = nullptr;
  if (record) {
    auto recorder = std::make_unique<Recorder>(std::move(policy_));
    recorder_ = recorder.get();
    policy_ = std::move(recorder);
  }
  host_code_base_ = code_base_ = code_base;
  groups_.clear();
  startable_.clear();
  startables_are_stale_ = true;
  chosen_ = nullptr;
  ended_ = false;
  on_turn_ = nullptr;
  steps = turn_began_ = entered_ = entered_at_look_ = endless_wait_pc_ = 0;
}

bool Scheduler::is_ready(const Thread& thread) const {
  const Group& group = group_of(thread);
  return thread.waiting == Waiting::nothing && thread.ready_index < group.ready.size() &&
         group.ready[thread.ready_index] == &thread &&
         group.group_index < groups_.size() && groups_[group.group_index] == &group;
}

/// Inlined, because it is part of every switch.
[[gnu::always_inline]] inline Choice Scheduler::choose(const Thread* running) {
  if (startables_are_stale_) {
    startables_are_stale_ = false;
    startable_.clear();
    startable_blocks_ = client_.collect_startable(startable_);
  }
  if (groups_.empty() && startable_.empty()) client_.no_thread_can_continue();
  INVARIANT("Blocks that may start come before tasks that may.",
            startable_blocks_ <= startable_.size() &&
                (startable_blocks_ == 0 || startable_[startable_blocks_ - 1].kernel));
  const Choice choice =
      policy_->choose({groups_, startable_.size(), startable_blocks_}, running);
  INVARIANT("A policy picks a thread that can go on.",
            choice.abandon || !choice.thread || is_ready(*choice.thread));
  INVARIANT("A policy picks what can start.",
            choice.abandon || choice.thread || choice.start < startable_.size());
  if (choice.abandon) end();
  return choice;
}

void Scheduler::run() try {
  while (!ended_) {
    if (chosen_) {
      INVARIANT("What starts is what the policy has picked.",
                chosen_ >= startable_.data() &&
                    chosen_ < startable_.data() + startable_.size());
      const Startable chosen = *std::exchange(chosen_, nullptr);
      startables_are_stale_ = true;
      client_.start(chosen);
      continue;
    }
    const Choice choice = choose(nullptr);
    if (!choice.thread) {
      chosen_ = &startable_[choice.start];
      continue;
    }
    enter(*choice.thread);
    Fiber::switch_between(main_, choice.thread->fiber);
    current_ = nullptr;
  }
  code_base_ = host_code_base_;
  Fiber::abandon_all();
} catch (const ExecutionEnded&) {
  current_ = nullptr;
  code_base_ = host_code_base_;
  Fiber::abandon_all();
}

Fiber* Scheduler::choose_next() {
  Thread* const from = current_;
  INVARIANT("A thread gives way while it runs.", from != nullptr);
  INVARIANT("Nothing has been picked to start while a thread runs.", !chosen_);
  from->plain_run = 0;
  const Choice choice = choose(from);
  if (choice.thread == from) return nullptr;
  if (!choice.thread) {
    // The main fiber starts blocks and tasks: a start may reuse the stack of a finished
    // thread.
    chosen_ = &startable_[choice.start];
    return &main_;
  }
  enter(*choice.thread);
  return &choice.thread->fiber;
}

void Scheduler::enter(Thread& thread) {
  current_ = &thread;
  ++entered_;
  if (const Group* group = &group_of(thread); group != on_turn_) {
    on_turn_ = group;
    turn_began_ = steps;
  }
  code_base_ = host_code_base_ + (kSitesAreAddresses ? thread.image : 0);
  fiber_starting = &thread.fiber;
  set_builtins(thread);
}

void Scheduler::leave() {
  INVARIANT("A thread leaves for good when it is not ready.", !is_ready(*current_));
  Fiber::finish(current_->fiber, main_);
  __builtin_unreachable();
}

void Scheduler::end() {
  ended_ = true;
  if (!current_) throw ExecutionEnded{};
  Fiber abandoned;
  Fiber::switch_between(abandoned, main_);
  __builtin_unreachable();
}

void Scheduler::be_fair() {
  // If choices are recorded, the execution is short and needs no fair policy.
  if (!recorder_) unfair_ = std::exchange(policy_, make_fair());
}

void Scheduler::yields(std::uint64_t pc) {
  policy_->yields(*current_);
  if (endless_wait_pc_ == 0 && policy_->has_lost_patience()) endless_wait_pc_ = pc;
}

bool Scheduler::one_thread_runs_alone(std::uint64_t steps_max) {
  INVARIANT("A turn has begun before it is looked at.", steps >= turn_began_);
  const bool block_is_alone = groups_.size() > 1 && steps - turn_began_ >= steps_max;
  const bool thread_is_alone =
      entered_ == entered_at_look_ && group_of(*current_).ready.size() > 1;
  entered_at_look_ = entered_;
  return block_is_alone || thread_is_alone;
}

void Scheduler::make_ready(Thread& thread) {
  Group& group = group_of(thread);
  INVARIANT("A thread becomes ready that is not ready.", !is_ready(thread));
  INVARIANT("A group with ready threads is among those that have some.",
            group.ready.empty() || groups_[group.group_index] == &group);
  thread.waiting = Waiting::nothing;
  thread.ready_index = static_cast<std::uint32_t>(group.ready.size());
  group.ready.push_back(&thread);
  if (group.ready.size() > 1) return;
  group.group_index = static_cast<std::uint32_t>(groups_.size());
  groups_.push_back(&group);
}

void Scheduler::make_unready(Thread& thread) {
  Group& group = group_of(thread);
  INVARIANT("A thread leaves the list of ready ones that it is in.",
            group.ready[thread.ready_index] == &thread);
  INVARIANT("A group with a ready thread has a place among such groups.",
            groups_[group.group_index] == &group);
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

}  // namespace gridlock::sim
