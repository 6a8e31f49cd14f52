#include "sim/schedule/policy.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace gridlock::sim {

namespace {

/// The group with the lowest rank, or the first of such groups; null if there is none.
template <typename Rank>
Group* first_by(const Candidates& candidates, const Rank& rank) {
  Group* first = nullptr;
  for (Group* group : candidates.groups)
    if (!first || rank(*group) < rank(*first)) first = group;
  return first;
}

/// A thread runs until it must wait.  Then another thread runs, of the block that started
/// first.  A thread that polls in vain repeatedly, each time in another state, gives way
/// to all others.
class InOrder : public Policy {
 public:
  explicit InOrder(bool reverse) : reverse_(reverse) {}
  bool stay(const Thread&) override { return true; }
  Choice choose(const Candidates& candidates, const Thread*) override {
    // A block or task that can start goes first, so blocks run in the order of starts.
    if (candidates.starts) return {nullptr, reverse_ ? candidates.starts - 1 : 0};
    Group* first = first_by(candidates, [](const Group& group) { return group.order; });
    INVARIANT("A group that is run in order has a ready thread.",
              first && !first->ready.empty());
    const std::size_t turn = turns_ % first->ready.size();
    return {first->ready[reverse_ ? first->ready.size() - 1 - turn : turn], 0};
  }
  void enters(Group& group) override { group.order = ++entered_; }
  /// A host that asks if the device is done gives way to the device at once.  Other
  /// threads may poll often, so that a bounded wait does give up.
  void yields(const Thread& thread) override {
    constexpr unsigned kPatience = 1000;
    patience_ = thread.slot == poller_ && patience_ ? patience_ - 1 : kPatience;
    poller_ = thread.slot;
    if (patience_ == 0 || thread.is_host()) gives_way(thread);
  }
  void gives_way(const Thread& thread) override {
    group_of(thread).order = ++entered_;
    ++turns_;
  }
  std::size_t next_block(std::size_t n) override { return reverse_ ? n - 1 : 0; }

 private:
  bool reverse_;
  std::uint64_t entered_ = 0;
  std::uint64_t turns_ = 0;  ///< How often a thread gave way.
  Slot poller_ = 0;          ///< The thread that last polled in vain.
  /// How many more vain polls `poller_` has before it gives way.
  unsigned patience_ = 0;
};

/// In order, but a thread that polls in vain goes behind all other threads of its block,
/// and the block goes behind all other blocks.
class Fair : public Policy {
 public:
  bool stay(const Thread&) override { return true; }
  Choice choose(const Candidates& candidates, const Thread*) override {
    if (candidates.starts) return {nullptr, 0};
    Group* first = first_by(candidates, [](const Group& group) { return group.order; });
    INVARIANT("A group that is run fairly has a ready thread.",
              first && !first->ready.empty());
    const auto count = static_cast<std::uint32_t>(first->ready.size());
    return {first->ready[first->turns % count], 0};
  }
  void enters(Group& group) override { group.order = ++entered_; }
  void yields(const Thread& thread) override {
    enters(group_of(thread));
    ++group_of(thread).turns;
  }
  std::size_t next_block(std::size_t) override { return 0; }

 private:
  /// Above all orders that another policy has given to groups.
  std::uint64_t entered_ = std::uint64_t{1} << 62;
};

/// At every synchronization point, the thread with the next slot goes on, so that all
/// threads advance at about the same rate.  If several try to change one word, the last
/// one always loses.  The host runs first until it polls, so that the work that it issues
/// begins together.
class RoundRobin : public Policy {
 public:
  bool stay(const Thread& running) override { return running.is_host() && host_first_; }
  Choice choose(const Candidates& candidates, const Thread*) override {
    for (const Group* group : candidates.groups)
      if (host_first_ && group->ready.front()->is_host())
        return {group->ready.front(), 0};
    if (candidates.starts) return {nullptr, 0};
    Thread* next = next_by_slot(candidates);
    INVARIANT("The thread that goes on is ready.",
              next && next->waiting == Waiting::nothing);
    last_ = next->slot;
    return {next, 0};
  }
  void yields(const Thread& thread) override { host_first_ &= !thread.is_host(); }
  std::size_t next_block(std::size_t) override { return 0; }

