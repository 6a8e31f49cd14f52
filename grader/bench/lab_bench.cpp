#include "bench/lab_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <future>
#include <iterator>
#include <stdexcept>

#include "build/toolchain.h"
#include "checker/exploration.h"
#include "checker/interrupt.h"
#include "checker/parallel.h"
#include "common/file_head.h"
#include "common/files.h"
#include "common/subprocess.h"
#include "common/text.h"
#include "wording/words.h"

namespace gridlock {
namespace {

/// How many schedules a measurement in the simulator runs: enough to see that it works.
constexpr std::uint64_t kSimSchedules = 20;

/// The number in the line "// KEY: NUMBER"; nothing without such a line.
/// \throws std::runtime_error if the value is no number
std::optional<std::int64_t> header_number(const std::string& text, const std::string& key,
                                          const fs::path& file) {
  const std::string digits = head_value(text, key);
  if (digits.empty()) return {};
  std::int64_t value = 0;
  const char* const last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, value);
  if (error != std::errc() || end != last)
    throw std::runtime_error(fmt::format(
        "{}: \"// {}: {}\" should be followed by a number", file.string(), key, digits));
  return value;
}

/// Whether a peer or a rung with this text takes part in the experiment.
bool is_timed_in(const std::string& text, const std::string& experiment) {
  const std::string line = head_value(text, "timed in");
  if (line.empty()) return experiment == kMainExperiment;
  const std::vector<std::string> names = split_list(line);
  return std::ranges::find(names, experiment) != names.end();
}

/// Keeps the first outcome, and the first finding that is not advice.
class OneOutcome : public ExplorationHandler {
 public:
  bool outcome(const Outcome& outcome) override {
    if (outputs.empty()) outputs = outcome.outputs;
    const auto wrong = outcome.outputs.find("wrong");
    if (wrong != outcome.outputs.end() && wrong->second != std::vector<std::int64_t>{0})
      failure = "its results are wrong";
    return failure.empty();
  }
  bool finding(const Finding& finding) override {
    if (finding.is_advice()) return true;
    failure = std::string(name(finding.kind)) +
              (finding.what.empty() ? "" : ": " + sentences(finding.what, Names()));
    return false;
  }

  Outputs outputs;
  std::string failure;
};

/// The program's line that contains `word`, such as its version.
std::string version_of(std::vector<std::string> argv, std::string_view word = "") {
  const std::string line = line_with(ask_program(std::move(argv)), word);
  return line.empty() ? "unknown" : line;
}

}  // namespace

std::string Experiment::named(const std::string& stem) const {
  return name == kMainExperiment ? stem : stem + "_" + name;
}

std::vector<std::string> experiments_of(const Lab& lab) {
  std::vector<std::string> names;
  if (fs::exists(lab.folder / "bench.cu")) names.emplace_back(kMainExperiment);
  for (const fs::path& file : files_ending(".cu", lab.folder))
    if (const std::string stem = file.stem().string(); stem.starts_with("bench_"))
      names.push_back(stem.substr(6));
  return names;
}

Experiment read_experiment(const Lab& lab, const std::string& name) {
  const std::vector<std::string> names = experiments_of(lab);
  Experiment experiment;
  experiment.name = name;
  experiment.file = lab.folder / (experiment.named("bench") + ".cu");
  if (std::ranges::find(names, name) == names.end()) {
    std::string others;
    for (const std::string& other : names)
      others += (others.empty() ? "  Its experiments: " : ", ") + other;
    throw UsageError(fmt::format("Lab {} has no experiment{}: there is no {}.{}",
                                 lab.number,
                                 name == kMainExperiment ? "" : " \"" + name + "\"",
                                 experiment.file.string(), others));
  }
  const std::string text = read_file(experiment.file);
  for (const auto& [key, value] : {std::pair{"baseline", &experiment.baseline},
                                   {"unit", &experiment.unit},
                                   {"point", &experiment.point}}) {
    *value = head_value(text, key);
    if (value->empty())
      throw std::runtime_error(
          fmt::format("{}: its first comment has no line \"// {}: ...\"",
                      experiment.file.string(), key));
  }
  experiment.roof = head_value(text, "roof");
  if (const std::string line = head_value(text, "numbers"); !line.empty())
    experiment.numbers = split_list(line);
  if (const std::string line = head_value(text, "timeline"); !line.empty())
    experiment.timeline = parse_timeline_names(line);
  experiment.timeline_point = header_number(text, "timeline point", experiment.file);
  if (const auto devices = header_number(text, "devices", experiment.file))
    experiment.devices = static_cast<int>(*devices);
  return experiment;
}

