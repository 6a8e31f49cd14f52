#include "cli/cures/trials.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <nlohmann/json.hpp>
#include <utility>

#include "checker/interrupt.h"
#include "cli/own_process.h"
#include "common/files.h"
#include "common/scratch_folder.h"

namespace gridlock {

using nlohmann::json;

namespace {

LabOutcome outcome_of(const json& record) {
  LabOutcome outcome;
  for (const json& check : record.at("labs").at(0).at("checks")) {
    if (check.at("verdict") == "passed")
      outcome.passed.insert(check.at("name").get<std::string>());
    else if (check.at("verdict") != "skipped")
      ++outcome.failed;
    outcome.advice += check.at("advice").size();
  }
  return outcome;
}

bool lacks_order(const json& check) {
  return check.at("verdict") == "data_race" || check.at("verdict") == "stale_value";
}

Symptom symptom_of(const json& check, const CureSource& source) {
  return source.symptom_of(check.at("finding"),
                           check.value("interleaving", json::array()));
}

}  // namespace

LabOutcome outcome_of(const LabResult& result) {
  LabOutcome outcome;
  for (const CheckResult& check : result.checks)
    for (const CheckRun& run : check.runs) {
      if (run.executor != ExecutorKind::sim) continue;
      if (run.verdict == Verdict::passed)
        outcome.passed.insert(check.title);
      else if (run.verdict != Verdict::skipped)
        ++outcome.failed;
      outcome.advice += run.advice.size();
    }
  return outcome;
}

std::vector<TrialResult> Trials::run(const std::string& title,
                                     const std::vector<Changed>& changed) {
  std::vector<TrialResult> results;
  for (std::size_t begin = 0; begin < changed.size(); begin += jobs()) {
    const std::size_t end = std::min<std::size_t>(changed.size(), begin + jobs());
    if (search_.progress) search_.progress(count_);
    std::vector<std::future<TrialResult>> running;
    for (std::size_t i = begin; i < end; ++i)
      running.push_back(std::async(
          std::launch::async,
          [this, &title, &each = changed[i]] { return run_one(title, each); }));
    for (auto& each : running) {
      results.push_back(each.get());
      ++count_;
    }
    stop_if_interrupted();
  }
  return results;
}

TrialResult Trials::run_one(const std::string& title, const Changed& changed) const {
  const json record = graded(changed, {"--only", title, "--jobs", "1"});
  TrialResult result;
  if (record.is_discarded()) return result;
  for (const json& check : record.at("labs").at(0).at("checks")) {
    if (check.at("name") != title) continue;
    result.passes = check.at("verdict") == "passed";
    if (lacks_order(check)) result.symptom = symptom_of(check, source_);
    for (const json& advice : check.at("advice")) {
      const bool lacks_fence = advice.at("kind") == "missing_acquire_fence" ||
                               advice.at("kind") == "missing_relay_fence";
      if (!result.passes || !lacks_fence) continue;
      result.passes = false;
      result.symptom = source_.symptom_of(advice, json::array());
    }
  }
  return result;
}

std::optional<CuredLab> Trials::cured(const std::string& title, const Changed& changed,
                                      const LabOutcome& before) const {
  const json record = graded(changed, {"--seed", "2", "--jobs", std::to_string(jobs())});
  if (record.is_discarded()) return {};
  CuredLab lab{outcome_of(record), {}};
  const auto& passed = lab.outcome.passed;
  const bool cures = passed.contains(title) && lab.outcome.advice <= before.advice &&
                     (lab.outcome.failed == 0 || !changed.host_waits) &&
                     std::includes(passed.begin(), passed.end(), before.passed.begin(),
                                   before.passed.end());
  if (!cures) return {};
  for (const json& check : record.at("labs").at(0).at("checks"))
    if (lacks_order(check))
      lab.open.push_back({check.at("name"), symptom_of(check, source_)});
  return lab;
}

json Trials::graded(const Changed& changed, std::vector<std::string> more) const {
  const ScratchFolder folder("gridlock-cure");
  const std::filesystem::path copy = folder.path() / search_.lab.submission_name;
  write_file_atomic(copy, changed.text);
  std::vector<std::string> arguments = {"check",        search_.lab.id, "--submission",
                                        copy.string(),  "--on",         "sim",
                                        "--no-stories", "--json",       "-"};
  arguments.insert(arguments.end(), search_.arguments.begin(), search_.arguments.end());
  arguments.insert(arguments.end(), more.begin(), more.end());
  ProcessRequest request = own_process(search_.env, std::move(arguments));
  if (search_.limit.count() > 0) {
    using namespace std::chrono;
    const auto passed = duration_cast<milliseconds>(steady_clock::now() - begin_);
    if (passed >= search_.limit) throw OutOfTime();
    request.wall_limit = search_.limit - passed;
  }
  const ProcessResult ended = run_process(request);
  if (ended.timed_out) throw OutOfTime();
  return json::parse(ended.output, nullptr, false);
}

}  // namespace gridlock
