/// What other threads of the two blocks of a race do.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/explain/history_search.h"

namespace gridlock::sim {

class NeighbourExplainer : public HistorySearch {
 protected:
  using HistorySearch::HistorySearch;

  bool barrier_may_serve(const Scene& scene) const;
  std::optional<Cause> who_went_on(const Scene& scene) const;
  std::optional<Index> last_vain_look(Index end, std::uint64_t block) const;
  bool has_added(std::uint64_t block, Index look) const;
  std::optional<Cause> went_on_before(Slot slot, Index at, std::uint64_t block,
                                      std::uint64_t other_block) const;
  void tell_two_that_added(std::uint64_t block, Index look, WentOnBefore& cause) const;
  struct Before;
  Before before(const RaceEnd& end, Index at) const;
  std::optional<Cause> not_held_back(const RaceEnd& end, Index at) const;
  std::optional<Cause> ended_in_vain(const Scene& scene) const;
  NeitherWaits looked_elsewhere(const Scene& scene) const;
  std::optional<Cause> went_on_by_itself(const Scene& scene) const;
  std::optional<Index> read_of_nothing(Slot slot, Index end) const;
  MaybeExplained did_not_wait(const Scene& scene) const;
  std::optional<Index> look_at_earlier_kernel(Index end, std::uint64_t block) const;
  std::optional<Cause> held_before(Index end, std::uint64_t block,
                                   std::uint64_t other_block) const;
  std::optional<Cause> let_go_too_early(Index end, std::uint64_t block) const;
  const Event* comes_to_wait(const RaceEnd& end, Index at) const;
  bool is_wait(const Event& look) const;
  /// The place of an update, if the word has 4 bytes; otherwise none.  From the line
  /// there, the checker finds the atomic function to recommend.
  static gridlock::Place place_if_word(const Scene& scene, std::uint64_t update) {
    return {scene.size == sizeof(std::uint32_t) ? update : 0};
  }
  Causes fence_of_another(const Scene& scene, Index from, Index to, Index strong,
                          bool sends) const;
};

}  // namespace gridlock::sim
