#include "class/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "common/pattern.h"
#include "common/text.h"

namespace gridlock {
namespace {

/// Combining marks, each with its letters in pairs: without the mark and with it.  Only
/// macOS writes names decomposed, each letter before its mark.
constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kMarks{
    {{"\u0300", "AÀEÈIÌOÒUÙaàeèiìoòuù"},
     {"\u0301", "AÁCĆEÉIÍNŃOÓSŚUÚYÝZŹaácćeéiínńoósśuúyýzź"},
     {"\u0302", "AÂEÊIÎOÔUÛaâeêiîoôuû"},
     {"\u0303", "AÃNÑOÕaãnñoõ"},
     {"\u0306", "AĂGĞaăgğ"},
     {"\u0307", "IİZŻzż"},
     {"\u0308", "AÄEËIÏOÖUÜaäeëiïoöuüyÿ"},
     {"\u030A", "AÅUŮaåuů"},
     {"\u030C", "CČDĎEĚNŇRŘSŠTŤZŽcčdďeěnňrřsštťzž"},
     {"\u0327", "CÇSŞcçsş"},
     {"\u0328", "AĄEĘaąeę"}}};

/// Letters in pairs, without and with a stroke, which is no combining mark.
constexpr std::string_view kStruck = "DĐLŁOØdđlłoø";

/// The least number of bytes to change, add or remove until `text` is a part of `whole`.
std::size_t distance_to_part(std::string_view text, std::string_view whole) {
  std::vector<std::size_t> row(whole.size() + 1, 0);
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < whole.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (text[i] != whole[j])});
      diagonal = above;
    }
  }
  return *std::ranges::min_element(row);
}

}  // namespace

std::string composed(std::string name) {
  for (const auto& [mark, letters] : kMarks)
    for (std::size_t at = 0; contains(name, mark) && at < letters.size(); at += 3)
      name = replace_all(name, std::string(letters.substr(at, 1)).append(mark),
                         letters.substr(at + 1, 2));
  return name;
}

std::string without_marks(std::string name) {
  const auto replace = [&](std::string_view letters) {
    for (std::size_t at = 0; at < letters.size(); at += 3)
      name = replace_all(name, letters.substr(at + 1, 2), letters.substr(at, 1));
  };
  for (const auto& [mark, letters] : kMarks) replace(letters);
  replace(kStruck);
  return name;
}

std::string sanitize_name(std::string_view name) {
  std::string clean = sanitize_text(name);
  for (char& c : clean)
    if (c == '\n' || c == '\t') c = ' ';
  return clean;
}

HandedName understand(std::string_view name) {
  static const Pattern kCanvas(R"(([^_]+)(_LATE|_late)?_(\d{1,18})_(\d{1,18})_(.+))");
  // Typed texts and links lack the second number; anonymous grading has a code in place
  // of the name.
  static const Pattern kCanvasText(
      R"(([^_]+)(_LATE|_late)?_(\d{1,18})_((?:text|link)\.html))");
  static const Pattern kAnonymous(
      R"((LATE_)?(anon_[0-9A-Za-z]{5})_(?:(\d{1,18})_)?(.+))");
  static const Pattern kMoodle(
      R"((.+)_(\d{1,18})_assignsubmission_(?:file|onlinetext)_?(.*))");
  const std::string text(name);
  const auto number = [](const std::string& digits) {
    return std::strtoull(digits.c_str(), nullptr, 10);
  };
  if (const auto of = kCanvas.match(text); !of.empty())
    return {of[1] + "_" + of[3], number(of[4]), !of[2].empty(), of[5], true};
  if (const auto of = kCanvasText.match(text); !of.empty())
    return {of[1] + "_" + of[3], 0, !of[2].empty(), of[4], true};
  if (const auto of = kAnonymous.match(text); !of.empty())
    return {of[2], number(of[3]), !of[1].empty(), of[4], true};
  if (const auto of = kMoodle.match(text); !of.empty())
    return {of[1] + "_" + of[2], number(of[2]), false, of[3]};
  return {text, 0, false, ""};
}

std::string without_attempt(std::string_view file) {
  static const Pattern kAttempt(R"((.+?)(?:-\d{1,3}| ?\(\d{1,3}\))(\.[^.]+))");
  return kAttempt.replace_in(std::string(file), "$1$2");
}

bool is_same_file_name(std::string_view handed, std::string_view wanted) {
  return lower(without_attempt(handed)) == lower(wanted);
}

bool looks_like_copy(std::string_view name, std::string_view of) {
  static const Pattern kEnding(
      R"((?:[ _.-]+(?:late|copy|new|old|final|fixed|again|update|updated|revised|)"
      R"(resubmission|resubmitted|v?\d{1,3})| ?\(\d{1,3}\))+)");
  constexpr std::size_t kEndingMax = 40;
  if (of.empty() || !name.starts_with(of) || name.size() - of.size() > kEndingMax)
    return false;
  return !kEnding.match(lower(name.substr(of.size()))).empty();
}

bool is_copy_by_word(std::string_view name, std::string_view of) {
  static const Pattern kWord("[a-z]{2,}");
  return looks_like_copy(name, of) &&
         !kWord.matches_in(lower(name.substr(of.size()))).empty();
}

std::string nearest_names(const std::string& text,
                          const std::vector<std::string>& names) {
  std::vector<std::pair<std::size_t, std::string>> by_distance;
  for (const std::string& name : names)
    by_distance.emplace_back(distance_to_part(lower(text), lower(name)),
                             fmt::format("\"{}\"", sanitize_name(name)));
  std::ranges::sort(by_distance);
  std::string list;
  for (std::size_t i = 0; i < std::min<std::size_t>(by_distance.size(), 3); ++i)
    list += (i == 0 ? "" : ", ") + by_distance[i].second;
  return list;
}

}  // namespace gridlock
