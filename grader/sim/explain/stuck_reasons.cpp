#include "sim/explain/stuck_reasons.h"

#include <algorithm>
#include <set>
#include <string>

#include "sim/explain/cause_makers.h"

namespace gridlock::sim {

namespace {

/// The name of the array for an element of an array; for other words, their name.
std::string array_of(const Location& word) {
  return word.name.substr(0, word.name.rfind('['));
}

class Reasons {
 public:
  Reasons(const Machine& machine, const PolledWord& word,
          const NoThreadCanContinue& stuck)
      : machine_(machine),
        events_(machine.history.events),
        word_(word),
        stuck_(stuck),
        kernel_(*word.threads.front()->block->kernel) {}

  Causes find() const {
    if (const auto cause = passed()) return {*cause};
    if (const auto cause = waits_while_raised()) return {*cause};
    if (const auto cause = went_on_at_once()) return {*cause};
    if (const auto cause = ended_without()) return {*cause};
    if (Causes lost = lost_update(); !lost.empty()) return lost;
    if (const auto cause = all_have_added()) return {*cause};
    if (const auto cause = never_written()) return {*cause};
    return {};
  }

 private:
  bool is_of_kernel(const Event& event) const {
    return event.block != 0 &&
           machine_.actor(event.slot, event.epoch).kernel_number == kernel_.number;
  }
  bool writes_word(const Event& event) const {
    return is_strong_write(event.op) && !event.only_read &&
           event.address == word_.address;
  }
  bool adds(const Event& event) const {
    return writes_word(event) && event.op == Op::read_modify_write && !event.same &&
           !exchanges(event) && is_of_kernel(event);
  }
  std::uint64_t linear(const Event& event) const {
    const std::array<int, 3> block = machine_.actor(event.slot, event.epoch).block;
    const std::array<int, 3> grid = kernel_.grid.array();
    return static_cast<std::uint64_t>((block[2] * grid[1] + block[1]) * grid[0] +
                                      block[0]);
  }

  /// The values for which the threads wait, one value each; empty if they are not known.
  std::vector<std::uint64_t> goals() const {
    const WordComparison& comparison = word_.told.comparison;
    std::vector<std::uint64_t> goals;
    if (comparison.more_goals == 0 && comparison.compared.bits == word_.told.value.bits)
      for (const WordComparison::Goal& goal : comparison.goals)
        goals.push_back(goal.value.bits);
    const auto look = word_.threads.front()->looks.always(word_.address);
    const bool awaits_zero = goals.empty() && look && look->with_zero &&
                             look->compared != 0 &&
                             look->compared == word_.told.value.bits;
    if (awaits_zero) goals.push_back(0);
    return goals;
  }

  /// The cause if threads wait for 0, and the word was 0 until another thread raised it.
  /// That write must be the kernel's only one, and no exchange.
  std::optional<Cause> waits_while_raised() const {
    const Event* raise = nullptr;
    for (const Event& event : events_) {
      if (!writes_word(event) || event.same) continue;
      if (raise || exchanges(event) || !is_of_kernel(event)) return std::nullopt;
      raise = &event;
    }
    const Thread& waiter = *word_.threads.front();
    if (!raise || !raise->found_known || raise->found != 0 || !raise->left_known ||
        raise->slot == waiter.slot || raise->pc == waiter.waiting_pc ||
        goals() != std::vector<std::uint64_t>{0})
      return std::nullopt;
    const auto value = value_of(*raise, raise->left);
    if (!value) return std::nullopt;
    return WaitsWhileRaised{
        {"look", at(waiter.waiting_pc)}, word_.told.word, operation_of(*raise), *value};
  }

  /// The cause if a change replaced a value for which threads wait, the value has not
  /// come back since, and one of these threads had used the word before the change.
  std::optional<Cause> passed() const {
    const std::vector<std::uint64_t> awaited = goals();
    std::set<std::uint64_t> left;
    for (Index i = events_.size(); i-- > 0;) {
      const Event& event = events_[i];
      if (!writes_word(event) || event.same) continue;
      if (!event.found_known || !event.left_known) return std::nullopt;
      left.insert(event.left);
      if (std::find(awaited.begin(), awaited.end(), event.found) == awaited.end() ||
          left.contains(event.found) || !came_before(i))
        continue;
      const auto goal = value_of(event, event.found), now = value_of(event, event.left);
      if (!goal || !now) return std::nullopt;
      const bool set_back = is_set(i);
      if (!set_back && event.op != Op::read_modify_write && event.left < event.found)
        return std::nullopt;
      return AwaitedWasPassed{
          operation_of(event),        word_.told.word, *goal, *now, set_back,
          !set_back && is_of_state(i)};
    }
    return std::nullopt;
  }

