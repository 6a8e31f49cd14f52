#include "cli/cures.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <future>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "build/overlay/overlay.h"
#include "checker/interrupt.h"
#include "cli/own_process.h"
#include "common/files.h"
#include "common/scratch_folder.h"
#include "cure/candidates.h"
#include "report/failure_text.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t kFirstMax = 40;   ///< Changes that are tried.
constexpr std::size_t kHalfwayMax = 2;  ///< Changes that may be the first of two.
constexpr std::size_t kSecondMax = 12;  ///< Second changes that are tried with each.
constexpr std::size_t kSourceMax = 1 << 20;

/// The run of the check on the simulator, if it failed there for want of some order.
const CheckRun* unordered_run(const CheckResult& check) {
  for (const CheckRun& run : check.runs)
    if (run.executor == ExecutorKind::sim && run.finding &&
        (run.verdict == Verdict::data_race || run.verdict == Verdict::stale_value))
      return &run;
  return nullptr;
}

/// A submission's text; an overlay's whole, since it works in its own folder alone.
class Source {
 public:
  explicit Source(const Lab& lab, const fs::path& submission)
      : name_(lab.submission_name), text_(read_file(submission, kSourceMax)) {
    if (overlay_head(text_).line == 0) return;
    const Expansion whole = expand_overlay(text_, read_file(lab.solution(), kSourceMax));
    if (!whole.problem.empty()) return;
    text_ = whole.text();
    lines_ = whole.readable_lines();
  }

  const std::string& text() const { return text_; }

  /// "line 8", "reference.cu:39"
  std::string line_name(int line) const {
    const auto index = static_cast<std::size_t>(line) - 1;
    if (index >= lines_.size()) return fmt::format("line {}", line);
    return fmt::format("{}{}", lines_[index].of_reference ? "reference.cu:" : "line ",
                       lines_[index].number);
  }

  /// The line of the text that a report calls so; nothing if it is of another file.
  std::optional<int> line_of(const std::string& file, int number) const {
    const bool own = file == name_;
    if (number <= 0 || !is_submission_file(file, name_)) return {};
    if (lines_.empty()) return own ? std::optional(number) : std::nullopt;
    for (std::size_t i = 0; i < lines_.size(); ++i)
      if (lines_[i].number == number && lines_[i].of_reference != own)
        return static_cast<int>(i) + 1;
    return {};
  }

 private:
  std::string name_;
  std::string text_;
  std::vector<ExpandedLine> lines_;  ///< Of an overlay's whole.
};

void add_suspect(Symptom& symptom, std::optional<int> line) {
  auto& lines = symptom.lines;
  if (line && std::find(lines.begin(), lines.end(), *line) == lines.end())
    lines.push_back(*line);
}

bool lacks_barrier(const std::string& missing) {
  return missing.find("__syncthreads") != std::string::npos;
}

/// Where the submission fails.
Symptom symptom_of(const CheckRun& run, const Source& source) {
  Symptom symptom;
  for (const PlacedAccess& access : run.finding->accesses)
    add_suspect(symptom, source.line_of(access.place.file, access.place.line));
  for (std::size_t i = run.interleaving.size(); i-- > 0;)
    add_suspect(symptom, source.line_of(run.interleaving[i].place.file,
                                        run.interleaving[i].place.line));
  symptom.lacks_barrier = lacks_barrier(run.finding->missing);
  return symptom;
}

/// Where a changed copy fails, which is no overlay, from its record.
Symptom symptom_of(const json& check, const std::string& file) {
  Symptom symptom;
  const auto add = [&](const json& access) {
    if (access.at("file") == file) add_suspect(symptom, access.at("line").get<int>());
  };
  const json& finding = check.at("finding");
  for (const json& access : finding.at("accesses")) add(access);
  if (check.contains("interleaving"))
    for (auto step = check.at("interleaving").rbegin();
         step != check.at("interleaving").rend(); ++step)
      add(*step);
  symptom.lacks_barrier = lacks_barrier(finding.value("missing", ""));
  return symptom;
}

