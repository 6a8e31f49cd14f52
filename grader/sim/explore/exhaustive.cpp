#include "sim/explore/exhaustive.h"

#include <algorithm>

#include "common/invariant.h"

namespace gridlock::sim {

std::shared_ptr<SearchBranch> ExhaustiveSearch::next() {
  auto branch = std::make_shared<SearchBranch>();
  if (!begun_) {
    begun_ = true;
    return branch;
  }
  if (given_up_) return nullptr;
  while (!stack_.empty() && !advance(stack_.back())) stack_.pop_back();
  if (stack_.empty()) return nullptr;
  unchanged_ = stack_.size() - 1;
  for (const Node& node : stack_) branch->picks.push_back(node.pick);
  const Node& last = stack_.back();
  INVARIANT("The search picks one of the possible answers.",
            last.pick < (last.values ? last.values : last.options.size()));
  INVARIANT("The search tries no answer twice.",
            last.values != 0 || !last.tried.contains(last.pick));
  branch->sleep = last.sleep;
  if (last.values == 0) {
    for (const std::uint32_t other : last.tried)
      branch->sleep.push_back(last.options[other]);
    wake_dependent(branch->sleep, last.options[last.pick].operation);
  }
  return branch;
}

/// Picks the next answer to try.  Returns false if all have been tried.
bool ExhaustiveSearch::advance(Node& node) {
  if (node.values) return ++node.pick < node.values;
  node.tried.insert(node.pick);
  for (const std::uint32_t option : node.wanted) {
    if (node.tried.contains(option) || sleeps(node.sleep, node.options[option].who))
      continue;
    node.pick = option;
    return true;
  }
  return false;
}

bool ExhaustiveSearch::follows(const SearchBranch& branch) const {
  for (std::size_t i = 0; i < std::min(stack_.size(), branch.trace.size()); ++i)
    if (branch.trace[i].pick != stack_[i].pick ||
        branch.trace[i].values != stack_[i].values ||
        branch.trace[i].options.size() != stack_[i].options.size())
      return false;
  return branch.abandoned || branch.trace.size() >= stack_.size();
}

void ExhaustiveSearch::take(const SearchBranch& branch) {
  given_up_ = given_up_ || branch.given_up;
  if (given_up_) return;
  INVARIANT("An execution follows the search's picks, and finds the same options.",
            follows(branch));
  for (std::size_t i = stack_.size(); i < branch.trace.size(); ++i) {
    Node node;
    static_cast<SearchDecision&>(node) = branch.trace[i];
    node.wanted.insert(node.pick);
    stack_.push_back(std::move(node));
  }
  look_for_races();
}

/// Finds pairs of dependent operations that nothing orders.  The thread of the later
/// operation must then also be tried at the decision for the earlier operation.
void ExhaustiveSearch::look_for_races() {
  INVARIANT("Two executions share no more decisions than the stack holds.",
            unchanged_ <= stack_.size());
  std::map<ThreadId, Before> of_thread;
  for (std::size_t j = 0; j < stack_.size(); ++j) {
    if (stack_[j].values) continue;
    const Option later = stack_[j].options[stack_[j].pick];
    if (j < unchanged_) {
      of_thread[later.who] = stack_[j].before;
      continue;
    }
    Before now = of_thread[later.who];
    const Before before = now;
    for (std::size_t i = 0; i < j; ++i) {
      if (stack_[i].values) continue;
      const Option& earlier = stack_[i].options[stack_[i].pick];
      if (!are_dependent(earlier.operation, later.operation)) continue;
      const auto seen = before.find(earlier.who);
      if (earlier.who != later.who && (seen == before.end() || seen->second < i))
        want(stack_[i], later.who);
      for (const auto& [who, node] : stack_[i].before)
        now[who] = std::max(now[who], node);
    }
    now[later.who] = j;
    of_thread[later.who] = stack_[j].before = now;
  }
}

/// Marks the thread to be tried at this decision.  If it could not go on, marks all
/// threads that could, since any of them may enable it.
void ExhaustiveSearch::want(Node& node, const ThreadId& who) {
  INVARIANT("Only a decision between threads has a thread to try.", node.values == 0);
  for (std::uint32_t i = 0; i < node.options.size(); ++i)
    if (node.options[i].who == who) {
      node.wanted.insert(i);
      return;
    }
  for (std::uint32_t i = 0; i < node.options.size(); ++i) node.wanted.insert(i);
}

}  // namespace gridlock::sim
