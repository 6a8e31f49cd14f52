#include "cli/cures/trials.h"

#include <algorithm>
#include <future>
#include <nlohmann/json.hpp>
#include <utility>

#include "checker/interrupt.h"
#include "cli/programs.h"
#include "common/files.h"
#include "common/scratch_folder.h"
#include "report/json.h"

namespace gridlock {

namespace {

LabOutcome outcome_of(const LabSummary& lab) {
  LabOutcome outcome;
  for (const CheckSummary& check : lab.checks) {
    if (check.executor != "sim") continue;
    if (check.verdict == Verdict::passed) outcome.passed.insert(check.name);
    outcome.failed += check.has_failed();
    outcome.advice += check.advice.size();
  }
  return outcome;
}

}  // namespace

LabOutcome outcome_of(const LabResult& result) {
  return outcome_of(read_lab(lab_json(result)));
}

std::vector<bool> Trials::run(const std::string& title,
                              const std::vector<Changed>& changed) {
  std::vector<bool> results;
  if (search_.progress) search_.progress(count_);
  std::vector<std::future<bool>> running;
  for (const Changed& each : changed)
    running.push_back(std::async(std::launch::async,
                                 [this, &title, &each] { return passes(title, each); }));
  for (auto& each : running) {
    results.push_back(each.get());
    ++count_;
  }
  stop_if_interrupted();
  return results;
}

bool Trials::passes(const std::string& title, const Changed& changed) const {
  const auto lab = graded(changed, {"--only", title, "--jobs", "1"});
  if (!lab) return false;
  bool passes = false;
  for (const CheckSummary& check : lab->checks) {
    if (check.name != title) continue;
    passes = check.verdict == Verdict::passed;
    for (const FindingSummary& advice : check.advice)
      passes = passes && advice.kind != name(Advice::missing_acquire_fence) &&
               advice.kind != name(Advice::missing_relay_fence);
  }
  return passes;
}

std::optional<LabOutcome> Trials::cured(const std::string& title, const Changed& changed,
                                        const LabOutcome& before) const {
  const auto graded_lab =
      graded(changed, {"--seed", "2", "--jobs", std::to_string(jobs())});
  if (!graded_lab) return {};
  LabOutcome lab = outcome_of(*graded_lab);
  const bool cures = lab.passed.contains(title) && lab.advice <= before.advice &&
                     std::includes(lab.passed.begin(), lab.passed.end(),
                                   before.passed.begin(), before.passed.end());
  return cures ? std::optional(std::move(lab)) : std::nullopt;
}

std::optional<LabSummary> Trials::graded(const Changed& changed,
                                         std::vector<std::string> more) const {
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
  try {
    return read_only_lab(ended.output);
  } catch (const nlohmann::json::exception&) {
    return {};  // `check` ended without a record.
  }
}

}  // namespace gridlock
