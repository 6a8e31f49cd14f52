// Searches of the history of a race: signals that were sent and seen, barriers, wait
// loops, statements in two steps.
#include <map>
#include <set>

#include "sim/explain/cause_makers.h"
#include "sim/explain/history_search.h"

namespace gridlock::sim {

/// Whether the event changes the word in one step, but is no attempt to take a lock.
bool HistorySearch::adds_to(const Event& event, std::uintptr_t address) {
  return event.op == Op::read_modify_write && event.address == address &&
         !exchanges(event);
}

/// The thread's last recorded event that is neither a fence nor a plain read elsewhere
/// than at `pc`; null if there is none.
const Event* HistorySearch::last_of(Slot slot, std::uint64_t pc) const {
  const auto last =
      std::find_if(events_.rbegin(), events_.rend(), [&](const Event& event) {
        return event.slot == slot && event.op != Op::fence &&
               (event.op != Op::read || event.pc == pc);
      });
  return last == events_.rend() ? nullptr : &*last;
}

/// The last recorded event of this end of the race.  If there is none: the end of the
/// history if old events were dropped, else its first event.
Index HistorySearch::find_access(const RaceEnd& end, std::uintptr_t address,
                                 std::uint32_t size) const {
  const auto last = last_that(events_.size(), [&](const Event& event) {
    // A write that releases is recorded with the epoch that begins after it.
    const Epoch epoch = event.epoch - (event.releases && is_strong_write(event.op));
    return event.slot == end.slot && event.pc == end.pc && epoch <= end.epoch &&
           event.address < address + size && address < event.address + event.size;
  });
  return last.value_or(machine_.history.dropped() ? events_.size() : 0);
}

std::optional<Index> HistorySearch::find(Index from, Index to, Slot slot, Op op) const {
  return first_that(
      from, to, [&](const Event& event) { return event.slot == slot && event.op == op; });
}

/// A thread's last step before `to`, not counting plain accesses.
std::optional<Index> HistorySearch::step_before(Index to, Slot slot) const {
  return last_that(
      to, [&](const Event& event) { return event.slot == slot && !is_plain(event.op); });
}

/// The same thread's next step, not counting plain accesses.
std::optional<Index> HistorySearch::step_behind(Index step) const {
  return first_that(step + 1, events_.size(), [&](const Event& event) {
    return event.slot == events_[step].slot && !is_plain(event.op);
  });
}

/// A block barrier at which thread `a` arrives after `from` and which `b` leaves before
/// `to`: the index of b's arrival.
std::optional<Index> HistorySearch::common_barrier(Index from, Slot a, Index to,
                                                   Slot b) const {
  for (Index i = from; i < to && i < events_.size(); ++i) {
    const Event& arrival = events_[i];
    if (arrival.slot != a || arrival.op != Op::barrier_arrive) continue;
    for (Index j = 0; j < to && j < events_.size(); ++j) {
      const Event& other = events_[j];
      if (other.slot == b && meet(arrival, other)) return std::max(i, j);
    }
  }
  return std::nullopt;
}

std::optional<Index> HistorySearch::last_barrier(Index to, Slot slot) const {
  return last_that(to, [&](const Event& event) {
    return event.slot == slot && event.op == Op::barrier_arrive;
  });
}

std::size_t HistorySearch::barriers_before(Index to, Slot slot) const {
  std::size_t barriers = 0;
  for (Index i = 0; i < to && i < events_.size(); ++i)
    if (events_[i].slot == slot && events_[i].op == Op::barrier_arrive) ++barriers;
  return barriers;
}

/// The last strong read before `to` by any thread that has had this slot.
std::optional<Index> HistorySearch::last_strong_read(Index to, Slot slot) const {
  return last_that(to, [&](const Event& event) {
    return event.slot == slot && is_strong_read(event.op);
  });
}

/// The last strong read of a thread before `to`.
std::optional<Index> HistorySearch::last_look(Index to, Slot slot,
                                              std::uint64_t block) const {
  return last_that(to, [&](const Event& event) {
    return event.slot == slot && event.block == block && is_strong_read(event.op);
  });
}

/// The last strong access before `to` by which a thread read a word without changing it.
std::optional<Index> HistorySearch::last_unchanging_look(Index to, Slot slot,
                                                         std::uint64_t block) const {
  return last_that(to, [&](const Event& event) {
    return event.slot == slot && event.block == block && is_strong_read(event.op) &&
           !changed(event);
  });
}

namespace {

/// Whether a store of another thread ends the release sequence of a strong write.
bool ends_sequence_of(const Event& sent, const Event& store) {
  return (store.op == Op::atomic_store || store.op == Op::volatile_write) &&
         store.word == sent.word && store.slot != sent.slot;
}

/// Whether the event reads one of its word's writes with the numbers [first, end).
bool sees(const Event& event, std::uint64_t first, std::uint64_t end) {
  return is_strong_read(event.op) && seen_write(event) >= first &&
         seen_write(event) < end;
}

}  // namespace

/// The later block's first strong read of this write or of its release sequence.  Within
/// one block: the first such read by the later thread.
std::optional<Index> HistorySearch::first_look_at(const Scene& scene, Index sent) const {
  const Event& write = events_[sent];
  std::uint64_t replaced = ~std::uint64_t{0};
  for (Index i = sent + 1; i < events_.size(); ++i) {
    const Event& seen = events_[i];
    if (seen.address != write.address) continue;
    // Read-modify-writes continue a release sequence; another thread's store ends it.
    if (ends_sequence_of(write, seen)) replaced = std::min(replaced, seen.detail);
    if (seen.block == scene.later.actor.block_uid && sees(seen, write.detail, replaced) &&
        (scene.needed != kBlockScope || seen.slot == scene.later.slot))
      return i;
  }
  return std::nullopt;
}

/// The first strong write by the earlier block, at or after `from`, that the later block
/// saw; preferably one by the thread of the earlier access, and within one block only by
/// that thread.
std::optional<Signal> HistorySearch::find_signal(const Scene& scene, Index from) const {
  // The history has the writing thread's block even if its slot has been reused.
  const Event& first = events_[scene.first];
  const std::uint64_t writing_block =
      first.slot == scene.earlier.slot ? first.block : scene.earlier.actor.block_uid;
  const bool thread_to_thread = scene.needed == kBlockScope;
  std::optional<Signal> best;
  for (Index i = from; i < events_.size(); ++i) {
    const Event& sent = events_[i];
    if (!is_strong_write(sent.op) || sent.block != writing_block) continue;
    if (thread_to_thread && sent.slot != scene.earlier.slot) continue;
    const auto seen = first_look_at(scene, i);
    if (!seen) continue;
    if (sent.slot == scene.earlier.slot) return Signal{i, *seen};
    if (!best) best = Signal{i, *seen};
  }
  return best;
}

/// The first signal that the later block saw from a thread other than the racing one.
/// The sender must know of the race's first access, and have executed no fence since.
/// The sender is usually a thread of a later kernel.
std::optional<Signal> HistorySearch::signal_of_later_kernel(const Scene& scene) const {
  for (Index i = scene.first; i < events_.size(); ++i) {
    const Event& sent = events_[i];
    const Clock* const known = machine_.history.known_after(i);
    if (!is_strong_write(sent.op) || !known || sent.slot == scene.later.slot ||
        known->at(scene.earlier.slot) < scene.earlier.epoch ||
        find(scene.first, i, sent.slot, Op::fence))
      continue;
    const auto seen = first_that(i + 1, events_.size(), [&](const Event& look) {
      return is_strong_read(look.op) && look.word == sent.word &&
             look.block == scene.later.actor.block_uid && seen_write(look) >= sent.detail;
    });
    if (seen) return Signal{i, *seen};
  }
  return std::nullopt;
}

/// The last strong write by the earlier block, before the race's first access, that the
/// later block saw.
std::optional<Signal> HistorySearch::last_signal_before(const Scene& scene) const {
  for (Index i = scene.first; i-- > 0;) {
    const Event& sent = events_[i];
    if (!is_strong_write(sent.op) || sent.block != events_[scene.first].block) continue;
    const auto seen = first_that(i + 1, events_.size(), [&](const Event& look) {
      return is_strong_read(look.op) && look.block == scene.later.actor.block_uid &&
             look.address == sent.address && seen_write(look) >= sent.detail;
    });
    if (seen) return Signal{i, *seen};
  }
  return std::nullopt;
}

/// A signal of the later block that the earlier block had seen.  A thread other than the
/// writer sent it, and no barrier of their block lies between the signal and the write.
std::optional<Signal> HistorySearch::loose_signal(const Scene& scene) const {
  const Event& first = events_[scene.first];
  if (first.op != Op::read) return std::nullopt;
  const std::size_t barriers = barriers_before(events_.size(), scene.later.slot);
  for (Index j = scene.first; j-- > 0;) {
    const Event& seen = events_[j];
    if (!is_strong_read(seen.op) || seen.block != first.block) continue;
    for (Index i = j; i-- > 0;) {
      const Event& sent = events_[i];
      if (!is_strong_write(sent.op) || sent.address != seen.address ||
          sent.block != scene.later.actor.block_uid || seen_write(seen) < sent.detail)
        continue;
      if (sent.slot == scene.later.slot || barriers_before(i, sent.slot) != barriers)
        return std::nullopt;
      return Signal{i, j};
    }
  }
  return std::nullopt;
}

/// Finds a signal that is sent before the write that it should announce.  Returns it with
/// the reader's last load before the racing read, if that load saw the signal.
std::optional<Signal> HistorySearch::signalled_first(const Scene& scene) const {
  if (events_[scene.first].op != Op::write) return std::nullopt;
  const auto last_of = [&](Index end, Slot slot, auto wanted) -> std::optional<Index> {
    for (Index i = end; i-- > 0;) {
      if (events_[i].slot != slot) continue;
      if (events_[i].op == Op::barrier_arrive) return std::nullopt;
      if (wanted(events_[i].op)) return i;
    }
    return std::nullopt;
  };
  const auto sent = last_of(scene.first, scene.earlier.slot, is_strong_write);
  const auto seen = last_of(scene.last, scene.later.slot, [](Op op) {
    return op == Op::volatile_read || op == Op::atomic_load;
  });
  if (!sent || !seen || events_[*sent].address != events_[*seen].address ||
      seen_write(events_[*seen]) < events_[*sent].detail)
    return std::nullopt;
  // A second signal after the write makes up for the first.
  const bool again = any_between(scene.first, *seen, [&](const Event& event) {
    return event.slot == scene.earlier.slot && is_strong_write(event.op) &&
           event.address == events_[*sent].address;
  });
  if (again) return std::nullopt;
  // Nor does the first one count if the reader then saw a signal sent after the write.
  const auto other = find_signal(scene, scene.first);
  if (other && other->seen > *seen && events_[other->sent].slot == scene.earlier.slot &&
      events_[other->seen].slot == scene.later.slot && !changed_word(other->seen))
    return std::nullopt;
  return Signal{*sent, *seen};
}

/// The strong write that a strong read saw; nothing if it is older than the recorded
/// history.
std::optional<Index> HistorySearch::source_of(Index look) const {
  return last_that(look, [&](const Event& sent) {
    return is_strong_write(sent.op) && sent.word == events_[look].word &&
           sent.detail == seen_write(events_[look]);
  });
}

/// Whether the event is an atomic addition, such as one that draws a ticket, and its
/// block polled no word afterwards.  Such a block waited for no other.
bool HistorySearch::only_drew(Index step) const {
  const Event& draw = events_[step];
  return changed(draw) && !exchanges(draw) &&
         !any_between(step + 1, events_.size(), [&](const Event& event) {
           return event.block == draw.block && is_strong_read(event.op);
         });
}

/// Whether a kernel has accessed the contested word other than by a plain read, as far as
/// the history goes back.
bool HistorySearch::is_written_before(const Scene& scene) const {
  return any_between(0, scene.last, [&](const Event& event) {
    return event.block != 0 && event.op != Op::read && event.address == scene.address;
  });
}

/// As signalled_first(), but with the read first: a thread signals, another sees the
/// signal and reads data, and only then does the first thread write them.  Only for the
/// first write of these data: a second one would belong to the next round.
std::optional<Signal> HistorySearch::seen_before_the_write(const Scene& scene) const {
  if (events_[scene.first].op != Op::read) return std::nullopt;
  const Slot reader = scene.earlier.slot;
  const auto seen = last_strong_read(scene.first, reader);
  if (!seen || is_written_before(scene)) return std::nullopt;
  const bool counts = changed_word(*seen);
  bool met = find(*seen, scene.first, reader, Op::barrier_arrive).has_value();
  // Threads of one block may count with one atomic; then a barrier is missing, not a
  // signal.
  if (counts ? scene.needed == kBlockScope : met) return std::nullopt;
  const auto sent = source_of(*seen);
  if (!sent || events_[*sent].address != events_[*seen].address ||
      events_[*sent].slot != scene.later.slot || events_[*sent].same)
    return std::nullopt;
  met |= find(*sent, events_.size(), scene.later.slot, Op::barrier_arrive).has_value();
  if (met && !(counts && only_drew(*sent))) return std::nullopt;
  return Signal{*sent, *seen};
}

/// The place where a thread polls the contested word with ordinary reads.
std::optional<std::uint64_t> HistorySearch::polls_plainly(const Scene& scene) const {
  constexpr unsigned kPolls =
      32;  // More than a short loop that happens to read the word again.
  for (const RaceEnd* end : {&scene.earlier, &scene.later}) {
    unsigned polls = 0;
    std::vector<std::uintptr_t> round, before;  // Other words read between two polls.
    for (const Event& event : events_) {
      if (event.slot != end->slot) continue;
      if (event.op != Op::read) polls = 0;
      if (event.op != Op::read || event.pc != end->pc || event.address != scene.address) {
        round.push_back(event.address);
        continue;
      }
      polls = round == before ? polls + 1 : 1;
      if (polls == kPolls) return end->pc;
      before = std::exchange(round, {});
    }
  }
  return std::nullopt;
}

/// Whether the statement at this place reads the word and then writes it, like `++count`.
bool HistorySearch::is_an_update(std::uint64_t pc, std::uintptr_t address) const {
  std::map<Slot, const Event*> before;
  for (const Event& event : events_) {
    const Event*& last = before[event.slot];
    if (last && last->op == Op::read && event.op == Op::write &&
        last->address == address && event.address == address && last->pc < event.pc &&
        (last->pc == pc || event.pc == pc))
      return true;
    last = &event;
  }
  return false;
}

/// The place of the addition if a thread reads the word at `pc` and then adds to it, as
/// in `if (count < n) atomicAdd(&count, 1)`, with no step in between that others could
/// see; 0 if no thread does.
std::uint64_t HistorySearch::adds_after_reading(const Scene& scene,
                                                std::uint64_t pc) const {
  std::map<Slot, unsigned>
      looks;  // Loads of each thread since its last step; many are a poll.
  for (const Event& event : events_) {
    unsigned& count = looks[event.slot];
    count += event.op == Op::read && event.pc == pc && event.address == scene.address;
    if (is_plain(event.op) || event.op == Op::fence) continue;
    if (count == 1 && adds_to(event, scene.address)) return event.pc;
    count = 0;
  }
  // The later access is no event yet.
  const OpKind later = op_kind(scene.later_op);
  const bool adds = scene.later_kind == StepKind::atomic && later != OpKind::exchange &&
                    later != OpKind::compare_exchange;
  return adds && looks[scene.later.slot] == 1 ? scene.later.pc : 0;
}

/// The two steps of a thread that adds to the word and then reads it plainly, as in
/// `atomicAdd(&count, 1); if (count == n)`.  Between the two there are only plain reads,
/// and the thread goes on whatever the value is.  Empty for other threads, and for a
/// thread that reads the word again, since that is a wait.
AddThenRead HistorySearch::reads_what_it_added(const Scene& scene, Slot slot) const {
  const Event *adds = nullptr, *reads = nullptr, *next = nullptr;
  for (const Event& event : events_) {
    if (event.slot != slot || event.op == Op::fence) continue;
    if (reads) {
      if (event.pc == reads->pc) return {};
      next = &event;
      if (event.op != Op::read) break;
    } else if (adds && event.op == Op::read) {
      if (event.address == scene.address) reads = &event;
    } else {
      const bool swaps = exchanges_if_equal(event) && changed(event);
      adds = adds_to(event, scene.address) || (swaps && event.address == scene.address)
                 ? &event
                 : nullptr;
    }
  }
  return next ? AddThenRead{adds, reads->pc} : AddThenRead{};
}

/// Like the function above, for the thread of the weak access `weak`.  If `weak` is the
/// race's later access, and a read, it is not recorded yet: then another thread's steps
/// at the same place decide.
AddThenRead HistorySearch::reads_what_it_added(const Scene& scene,
                                               const RaceEnd& weak) const {
  if (const auto own = reads_what_it_added(scene, weak.slot); own.adds) return own;
  if (&weak != &scene.later || weak.writes) return {};
  for (const Event& event : events_) {
    if (event.op != Op::read || event.pc != weak.pc || event.slot == weak.slot) continue;
    const auto other = reads_what_it_added(scene, event.slot);
    if (other.adds && other.reads == weak.pc) return other;
  }
  return {};
}

/// Whether the event is an atomic operation that changed the word.
bool HistorySearch::changed(const Event& event) {
  return event.op == Op::read_modify_write && !event.same && !event.only_read;
}

/// Whether the race is between the read and the write of one statement, such as
/// `++count`, that both threads run.
bool HistorySearch::reads_before_it_writes(const Scene& scene) const {
  std::set<std::uint64_t> reads, writes;
  const auto collect = [&](Slot slot) {
    for (Index i = 1; i < scene.last; ++i) {
      const Event &read = events_[i - 1], &write = events_[i];
      if (read.slot == slot && write.slot == slot && read.op == Op::read &&
          write.op == Op::write && read.address == scene.address &&
          write.address == scene.address && read.pc < write.pc) {
        reads.insert(read.pc);
        writes.insert(write.pc);
      }
    }
  };
  collect(scene.earlier.slot);
  collect(scene.later.slot);
  return (reads.count(scene.earlier.pc) || writes.count(scene.earlier.pc)) &&
         (reads.count(scene.later.pc) || writes.count(scene.later.pc)) &&
         (reads.count(scene.earlier.pc) == 0 || reads.count(scene.later.pc) == 0);
}

/// Whether the threads of one block use `signal` as a signal: an operation or a fence
/// releases or acquires it, or the other thread only reads or exchanges the word.
bool HistorySearch::is_flag(const Scene& scene, const Signal& signal) const {
  const Event& sent = events_[signal.sent];
  const Event& seen = events_[signal.seen];
  return sent.releases || seen.acquires || !changed_word(signal.seen) ||
         exchanges(seen) || find(scene.first, signal.sent, sent.slot, Op::fence) ||
         find(signal.seen, events_.size(), seen.slot, Op::fence);
}

}  // namespace gridlock::sim
