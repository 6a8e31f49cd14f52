/// Events, and what was recorded in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/model/happens_before.h"

namespace gridlock::sim {

/// One cudaEventRecord.  A wait for an event waits for the record that is the latest when
/// the wait is issued, whatever is recorded later.
struct EventRecord {
  std::uint64_t number = 0;  ///< In the order in which records were issued.
  bool done = false;
  ApiClock clock;  ///< The work that the record is ordered after.
  /// An invented time, as if all tasks that had ended before the record took equally
  /// long.
  double time_ms = 0;
};

struct DeviceEvent {
  std::uint64_t id = 0;
  int device = 0;  ///< The device that was current when the event was created.
  bool timing = true;
  /// Program counter of the call; 0: an event of the simulator's own.
  std::uint64_t created_at = 0;
  /// Where the program calls the function that creates the event; 0 if that is unknown.
  std::uint64_t called_from = 0;
  bool alive = true;
  std::uint64_t destroyed_at = 0;     ///< Program counter of cudaEventDestroy, or 0.
  std::shared_ptr<EventRecord> last;  ///< The latest record; null if there was none.
};

class Events {
 public:
  void reset() { events_.clear(); }
  DeviceEvent& create(int device, bool timing, std::uint64_t created_at = 0);
  /// The event with this id; null if it does not exist.
  DeviceEvent* find(std::uint64_t id);
  /// The event with this id, even if it has been destroyed; null if it never existed.
  const DeviceEvent* former(std::uint64_t id) const {
    return id > 0 && id <= events_.size() ? events_[id - 1].get() : nullptr;
  }
  /// How many events of the program exist.
  std::size_t live() const;
  void destroy_of(int device);

 private:
  std::vector<std::unique_ptr<DeviceEvent>> events_;
};

}  // namespace gridlock::sim
