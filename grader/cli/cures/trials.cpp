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

std::vector<bool> Trials::run(const std::string& title,
                              const std::vector<Changed>& changed) {
  std::vector<bool> results;
  for (std::size_t begin = 0; begin < changed.size(); begin += jobs()) {
    const std::size_t end = std::min<std::size_t>(changed.size(), begin + jobs());
    if (search_.progress) search_.progress(count_);
    std::vector<std::future<bool>> running;
    for (std::size_t i = begin; i < end; ++i)
      running.push_back(
          std::async(std::launch::async,
                     [this, &title, &each = changed[i]] { return passes(title, each); }));
    for (auto& each : running) {
      results.push_back(each.get());
      ++count_;
    }
    stop_if_interrupted();
  }
  return results;
}

bool Trials::passes(const std::string& title, const Changed& changed) const {
  const json record = graded(changed, {"--only", title, "--jobs", "1"});
  if (record.is_discarded()) return false;
  bool passes = false;
  for (const json& check : record.at("labs").at(0).at("checks")) {
    if (check.at("name") != title) continue;
    passes = check.at("verdict") == "passed";
    for (const json& advice : check.at("advice"))
      passes = passes && advice.at("kind") != "missing_acquire_fence" &&
               advice.at("kind") != "missing_relay_fence";
  }
  return passes;
}

std::optional<LabOutcome> Trials::cured(const std::string& title, const Changed& changed,
                                        const LabOutcome& before) const {
  const json record = graded(changed, {"--seed", "2", "--jobs", std::to_string(jobs())});
  if (record.is_discarded()) return {};
  LabOutcome lab = outcome_of(record);
  const bool cures = lab.passed.contains(title) && lab.advice <= before.advice &&
                     (lab.failed == 0 || !changed.host_waits) &&
                     std::includes(lab.passed.begin(), lab.passed.end(),
                                   before.passed.begin(), before.passed.end());
  return cures ? std::optional(std::move(lab)) : std::nullopt;
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
