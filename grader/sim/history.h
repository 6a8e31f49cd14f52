/// \file
/// What happened in one execution, recorded when a schedule is run again to explain it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/happens_before.h"

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
  std::uint8_t scope = kDeviceScope;  ///< Of a fence or a strong access.
  bool sc = false;                    ///< fence.sc, not fence.acq_rel.
  bool acquires = false;              ///< Of a strong access.
  bool releases = false;
  Slot slot = 0;
  Epoch epoch = 0;
  std::uint64_t pc = 0;
  std::uintptr_t address = 0;
  std::uint32_t size = 0;
  std::uint64_t value = 0;  ///< Read, or written.
  std::uint64_t detail =
      0;                  ///< Barrier: its number in the block; strong write: its number
                          ///< on the word; strong read: the number of the write it saw.
  const char* name = "";  ///< "atomicAdd", "__threadfence", ...
  std::uint64_t block = 0;  ///< Block's uid; 0 for the host.
};

inline bool is_strong_write(Op op) {
  return op == Op::volatile_write || op == Op::atomic_store ||
         op == Op::read_modify_write;
}
inline bool is_strong_read(Op op) {
  return op == Op::volatile_read || op == Op::atomic_load || op == Op::read_modify_write;
}
inline bool is_plain(Op op) { return op == Op::read || op == Op::write; }

/// The number of the write that a strong read saw.
inline std::uint64_t seen_write(const Event& event) {
  return event.op == Op::read_modify_write ? event.detail - 1 : event.detail;
}

/// The events of one execution, oldest first; past a limit the oldest are dropped.
class History {
 public:
  bool recording = false;
  std::vector<Event> events;
  void add(const Event& event) {
    if (recording && events.size() < kEventsMax) events.push_back(event);
  }
  void reset() { events.clear(); }

 private:
  static constexpr std::size_t kEventsMax = 2'000'000;
};

}  // namespace gridlock::sim
