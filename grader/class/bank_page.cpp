// Which mistakes of the bank a class makes.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "class/html.h"
#include "class/report.h"

namespace gridlock {
namespace {

/// A wrong submission and what it resembles.
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
      const nlohmann::ordered_json& result = row.records[i].result;
      const auto failure = failure_of(result, parts_not_begun(result));
      const auto bank = state.banks.find(state.labs[i].id);
      if (failure && bank != state.banks.end() && !bank->second.empty())
        all.push_back({&row, i, failure->verdict, resembling(*failure, bank->second)});
    }
  return all;
}

std::string names_of(const std::vector<Resemblance>& like) {
  std::string text;
  for (const Resemblance& one : like)
    text +=
        fmt::format("{}<code>{}</code>", text.empty() ? "" : ", ", escaped(one.mistake));
  if (!like.empty() && like.front().share < 1)
    text += fmt::format(" ({:.0f} % of the failed checks are the same)",
                        like.front().share * 100);
  return like.empty() ? "none" : text;
}

std::string table_by_frequency(const ClassState& state, const std::vector<Wrong>& all) {
  std::map<std::pair<std::size_t, std::string>, std::size_t> counted;
  for (const Wrong& one : all)
    ++counted[{one.lab, one.verdict + "</td><td>" + names_of(one.like)}];
  std::vector<std::pair<std::size_t, std::string>> lines;
  for (const auto& [what, submissions] : counted)
    lines.emplace_back(
        submissions,
        fmt::format("<tr><td class=\"n\">{}</td><td>{}</td><td>{}</td></tr>\n",
                    submissions, escaped(state.labs[what.first].number), what.second));
  std::stable_sort(lines.begin(), lines.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text =
      "<h2>Mistakes of the bank</h2>\n<p>Which mistakes in <code>solutions/</code> the "
      "wrong submissions resemble: the same verdict and cause, and most of the failed "
      "checks the same.</p>\n<table><tr><th>submissions</th><th>lab</th>"
      "<th>verdict</th><th>resemble</th></tr>\n";
  for (const auto& [submissions, line] : lines) text += line;
  return text + "</table>\n";
}

std::string table_by_student(const ClassState& state, const std::vector<Wrong>& all) {
  std::string text =
      "<table><tr><th>student</th><th>lab</th><th>verdict</th><th>resembles</th></tr>\n";
  for (const Wrong& one : all)
    text += fmt::format(
        "<tr><td><a href=\"students/{}.html\">{}</a></td><td>{}</td><td>{}</td>"
        "<td>{}</td></tr>\n",
        one.row->work.id, escaped(one.row->work.student),
        escaped(state.labs[one.lab].number), escaped(one.verdict), names_of(one.like));
  return text + "</table>\n";
}

}  // namespace

std::string tables_of_resemblance(const ClassState& state, bool names) {
  const auto all = wrong_submissions(state);
  if (all.empty()) return "";
  return table_by_frequency(state, all) + (names ? table_by_student(state, all) : "");
}

}  // namespace gridlock
