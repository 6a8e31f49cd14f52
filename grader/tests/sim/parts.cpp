// The simulator's small parts: clocks, shadow cells, the recognition of polling.
#include <random>

#include "common/child_process.h"
#include "sim/device/block_pool.h"
#include "sim/device/spin.h"
#include "sim/explore/weigh_fences.h"
#include "sim/memory/own_memory.h"
#include "sim/model/clock.h"
#include "sim/model/shadow.h"
#include "sim/schedule/choices.h"
#include "sim/schedule/policy.h"
#include "tests/test.h"

namespace gridlock::sim::test_parts {

TEST_SUITE("sim clocks") {
  Clock at(Slot slot, Epoch epoch) {
    Clock clock;
    clock.set_overlay(slot, epoch);
    return clock;
  }

  TEST_CASE("a thread's own overlay survives a join, and its base learns all the same") {
    Clock mine = at(4, 10);
    Clock other = at(1, 2);
    other.join(at(4, 6));  // Published by an earlier tenant of the slot.
    mine.join_keeping_overlay(other);
    CHECK(mine.at(4) == 10);
    CHECK(mine.base_at(4) == 6);
    CHECK(mine.at(1) == 2);
    mine.set_overlay(4, 11);
    CHECK(mine.at(4) == 11);
  }

  TEST_CASE("the heaps of a lab's host code begin anew with what they held at first") {
    constexpr std::size_t kLarge = std::size_t{70} << 20, kFar = std::size_t{69} << 20;
    keep_host_heap(true);
    auto* const large = static_cast<char*>(take_for_host(kLarge, false));
    auto* const theirs = static_cast<char*>(take_for_host(1, true));
    large[0] = *theirs = 1;
    begin_host_heaps_anew();
    auto* const later = static_cast<char*>(take_for_host(100, false));
    *later = large[0] = large[kFar] = *theirs = 2;
    CHECK(release_for_host(large, false));
    begin_host_heaps_anew();
    CHECK(large[0] == 1);
    CHECK(large[kFar] == 0);
    CHECK(*theirs == 1);
    CHECK(*later == 0);
    CHECK(take_for_host(100, false) == later);
    keep_host_heap(false);
  }

  TEST_CASE("clocks made before more slots were needed still join") {
    Clock small = at(1, 1);
    small.join(at(2, 2));
    clock_pool.reserve(5000);
    Clock large = at(4999, 3);
    large.join(small);
    small.join(large);
    CHECK(large.at(2) == 2);
    CHECK(small.at(4999) == 3);
  }

  /// A clock, and the epoch that it must have for each slot.
  struct Modelled {
    static constexpr Slot kSlots = 150;
    Clock clock;
    std::array<Epoch, kSlots> epochs{};
    void join(const Modelled& other) {
      for (Slot slot = 0; slot < kSlots; ++slot)
        epochs[slot] = std::max(epochs[slot], other.epochs[slot]);
    }
    bool right() const {
      for (Slot slot = 0; slot < kSlots; ++slot)
        if (clock.at(slot) != epochs[slot]) return false;
      return true;
    }
  };

  TEST_CASE("whatever is done to clocks, and however they are shared, none is lost") {
    clock_pool.reserve(Modelled::kSlots);
    Random random(7);
    std::array<Modelled, 8> all;
    const auto any = [&]() -> Modelled& { return all[random.below(8)]; };
    for (int step = 0; step < 20'000; ++step) {
      Modelled& one = any();
      Modelled& other = any();
      switch (random.below(7)) {
        case 0: {
          const Slot slot = random.below(Modelled::kSlots);
          one.epochs[slot] += 1 + static_cast<Epoch>(random.below(3));
          one.clock.flatten();
          one.clock.set_overlay(slot, one.epochs[slot]);
          break;
        }
        case 1:
          one.clock.join(other.clock);
          one.join(other);
          break;
        case 2:
          one = other;
          break;
        case 3:
          one.clock.flatten();
          break;
        case 4:
          one.clock.share_if_equal(other.clock);
          break;
        case 5: {
          ClockFold fold;
          Modelled folded;
          for (const Modelled& each : all) {
            fold.add(each.clock);
            folded.join(each);
          }
          folded.clock = fold.take();
          if (random.one_in(4)) one = folded;
          CHECK(folded.right());
          break;
        }
        default: {  // Clocks of the first half join clocks of the second.
          Joins joins;
          for (std::size_t i = 0; i < 4; ++i) {
            const Modelled& from = all[4 + random.below(2)];
            joins.add(all[i].clock, from.clock);
            all[i].join(from);
          }
          joins.run();
        }
      }
      if (random.one_in(500)) one = Modelled{};
      for (const Modelled& each : all) REQUIRE(each.right());
    }
  }

  TEST_CASE("equal clocks become the same, others do not") {
    Clock a = at(1, 1), b = at(1, 1);
    a.join(at(2, 2));
    b.join(at(2, 2));
    CHECK_FALSE(a.same(b));
    b.share_if_equal(a);
    CHECK(a.same(b));
    Clock c = at(1, 1);
    c.join(at(2, 3));
    c.share_if_equal(a);
    CHECK(c.at(2) == 3);
  }

  TEST_CASE("a large execution does not widen the clocks of later ones forever") {
    BlockPool pool;
    Block& large = pool.take(2000, 0);
    pool.give_back(large);
    for (int execution = 0; execution < 2; ++execution) {
      pool.reset();
      Block& small = pool.take(8, 0);
      CHECK(small.first_slot == kFirstThreadSlot);
      CHECK(small.threads.back().slot == kFirstThreadSlot + 7);
      pool.give_back(small);
    }
    CHECK(clock_pool.capacity() == 64);
  }

  TEST_CASE("which block has which slots does not depend on earlier executions") {
    const auto slots = [](BlockPool& pool) {
      std::vector<Slot> found;
      Block* first = &pool.take(4, 0);
      Block* second = &pool.take(4, 0);
      found = {first->first_slot, second->first_slot};
      pool.give_back(*first);
      found.push_back(pool.take(16, 0).first_slot);
      first = &pool.take(4, 0);
      found.push_back(first->first_slot);
      return found;
    };
    BlockPool fresh, used;
    for (const std::size_t threads : {std::size_t{16}, std::size_t{4}, std::size_t{4}})
      used.give_back(used.take(threads, 0));
    used.reset();
    CHECK(slots(fresh) == slots(used));
  }

  TEST_CASE("blocks of all sizes share slots and stacks, in any order of the sizes") {
    const auto mappings = [] { return split_lines(read_file("/proc/self/maps")).size(); };
    BlockPool pool;
    const std::size_t before = mappings();
    for (const bool rising : {true, false}) {
      Slot most = 0;
      for (std::size_t i = 1; i <= 1024; ++i) {
        const std::size_t threads = rising ? i : 1025 - i;
        std::array<Block*, 8> blocks;
        std::set<const std::byte*> stacks;
        for (Block*& block : blocks) {
          block = &pool.take(threads, 0);
          REQUIRE(block->threads.size() == threads);
          most = std::max(most, block->threads.back().slot);
          for (const Thread& thread : block->threads) stacks.insert(thread.stack.low);
          block->threads.front().epoch += 3;
        }
        REQUIRE(stacks.size() == 8 * threads);
        for (Block* block : blocks) {
          pool.give_back(*block);
          REQUIRE(block->places.back().epoch == block->places.front().epoch);
        }
      }
      CHECK(most < 30'000);
      pool.reset();
    }
    CHECK(mappings() - before < 20'000);
  }

  TEST_CASE("below each of 16,384 stacks is a closed page, then below one in 64") {
    const Pipe pipe;
    const auto is_closed = [&](const std::byte* address) {
      char taken;
      return ::write(pipe.write_end.get(), address, 1) != 1 ||
             ::read(pipe.read_end.get(), &taken, 1) != 1;
    };
    StackPool pool(64 * 1024);
    for (std::size_t i = 0; i < 17'000; ++i) {
      const Stack stack = pool.take();
      REQUIRE_FALSE(is_closed(stack.low));
      REQUIRE(is_closed(stack.low - 1) == (i < 16'384 || i % 64 == 0));
      REQUIRE(pool.is_guard(reinterpret_cast<std::uintptr_t>(stack.low - 1)));
    }
  }
}

TEST_SUITE("sim shadow memory") {
  /// Two parties that know nothing of each other, and memory to clash on.
  struct Scene {
    Party a, b;
    std::array<Cell, 16> cells{};
    ShadowRegion region{0x1000, 64, 1, cells.data()};
    Shadow shadow{[](Slot, Epoch) { return Place{}; },
                  [](std::uintptr_t) -> const SyncWord* { return nullptr; }};
    Scene() {
      a.slot = 1;
      b.slot = 2;
      a.tick();
      b.tick();
    }
    bool touch(const Party& party, std::uintptr_t offset, std::uint32_t size,
               bool write) {
      Clash clash;
      return shadow.check(
          region, {&party, 0x1000 + offset, size, write, Strength::weak, 1, nullptr},
          &clash);
    }
  };

  /// Makes all that `from` has done happen before the party's next step.
  void learn(Party & party, const Party& from) {
    Clock clock;
    clock.set_overlay(from.slot, from.epoch);
    for (Knowledge& knowledge : party.level) knowledge.known.join_keeping_overlay(clock);
  }

  TEST_CASE("a bulk copy in flight is known to no thread, its own included") {
    for (const bool writes : {false, true}) {
      CAPTURE(writes);
      Scene s;
      Party copy = s.a;
      copy.epoch = kUnended;
      for (const Party* reader : {&s.a, &s.b})
        if (!writes) CHECK_FALSE(s.touch(*reader, 0, 1, false));
      CHECK_FALSE(s.touch(copy, 0, 16, writes));
      CHECK(s.touch(copy, 12, 4, true));  // As by another copy in flight.
      CHECK_FALSE(s.touch(copy, 16, 4, writes));
      CHECK(s.touch(s.a, 16, 4, true));
      CHECK_FALSE(s.touch(copy, 20, 8, writes));
      if (!writes) CHECK_FALSE(s.touch(s.b, 20, 4, false));
      Touch ended;
      ended.slot = static_cast<std::uint16_t>(s.a.slot);
      ended.epoch = s.a.epoch;
      ended.pc = 7;
      s.shadow.settle(s.region, 0x1000 + 20, 8, ended);
      CHECK_FALSE(s.touch(s.a, 24, 4, true));
      CHECK(s.touch(s.b, 24, 4, false));
      learn(s.b, s.a);
      CHECK_FALSE(s.touch(s.b, 20, 4, true));
    }
  }

  TEST_CASE("neighbouring bytes are nobody's business") {
    Scene s;
    for (std::uintptr_t byte = 0; byte < 4; ++byte)
      CHECK_FALSE(s.touch(byte % 2 ? s.a : s.b, byte, 1, true));
    CHECK(s.touch(s.a, 0, 1, false));
    CHECK_FALSE(s.touch(s.a, 1, 1, false));
    CHECK(s.touch(s.a, 0, 4, true));
    Scene t;  // A wide access meets every word and byte that it covers.
    CHECK_FALSE(t.touch(t.a, 14, 1, true));
    CHECK_FALSE(t.touch(t.b, 4, 8, true));
    CHECK(t.touch(t.b, 8, 8, true));
    CHECK(t.touch(t.a, 0, 16, false));
  }

  TEST_CASE("forgetting a region empties it") {
    Scene s;
    CHECK_FALSE(s.touch(s.a, 0, 4, true));
    s.region.forget();
    CHECK_FALSE(s.touch(s.b, 0, 4, true));
  }

  std::vector<Party> readers_with(const std::vector<Slot>& slots) {
    clock_pool.reserve(1 + *std::max_element(slots.begin(), slots.end()));
    std::vector<Party> readers(slots.size());
    for (std::size_t i = 0; i < slots.size(); ++i) {
      readers[i].slot = slots[i];
      readers[i].tick();
    }
    return readers;
  }

  TEST_CASE("of many readers, at whatever distances, none is forgotten") {
    std::vector<std::vector<Slot>> orders(7);
    for (Slot i = 0; i < 40; ++i) {
      orders[0].push_back(10 + i);
      orders[1].push_back(90 - i);
      orders[2].push_back(10 + 32 * i);
      orders[3].push_back(10 + i * i * i % 41);
      orders[4].push_back(i < 20 ? 10 + i : 11 + i);  // One slot is left out.
      orders[5].push_back(10 +
                          32 * ((i + 39) % 40));  // The last of a column reads first.
      orders[6].push_back(400 + 8 * (i / 2) * (i % 2 ? 1 : -1) + i % 3);
    }
    for (const std::vector<Slot>& order : orders) {
      const std::vector<Party> readers = readers_with(order);
      for (std::size_t missing = 0; missing <= readers.size(); ++missing) {
        CAPTURE(missing);
        Scene s;
        s.b.slot = 5;
        for (const Party& reader : readers) CHECK_FALSE(s.touch(reader, 0, 8, false));
        CHECK_FALSE(s.touch(readers[7], 0, 4, false));  // Reads again.
        for (std::size_t i = 0; i < readers.size(); ++i)
          if (i != missing) learn(s.b, readers[i]);
        const Attempt write{&s.b, 0x1000, 4, true, Strength::weak, 1, nullptr};
        const bool clashes = missing < readers.size();
        CHECK(s.shadow.is_ordered(s.region, write) != clashes);
        CHECK(s.touch(s.b, 0, 4, true) == clashes);
        CHECK(s.touch(s.b, 6, 1, true) == clashes);
        CHECK_FALSE(s.touch(s.b, 0, 4, true));
      }
    }
  }

  TEST_CASE("readers who begin anew are the ones that matter, and none of them is lost") {
    std::vector<Slot> slots;
    for (Slot i = 0; i < 32; ++i) slots.push_back(10 + i);
    for (const bool all_meet : {true, false}) {
      Scene s;
      s.b.slot = 5;
      std::vector<Party> readers = readers_with(slots);
      for (const Party& reader : readers) CHECK_FALSE(s.touch(reader, 0, 4, false));
      for (const Party& reader : readers) learn(s.b, reader);
      std::vector<Party> later = readers;
      for (Party& reader : later) {
        for (const Party& other : readers)
          if (all_meet || other.slot != 20) learn(reader, other);
        reader.tick();
      }
      for (const Party& reader : later) CHECK_FALSE(s.touch(reader, 0, 4, false));
      Scene t = s;
      CHECK(s.touch(s.b, 0, 4, true));  // It knows only the earlier readers.
      t.region.cells = t.cells.data();
      for (const Party& reader : later)
        if (reader.slot != 30) learn(t.b, reader);
      CHECK(t.touch(t.b, 0, 4, true));
    }
  }

  TEST_CASE("if more read a word than are remembered, their order is not known") {
    std::vector<Slot> slots;
    for (Slot i = 0; i < 100; ++i) slots.push_back(10 + i * i * i % 101);
    Scene s;
    s.b.slot = 5;
    for (const Party& reader : readers_with(slots)) {
      CHECK_FALSE(s.touch(reader, 0, 4, false));
      learn(s.b, reader);
    }
    const Attempt write{&s.b, 0x1000, 4, true, Strength::weak, 1, nullptr};
    CHECK_FALSE(s.shadow.is_ordered(s.region, write));
  }

  /// The same memory twice: in one copy, a cell may stand for all cells of a page.
  struct Pages {
    static constexpr std::size_t kBytes = 4 * ShadowPage::kBytes;
    std::vector<Cell> each{kBytes / 4}, few{kBytes / 4};
    std::vector<ShadowPage> pages{kBytes / ShadowPage::kBytes};
    ShadowRegion open{0x100000, kBytes, 1, each.data()};
    ShadowRegion closed{0x100000, kBytes, 1, few.data(), pages.data()};
    Scene of_open, of_closed;
    std::array<Party, 4> parties;
    Pages() {
      for (std::size_t i = 0; i < parties.size(); ++i) {
        parties[i].slot = static_cast<Slot>(i + 1);
        parties[i].tick();
      }
    }
    /// Whether the access clashes in both with the same earlier access, or in neither.
    bool is_alike(const Attempt& attempt) {
      Clash one, other;
      const bool clashes = of_open.shadow.check(open, attempt, &one);
      return clashes == of_closed.shadow.check(closed, attempt, &other) &&
             one.earlier.slot == other.earlier.slot &&
             one.earlier.epoch == other.earlier.epoch &&
             one.earlier_is_write == other.earlier_is_write;
    }
    bool remember_alike() {
      for (std::uintptr_t at = open.base; at < open.base + kBytes; at += 4) {
        const Touch* const one = Shadow::last_write(open, at);
        const Touch* const other = Shadow::last_write(closed, at);
        if (Shadow::is_touched(open, at) != Shadow::is_touched(closed, at) ||
            !one != !other || (one && one->epoch != other->epoch))
          return false;
      }
      return true;
    }
  };

  TEST_CASE("a page whose cells are one cell clashes as if they were many") {
    std::mt19937 random(7);
    const auto below = [&](std::size_t end) { return random() % end; };
    for (int round = 0; round < 200; ++round) {
      Pages both;
      CAPTURE(round);
      for (int step = 0; step < 60; ++step) {
        Party& party = both.parties[below(both.parties.size())];
        if (below(3) == 0) learn(party, both.parties[below(both.parties.size())]);
        party.tick();
        // Whole pages, some words at any place, or a few bytes.
        const std::size_t kind = below(3);
        const std::size_t unit = kind == 0 ? ShadowPage::kBytes : kind == 1 ? 4 : 1;
        const std::size_t begin = below(Pages::kBytes / unit) * unit;
        const std::size_t most = kind == 2 ? 16 : Pages::kBytes;
        const std::size_t size =
            std::min(Pages::kBytes - begin, (1 + below(most / unit)) * unit);
        if (below(20) == 0) {
          both.open.forget();
          both.closed.forget();
        }
        const Attempt attempt{
            &party,        both.open.base + begin, static_cast<std::uint32_t>(size),
            below(2) == 0, Strength::weak,         1,
            nullptr};
        REQUIRE(both.is_alike(attempt));
        if (below(10) == 0) {
          both.of_open.shadow.release(both.open, attempt.address, size);
          both.of_closed.shadow.release(both.closed, attempt.address, size);
        }
      }
      REQUIRE(both.remember_alike());
    }
  }

  TEST_CASE("what fills a page touches none of its cells until a word is used") {
    Pages both;
    const Attempt fill{
        &both.parties[0], both.closed.base, Pages::kBytes, true, Strength::weak, 1,
        nullptr};
    CHECK(both.is_alike(fill));
    const auto used = [&] {
      return std::ranges::count_if(both.few, [](const Cell& c) { return c.generation; });
    };
    CHECK(used() == 0);
    CHECK(Shadow::last_write(both.closed, both.closed.base + 5000)->slot == 1);
    learn(both.parties[1], both.parties[0]);
    const Attempt read{
        &both.parties[1], both.closed.base + 5000, 4, false, Strength::weak, 1, nullptr};
    CHECK(both.is_alike(read));
    CHECK(used() == ShadowPage::kBytes / 4);
  }

  TEST_CASE("what an earlier tenant of the slot did is not one's own") {
    Scene s;
    CHECK_FALSE(s.touch(s.a, 0, 4, true));
    Party next;
    next.slot = s.a.slot;
    next.epoch = s.a.epoch;
    next.first_epoch = s.a.epoch + 1;
    next.tick();
    CHECK(s.touch(next, 0, 4, false));
  }
}

TEST_CASE("sim model: what a scope leaves out gets no message, and sends none") {
  const auto party = [](Slot slot, std::uint64_t block) {
    Party party;
    party.slot = slot;
    party.place = {block, 0};
    party.tick();
    return party;
  };
  for (const MemoryScope signal : {kBlockScope, kDeviceScope})
    for (const MemoryScope look : {kBlockScope, kDeviceScope}) {
      Party writer = party(1, 1), reader = party(2, 2);
      SyncWord word;
      fence(writer, kDeviceScope, true);
      strong_write(writer, word, MemoryOrder::relaxed, signal, false);
      strong_read(reader, word, MemoryOrder::acquire, look);
      const bool both = signal == kDeviceScope && look == kDeviceScope;
      for (const Level level : {kLenient, kStrict})
        CHECK((reader.level[level].known.at(writer.slot) > 0) == both);
    }
  Party writer = party(1, 1);
  SyncWord word;
  strong_write(writer, word, MemoryOrder::release, kBlockScope, false);
  const auto& released = word.published.in(kStrict).released;
  CHECK(released[kBlockScope].at(writer.slot) > 0);
  CHECK(released[kDeviceScope].at(writer.slot) == 0);
}

TEST_SUITE("sim polling") {
  struct Poller {
    SpinWatch spin;
    std::array<std::byte, 64> stack{};
    bool poll(std::uint64_t pc, std::uintptr_t address, std::uint64_t value) {
      return spin.poll(pc, address, value, 4, stack.data(), stack.data() + stack.size());
    }
  };

  TEST_CASE("the same poll from the same stack repeats") {
    Poller p;
    CHECK_FALSE(p.poll(1, 0x100, 7));
    CHECK_FALSE(p.poll(1, 0x100, 7));
    CHECK(p.poll(1, 0x100, 7));
    CHECK(p.spin.watches(0x100, 4));
    CHECK_FALSE(p.spin.watches(0x200, 4));
  }

  TEST_CASE("where a thread has slept is known until another thread takes its place") {
    Poller p;
    p.poll(1, 0x100, 7);
    p.poll(1, 0x100, 7);
    CHECK_FALSE(p.spin.has_slept_at(1, 0x100));
    REQUIRE(p.poll(1, 0x100, 7));
    p.spin.progressed();
    CHECK(p.spin.has_slept_at(1, 0x100));
    CHECK_FALSE(p.spin.has_slept_at(2, 0x100));
    CHECK_FALSE(p.spin.has_slept_at(1, 0x108));
    p.spin.begins();
    CHECK_FALSE(p.spin.has_slept_at(1, 0x100));
  }

  TEST_CASE("a counter on the stack makes a bounded poll, which is no endless one") {
    Poller p;
    for (int i = 0; i < 50; ++i) {
      std::memcpy(p.stack.data(), &i, sizeof i);
      CHECK_FALSE(p.poll(1, 0x100, 7));
    }
  }

  TEST_CASE("a loop over many words at one place waits for all of them") {
    Poller p;
    int rounds = 0;
    for (bool repeated = false; !repeated && rounds < 9; ++rounds)
      for (std::uintptr_t word = 0; word < 10 && !repeated; ++word)
        repeated = p.poll(1, 0x100 + 8 * word, 0);
    CHECK(rounds == 3);
    CHECK(p.spin.other_polls() == 9);
    CHECK(p.spin.watches(0x100, 4));
    CHECK(p.spin.watches(0x148, 4));
    CHECK_FALSE(p.spin.watches(0x150, 4));
  }

  TEST_CASE("a poll that stores the same again and again repeats") {
    Poller p;
    alignas(8) int copy[2] = {};
    const auto word = reinterpret_cast<std::uintptr_t>(copy);
    bool repeated = false;
    unsigned polls = 0;
    for (; !repeated && polls < 100; ++polls) {
      repeated = p.poll(1, 0x100, 7);
      p.spin.also_writes(word, 4);
      copy[0] = 7;
    }
    CHECK(repeated);
    CHECK(polls > SpinWatch::kStoringRounds);
    CHECK(p.spin.watches(0x100, 4));
    CHECK(p.spin.watches(word, 4));
  }

  TEST_CASE("a poll that stores something else each time waits, but does not repeat") {
    Poller p;
    alignas(8) int counter[2] = {};
    for (int i = 0; i < 100; ++i) {
      CHECK_FALSE(p.poll(1, 0x100, 7));
      p.spin.also_writes(reinterpret_cast<std::uintptr_t>(counter), 4);
      ++counter[0];
    }
    CHECK(p.spin.equal_polls() > 0);
  }

  TEST_CASE("who polls between stores to many words is at work") {
    Poller p;
    alignas(8) std::array<std::uint64_t, 100> items{};
    for (std::uint64_t& item : items) {
      CHECK_FALSE(p.poll(1, 0x100, 7));
      p.spin.also_writes(reinterpret_cast<std::uintptr_t>(&item), 8);
    }
    CHECK(p.spin.equal_polls() == 0);
  }

  TEST_CASE("progress or a new value starts over") {
    Poller p;
    p.poll(1, 0x100, 7);
    p.poll(1, 0x100, 7);
    p.spin.progressed();
    CHECK_FALSE(p.poll(1, 0x100, 7));
    CHECK_FALSE(p.poll(1, 0x100, 7));
    CHECK_FALSE(p.poll(1, 0x100, 8));
    CHECK_FALSE(p.poll(1, 0x100, 8));
    CHECK(p.poll(1, 0x100, 8));
  }
}

TEST_SUITE("sim policies") {
  /// The block that runs in each of 60 steps, of three ready blocks of two threads each.
  std::string walk(std::uint64_t seed, std::uint64_t number) {
    std::array<Block, 3> blocks;
    std::array<Thread, 6> threads;
    std::array<Group*, 3> groups{};
    const auto policy = make_policy(seed, number);
    for (std::size_t b = 0; b < 3; ++b) {
      groups[b] = &blocks[b];
      blocks[b].first_slot = static_cast<Slot>(2 * b + 1);
      policy->enters(blocks[b]);
      for (std::size_t t = 0; t < 2; ++t) {
        Thread& thread = threads[2 * b + t];
        thread.block = &blocks[b];
        thread.number = static_cast<std::uint32_t>(t);
        thread.slot = static_cast<Slot>(2 * b + t + 1);
        blocks[b].ready.push_back(&thread);
      }
    }
    std::string steps;
    const Thread* running = nullptr;
    for (int i = 0; i < 60; ++i) {
      const Choice choice = policy->choose({groups, 0}, running);
      running = choice.thread;
      steps += static_cast<char>('0' + running->slot);
    }
    return steps;
  }

  TEST_CASE("a seed and a number replay a policy's choices") {
    for (std::uint64_t number = 0; number < 12; ++number) {
      CHECK(walk(1, number) == walk(1, number));
      // The number alone, not the seed, decides which block a Starving policy keeps away.
      if (number >= kFixedPolicies && (number - kFixedPolicies) % 5 != 3)
        CHECK(walk(1, number) != walk(2, number));
    }
  }

  TEST_CASE("in order, in reverse, in turns, and at random") {
    CHECK(walk(1, 0) == std::string(60, '1'));
    CHECK(walk(1, 1) == std::string(60, '2'));
    CHECK(walk(1, 2).substr(0, 12) == "123456123456");
    const std::string steps = walk(7, 3);
    for (char slot = '1'; slot <= '6'; ++slot) CHECK(steps.find(slot) != steps.npos);
  }
}

TEST_SUITE("sim choices") {
  TEST_CASE("an execution with too many threads to list its choices is abandoned") {
    Thread thread;  // Stands for many host threads, which differ by their slots.
    Group group;
    thread.host_group = &group;
    group.ready = {&thread};
    Group* groups[] = {&group};
    Recorder recorder(make_policy(1, 0));
    std::size_t recorded = 0;
    while (recorded <= 2 * kThreadsRecordedMax &&
           !recorder.choose({.groups = groups}, &thread).abandon) {
      ++recorded;
      ++thread.slot;
    }
    CHECK(recorded == kThreadsRecordedMax + 1);
  }
}

TEST_SUITE("sim fences") {
  TEST_CASE("a fence needs the narrowest scope with which no schedule shows more") {
    FenceUses uses;
    for (const std::uint64_t pc : {1, 2, 3})
      uses[pc] = {{}, true, FenceUse::kDevice, FenceUse::kDevice};
    // With a scope below block, the second fence shows more in its last schedule.  With
    // any weaker scope, the third one shows more in the first schedule.
    std::uint64_t asked = 0;
    const auto shows_more = [&](const WeakenedFence& weakened, std::uint64_t number) {
      ++asked;
      return (weakened.pc == 2 && number == 9 && weakened.scope < FenceUse::kBlock) ||
             weakened.pc == 3;
    };
    const auto weighed = weigh_fences(uses, 10, shows_more);
    REQUIRE(weighed.size() == 3);
    CHECK(weighed[0].needed == FenceUse::kNoScope);
    CHECK(weighed[1].needed == FenceUse::kBlock);
    CHECK(weighed[2].needed == FenceUse::kDevice);
    CHECK(asked == 10 + 10 + 10 + 1 + 1);
  }
}

}  // namespace gridlock::sim::test_parts
