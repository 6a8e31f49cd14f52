#include "cli/loop/next_step.h"

#include <fmt/format.h>

namespace gridlock {

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

}  // namespace gridlock
