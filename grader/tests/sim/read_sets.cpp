// The sets of readers of a word: which slots they have, whatever the order of the reads.
#include "sim/model/read_sets.h"
#include "tests/test.h"

namespace gridlock::sim::test_read_sets {

TEST_SUITE("sim read sets") {
  std::vector<Slot> slots_of(const ReadSet& set) {
    std::vector<Slot> slots;
    set.any([&](Slot slot) {
      slots.push_back(slot);
      return false;
    });
    return slots;
  }

  TEST_CASE("the last thread of a column reads first") {
    ReadSet set(1023, -992, 2);  // Slots 1023 and 31.
    for (Slot slot = 63; slot < 1023; slot += 32) REQUIRE(set.add(slot));
    std::vector<Slot> column;
    for (Slot slot = 31; slot <= 1023; slot += 32) column.push_back(slot);
    CHECK(slots_of(set) == column);
    CHECK(set.has(63));
    CHECK_FALSE(set.has(64));
    CHECK_FALSE(set.has(1055));
  }

  TEST_CASE("slots below and between the others are added") {
    ReadSet set(40, 8, 3);  // 40, 48 and 56.
    REQUIRE(set.add(32));
    REQUIRE(set.add(44));
    REQUIRE(set.add(44));
    CHECK(slots_of(set) == std::vector<Slot>{32, 40, 44, 48, 56});
  }

  TEST_CASE("slots too far apart are not added") {
    ReadSet set(100, 1, 64);
    CHECK_FALSE(set.add(164));
    CHECK_FALSE(set.add(99));
    CHECK(slots_of(set).size() == 64);
    ReadSet pair(100, 640, 2);
    CHECK_FALSE(pair.add(101));
    CHECK(slots_of(pair) == std::vector<Slot>{100, 740});
  }

  TEST_CASE("numbers are used again, and are none of lists") {
    ReadSets sets;
    const std::uint32_t first = sets.keep(ReadSet(1, 1, 2));
    const std::uint32_t second = sets.keep(ReadSet(5, 2, 2));
    CHECK(ReadSets::is(first));
    CHECK(slots_of(sets.at(second)) == std::vector<Slot>{5, 7});
    sets.free(first);
    CHECK(sets.keep(ReadSet(9, 3, 2)) == first);
    CHECK(slots_of(sets.at(first)) == std::vector<Slot>{9, 12});
    CHECK_FALSE(ReadSets::is(1));
    CHECK_FALSE(ReadSets::is(1u << 29 | 7));
  }
}

}  // namespace gridlock::sim::test_read_sets