std::vector<Entry> entries_of(const Lab& lab, const Experiment& experiment,
                              const fs::path& yours, const std::string& only) {
  std::vector<Entry> all = {{{"yours", "yours"}, yours, "measure"}};
  const auto add = [&](const fs::path& folder, const char* kind) {
    for (const fs::path& file : files_ending(".cu", folder))
      if (is_timed_in(read_file(file), experiment.name))
        all.push_back({{file.stem().string(), kind}, file, "measure"});
  };
  add(lab.folder / "peers", "peer");
  std::error_code error;
  if (fs::exists(lab.solution(), error)) {
    all.push_back({{"reference", "reference"}, lab.solution(), "measure"});
    all.push_back({{"reference again", "again"}, lab.solution(), "measure"});
  }
  add(lab.solution_folder / "ladder", "ladder");
  const auto kept = [&](const Entry& entry) {
    return entry.contestant.name.find(only) != std::string::npos ||
           entry.contestant.name == experiment.baseline;
  };
  std::vector<Entry> some;
  std::ranges::copy_if(all, std::back_inserter(some), kept);
  if (!some.empty()) return some;
  // A peer that is a scenario needs the module of some contestant.
  const auto right = std::ranges::find_if(
      all, [](const Entry& entry) { return entry.contestant.kind == "reference"; });
  return {right == all.end() ? all.front() : *right};
}

LabBench::LabBench(const Lab& lab, Experiment experiment, ExecutorKind executor,
                   const GradeTools& tools, fs::path cache_dir,
                   std::function<void(const std::string&)> announce)
    : lab_(lab),
      experiment_(std::move(experiment)),
      executor_(executor),
      tools_(tools),
      cache_dir_(std::move(cache_dir)),
      announce_(std::move(announce)),
      pool_(tools.workers) {}

void LabBench::round_ends(int rounds) { announce_(fmt::format("round {} done", rounds)); }

void LabBench::build(std::vector<Entry> entries) {
  const auto build_one = [this](const Entry& entry) {
    ModuleRequest request;
    request.executor = executor_;
    request.submission = entry.file;
    request.submission_name = lab_.submission_name;
    request.reference = lab_.solution();
    request.given = lab_.given;
    request.scenarios = experiment_.file;
    request.together = true;
    request.required = lab_.required;
    request.cache_dir = cache_dir_;
    return tools_.build(request);
  };
  std::vector<ModuleBuild> builds(entries.size());
  const std::size_t jobs = std::max(1u, available_processors());
  for (std::size_t first = 0; first < entries.size(); first += jobs) {
    stop_if_interrupted();
    announce_(fmt::format("building {} of {}", std::min(first + jobs, entries.size()),
                          entries.size()));
    std::vector<std::future<void>> at_once;
    for (std::size_t i = first; i < std::min(first + jobs, entries.size()); ++i)
      at_once.push_back(
          std::async(std::launch::async, [&, i] { builds[i] = build_one(entries[i]); }));
    for (std::future<void>& one : at_once) one.get();
    for (std::size_t i = first; i < std::min(first + jobs, entries.size()); ++i) {
      if (builds[i].verdict == Verdict::passed) {
        entries_.push_back(entries[i]);
        modules_.push_back(builds[i].module);
      } else {
        left_out_.push_back(entries[i].contestant.name + ": " + builds[i].message);
      }
    }
    if (first == 0 && !modules_.empty()) need_devices();
  }
  if (entries_.empty())
    throw std::runtime_error("nothing that could be measured was built; " +
                             left_out_.front());
}

LabBench::Answer LabBench::ask(const fs::path& module, const std::string& scenario,
                               const Params& params) {
  auto acquired = pool_.acquire(executor_, module);
  if (const auto* fate = std::get_if<WorkerFate>(&acquired)) return {{}, fate->message};
  ReadyWorker& worker = *std::get<ReadyWorker*>(acquired);
  if (!worker.hello.unusable.empty()) return {{}, no_device_works(worker.hello.unusable)};
  device_ = worker.hello.description;
  if (experiment_.devices > 1)
    device_ = fmt::format("{} x {}", experiment_.devices, device_);
  ExploreRequest request;
  request.scenario = scenario;
  request.params = params;
  request.device.devices = experiment_.devices;
  request.exploration.schedules = executor_ == ExecutorKind::sim ? kSimSchedules : 1;
  OneOutcome handler;
  const ExplorationEnd end = explore_with(worker, request, handler);
  if (end.fate || (end.summary && end.summary->worker_spent))
    pool_.discard(executor_, module);
  if (end.fate) return {{}, end.fate->message};
  return {handler.outputs, handler.failure};
}

void LabBench::need_devices() {
  auto acquired = pool_.acquire(executor_, modules_.front());
  const auto* worker = std::get_if<ReadyWorker*>(&acquired);
  if (!worker || !(*worker)->hello.unusable.empty()) return;  // Its next use reports it.
  const int present = (*worker)->hello.devices;
  if (present >= experiment_.devices) return;
  throw UsageError(fmt::format(
      "This experiment needs {} {} in one machine, and here {} {}.  `./gridlock plot {}` "
      "draws what was recorded elsewhere; `--on sim` runs the experiment in the "
      "simulator, and measures nothing.",
      experiment_.devices, executor_ == ExecutorKind::sim ? "devices" : "GPUs",
      present == 1 ? "is" : "are", present, lab_.number));
}

