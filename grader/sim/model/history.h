/// The events of one execution, recorded when a schedule is run again to explain it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <utility>
#include <vector>

#include "common/invariant.h"
#include "protocol/values.h"
#include "sim/model/happens_before.h"

namespace gridlock::sim {

enum class Op : std::uint8_t {
  read,
  write,
  volatile_read,
  volatile_write,
  atomic_load,
  atomic_store,
  read_modify_write,
  fence,
  barrier_arrive,
};

struct Event {
  Op op;
  std::uint8_t scope = kDeviceScope;  ///< For a fence or a strong access.
  bool sc = false;                    ///< fence.sc, not fence.acq_rel.
  bool acquires = false;              ///< For a strong access.
  bool releases = false;
  bool takes_order = false;  ///< The called function has a parameter for the order.
  bool same = false;         ///< A read-modify-write left the value as it was.
  bool only_read = false;    ///< A read-modify-write that failed and wrote nothing.
  bool overwritten = false;  ///< For a store: an earlier store landed after it.
  Slot slot = 0;
  Epoch epoch = 0;
  std::uint64_t pc = 0;
  std::uintptr_t address = 0;
  std::uint32_t size = 0;
  std::uint64_t value = 0;   ///< The value read or written.
  bool value_known = false;  ///< False for a store that has not reached memory.
  ValueKind value_kind = ValueKind::integer;
  bool found_known = false;
  bool left_known = false;
  /// The value in memory just before, or the one that a read saw.
  std::uint64_t found = 0;
  /// The value in memory after a write, or the one that a failed compare-and-swap
  /// expected.
  std::uint64_t left = 0;
  /// Barrier: its number in the block; strong write: its number on the word; strong read:
  /// the number of the write it saw.
  std::uint64_t detail = 0;
  const char* name = "";    ///< "atomicAdd", "__threadfence", ...
  std::uint64_t block = 0;  ///< The block's uid; 0 for the host.
  /// For a barrier in a function: where the function was called; 0 in the kernel itself.
  std::uint64_t caller = 0;
  /// For an access to shared memory: the uid of the block that owns it.
  std::uint64_t home = 0;
  /// Strong access: identifies the word, even among shared memories of several blocks.
  std::uint64_t word = 0;
};

using Index = std::size_t;  ///< The place of an event in the history.

/// A request of the host to a stream, or the stream's execution of it.
struct ApiEvent {
  std::size_t position = 0;  ///< The number of events that had happened before.
  std::size_t step = 0;      ///< Its index in `Streams::steps()`.
  /// The stream executes the step; otherwise the host requests it.
  bool done = false;
};

inline bool is_strong_write(Op op) {
  return op == Op::volatile_write || op == Op::atomic_store ||
         op == Op::read_modify_write;
}
inline bool is_write(const Event& event) {
  return event.op == Op::write || is_strong_write(event.op);
}
inline bool is_strong_read(Op op) {
  return op == Op::volatile_read || op == Op::atomic_load || op == Op::read_modify_write;
}
inline bool is_volatile(Op op) {
  return op == Op::volatile_read || op == Op::volatile_write;
}
inline bool is_plain(Op op) { return op == Op::read || op == Op::write; }

/// Whether the two arrive at the same barrier of a block.
inline bool meet(const Event& one, const Event& other) {
  return one.op == Op::barrier_arrive && other.op == Op::barrier_arrive &&
         one.block == other.block && one.detail == other.detail;
}

/// The number of the write that a strong read saw.
inline std::uint64_t seen_write(const Event& event) {
  INVARIANT("A read-modify-write has a greater number than the write that it read.",
            event.op != Op::read_modify_write || event.detail >= kWriteStride);
  return event.op == Op::read_modify_write ? event.detail - kWriteStride : event.detail;
}

/// Which events are kept when there are more than the limit.
enum class Keep : std::uint8_t { oldest, newest };

class History {
 public:
  bool recording = false;
  Keep keep = Keep::oldest;
  std::vector<Event> events;
  std::vector<ApiEvent> api;
  /// Adds an event.  `known` is what its thread knows after it.
  void add(const Event& event, const Clock& known) {
    if (!recording) return;
    complete_store();
    if (events.size() >= kMany && looks_again(event, events.back())) {
      events.back() = event;
    } else {
      if (drops_the_newest()) return;
      if (events.size() >= kEventsMax) forget_oldest();
      events.push_back(event);
    }
    keep_known(known);
  }
  /// How many of the oldest events have been dropped.
  std::size_t dropped() const { return dropped_; }
  /// How many events have been added, including those dropped since.
  std::size_t count() const { return dropped_ + events.size(); }
  /// The strict knowledge of the event's thread after the event; for a barrier, before
  /// the threads met.  Null for an early event of a long history, where it was not kept.
  const Clock* known_after(std::size_t event) const {
    INVARIANT("Clocks are kept for events of the history.", event < events.size());
    return event < forgotten_ ? nullptr : &known_[event - forgotten_];
  }
  /// The program is about to make the store of the last event, into memory that stays
  /// valid. Its value is loaded before the next event is added.
  void store_follows(std::uintptr_t address, std::uint32_t size) {
    if (!recording || events.empty() || drops_the_newest()) return;
    INVARIANT("Only a write leaves a value behind.", is_write(events.back()));
    INVARIANT("The store that follows is the one that was added.",
              events.back().address == address && events.back().size == size);
    store_ = {events.size() - 1, address, size};
  }
  /// Loads the value of the announced store, which has been made.
  void complete_store() {
    const Store store = std::exchange(store_, {});
    if (store.size == 0 || store.size > sizeof(std::uint64_t)) return;
    INVARIANT("A store that was announced is a kept event.", store.event < events.size());
    Event& event = events[store.event];
    event.left = 0;
    std::memcpy(&event.left, reinterpret_cast<const void*>(store.address), store.size);
    event.left_known = true;
    if (event.op == Op::read_modify_write) return;
    event.value = event.left;
    event.value_known = true;
  }
  void add_api(std::size_t step, bool done) {
    INVARIANT("What the host asks for is in the order of the events.",
              api.empty() || api.back().position <= events.size());
    if (recording && api.size() < kEventsMax) api.push_back({events.size(), step, done});
  }
  void reset() {
    events.clear();
    api.clear();
    store_ = {};
    known_.clear();
    forgotten_ = 0;
    dropped_ = 0;
  }

