/// Searches in the history of the execution that showed a race.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
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
};

class HistorySearch {
 public:
  HistorySearch(const Machine& machine, const std::vector<Event>& events)
      : machine_(machine), events_(events) {}

 protected:
  using Index = std::size_t;
  /// A strong write by the earlier block and a later strong read of it.
  struct Signal {
    Index sent;
    Index seen;
  };
  /// The two accesses of the race, and what the explanation has found about them.
  struct Scene {
    Index first;
    Index last;  ///< One past the end: the later access is not recorded yet.
    const RaceEnd& earlier;
    const RaceEnd& later;
    std::uintptr_t address;
    std::uint32_t size;
    /// The least scope of fences and signals that reaches the other end.
    MemoryScope needed;
    std::string later_op;  ///< "write", "atomicAdd".
    StepKind later_kind;   ///< The kind of the later step.
    Causes remedy{};       ///< As in Finding.
    Causes beside{};       ///< Further facts from the history about the missing link.
    bool waits = false;    ///< One of the two accesses belongs to a wait loop.
    std::vector<Index> steps{};   ///< Events worth showing.
    std::optional<Index> seen{};  ///< Where the reading block saw the signal.
    bool across_devices() const {
      return !earlier.actor.host && !later.actor.host &&
             earlier.actor.device != later.actor.device;
    }
  };

  Index find_access(const RaceEnd& end, std::uintptr_t address, std::uint32_t size) const;
  std::optional<Index> find(Index from, Index to, Slot slot, Op op) const;
  std::optional<Index> step_before(Index step) const;
  std::optional<Index> step_behind(Index step) const;
  std::optional<Index> common_barrier(Index from, Slot a, Index to, Slot b) const;
  std::optional<Index> last_barrier(Index to, Slot slot) const;
  std::size_t barriers_before(Index to, Slot slot) const;
  std::optional<Index> last_unchanging_look(Index to, Slot slot,
                                            std::uint64_t block) const;
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
  std::pair<std::uint64_t, std::uint64_t> reads_what_it_added(const Scene& scene,
                                                              Slot slot) const;
  bool reads_before_it_writes(const Scene& scene) const;
  bool is_flag(const Scene& scene, const Signal& signal) const;
  bool has_taken(Index look) const;

  const Machine& machine_;
  const std::vector<Event>& events_;
};

}  // namespace gridlock::sim