  static bool sets(const Event& event) {
    return event.op != Op::read_modify_write || exchanges(event);
  }

  /// Whether `change` is a store or an exchange that lowers the word's value.  If it is
  /// another atomic operation, judges the change before it instead.
  bool is_set(Index change) const {
    if (sets(events_[change])) return events_[change].left < events_[change].found;
    for (Index i = change; i-- > 0;)
      if (writes_word(events_[i]) && !events_[i].same)
        return sets(events_[i]) && events_[i].left < events_[i].found;
    return false;
  }

  /// Whether `change` is neither a store nor an exchange, but the value that it found
  /// was written by a store or an exchange, over a lower value that is not 0.
  bool is_of_state(Index change) const {
    if (sets(events_[change])) return false;
    for (Index i = change; i-- > 0;)
      if (writes_word(events_[i]) && !events_[i].same)
        return sets(events_[i]) && events_[i].found_known && events_[i].found != 0 &&
               events_[i].found < events_[i].left;
    return false;
  }

  /// Whether one of the waiting threads has used the word before this step.
  bool came_before(Index step) const {
    return std::any_of(
        events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(step),
        [&](const Event& event) {
          return event.address == word_.address && is_of_kernel(event) &&
                 std::any_of(
                     word_.threads.begin(), word_.threads.end(),
                     [&](const Thread* thread) { return thread->slot == event.slot; });
        });
  }

  /// The cause if the block that last changed the word had not waited: its last strong
  /// read before that change found the awaited value in an element that the kernel had
  /// not written.
  std::optional<Cause> went_on_at_once() const {
    const std::vector<std::uint64_t> awaited = goals();
    Index i = events_.size();
    while (i-- > 0 && (!writes_word(events_[i]) || !is_of_kernel(events_[i]))) {
    }
    if (i >= events_.size() || awaited.size() != 1) return std::nullopt;
    for (Index j = i; j-- > 0;) {
      const Event& look = events_[j];
      if (look.block != events_[i].block || !is_strong_read(look.op)) continue;
      const Location word = machine_.name_of(look.address, look.size);
      const auto value = value_of(look, look.value);
      const bool is_written =
          std::any_of(events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(j),
                      [&](const Event& event) {
                        return is_write(event) && event.address == look.address &&
                               is_of_kernel(event);
                      });
      if (is_write(look) || is_written || !value || look.value != awaited.front() ||
          is_of_update(j) || !(word.index || word.name.ends_with(']')))
        return std::nullopt;
      const std::array<int, 3> block = machine_.actor(look.slot, look.epoch).block;
      return WentOnBefore{operation_of(look), word, *value, block, block};
    }
    return std::nullopt;
  }

  /// Whether the thread of this read then writes the same word, as by +=.
  bool is_of_update(Index look) const {
    for (Index i = look + 1; i < events_.size(); ++i)
      if (events_[i].slot == events_[look].slot)
        return is_write(events_[i]) && events_[i].address == events_[look].address;
    return false;
  }

  /// The cause if blocks have ended without a step by which other blocks changed the
  /// word.  If no block wrote the word last, a write to any word of its array counts.
  std::optional<Cause> ended_without() const {
    if (stuck_.ended.empty() || stuck_.grid_of_ended != kernel_.grid.array())
      return std::nullopt;
    const bool is_array = word_.told.last_write.by != LastWrite::By::block;
    const std::string array = array_of(word_.told.word);
    for (const Event& step : events_) {
      const bool changes =
          is_array ? is_strong_write(step.op) && !step.same && is_of_kernel(step) &&
                         array_of(machine_.name_of(step.address, step.size)) == array
                   : adds(step);
      if (!changes) continue;
      std::vector<std::uint64_t> without = stuck_.ended;
      for (const Event& event : events_)
        if (event.pc == step.pc && is_of_kernel(event))
          std::erase(without, linear(event));
      if (!without.empty())
        return EndedWithout{without, stuck_.grid_of_ended, operation_of(step)};
    }
    return std::nullopt;
  }

