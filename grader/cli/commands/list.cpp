// gridlock list: the labs, their points, and the student's progress.
#include <fmt/format.h>

#include <cstdio>

#include "cli/command.h"
#include "cli/loop/next_step.h"
#include "report/layout.h"

namespace gridlock {

void add_list(CLI::App& app, const Environment& environment, int&) {
  CLI::App* command = app.add_subcommand(
      "list", "List the labs in the order of the path, and your progress");
  command->callback([&environment] {
    const Look look = look_of_stdout();
    std::vector<std::vector<std::string>> rows{{"lab", "", "points", "last check"}};
    const std::vector<Lab> labs = find_labs(environment.root);
    for (const Lab* lab : path_through(labs)) {
      const auto progress = load_progress(environment.state_dir, lab->id);
      rows.push_back(
          {lab->id, lab->title, fmt::format("{:>6}", lab->points), score_text(progress)});
    }
    std::fputs(table(look, 0, rows).c_str(), stdout);
    std::puts("\nWhat to do next: ./gridlock next");
  });
}

}  // namespace gridlock
