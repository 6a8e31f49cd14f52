// gridlock skeleton: shows, or writes, the skeleton that a solution has.
#include <fmt/format.h>

#include <cstdio>

#include "checker/lab/skeleton.h"
#include "cli/command.h"
#include "common/files.h"

namespace gridlock {
namespace {

void skeleton(const std::string& word, bool write, const Environment& env) {
  const auto labs = find_labs(env.root);
  const Lab& lab = find_lab(labs, word);
  need_solutions(env.root, "skeleton");
  std::string text;
  try {
    text = skeleton_from_solution(read_file(lab.solution()));
  } catch (const BadMarkers& error) {
    throw UsageError(fmt::format("{}: {}", lab.solution().string(), error.what()));
  }
  if (!write) {
    std::fputs(text.c_str(), stdout);
    return;
  }
  write_file_atomic(lab.skeleton(), text);
  fmt::print("Wrote {}.\n", lab.skeleton().string());
}

}  // namespace

void add_skeleton(CLI::App& app, const Environment& environment, int&) {
  CLI::App* command = add_of_all(app, "skeleton");
  const auto word = std::make_shared<std::string>();
  const auto write = std::make_shared<bool>(false);
  add_option(*command, "LAB", *word, "The lab")->required();
  command->add_flag("--write", *write, "Write it to labs/, over the file there");
  command->callback([=, &environment] { skeleton(*word, *write, environment); });
}

}  // namespace gridlock
