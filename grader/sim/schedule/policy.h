/// Policies decide the order in which threads run.  A policy is an oracle: the machine
/// asks it at every point where another thread could go next.  Nothing else in an
/// execution is undetermined.  So a policy's name, a seed and a number replay it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

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
    INVARIANT("There is a number to draw.", n > 0);
    return static_cast<std::uint32_t>(((next() >> 32) * n) >> 32);
  }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

/// The threads and starts among which a policy chooses.
struct Candidates {
  std::span<Group* const> groups;  ///< Groups with at least one ready thread.
  std::size_t starts = 0;          ///< Blocks and stream tasks that could start.
  std::size_t block_starts = 0;    ///< How many of these, the first ones, are blocks.
};

/// A policy's choice: a thread that goes on, or the start with this number.
struct Choice {
  Thread* thread = nullptr;
  std::size_t start = 0;
  bool abandon = false;  ///< Ends the execution, which has nothing more to show.
};

/// The next operation of a thread that others can notice.
struct Operation {
  enum class Kind : std::uint8_t {
    other,   ///< Its order with everything else may matter.
    access,  ///< A strong access.
    fence,   ///< One that takes part in the order of fence.sc fences.
    local,   ///< Nothing that others notice.
    /// It asks what no list of schedules covers: the time, or which lanes are active.
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
  /// The running thread is at a synchronization point: does it keep running?
  virtual bool stay(const Thread& running) = 0;
  /// There is at least one candidate.  `running` may be null.
  virtual Choice choose(const Candidates& candidates, const Thread* running) = 0;
  /// The running thread polls in vain.
  virtual void yields(const Thread&) {}
  /// The thread, or its block through barriers, has polled in vain for so long that
  /// others must go first.
  virtual void gives_way(const Thread& thread) { yields(thread); }
  /// A block or the host is about to have its first ready thread.
  virtual void enters(Group&) {}
  /// How far back a strong read looks if it may see `n` old values, or how early a store
  /// lands if there are `n` earlier places for it.  0 is the present value, or the last
  /// place.
  virtual std::size_t how_stale(std::size_t) { return 0; }
  /// Which of the `n` blocks that could start next does so; 0 is the lowest number.
  virtual std::size_t next_block(std::size_t n) = 0;
  /// Whether it has released the thread that it held back, because others polled in vain
  /// for too long.
  virtual bool has_lost_patience() const { return false; }
};

/// The assumed number of synchronization points of an execution, if it was not measured.
constexpr std::uint64_t kStepsGuess = 64;

/// Probabilistic concurrency testing by block: blocks have random priorities, the first
/// in rank runs, and at depth - 1 points it drops below all others.
///
/// After Burckhardt, Kothari, Musuvathi and Nagarakatte, "A Randomized Scheduler with
/// Probabilistic Guarantees of Finding Bugs" (ASPLOS 2010): priorities are a random
/// permutation, the i-th change point is uniform in [1, steps] and gives priority i, and
/// a thread that polls in vain gets the lowest of all.  It ranks blocks rather than
/// threads, because a grid has too many threads for the bound to say much; the threads of
/// a block run in random order.  So one execution finds an error that takes `depth`
/// ordering constraints between blocks with a probability of at least 1 / (n *
/// steps^(depth - 1)).  Here n is the number of blocks, `steps` is at least the number of
/// synchronization points passed, and the order of the threads within a block does not
/// matter.
///
/// \param steps how many synchronization points an execution has; see kStepsGuess
std::unique_ptr<Policy> make_block_priorities(std::uint64_t seed, unsigned depth,
                                              std::uint64_t steps);

/// For how many polls in vain a policy holds a thread back.
enum class Patience : bool {
  usual,  ///< 25,000 at most.
  long_,  ///< kLongPatience, which takes seconds.
};
constexpr std::uint64_t kLongPatience = 20'000'000;

/// In order, but the thread that runs at one point is stopped there until no other can go
/// on, or the others have polled in vain for a very long time.
///
/// \param seed of the old values that strong reads see
/// \param which chooses the point: as many policies as an execution has steps try all
/// points
/// \param steps how many synchronization points an execution has; see kStepsGuess
/// \param patience for how many polls in vain; see Patience
std::unique_ptr<Policy> make_starving(std::uint64_t seed, std::uint64_t which,
                                      std::uint64_t steps,
                                      Patience patience = Patience::usual);

/// In order, but each poll in vain lets all other threads poll first.
std::unique_ptr<Policy> make_fair();

/// How many policies come first: in order, in reverse, round robin.
constexpr std::uint64_t kFixedPolicies = 3;

/// The policy of the execution with this number: the first are in order, in reverse and
/// round robin; the others cycle through random ones and one that holds a thread back, or
/// makes it lose every race for a word.  Those that rank blocks cycle through the depths
/// 1 to 4.
std::unique_ptr<Policy> make_policy(std::uint64_t seed, std::uint64_t number,
                                    std::uint64_t steps = kStepsGuess,
                                    Patience patience = Patience::usual);

/// Its name, e.g. "in order", "random".
std::string policy_name(std::uint64_t number);

}  // namespace gridlock::sim
