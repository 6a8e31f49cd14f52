/// The path of a value between the two ends of a race, link by link.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/explain/neighbours.h"

namespace gridlock::sim {

class LinkExplainer : public NeighbourExplainer {
 protected:
  using NeighbourExplainer::NeighbourExplainer;

  Cause missing_link(Scene& scene, const Signal& signal, bool strict_only) const;
  bool lacks_fence_behind(const Scene& scene, const Signal& signal) const;
  std::optional<Cause> missing_release(Scene& scene, const Signal& signal) const;
  std::optional<Cause> missing_acquire(Scene& scene, const Signal& signal,
                                       bool strict_only) const;
  std::optional<Cause> missing_in_relay(Scene& scene, bool strict_only,
                                        FindingKind& kind) const;
  std::optional<Cause> missing_hand_over(Scene& scene, const std::vector<Index>& way,
                                         const Signal& got, const Signal& gave,
                                         bool strict_only) const;
  std::optional<Cause> lanes_only_met(const Scene& scene, Index from, Slot lane,
                                      std::uint64_t there, std::uint64_t here) const;
};

}  // namespace gridlock::sim
