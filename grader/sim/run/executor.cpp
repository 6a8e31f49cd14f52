// An Executor that explores scenarios in the simulator, schedule by schedule.
#include "sim/run/executor.h"

#include <unistd.h>
#include <cstdint>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenario/include/gridlock/module_abi.h"
#include "sim/cuda_api/host_stream.h"
#include "sim/explain/uses.h"
#include "sim/explore/explained.h"
#include "sim/explore/schedule_loop.h"
#include "sim/explore/weigh_fences.h"
#include "sim/run/faults.h"
#include "sim/run/program.h"
#include "sim/run/simulation.h"

namespace gridlock::sim {

namespace {

struct ScenarioRecord {
  Simulation& simulation;
  const Params& params;
  Outputs outputs;
  bool failed = false;  ///< A CUDA call failed.
  std::string broken;   ///< The scenario's message that the grader is at fault.
};

/// The record of the calling scenario.  A call from outside the module comes from a
/// library function that was given this function's address: reports that, and returns a
/// record that nothing reads.
ScenarioRecord& record_of(void* self, const void* caller = __builtin_return_address(0)) {
  auto& record = *static_cast<ScenarioRecord*>(self);
  Simulation& simulation = record.simulation;
  if (simulation.module.whole().contains(address_of(caller))) return record;
  static std::optional<ScenarioRecord> unread;
  simulation.machine.report_crash(Fault{Fault::Kind::foreign_address}, 0);
  return unread.emplace(ScenarioRecord{simulation, record.params, {}, false, {}});
}

std::int64_t param(void* self, const char* name, int* found) {
  const Params& params = record_of(self).params;
  const auto entry = params.find(name);
  *found = entry != params.end();
  return *found ? entry->second : 0;
}

void output(void* self, const char* name, const std::int64_t* values, std::size_t count) {
  std::vector<std::int64_t>& list = record_of(self).outputs[name];
  list.insert(list.end(), values, values + count);
}

Allocation* allocation_at(void* self, const void* memory,
                          const void* caller = __builtin_return_address(0)) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  Arena& arena = record_of(self, caller).simulation.machine.memory.arena;
  return arena.contains(address) ? arena.at(address) : nullptr;
}

void name_memory(void* self, const void* memory, std::size_t bytes,
                 std::size_t element_bytes, const char* name) {
  Allocation* const allocation = allocation_at(self, memory);
  if (!allocation) return;
  if (!allocation->name.empty()) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    allocation->parts.push_back({address - allocation->base, bytes, element_bytes, name});
    return;
  }
  allocation->name = name;
  allocation->element_bytes = element_bytes;
}

void name_stream(void*, const void* stream, const char* name) {
  auto* const handle = static_cast<CUstream_st*>(const_cast<void*>(stream));
  if (Stream* const named = stream_from(handle)) named->name = name;
}

void watch(void* self, const void* memory) {
  if (Allocation* const allocation = allocation_at(self, memory))
    allocation->watched = true;
}

std::int64_t sharing_blocks(void* self, const void* memory, std::int64_t threads,
                            std::int64_t bytes) {
  const Allocation* const allocation = allocation_at(self, memory);
  if (!allocation || !allocation->watched) return -1;
  // A thread with only a few accesses, beside one that does all the work, has no share.
  constexpr std::uint64_t kPartOfMost = 16;
  auto least = static_cast<std::uint64_t>(bytes);
  for (const auto& [thread, accessed] : allocation->accessed)
    least = std::max(least, accessed / kPartOfMost);
  // How many threads of each block have a share.
  std::map<std::uint64_t, std::int64_t> sharing;
  for (const auto& [thread, accessed] : allocation->accessed)
    if (accessed >= least) ++sharing[thread.block];
  return std::count_if(sharing.begin(), sharing.end(),
                       [=](const auto& block) { return block.second >= threads; });
}

int fail_launch(void* self, std::int64_t nth, int error) {
  record_of(self).simulation.machine.api.launch_to_fail = {nth, error, false};
  return 1;
}

int has_launch_failed(void* self) {
  return record_of(self).simulation.machine.api.launch_to_fail.has_failed;
}

std::int64_t live(void* self, const char* kind) {
  const Machine& machine = record_of(self).simulation.machine;
  if (std::string_view(kind) == "events")
    return static_cast<std::int64_t>(machine.streams.events.live());
  const bool not_pinned = std::string_view(kind) == "allocations that are not pinned";
  if (!not_pinned && std::string_view(kind) != "allocations") return -1;
  const auto& all = machine.memory.arena.allocations();
  return std::count_if(all.begin(), all.end(), [=](const Allocation& allocation) {
    return !allocation.freed && allocation.freed_epoch == 0 &&
           !(not_pinned && allocation.kind == MemoryKind::pinned);
  });
}

