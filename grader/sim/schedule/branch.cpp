#include "sim/schedule/branch.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "common/invariant.h"

namespace gridlock::sim {

namespace {

/// If an execution has more decisions, there are too many executions to run all of them.
constexpr std::size_t kDecisionsMax = 400;
/// A thread that polls this often without a decision in between may poll forever.
constexpr int kPollsMax = 1000;
/// Stands for the next task of the device's streams.
constexpr ThreadId kTask{~std::uint64_t{0}, 0, 0};

/// Follows the planned picks.  After them, picks any option that does not sleep.
///
/// A thread runs up to its next operation that others can notice.  A decision is made
/// only when all threads have reached such an operation.  So what a thread does alone, or
/// at barriers of its block, needs no decision.
class BranchPolicy : public Policy {
 public:
  explicit BranchPolicy(std::shared_ptr<SearchBranch> branch)
      : branch_(std::move(branch)) {}

  void announces(const Thread& thread, const Operation& operation) override {
    if (operation.kind == Operation::Kind::unlisted)
      branch_->given_up = true;
    else
      pending_[id_of(thread)] = operation;
  }
  bool stay(const Thread& running) override {
    // After a launch, the host comes here without having announced an operation.  The
    // launched work becomes a decision only when it starts.
    const auto kind = running.is_host() ? Operation::Kind::local : Operation::Kind::other;
    pending_.try_emplace(id_of(running), Operation{.kind = kind});
    return false;
  }
  void yields(const Thread& thread) override {
    yielded_ = true;
    spinning_.insert(id_of(thread));
  }

  Choice choose(const Candidates& candidates, const Thread* running) override {
    const bool yielded = std::exchange(yielded_, false);
    if (running) {
      const ThreadId id = id_of(*running);
      // The thread polls, and was chosen for exactly this access.
      if (yielded && running->waiting == Waiting::nothing && !pending_.contains(id)) {
        if (++polls_ < kPollsMax) return {const_cast<Thread*>(running), 0};
        branch_->given_up = branch_->abandoned = true;
        return {nullptr, 0, true};
      }
      // The thread sleeps inside an access, which it will repeat.
      if (running->waiting == Waiting::spin) pending_[id] = running_[id];
    }
    if (candidates.block_starts) return {nullptr, 0};
    note_what_is_not_covered(candidates);
    if (Thread* thread = collect_options(candidates)) return {thread, 0};
    return decide();
  }

  std::size_t how_stale(std::size_t n) override {
    SearchDecision decision;
    decision.values = static_cast<std::uint32_t>(n) + 1;
    decision.pick = planned().value_or(0);
    INVARIANT("A value that was planned can be seen in the repetition, too.",
              branch_->given_up || decision.pick < decision.values);
    decision.sleep = sleep_;
    branch_->trace.push_back(decision);
    begin_to_sleep();
    return decision.pick;
  }
  std::size_t next_block(std::size_t) override { return 0; }

 private:
  void note_what_is_not_covered(const Candidates& candidates) {
    if (candidates.starts > 1) branch_->given_up = true;
    for (const Group* group : candidates.groups) {
      const Block* block = group->ready.front()->block;
      if (!block && group->ready.front()->slot != 0) branch_->given_up = true;
      if (block && block->kernel->blocks_started < block->kernel->grid.count())
        branch_->given_up = true;
    }
  }

  /// Collects the threads that can go on as options, in the order of blocks and threads.
  /// Returns the first one that has not yet reached an operation, or null.
  Thread* collect_options(const Candidates& candidates) {
    options_.clear();
    Thread* on_its_own = nullptr;
    for (Group* group : candidates.groups)
      for (Thread* thread : group->ready) {
        const auto pending = pending_.find(id_of(*thread));
        if (pending != pending_.end())
          options_.push_back({{pending->first, pending->second}, thread});
        else if (!on_its_own || id_of(*thread) < id_of(*on_its_own))
          on_its_own = thread;
      }
    if (candidates.starts) options_.push_back({{kTask, {}}, nullptr});
    std::sort(options_.begin(), options_.end(),
              [](const auto& a, const auto& b) { return a.option.who < b.option.who; });
    return on_its_own;
  }

