// The part of the class's page that tells which of the bank's mistakes the class made.
#include <fmt/format.h>

#include <algorithm>

#include "class/html.h"
#include "class/report.h"
#include "common/file_head.h"
#include "common/files.h"

namespace gridlock {
namespace {

struct Wrong {
  const StudentRow* row;
  std::size_t lab;
  std::string verdict;
  std::vector<Resemblance> like;
};

std::vector<Wrong> wrong_submissions(const ClassState& state) {
  std::vector<Wrong> all;
  for (const StudentRow& row : state.rows)
    for (std::size_t i = 0; i < state.labs.size(); ++i) {
      if (row.records[i].status != RecordStatus::graded) continue;
      const LabSummary& result = row.records[i].lab;
      const auto failure = failure_of(result, result.not_begun);
      const auto bank = state.banks.find(state.labs[i].id);
      if (failure && bank != state.banks.end() && !bank->second.empty())
        all.push_back({&row, i, failure->verdict, resembling(*failure, bank->second)});
    }
  return all;
}

/// The first sentence of the mistake's story; "" if the file or its story is missing.
std::string first_sentence_of(const std::filesystem::path& mistake) {
  std::error_code error;
  if (!std::filesystem::exists(mistake, error)) return "";
  const std::string story = story_of(read_file(mistake));
  const std::size_t end = story.find(". ");
  return end == story.npos ? story : story.substr(0, end + 1);
}

std::string names_of(const Lab& lab, const std::vector<Resemblance>& like) {
  std::string text;
  for (const Resemblance& one : like) {
    const auto file = lab.solution_folder / "mistakes" / (one.mistake + ".cu");
    text += fmt::format("{}<a href=\"file://{}\"><code>{}</code></a> {}",
                        text.empty() ? "" : "<br>", escaped(file.string()),
                        escaped(one.mistake), escaped(first_sentence_of(file)));
  }
  if (!like.empty() && like.front().share < 1)
    text += fmt::format(" ({:.0f} % of the failed checks are the same)",
                        like.front().share * 100);
  return like.empty() ? "none" : text;
}

}  // namespace

std::string table_of_resemblance(const ClassState& state, bool names) {
  std::map<std::pair<std::size_t, std::string>, std::vector<const StudentRow*>> found;
  for (const Wrong& one : wrong_submissions(state))
    found[{one.lab, one.verdict + "</td><td>" + names_of(state.labs[one.lab], one.like)}]
        .push_back(one.row);
  if (found.empty()) return "";
  std::vector<std::pair<std::size_t, std::string>> lines;
  for (const auto& [what, rows] : found) {
    std::string who;
    for (const StudentRow* row : rows)
      who += fmt::format("{}<a href=\"students/{}.html\">{}</a>", who.empty() ? "" : "; ",
                         row->work.id, escaped(row->name()));
    lines.emplace_back(
        rows.size(),
        fmt::format("<tr><td class=\"n\">{}</td><td>{}</td><td>{}</td>{}</tr>\n",
                    rows.size(), escaped(state.labs[what.first].number), what.second,
                    names ? "<td>" + who + "</td>" : ""));
  }
  std::ranges::stable_sort(
      lines, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text =
      "<h2>Common mistakes</h2>\n<p>Which mistakes of the bank the wrong submissions "
      "resemble: the same verdict and cause, and most of the failed checks the same.</p>\n"
      "<div class=\"wide\"><table><tr><th>students</th><th>lab</th><th>verdict</th>"
      "<th>resembles</th>";
  text += names ? "<th>who</th></tr>\n" : "</tr>\n";
  for (const auto& [submissions, line] : lines) text += line;
  return text + "</table></div>\n";
}

}  // namespace gridlock