 private:
  /// The ready thread with the next slot; behind the last slot comes the first.
  Thread* next_by_slot(const Candidates& candidates) const {
    // The slots of a group are contiguous, so most groups need no search.
    const Group *here = nullptr, *after = nullptr, *first = nullptr;
    for (const Group* group : candidates.groups) {
      const Slot slot = first_slot(*group);
      if (slot <= last_ && (!here || slot > first_slot(*here))) here = group;
      if (slot > last_ && (!after || slot < first_slot(*after))) after = group;
      if (!first || slot < first_slot(*first)) first = group;
    }
    Thread* next = here ? lowest_after(*here, last_) : nullptr;
    return next ? next : lowest_after(after ? *after : *first, -1);
  }
  static Slot first_slot(const Group& group) {
    const Thread& thread = *group.ready.front();
    return thread.block ? thread.block->first_slot : thread.slot;
  }
  static Thread* lowest_after(const Group& group, std::int64_t slot) {
    // Among many ready threads, the next one by slot is near.
    constexpr std::size_t kMany = 16;
    if (Block* block = group.ready.front()->block; block && group.ready.size() > kMany) {
      const std::span<Thread> threads = block->threads;
      const std::int64_t number = slot + 1 - std::int64_t{block->first_slot};
      for (auto i = static_cast<std::size_t>(std::max<std::int64_t>(number, 0));
           i < threads.size(); ++i)
        if (threads[i].waiting == Waiting::nothing) return &threads[i];
      return nullptr;
    }
    Thread* lowest = nullptr;
    for (Thread* thread : group.ready)
      if (thread->slot > slot && (!lowest || thread->slot < lowest->slot))
        lowest = thread;
    return lowest;
  }
  Slot last_ = 0;
  bool host_first_ = true;
};

/// The present value with probability 1/2, otherwise any value.
std::size_t random_how_stale(Random& random, std::size_t n) {
  return random.one_in(2) ? 0 : random.below(static_cast<std::uint32_t>(n) + 1);
}

/// Chooses uniformly among blocks and what can start, then among a block's threads.  The
/// running thread stays with probability 1 - 1 / `switch_one_in`.
class RandomWalk : public Policy {
 public:
  RandomWalk(std::uint64_t seed, std::uint32_t switch_one_in)
      : random_(seed), switch_one_in_(switch_one_in) {}
  bool stay(const Thread&) override { return !random_.one_in(switch_one_in_); }
  Choice choose(const Candidates& candidates, const Thread*) override {
    const auto groups = static_cast<std::uint32_t>(candidates.groups.size());
    const auto starts = static_cast<std::uint32_t>(candidates.starts);
    const std::uint32_t pick = random_.below(groups + starts);
    INVARIANT("A random pick is one of the candidates.", pick < groups + starts);
    if (pick >= groups) return {nullptr, pick - groups};
    Group& group = *candidates.groups[pick];
    return {group.ready[random_.below(static_cast<std::uint32_t>(group.ready.size()))],
            0};
  }
  std::size_t how_stale(std::size_t n) override { return random_how_stale(random_, n); }
  std::size_t next_block(std::size_t n) override {
    return random_.below(static_cast<std::uint32_t>(n));
  }

