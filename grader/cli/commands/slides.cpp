// gridlock slides: makes the decks, by slides/build.mjs.
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/programs.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

struct SlidesOptions {
  std::vector<std::string> decks;
  std::string out;
  bool pdf = false;
  bool images = false;
};

int slides(const SlidesOptions& options, const Environment& env) {
  for (const char* program : {"node", "npm"})
    if (find_program(program).empty())
      throw UsageError(
          fmt::format("{} is missing; the slides need it.  On Debian and Ubuntu: "
                      "apt-get install nodejs npm",
                      program));
  need_solutions(env.root, "slides");  // The decks show mistakes and their reports.
  const fs::path out =
      options.out.empty() ? env.state_dir / "slides" : fs::absolute(options.out);
  std::vector<std::string> argv{"node", (env.root / "slides/build.mjs").string(),
                                out.string(), (env.build_dir / "bin/gridlock").string(),
                                env.build_dir.string()};
  if (options.pdf) argv.emplace_back("--pdf");
  if (options.images) argv.emplace_back("--images");
  argv.insert(argv.end(), options.decks.begin(), options.decks.end());
  const int code = run_in_foreground(argv);
  return code == 0 || code == 2 ? code : 3;
}

}  // namespace

void add_slides(CLI::App& app, const Environment& environment, int& exit_code) {
  CLI::App* command = add_of_all(app, "slides");
  const auto options = std::make_shared<SlidesOptions>();
  add_option(*command, "DECK", options->decks,
             "For example 01_last_block (default: all)");
  command->add_flag("--pdf", options->pdf, "Also make PDF files; they need Chromium");
  command->add_flag("--images", options->images, "Also make a PNG file of each slide");
  add_option(*command, "--out DIR", options->out,
             "The output folder (default: the build folder)");
  command->callback(
      [options, &environment, &exit_code] { exit_code = slides(*options, environment); });
}

}  // namespace gridlock
