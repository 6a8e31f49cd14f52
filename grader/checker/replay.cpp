#include "checker/replay.h"

#include <fmt/format.h>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "checker/exploration.h"
#include "checker/lab/labs.h"
#include "protocol/new_memory.h"

namespace gridlock {
namespace {

constexpr std::size_t kValuesShown = 8;
constexpr std::size_t kRulesBrokenMax = 32;
constexpr int kAnswers = 256;

/// \param value the value of an int or an unsigned
std::string show_value(std::int64_t value) {
  if (is_of_new_memory(static_cast<std::uint32_t>(value), 4)) return "(never written)";
  return std::to_string(value);
}

class ReplayHandler : public ExplorationHandler {
 public:
  bool outcome(const Outcome& outcome) override {
    take_steps(outcome.interleaving);
    returned = show_outputs(outcome.outputs);
    return true;
  }
  bool finding(const Finding& finding) override {
    if (!finding.is_advice()) take_steps(finding.interleaving);
    // "passed" carries the history of an execution that broke no rule.
    const bool broke_a_rule = finding.kind != FindingKind(Verdict::passed);
    if (broke_a_rule && findings.size() < kRulesBrokenMax) findings.push_back(finding);
    return true;
  }
  bool program_result(const ProgramResult& result) override {
    take_steps(result.interleaving);
    returned = fmt::format("exit code {}", result.exit_code);
    printed = result.output;
    return true;
  }

  std::vector<Access> steps;
  std::vector<Finding> findings;
  std::string returned;
  std::string printed;

 private:
  /// Keeps the longest history: a finding's may end where the finding was made.
  void take_steps(const std::vector<Access>& candidate) {
    if (candidate.size() > steps.size()) steps = candidate;
  }
};

Exploration exploration_of(const ScheduleString& schedule) {
  Exploration exploration;
  exploration.schedules = 1;
  exploration.seed = schedule.seed;
  exploration.stop_on_race = is_about_order(schedule.kind);
  exploration.replay = schedule.token;
  return exploration;
}

ExplorationEnd ask(ReadyWorker& worker, const ScheduleString& schedule,
                   const ProgramCall& call, bool tell_data, ReplayHandler& handler) {
  Exploration exploration = exploration_of(schedule);
  exploration.tell_data = tell_data;
  if (schedule.check == 0)
    return run_with(worker, {call, exploration, schedule.device}, handler);
  return explore_with(worker,
                      {schedule.scenario, schedule.params, exploration, schedule.device},
                      handler);
}

}  // namespace

ReplayRecord replay(const ScheduleString& schedule, const ModuleBuild& module,
                    const std::string& submission_name, const ProgramCall& call,
                    const GradeTools& tools, bool tell_data) {
  if (schedule.source_hash != module.source_hash)
    throw BadScheduleString(
        "This schedule was recorded with another version of the source.  Check the file "
        "again to get a new one.");
  ReplayRecord record;
  ReplayHandler handler;
  WorkerPool pool(tools.workers);
  auto acquired = pool.acquire(ExecutorKind::sim, module.module);
  if (auto* fate = std::get_if<WorkerFate>(&acquired)) {
    record.fate = *fate;
    return record;
  }
  ReadyWorker& worker = *std::get<ReadyWorker*>(acquired);
  record.fate = ask(worker, schedule, call, tell_data, handler).fate;
  record.printed = handler.printed + worker.process.take_output();
  record.returned = handler.returned;

  Placer placer(tools.lines, module.module, submission_name,
                schedule.check == 0 ? "" : kScenariosFile);
  for (const Finding& finding : handler.findings) placer.expect(finding);
  placer.expect(handler.steps);
  for (const Finding& finding : handler.findings)
    (finding.is_advice() ? record.advice : record.findings)
        .push_back(placer.place(finding));
  record.steps = placer.place(handler.steps);
  return record;
}

std::string replay_conversation(const ScheduleString& schedule, const ProgramCall& call) {
  const Exploration exploration = exploration_of(schedule);
  std::string bytes =
      schedule.check == 0
          ? encode_frame(FrameType::run, RunRequest{call, exploration, schedule.device})
          : encode_frame(FrameType::explore,
                         ExploreRequest{schedule.scenario, schedule.params, exploration,
                                        schedule.device});
  // More answers than one execution asks for; the worker refuses the rest.
  for (int i = 0; i < kAnswers; ++i) bytes += encode_frame(FrameType::answer, Answer{});
  return bytes;
}

std::string show_outputs(const Outputs& outputs) {
  std::string text;
  for (const auto& [name, values] : outputs) {
    text += fmt::format("{}{} =", text.empty() ? "" : ", ", name);
    for (std::size_t i = 0; i < std::min(kValuesShown, values.size()); ++i)
      text += fmt::format(" {}", show_value(values[i]));
    if (values.empty()) text += " nothing";
    if (values.size() > kValuesShown)
      text += fmt::format(" ... ({} values)", values.size());
  }
  return text;
}

std::string show_scenario(const std::string& scenario, const Params& params) {
  std::string text = scenario;
  for (const auto& [name, value] : params) text += fmt::format(", {} = {}", name, value);
  return text;
}

}  // namespace gridlock
