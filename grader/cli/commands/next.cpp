// gridlock next: the next lab that is not done, and what to do for it.
#include <fmt/format.h>

#include <cstdio>

#include "cli/command.h"
#include "cli/loop/next_step.h"

namespace gridlock {
namespace {

/// The text of "next": the lab and three lines, or a sentence that nothing is left.
std::string next_text(const Environment& env) {
  const auto labs = find_labs(env.root);
  const Lab* lab = next_lab(labs, env.state_dir);
  if (!lab) return all_done_text(labs.size());
  const std::string title =
      paint(look_of_stdout(), Tone::strong,
            fmt::format("Next is lab {}: {}", lab->number, lab->title));
  return fmt::format("{}  ({})\n{}", title,
                     score_text(load_progress(env.state_dir, lab->id)),
                     three_steps(*lab));
}

}  // namespace

void show_first_screen(const Environment& environment) {
  fmt::print(
      "gridlock: labs on synchronization between the blocks of a CUDA grid.\n\n{}\n"
      "All commands: ./gridlock --help      What works here: ./gridlock doctor\n",
      next_text(environment));
}

void add_next(CLI::App& app, const Environment& environment, int&) {
  CLI::App* command =
      app.add_subcommand("next", "Name the next unfinished lab, and what to do");
  command->callback(
      [&environment] { std::fputs(next_text(environment).c_str(), stdout); });
}

}  // namespace gridlock
