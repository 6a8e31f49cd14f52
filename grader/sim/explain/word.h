/// Causes that show in the accesses to one word, or within one block.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "sim/explain/link.h"

namespace gridlock::sim {

class WordExplainer : public LinkExplainer {
 protected:
  using LinkExplainer::LinkExplainer;

  MaybeExplained ordinary_beside_strong(const Scene& scene) const;
  MaybeExplained update_beside_strong(const Scene& scene, const RaceEnd& weak,
                                      const RaceEnd& strong,
                                      const gridlock::Operation& strong_one) const;
  WriteStrongly write_strongly(const Scene& scene, const RaceEnd& weak,
                               const RaceEnd& strong,
                               const gridlock::Operation& strong_one) const;
  std::optional<std::pair<Actor, Actor>> two_of_a_block(const Scene& scene,
                                                        std::uint64_t pc) const;
  MaybeExplained plain_signal(const Scene& scene) const;
  MaybeExplained ordinary_signal(const Scene& scene) const;
  MaybeExplained missing_single_writer(const Scene& scene) const;
  const Event* look_for_index(const Scene& scene, Slot slot, Index to) const;
  MaybeExplained same_index_found(const Scene& scene) const;
  std::optional<gridlock::Operation> atomic_before_write(Slot slot) const;
  MaybeExplained fenced_plain_signal(const Scene& scene, Index sent) const;
  MaybeExplained ordinary_on_flag(const Scene& scene) const;
  MaybeExplained ordinary_flag(const Scene& scene) const;
  MaybeExplained seen_too_early(const Scene& scene) const;
  std::set<std::string> signalled_by(Slot writer, const Scene& scene) const;
  MaybeExplained waits_too_late(const Scene& scene) const;
  MaybeExplained signal_out_of_place(const Scene& scene) const;
  MaybeExplained shared_element(const Scene& scene) const;
  unsigned turns_at(std::uint64_t pc, const RaceEnd& end, Index to, bool comes) const;
  std::uint64_t write_of_update(const Scene& scene) const;
  void put_into_program_order(const Scene& scene, NoBlockBarrier& missing) const;
  MaybeExplained update_in_two_lines(const Scene& scene) const;
  MaybeExplained looked_before_taken(const Scene& scene, bool both_must_set) const;
  std::optional<Index> set_behind(Index look, Index last) const;
  std::pair<std::uint64_t, std::uint64_t> steps_of_update(const Scene& scene) const;
  UpdateAtomically update_atomically(const Scene& scene, std::uint64_t write) const;
  MaybeExplained swapped_for_itself(const Scene& scene) const;
  MaybeExplained lock_lets_both_in(const Scene& scene) const;
  std::optional<IgnoredAttempt> ignored_attempt(const Scene& scene, Index one,
                                                Index other, Steps& steps) const;
  std::optional<IgnoredAttempt> ignored_between(Index from, Index to, Steps& steps) const;
  std::optional<Value> claimed_by(Index step) const;
  static bool has_failed(const Event& event);
  bool none_takes(Index look) const;
  bool gives_back(Index look) const;
  bool run_the_same(const Scene& scene, Index one, Index other) const;
  bool runs(Slot slot, Index from, Index to, std::uint64_t pc) const;
  IgnoredAttempt attempt(Index look) const;
  MaybeExplained look_beside_change(const Scene& scene) const;
  MaybeExplained copy_not_awaited(const Scene& scene) const;
  Location arrived_at(const Scene& scene) const;
  Location copied_for(const Scene& scene) const;
  std::optional<Cause> missing_of_bulk_copy(const Scene& scene, Finding& finding) const;
  MaybeExplained a_round_ahead(const Scene& scene) const;
};

}  // namespace gridlock::sim
