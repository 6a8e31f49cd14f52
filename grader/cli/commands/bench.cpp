// gridlock bench: measures, prints medians, keeps every sample.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "bench/sim_bench.h"
#include "cli/command.h"
#include "cli/commands/bench_lab.h"
#include "cli/programs.h"
#include "cli/save.h"
#include "common/text.h"
#include "report/layout.h"
#include "report/progress_line.h"

namespace gridlock {
namespace {

struct BenchOptions {
  std::string what;
  std::string csv;
  int rounds = 0;  ///< 0 stands for the measurement's default.
  bool quick = false;
  BenchLabOptions lab;
};

/// Three digits below 100; a whole number, with commas, from 100 on.
std::string rate_text(double rate) {
  if (rate < 100) return fmt::format("{:.3g}", rate);
  return with_commas(static_cast<std::uint64_t>(rate + 0.5));
}

std::string size_of(const SimPoint& point, const std::string& growth) {
  if (growth == "threads") return fmt::format("{} x {}", point.blocks, point.threads);
  return std::to_string(growth == "words" ? point.words : point.barriers);
}

void print_growth(const Look& look, const SimGrowth& growth,
                  const std::vector<SimSeries>& all) {
  std::vector<std::vector<std::string>> rows{
      {growth.name == "threads" ? "blocks x threads" : growth.name, "schedules/s",
       "95 % interval", "least - most", "accesses/s"}};
  for (const SimPoint& point : growth.points) {
    const SimSeries& series = series_of(all, point);
    const std::vector<double> rates = series.rates();
    const double middle = median(rates);
    const Interval sure = bootstrap_interval(rates);
    const auto [least, most] = std::minmax_element(rates.begin(), rates.end());
    const double accesses =
        static_cast<double>(series.accesses) / static_cast<double>(series.schedules);
    rows.push_back({size_of(point, growth.name), rate_text(middle),
                    fmt::format("{} - {}", rate_text(sure.low), rate_text(sure.high)),
                    fmt::format("{} - {}", rate_text(*least), rate_text(*most)),
                    fmt::format("{:.2f} million", middle * accesses / 1e6)});
  }
  std::fputs(table(look, 2, rows).c_str(), stdout);
}

void print_sim(const SampleTable& samples, const std::vector<SimSeries>& all) {
  const Look look = look_of_stdout();
  for (const auto& [name, value] : samples.environment)
    fmt::print("{:<10} {}\n", name, one_line(value));
  const SimPoint reference;
  const SimSeries& series = series_of(all, reference);
  const Interval sure = bootstrap_interval(series.rates());
  fmt::print("\n{}\n", paint(look, Tone::strong,
                             fmt::format("{} schedules per second on one core ({} - {})",
                                         rate_text(median(series.rates())),
                                         rate_text(sure.low), rate_text(sure.high))));
  std::fputs(
      wrap(look, 0,
           fmt::format("{} blocks x {} threads, {} barriers between all blocks, {} word "
                       "written and read by each thread between two of them; full "
                       "detection in both levels, weak values. Medians of {} rounds.",
                       reference.blocks, reference.threads, reference.barriers,
                       reference.words, series.seconds.size()))
          .c_str(),
      stdout);
  for (const SimGrowth& growth : sim_growths()) {
    std::puts("");
    print_growth(look, growth, all);
  }
}

int bench_sim(const BenchOptions& options, const Environment& env) {
  SimBenchRequest request;
  request.root = env.root;
  request.cache_dir = env.cache_dir();
  if (options.rounds > 0) request.rounds = options.rounds;
  if (options.quick) {
    request.rounds = std::min(request.rounds, 3);
    request.sample_seconds = 0.01;
  }
  BenchEnvironment environment = bench_environment(env.root);
  ProgressLine progress;
  progress.say("compiling for the simulator ...");
  request.progress = [&](int round) {
    progress.say(fmt::format("measuring, round {} of {} ...", round, request.rounds));
  };
  const std::vector<SimSeries> all = measure_sim(request, env.tools);
  progress.clear();
  const SampleTable samples = sim_samples(all, std::move(environment));
  print_sim(samples, all);

  // The samples are always kept, so that `plot` has something to draw.
  const std::string kept = env.bench_samples(options.what).string();
  std::filesystem::create_directories(env.bench_samples(options.what).parent_path());
  const std::string file = options.csv.empty() ? kept : options.csv;
  if (!save_for_user(file, csv_text(samples))) return 3;
  if (file == "-") return 0;
  const std::string data =
      options.csv.empty() ? "" : " --data " + shell_quoted(options.csv);
  fmt::print("\nEvery sample is in {}.\nTo draw them: ./gridlock plot {}{}\n", file,
             options.what, data);
  return 0;
}

int bench(const BenchOptions& options, const Environment& env) {
  if (options.what == "sim") return bench_sim(options, env);
  if (options.what == "build")
    return run_in_foreground({"bash", (env.root / "grader/setup/build_times.sh").string(),
                              env.root.string(), env.build_dir.string()});
  BenchLabOptions lab = options.lab;
  lab.lab = options.what;
  lab.csv = options.csv;
  if (options.rounds > 0) lab.rounds = options.rounds;
  return bench_lab(lab, env);
}

}  // namespace

void add_bench(CLI::App& app, const Environment& environment, int& exit_code) {
  CLI::App* command = add_of_all(app, "bench");
  const auto options = std::make_shared<BenchOptions>();
  add_option(*command, "WHAT", options->what, "a lab, sim, or build")->required();
  add_option(*command, "--csv FILE", options->csv, "Where to write every sample")
      ->check(why_no_file);
  add_option(*command, "--rounds N", options->rounds,
             "Samples of each size: exactly for sim (default 9), at most for a lab "
             "(default 99)")
      ->check(CLI::Range(1, 1000));
  add_option(*command, "--seconds N", options->lab.seconds,
             "For a lab: start no round after this time (default 120)")
      ->check(CLI::Range(1, 86'400));
  add_option(*command, "--only TEXT", options->lab.only,
             "For a lab: only contestants with this text in their name");
  add_option(*command, "--experiment NAME", options->lab.experiment,
             "For a lab with several: bench_NAME.cu instead of bench.cu");
  add_option(*command, "--submission FILE", options->lab.submission,
             "For a lab: this file instead of the one in labs/");
  command
      ->add_option(
          "--on", options->lab.on,
          "For a lab: sim runs each contestant in the simulator, without measuring")
      ->check(CLI::IsMember({"sim", "gpu"}));
  command->add_flag(
      "--quick", options->quick,
      "For sim: a few short samples, to see whether it works, not how fast it is");
  command->callback(
      [options, &environment, &exit_code] { exit_code = bench(*options, environment); });
}

}  // namespace gridlock
