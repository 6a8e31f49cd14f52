#include "cli/commands/bench_lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <functional>

#include "bench/lab_bench.h"
#include "build/toolchain.h"
#include "checker/interrupt.h"
#include "checker/lab/skeleton.h"
#include "cli/save.h"
#include "common/files.h"
#include "common/text.h"
#include "report/layout.h"
#include "report/progress_line.h"

namespace gridlock {
namespace {

void need_gpu(const Environment& env) {
  if (const std::string why = env.tools.why_no_gpu(); !why.empty())
    throw UsageError(
        fmt::format("bench measures on a GPU, and {}.  `--on sim` runs the experiment in "
                    "the simulator, without measuring.",
                    why));
  if (find_nvcc().empty())
    throw UsageError(
        "bench needs nvcc, which was not found (looked at $CUDACXX, PATH and "
        "/usr/local/cuda).  Install the CUDA Toolkit, or set CUDACXX to its nvcc.");
}

/// Up to four digits: 9.41, 941, 12.68k, 2.987M.
std::string short_text(double value) {
  if (value < 10) return fmt::format("{:.2f}", value);
  if (value < 10'000) return fmt::format("{:.0f}", value);
  if (value < 1'000'000) return fmt::format("{:.4g}k", value / 1e3);
  return fmt::format("{:.4g}M", value / 1e6);
}

/// Prints a row for each contestant that was measured, and a column for each point.
void print_table(const Look& look, const Contest& contest,
                 const std::function<std::string(std::size_t, std::size_t)>& cell) {
  std::vector<std::vector<std::string>> rows{{""}};
  for (const std::int64_t point : contest.points)
    rows[0].push_back(point < 10 ? std::to_string(point)
                                 : short_text(static_cast<double>(point)));
  for (std::size_t who = 0; who < contest.contestants.size(); ++who) {
    if (!contest.failures[who].empty()) continue;
    rows.push_back({contest.contestants[who].name});
    for (std::size_t point = 0; point < contest.points.size(); ++point)
      rows.back().push_back(cell(who, point));
  }
  std::fputs(table(look, 2, rows).c_str(), stdout);
}

void print_times(const Look& look, const Contest& contest, const Experiment& experiment) {
  fmt::print("\nNanoseconds; columns: {}\n", experiment.point);
  print_table(look, contest, [&](std::size_t who, std::size_t point) {
    const std::vector<double> samples = samples_of(contest, who, point);
    return samples.empty() ? "" : short_text(median(samples));
  });
  fmt::print("\nTime relative to {}\n", contest.contestants[contest.baseline].name);
  print_table(look, contest, [&](std::size_t who, std::size_t point) {
    const auto ratio = ratio_of(contest, who, contest.baseline, point);
    return ratio ? fmt::format("{:.2f}", ratio->middle) : "";
  });
  const auto roof = std::ranges::find(contest.contestants, "roof", &Contestant::kind);
  if (roof == contest.contestants.end()) return;
  const auto under = static_cast<std::size_t>(roof - contest.contestants.begin());
  fmt::print("\nPer cent of the speed of {}\n", roof->name);
  print_table(look, contest, [&](std::size_t who, std::size_t point) {
    const auto ratio = ratio_of(contest, under, who, point);
    return ratio ? fmt::format("{:.0f}", 100 * ratio->middle) : "";
  });
}

void print_notes(const Look& look, const Lab& lab, const Contest& contest) {
  const auto say = [&](const std::string& what) {
    std::fputs(wrap(look, 0, what).c_str(), stdout);
  };
  std::puts("");
  say(
      fmt::format("Medians of {} rounds; relative times are within the same round.  It "
                  "ended because: {}.",
                  contest.rounds, text(contest.end)));
  if (const auto same = same_twice(contest))
    say(fmt::format(
        "The reference was measured twice in each round: the two differ by up to "
        "{:.1f} %{}.  Smaller differences mean nothing.",
        100 * same->apart, same->consistent ? "" : ", and chance does not explain that"));
  if (contest.megahertz_max > 0) {
    const double least = ContestRules{}.clock_min;
    const int slow = slow_samples(contest, least);
    say(fmt::format(
        "The GPU's clock ran at up to {:.0f} MHz.  {} measurements were repeated "
        "because it ran at less than {:.0f} % of that; {} samples were still taken "
        "at such a clock.",
        contest.megahertz_max, contest.again, 100 * least, slow));
  }
  for (std::size_t who = 0; who < contest.contestants.size(); ++who) {
    if (contest.failures[who].empty()) continue;
    const std::string why = one_line(contest.failures[who]);
    if (contest.contestants[who].name == "yours")
      say(fmt::format("Your file is left out: {}.  ./gridlock check {} says more.", why,
                      lab.number));
    else
      say(fmt::format("Not measured: {}: {}", contest.contestants[who].name, why));
  }
}

/// Whether the student's file is still the skeleton, as far as that is known.
bool is_untouched(const Lab& lab) {
  return original_skeleton(lab) == read_file(lab.skeleton());
}

/// Removes the student's file, unless it is the only contestant.  Returns whether it did.
bool leave_out_yours(std::vector<Entry>& entries) {
  const auto others = std::ranges::count_if(
      entries, [](const Entry& entry) { return entry.contestant.kind != "yours"; });
  if (others == 0) return false;
  return std::erase_if(entries, [](const Entry& entry) {
           return entry.contestant.kind == "yours";
         }) > 0;
}

/// Runs each contestant at each point in the simulator, and each timeline.  Returns 1
/// if a result is wrong; results of the student's file count only if `yours_counts`.
int dry_run(LabBench& bench, const std::string& only, bool yours_counts,
            const Look& look) {
  std::vector<std::vector<std::string>> rows{{"contestant", "in the simulator"}};
  std::vector<std::string> failures;
  bool all_right = true;
  for (std::size_t who = 0; who < bench.entries().size(); ++who) {
    const Contestant& contestant = bench.entries()[who].contestant;
    std::string said = "right";
    for (const std::int64_t point : bench.points()) {
      stop_if_interrupted();
      const Timing timing = bench.run(who, point);
      stop_if_interrupted();
      if (!timing.failure.empty()) said = one_line(timing.failure);
    }
    if (said != "right" && (yours_counts || contestant.kind != "yours"))
      all_right = false;
    failures.push_back(said == "right" ? "" : said);
    rows.push_back({contestant.name, said});
  }
  for (const Timeline& timeline : bench.timelines(failures, only)) {
    if (!timeline.failure.empty()) all_right = false;
    rows.push_back({"timeline of " + timeline.contestant,
                    timeline.failure.empty() ? "right" : one_line(timeline.failure)});
  }
  std::fputs(table(look, 2, rows).c_str(), stdout);
  std::puts("\nNothing was measured: times of the simulator say nothing about a GPU.");
  return all_right ? 0 : 1;
}

std::size_t baseline_of(const LabBench& bench, const Experiment& experiment) {
  const auto& entries = bench.entries();
  const auto found = std::ranges::find_if(entries, [&](const Entry& one) {
    return one.contestant.name == experiment.baseline;
  });
  if (found == entries.end())
    throw std::runtime_error(
        fmt::format("the contestant \"{}\", the baseline of the others, was not built",
                    experiment.baseline));
  return static_cast<std::size_t>(found - entries.begin());
}

/// Writes the timelines beside the samples, in FILE_timeline.csv.
bool save_timelines(const std::vector<Timeline>& timelines, const Experiment& experiment,
                    const std::string& name, const std::filesystem::path& samples,
                    const BenchEnvironment& environment) {
  if (timelines.empty()) return true;
  const std::filesystem::path file =
      samples.parent_path() /
      (samples.stem().string() + "_timeline" + samples.extension().string());
  const SampleTable table =
      timeline_samples(timelines, *experiment.timeline, name, environment);
  for (const Timeline& timeline : timelines)
    if (!timeline.failure.empty())
      std::fputs(wrap(look_of_stdout(), 0,
                      fmt::format("No timeline of {}: {}", timeline.contestant,
                                  one_line(timeline.failure)))
                     .c_str(),
                 stdout);
  if (!save_for_user(file.string(), csv_text(table))) return false;
  fmt::print("The timelines are in {}.\n", file.string());
  return true;
}

int measure(const BenchLabOptions& options, const Environment& env, const Lab& lab,
            const Experiment& experiment, LabBench& bench, ProgressLine& progress) {
  ContestRules rules;
  rules.rounds_max = options.rounds;
  rules.rounds_min = std::min(rules.rounds_min, rules.rounds_max);
  rules.seconds_max = options.seconds;
  std::vector<Contestant> contestants;
  for (const Entry& entry : bench.entries()) contestants.push_back(entry.contestant);
  const Contest contest = hold_contest(contestants, bench.points(),
                                       baseline_of(bench, experiment), rules, bench);
  progress.clear();
  BenchEnvironment environment = gpu_environment(env.root, bench.device());
  environment.emplace_back("unit", experiment.unit);
  environment.emplace_back("point", experiment.point);
  for (const std::string& left_out : bench.left_out())
    environment.emplace_back("not built", left_out);

  const Look look = look_of_stdout();
  fmt::print("{}\n", paint(look, Tone::strong,
                           fmt::format("{}: {}, on {}", lab.id, experiment.unit,
                                       one_line(bench.device()))));
  if (contest.end == ContestEnd::nobody || contest.rounds == 0) {
    print_notes(look, lab, contest);
    std::puts("Nothing was measured, so nothing is kept.");
    return contest.end == ContestEnd::interrupted ? 130 : 1;
  }
  print_times(look, contest, experiment);
  print_notes(look, lab, contest);

  const std::string name = experiment.named(lab.id);
  const std::filesystem::path kept = env.bench_samples(name);
  std::filesystem::create_directories(kept.parent_path());
  const std::string file = options.csv.empty() ? kept.string() : options.csv;
  if (!save_for_user(file, csv_text(contest_samples(contest, name, environment,
                                                    experiment.numbers))))
    return 3;
  const bool interrupted = contest.end == ContestEnd::interrupted;
  if (file == "-") return interrupted ? 130 : 0;
  fmt::print("\nEvery sample is in {}.\n", file);
  if (!interrupted) {
    const auto timelines = bench.timelines(contest.failures, options.only);
    progress.clear();
    if (!save_timelines(timelines, experiment, name, file, environment)) return 3;
  }
  fmt::print("To draw them: ./gridlock plot {}{}{}\n", lab.number,
             experiment.name == kMainExperiment ? "" : " --experiment " + experiment.name,
             options.csv.empty() ? "" : " --data " + shell_quoted(options.csv));
  return interrupted ? 130 : 0;
}

}  // namespace

int bench_lab(const BenchLabOptions& options, const Environment& env) {
  const std::vector<Lab> labs = find_labs(env.root);
  const Lab& lab = find_lab(labs, options.lab);
  const Experiment experiment = read_experiment(lab, options.experiment);
  const bool on_sim = options.on == "sim";
  if (!on_sim) need_gpu(env);
  const std::filesystem::path yours = options.submission.empty()
                                          ? lab.skeleton()
                                          : std::filesystem::path(options.submission);
  std::error_code error;
  if (!std::filesystem::is_regular_file(yours, error))
    throw UsageError(fmt::format("There is no file \"{}\".", yours.string()));

  ProgressLine progress;
  LabBench bench(lab, experiment, on_sim ? ExecutorKind::sim : ExecutorKind::gpu,
                 env.tools, env.cache_dir(),
                 [&](const std::string& what) { progress.say(what); });
  std::vector<Entry> entries = entries_of(lab, experiment, yours, options.only);
  if (!on_sim && options.submission.empty() && is_untouched(lab) &&
      leave_out_yours(entries))
    fmt::print("Your file is left out: it is as it was handed out.\n");
  bench.prepare(std::move(entries), options.only);
  progress.clear();
  for (const std::string& left_out : bench.left_out())
    std::fputs(wrap(look_of_stdout(), 0, "Not built: " + one_line(left_out)).c_str(),
               stdout);
  if (on_sim)
    return dry_run(bench, options.only, !options.submission.empty(), look_of_stdout());
  return measure(options, env, lab, experiment, bench, progress);
}

}  // namespace gridlock
