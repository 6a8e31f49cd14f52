#include "sim/device/events.h"

#include <algorithm>
#include <utility>

namespace gridlock::sim {

DeviceEvent& Events::create(int device, bool timing, std::uint64_t created_at) {
  auto event = std::make_unique<DeviceEvent>();
  event->created_at = created_at;
  event->device = device;
  event->id = events_.size() + 1;
  event->timing = timing;
  events_.push_back(std::move(event));
  return *events_.back();
}

DeviceEvent* Events::find(std::uint64_t id) {
  if (id == 0 || id > events_.size() || !events_[id - 1]->alive) return nullptr;
  return events_[id - 1].get();
}

std::size_t Events::live() const {
  // Events that the streams make for themselves do not appear in the program.
  return static_cast<std::size_t>(std::ranges::count_if(
      events_, [](const auto& event) { return event->alive && event->created_at != 0; }));
}

void Events::destroy_of(int device) {
  for (const auto& event : events_)
    if (event->device == device) event->alive = false;
}

}  // namespace gridlock::sim
