// The house rule of size: grader/sizes.txt says how many lines each room may have.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "common/files.h"
#include "common/text.h"
#include "setup/house_rules.h"

namespace {

using namespace house;

/// A room's folder, and how many lines it may have at most.
using Ceilings = std::map<std::string, std::size_t>;

Ceilings ceilings_in(std::string_view table) {
  Ceilings ceilings;
  for (const std::string_view line : gridlock::split_lines(table)) {
    std::istringstream words{std::string(line)};
    std::size_t lines = 0;
    std::string folder;
    if (words >> lines >> folder) ceilings[folder] = lines;
  }
  return ceilings;
}

/// The room of a file: the innermost folder of the table that holds it.
std::string room_of(const TextFile& file, const Ceilings& ceilings) {
  std::string room;
  for (const auto& [folder, lines] : ceilings)
    if (file.is_under(folder + "/") && folder.size() > room.size()) room = folder;
  return room;
}

/// A ceiling far above the size of a room would hold nothing.
std::size_t lowest_ceiling(std::size_t lines) { return lines + lines / 20 + 20; }

Broken broken_ceilings(const std::vector<TextFile>& files, const Ceilings& ceilings) {
  std::map<std::string, std::size_t> sizes;
  for (const TextFile& file : files)
    sizes[room_of(file, ceilings)] +=
        static_cast<std::size_t>(std::ranges::count(file.text, '\n'));
  Broken broken;
  for (const auto& [folder, most] : ceilings) {
    const std::size_t lines = sizes[folder];
    if (lines > most)
      broken.push_back(
          fmt::format("{} has {} lines, {} more than grader/sizes.txt allows: take "
                      "something out, or raise the number and say why in the commit",
                      folder, lines, lines - most));
    if (most > lowest_ceiling(lines))
      broken.push_back(
          fmt::format("{} has {} lines, far fewer than grader/sizes.txt allows: write {}",
                      folder, lines, lines));
  }
  return broken;
}

}  // namespace

TEST_CASE("no room is larger than its ceiling, and no ceiling far above its room") {
  const Ceilings ceilings =
      ceilings_in(gridlock::read_file(GRIDLOCK_SOURCE_DIR "/grader/sizes.txt"));
  CHECK(ceilings.size() > 20);
  for (const std::string& broken : broken_ceilings(repository(), ceilings))
    FAIL_CHECK(broken);
  for (const TextFile& file : repository())
    if (file.is_under("grader/"))
      CHECK_MESSAGE(!room_of(file, ceilings).empty(), file.path);

  const auto broken = [](std::size_t lines, std::string_view table) {
    return broken_ceilings({{"a/b/c.h", std::string(lines, '\n')}}, ceilings_in(table))
        .size();
  };
  CHECK(broken(100, "# lines, folder\n100 a\n") == 0);
  CHECK(broken(101, "100 a\n") == 1);
  CHECK(broken(101, "10 a\n101 a/b\n") == 0);
  CHECK(broken(100, "200 a\n") == 1);
  CHECK(broken(100, "100 ab\n") == 1);
}
