#include "checker/lab/sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "checker/lab/toml_values.h"
#include "common/pattern.h"
#include "common/text.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

/// Splits after each mark that can end a sentence, if a space or nothing follows.
void add_sentences(std::string_view text, std::vector<std::string>& into) {
  std::string rest = in_one_line(text);
  while (!rest.empty()) {
    std::size_t end = 0;
    do end = rest.find_first_of(".?!", end + 1);
    while (end != std::string::npos && end + 1 < rest.size() && rest[end + 1] != ' ');
    const std::size_t length = end == std::string::npos ? rest.size() : end + 1;
    into.push_back(rest.substr(0, length));
    rest = in_one_line(std::string_view(rest).substr(length));
  }
}

bool is_rule(std::string_view line) {
  return line.find_first_not_of("|-: ") == std::string_view::npos;
}

std::vector<Promise> entries(const toml::table& table, const char* kind,
                             const fs::path& file) {
  std::vector<Promise> promises;
  const toml::array* items = table[kind].as_array();
  if (!items) return promises;
  const bool is_checked = std::string_view(kind) == "promise";
  for (const toml::node& item : *items) {
    const toml::table* entry = item.as_table();
    if (!entry) continue;
    Promise promise;
    promise.says = in_one_line(toml_values::text(*entry, "says", file));
    if (is_checked) {
      promise.checks = toml_values::texts(*entry, "checks", file);
      if (entry->contains("broken_by"))
        promise.broken_by = toml_values::texts(*entry, "broken_by", file);
    } else {
      promise.because = toml_values::text(*entry, "because", file);
    }
    promises.push_back(std::move(promise));
  }
  return promises;
}

/// The part of the sentence that is in none of the entries; "" if only punctuation is
/// left.
std::string uncovered(std::string sentence, const std::vector<Promise>& promises) {
  for (const Promise& promise : promises) {
    if (promise.says.find(sentence) != std::string::npos) return "";
    if (const auto at = sentence.find(promise.says); at != std::string::npos)
      sentence = in_one_line(sentence.erase(at, promise.says.size()));
  }
  const bool is_empty = std::ranges::none_of(
      sentence, [](char c) { return std::isalnum(static_cast<unsigned char>(c)); });
  return is_empty ? "" : in_one_line(sentence);
}

}  // namespace

std::vector<Promise> read_promises(const fs::path& lab_folder) {
  const fs::path file = lab_folder / "sheet.toml";
  if (std::error_code error; !fs::exists(file, error)) return {};
  const toml::table table = toml_values::parsed(file);
  std::vector<Promise> promises = entries(table, "promise", file);
  for (Promise& each : entries(table, "unchecked", file))
    promises.push_back(std::move(each));
  return promises;
}

