// gridlock next: the next lab that is not done, and what to do for it.
#include <fmt/format.h>

#include <cstdio>

#include "cli/command.h"
#include "cli/next_step.h"

namespace gridlock {
namespace {

/// The lab and three lines; or that nothing is left.
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

std::string shown_path(const std::filesystem::path& path) {
  std::error_code error;
  const auto relative = std::filesystem::relative(path, error);
  if (error || relative.empty() || relative.native().starts_with("../.."))
    return one_line(path.string());
  return one_line(relative.string());
}

std::string score_text(const std::optional<LabProgress>& progress) {
  if (!progress) return "not checked yet";
  return fmt::format("{}/{}{}", progress->score, progress->max_score,
                     progress->is_done()    ? ", done"
                     : progress->incomplete ? ", incomplete"
                                            : "");
}

std::string three_steps(const Lab& lab) {
  return fmt::format(
      "  1. Read  {}\n"
      "  2. Edit  {}\n"
      "  3. Run   ./gridlock watch {}\n",
      shown_path(lab.folder / "README.md"), shown_path(lab.skeleton()), lab.number);
}

std::string all_done_text(std::size_t labs) {
  return fmt::format(
      "Done: you have all points in each of the {} labs.\n"
      "./gridlock list shows them; ./gridlock watch LAB goes back to one.\n",
      labs);
}

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
