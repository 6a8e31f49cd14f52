// The suffix that names a place within a variable, such as "[2].word".

#include <doctest/doctest.h>

#include "common/type_layout.h"

namespace gridlock::test_layout {
TEST_SUITE("layouts") {
  TEST_CASE("arrays count their elements, also of several dimensions and past the end") {
    CHECK(path_in("[40 4.", 0) == "[0]");
    CHECK(path_in("[40 4.", 12) == "[3]");
    CHECK(path_in("[40 4.", 14) == "[3], byte 2");
    CHECK(path_in("[40 4.", 160) == "[40]");
    CHECK(path_in("[2 20[5 4.", 28) == "[1][2]");
    CHECK(path_in("[2 20[5 4.", 44) == "[2], byte 4");
  }

  TEST_CASE("records name their members, and those of theirs") {
    const std::string queue = "{head 0 4.;tail 8 8.;slots 16 16[4 4.;}";
    CHECK(path_in(queue, 0) == ".head");
    CHECK(path_in(queue, 8) == ".tail");
    CHECK(path_in(queue, 12) == ".tail, byte 4");
    CHECK(path_in(queue, 24) == ".slots[2]");
    CHECK(path_in(queue, 4) == ", byte 4");  // Between two members.
    CHECK(path_in("[3 128{word 0 4.;}", 256) == "[2].word");
    CHECK(path_in("{- 0 8{a 0 4.;b 4 4.;};own 8 4.;}", 4) == ".b");
    CHECK(path_in("{- 0 8{a 0 4.;b 4 4.;};own 8 4.;}", 8) == ".own");
  }

  TEST_CASE("what has no parts counts its bytes, and so does what is damaged") {
    CHECK(path_in("", 0) == "");
    CHECK(path_in("", 4) == ", byte 4");
    CHECK(path_in(".", 4) == ", byte 4");
    CHECK(path_in("{}", 0) == "");
    for (const char* damaged :
         {"[", "[4", "[4 ", "[4 0.", "[x 4.", "{", "{head", "{head 0", "{head 0 2.",
          "{head 0 2.;", "{ 0 4.;}", "{head 99999999999999999999 4.;}"})
      CHECK(path_in(damaged, 4) == ", byte 4");
  }
}

}  // namespace gridlock::test_layout