void api_error(void* self, const char* call, int error, const char* text) {
  record_of(self).failed = true;
  Simulation& simulation = record_of(self).simulation;
  const Machine& machine = simulation.machine;
  Finding finding;
  finding.kind = Verdict::api_error;
  ApiError what{call, text};
  if (const std::uint64_t pc = machine.api.unseen_launch_error_pc) {
    finding.accesses.push_back(machine.describe(*machine.current(), "launch", pc, 0));
  } else if (const auto& failure = machine.api.last_failure;
             failure.pc != 0 && failure.error == error) {
    finding.accesses.push_back(
        machine.describe(*machine.current(), kFailedCallOp, failure.pc, 0));
    what.fault = failure.fault;
  }
  const gridlock::CallFault fault = what.fault;
  finding.what = {std::move(what)};
  if (fault.event_called_from.pc != 0 && !fault.recorded && !fault.before)
    finding.what.emplace_back(
        LedToByCall{fault.event_called_from, fault.event_created, fault.record});
  simulation.findings.report(std::move(finding), "api_error", false);
}

void scenario_error(void* self, const char* text) { record_of(self).broken = text; }

class SimExecutor : public Executor {
 public:
  explicit SimExecutor(const std::filesystem::path& path)
      : prepared_(prepare_program_exit()), simulation_(path) {
    const auto version = reinterpret_cast<int (*)()>(
        simulation_.module.symbol("gridlock_module_abi_version"));
    if (!version) return;  // The module is a whole program.
    if (version() != kModuleAbiVersion)
      throw std::runtime_error("the module was built for another version of gridlock");
    const auto scenarios = reinterpret_cast<const ScenarioEntry* (*)()>(
        simulation_.module.symbol("gridlock_module_scenarios"));
    if (scenarios) scenarios_ = scenarios();
  }

  int devices() const override { return kDevicesMax; }
  bool prepare_to_compute() override {
    simulation_.module.load_images(kDevicesMax);
    return true;
  }
  std::string description() const override {
    const DeviceModel model;
    return fmt::format("simulator: {} SMs, {} blocks each", model.sms,
                       model.blocks_per_sm);
  }
  std::vector<std::string> scenarios() const override {
    std::vector<std::string> names;
    for (auto* entry = scenarios_; entry; entry = entry->next)
      names.push_back(entry->name);
    return names;
  }

  Summary explore(const ExploreRequest& request, Sink& sink) override {
    const ScenarioEntry* scenario = scenarios_;
    while (scenario && request.scenario != scenario->name) scenario = scenario->next;
    if (!scenario)
      throw std::runtime_error(
          fmt::format("there is no scenario '{}'", request.scenario));
    Explore explore{*this, *scenario, request, sink};
    return explore.run();
  }

  Summary run_program(const RunRequest& request, Sink& sink) override {
    return sim::run_program(simulation_, request, sink);
  }

 private:
  struct Explore {
    SimExecutor& executor;
    const ScenarioEntry& scenario;
    const ExploreRequest& request;
    Sink& sink;
    std::set<Outputs> seen = {};
    std::set<std::string> reported = {};
    FenceUses fence_uses = {};

    Simulation& simulation() const { return executor.simulation_; }
    const Machine& machine() const { return simulation().machine; }
    const std::vector<Reported>& reports() const {
      return simulation().findings.reports();
    }

    Summary run() {
      for (const auto& [one, other] : request.exploration.told)
        reported.insert({race_key(false, one, other), race_key(false, other, one)});
      ExecutionOptions options;
      options.device = request.device;
      options.tell_data = request.exploration.tell_data;
      options.stop_on_race = request.exploration.stop_on_race;
      options.weak_values = request.exploration.stop_on_race;
      options.strict_values = request.exploration.by_the_letter;
      options.note_fences = request.exploration.weigh_fences;
      Summary summary = run_schedules(
          request.exploration, options, sink,
          [&](const ExecutionOptions& each) { return run_schedule(each); },
          [&](const ExecutionOptions& each) { return trial(each); });
      if (options.note_fences && !summary.cut_short && reported.empty())
        weigh(summary, options);
      return summary;
    }

    /// Runs the schedules again, each time with one fence weakened.
    void weigh(Summary& summary, ExecutionOptions options) {
      options.seed = request.exploration.seed;
      options.note_fences = false;
      summary.fences = weigh_fences(fence_uses, summary.schedules,
                                    [&](const WeakenedFence& weakened, auto number) {
                                      options.weakened = weakened;
                                      options.number = number;
                                      sink.progress(summary.schedules);
                                      return shows_more(options);
                                    });
    }

    /// Whether the execution with a weakened fence shows anything that no execution with
    /// all fences has shown.
    bool shows_more(const ExecutionOptions& options) {
      const ScenarioRecord record = execute(options);
      return record.failed || !reports().empty() || !seen.contains(record.outputs);
    }

    /// Runs one schedule and reports what is new.  If a thread polled in vain for longer
    /// than the schedule holds others back, runs it again with long patience.  But not if
    /// a wait at the same place has already outlasted long patience.
    Ran run_schedule(const ExecutionOptions& asked) {
      Ran ran = run_once(asked);
      const std::uint64_t place = machine().endless_wait_pc();
      if (!request.exploration.long_waits || !ran.go_on || place == 0 ||
          executor.endured_.contains(place))
        return ran;
      ExecutionOptions patient = asked;
      patient.patience = Patience::long_;
      sink.progress(0);
      const Ran again = run_once(patient);
      if (machine().endless_wait_pc() != 0) executor.endured_.insert(place);
      ran.go_on = again.go_on;
      ran.raced |= again.raced;
      return ran;
    }

