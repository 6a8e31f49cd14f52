#include "cli/loop/next_step.h"

#include <fmt/format.h>

#include "common/files.h"

namespace gridlock {
namespace {

/// The heading of a sheet's questions, which no check covers.
constexpr const char* kQuestions = "Seen in printed code";

}  // namespace

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

std::string done_text(const std::vector<Lab>& labs, const Lab& done,
                      const std::filesystem::path& state_dir) {
  std::string text = fmt::format("Lab {} is done.\n", done.number);
  const std::filesystem::path sheet = done.folder / "README.md";
  std::error_code error;
  if (std::filesystem::exists(sheet, error) &&
      read_file(sheet).find(fmt::format("\n## {}\n", kQuestions)) != std::string::npos)
    text += fmt::format("  Answer  the questions under \"{}\" in {}\n", kQuestions,
                        shown_path(sheet));
  if (std::filesystem::exists(done.solution(), error))
    text += fmt::format("  Compare {}\n", shown_path(done.solution()));
  const Lab* next = next_lab(labs, state_dir, done.id);
  if (!next) return text + all_done_text(labs.size());
  return text + fmt::format("  Next    lab {}, {}: ./gridlock watch {}\n", next->number,
                            next->title, next->number);
}

}  // namespace gridlock
