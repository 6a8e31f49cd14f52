// The idioms that programs use to hand data from block to block, row by row: which are
// right in the lenient level, which in the strict one.  The verdicts are those of an
// exhaustive enumeration of the PTX axioms (PTX ISA, "Memory Consistency Model").
//
// Each case plays the interleaving in which the reader sees the signal, and asks whether
// the reader's plain access then races.
#include <doctest/doctest.h>
#include <cstdint>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/shadow.h"

namespace gridlock::sim {
namespace {

enum class Ordered { yes, lenient_only, no };

/// A few threads and words; steps are played in the order of the calls.
class Stage {
 public:
  /// Thread `name` of block `block` on device `device`.
  void thread(const std::string& name, std::uint64_t block, std::uint16_t device = 0) {
    auto party = std::make_unique<Party>();
    party->slot = static_cast<Slot>(parties_.size() + 1);
    party->place = {block, device};
    party->tick();
    by_slot()[party->slot] = party->place;
    parties_[name] = std::move(party);
  }
  Party& operator[](const std::string& name) { return *parties_.at(name); }

  Ordered write(const std::string& name, int word) { return plain(name, word, true); }
  Ordered read(const std::string& name, int word) { return plain(name, word, false); }
  void fence(const std::string& name, MemoryScope scope = kDeviceScope, bool sc = true) {
    sim::fence((*this)[name], scope, sc);
  }
  void fence_acq_rel(const std::string& name) { fence(name, kDeviceScope, false); }
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
  Stage() {
    words().clear();
    by_slot().clear();
  }
};

constexpr int kData = 0;
constexpr int kCount = 1;
constexpr int kIn = 2;
constexpr int kOut = 3;

/// A worker and a leader in block 1; a leader and a helper in block 2.
Stage two_blocks() {
  Stage stage;
  stage.thread("worker", 1);
  stage.thread("leader", 1);
  stage.thread("reader", 2);
  stage.thread("helper", 2);
  return stage;
}

}  // namespace

TEST_SUITE("sim idioms: the writer's side") {
  TEST_CASE("A: write, block barrier, fence by the leader, signal") {
    for (const bool sc : {true, false}) {
      Stage s = two_blocks();
      s.write("worker", kData);
      s.sync({"worker", "leader"});
      s.fence("leader", kDeviceScope, sc);
      s.add("leader", kCount);
      s.add("reader", kCount);
      s.fence("reader", kDeviceScope, sc);
      CHECK(s.read("reader", kData) == Ordered::yes);
    }
  }

  TEST_CASE(
      "B: write, everybody's fence, block barrier, signal: right only as fence.sc") {
    for (const bool writer_sc : {true, false})
      for (const bool reader_sc : {true, false}) {
        CAPTURE(writer_sc);
        CAPTURE(reader_sc);
        Stage s = two_blocks();
        s.write("worker", kData);
        s.fence("worker", kDeviceScope, writer_sc);
        s.sync({"worker", "leader"});
        s.add("leader", kCount);
        s.add("reader", kCount);
        s.fence("reader", kDeviceScope, reader_sc);
        const Ordered expected = !writer_sc  ? Ordered::no
                                 : reader_sc ? Ordered::yes
                                             : Ordered::lenient_only;
        CHECK(s.read("reader", kData) == expected);
      }
  }

  TEST_CASE("C: as B without the block barrier") {
    Stage s = two_blocks();
    s.write("worker", kData);
    s.fence("worker");
    s.add("leader", kCount);
    s.add("reader", kCount);
    s.fence("reader");
    CHECK(s.read("reader", kData) == Ordered::no);
  }

  TEST_CASE("D: no fence at all before the signal") {
    Stage s = two_blocks();
    s.write("worker", kData);
    s.sync({"worker", "leader"});
    s.add("leader", kCount);
    s.add("reader", kCount);
    s.fence("reader");
    CHECK(s.read("reader", kData) == Ordered::no);
  }

  TEST_CASE("E: a volatile payload without a fence is no race") {
    Stage s = two_blocks();
    s.set("leader", kData);
    s.add("leader", kCount);
    s.add("reader", kCount);
    CHECK(s.see("reader", kData) == Ordered::yes);
  }

  TEST_CASE("G: a block fence does not reach another block") {
    Stage s = two_blocks();
    s.write("worker", kData);
    s.sync({"worker", "leader"});
    s.fence("leader", kBlockScope);
    s.add("leader", kCount);
    s.add("reader", kCount);
    s.fence("reader");
    CHECK(s.read("reader", kData) == Ordered::no);
  }

  TEST_CASE("H: block-scope atomics of two blocks race on the counter itself") {
    Stage s = two_blocks();
    CHECK(s.add("leader", kCount, kBlockScope) == Ordered::yes);
    CHECK(s.add("reader", kCount, kBlockScope) == Ordered::no);
    Stage t = two_blocks();
    CHECK(t.add("leader", kCount, kBlockScope) == Ordered::yes);
    CHECK(t.add("reader", kCount, kDeviceScope) == Ordered::no);
    Stage u = two_blocks();
    CHECK(u.add("leader", kCount, kBlockScope) == Ordered::yes);
    CHECK(u.add("worker", kCount, kBlockScope) == Ordered::yes);
  }

  TEST_CASE("a fence publishes what precedes it, not what follows") {
    Stage s = two_blocks();
    s.fence("leader");
    s.write("leader", kData);
    s.add("leader", kCount);
    s.add("reader", kCount);
    s.fence("reader");
    CHECK(s.read("reader", kData) == Ordered::no);
  }

  TEST_CASE("a fence after the signal is too late") {
    Stage s = two_blocks();
    s.write("leader", kData);
    s.add("leader", kCount);
    s.fence("leader");
    s.add("reader", kCount);
    s.fence("reader");
    CHECK(s.read("reader", kData) == Ordered::no);
  }
}

TEST_SUITE("sim idioms: the reader's side") {
  // The writer does A up to its signal.
  Stage after_signal(bool idiom_b = false) {
    Stage s = two_blocks();
    s.write("worker", kData);
    if (idiom_b) s.fence("worker");
    s.sync({"worker", "leader"});
    if (!idiom_b) s.fence("leader");
    s.add("leader", kCount);
    s.add("reader", kCount);
    return s;
  }

  TEST_CASE("ticket, fence, block barrier, others read") {
    for (const bool idiom_b : {false, true}) {
      Stage s = after_signal(idiom_b);
      s.fence("reader");
      s.sync({"reader", "helper"});
      CHECK(s.read("helper", kData) == Ordered::yes);
    }
  }

  TEST_CASE("ticket, block barrier, every reader's fence: needs fence.sc") {
    for (const bool idiom_b : {false, true}) {
      Stage s = after_signal(idiom_b);
      s.sync({"reader", "helper"});
      s.fence("helper");
      CHECK(s.read("helper", kData) == Ordered::yes);
      Stage t = after_signal(idiom_b);
      t.sync({"reader", "helper"});
      t.fence_acq_rel("helper");
      CHECK(t.read("helper", kData) == Ordered::lenient_only);
    }
  }

  TEST_CASE("ticket, block barrier, plain read: advice, not a failure") {
    Stage s = after_signal();
    s.sync({"reader", "helper"});
    CHECK(s.read("helper", kData) == Ordered::lenient_only);
  }

  TEST_CASE("ticket, block barrier, volatile payload: no race") {
    Stage s = two_blocks();
    s.set("worker", kData);
    s.sync({"worker", "leader"});
    s.add("leader", kCount);
    s.add("reader", kCount);
    s.sync({"reader", "helper"});
    CHECK(s.see("helper", kData) == Ordered::yes);
  }

  TEST_CASE("ticket, plain read by the same thread: advice, not a failure") {
    Stage s = after_signal();
    CHECK(s.read("reader", kData) == Ordered::lenient_only);
  }

  TEST_CASE("ticket and fence, but no block barrier before others read") {
    Stage s = after_signal();
    s.fence("reader");
    CHECK(s.read("helper", kData) == Ordered::no);
  }

  TEST_CASE("an acquire at the ticket is enough; a release at the signal is enough") {
    Stage s = two_blocks();
    s.write("leader", kData);
    s.add("leader", kCount, kDeviceScope, MemoryOrder::release);
    s.add("reader", kCount, kDeviceScope, MemoryOrder::acquire);
    CHECK(s.read("reader", kData) == Ordered::yes);
    s.sync({"reader", "helper"});
    CHECK(s.read("helper", kData) == Ordered::yes);
  }

  TEST_CASE("a release of block scope does not reach another block") {
    Stage s = two_blocks();
    s.write("leader", kData);
    s.add("leader", kCount, kBlockScope, MemoryOrder::release);
    s.add("reader", kCount, kDeviceScope, MemoryOrder::acquire);
    CHECK(s.read("reader", kData) == Ordered::no);
  }
}

TEST_SUITE("sim idioms: relays and chains") {
  // The lock-free barrier of Xiao and Feng (IPDPS 2010): a worker's block signals in, two
  // threads of a master block see it and signal out, and a third block reads.
  //
  // `all_fence` is the older barrier of CUB: every writer fences before the block
  // barrier.
  Ordered lock_free(bool fence_in, bool master_seen, bool master_out, bool fence_out,
                    bool all_fence = false) {
    Stage s;
    s.thread("worker", 1);
    s.thread("leader", 1);
    s.thread("watcher", 2);
    s.thread("announcer", 2);
    s.thread("waiter", 3);
    s.thread("reader", 3);
    s.write("worker", kData);
    if (all_fence) s.fence("worker");
    s.sync({"worker", "leader"});
    if (fence_in) s.fence("leader");
    s.set("leader", kIn);
    s.see("watcher", kIn);
    if (master_seen) s.fence("watcher");
    s.sync({"watcher", "announcer"});
    if (master_out) s.fence("announcer");
    s.set("announcer", kOut);
    s.see("waiter", kOut);
    if (fence_out) s.fence("waiter");
    s.sync({"waiter", "reader"});
    return s.read("reader", kData);
  }

  TEST_CASE("lock-free barrier: three fences are needed and enough") {
    CHECK(lock_free(false, false, false, false) == Ordered::no);           // X0
    CHECK(lock_free(true, false, false, false) == Ordered::lenient_only);  // X1
    CHECK(lock_free(true, false, false, true) == Ordered::lenient_only);   // X2
    CHECK(lock_free(true, true, false, true) == Ordered::yes);             // X3
    CHECK(lock_free(true, false, true, true) == Ordered::yes);             // X4
    CHECK(lock_free(true, true, true, true) == Ordered::yes);              // X5
    CHECK(lock_free(true, true, true, false) == Ordered::lenient_only);    // X6
    CHECK(lock_free(false, true, true, true) == Ordered::no);
  }

  TEST_CASE("what a fence.sc published rides along an acquire and along its fences") {
    enum class Middle { acquires, fences, relaxed };
    for (const Middle middle : {Middle::acquires, Middle::fences, Middle::relaxed}) {
      CAPTURE(static_cast<int>(middle));
      Stage s;
      s.thread("writer", 1);
      s.thread("middle", 2);
      s.thread("helper", 2);
      s.thread("reader", 3);
      s.write("writer", kData);
      s.fence("writer");
      s.set("writer", kIn);
      const bool acquires = middle == Middle::acquires;
      s.see("middle", kIn, kSystemScope,
            acquires ? MemoryOrder::acquire : MemoryOrder::relaxed);
      if (middle == Middle::fences) s.fence_acq_rel("middle");
      s.sync({"middle", "helper"});
      s.set("helper", kOut);
      s.see("reader", kOut);
      s.fence("reader");
      CHECK(s.read("reader", kData) ==
            (middle == Middle::relaxed ? Ordered::lenient_only : Ordered::yes));
    }
  }

  TEST_CASE(
      "what a fence.sc published rides on, once it was seen, along acq_rel fences") {
    for (const bool sc : {true, false}) {
      CAPTURE(sc);
      Stage s;
      s.thread("writer", 1);
      s.thread("watcher", 2);
      s.thread("announcer", 2);
      s.thread("reader", 3);
      s.write("writer", kData);
      s.fence("writer");
      s.set("writer", kIn);
      s.see("watcher", kIn);
      s.sync({"watcher", "announcer"});
      s.fence_acq_rel("announcer");
      s.set("announcer", kOut);
      s.see("reader", kOut);
      s.fence("reader", kDeviceScope, sc);
      CHECK(s.read("reader", kData) == (sc ? Ordered::yes : Ordered::lenient_only));
    }
  }

  TEST_CASE("lock-free barrier: the same where every writer fences for itself") {
    const auto all_fence = [](bool seen, bool out, bool last) {
      return lock_free(false, seen, out, last, true);
    };
    CHECK(all_fence(false, false, false) == Ordered::lenient_only);  // X1
    CHECK(all_fence(false, false, true) == Ordered::lenient_only);   // X2
    CHECK(all_fence(true, false, true) == Ordered::yes);             // X3
    CHECK(all_fence(false, true, true) == Ordered::yes);             // X4
    CHECK(all_fence(true, true, false) == Ordered::lenient_only);    // X6
  }

  TEST_CASE("a relay hands on what every writer fenced for itself") {
    Stage s;
    s.thread("worker", 1);
    s.thread("leader", 1);
    s.thread("master", 2);
    s.thread("reader", 3);
    s.write("worker", kData);
    s.fence("worker");
    s.sync({"worker", "leader"});
    s.set("leader", kIn);
    s.see("master", kIn);
    s.set("master", kOut);
    s.see("reader", kOut);
    CHECK(s.read("reader", kData) == Ordered::lenient_only);
  }

  TEST_CASE("read-modify-writes extend a release sequence; a store ends it") {
    Stage s;
    s.thread("writer", 1);
    s.thread("middle", 2);
    s.thread("reader", 3);
    s.write("writer", kData);
    s.fence("writer");
    s.add("writer", kCount);
    s.add("middle", kCount);
    s.add("reader", kCount);
    s.fence("reader");
    CHECK(s.read("reader", kData) == Ordered::yes);

    Stage t;
    t.thread("writer", 1);
    t.thread("middle", 2);
    t.thread("reader", 3);
    t.write("writer", kData);
    t.fence("writer");
    t.add("writer", kCount);
    t.set("middle", kCount);
    t.add("reader", kCount);
    t.fence("reader");
    CHECK(t.read("reader", kData) == Ordered::no);
  }

  TEST_CASE("between devices only system scope orders") {
    for (const MemoryScope scope : {kDeviceScope, kSystemScope}) {
      CAPTURE(static_cast<int>(scope));
      Stage s;
      s.thread("writer", 1, 0);
      s.thread("reader", 2, 1);
      s.write("writer", kData);
      s.fence("writer", scope);
      s.set("writer", kOut);
      s.see("reader", kOut);
      s.fence("reader", scope);
      CHECK(s.read("reader", kData) ==
            (scope == kSystemScope ? Ordered::yes : Ordered::no));
    }
  }
}

TEST_SUITE("sim idioms: orders in place of fences") {
  constexpr MemoryOrder kRelaxed = MemoryOrder::relaxed;
  constexpr MemoryOrder kAcquire = MemoryOrder::acquire;
  constexpr MemoryOrder kRelease = MemoryOrder::release;

  /// Everybody writes, a block barrier perhaps, and the leader signals the reader.
  Ordered hand_over(bool block_barrier, MemoryOrder signal, MemoryOrder ticket) {
    Stage s = two_blocks();
    s.write("worker", kData);
    if (block_barrier) s.sync({"worker", "leader"});
    s.add("leader", kCount, kDeviceScope, signal);
    s.add("reader", kCount, kDeviceScope, ticket);
    return s.read("reader", kData);
  }

  TEST_CASE("A, C and D: a release after the block barrier, and an acquire") {
    CHECK(hand_over(true, kRelease, kAcquire) == Ordered::yes);  // A
    CHECK(hand_over(true, MemoryOrder::acq_rel, MemoryOrder::acq_rel) ==
          Ordered::yes);  // A
    CHECK(hand_over(true, kRelease, kRelaxed) == Ordered::lenient_only);
    CHECK(hand_over(false, kRelease, kAcquire) == Ordered::no);  // C
    CHECK(hand_over(true, kRelaxed, kAcquire) == Ordered::no);   // D
    CHECK(hand_over(true, kAcquire, kAcquire) == Ordered::no);   // D
  }

  TEST_CASE(
      "B: a release of one's own before the block barrier publishes nothing after") {
    Stage s = two_blocks();
    s.write("worker", kData);
    s.set("worker", kOut, kDeviceScope, kRelease);
    s.sync({"worker", "leader"});
    s.add("leader", kCount);
    s.add("reader", kCount, kDeviceScope, kAcquire);
    CHECK(s.read("reader", kData) == Ordered::no);
  }

  TEST_CASE("a ticket's acquire reaches the rest of the block through its barrier") {
    for (const MemoryOrder ticket : {kAcquire, kRelaxed}) {
      Stage s = two_blocks();
      s.write("leader", kData);
      s.add("leader", kCount, kDeviceScope, kRelease);
      s.add("reader", kCount, kDeviceScope, ticket);
      s.sync({"reader", "helper"});
      CHECK(s.read("helper", kData) ==
            (ticket == kAcquire ? Ordered::yes : Ordered::lenient_only));
    }
  }

  TEST_CASE("a release pairs with a fence, and a fence with an acquire") {
    Stage s = two_blocks();
    s.write("leader", kData);
    s.add("leader", kCount, kDeviceScope, kRelease);
    s.add("reader", kCount);
    s.fence_acq_rel("reader");
    CHECK(s.read("reader", kData) == Ordered::yes);
    Stage t = two_blocks();
    t.write("leader", kData);
    t.fence_acq_rel("leader");
    t.add("leader", kCount);
    t.add("reader", kCount, kDeviceScope, kAcquire);
    CHECK(t.read("reader", kData) == Ordered::yes);
  }

  /// The lock-free barrier with the orders of its four accesses.
  Ordered lock_free(MemoryOrder in, MemoryOrder seen, MemoryOrder out, MemoryOrder last) {
    Stage s;
    for (const char* name : {"worker", "leader"}) s.thread(name, 1);
    for (const char* name : {"watcher", "announcer"}) s.thread(name, 2);
    for (const char* name : {"waiter", "reader"}) s.thread(name, 3);
    s.write("worker", kData);
    s.sync({"worker", "leader"});
    s.set("leader", kIn, kDeviceScope, in);
    s.see("watcher", kIn, kDeviceScope, seen);
    s.sync({"watcher", "announcer"});
    s.set("announcer", kOut, kDeviceScope, out);
    s.see("waiter", kOut, kDeviceScope, last);
    s.sync({"waiter", "reader"});
    return s.read("reader", kData);
  }

  TEST_CASE("lock-free barrier: the relay needs an acquire and a release") {
    CHECK(lock_free(kRelaxed, kRelaxed, kRelaxed, kRelaxed) == Ordered::no);  // X0
    CHECK(lock_free(kRelease, kRelaxed, kRelaxed, kRelaxed) ==
          Ordered::lenient_only);  // X1
    CHECK(lock_free(kRelease, kRelaxed, kRelaxed, kAcquire) ==
          Ordered::lenient_only);  // X2
    CHECK(lock_free(kRelease, kAcquire, kRelaxed, kAcquire) ==
          Ordered::lenient_only);  // X3
    CHECK(lock_free(kRelease, kRelaxed, kRelease, kAcquire) ==
          Ordered::lenient_only);  // X4
    CHECK(lock_free(kRelease, kAcquire, kRelease, kAcquire) == Ordered::yes);
    CHECK(lock_free(kRelease, kAcquire, kRelease, kRelaxed) ==
          Ordered::lenient_only);  // X6
    CHECK(lock_free(kRelaxed, kAcquire, kRelease, kAcquire) == Ordered::no);
  }
}

TEST_SUITE("sim idioms: scopes") {
  TEST_CASE("an edge needs each scope to include the other thread") {
    struct Where {
      std::uint64_t block;
      std::uint16_t device;
      MemoryScope least;  ///< The narrowest scope that includes both threads.
    };
    const MemoryScope scopes[] = {kBlockScope, kDeviceScope, kSystemScope};
    for (const Where& reader :
         {Where{1, 0, kBlockScope}, Where{2, 0, kDeviceScope}, Where{2, 1, kSystemScope}})
      for (const MemoryScope writer_fence : scopes)
        for (const MemoryScope signal : scopes)
          for (const MemoryScope look : scopes)
            for (const MemoryScope reader_fence : scopes) {
              CAPTURE(static_cast<int>(reader.least));
              CAPTURE(static_cast<int>(writer_fence));
              CAPTURE(static_cast<int>(signal));
              CAPTURE(static_cast<int>(look));
              CAPTURE(static_cast<int>(reader_fence));
              Stage s;
              s.thread("writer", 1, 0);
              s.thread("reader", reader.block, reader.device);
              s.write("writer", kData);
              s.fence("writer", writer_fence);
              s.set("writer", kOut, signal);
              const bool seen = signal >= reader.least && look >= reader.least;
              CHECK((s.see("reader", kOut, look) == Ordered::yes) == seen);
              s.fence("reader", reader_fence);
              const Ordered expected = !seen || writer_fence < reader.least ? Ordered::no
                                       : reader_fence < reader.least
                                           ? Ordered::lenient_only
                                           : Ordered::yes;
              CHECK(s.read("reader", kData) == expected);
            }
  }
}

TEST_SUITE("sim idioms: the counter itself") {
  TEST_CASE("the last block may reset the counter plainly: it has seen every ticket") {
    Stage s = two_blocks();
    s.fence("leader");
    s.add("leader", kCount);
    s.add("reader", kCount);
    CHECK(s.write("reader", kCount) == Ordered::yes);
  }

  TEST_CASE("another thread of the last block may too, after a block barrier") {
    Stage s = two_blocks();
    s.add("leader", kCount);
    s.add("reader", kCount);
    s.sync({"reader", "helper"});
    CHECK(s.write("helper", kCount) == Ordered::yes);
    Stage t = two_blocks();
    t.add("leader", kCount);
    t.add("reader", kCount);
    CHECK(t.write("helper", kCount) == Ordered::no);
  }

  TEST_CASE("a flag that was seen may be cleared plainly, by whoever saw it") {
    Stage s = two_blocks();
    s.set("leader", kOut);
    CHECK(s.see("reader", kOut) == Ordered::yes);
    CHECK(s.write("reader", kOut) == Ordered::yes);
    Stage t = two_blocks();
    t.set("leader", kOut);
    t.see("reader", kOut);
    t.sync({"reader", "helper"});
    CHECK(t.write("helper", kOut) == Ordered::yes);
    Stage u = two_blocks();
    u.set("leader", kOut);
    u.see("reader", kOut);
    u.set("leader", kOut);
    CHECK(u.write("reader", kOut) == Ordered::no);
  }

  TEST_CASE("a plain reset that has not seen a ticket races with it, either way round") {
    Stage s = two_blocks();
    s.add("reader", kCount);
    s.add("leader", kCount);
    CHECK(s.write("reader", kCount) == Ordered::no);
    Stage t = two_blocks();
    t.add("reader", kCount);
    t.write("reader", kCount);
    CHECK(t.add("leader", kCount) == Ordered::no);
  }

  TEST_CASE("a plain read of the counter races with tickets taken since") {
    Stage s = two_blocks();
    s.add("reader", kCount);
    s.add("leader", kCount);
    CHECK(s.read("reader", kCount) == Ordered::no);
  }
}

}  // namespace gridlock::sim
