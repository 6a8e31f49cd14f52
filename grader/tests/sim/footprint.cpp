// What the simulator remembers of a large program takes no more room than it must.
#include <doctest/doctest.h>
#include <cstdint>

#include <algorithm>
#include <vector>

#include "sim/memory/arena.h"
#include "sim/model/read_lists.h"
#include "sim/model/weak_values.h"

namespace gridlock::sim::test_footprint {

TEST_SUITE("sim footprint") {
  Touch by(std::uint32_t slot) {
    return {.epoch = 1, .slot = static_cast<std::uint16_t>(slot), .mask = 0xF};
  }
  std::vector<std::uint16_t> slots_of(const ReadLists& lists, std::uint32_t list) {
    std::vector<std::uint16_t> slots;
    for (const Touch& read : lists.reads(list)) slots.push_back(read.slot);
    return slots;
  }

  TEST_CASE("a list of reads keeps them and their order while it grows") {
    ReadLists lists;
    std::uint32_t list = lists.make();
    std::uint32_t other = lists.make();
    std::vector<std::uint16_t> expected;
    for (std::uint32_t i = 0; i < ReadLists::kMost; ++i) {
      const std::size_t place = i * 7 % (expected.size() + 1);
      list = lists.insert(list, place, by(i));
      other = lists.append(other, by(1000 + i));
      expected.insert(expected.begin() + static_cast<std::ptrdiff_t>(place),
                      static_cast<std::uint16_t>(i));
      CAPTURE(i);
      REQUIRE(slots_of(lists, list) == expected);
      REQUIRE(lists.reads(other).size() == expected.size());
    }
    CHECK(list != other);
    const std::uint32_t copy = lists.copy_of(list);
    lists.shorten(list, 2);
    CHECK(slots_of(lists, copy) == expected);
    expected.resize(2);
    CHECK(slots_of(lists, list) == expected);
  }

  TEST_CASE("the place of a list that is gone, or that has moved, is used again") {
    ReadLists lists;
    const std::uint32_t first = lists.make();
    lists.free(first);
    std::uint32_t second = lists.make();
    CHECK(second == first);
    for (std::uint32_t i = 0; i < ReadLists::kMost; ++i)
      second = lists.append(second, by(i));
    CHECK(second != first);
    CHECK(lists.make() == first);
    CHECK(lists.reads(first).empty());
  }

  TEST_CASE("a word that many threads change forgets who saw what is too old to see") {
    SyncWord word;
    word.size = 4;
    std::vector<Party> parties(1000);
    for (std::size_t i = 0; i < parties.size(); ++i) {
      Party& party = parties[i];
      party.slot = static_cast<Slot>(i + 1);
      party.place = {i + 1, 0};
      strong_read(party, word, MemoryOrder::relaxed, kDeviceScope);
      keep_overwritten(word, i);
      strong_write(party, word, MemoryOrder::relaxed, kDeviceScope, true);
    }
    CHECK(word.observers.size() <= 8);
    const auto has_seen = [&](const Party& party) {
      return std::any_of(word.observers.begin(), word.observers.end(),
                         [&](const auto& seen) { return seen.slot == party.slot; });
    };
    // These saw writes that are still kept.
    for (std::size_t i = parties.size() - kOverwrittenMax + 1; i < parties.size(); ++i)
      CHECK(has_seen(parties[i]));
    // Readers of the last write matter as long as it is the last.
    for (Party& party : parties)
      strong_read(party, word, MemoryOrder::relaxed, kDeviceScope);
    CHECK(std::all_of(parties.begin(), parties.end() - 1, has_seen));
  }

  TEST_CASE("a word that publishes nothing holds no clocks, nor does a forgotten one") {
    SyncWord word;
    Party writer;
    writer.slot = 1;
    writer.tick();
    strong_write(writer, word, MemoryOrder::relaxed, kDeviceScope, false);
    CHECK_FALSE(word.published.any());
    fence(writer, kDeviceScope, true);
    strong_write(writer, word, MemoryOrder::relaxed, kDeviceScope, false);
    CHECK(word.published.any());
    const SyncWord::Published before = word.published.in(kLenient);
    SyncWord::Publications copy;
    copy = word.published;
    word.forget();
    CHECK_FALSE(word.published.any());
    CHECK(copy.in(kLenient).released[kDeviceScope].same(before.released[kDeviceScope]));
  }

  TEST_CASE("what held the contents of freed memory goes back, and its cells are empty") {
    constexpr std::size_t kBytes = std::size_t{4} << 20;
    Arena arena;
    Allocation* const freed = arena.allocate(kBytes, MemoryKind::device, 0, 1);
    const std::uintptr_t base = freed->base;
    Allocation* const other = arena.allocate(kBytes, MemoryKind::device, 0, 1);
    const auto cell = [&](std::uintptr_t address) -> Cell& {
      return arena.shadow.cells[(address - arena.shadow.base) / 4];
    };
    for (const std::uintptr_t address : {base + kBytes / 2, other->base})
      cell(address).generation = arena.shadow.generation;
    arena.note_free(*arena.at(base), 1);
    arena.drop(*arena.at(base));
    CHECK_FALSE(Shadow::is_touched(arena.shadow, base + kBytes / 2));
    CHECK(*reinterpret_cast<const std::uint32_t*>(base + kBytes / 2) == 0);
    CHECK(Shadow::is_touched(arena.shadow, other->base));
    CHECK(*reinterpret_cast<const std::uint8_t*>(other->base) == Arena::kPoison);
  }
}

}  // namespace gridlock::sim::test_footprint