void LabBench::ask_for_points() {
  std::string why;
  for (const fs::path& module : modules_) {
    const Answer answer = ask(module, "points", {});
    why = answer.failure;
    const auto found = answer.outputs.find("point");
    if (found == answer.outputs.end()) continue;
    points_ = found->second;
    return;
  }
  throw std::runtime_error("the experiment names no points: " + why);
}

void LabBench::prepare(std::vector<Entry> entries, const std::string& only) {
  build(std::move(entries));
  ask_for_points();
  const fs::path module = module_that_is_right();
  const std::vector<std::string> names = scenarios_of(module);
  for (const std::string& name : names)
    if (name.starts_with("measure_")) add_measured_besides(name);
  for (const std::string& name : names) {
    if (!name.starts_with("peer_")) continue;
    const std::string peer = name.substr(5);
    if (name.find(only) == name.npos && peer != experiment_.baseline) continue;
    entries_.push_back({{peer, peer == experiment_.roof ? "roof" : "peer"}, "", name});
    modules_.push_back(module);
  }
}

void LabBench::add_measured_besides(const std::string& scenario) {
  for (std::size_t i = 0, before = entries_.size(); i < before; ++i) {
    const auto [contestant, file, measured] = entries_[i];
    if (measured != "measure" || contestant.kind == "peer" || contestant.kind == "again")
      continue;
    entries_.push_back(
        {{contestant.name + ", " + scenario.substr(8), contestant.kind}, file, scenario});
    modules_.push_back(fs::path(modules_[i]));
  }
}

const fs::path& LabBench::module_that_is_right() const {
  // The lab's functions that a scenario calls should be correct ones.
  std::size_t right = 0;
  for (std::size_t i = 0; i < entries_.size(); ++i)
    if (entries_[i].contestant.kind == "reference") right = i;
  return modules_[right];
}

std::vector<std::string> LabBench::scenarios_of(const fs::path& module) {
  auto acquired = pool_.acquire(executor_, module);
  const auto* worker = std::get_if<ReadyWorker*>(&acquired);
  if (!worker) return {};
  std::vector<std::string> names = (*worker)->hello.scenarios;
  std::ranges::sort(names);
  return names;
}

Timeline LabBench::timeline(const std::string& name, const fs::path& module,
                            const std::string& scenario) {
  announce_("timeline of " + name);
  Params params;
  if (experiment_.timeline_point) params["point"] = *experiment_.timeline_point;
  const Answer answer = ask(module, scenario, params);
  if (!answer.failure.empty()) return {name, {}, answer.failure};
  return timeline_of(name, answer.outputs, *experiment_.timeline);
}

std::vector<Timeline> LabBench::timelines(const std::vector<std::string>& failures,
                                          const std::string& only) {
  std::vector<Timeline> found;
  if (!experiment_.timeline) return found;
  const std::vector<std::string> names = scenarios_of(module_that_is_right());
  if (std::ranges::find(names, "timeline") != names.end())
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const auto& [contestant, file, scenario] = entries_[i];
      if (!failures[i].empty() || scenario != "measure" || contestant.kind == "again")
        continue;
      found.push_back(timeline(contestant.name, modules_[i], "timeline"));
    }
  for (const std::string& name : names)
    if (name.starts_with("timeline_") && name.find(only) != name.npos)
      found.push_back(timeline(name.substr(9), module_that_is_right(), name));
  return found;
}

Timing LabBench::run(std::size_t contestant, std::int64_t point) {
  Answer answer;
  try {
    answer = ask(modules_[contestant], entries_[contestant].scenario, {{"point", point}});
  } catch (const Interrupted&) {
    answer.failure = "interrupted";
  }
  if (!answer.failure.empty())
    return {0, 0, fmt::format("at {}: {}", point, answer.failure)};
  const auto taken = answer.outputs.find("picoseconds");
  if (taken == answer.outputs.end() || taken->second.size() != 1)
    return {0, 0, fmt::format("at {}: it returned no time", point)};
  // The slowest clock during the sample counts.
  const auto clock = answer.outputs.find("megahertz");
  const std::int64_t megahertz = clock == answer.outputs.end() || clock->second.empty()
                                     ? 0
                                     : *std::ranges::min_element(clock->second);
  const auto numbers = answer.outputs.find("numbers");
  Timing timing{static_cast<double>(taken->second[0]) / 1e3,
                static_cast<double>(megahertz), ""};
  if (numbers != answer.outputs.end()) timing.numbers = numbers->second;
  if (timing.numbers.size() != experiment_.numbers.size())
    timing.failure = fmt::format(
        "at {}: it returned {} numbers, and the experiment's first comment names {}",
        point, timing.numbers.size(), experiment_.numbers.size());
  return timing;
}

double LabBench::seconds() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

bool LabBench::interrupted() { return interrupt_signal() != 0; }

BenchEnvironment gpu_environment(const fs::path& root, const std::string& device) {
  BenchEnvironment environment = bench_environment(root);
  environment.emplace_back("device", device);
  environment.emplace_back(
      "driver",
      version_of({"nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"}));
  const fs::path nvcc = find_nvcc();
  environment.emplace_back("nvcc", version_of({nvcc.string(), "--version"}, "release"));
  return environment;
}

}  // namespace gridlock
