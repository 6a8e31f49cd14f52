// Which events of a history are worth showing.
#include <algorithm>
#include <set>

#include "sim/explain.h"

namespace gridlock::sim {

namespace {

constexpr std::size_t kStepsShown = 12;

}  // namespace

Access Explainer::step(const Event& event) const {
  Access access;
  access.op = event.name;
  access.pc = event.pc;
  const Actor actor = machine_.actor(event.slot, event.epoch);
  access.host = actor.host;
  access.block = actor.block;
  access.thread = actor.thread;
  access.device = actor.device;
  access.location = machine_.name_of(event.address, event.size);
  if (is_strong_read(event.op))
    access.note =
        fmt::format("reads {}", event.size <= 4 ? static_cast<std::int32_t>(event.value)
                                                : static_cast<std::int64_t>(event.value));
  return access;
}

/// The accesses and synchronization of the threads involved, from the first access on.
std::vector<Access> Explainer::show(const Scene& scene) const {
  std::vector<Index> steps = scene.steps;
  if (scene.first < events_.size()) steps.push_back(scene.first);
  for (Index i = scene.first; i < events_.size(); ++i) {
    const Event& event = events_[i];
    const bool involved =
        event.slot == scene.earlier.slot || event.slot == scene.later.slot;
    const bool on_location = event.address < scene.address + scene.size &&
                             scene.address < event.address + event.size;
    if (involved && (!is_plain(event.op) || on_location)) steps.push_back(i);
  }
  std::sort(steps.begin(), steps.end());
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  // The later access itself is shown last, by the caller.
  if (!steps.empty() && events_[steps.back()].slot == scene.later.slot &&
      events_[steps.back()].pc == scene.later.pc && steps.back() != scene.first)
    steps.pop_back();
  if (steps.size() > kStepsShown) {
    std::vector<Index> kept(steps.begin(), steps.begin() + kStepsShown / 2);
    kept.insert(kept.end(), steps.end() - kStepsShown / 2, steps.end());
    steps = kept;
  }
  std::vector<Access> shown;
  for (const Index i : steps) shown.push_back(step(events_[i]));
  return shown;
}

std::vector<Access> Explainer::last_steps() const {
  std::vector<Index> steps;
  for (Index i = 0; i < events_.size(); ++i)
    if (!is_plain(events_[i].op)) steps.push_back(i);
  // Of a long run of one thread, its ends tell enough.
  const auto slot = [&](Index i) { return events_[steps[i]].slot; };
  std::vector<Access> shown;
  for (Index i = steps.size(); i-- > 0 && shown.size() < kStepsShown;) {
    const bool at_an_end = i == 0 || i + 1 == steps.size() || slot(i - 1) != slot(i) ||
                           slot(i + 1) != slot(i);
    if (at_an_end || steps.size() <= kStepsShown)
      shown.push_back(step(events_[steps[i]]));
  }
  std::reverse(shown.begin(), shown.end());
  return shown;
}

std::vector<Access> Explainer::last_writes(
    const std::vector<std::uintptr_t>& words) const {
  std::vector<Index> steps;
  std::set<Slot> looked;
  for (Index i = events_.size(); i-- > 0 && steps.size() < kStepsShown;) {
    const Event& event = events_[i];
    if (std::find(words.begin(), words.end(), event.address) == words.end()) continue;
    const bool last_look = looked.insert(event.slot).second;
    if (is_strong_write(event.op) || last_look) steps.push_back(i);
  }
  std::vector<Access> shown;
  for (auto i = steps.rbegin(); i != steps.rend(); ++i)
    shown.push_back(step(events_[*i]));
  return words.empty() ? last_steps() : shown;
}

}  // namespace gridlock::sim
