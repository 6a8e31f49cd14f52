/// Selects the steps of an execution's history that show a finding, with their order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "sim/execution/machine.h"
#include "sim/model/history.h"

namespace gridlock::sim {

class Storyline {
 public:
  Storyline(const Machine& machine, const std::vector<Event>& events);

  /// Two accesses; the later one is not in the history yet.
  struct Race {
    Index first = 0;  ///< The earlier access.
    Slot earlier = 0;
    Slot later = 0;
    std::uint64_t later_block = 0;
    std::uintptr_t address = 0;
    std::uint32_t size = 0;
    std::vector<Index> named{};  ///< Events that the explanation mentions.
  };
  /// The path by which the other thread could have learned of the first access: all hops
  /// from thread to thread, by an observed signal or a barrier, and the fences between
  /// them. If there is no such path, the synchronization of the two threads. Ends with
  /// `last`, the later access.
  std::vector<Access> of_race(const Race& race, const Access& last) const;

  /// The whole path of `of_race`, step by step, the earlier access first; empty if there
  /// is none.
  std::vector<Index> way(const Race& race) const;

  static bool same_thread(const Event& one, const Event& other) {
    return lane(one) == lane(other);
  }

  /// The last synchronization steps, for findings that are not races.  A long list is cut
  /// down to steps after which another thread goes on.  Always shows how the words with
  /// these names got their values: the last writes to them, the source of the last value
  /// or, for a word that no thread wrote, the writes beside it.  For several kernels,
  /// also shows their launches.
  /// \param with_data also show, if there is room, plain accesses by which threads
  /// exchange data, the first reads of unwritten memory and, for several kernels, a few
  /// other calls on streams
  std::vector<Access> last_steps(bool with_data = false,
                                 const std::set<std::string>& words = {}) const;

  /// The last writes to awaited words, and each waiter's last load.  For a word that was
  /// never written: the last writes to other elements of its variable.  Also the last
  /// steps of these streams.
  std::vector<Access> last_writes(const std::set<std::uintptr_t>& words,
                                  const std::set<std::uint64_t>& streams = {}) const;

  Access step(const Event& event) const;

  /// The type of the word's integers: flags if threads set or clear bits of it.
  ValueKind kind_of_word(std::uintptr_t address) const {
    return flags_.contains(address) ? ValueKind::flags : ValueKind::integer;
  }

 private:
  /// The block is part of the key, as threads reuse slots during an execution.
  using Lane = std::pair<Slot, std::uint64_t>;
  static Lane lane(const Event& event) { return {event.slot, event.block}; }
  std::vector<Index> exchanges() const;
  std::vector<Index> reads_of_new_memory() const;
  struct Word {
    std::uintptr_t address = 0;
    std::uint32_t size = 0;
  };
  /// An event that writes a word, and maybe other words too.
  struct WordWrite {
    Index at = 0;
    Word word;
    std::string name{};
  };
  std::vector<Index> what_tells_of(const std::set<std::string>& words,
                                   const std::vector<WordWrite>& writes) const;
  std::optional<Word> word_in(const Event& event, const Location& first,
                              const std::string& name) const;
  std::vector<WordWrite> writes_to(const std::set<std::string>& words) const;
  std::map<std::string, std::map<std::int64_t, Index>> last_writes_by_index(
      const std::set<std::string>& variables) const;
  std::vector<Index> writes_beside(const std::set<std::string>& words) const;
  std::vector<Index> way_of_value(const WordWrite& write) const;
  std::optional<Index> read_passed_on(Index write) const;
  std::optional<Index> writer_for(Index read, std::uintptr_t address,
                                  std::uint32_t size) const;
  std::vector<Index> steps_at(const std::function<bool(const Event&)>& tells) const;

  std::vector<Index> what_decided(const std::vector<Index>& steps) const;
  std::vector<Index> changes_between(std::vector<Index> steps) const;
  std::vector<std::size_t> last_done_by(const std::set<std::uint64_t>& streams) const;
  std::vector<Index> milestones(const std::vector<Index>& way) const;
  std::vector<Index> last_looks_of_block(Index before) const;
  std::vector<Index> writes_before_look(Index look) const;
  std::vector<Index> around(const Race& race) const;
  std::vector<std::size_t> api_around(const Race& race, const Access& first,
                                      const Access& last) const;
  /// A story: steps of the history, and their positions in `accesses`.
  struct Shown {
    std::vector<Index> steps;
    std::vector<std::size_t> place;
    std::vector<Access> accesses;
    /// For each access, the step of the API that caused it: its kernel's launch, or the
    /// stream's own operation.  kNotAsked if there is none.
    std::vector<std::size_t> asked;
    /// For each access by the host that is a call of the API, the step that it asked for.
    std::vector<std::size_t> called;
    static constexpr std::size_t kNotAsked = ~std::size_t{0};
  };
  /// The steps in their order, with the given calls of `history.api`.
  Shown story_of(std::vector<Index> steps, const std::vector<std::size_t>& api = {},
                 Index racing = ~Index{0}) const;
  std::optional<Value> value_of(const Event& event, std::uint64_t bits) const;
  std::optional<Value> left_by(Index write) const;
  void tell_what_is_left(Index write, Access& access) const;
  Access api_step(const ApiEvent& event) const;
  void place_meetings(std::vector<Index>& steps) const;
  void link(const std::vector<Index>& steps, const std::vector<std::size_t>& place,
            std::vector<Access>& shown) const;
  std::size_t launch_of(const Access& access) const;
  void link_streams(Shown& story) const;
  void link_waits(Shown& story) const;
  std::uint64_t looks_before(Index at, std::vector<Value>& earlier) const;
  const ApiStep* work_of(const Event& event) const;
  int stream_of(const Event& event) const;

  const Machine& machine_;
  const std::vector<Event>& events_;
  std::set<std::uintptr_t> flags_;  ///< Words in which threads set or clear bits.
};

}  // namespace gridlock::sim
