// gridlock plot: draws what `bench` measured, with Python's matplotlib.
#include <fmt/format.h>

#include <cstdio>

#include "cli/command.h"
#include "cli/python.h"
#include "common/subprocess.h"
#include "report/layout.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

struct PlotOptions {
  std::string what;
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

int plot(const PlotOptions& options, const Environment& env) {
  const fs::path data =
      options.data.empty() ? env.bench_samples(options.what) : fs::path(options.data);
  std::error_code error;
  if (!fs::exists(data, error))
    throw UsageError(
        options.data.empty()
            ? fmt::format("Nothing is measured yet: ./gridlock bench {}", options.what)
            : fmt::format("There is no file \"{}\".", options.data));
  fs::path out = options.out;
  if (out.empty()) out = env.bench_samples(options.what).replace_extension(".svg");

  ProcessRequest request;
  request.argv = {find_python().string(),
                  (env.root / "grader/bench" / ("plot_" + options.what + ".py")).string(),
                  data.string(), out.string()};
  // No bytecode: the tree may be somebody else's.
  request.environment = {{"PYTHONDONTWRITEBYTECODE", "1"}};
  request.wall_limit = std::chrono::minutes(5);
  const ProcessResult result = run_process(request);
  if (!result.ok()) {
    const std::string said = quoted(look_of_stdout(), 0, result.errors, 30);
    std::fprintf(stderr, "gridlock: the plot was not drawn: %s\n%s",
                 result.how_it_ended().c_str(), said.c_str());
    return 3;
  }
  fmt::print("{}\n", out.string());
  return 0;
}

}  // namespace

void add_plot(CLI::App& app, const Environment& environment, int& exit_code) {
  CLI::App* command = app.add_subcommand("plot", "Draw what bench measured");
  const auto options = std::make_shared<PlotOptions>();
  command->add_option("WHAT", options->what, "sim")
      ->required()
      ->type_name("")
      ->check(CLI::IsMember({"sim"}));
  command
      ->add_option("--data", options->data,
                   "The samples (default: those of the last bench)")
      ->type_name("FILE");
  command->add_option("--out", options->out, "The picture: .svg, .png or .pdf")
      ->type_name("FILE");
  command->callback(
      [options, &environment, &exit_code] { exit_code = plot(*options, environment); });
}

}  // namespace gridlock
