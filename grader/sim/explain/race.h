/// Finds the missing link of a race in the history of the execution that showed it.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "sim/explain/word.h"

namespace gridlock::sim {

/// Follows the path that a value would have to take: write, (block barrier), fence,
/// signal, observation, fence, (block barrier), read.  Names the first step that is
/// missing.
class Explainer : private WordExplainer {
 public:
  using WordExplainer::WordExplainer;

  /// Fills in `missing`, `remedy`, the kind of advice and the interleaving.  Returns
  /// whether one of the accesses belongs to a wait loop.
  bool explain_race(const RaceEnd& earlier, const RaceEnd& later, std::uintptr_t address,
                    std::uint32_t size, bool strict_only, Finding& finding) const;

 private:
  Explanation missing_of(const Scene& scene) const;
  bool is_looked_at_by_lab(const Scene& scene) const;
  Explanation missing_across_kernels(const Scene& scene) const;
  Cause missing_without_history(const RaceEnd& earlier, const RaceEnd& later) const;
  Cause why_strong_ones_clash(const Scene& scene) const;
  MaybeExplained missing_between_kernels(const Scene& scene) const;
  MaybeExplained missing_between_devices(const Scene& scene) const;
  Explanation missing_between_blocks(const Scene& scene) const;
  bool are_in_one_cluster(const Scene& scene) const;
  /// An attempt to explain a race, or nothing.
  using Try = MaybeExplained (Explainer::*)(const Scene&) const;

  MaybeExplained first_of(const Scene& scene, std::initializer_list<Try> tries) const;
  Explanation missing_in_block(const Scene& scene) const;
  Explanation missing_signal(const Scene& scene) const;
  MaybeExplained both_took_what_seen(const Scene& scene) const;
  MaybeExplained signal_between_threads(const Scene& scene) const;
  MaybeExplained lanes_only_converge(const Scene& scene) const;
  MaybeExplained plain_read_beside_strong(const Scene& scene) const;
  MaybeExplained signal_of_a_neighbour(const Scene& scene) const;
  MaybeExplained signalled_too_early(const Scene& scene) const;
  bool has_read_it_itself(const Scene& scene) const;
  Explanation nothing_signalled(const Scene& scene) const;
  Explanation too_early(const Scene& scene, const Signal& signal) const;
  Explanation strict_relay(const Scene& scene) const;
  Location may_be_shared_by_blocks(const Scene& scene) const;
  gridlock::Place launch_of(const Actor& actor) const;
  bool read_as_the_signal(const Scene& scene, const Signal& signal) const;
};

}  // namespace gridlock::sim