bool have_common_line(const Symptom& one, const Symptom& other) {
  return std::any_of(one.lines.begin(), one.lines.end(), [&](int line) {
    return std::find(other.lines.begin(), other.lines.end(), line) != other.lines.end();
  });
}

/// The text with one or more changes.
struct Changed {
  std::string text;
  std::string words;
};

/// What the simulator's checks showed.
struct Outcome {
  std::set<std::string> passed;  ///< Their titles.
  std::size_t advice = 0;
};

Outcome outcome_of(const LabResult& result) {
  Outcome outcome;
  for (const CheckResult& check : result.checks)
    for (const CheckRun& run : check.runs) {
      if (run.executor != ExecutorKind::sim) continue;
      if (run.verdict == Verdict::passed) outcome.passed.insert(check.title);
      outcome.advice += run.advice.size();
    }
  return outcome;
}

Outcome outcome_of(const json& record) {
  Outcome outcome;
  for (const json& check : record.at("labs").at(0).at("checks")) {
    if (check.at("verdict") == "passed")
      outcome.passed.insert(check.at("name").get<std::string>());
    outcome.advice += check.at("advice").size();
  }
  return outcome;
}

/// What came of a change.
struct TrialResult {
  bool passes = false;
  /// Where the check fails now for want of order; no line if it fails otherwise.
  Symptom symptom;
};

/// Grades copies of a submission with changes.
class Trials {
 public:
  Trials(const CureSearch& search, const CheckResult& check, const LabResult& result)
      : search_(search),
        check_(check),
        before_(outcome_of(result)),
        source_(search.lab, result.submission) {}

  const Source& source() const { return source_; }
  Symptom symptom() const { return symptom_of(*unordered_run(check_), source_); }

  /// Tries the check alone.
  TrialResult run(const Changed& changed) const {
    const json record = graded(changed, {"--only", check_.title, "--jobs", "1"});
    TrialResult result;
    if (record.is_discarded()) return result;
    for (const json& check : record.at("labs").at(0).at("checks")) {
      if (check.at("name") != check_.title) continue;
      result.passes = check.at("verdict") == "passed";
      if (check.at("verdict") == "data_race" || check.at("verdict") == "stale_value")
        result.symptom = symptom_of(check, search_.lab.submission_name);
    }
    return result;
  }

  /// How many checks of the lab pass with it; 0 if it is no cure.
  std::size_t cured(const Changed& changed) const {
    const json record =
        graded(changed, {"--seed", "2", "--jobs", std::to_string(search_.jobs)});
    if (record.is_discarded()) return 0;
    const Outcome after = outcome_of(record);
    const bool all = std::includes(after.passed.begin(), after.passed.end(),
                                   before_.passed.begin(), before_.passed.end());
    const bool cures =
        all && after.passed.contains(check_.title) && after.advice <= before_.advice;
    return cures ? after.passed.size() : 0;
  }

 private:
  json graded(const Changed& changed, std::vector<std::string> more) const {
    const ScratchFolder folder("gridlock-cure");
    const fs::path copy = folder.path() / search_.lab.submission_name;
    write_file_atomic(copy, changed.text);
    std::vector<std::string> arguments = {"check",       search_.lab.id, "--submission",
                                          copy.string(), "--on",         "sim",
                                          "--no-cures",  "--json",       "-"};
    arguments.insert(arguments.end(), search_.arguments.begin(), search_.arguments.end());
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProcessResult ended =
        run_process(own_process(search_.env, std::move(arguments)));
    return json::parse(ended.output, nullptr, false);
  }

  const CureSearch& search_;
  const CheckResult& check_;
  const Outcome before_;
  const Source source_;
};

/// Tries the changes of one text until one cures.
class Round {
 public:
  Round(const Trials& trials, unsigned jobs) : trials_(trials), jobs_(jobs) {}

