/// Searches in the history of the execution that showed a race.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/execution/machine.h"
#include "sim/model/history.h"

namespace gridlock::sim {

/// One end of a race.
struct RaceEnd {
  Slot slot;
  Epoch epoch;
  std::uint64_t pc;
  Actor actor;
  Strength strength;
  bool writes;
  /// Whether a copy or a fill in a stream made the access.
  bool is_task() const { return actor.host && slot != 0; }
};

/// A strong write, and a strong read that saw it or a newer value.
struct Signal {
  Index sent;
  Index seen;
};

/// The two accesses of the race.
struct Scene {
  Index first;
  Index last;  ///< One past the end: the later access is not recorded yet.
  const RaceEnd& earlier;
  const RaceEnd& later;
  std::uintptr_t address;
  std::uint32_t size;
  /// The least scope of fences and signals that reaches the other end.
  MemoryScope needed;
  std::string later_op;    ///< "write", "atomicAdd".
  StepKind later_kind;     ///< The kind of the later step.
  const Finding& finding;  ///< What is known without the history.
  bool strict_only;        ///< Only the letter of the rules calls it a race.
  bool across_devices() const {
    return !earlier.actor.host && !later.actor.host &&
           earlier.actor.device != later.actor.device;
  }
  const RaceEnd& other(const RaceEnd& end) const {
    return &end == &earlier ? later : earlier;
  }
  Index step_of(const RaceEnd& end) const { return &end == &earlier ? first : last; }
  /// The end with the ordinary access; `earlier` if both accesses are ordinary.
  const RaceEnd& weak_end() const {
    return earlier.strength == Strength::weak ? earlier : later;
  }
  /// The end that writes; `earlier` if both write.
  const RaceEnd& writer() const { return earlier.writes ? earlier : later; }
};

using Steps = std::vector<Index>;  ///< Events worth showing.

/// A cause of the race, and all that is told with it.
struct Explanation {
  template <class One>
    requires(!std::same_as<std::remove_cvref_t<One>, Explanation>)
  Explanation(One&& what, Causes repair = {}, Steps shown = {})
      : cause(std::forward<One>(what)),
        remedy(std::move(repair)),
        steps(std::move(shown)) {}

  Cause cause;
  Causes remedy;  ///< As in Finding.
  Steps steps;
  Causes beside{};     ///< Further facts from the history about the missing link.
  bool waits = false;  ///< One of the two accesses belongs to a wait loop.
  std::optional<Index> seen{};        ///< Where the reading block saw the signal.
  std::optional<FindingKind> kind{};  ///< The kind of advice, if not the finding's.
};
using MaybeExplained = std::optional<Explanation>;

/// The step by which a thread adds to a word, and the place where it then reads it.
struct AddThenRead {
  const Event* adds = nullptr;
  std::uint64_t reads = 0;
};

class HistorySearch {
 public:
  HistorySearch(const Machine& machine, const std::vector<Event>& events)
      : machine_(machine), events_(events) {}

 protected:
  static Explanation showing(const Signal& signal, Explanation told) {
    told.steps = {signal.sent, signal.seen};
    return told;
  }

  template <class Holds>
  std::optional<Index> last_that(Index to, const Holds& holds) const {
    for (Index i = std::min(to, events_.size()); i-- > 0;)
      if (holds(events_[i])) return i;
    return std::nullopt;
  }
  template <class Holds>
  std::optional<Index> first_that(Index from, Index to, const Holds& holds) const {
    for (Index i = from; i < std::min(to, events_.size()); ++i)
      if (holds(events_[i])) return i;
    return std::nullopt;
  }
  template <class Holds>
  bool any_between(Index from, Index to, const Holds& holds) const {
    return first_that(from, to, holds).has_value();
  }
  Index find_access(const RaceEnd& end, std::uintptr_t address, std::uint32_t size) const;
  std::optional<Index> find(Index from, Index to, Slot slot, Op op) const;
  std::optional<Index> step_before(Index to, Slot slot) const;
  std::optional<Index> step_behind(Index step) const;
  std::optional<Index> common_barrier(Index from, Slot a, Index to, Slot b) const;
  std::optional<Index> last_barrier(Index to, Slot slot) const;
  std::size_t barriers_before(Index to, Slot slot) const;
  std::optional<Index> last_unchanging_look(Index to, Slot slot,
                                            std::uint64_t block) const;
  std::optional<Index> last_strong_read(Index to, Slot slot) const;
  std::optional<Index> source_of(Index look) const;
  std::optional<Index> first_look_at(const Scene& scene, Index sent) const;
  std::optional<Index> last_look(Index to, Slot slot, std::uint64_t block) const;
  std::optional<Signal> find_signal(const Scene& scene, Index from) const;
  std::optional<Signal> signal_of_later_kernel(const Scene& scene) const;
  std::optional<Signal> last_signal_before(const Scene& scene) const;
  std::optional<Signal> loose_signal(const Scene& scene) const;
  std::optional<Signal> signalled_first(const Scene& scene) const;
  std::optional<Signal> seen_before_the_write(const Scene& scene) const;
  std::optional<std::uint64_t> polls_plainly(const Scene& scene) const;
  bool is_an_update(std::uint64_t pc, std::uintptr_t address) const;
  std::uint64_t adds_after_reading(const Scene& scene, std::uint64_t pc) const;
  AddThenRead reads_what_it_added(const Scene& scene, const RaceEnd& weak) const;
  AddThenRead reads_what_it_added(const Scene& scene, Slot slot) const;
  static bool adds_to(const Event& event, std::uintptr_t address);
  const Event* last_of(Slot slot, std::uint64_t pc) const;
  bool reads_before_it_writes(const Scene& scene) const;
  bool is_flag(const Scene& scene, const Signal& signal) const;
  static bool changed(const Event& event);
  bool changed_word(Index look) const { return changed(events_[look]); }
  bool only_drew(Index step) const;
  bool is_written_before(const Scene& scene) const;

  const Machine& machine_;
  const std::vector<Event>& events_;
};

}  // namespace gridlock::sim