namespace {

/// The lines below a heading, without those of code.
std::vector<std::string> lines_of_section(std::string_view markdown,
                                          std::string_view heading) {
  std::vector<std::string> section;
  std::istringstream lines{std::string(markdown)};
  bool inside = false, is_code = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```"))
      is_code = !is_code;
    else if (!is_code && line.starts_with("## "))
      inside = line == heading;
    else if (inside && !is_code)
      section.push_back(line);
  }
  return section;
}

/// Whether a failure with this verdict can be blamed on one promise: a bad access or a
/// hang may break any of them.
bool may_be_of_one(std::optional<Verdict> verdict) {
  return !verdict || verdict == Verdict::wrong_result || verdict == Verdict::data_race ||
         verdict == Verdict::stale_value;
}

}  // namespace

std::string sentence_for(const std::vector<Promise>& promises, std::string_view title,
                         std::optional<Verdict> verdict, std::string_view said) {
  const auto longest = [](const std::vector<std::string>& parts, const auto& matches) {
    std::size_t length = 0;
    for (const std::string& part : parts)
      if (matches(part)) length = std::max(length, part.size());
    return length;
  };
  const auto is_in_title = [&](std::string_view part) { return contains(title, part); };
  const auto breaks = [&](std::string_view part) {
    const auto named = verdict_from_name(part);
    return named ? named == verdict : contains(said, part);
  };
  std::vector<const Promise*> others;
  const Promise* broken = nullptr;
  std::size_t most = 0;  // The longest match is the most specific.
  for (const Promise& promise : promises) {
    if (longest(promise.checks, is_in_title) == 0) continue;
    if (const std::size_t length = longest(promise.broken_by, breaks); length > most) {
      most = length;
      broken = &promise;
    }
    if (!verdict || promise.broken_by.empty()) others.push_back(&promise);
  }
  if (broken) return broken->says;
  const bool is_clear =
      may_be_of_one(verdict) && !others.empty() && (!verdict || others.size() == 1);
  return is_clear ? others.front()->says : "";
}

std::vector<std::string> sentences_tested_by(std::string_view title,
                                             const std::vector<Promise>& promises) {
  const auto is_in_title = [&](std::string_view part) { return contains(title, part); };
  std::vector<std::string> sentences;
  for (const Promise& promise : promises)
    if (std::ranges::any_of(promise.checks, is_in_title))
      sentences.push_back(promise.says);
  return sentences;
}

std::vector<std::string> sentences_of_section(std::string_view markdown,
                                              std::string_view heading) {
  static const Pattern kLink(R"(\[([^\]]*)\]\([^)]*\))");
  std::vector<std::string> sentences;
  std::string paragraph;
  const auto end_paragraph = [&] {
    add_sentences(kLink.replace_in(paragraph, "$1"), sentences);
    paragraph.clear();
  };
  const auto add_row = [&](const std::string& row) {
    std::istringstream cells(row);
    for (std::string cell; std::getline(cells, cell, '|'); end_paragraph())
      if (in_one_line(cell).find(' ') != std::string::npos) paragraph = cell;
  };
  std::string row;  // A table's row, unless the next line makes it the heading.
  for (const std::string& line : lines_of_section(markdown, heading)) {
    const bool in_table = line.starts_with('|');
    if (!in_table || !is_rule(line)) add_row(row);
    row = in_table && !is_rule(line) ? line : "";
    if (in_table) continue;
    if (line.empty()) end_paragraph();
    paragraph += line + "\n";
  }
  add_row(row);
  end_paragraph();
  return sentences;
}

std::vector<std::string> sentences_of_comments(std::string_view source) {
  std::vector<std::string> sentences;
  std::istringstream lines{std::string(source)};
  std::string comment;
  bool is_first = true;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("// ----")) continue;
    if (line.starts_with("//")) {
      comment += line.substr(2) + "\n";
      continue;
    }
    if (!is_first) add_sentences(comment, sentences);
    is_first = is_first && comment.empty();
    comment.clear();
  }
  return sentences;
}

std::vector<std::string> gaps_in_sheet(const std::vector<std::string>& sentences,
                                       const std::vector<Promise>& promises,
                                       const std::vector<std::string>& titles,
                                       std::string_view checks) {
  std::vector<std::string> gaps;
  std::string all;
  for (const std::string& sentence : sentences) {
    const std::string left = uncovered(sentence, promises);
    if (!left.empty())
      gaps.push_back(fmt::format("sheet.toml has no entry for: {}", left));
    all += sentence + " ";
  }
  for (const Promise& promise : promises) {
    if (all.find(promise.says) == std::string::npos)
      gaps.push_back(fmt::format("the sheet does not say: {}", promise.says));
    for (const std::string& part : promise.checks)
      if (const auto count = std::ranges::count_if(
              titles,
              [&](const std::string& title) { return title.find(part) != title.npos; });
          count != 1)
        gaps.push_back(
            fmt::format("\"{}\" is in the titles of {} checks, not of one", part, count));
    for (const std::string& said : promise.broken_by)
      if (!verdict_from_name(said) && checks.find(said) == checks.npos)
        gaps.push_back(fmt::format("no check says: {}", said));
  }
  for (const std::string& title : titles)
    if (sentence_for(promises, title).empty())
      gaps.push_back(fmt::format("nothing on the sheet asks for: {}", title));
  return gaps;
}

}  // namespace gridlock
