// The linker's command, which clang prints once and which then links without clang.

#include "build/linker.h"
#include "tests/test.h"

namespace gridlock::test_linker {
const std::string kPrinted =
    "Debian clang version 14\n"
    " (in-process)\n"
    " \"/bin/clang\" \"-cc1\" \"a.o.c\"\n"
    " \"/bin/sh\" \"-shared\" \"-L/my \\\"own\\\" \\\\ folder\" \"a.o\" \"/bin/sh\"\n";

TEST_CASE("linker: the command with the object among its words, cut there") {
  const auto command = parse_link_command(kPrinted, "a.o");
  REQUIRE(command);
  CHECK(command->before ==
        std::vector<std::string>{"/bin/sh", "-shared", "-L/my \"own\" \\ folder"});
  CHECK(command->behind == std::vector<std::string>{"/bin/sh"});
  CHECK(command->with({"b.o", "-lm"}).at(3) == "b.o");
  CHECK(command->with({"b.o", "-lm"}).back() == "/bin/sh");
  CHECK_FALSE(parse_link_command(kPrinted, "b.o"));
  CHECK_FALSE(parse_link_command("clang: error: no such file: 'a.o'\n", "a.o"));
}

TEST_CASE("linker: clang is asked once, and again when what it named is gone") {
  const Scratch scratch;
  const std::filesystem::path file = scratch / "linkers/x.json";
  int asked = 0;
  std::string linker = "/bin/sh";
  const auto kept = [&] {
    return kept_link_command(file, [&]() -> std::optional<LinkCommand> {
      ++asked;
      if (linker.empty()) return std::nullopt;
      return LinkCommand{{linker}, {"-lc"}};
    });
  };
  REQUIRE(kept());
  CHECK(kept()->before == std::vector<std::string>{"/bin/sh"});
  CHECK(kept()->behind == std::vector<std::string>{"-lc"});
  CHECK(asked == 1);
  for (const std::string damaged : {"", "{\"before\": 1}", "{\"before\": []}"}) {
    write_file_atomic(file, damaged);
    CHECK(kept());
  }
  CHECK(asked == 4);
  linker = "/nowhere/ld";
  write_file_atomic(file, "{\"before\": [\"/nowhere/old\"], \"behind\": []}");
  CHECK(kept()->before == std::vector<std::string>{"/nowhere/ld"});
  linker = "";
  CHECK_FALSE(kept());  // The kept command names a missing file.
}

}  // namespace gridlock::test_linker
