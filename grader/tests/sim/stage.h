/// A stage for a few threads and words, and tables of what is played on it, step by step.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/model/shadow.h"

namespace gridlock::sim {

enum class Ordered { yes, lenient_only, no };

/// A few threads and words; steps are played in the order of the calls.
class Stage {
 public:
  Party& operator[](const std::string& name) { return *parties_.at(name); }

  Ordered write(const std::string& name, int word) { return plain(name, word, true); }
  Ordered read(const std::string& name, int word) { return plain(name, word, false); }
  void fence(const std::string& name, MemoryScope scope = kDeviceScope, bool sc = true) {
    sim::fence((*this)[name], scope, sc);
  }
  void sync(const std::vector<std::string>& names) {
    std::vector<Party*> parties;
    for (const std::string& name : names) parties.push_back(&(*this)[name]);
    barrier(parties, Meeting::others);
  }
  /// An atomic read-modify-write, as atomicAdd.
  Ordered add(const std::string& name, int word, MemoryScope scope = kDeviceScope,
              MemoryOrder order = MemoryOrder::relaxed) {
    const Ordered ordered = strong_touch(name, word, true, scope);
    strong_read((*this)[name], state(word), order, scope);
    strong_write((*this)[name], state(word), order, scope, true);
    return ordered;
  }
  Ordered set(const std::string& name, int word, MemoryScope scope = kSystemScope,
              MemoryOrder order = MemoryOrder::relaxed) {
    const Ordered ordered = strong_touch(name, word, true, scope);
    strong_write((*this)[name], state(word), order, scope, false);
    return ordered;
  }
  Ordered see(const std::string& name, int word, MemoryScope scope = kSystemScope,
              MemoryOrder order = MemoryOrder::relaxed) {
    const Ordered ordered = strong_touch(name, word, false, scope);
    strong_read((*this)[name], state(word), order, scope);
    return ordered;
  }

 private:
  /// Thread `name` of block `block` on device `device`.
  void thread(const std::string& name, std::uint64_t block, std::uint16_t device = 0) {
    auto party = std::make_unique<Party>();
    party->slot = static_cast<Slot>(parties_.size() + 1);
    party->place = {block, device};
    party->tick();
    by_slot()[party->slot] = party->place;
    parties_[name] = std::move(party);
  }
  static constexpr std::uintptr_t kBase = 0x1000;
  static std::map<Slot, Place>& by_slot() {
    static std::map<Slot, Place> places;
    return places;
  }
  static std::map<std::uintptr_t, SyncWord>& words() {
    static std::map<std::uintptr_t, SyncWord> all;
    return all;
  }
  SyncWord& state(int word) {
    SyncWord& state = words()[kBase + static_cast<std::uintptr_t>(word) * 4];
    state.address = kBase + static_cast<std::uintptr_t>(word) * 4;
    state.size = 4;
    return state;
  }
  Ordered touch(const std::string& name, int word, bool write, Strength strength,
                const SyncWord* state) {
    Clash clash;
    const Attempt attempt{&(*this)[name],
                          kBase + static_cast<std::uintptr_t>(word) * 4,
                          4,
                          write,
                          strength,
                          1,
                          state};
    if (!shadow_.check(region_, attempt, &clash)) return Ordered::yes;
    return clash.strict_only ? Ordered::lenient_only : Ordered::no;
  }
  Ordered plain(const std::string& name, int word, bool write) {
    return touch(name, word, write, Strength::weak, nullptr);
  }
  Ordered strong_touch(const std::string& name, int word, bool write, MemoryScope scope) {
    return touch(name, word, write, strong(scope), &state(word));
  }

  std::map<std::string, std::unique_ptr<Party>> parties_;
  std::vector<Cell> cells_ = std::vector<Cell>(64);
  ShadowRegion region_ = {kBase, 256, 1, cells_.data()};
  Shadow shadow_{[](Slot slot, Epoch) { return by_slot()[slot]; },
                 [](std::uintptr_t address) -> const SyncWord* {
                   const auto found = words().find(address);
                   return found == words().end() ? nullptr : &found->second;
                 }};

 public:
  /// Three blocks of one device and one of another device.
  Stage() {
    words().clear();
    by_slot().clear();
    for (const char* name : {"worker", "leader"}) thread(name, 1);
    for (const char* name : {"reader", "helper", "watcher", "announcer"}) thread(name, 2);
    for (const char* name : {"waiter", "last"}) thread(name, 3);
    thread("abroad", 2, 1);
  }
};

inline constexpr int kData = 0;
inline constexpr int kCount = 1;
inline constexpr int kIn = 2;
inline constexpr int kOut = 3;
inline constexpr MemoryOrder kRelaxed = MemoryOrder::relaxed;
inline constexpr MemoryOrder kAcquire = MemoryOrder::acquire;
inline constexpr MemoryOrder kRelease = MemoryOrder::release;

// ---- Steps, by the names of the functions of Stage -----------------------------------

struct Step {
  std::function<Ordered(Stage&)> play;
  bool is_checked = true;
};
using Steps = std::vector<Step>;
using Name = std::string;

inline Steps operator+(Steps steps, const Steps& more) {
  steps.insert(steps.end(), more.begin(), more.end());
  return steps;
}

inline Step write(const Name& name, int word = kData) {
  return {[=](Stage& stage) { return stage.write(name, word); }};
}
inline Step read(const Name& name, int word = kData) {
  return {[=](Stage& stage) { return stage.read(name, word); }};
}
inline Step add(const Name& name, MemoryOrder order = kRelaxed,
                MemoryScope scope = kDeviceScope) {
  return {[=](Stage& stage) { return stage.add(name, kCount, scope, order); }};
}
inline Step set(const Name& name, int word, MemoryScope scope = kSystemScope,
                MemoryOrder order = kRelaxed) {
  return {[=](Stage& stage) { return stage.set(name, word, scope, order); }};
}
inline Step see(const Name& name, int word, MemoryScope scope = kSystemScope,
                MemoryOrder order = kRelaxed) {
  return {[=](Stage& stage) { return stage.see(name, word, scope, order); }};
}
inline Step fence(const Name& name, MemoryScope scope = kDeviceScope, bool sc = true) {
  const auto play = [=](Stage& stage) {
    stage.fence(name, scope, sc);
    return Ordered::yes;
  };
  return {play, false};
}
inline Step fence_acq_rel(const Name& name) { return fence(name, kDeviceScope, false); }
inline Step sync(const Name& one, const Name& other) {
  const auto play = [=](Stage& stage) {
    stage.sync({one, other});
    return Ordered::yes;
  };
  return {play, false};
}

/// The step, whether or not it races; another row checks that.
inline Step unchecked(Step step) {
  step.is_checked = false;
  return step;
}

struct Row {
  const char* name;
  Steps steps;
  Ordered last;  ///< Whether the last step is ordered after all conflicting ones.
};

inline void play(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    SUBCASE(row.name) {
      Stage stage;
      for (std::size_t i = 0; i < row.steps.size(); ++i) {
        CAPTURE(i);
        const Ordered ordered = row.steps[i].play(stage);
        const bool is_last = i + 1 == row.steps.size();
        if (row.steps[i].is_checked)
          CHECK(ordered == (is_last ? row.last : Ordered::yes));
      }
    }
  }
}

}  // namespace gridlock::sim
