/// Finds the missing link of a race in the history of the execution that showed it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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

/// Follows the path that a value would have to take: write, (block barrier), fence,
/// signal, observation, fence, (block barrier), read.  Names the first step that is
/// missing.
class Explainer {
 public:
  Explainer(const Machine& machine, const std::vector<Event>& events)
      : machine_(machine), events_(events) {}

  /// Fills in `missing`, `remedy`, the kind of advice and the interleaving.  Returns
  /// whether one of the two reads belongs to a wait loop.
  bool explain_race(const RaceEnd& earlier, const RaceEnd& later, std::uintptr_t address,
                    std::uint32_t size, bool strict_only, Finding& finding) const;

 private:
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

  // How the two threads are related (race.cpp).
  Cause missing_of(Scene& scene, bool strict_only, FindingKind& kind,
                   const Finding& finding) const;
  Cause missing_without_history(const RaceEnd& earlier, const RaceEnd& later) const;
  Cause why_strong_ones_clash(const Scene& scene, const Finding& finding) const;
  std::optional<Cause> missing_between_kernels(Scene& scene,
                                               const Finding& finding) const;
  std::optional<Cause> missing_between_devices(Scene& scene, bool strict_only,
                                               FindingKind& kind,
                                               const Finding& finding) const;
  Cause missing_between_blocks(Scene& scene, bool strict_only, FindingKind& kind,
                               const Finding& finding) const;
  bool are_in_one_cluster(const Scene& scene) const;
  Cause missing_signal(Scene& scene, const Finding& finding) const;
  Cause too_early(Scene& scene, const Signal& signal) const;

  // One word, one block (word.cpp).
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
  std::optional<Value> claimed_by(Index step) const;
  bool has_taken(Index look) const;
  bool has_failed(Index look) const;
  bool none_takes(Index look) const;
  bool gives_back(Index look) const;
  bool runs(Slot slot, Index from, Index to, std::uint64_t pc) const;
  IgnoredAttempt attempt(Index look) const;
  std::optional<Cause> look_beside_change(Scene& scene, const Finding& finding) const;
  Cause missing_same_block(Scene& scene, bool strict_only, const Finding& finding) const;
  std::optional<Cause> lanes_only_met(const Scene& scene, Index from, Slot lane,
                                      std::uint64_t there, std::uint64_t here) const;
  Location arrived_at(const Scene& scene) const;
  Location copied_for(const Scene& scene) const;
  std::optional<Cause> missing_of_bulk_copy(const Scene& scene, Finding& finding) const;
  std::optional<Cause> a_round_ahead(Scene& scene) const;

  // Other threads of the two blocks (neighbours.cpp).
  bool barrier_may_serve(const Scene& scene) const;
  void tell_who_went_on(Scene& scene) const;
  std::optional<Cause> went_on_before(Slot slot, Index at, std::uint64_t block,
                                      std::uint64_t other_block) const;
  std::optional<Cause> not_held_back(const RaceEnd& end, Index at) const;
  std::optional<Cause> ended_in_vain(const Scene& scene) const;
  std::optional<Cause> held_before(Index end, std::uint64_t block,
                                   std::uint64_t other_block) const;
  std::optional<Cause> let_go_too_early(Index end, std::uint64_t block) const;
  std::optional<Index> source_of(Index look) const;
  const Event* comes_to_wait(const RaceEnd& end, Index at) const;
  bool is_wait(const Event& look) const;
  /// The place of an update, if the word has 4 bytes; otherwise none.  The line there
  /// shows which atomic function does the same.
  static gridlock::Place place_if_word(const Scene& scene, std::uint64_t update) {
    return {scene.size == sizeof(std::uint32_t) ? update : 0};
  }
  void tell_fence_of_another(Scene& scene, Index from, Index to, Index strong,
                             bool sends) const;

  // The path of a value, link by link (link.cpp).
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

  // Searches of the history (search.cpp).
  Index find_access(const RaceEnd& end, std::uintptr_t address, std::uint32_t size) const;
  std::optional<Index> find(Index from, Index to, Slot slot, Op op) const;
  std::optional<Index> step_before(Index step) const;
  std::optional<Index> step_behind(Index step) const;
  bool read_as_the_signal(const Scene& scene, const Signal& signal) const;
  std::optional<Index> common_barrier(Index from, Slot a, Index to, Slot b) const;
  std::optional<Index> last_barrier(Index to, Slot slot) const;
  std::size_t barriers_before(Index to, Slot slot) const;
  std::optional<Index> last_unchanging_look(Index to, Slot slot,
                                            std::uint64_t block) const;
  std::optional<Index> last_look(Index to, Slot slot, std::uint64_t block) const;
  std::optional<Signal> find_signal(const Scene& scene, Index from) const;
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

  const Machine& machine_;
  const std::vector<Event>& events_;
};

}  // namespace gridlock::sim
