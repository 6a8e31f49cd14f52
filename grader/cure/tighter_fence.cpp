#include "cure/candidates.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/text.h"

namespace gridlock {
namespace {

constexpr std::string_view kFence = "__threadfence();";
/// The most lines between a fence and another one that may replace it.
constexpr std::ptrdiff_t kLinesMax = 2;

std::ptrdiff_t line_ends(std::string_view text, std::size_t begin, std::size_t end) {
  const std::string_view part = text.substr(begin, end - begin);
  return std::ranges::count(part, '\n');
}

}  // namespace

std::vector<TighterFence> tighter_fences(std::string_view before, std::string_view after,
                                         const std::string& words, const Symptom& symptom,
                                         const LineName& line_name) {
  const TextEdit edit = edit_between(before, after);
  const std::size_t first =
      after.find(kFence, edit.offset < kFence.size() ? 0 : edit.offset - kFence.size());
  const bool is_one_more =
      after.size() == before.size() + kFence.size() + 1 && first != after.npos;
  if (!is_one_more || words.find(kFence) == words.npos) return {};
  std::vector<TighterFence> tighter;
  if (symptom.within_block) {
    std::string text(after);
    text.replace(first, kFence.size(), "__threadfence_block();");
    tighter.push_back({text, replace_all(words, kFence, "__threadfence_block();")});
  }
  const std::size_t second = after.find(kFence, first + kFence.size());
  if (second == after.npos || line_ends(after, first, second) > kLinesMax) return tighter;
  std::string text(after);
  text.erase(second, kFence.size());
  const auto line = static_cast<int>(1 + line_ends(after, 0, second));
  tighter.push_back(
      {text, fmt::format("{}, in place of the one in {}", words, line_name(line))});
  return tighter;
}

}  // namespace gridlock
