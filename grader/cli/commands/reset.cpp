// gridlock reset: the skeleton again; what was there is kept beside it.
#include <fmt/format.h>

#include "checker/lab/skeleton.h"
#include "cli/command.h"
#include "cli/loop/progress.h"
#include "common/files.h"

namespace gridlock {
namespace {

/// \throws UsageError if the skeleton is not available any more
std::string original(const Lab& lab) {
  std::string text = original_skeleton(lab);
  if (text.empty())
    throw UsageError(fmt::format(
        "reset takes the original of {} from solutions/ or from the lab's "
        "folder handed_out/, and this tree has neither.  Your file is as it was.",
        lab.submission_name));
  return text;
}

/// A free name for the old file: last_block.cu is kept as last_block.cu.1, or .2, ...
fs::path free_name_beside(const fs::path& file) {
  for (int number = 1;; ++number) {
    fs::path candidate = file;
    candidate += fmt::format(".{}", number);
    std::error_code error;
    if (!fs::exists(candidate, error)) return candidate;
  }
}

void reset(const std::string& word, const Environment& env) {
  const auto labs = find_labs(env.root);
  const Lab& lab = find_lab(labs, word);
  const std::string skeleton = original(lab);
  std::error_code error;
  if (fs::exists(lab.skeleton(), error)) {
    const std::string current = read_file(lab.skeleton());
    if (current == skeleton) {
      fmt::print("{} is unchanged since it was handed out.\n", lab.skeleton().string());
      return;
    }
    const fs::path kept = free_name_beside(lab.skeleton());
    write_file_atomic(kept, current);
    fmt::print("Your file is kept as {}.\n", kept.string());
  }
  write_file_atomic(lab.skeleton(), skeleton);
  forget_hints(env.state_dir, lab.id);
  fmt::print("{} is again as it was handed out.\n", lab.skeleton().string());
}

}  // namespace

void add_reset(CLI::App& app, const Environment& environment, int&) {
  CLI::App* command =
      app.add_subcommand("reset", "Restore the lab's file as handed out, and keep yours");
  const auto word = std::make_shared<std::string>();
  add_option(*command, "LAB", *word, "The lab")->required();
  command->callback([word, &environment] { reset(*word, environment); });
}

}  // namespace gridlock
