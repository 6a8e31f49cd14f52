// Edits of a text.
#include "cure/candidate.h"

#include <doctest/doctest.h>

#include <stdexcept>

namespace gridlock::test_text_edit {
TEST_CASE("edits count their places in the text as it was") {
  CHECK(edited("abcdef", {{4, 1, "E"}, {0, 0, "<"}, {1, 2, ""}}) == "<adEf");
  CHECK(edited("abc", {}) == "abc");
  CHECK(edited("abc", {{3, 0, "d"}}) == "abcd");
}

TEST_CASE("at one place, what replaces comes last") {
  CHECK(edited("ab", {{1, 1, "B"}, {1, 0, "1"}, {1, 0, "2"}}) == "a12B");
}

TEST_CASE("an edit outside the text is refused") {
  CHECK_THROWS_AS(edited("abc", {{4, 0, "x"}}), std::out_of_range);
  CHECK_THROWS_AS(edited("abc", {{2, 2, "x"}}), std::out_of_range);
}

TEST_CASE("one edit makes one text of another") {
  CHECK(edit_between("abcd", "aXXd") == TextEdit{1, 2, "XX"});
  CHECK(edit_between("aa", "aaa") == TextEdit{2, 0, "a"});
  CHECK(edit_between("abc", "abc") == TextEdit{3, 0, ""});
  CHECK(edit_between("abc", "") == TextEdit{0, 3, ""});
}

}  // namespace gridlock::test_text_edit
