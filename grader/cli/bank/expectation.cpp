#include "cli/bank/expectation.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "common/file_head.h"
#include "common/files.h"
#include "common/text.h"

namespace gridlock {
namespace {

constexpr std::size_t kHeadBytes = 4096;

/// The first bytes of the file's ".expect" if there is one, otherwise of the file itself.
std::string head_of(const std::filesystem::path& file) {
  std::filesystem::path sidecar = file;
  sidecar += ".expect";
  std::error_code error;
  if (std::filesystem::exists(sidecar, error)) return read_file(sidecar, kHeadBytes);
  return read_file(file, kHeadBytes);
}

/// The shape "sum, blocks = 4, threads = 8" without commas, which separate CSV cells.
std::string shape_of(std::string_view asked) {
  return replace_all(replace_all(asked, ", ", " "), " = ", "=");
}

}  // namespace

std::string Expectation::text() const {
  if (!advice.empty()) return "advice " + advice;
  std::string text;
  for (const Verdict verdict : verdicts)
    text += fmt::format("{}{}", text.empty() ? "" : ", ", name(verdict));
  return text;
}

Expectation read_expectation(const std::filesystem::path& file) {
  const std::string head = head_of(file);
  Expectation expected;
  expected.lab = head_value(head, "lab");
  expected.no_cure = head_value(head, "no cure");
  expected.says = head_values(head, "says");
  expected.unsaid = head_values(head, "unsaid");
  const std::string value = head_value(head, "expect");
  if (value.empty())
    throw BadExpectation("its first line does not say \"// expect: VERDICT\"");
  if (value.starts_with("advice ")) {
    expected.advice = trim(std::string_view(value).substr(7));
    expected.verdicts = {Verdict::passed};
    if (!advice_from_name(expected.advice))
      throw BadExpectation(
          fmt::format("there is no advice of kind \"{}\"", expected.advice));
    return expected;
  }
  for (const std::string& word : split_list(value)) {
    const auto verdict = verdict_from_name(word);
    if (!verdict) throw BadExpectation(fmt::format("there is no verdict \"{}\"", word));
    expected.verdicts.push_back(*verdict);
  }
  return expected;
}

Graded graded_in(const LabSummary& lab) {
  Graded graded;
  graded.score = lab.score;
  graded.warnings = lab.warnings;
  for (const CheckSummary& check : lab.checks) {
    if (check.verdict != Verdict::skipped)
      graded.verdict = worse(graded.verdict, check.verdict);
    graded.schedules += check.schedules;
    graded.accesses += check.accesses;
    graded.seconds += check.seconds;
    for (const FindingSummary& advice : check.advice)
      graded.advice.push_back(advice.kind);
  }
  for (const CheckSummary& check : lab.checks)
    if (check.verdict == graded.verdict) {
      const std::uint64_t found = check.schedules_to_finding;
      if (found && (!graded.schedules_to_finding || found < graded.schedules_to_finding))
        graded.schedules_to_finding = found;
      const std::string shape = shape_of(check.scenario);
      if (graded.shape.empty() || size_of_shape(shape) < size_of_shape(graded.shape))
        graded.shape = shape;
    }
  return graded;
}

std::uint64_t size_of_shape(std::string_view shape) {
  constexpr std::uint64_t kCountMax = 1 << 20;
  std::uint64_t size = 0;
  std::istringstream words{std::string(shape)};
  for (std::string word; words >> word;) {
    const std::size_t value = word.find('=') + 1;
    if (value == 0 || word.starts_with("seed=") || word[value] == '-') continue;
    const std::uint64_t number = std::stoull(word.substr(value));
    if (number <= kCountMax) size += number;
  }
  return size;
}

std::string report_mismatch(const Expectation& expected, std::string_view report) {
  std::istringstream in{std::string(report)};
  std::string words;  // The report on one line, like the rows to find in it.
  for (std::string word; in >> word;) words += (words.empty() ? "" : " ") + word;
  for (const std::string& row : expected.says)
    if (words.find(row) == words.npos)
      return fmt::format("its report does not say \"{}\"", row);
  for (const std::string& row : expected.unsaid)
    if (words.find(row) != words.npos) return fmt::format("its report says \"{}\"", row);
  return {};
}

std::string expectation_mismatch(const Expectation& expected, const Graded& graded) {
  if (std::ranges::find(expected.verdicts, graded.verdict) == expected.verdicts.end())
    return fmt::format("expected {}", expected.text());
  const bool advised =
      std::ranges::find(graded.advice, expected.advice) != graded.advice.end();
  if (!expected.advice.empty() && !advised)
    return fmt::format("the advice {} is missing", expected.advice);
  return {};
}

}  // namespace gridlock