 private:
  Random random_;
  std::uint32_t switch_one_in_;
};

/// Ranks blocks by random priorities; see make_block_priorities.
class BlockPriority : public Policy {
 public:
  BlockPriority(std::uint64_t seed, unsigned depth, std::uint64_t steps) : random_(seed) {
    const auto span = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(steps, 1, std::numeric_limits<std::uint32_t>::max()));
    for (unsigned i = 1; i < depth; ++i)
      change_points_.push_back({random_.below(span) + 1, kChanged + i});
  }
  bool stay(const Thread& running) override {
    step(&running);
    stepped_ = true;
    return false;
  }
  Choice choose(const Candidates& candidates, const Thread* running) override {
    if (!stepped_) step(running);
    stepped_ = false;
    if (candidates.starts)
      return {nullptr, random_.below(static_cast<std::uint32_t>(candidates.starts))};
    Group* best = nullptr;
    for (Group* group : candidates.groups)
      if (!best || group->priority > best->priority) best = group;
    INVARIANT("The group of the highest priority has a ready thread.",
              best && !best->ready.empty());
    return {best->ready[random_.below(static_cast<std::uint32_t>(best->ready.size()))],
            0};
  }
  void yields(const Thread& thread) override {
    group_of(thread).priority = --lowest_;
    INVARIANT("Priorities of those that poll stay below those of change points.",
              lowest_ > 0 && lowest_ < kChanged);
  }
  void enters(Group& group) override { group.priority = (random_.next() >> 2) | kHigh; }
  std::size_t next_block(std::size_t n) override {
    return random_.below(static_cast<std::uint32_t>(n));
  }

 private:
  struct ChangePoint {
    std::uint64_t step;
    std::uint64_t priority;
  };
  /// Priorities of groups that polled in vain are below kChanged.  From kChanged on are
  /// the priorities of change points, and from kHigh on those at the start.
  static constexpr std::uint64_t kChanged = std::uint64_t{1} << 61;
  static constexpr std::uint64_t kHigh = std::uint64_t{1} << 62;

  void step(const Thread* running) {
    ++steps_;
    if (!running) return;
    for (const ChangePoint& point : change_points_)
      if (point.step == steps_) group_of(*running).priority = point.priority;
  }

  Random random_;
  std::vector<ChangePoint> change_points_;
  std::uint64_t steps_ = 0;
  bool stepped_ = false;  ///< This choice's step has already been counted.
  std::uint64_t lowest_ = kChanged;
};

/// In order, but holds back one block, the streams, or the thread that runs at a certain
/// point, as long as any other thread can go on.  So a wait that gives up after a while
/// does give up, and all work of others fits between two steps of one block.
///
/// The first few policies hold back a block that has done nothing yet, or the streams.
/// The others alternate between a thread that has just written a word for which others
/// may wait, and the thread that reaches a certain step.  The number `which` selects the
/// kind and, spread over the execution, the write or the step.  A thread that reaches a
/// step is held back for a short time; the others, for longer than any usual bound of a
/// wait.  That costs time only if a thread counts its polls.
class Starving : public Policy {
 public:
  Starving(std::uint64_t seed, std::uint64_t which, std::uint64_t steps,
           Patience patience)
      : random_(seed) {
    constexpr std::uint64_t kStreams = 2;
    constexpr std::uint64_t kFirstPoint = 5;
    if (which >= kFirstPoint) {
      const std::uint64_t point = which - kFirstPoint;
      const std::uint64_t turn = point / 2;
      if (point % 2 == 0) {
        stops_at_write_ = 1 + spread(turn, steps / kStepsPerWrite + 1);
      } else {
        stops_at_ = 1 + spread(turn, std::max<std::uint64_t>(steps, 1));
        patience_ = kShortPatience;
      }
      first_ = point;
    } else if (which == kStreams) {
      keeps_streams_ = true;
    } else {
      victim_enters_as_ = 2 + which - (which > kStreams);  // The host enters first.
    }
    if (patience == Patience::long_) patience_ = kLongPatience;
  }