 private:
  /// From this number of events on, a repeated poll replaces the poll before it: such
  /// polls would fill most of a long history.
  static constexpr std::size_t kMany = 100'000;
  static bool looks_again(const Event& event, const Event& before) {
    return event.op == before.op && is_strong_read(event.op) &&
           event.slot == before.slot && event.pc == before.pc &&
           event.address == before.address && event.detail == before.detail;
  }
  static constexpr std::size_t kEventsMax = 2'000'000;
  bool drops_the_newest() const {
    return keep == Keep::oldest && events.size() >= kEventsMax;
  }

  /// Drops the older half.  A race is mostly between two accesses that are close in time.
  void forget_oldest() {
    constexpr std::size_t kMuch = kEventsMax / 2;
    events.erase(events.begin(), events.begin() + kMuch);
    dropped_ += kMuch;
    for (ApiEvent& each : api) each.position -= std::min(each.position, kMuch);
    for (; forgotten_ < kMuch && !known_.empty(); ++forgotten_) known_.pop_front();
    forgotten_ -= std::min(forgotten_, kMuch);
  }
  std::size_t dropped_ = 0;

  struct Store {
    std::size_t event = 0;
    std::uintptr_t address = 0;
    std::uint32_t size = 0;  ///< 0: no store is announced.
  };
  Store store_;

  /// The memory for clocks, counted as if each had a base of its own.
  static constexpr std::size_t kKnownBytesMax = std::size_t{64} << 20;
  void keep_known(const Clock& known) {
    const std::size_t index = events.size() - 1;
    if (index < forgotten_ + known_.size())
      known_.back() = known;
    else
      known_.push_back(known);
    const std::size_t most = kKnownBytesMax / (clock_pool.capacity() * sizeof(Epoch));
    for (; known_.size() > most; ++forgotten_) known_.pop_front();
    INVARIANT("Each event from one point on has its clock.",
              forgotten_ + known_.size() == events.size());
    INVARIANT("A history keeps no more than it has room for.",
              events.size() <= kEventsMax);
  }
  std::deque<Clock> known_;
  std::size_t forgotten_ = 0;  ///< Events before this one have no entry in `known_`.
};

}  // namespace gridlock::sim
