#include "class/names.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <regex>

namespace gridlock {

HandedName understand(std::string_view name) {
  static const std::regex kCanvas(R"(([^_]+)(_LATE|_late)?_(\d{1,18})_(\d{1,18})_(.+))");
  static const std::regex kMoodle(
      R"((.+)_(\d{1,18})_assignsubmission_(?:file|onlinetext)_?(.*))");
  const std::string text(name);
  std::smatch match;
  const auto number = [&](std::size_t group) {
    return std::strtoull(match[group].str().c_str(), nullptr, 10);
  };
  if (std::regex_match(text, match, kCanvas))
    return {match.format("$1_$3"), number(4), match[2].matched, match[5]};
  if (std::regex_match(text, match, kMoodle))
    return {match.format("$1_$2"), number(2), false, match[3]};
  return {text, 0, false, ""};
}

std::string without_attempt(std::string_view file) {
  static const std::regex kAttempt(R"((.+?)(?:-\d{1,3}| ?\(\d{1,3}\))(\.[^.]+))");
  return std::regex_replace(std::string(file), kAttempt, "$1$2");
}

bool is_same_file_name(std::string_view handed, std::string_view wanted) {
  const std::string name = without_attempt(handed);
  return std::equal(name.begin(), name.end(), wanted.begin(), wanted.end(),
                    [](unsigned char one, unsigned char other) {
                      return std::tolower(one) == std::tolower(other);
                    });
}

bool looks_like_copy(std::string_view name, std::string_view of) {
  static const std::regex kEnding(
      R"((?:[ _.-]+(?:late|copy|new|old|final|fixed|again|update|updated|revised|)"
      R"(resubmission|resubmitted|v?\d{1,3})| ?\(\d{1,3}\))+)",
      std::regex::icase);
  constexpr std::size_t kEndingMax = 40;
  if (of.empty() || !name.starts_with(of) || name.size() - of.size() > kEndingMax)
    return false;
  const std::string ending(name.substr(of.size()));
  return std::regex_match(ending, kEnding);
}

}  // namespace gridlock
