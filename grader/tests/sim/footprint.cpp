// The shadow memory of a large program takes no more room than it must.
#include "common/child_process.h"
#include "sim/memory/arena.h"
#include "sim/model/read_lists.h"
#include "sim/model/weak_values.h"
#include "sim/run/memory_watch.h"
#include "tests/test.h"

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
    // These parties saw writes that are still kept.
    for (std::size_t i = parties.size() - kOverwrittenMax + 1; i < parties.size(); ++i)
      CHECK(has_seen(parties[i]));
    // While a write is the last one, the list keeps all of its readers.
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
      return arena.shadow.opened(address - arena.shadow.base);
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

  constexpr std::size_t kGibibyte = std::size_t{1} << 30;

  TEST_CASE("gibibytes take memory only where they are written") {
    Arena arena;
    Allocation* const much = arena.allocate(15 * kGibibyte, MemoryKind::device, 0, 1);
    REQUIRE(much);
    const std::uintptr_t base = much->base;
    auto* const bytes = reinterpret_cast<std::uint8_t*>(base);
    CHECK_FALSE(arena.allocate(2 * kGibibyte, MemoryKind::device, 0, 1));
    CHECK(arena.at(base + 15 * kGibibyte - 1)->base == base);
    const std::uint64_t before = resident_bytes(getpid());
    for (std::size_t i = 0; i < 15 * kGibibyte; i += 64 << 20) {
      CHECK(bytes[i + 12345] == Arena::kPoison);
      bytes[i] = 1;
      CHECK(bytes[i + 1] == Arena::kPoison);
    }
    arena.fill(bytes + 100, 0, 14 * kGibibyte);
    CHECK(bytes[0] == 1);
    CHECK(bytes[99] == Arena::kPoison);
    CHECK(bytes[100] == 0);
    CHECK(bytes[7 * kGibibyte] == 0);
    CHECK(bytes[14 * kGibibyte + 99] == 0);
    CHECK(bytes[14 * kGibibyte + 100] == Arena::kPoison);
    CHECK(resident_bytes(getpid()) < before + (100 << 20));
    arena.reset();
    Allocation* const again = arena.allocate(3 * kGibibyte, MemoryKind::device, 0, 1);
    CHECK(again->base == base);
    CHECK(bytes[0] == Arena::kPoison);
    CHECK(bytes[kGibibyte] == Arena::kPoison);
  }

  TEST_CASE(
      "a gibibyte takes no memory after an allocation that filled all that is filled") {
    Arena arena;
    REQUIRE(arena.allocate(kFilledAtOnce, MemoryKind::device, 0, 1));
    const std::uint64_t before = resident_bytes(getpid());
    REQUIRE(arena.allocate(kGibibyte, MemoryKind::device, 0, 1));
    CHECK(resident_bytes(getpid()) < before + (100 << 20));
  }

  TEST_CASE("what is filled with something else is written") {
    Arena arena;
    Allocation* const much = arena.allocate(kGibibyte, MemoryKind::device, 0, 1);
    auto* const bytes = reinterpret_cast<std::uint8_t*>(much->base);
    arena.fill(bytes + 1, 9, 5 << 20);
    CHECK(bytes[0] == Arena::kPoison);
    CHECK(bytes[1] == 9);
    CHECK(bytes[(5 << 20)] == 9);
    CHECK(bytes[(5 << 20) + 1] == Arena::kPoison);
  }

  TEST_CASE("more than a machine has is refused, of any kind of memory") {
    Arena arena;
    for (const MemoryKind kind :
         {MemoryKind::device, MemoryKind::pinned, MemoryKind::managed})
      for (const std::size_t bytes :
           {~std::size_t{0}, std::size_t{3} << 40, std::size_t{33} << 30})
        CHECK_FALSE(arena.allocate(bytes, kind, 0, 1));
  }

  TEST_CASE("memory that is allocated and freed again and again does not grow") {
    Arena arena;
    const std::uint64_t before = resident_bytes(getpid());
    for (int round = 0; round < 300; ++round) {
      Allocation* const much = arena.allocate(2 * kGibibyte, MemoryKind::device, 0, 1);
      REQUIRE(much);
      std::memset(reinterpret_cast<void*>(much->base + kGibibyte), round, 1 << 20);
      arena.shadow.opened(much->base - arena.shadow.base).generation =
          arena.shadow.generation;
      arena.note_free(*much, 1);
      arena.drop(*much);
    }
    CHECK(resident_bytes(getpid()) < before + (50 << 20));
  }

  TEST_CASE("the machine's memory is the smaller of its own and its group's") {
    const ScratchFolder folder("memory");
    MemoryFiles files{folder.path() / "meminfo", folder.path()};
    CHECK_FALSE(MemoryLeft::in(files));
    write_file_atomic(files.meminfo,
                      "MemTotal:  8388608 kB\nMemFree:  10 kB\n"
                      "MemAvailable:  4194304 kB\n");
    REQUIRE(MemoryLeft::in(files));
    CHECK(MemoryLeft::in(files)->left == 4 * kGibibyte);
    CHECK(MemoryLeft::in(files)->reserve() == kGibibyte);
    write_file_atomic(folder.path() / "memory.current", "1073741824\n");
    write_file_atomic(folder.path() / "memory.max", "max\n");
    CHECK(MemoryLeft::in(files)->left == 4 * kGibibyte);
    write_file_atomic(folder.path() / "memory.max", "1610612736\n");
    CHECK(MemoryLeft::in(files)->left == kGibibyte / 2);
    // The system can take back the memory of cached files.
    write_file_atomic(folder.path() / "memory.stat",
                      "anon 7\ninactive_file 400\nactive_file 112\n");
    CHECK(MemoryLeft::in(files)->left == kGibibyte / 2 + 512);
    CHECK(MemoryLeft::in(files)->total == 3 * kGibibyte / 2);
  }
}

}  // namespace gridlock::sim::test_footprint