  /// A thread that read the word and wrote it, while another one added to it; or wrote
  /// the value that it had read plus 1, while another one wrote the word.
  Causes lost_update() const {
    for (Index i = 0; i < events_.size(); ++i) {
      const Event& write = events_[i];
      if (!writes_word(write) || write.op == Op::read_modify_write ||
          !write.value_known || !is_of_kernel(write))
        continue;
      std::optional<Index> between;
      for (Index j = i; j-- > 0;) {
        const Event& event = events_[j];
        if (event.address != word_.address) continue;
        if (event.slot != write.slot) {
          if (writes_word(event)) between = j;
          continue;
        }
        if (!between || event.op != Op::volatile_read ||
            (event.value + 1 != write.value && !adds(events_[*between])))
          break;
        UpdateAtomically remedy;
        remedy.update = at(write.pc);
        remedy.bytes = write.size;
        return {
            UpdateInTwoSteps{at(write.pc), operation_of(events_[*between]), at(event.pc)},
            remedy};
      }
    }
    return {};
  }

  std::optional<Cause> all_have_added() const {
    const std::uint64_t all = kernel_.grid.count();
    std::set<std::uint64_t> added, waiting;
    for (const Event& event : events_)
      if (adds(event)) added.insert(linear(event));
    for (const Thread* thread : word_.threads)
      if (thread->block->kernel == &kernel_) waiting.insert(thread->block->linear);
    if (all < 2 || added.size() != all || waiting.size() != all ||
        word_.told.comparison.goals.size() > 1)
      return std::nullopt;
    return AllHaveAdded{word_.told.word, word_.told.value, all};
  }

  /// Whether the number of the event's thread or block is the index of its element.
  bool is_of_own_number(const Event& event) const {
    const auto index = machine_.name_of(event.address, event.size).index;
    const std::array<int, 3> thread = machine_.actor(event.slot, event.epoch).thread;
    const std::array<int, 3> block = kernel_.block.array();
    const auto number = static_cast<std::uint64_t>(
        (thread[2] * block[1] + thread[1]) * block[0] + thread[0]);
    return !index || *index == number || *index == linear(event) ||
           *index == linear(event) * kernel_.block.count() + number;
  }

  std::optional<Cause> never_written() const {
    const LastWrite::By by = word_.told.last_write.by;
    if (by == LastWrite::By::block || by == LastWrite::By::host_memory ||
        word_.told.word.name.empty())
      return std::nullopt;
    NeverWritten cause{word_.told.word, kernel_.grid.count(), {}, 0, 0, 0};
    const std::string array = array_of(word_.told.word);
    std::set<std::uint64_t> blocks;
    std::set<std::uintptr_t> words;
    std::set<Slot> threads;
    bool by_number = true;
    for (const Event& event : events_) {
      if (!is_strong_write(event.op) || event.same || !is_of_kernel(event) ||
          array_of(machine_.name_of(event.address, event.size)) != array)
        continue;
      cause.several |= cause.write && cause.write->at.pc != event.pc;
      cause.write = operation_of(event);
      blocks.insert(event.block);
      words.insert(event.address);
      threads.insert(event.slot);
      by_number &= is_of_own_number(event);
    }
    if (cause.write && blocks.size() <= words.size() && !by_number) return std::nullopt;
    cause.words = words.size();
    cause.blocks = blocks.size();
    cause.threads = threads.size();
    if (stuck_.grid_of_ended == kernel_.grid.array()) {
      cause.ended = stuck_.ended;
      cause.grid_of_ended = stuck_.grid_of_ended;
    }
    return cause;
  }

  const Machine& machine_;
  const std::vector<Event>& events_;
  const PolledWord& word_;
  const NoThreadCanContinue& stuck_;
  const Kernel& kernel_;
};

}  // namespace

Causes why_nothing_ends_it(const Machine& machine, const PolledWord& word,
                           const NoThreadCanContinue& stuck) {
  if (word.address == 0 || !machine.history.recording || machine.history.dropped() != 0 ||
      machine.stale().happened())
    return {};
  return Reasons(machine, word, stuck).find();
}

}  // namespace gridlock::sim
