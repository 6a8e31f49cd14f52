/// Races of which one word, or one block, says all.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "sim/explain/link.h"

namespace gridlock::sim {

class WordExplainer : public LinkExplainer {
 protected:
  using LinkExplainer::LinkExplainer;

  std::optional<Cause> ordinary_beside_strong(Scene& scene, const Finding& finding) const;
  std::optional<Cause> plain_signal(Scene& scene, const Finding& finding) const;
  std::optional<Cause> ordinary_signal(Scene& scene, const Finding& finding) const;
  std::optional<Cause> missing_single_writer(Scene& scene) const;
  std::optional<Cause> fenced_plain_signal(Scene& scene, Index sent) const;
  std::optional<Cause> ordinary_flag(Scene& scene) const;
  std::optional<Cause> shared_element(Scene& scene) const;
  std::optional<Cause> update_in_two_lines(Scene& scene) const;
  std::optional<LookedBeforeTaken> looked_before_taken(Scene& scene,
                                                       bool both_must_set) const;
  std::optional<Index> set_behind(Index look, Index last) const;
  std::pair<std::uint64_t, std::uint64_t> steps_of_update(const Scene& scene) const;
  UpdateAtomically update_atomically(const Scene& scene, std::uint64_t write) const;
  std::optional<LockAdmitsBoth> lock_lets_both_in(Scene& scene) const;
  std::optional<IgnoredAttempt> ignored_attempt(Scene& scene, Index one,
                                                Index other) const;
  std::optional<IgnoredAttempt> ignored_between(Scene& scene, Index from, Index to) const;
  std::optional<Value> claimed_by(Index step) const;
  bool has_failed(Index look) const;
  bool none_takes(Index look) const;
  bool gives_back(Index look) const;
  bool run_the_same(const Scene& scene, Index one, Index other) const;
  bool runs(Slot slot, Index from, Index to, std::uint64_t pc) const;
  IgnoredAttempt attempt(Index look) const;
  std::optional<Cause> look_beside_change(Scene& scene, const Finding& finding) const;
  Cause missing_same_block(Scene& scene, bool strict_only, const Finding& finding) const;
  Location arrived_at(const Scene& scene) const;
  Location copied_for(const Scene& scene) const;
  std::optional<Cause> missing_of_bulk_copy(const Scene& scene, Finding& finding) const;
  std::optional<Cause> a_round_ahead(Scene& scene) const;
};

}  // namespace gridlock::sim
