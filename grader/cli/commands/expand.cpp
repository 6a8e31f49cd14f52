// gridlock expand: the whole file that an overlay of the bank stands for.
#include <fmt/format.h>

#include <cstdio>

#include "build/submission.h"
#include "cli/command.h"

namespace gridlock {
namespace {

/// The lab whose folder of solutions/ has the file.
const Lab& lab_of(const std::vector<Lab>& labs, const fs::path& file) {
  for (const Lab& lab : labs)
    if (why_no_overlay(file, lab.solution()).empty()) return lab;
  throw UsageError(
      fmt::format("{} is not in a lab's folder of solutions/, and only files "
                  "there can be overlays.",
                  file.string()));
}

std::string text_of(const fs::path& file) {
  Submission submission = read_submission(file, file.filename().string());
  if (!submission.problem.empty()) throw UsageError(submission.problem);
  return std::move(submission.text);
}

std::string whole_of(const fs::path& file, const Environment& env) {
  const std::string text = text_of(file);
  const std::string reference = text_of(lab_of(find_labs(env.root), file).solution());
  if (overlay_head(text).line == 0)
    throw UsageError(
        fmt::format("{} is no overlay: its first comment has no line \"// overlay\".",
                    file.string()));
  const Expansion whole = expand_overlay(text, reference);
  if (!whole.problem.empty())
    throw UsageError(
        fmt::format("{}:{}: {}.", file.string(), whole.problem_line, whole.problem));
  return whole.text();
}

}  // namespace

void add_expand(CLI::App& app, const Environment& environment, int&) {
  CLI::App* command = add_of_all(app, "expand");
  const auto files = std::make_shared<std::vector<std::string>>();
  add_option(*command, "FILE", *files, "Files of solutions/")->required();
  command->callback([files, &environment] {
    for (const std::string& file : *files)
      std::fputs(whole_of(file, environment).c_str(), stdout);
  });
}

}  // namespace gridlock
