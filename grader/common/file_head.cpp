#include "common/file_head.h"

#include <algorithm>
#include <iterator>

#include "common/text.h"

namespace gridlock {

namespace {

/// All keys of heads in the bank, its ladders and the simulator's programs.
constexpr std::string_view kKeys[] = {
    "expect", "lab",     "no cure",   "says", "unsaid", "without", "missing",
    "told",   "command", "schedules", "data", "cuda",   "timed in"};

/// The lines of the comment, without "//" and spaces around them.
std::vector<std::string_view> lines_of_head(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::vector<std::string_view> lines;
  for (const std::string_view line : split_lines(text)) {
    if (!line.starts_with("//")) break;
    lines.push_back(trim(line.substr(2)));
  }
  return lines;
}

bool has_key(std::string_view line, std::string_view key) {
  return line.starts_with(key) && line.substr(key.size()).starts_with(':');
}

}  // namespace

std::vector<std::string> head_values(std::string_view text, std::string_view key) {
  std::vector<std::string> values;
  for (const std::string_view line : lines_of_head(text))
    if (has_key(line, key)) values.emplace_back(trim(line.substr(key.size() + 1)));
  return values;
}

std::string head_value(std::string_view text, std::string_view key) {
  const auto values = head_values(text, key);
  return values.empty() ? "" : values.front();
}

std::string story_of(std::string_view text) {
  std::string story;
  for (const std::string_view line : lines_of_head(text)) {
    const bool is_for_a_program =
        line == "overlay" ||
        std::any_of(std::begin(kKeys), std::end(kKeys),
                    [&](std::string_view key) { return has_key(line, key); });
    if (!is_for_a_program) story.append(line).append(" ");
  }
  return in_one_line(story);
}

}  // namespace gridlock
