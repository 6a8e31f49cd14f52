// gridlock docs: builds the documentation, by the target of that name.
#include <fmt/format.h>

#include <cstdio>

#include "cli/command.h"
#include "common/subprocess.h"
#include "report/layout.h"
#include "report/progress_line.h"

namespace gridlock {
namespace {

int docs(const Environment& env) {
  if (find_program("cmake").empty())
    throw UsageError("cmake is missing, so nothing can be built.");
  ProgressLine progress;
  progress.say("building the documentation, which takes a minute ...");
  ProcessRequest request;
  request.argv = {"cmake", "--build", env.build_dir.string(), "--target", "docs"};
  request.wall_limit = std::chrono::minutes(30);
  request.output_limit = 64 << 20;
  const ProcessResult result = run_process(request);
  progress.clear();
  if (!result.ok()) {
    const std::string said =
        quoted(look_of_stdout(), 0, result.output + result.errors, 40);
    std::fprintf(stderr, "gridlock: the documentation was not built: %s\n%s",
                 result.how_it_ended().c_str(), said.c_str());
    return 3;
  }
  fmt::print("{}\n", (env.build_dir / "docs/html/index.html").string());
  return 0;
}

}  // namespace

void add_docs(CLI::App& app, const Environment& environment, int& exit_code) {
  CLI::App* command = add_of_all(app, "docs");
  command->callback([&environment, &exit_code] { exit_code = docs(environment); });
}

}  // namespace gridlock