  /// Whether one was found; `cure` and `checks_passed` then hold it.
  bool run(const Changed& base, const Symptom& symptom, std::size_t candidates_max) {
    auto candidates = candidates_for(
        base.text, symptom, [&](int line) { return trials_.source().line_name(line); });
    if (candidates.size() > candidates_max) candidates.resize(candidates_max);
    for (std::size_t begin = 0; begin < candidates.size(); begin += jobs_) {
      const std::size_t end = std::min<std::size_t>(candidates.size(), begin + jobs_);
      std::vector<Changed> changed;
      for (std::size_t i = begin; i < end; ++i)
        changed.push_back(
            {edited(base.text, candidates[i].edit), base.words + candidates[i].words});
      const auto results = run_at_once(changed);
      stop_if_interrupted();
      tried += changed.size();
      for (std::size_t i = 0; i < changed.size(); ++i) {
        if (results[i].passes && (checks_passed = trials_.cured(changed[i])) > 0) {
          cure = std::move(changed[i]);
          return true;
        }
        const Symptom& next = results[i].symptom;
        if (next.lines.empty() || symptom.lines.empty()) continue;
        if (!have_common_line(next, symptom) && halfway.size() < kHalfwayMax)
          halfway.emplace_back(std::move(changed[i]), next);
      }
    }
    return false;
  }

  std::size_t tried = 0;
  Changed cure;
  std::size_t checks_passed = 0;
  /// The first changes after which the check fails in other lines.
  std::vector<std::pair<Changed, Symptom>> halfway;

 private:
  std::vector<TrialResult> run_at_once(const std::vector<Changed>& changed) const {
    std::vector<std::future<TrialResult>> running;
    for (const Changed& each : changed)
      running.push_back(
          std::async(std::launch::async, [&] { return trials_.run(each); }));
    std::vector<TrialResult> results;
    for (auto& each : running) results.push_back(each.get());
    return results;
  }

  const Trials& trials_;
  unsigned jobs_;
};

/// The change as one edit.
TextEdit edit_between(const std::string& before, const std::string& after) {
  const auto [first, first_after] =
      std::mismatch(before.begin(), before.end(), after.begin(), after.end());
  const auto offset = static_cast<std::size_t>(first - before.begin());
  std::size_t tail = 0;
  while (tail < std::min(before.size(), after.size()) - offset &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  return {offset, before.size() - offset - tail,
          after.substr(offset, after.size() - offset - tail)};
}

}  // namespace

std::string text_to_cure(const Lab& lab, const fs::path& submission) {
  return Source(lab, submission).text();
}

const CheckResult* curable_check(const LabResult& result) {
  if (const CheckResult* first = first_to_repair(result); first && unordered_run(*first))
    return first;
  for (const CheckResult& check : result.checks)
    if (unordered_run(check) && !result.has_not_begun(check.part)) return &check;
  return nullptr;
}

void look_for_cure(const CureSearch& search, const CheckResult& check,
                   LabResult& result) {
  const Trials trials(search, check, result);
  Round round(trials, search.jobs);
  const std::string& before = trials.source().text();
  bool found = round.run({before, ""}, trials.symptom(), kFirstMax);
  for (auto& [base, symptom] : std::exchange(round.halfway, {})) {
    if (found) break;
    base.words += ", and ";
    found = round.run(base, symptom, kSecondMax);
  }
  result.cures_tried = round.tried;
  if (!found) return;
  TextEdit edit = edit_between(before, round.cure.text);
  const auto line =
      1 + std::count(before.begin(),
                     before.begin() + static_cast<std::ptrdiff_t>(edit.offset), '\n');
  result.cure = {
      check.title, std::move(round.cure.words), static_cast<int>(line), edit.offset,
      edit.length, std::move(edit.text),        round.checks_passed};
}

}  // namespace gridlock
