// gridlock plot: draws what `bench` measured, with Python's matplotlib, or records it.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "bench/lab_bench.h"
#include "cli/command.h"
#include "cli/programs.h"
#include "common/files.h"
#include "common/subprocess.h"
#include "common/text.h"
#include "report/layout.h"
#include "report/progress_line.h"

namespace gridlock {
namespace {

struct PlotOptions {
  std::string what;
  std::string experiment = kMainExperiment;
  std::string data;
  std::string out;
};

fs::path find_python() {
  fs::path python = find_python_with_matplotlib();
  if (python.empty())
    throw UsageError(
        "Plots need Python's matplotlib; on Debian and Ubuntu: "
        "apt-get install python3-matplotlib");
  return python;
}

/// What to draw: a script, the samples, and recorded results for comparison.
struct Picture {
  fs::path script;
  fs::path data;
  fs::path recorded;  ///< May be empty.
};

/// Recorded results that come with the lab: the first file of the experiment in its
/// folder results/, DEVICE.csv or DEVICE_EXPERIMENT.csv.
fs::path recorded_results(const Lab& lab, const Experiment& experiment) {
  for (const fs::path& file : files_ending(".csv", lab.folder / "results")) {
    const std::string stem = file.stem().string();
    if (stem == experiment.named(stem.substr(0, stem.find('_')))) return file;
  }
  return {};
}

Picture picture_of_lab(const Lab& lab, const PlotOptions& options,
                       const Environment& env) {
  const Experiment experiment = read_experiment(lab, options.experiment);
  Picture picture{lab.folder / (experiment.named("plot") + ".py"), options.data,
                  recorded_results(lab, experiment)};
  if (!fs::exists(picture.script))
    throw UsageError(fmt::format("Lab {} has no plot: there is no {}.", lab.number,
                                 picture.script.string()));
  if (!picture.data.empty()) {
    if (!picture.recorded.empty() &&
        read_file(picture.data) == read_file(picture.recorded))
      picture.recorded.clear();  // Nothing is compared with itself.
    return picture;
  }
  const fs::path measured = env.bench_samples(experiment.named(lab.id));
  if (fs::exists(measured)) {
    picture.data = measured;
    return picture;
  }
  if (picture.recorded.empty())
    throw UsageError(fmt::format(
        "No GPU result has been recorded for this experiment yet; ./gridlock bench "
        "{}{} on a machine with a GPU records one.",
        lab.number,
        experiment.name == kMainExperiment ? "" : " --experiment " + experiment.name));
  picture.data.swap(picture.recorded);
  fmt::print("Nothing was measured here yet; this picture shows {}.\n",
             picture.data.string());
  return picture;
}

Picture picture_of(const PlotOptions& options, const Environment& env) {
  std::error_code error;
  if (!options.data.empty() && !fs::exists(options.data, error))
    throw UsageError(fmt::format("There is no file \"{}\".", options.data));
  if (options.what != "sim") {
    const std::vector<Lab> labs = find_labs(env.root);
    return picture_of_lab(find_lab(labs, options.what), options, env);
  }
  Picture picture{env.root / "grader/bench/plot_sim.py", options.data, ""};
  if (picture.data.empty()) picture.data = env.bench_samples("sim");
  if (!fs::exists(picture.data))
    throw UsageError("Nothing is measured yet; run ./gridlock bench sim");
  return picture;
}

fs::path default_out(const PlotOptions& options, const Environment& env) {
  if (options.what == "sim") return env.bench_samples("sim").replace_extension(".svg");
  const std::vector<Lab> labs = find_labs(env.root);
  const Lab& lab = find_lab(labs, options.what);
  return env.bench_samples(read_experiment(lab, options.experiment).named(lab.id))
      .replace_extension(".svg");
}

/// \throws UsageError unless `out` can hold a picture, or the medians of a lab
void check_out(const fs::path& out, bool of_lab) {
  const std::string ending = lower(out.extension().string());
  if (ending != ".svg" && ending != ".png" && ending != ".pdf" &&
      !(of_lab && ending == ".csv"))
    throw UsageError(
        fmt::format("--out must end with .svg, .png or .pdf{}, unlike \"{}\".",
                    of_lab ? ", or .csv for the medians" : "", one_line(out.string())));
  const fs::path folder = out.has_parent_path() ? out.parent_path() : fs::path(".");
  if (std::error_code error; !fs::is_directory(folder, error))
    throw UsageError(fmt::format("There is no folder \"{}\" for the picture.",
                                 one_line(folder.string())));
}

int plot(const PlotOptions& options, const Environment& env) {
  if (!options.out.empty()) check_out(options.out, options.what != "sim");
  const Picture picture = picture_of(options, env);
  const fs::path out =
      options.out.empty() ? default_out(options, env) : fs::path(options.out);
  if (options.out.empty()) fs::create_directories(out.parent_path());

  ProcessRequest request;
  request.argv = {find_python().string(), picture.script.string()};
  if (options.what == "sim")
    request.argv.insert(request.argv.end(), {picture.data.string(), out.string()});
  else
    request.argv.insert(request.argv.end(), {out.string(), picture.data.string()});
  if (!picture.recorded.empty()) request.argv.push_back(picture.recorded.string());
  // Write no bytecode: the tree may belong to another user.
  request.environment = {{"PYTHONDONTWRITEBYTECODE", "1"},
                         {"PYTHONPATH", (env.root / "grader/bench").string()}};
  request.wall_limit = std::chrono::minutes(5);
  ProgressLine progress;
  progress.say("drawing ...");
  const ProcessResult result = run_process(request);
  progress.clear();
  if (!result.ok()) {
    const std::string said = quoted(look_of_stdout(), 0, result.errors, 30);
    std::fprintf(stderr, "gridlock: the plot was not drawn: %s\n%s",
                 result.how_it_ended().c_str(), said.c_str());
    return 3;
  }
  for (const std::string_view line : split_lines(result.output))
    fmt::print("{}\n", one_line(line));
  fmt::print("{}\n", out.string());
  return 0;
}

}  // namespace

void add_plot(CLI::App& app, const Environment& environment, int& exit_code) {
  CLI::App* command = add_of_all(app, "plot");
  const auto options = std::make_shared<PlotOptions>();
  add_option(*command, "WHAT", options->what, "a lab, or sim")->required();
  add_option(*command, "--data FILE", options->data,
             "The samples (default: those of the last bench)");
  add_option(*command, "--experiment NAME", options->experiment,
             "For a lab with several: the samples of bench_NAME.cu");
  add_option(*command, "--out FILE", options->out,
             "The picture: .svg, .png or .pdf; or the medians that it shows: .csv");
  command->callback(
      [options, &environment, &exit_code] { exit_code = plot(*options, environment); });
}

}  // namespace gridlock
