#include "bench/sim_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "checker/exploration.h"
#include "checker/interrupt.h"
#include "wording/words.h"

namespace gridlock {
namespace {

constexpr int kBlocksPerSm = 2;
/// Limits of the schedules per sample.  The first schedules, in order and round robin,
/// cost less than random ones, and should be a small part of the sample.
constexpr std::uint64_t kSchedulesMin = 20;
constexpr std::uint64_t kSchedulesMax = 1'000'000;

/// What the scenario returns when every thread has read what its neighbour wrote.
std::int64_t right_sum(const SimPoint& point) {
  const std::int64_t threads = std::int64_t{point.blocks} * point.threads;
  const std::int64_t words = point.words;
  // Thread t writes t + word + 1 in each round.
  const std::int64_t of_one_round =
      words * (threads * (threads + 1) / 2) + threads * (words * (words - 1) / 2);
  return of_one_round * point.barriers;
}

class OnlyRight : public ExplorationHandler {
 public:
  explicit OnlyRight(const SimPoint& point) : right_(right_sum(point)) {}

  bool outcome(const Outcome& outcome) override {
    const auto sum = outcome.outputs.find("sum");
    if (sum == outcome.outputs.end() || sum->second != std::vector{right_})
      problem_ = "the measured program returned a wrong sum";
    return problem_.empty();
  }
  bool finding(const Finding& finding) override {
    problem_ = fmt::format("the measured program shows {}: {}", name(finding.kind),
                           sentences(finding.what, Names()));
    return false;
  }
  const std::string& problem() const { return problem_; }

 private:
  std::int64_t right_;
  std::string problem_;
};

class SimBench {
 public:
  SimBench(const SimBenchRequest& request, const GradeTools& tools)
      : pool_(tools.workers) {
    const std::filesystem::path folder = request.root / "grader/bench/sim";
    ModuleRequest wanted;
    wanted.submission = folder / "grid_barrier.cu";
    wanted.submission_name = "grid_barrier.cu";
    wanted.scenarios = folder / "scenarios.cu";
    wanted.cache_dir = request.cache_dir;
    const ModuleBuild build = tools.build(wanted);
    if (build.verdict != Verdict::passed)
      throw std::runtime_error("the measured program did not build: " + build.message);
    module_ = build.module;
  }

  /// Runs this many schedules of a point; returns the worker's time without its start.
  Summary run(const SimPoint& point, std::uint64_t schedules) {
    stop_if_interrupted();
    auto acquired = pool_.acquire(ExecutorKind::sim, module_);
    if (const auto* fate = std::get_if<WorkerFate>(&acquired))
      throw std::runtime_error(fate->message);
    ExploreRequest explore;
    explore.scenario = "exchange";
    explore.params = {{"blocks", point.blocks},
                      {"threads", point.threads},
                      {"barriers", point.barriers},
                      {"words", point.words}};
    explore.exploration.schedules = schedules;
    explore.device.blocks_per_sm = kBlocksPerSm;
    explore.device.sms = (point.blocks + kBlocksPerSm - 1) / kBlocksPerSm;
    OnlyRight handler(point);
    const ExplorationEnd end =
        explore_with(*std::get<ReadyWorker*>(acquired), explore, handler);
    if (!handler.problem().empty()) throw std::runtime_error(handler.problem());
    if (end.fate) throw std::runtime_error(end.fate->message);
    return *end.summary;
  }

 private:
  WorkerPool pool_;
  std::filesystem::path module_;
};

/// Estimates how many schedules take about this long, and warms up the worker: its first
/// schedules of a size create the stacks, clocks and tables that later ones reuse.
std::uint64_t schedules_for(SimBench& bench, const SimPoint& point, double seconds) {
  std::uint64_t schedules = kSchedulesMin;
  for (;;) {
    const Summary trial = bench.run(point, schedules);
    const double took = std::max(trial.seconds, 1e-6);
    const double wanted = static_cast<double>(schedules) * seconds / took;
    const auto next = static_cast<std::uint64_t>(std::clamp(
        wanted, static_cast<double>(kSchedulesMin), static_cast<double>(kSchedulesMax)));
    if (took >= seconds / 4 || next <= schedules) return next;
    schedules = next;
  }
}

}  // namespace

std::vector<SimGrowth> sim_growths() {
  std::vector<SimGrowth> growths = {{"threads", {}}, {"words", {}}, {"barriers", {}}};
  for (const auto& [blocks, threads] : std::vector<std::pair<int, int>>{
           {2, 2}, {4, 2}, {4, 8}, {4, 32}, {8, 64}, {16, 128}})
    growths[0].points.push_back({.blocks = blocks, .threads = threads});
  for (const int words : {1, 4, 16, 64}) growths[1].points.push_back({.words = words});
  for (const int barriers : {1, 4, 16, 64})
    growths[2].points.push_back({.barriers = barriers});
  return growths;
}

std::vector<double> SimSeries::rates() const {
  std::vector<double> rates;
  for (const double one : seconds) rates.push_back(static_cast<double>(schedules) / one);
  return rates;
}

std::vector<SimSeries> measure_sim(const SimBenchRequest& request,
                                   const GradeTools& tools) {
  SimBench bench(request, tools);
  std::vector<SimSeries> all;
  for (const SimGrowth& growth : sim_growths())
    for (const SimPoint& point : growth.points)
      if (std::ranges::none_of(
              all, [&](const SimSeries& known) { return known.point == point; }))
        all.push_back({point, 0, 0, {}});
  for (SimSeries& series : all)
    series.schedules = schedules_for(bench, series.point, request.sample_seconds);
  for (int round = 0; round < request.rounds; ++round) {
    if (request.progress) request.progress(round + 1);
    for (const std::size_t i :
         round_order(all.size(), static_cast<std::uint64_t>(round))) {
      const Summary sample = bench.run(all[i].point, all[i].schedules);
      all[i].seconds.push_back(sample.seconds);
      all[i].accesses = sample.accesses;
    }
  }
  return all;
}

const SimSeries& series_of(const std::vector<SimSeries>& all, const SimPoint& point) {
  for (const SimSeries& series : all)
    if (series.point == point) return series;
  throw std::out_of_range("this point was not measured");
}

SampleTable sim_samples(const std::vector<SimSeries>& all, BenchEnvironment environment) {
  SampleTable table;
  table.bench = "sim";
  table.environment = std::move(environment);
  table.columns = {"growth", "blocks",    "threads", "barriers", "words",
                   "round",  "schedules", "seconds", "accesses"};
  for (const SimGrowth& growth : sim_growths())
    for (const SimPoint& point : growth.points) {
      const SimSeries& series = series_of(all, point);
      for (std::size_t round = 0; round < series.seconds.size(); ++round)
        table.rows.push_back({growth.name, std::to_string(point.blocks),
                              std::to_string(point.threads),
                              std::to_string(point.barriers), std::to_string(point.words),
                              std::to_string(round), std::to_string(series.schedules),
                              fmt::format("{:.6f}", series.seconds[round]),
                              std::to_string(series.accesses)});
    }
  return table;
}

}  // namespace gridlock
