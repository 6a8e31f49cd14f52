/// Writes of a story that a thread can no longer miss because fence.sc fences have one
/// total order, although no synchronization orders the writes before the thread's loads.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "protocol/messages.h"
#include "sim/model/history.h"

namespace gridlock::sim {

/// One story: step `steps[i]` of the history is `shown[place[i]]`.
class FencedWrites {
 public:
  FencedWrites(const History& history, const std::vector<Index>& steps,
               const std::vector<std::size_t>& place, std::vector<Access>& shown)
      : history_(history), steps_(steps), place_(place), shown_(shown) {}

  /// Fills in `Access::fenced` for the story's fences.
  /// \pre `Access::after` is filled in
  void tell() const;

 private:
  const Event& event(std::size_t i) const { return history_.events[steps_[i]]; }
  bool same_lane(std::size_t i, std::size_t j) const {
    return event(i).slot == event(j).slot && event(i).block == event(j).block;
  }
  bool knows(std::size_t i, std::size_t write) const;
  bool are_ordered(std::size_t fence, std::size_t later) const;
  std::optional<std::size_t> fence_behind(std::size_t step, std::size_t later) const;
  std::optional<std::size_t> fence_of_witness(std::size_t write, std::size_t later) const;

  const History& history_;
  const std::vector<Index>& steps_;
  const std::vector<std::size_t>& place_;
  std::vector<Access>& shown_;
};

}  // namespace gridlock::sim
