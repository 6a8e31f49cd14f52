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

  Explanation missing_link(const Scene& scene, const Signal& signal) const;
  std::optional<Cause> another_unfenced(const Scene& scene, const Signal& signal) const;
  bool lacks_fence_behind(const Scene& scene, const Signal& signal) const;
  std::optional<Cause> too_weak_behind(const Scene& scene, const Signal& signal,
                                       const Cause& before) const;
  MaybeExplained signal_not_awaited(const Scene& scene) const;
  Index latest_look(const Scene& scene, const Signal& signal) const;
  bool serves_reader(const Scene& scene, const Signal& signal, Index fence) const;
  std::optional<Index> fence_before_write(const Scene& scene, const Signal& signal) const;
  Explanation too_narrow_release(const Scene& scene, Index narrow) const;
  MaybeExplained misplaced_release(const Scene& scene, const Signal& signal, Index from,
                                   Steps& steps) const;
  std::optional<Index> fence_on_the_way(const Scene& scene, const Signal& signal,
                                        Index from, Steps& steps) const;
  MaybeExplained missing_release(const Scene& scene, const Signal& signal,
                                 Steps& steps) const;
  MaybeExplained missing_acquire(const Scene& scene, const Signal& signal,
                                 Steps& steps) const;
  MaybeExplained missing_in_relay(const Scene& scene) const;
  MaybeExplained missing_hand_over(const Scene& scene, const std::vector<Index>& way,
                                   const Signal& got, const Signal& gave) const;
  std::optional<Cause> lanes_only_met(const Scene& scene, Index from, Slot lane,
                                      std::uint64_t there, std::uint64_t here) const;
};

}  // namespace gridlock::sim
