// gridlock expand: the whole that an overlay of the bank stands for, or the reverse.
#include <fmt/format.h>

#include <cstdio>

#include "build/submission.h"
#include "cli/command.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

/// The lab in whose solutions the file lies.
const Lab& lab_of(const std::vector<Lab>& labs, const fs::path& file) {
  for (const Lab& lab : labs)
    if (why_no_overlay(file, lab.solution()).empty()) return lab;
  throw UsageError(
      fmt::format("{} is in no lab's folder of solutions/, and only such a "
                  "file can be an overlay.",
                  file.string()));
}

std::string text_of(const fs::path& file) {
  Submission submission = read_submission(file, file.filename().string());
  if (!submission.problem.empty()) throw UsageError(submission.problem);
  return std::move(submission.text);
}

void expand(const fs::path& file, bool shrink, const Environment& env) {
  const std::string text = text_of(file);
  const auto labs = find_labs(env.root);
  const std::string reference = text_of(lab_of(labs, file).solution());
  const int line = overlay_head(text).line;
  if (shrink) {
    if (line > 0) throw UsageError(fmt::format("{} is an overlay.", file.string()));
    const Shrunk shrunk = shrink_to_overlay(text, reference);
    if (!shrunk.problem.empty())
      throw UsageError(fmt::format("{} stays whole: {}.", file.string(), shrunk.problem));
    std::fputs(shrunk.text.c_str(), stdout);
    return;
  }
  if (line == 0)
    throw UsageError(fmt::format(
        "{} is no overlay: no line at its head says \"// overlay\".", file.string()));
  const Expansion whole = expand_overlay(text, reference);
  if (!whole.problem.empty())
    throw UsageError(
        fmt::format("{}:{}: {}.", file.string(), whole.problem_line, whole.problem));
  std::fputs(whole.text().c_str(), stdout);
}

}  // namespace

void add_expand(CLI::App& app, const Environment& environment, int&) {
  CLI::App* command = app.add_subcommand(
      "expand", "For authors: the whole of a file that holds only what differs");
  struct Options {
    std::string file;
    bool shrink = false;
  };
  const auto options = std::make_shared<Options>();
  command->add_option("FILE", options->file, "A file of solutions/")
      ->required()
      ->type_name("");
  command->add_flag("--shrink", options->shrink,
                    "The reverse: what differs in a whole file");
  command->callback(
      [options, &environment] { expand(options->file, options->shrink, environment); });
}

}  // namespace gridlock