  Choice decide() {
    polls_ = 0;
    SearchDecision decision;
    for (const Candidate& each : options_) decision.options.push_back(each.option);
    begin_to_sleep();
    decision.sleep = sleep_;
    INVARIANT("A decision has options.", !options_.empty());
    INVARIANT("Each thread is an option once.",
              std::adjacent_find(options_.begin(), options_.end(),
                                 [](const Candidate& one, const Candidate& next) {
                                   return one.option.who == next.option.who;
                                 }) == options_.end());
    const auto pick = branch_->given_up ? std::nullopt : pick_option();
    if (!pick) {
      branch_->abandoned = true;
      return {nullptr, 0, true};
    }
    decision.pick = *pick;
    branch_->trace.push_back(std::move(decision));
    const Candidate& chosen = options_[*pick];
    INVARIANT("A thread that is chosen can go on.",
              !chosen.thread || chosen.thread->waiting == Waiting::nothing);
    const ThreadId who = last_ = chosen.option.who;
    wake_dependent(sleep_, chosen.option.operation);
    if (chosen.option.operation.writes) spinning_.clear();
    running_[who] = chosen.option.operation;
    pending_.erase(who);
    return {chosen.thread, 0};
  }

  std::optional<std::uint32_t> planned() const {
    const std::size_t index = branch_->trace.size();
    if (index < branch_->picks.size()) return branch_->picks[index];
    return std::nullopt;
  }
  /// After the last planned pick, the options named by the search begin to sleep.
  void begin_to_sleep() {
    if (branch_->trace.size() == branch_->picks.size()) sleep_ = branch_->sleep;
  }

  std::optional<std::uint32_t> pick_option() {
    if (branch_->trace.size() >= kDecisionsMax) branch_->given_up = true;
    if (const auto pick = planned()) {
      if (*pick < options_.size()) return pick;
      branch_->given_up = true;
    }
    if (branch_->given_up) return std::nullopt;
    // Prefers the thread that ran last, then the threads after it; threads that poll in
    // vain come last.
    std::optional<std::uint32_t> best;
    const auto rank = [&](const Candidate& each) {
      return std::pair(spinning_.contains(each.option.who), each.option.who < last_);
    };
    for (std::uint32_t i = 0; i < options_.size(); ++i)
      if (!sleeps(sleep_, options_[i].option.who) &&
          (!best || rank(options_[i]) < rank(options_[*best])))
        best = i;
    return best;
  }

  struct Candidate {
    Option option;
    Thread* thread = nullptr;  ///< Null: a task starts.
  };
  std::shared_ptr<SearchBranch> branch_;
  std::vector<Candidate> options_;
  std::map<ThreadId, Operation> pending_;  ///< The next operations of threads.
  /// The operations for which threads were last chosen.
  std::map<ThreadId, Operation> running_;
  std::set<ThreadId> spinning_;  ///< Threads that polled in vain since the last write.
  std::vector<Option> sleep_;
  ThreadId last_;
  bool yielded_ = false;
  int polls_ = 0;  ///< Vain polls since the last decision.
};

}  // namespace

bool sleeps(const std::vector<Option>& sleep, const ThreadId& who) {
  return std::any_of(sleep.begin(), sleep.end(),
                     [&](const Option& option) { return option.who == who; });
}

void wake_dependent(std::vector<Option>& sleep, const Operation& done) {
  std::erase_if(
      sleep, [&](const Option& option) { return are_dependent(option.operation, done); });
}

bool are_dependent(const Operation& a, const Operation& b) {
  using Kind = Operation::Kind;
  if (a.kind == Kind::other || b.kind == Kind::other) return true;
  if (a.kind != Kind::access || b.kind != Kind::access)
    return a.kind == Kind::fence && b.kind == Kind::fence;
  return (a.writes || b.writes) && a.address < b.address + b.size &&
         b.address < a.address + a.size;
}

std::unique_ptr<Policy> make_branch_policy(std::shared_ptr<SearchBranch> branch) {
  return std::make_unique<BranchPolicy>(std::move(branch));
}

}  // namespace gridlock::sim
