/// A schedule as a list of choices: the decisions that deviate from the default, and how.
///
/// Other policies are functions of a seed and a number, which do not show what a policy
/// decided.  Here every decision has a default answer (see `usual_choice`), and a
/// schedule is the short list of decisions with another answer.  A decision is named by
/// the thread that ran last and by how many decisions were made at that thread before.
/// So leaving out one deviation does not change what the others mean.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/schedule/policy.h"

namespace gridlock::sim {

/// The place of a thread in the program, which is the same in every schedule.
struct ThreadId {
  std::uint64_t kernel = 0;  ///< The number of the launch, from 1; 0 for the host.
  std::uint64_t block = 0;   ///< Linear index in the grid.
  std::uint64_t thread = 0;  ///< Linear index in the block; for host code, its slot.
  auto operator<=>(const ThreadId&) const = default;
};
ThreadId id_of(const Thread& thread);

/// A decision with another answer than the default.
struct Deviation {
  enum class Kind : char {
    thread = '~',      ///< Another thread goes on.
    start = '+',       ///< A block or a stream's task starts.
    old_value = '=',   ///< A strong read sees the value this many writes back.
    next_block = '%',  ///< Another block than the grid's next one is the next to start.
  };
  ThreadId at;  ///< The thread that ran last.
  /// The number of the decision at that thread, from 1.
  std::uint32_t count = 0;
  Kind kind = Kind::thread;
  ThreadId thread{};       ///< For Kind::thread.
  std::uint32_t pick = 0;  ///< For the other kinds.
  bool operator==(const Deviation&) const = default;
};
using Deviations = std::vector<Deviation>;

/// A longer list is neither kept nor written as text; the seed and the number are used
/// instead.
constexpr std::size_t kDeviationsMax = 1000;

/// The maximum number of threads for which decisions are recorded.  With more, the list
/// would take gigabytes and the schedule could not be reduced, so the Recorder ends the
/// execution.
constexpr std::size_t kThreadsRecordedMax = 100'000;

/// The deviations as text, such as "_1-0-0.3~1-1-0_1-1-0.5=1": at the third decision at
/// thread 0 of block 0 of launch 1, thread 0 of block 1 goes on; at that thread's fifth
/// decision, it reads the value before the present one.  The host is "h"; host functions
/// that streams call are "h1", "h2", ...
std::string to_text(const Deviations& deviations);

/// Nothing if the text does not have this form.
std::optional<Deviations> parse_deviations(std::string_view text);

/// A policy with the default answers except for the deviations.  A deviation is skipped
/// if its thread is not ready or its number is too large.
std::unique_ptr<Policy> make_directed(const Deviations& deviations);

class Decisions;

/// Asks another policy to decide, and records where it deviates from the default.
/// Abandons an execution with more than kThreadsRecordedMax threads.
class Recorder : public Policy {
 public:
  explicit Recorder(std::unique_ptr<Policy> inner);
  ~Recorder() override;
  void announces(const Thread& thread, const Operation& operation) override {
    inner_->announces(thread, operation);
  }
  bool stay(const Thread& running) override;
  Choice choose(const Candidates& candidates, const Thread* running) override;
  void yields(const Thread& thread) override { inner_->yields(thread); }
  void gives_way(const Thread& thread) override { inner_->gives_way(thread); }
  void enters(Group& group) override { inner_->enters(group); }
  std::size_t how_stale(std::size_t n) override;
  std::size_t next_block(std::size_t n) override;
  bool has_lost_patience() const override { return inner_->has_lost_patience(); }

  /// At most kDeviationsMax + 1.
  const Deviations& deviations() const { return deviations_; }

 private:
  void note(const Deviation& deviation);

  std::unique_ptr<Policy> inner_;
  std::unique_ptr<Decisions> decisions_;
  Deviations deviations_;
};

}  // namespace gridlock::sim
