#include <system_error>

#include "common/file_head.h"
#include "common/hash.h"
#include "tests/test.h"

namespace gridlock::test_text {
std::error_code error_of_reading(const fs::path& path) {
  try {
    read_file(path);
  } catch (const std::system_error& error) {
    return error.code();
  }
  return {};
}

TEST_CASE("sanitized text cannot steer a terminal") {
  CHECK(sanitize_text("a\tb\nc") == "a\tb\nc");
  CHECK(sanitize_text("\x1b[31mred\x1b[0m\x07\x08\r\x7f") == "red");
  CHECK(sanitize_text("\x1b]0;title\x07text\x1b]8;;http://x\x1b\\link") == "textlink");
  CHECK(sanitize_text("\x1b(Ba\x1b"
                      "cb") == "ab");
  CHECK(sanitize_text("\x1b") == "");
  CHECK(sanitize_text("\x1b[") == "");
  CHECK(sanitize_text("\x1b[12\nnext") == "\nnext");
  CHECK(sanitize_text(std::string("a\0b", 3)) == "ab");
  CHECK(sanitize_text("\xC2\x9B"
                      "31m") == "31m");  // C1 control sequence
  CHECK(sanitize_text("\xE2\x80\xAE"
                      "abc") == "abc");  // right-to-left override
  CHECK(sanitize_text("a\xE2\x80\xA8"
                      "b") == "ab");  // line separator
  CHECK(sanitize_text("gr\xC3\xBC\xC3\x9F \xF0\x9F\x98\x80") ==
        "gr\xC3\xBC\xC3\x9F \xF0\x9F\x98\x80");
}

TEST_CASE("sanitized text is always valid UTF-8") {
  for (const std::string bad :
       {"\xFF", "\xC3", "\xE2\x82", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80",
        "\x80", "a\xFEz", "\xF8\x88\x80\x80\x80"}) {
    CHECK_FALSE(is_utf8(bad));
    const std::string clean = sanitize_text(bad);
    CHECK(is_utf8(clean));
    CHECK(contains(clean, "\xEF\xBF\xBD"));
  }
  CHECK(sanitize_text("a\xFFz") == "a\xEF\xBF\xBDz");
}

TEST_CASE("lines, ends and replacements") {
  CHECK(split_lines("").empty());
  CHECK(split_lines("a\n\nb").size() == 3);
  CHECK(split_lines("a\n").size() == 1);
  CHECK(first_lines("1\n2\n3\n", 3) == "1\n2\n3\n");
  CHECK(first_lines("1\n2\n3\n4\n", 2) == "1\n2\n... and 2 more lines\n");
  CHECK(trim(" \t a b\r\n") == "a b");
  CHECK(trim(" \n").empty());
  CHECK(replace_all("/tmp/x/a /tmp/x/b", "/tmp/x/", "") == "a b");
  CHECK(replace_all("aaa", "aa", "b") == "ba");
}

TEST_CASE("a line is found by a word in it, or as the first one") {
  CHECK(line_with("one\n two three \ntwo\n", "two") == "two three");
  CHECK(line_with(" one \ntwo\n") == "one");
  CHECK(line_with("one\n", "two") == "");
  CHECK(line_with("") == "");
}

TEST_CASE("the last name of a path through members") {
  CHECK(last_name("report.masks[3]") == "masks[3]");
  CHECK(last_name("count") == "count");
}

TEST_CASE("numbers are grouped by thousands") {
  CHECK(with_commas(0) == "0");
  CHECK(with_commas(999) == "999");
  CHECK(with_commas(1000) == "1,000");
  CHECK(with_commas(1234567) == "1,234,567");
}

TEST_CASE("what is counted has its plural, unless it is one") {
  CHECK(counted(1, "check was", "checks were") == "1 check was");
  CHECK(counted(0, "launch", "launches") == "0 launches");
  CHECK(counted(1200, "launch", "launches") == "1,200 launches");
}

TEST_CASE("hashes differ where texts differ") {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(hash_hex(std::string(i, 'a')));
  CHECK(seen.size() == 1000);
  CHECK(hash_hex("").size() == Hasher::kDigits);
  CHECK(hash_hex("abc") == hash_hex("abc"));
  CHECK(hash_hex("abcdefgh1") != hash_hex("abcdefgh2"));
  CHECK(hash_hex(std::string("a\0", 2)) != hash_hex("a"));
  CHECK(Hasher().add("ab").add("c").hex() != Hasher().add("a").add("bc").hex());
  CHECK(Hasher().add(std::uint64_t{1}).hex() != Hasher().add(std::uint64_t{2}).hex());
}

TEST_CASE("files are read whole, up to a limit") {
  const Scratch folder;
  write_file_atomic(folder / "a", std::string(100'000, 'x'));
  CHECK(read_file(folder / "a").size() == 100'000);
  CHECK(read_file(folder / "a", 10) == "xxxxxxxxxx");
  CHECK(error_of_reading(folder / "none") == std::errc::no_such_file_or_directory);
  CHECK(error_of_reading(folder.path()) == std::errc::is_a_directory);
  CHECK(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK(error_of_reading(folder / "pipe") == std::errc::invalid_argument);
  CHECK(error_of_reading("/dev/zero") == std::errc::invalid_argument);
}

TEST_CASE("a scratch file is written, or the failure is told") {
  const Scratch folder;
  write_scratch_file(folder / "a", "old and long");
  write_scratch_file(folder / "a", "new");
  CHECK(read_file(folder / "a") == "new");
  CHECK_THROWS_AS(write_scratch_file(folder.path(), "x"), std::system_error);
  CHECK_THROWS_AS(write_scratch_file("/dev/full", "x"), std::system_error);
}

TEST_CASE("a file is replaced in one step, or not at all") {
  const Scratch folder;
  write_file_atomic(folder / "a", "old");
  write_file_atomic(folder / "a", "new");
  CHECK(read_file(folder / "a") == "new");
  CHECK_THROWS_AS(write_file_atomic(folder / "none" / "a", "x"), std::system_error);
  fs::create_directory(folder / "occupied");
  CHECK_THROWS_AS(write_file_atomic(folder / "occupied", "x"), std::system_error);
  // Nothing but `a` and `occupied` is left behind.
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 2);
  CHECK_THROWS_AS(write_file_atomic("/dev/full/x", "x"), std::system_error);
}

TEST_CASE(
    "what a file's head says of it stands in its first comment, whatever its mark") {
  const std::string_view head =
      "\xEF\xBB\xBF// expect: deadlock\n// told: a \n//told: b:c\n// tolder: x\n"
      "int x;\n// told: d\n";
  CHECK(head_value(head, "expect") == "deadlock");
  CHECK(head_values(head, "told") == std::vector<std::string>{"a", "b:c"});
  CHECK(head_value(head, "missing").empty());
}

TEST_CASE("the story of a file has nothing of what its head says to programs") {
  CHECK(story_of("// expect: deadlock\n// no cure: it adds too few\n// says: a\n"
                 "// unsaid: b\n// timed in: c\n// It waits:\n//\n// for nobody.\n"
                 "// overlay\n// without: f\n\n// Not this.\n") ==
        "It waits: for nobody.");
  CHECK(story_of("int x;\n").empty());
}

}  // namespace gridlock::test_text
