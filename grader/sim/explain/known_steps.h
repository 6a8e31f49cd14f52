/// The steps of a story that each thread knows of, after each of its own steps.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "protocol/messages.h"
#include "sim/model/history.h"

namespace gridlock::sim {

class KnownSteps {
 public:
  explicit KnownSteps(const History& history);

  /// Fills `Access::knows` of a story: step `steps[i]` of the history is
  /// `shown[place[i]]`.
  void tell(const std::vector<Index>& steps, const std::vector<std::size_t>& place,
            std::vector<Access>& shown) const;

  /// Fills in `Access::knows` of the last of `shown`, a step that is not in the history
  /// yet.
  void tell_last(Slot slot, std::uint64_t block, const std::vector<Index>& steps,
                 const std::vector<std::size_t>& place, std::vector<Access>& shown) const;

 private:
  /// The block is part of the key, as threads reuse slots during an execution.
  using Lane = std::pair<Slot, std::uint64_t>;
  static Lane lane(const Event& event) { return {event.slot, event.block}; }

  /// The knowledge of the event's thread before its next step; nothing if it was not
  /// kept.
  std::optional<Clock> after(Index event) const;
  std::vector<std::uint64_t> known_by(const Lane& own, const Clock& clock, Index until,
                                      const std::vector<Index>& steps,
                                      const std::vector<std::size_t>& place,
                                      const std::vector<std::size_t>& seen) const;

  const History& history_;
  /// The arrivals at each barrier of a block.
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<Index>> arrivals_;
};

}  // namespace gridlock::sim