  void announces(const Thread& thread, const Operation& operation) override {
    if (has_written_ == &thread) victim_ = &group_of(thread);
    has_written_ = nullptr;
    if (operation.kind == Operation::Kind::access && operation.writes &&
        ++writes_ == stops_at_write_)
      has_written_ = &thread;
  }
  bool stay(const Thread& running) override {
    const Group& group = group_of(running);
    if (++steps_ == stops_at_) victim_ = &group;
    return &group != victim_;
  }
  Choice choose(const Candidates& candidates, const Thread*) override {
    const std::size_t starts =
        keeps_streams_ && patience_ ? candidates.block_starts : candidates.starts;
    if (starts) return {nullptr, 0};
    Group* best =
        first_by(candidates, [this](const Group& group) { return rank(group); });
    if (!best) return {nullptr, 0};
    return {best->ready[turns_ % best->ready.size()], 0};
  }
  void enters(Group& group) override {
    group.order = ++entered_;
    if (entered_ == victim_enters_as_) victim_ = &group;
  }
  /// A vain poll lets other threads poll, but the victim only after a long time.  From
  /// then on, the poller's own block goes first: if all threads of a block poll, each
  /// must get its turn before the other blocks, which may run for long.
  void yields(const Thread& thread) override {
    has_polled_ = true;
    if (patience_ == 0 && ++polls_ < group_of(thread).ready.size()) {
      ++turns_;
      return;
    }
    let_others(thread, 1);
  }
  /// If polls have been counted one by one, they are not counted again.
  void gives_way(const Thread& thread) override {
    let_others(thread, std::exchange(has_polled_, false) ? 0 : kLongTurn);
  }
  std::size_t how_stale(std::size_t n) override { return random_how_stale(random_, n); }
  std::size_t next_block(std::size_t n) override { return first_ % n; }
  bool has_lost_patience() const override { return patience_ == 0; }

 private:
  static constexpr std::uint64_t kPatience = 25'000;
  static constexpr std::uint64_t kStepsPerWrite = 4;  ///< An approximate number.
  static constexpr std::uint64_t kShortPatience = 2'000;
  /// About as many steps as the machine lets one thread run alone.
  static constexpr std::uint64_t kLongTurn = 4'000;

  /// 0, then points that each fall into one of the largest gaps: multiples of the golden
  /// ratio.
  static std::uint64_t spread(std::uint64_t which, std::uint64_t steps) {
    const double turn = static_cast<double>(which) * 0.6180339887498949;
    return static_cast<std::uint64_t>((turn - std::floor(turn)) *
                                      static_cast<double>(steps));
  }
  void let_others(const Thread& thread, std::uint64_t waited) {
    patience_ -= std::min(patience_, waited);
    if (patience_ == 0) victim_ = nullptr;
    group_of(thread).order = ++entered_;
    ++turns_;
    polls_ = 0;
  }
  std::pair<bool, std::uint64_t> rank(const Group& group) const {
    return {&group == victim_, group.order};
  }

  Random random_;  ///< Used for old values only.
  /// The number of the step after which the running thread is held; 0: none.
  std::uint64_t stops_at_ = 0;
  /// The number of the write after which the writing thread is held; 0: none.
  std::uint64_t stops_at_write_ = 0;
  /// The group that is held from its beginning: its number in the order of entry; 0:
  /// none.
  std::uint64_t victim_enters_as_ = 0;
  bool keeps_streams_ = false;  ///< Tasks of streams are held.
  std::uint64_t first_ = 0;     ///< The number of the block that starts first.
  /// After this many more vain polls, the hold ends.
  std::uint64_t patience_ = kPatience;
  std::uint64_t polls_ = 0;  ///< Vain polls in the block's turn.
  const Group* victim_ = nullptr;
  const Thread* has_written_ = nullptr;  ///< Will be held at its next operation.
  std::uint64_t steps_ = 0;
  std::uint64_t writes_ = 0;
  std::uint64_t entered_ = 0;
  std::uint64_t turns_ = 0;
  bool has_polled_ = false;  ///< A thread has polled since the last long turn.
};

/// In order, but one block, the loser, stops whenever it is about to write a word, until
/// another thread has written the word or no other thread can go on.  So the loser always
/// comes second, and code that gives up after a number of attempts does give up.
class Losing : public Policy {
 public:
  Losing(std::uint64_t seed, std::uint64_t which)
      : random_(seed), loser_enters_as_(2 + which % kLosers) {}