    Ran run_once(const ExecutionOptions& asked) {
      ScenarioRecord record = execute(asked);
      Ran ran;
      ran.accesses = machine().counters.accesses;
      ran.steps = machine().steps();
      const ExecutionOptions options =
          asked.branch ? named(asked, machine().choices()) : asked;
      for (const auto& use : machine().fences.uses()) fence_uses.insert(use);
      if (!record.broken.empty()) throw std::runtime_error(record.broken);
      const std::vector<Reported> reports = this->reports();
      Outcome outcome = outcome_of(record, options);
      if (options.record) tell_history(options, outcome);
      bool complete = !record.failed && !(asked.branch && asked.branch->abandoned);
      for (const Reported& report : reports) {
        complete = complete && !report.ended_execution;
        ran.raced = ran.raced || report.finding.kind == FindingKind(Verdict::data_race);
        if (ran.go_on && reported.insert(report.key).second)
          tell(report, options, outcome, ran);
      }
      if (ran.go_on && complete && seen.insert(outcome.outputs).second)
        ran.go_on = sink.outcome(outcome);
      return ran;
    }

    void tell_history(const ExecutionOptions& options, Outcome& outcome) {
      const auto& words = request.exploration.words;
      outcome.interleaving = simulation().findings.recent_steps(
          options.tell_data, {words.begin(), words.end()});
      outcome.uses = uses_of(machine());
      if (machine().stale().happened())
        sink.finding(simulation().findings.stale_finding(simulation().machine.stale()));
    }

    void tell(const Reported& report, const ExecutionOptions& options,
              const Outcome& outcome, Ran& ran) {
      Finding finding = options.record ? report.finding
                                       : explained_finding(options, report, ran.accesses);
      if (options.record && report.ended_execution) finding.uses = outcome.uses;
      if (is_new_advice(finding)) ran.go_on = sink.finding(finding);
    }

    /// Runs a schedule that is being reduced.
    Shown trial(const ExecutionOptions& options) {
      const ScenarioRecord record = execute(options);
      std::string result;
      for (const auto& [name, values] : record.outputs)
        result += fmt::format("{} = {} ", name, fmt::join(values, " "));
      Shown shown = shown_by(reports(), request.exploration.stop_on_race, result);
      shown.choices = machine().choices();
      shown.steps = machine().steps();
      sink.progress(0);
      return shown;
    }

    /// Whether this advice is new: it is given once for each line, for any number of
    /// accesses.
    bool is_new_advice(const Finding& finding) {
      if (!finding.is_advice() || finding.accesses.empty()) return true;
      return reported
          .insert(fmt::format("{} {:x}", name(finding.kind), finding.accesses.front().pc))
          .second;
    }

    ScenarioRecord execute(const ExecutionOptions& options) {
      ScenarioRecord record{simulation(), request.params, {}, false, {}};
      const ScenarioHost host = {&record,
                                 param,
                                 output,
                                 name_memory,
                                 name_stream,
                                 api_error,
                                 scenario_error,
                                 watch,
                                 sharing_blocks,
                                 fail_launch,
                                 has_launch_failed,
                                 live};
      simulation().run(options, [&] { scenario.run(&host); });
      return record;
    }

    Finding explained_finding(const ExecutionOptions& options, const Reported& report,
                              std::uint64_t accesses) {
      const auto run = [&](const ExecutionOptions& other) {
        execute(other);
        return reports();
      };
      return explained(options, report, accesses, run, reported);
    }

    Outcome outcome_of(ScenarioRecord& record, const ExecutionOptions& options) const {
      const Counters& counters = machine().counters;
      const auto& steps = machine().streams.steps();
      const auto waits_for_nothing =
          std::count_if(steps.begin(), steps.end(), [](const ApiStep& step) {
            return step.kind == ApiStep::Kind::wait && step.record == 0;
          });
      Outcome outcome;
      outcome.outputs = std::move(record.outputs);
      outcome.counters = {{"launches", counters.launches},
                          {"kernels_at_once", counters.kernels_at_once},
                          {"read_modify_writes", counters.read_modify_writes},
                          {"old_values", counters.old_values},
                          {"fences", counters.fences},
                          {"barriers", counters.barriers},
                          {"waits_for_nothing", waits_for_nothing}};
      outcome.schedule = token_of(options);
      return outcome;
    }
  };

  bool prepared_;
  Simulation simulation_;
  const ScenarioEntry* scenarios_ = nullptr;
  /// Program counters of waits that have outlasted long patience.
  std::set<std::uint64_t> endured_;
};

}  // namespace

}  // namespace gridlock::sim

namespace gridlock {

std::unique_ptr<Executor> make_sim_executor(const std::filesystem::path& module) {
  sim::install_fault_handlers();  // Loading the module runs its constructors.
  return std::make_unique<sim::SimExecutor>(module);
}

}  // namespace gridlock
