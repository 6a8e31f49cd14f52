/// Policies decide the order in which threads run.  The machine asks the policy at every
/// point where another thread could go next.  Nothing else in an execution is
/// nondeterministic, so the arguments of make_policy() replay it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "common/invariant.h"
#include "sim/device/thread.h"

namespace gridlock::sim {

/// A small, fast, seeded generator (SplitMix64, Steele et al., OOPSLA 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  /// Uniform in [0, n), n > 0 (multiply and shift; the bias is below 2^-32).
  std::uint32_t below(std::uint32_t n) {
    INVARIANT("A number is drawn below a limit above 0.", n > 0);
    return static_cast<std::uint32_t>(((next() >> 32) * n) >> 32);
  }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

/// The threads, and the blocks and tasks that can start, among which a policy chooses.
struct Candidates {
  std::span<Group* const> groups;  ///< Groups with at least one ready thread.
  std::size_t starts = 0;          ///< Blocks and stream tasks that could start.
  std::size_t block_starts = 0;    ///< How many of `starts` are blocks; these come first.
};

/// A policy's choice: `thread` goes on; if `thread` is null, the block or task with the
/// number `start` begins.
struct Choice {
  Thread* thread = nullptr;
  std::size_t start = 0;
  bool abandon = false;  ///< End the execution, because nothing new can come of it.
};

/// What other threads can notice of a thread's next operation.
struct Operation {
  enum class Kind : std::uint8_t {
    other,   ///< Its order relative to all other operations may matter.
    access,  ///< A strong access.
    fence,   ///< A fence that takes part in the order of fence.sc.
    local,   ///< Others cannot notice it.
    /// Depends on what no list of schedules covers: time, or which lanes are active.
    unlisted,
  };
  Kind kind = Kind::other;
  std::uintptr_t address = 0;
  std::uint32_t size = 0;
  bool writes = false;
};

class Policy {
 public:
  virtual ~Policy() = default;
  /// The running thread is about to reach a synchronization point for this operation.
  virtual void announces(const Thread&, const Operation&) {}
  /// Whether the running thread, which is at a synchronization point, keeps running.
  virtual bool stay(const Thread& running) = 0;
  /// Chooses among the candidates; there is at least one.  `running` may be null.
  virtual Choice choose(const Candidates& candidates, const Thread* running) = 0;
  /// The running thread has polled in vain.
  virtual void yields(const Thread&) {}
  /// The thread, or its whole block at barriers, has polled in vain for so long that
  /// others must run first.
  virtual void gives_way(const Thread& thread) { yields(thread); }
  /// The group is about to get its first ready thread.
  virtual void enters(Group&) {}
  /// How many writes back a strong read looks that may see `n` old values; 0 means the
  /// present value.  Also how many places early a store lands that may take `n` earlier
  /// places; 0 means the last place.
  virtual std::size_t how_stale(std::size_t) { return 0; }
  /// Which of `n` blocks to start next; 0 is the block with the lowest number.
  virtual std::size_t next_block(std::size_t n) = 0;
  /// Whether the policy has released the thread that it held back, because others polled
  /// in vain for too long.
  virtual bool has_lost_patience() const { return false; }
};

/// The number of synchronization points that an execution is assumed to have, unless it
/// was measured.
constexpr std::uint64_t kStepsGuess = 64;

/// Probabilistic concurrency testing by block: blocks have random priorities, the one
/// with the highest priority runs, and at depth - 1 points it drops below all others.
///
/// After Burckhardt, Kothari, Musuvathi and Nagarakatte, "A Randomized Scheduler with
/// Probabilistic Guarantees of Finding Bugs" (ASPLOS 2010): priorities are a random
/// permutation, the i-th change point is uniform in [1, steps] and gives priority i, and
/// a thread that polls in vain gets the lowest priority of all.  It ranks blocks rather
/// than threads, because a grid has so many threads that the bound would mean little; the
/// threads of a block run in random order.  So one execution finds an error that needs
/// `depth` ordering constraints between blocks with a probability of at least 1 / (n *
/// steps^(depth - 1)).  Here n is the number of blocks, `steps` is at least the number of
/// synchronization points passed, and the order of the threads within a block does not
/// matter.
///
/// \param steps how many synchronization points an execution has; see kStepsGuess
std::unique_ptr<Policy> make_block_priorities(std::uint64_t seed, unsigned depth,
                                              std::uint64_t steps);

/// For how many vain polls a policy holds a thread back.
enum class Patience : bool {
  usual,  ///< 25,000 at most.
  long_,  ///< kLongPatience, which takes seconds.
};
constexpr std::uint64_t kLongPatience = 20'000'000;

/// Runs threads in order, but holds back the thread that runs at one point.  This thread
/// goes on when no other one can, or when the others have polled in vain for very long.
///
/// \param seed the seed of the old values that strong reads see
/// \param which chooses the point; different numbers spread over the execution
/// \param steps how many synchronization points an execution has; see kStepsGuess
/// \param patience for how many vain polls the thread is held back; see Patience
std::unique_ptr<Policy> make_starving(std::uint64_t seed, std::uint64_t which,
                                      std::uint64_t steps,
                                      Patience patience = Patience::usual);

/// Runs threads in order, but a thread that polls in vain lets all others poll first.
std::unique_ptr<Policy> make_fair();

/// The number of fixed policies, which come first: in order, in reverse, round robin.
constexpr std::uint64_t kFixedPolicies = 3;

/// The policy of the execution with this number.  The first are in order, in reverse and
/// round robin.  The others cycle through random policies and one that holds a thread
/// back or makes it lose every race for a word.  Policies that rank blocks cycle through
/// the depths 1 to 4.
std::unique_ptr<Policy> make_policy(std::uint64_t seed, std::uint64_t number,
                                    std::uint64_t steps = kStepsGuess,
                                    Patience patience = Patience::usual);

}  // namespace gridlock::sim