  void announces(const Thread& thread, const Operation& operation) override {
    if (winner_ == &thread) release();  // The winner has written the word.
    if (operation.kind != Operation::Kind::access || !operation.writes) return;
    if (&group_of(thread) == loser_) {
      held_ = true;
      address_ = operation.address;
    } else if (held_ && operation.address == address_) {
      winner_ = &thread;
    }
  }
  bool stay(const Thread& running) override {
    return &group_of(running) == loser_ ? !held_ : !is_its_turn_;
  }
  Choice choose(const Candidates& candidates, const Thread*) override {
    if (candidates.starts) return {nullptr, 0};
    Group* best =
        first_by(candidates, [this](const Group& group) { return rank(group); });
    INVARIANT("If nothing can start, a group has a ready thread.",
              best && !best->ready.empty());
    if (best == loser_) held_ = is_its_turn_ = false;
    return {best->ready[turns_ % best->ready.size()], 0};
  }
  void enters(Group& group) override {
    group.order = ++entered_;
    if (entered_ == loser_enters_as_) loser_ = &group;
  }
  void yields(const Thread& thread) override {
    let_others(thread);
    if (patience_-- == 0) loser_ = nullptr;
  }
  /// The thread may be waiting for the loser without polling.
  void gives_way(const Thread& thread) override {
    let_others(thread);
    loser_ = nullptr;
  }
  std::size_t how_stale(std::size_t n) override { return random_how_stale(random_, n); }
  std::size_t next_block(std::size_t) override { return 0; }

 private:
  static constexpr std::uint64_t kLosers = 8;

  void let_others(const Thread& thread) {
    group_of(thread).order = ++entered_;
    ++turns_;
  }
  void release() {
    winner_ = nullptr;
    held_ = false;
    is_its_turn_ = true;
  }
  std::pair<int, std::uint64_t> rank(const Group& group) const {
    if (&group != loser_) return {0, group.order};
    return {held_ ? 1 : is_its_turn_ ? -1 : 0, group.order};
  }

  Random random_;  ///< Used for old values only.
  std::uint64_t loser_enters_as_;
  const Group* loser_ = nullptr;
  bool held_ = false;           ///< The loser is held before a write.
  std::uintptr_t address_ = 0;  ///< The word that it is about to write.
  const Thread* winner_ = nullptr;
  bool is_its_turn_ = false;
  unsigned patience_ = 2'000;  ///< After this many vain polls, the hold ends.
  std::uint64_t entered_ = 0;
  std::uint64_t turns_ = 0;
};

constexpr std::uint64_t kDepthMax = 4;
/// Among the policies that hold something back, one in this many is a Losing one.
constexpr std::uint64_t kOneLosesIn = 4;
/// After the first policies, this many kinds take turns.
constexpr std::uint64_t kCycle = 5;

}  // namespace

std::unique_ptr<Policy> make_block_priorities(std::uint64_t seed, unsigned depth,
                                              std::uint64_t steps) {
  return std::make_unique<BlockPriority>(seed, depth, steps);
}

std::unique_ptr<Policy> make_starving(std::uint64_t seed, std::uint64_t which,
                                      std::uint64_t steps, Patience patience) {
  return std::make_unique<Starving>(seed, which, steps, patience);
}

std::unique_ptr<Policy> make_fair() { return std::make_unique<Fair>(); }

std::unique_ptr<Policy> make_policy(std::uint64_t seed, std::uint64_t number,
                                    std::uint64_t steps, Patience patience) {
  const std::uint64_t own = Random(seed * 0x2545F4914F6CDD1Du + number).next();
  switch (number) {
    case 0:
      return std::make_unique<InOrder>(false);
    case 1:
      return std::make_unique<InOrder>(true);
    case 2:
      return std::make_unique<RoundRobin>();
    default:
      break;
  }
  INVARIANT("The first policies have a fixed order.", number >= kFixedPolicies);
  const std::uint64_t round = (number - kFixedPolicies) / kCycle;
  switch ((number - kFixedPolicies) % kCycle) {
    case 0:
      return std::make_unique<RandomWalk>(own, 2);
    case 1:
      return make_block_priorities(own, 1 + static_cast<unsigned>(round % kDepthMax),
                                   steps);
    case 2:
      return std::make_unique<RandomWalk>(own, 8);
    case 3:
      if (round % kOneLosesIn == kOneLosesIn - 1)
        return std::make_unique<Losing>(own, round / kOneLosesIn);
      return make_starving(own, round - round / kOneLosesIn, steps, patience);
    default:
      return std::make_unique<RandomWalk>(own, 1);
  }
}

}  // namespace gridlock::sim
