// gridlock slides: makes the decks, by slides/build.mjs.
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "checker/interrupt.h"
#include "cli/command.h"
#include "common/subprocess.h"

extern char** environ;

namespace gridlock {
namespace {

namespace fs = std::filesystem;

struct SlidesOptions {
  std::vector<std::string> decks;
  std::string out;
  bool pdf = false;
  bool images = false;
};

/// Runs it with our own output, so that what takes long is seen; returns its exit code.
int run_in_sight(const std::vector<std::string>& argv) {
  std::vector<char*> pointers;
  for (const std::string& argument : argv)
    pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  std::fflush(stdout);
  pid_t child = 0;
  const int error =
      ::posix_spawnp(&child, pointers[0], nullptr, nullptr, pointers.data(), environ);
  if (error != 0) throw std::system_error(error, std::generic_category(), argv[0]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  stop_if_interrupted();
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int slides(const SlidesOptions& options, const Environment& env) {
  for (const char* program : {"node", "npm"})
    if (find_program(program).empty())
      throw UsageError(
          fmt::format("{} is missing; the slides need it.  On Debian and Ubuntu: "
                      "apt-get install nodejs npm",
                      program));
  const fs::path out =
      options.out.empty() ? env.state_dir / "slides" : fs::absolute(options.out);
  std::vector<std::string> argv{"node", (env.root / "slides/build.mjs").string(),
                                out.string(), (env.build_dir / "bin/gridlock").string(),
                                env.build_dir.string()};
  if (options.pdf) argv.emplace_back("--pdf");
  if (options.images) argv.emplace_back("--images");
  argv.insert(argv.end(), options.decks.begin(), options.decks.end());
  const int code = run_in_sight(argv);
  return code == 0 || code == 2 ? code : 3;
}

}  // namespace

void add_slides(CLI::App& app, const Environment& environment, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "slides", "Make the slides: an opening deck and one deck per lab");
  const auto options = std::make_shared<SlidesOptions>();
  command->add_option("DECK", options->decks, "For example 01_last_block (default: all)")
      ->type_name("");
  command->add_flag("--pdf", options->pdf, "Also make PDF files; they need Chromium");
  command->add_flag("--images", options->images, "Also make a PNG file of each slide");
  command
      ->add_option("--out", options->out, "The output folder (default: the build folder)")
      ->type_name("DIR");
  command->callback(
      [options, &environment, &exit_code] { exit_code = slides(*options, environment); });
}

}  // namespace gridlock
