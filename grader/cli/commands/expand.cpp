// gridlock expand: the whole file that an overlay of the bank stands for, or the reverse.
#include <fmt/format.h>

#include <cstdio>

#include "build/submission.h"
#include "cli/command.h"
#include "common/files.h"

namespace gridlock {
namespace {

/// The lab for which the file is a solution.
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

std::string reference_of(const fs::path& file, const Environment& env) {
  return text_of(lab_of(find_labs(env.root), file).solution());
}

std::string whole_of(const fs::path& file, const Environment& env) {
  const std::string text = text_of(file);
  const std::string reference = reference_of(file, env);
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

std::string overlay_of(const fs::path& file, const Environment& env) {
  const std::string text = text_of(file);
  if (overlay_head(text).line > 0)
    throw UsageError(fmt::format("{} is an overlay already.", file.string()));
  Shrunk shrunk = shrink_to_overlay(text, reference_of(file, env));
  if (!shrunk.problem.empty())
    throw UsageError(fmt::format("{} stays whole: {}.", file.string(), shrunk.problem));
  return std::move(shrunk.text);
}

/// Prints each file in its other form, or replaces the file with it.
void expand(const std::vector<std::string>& files, bool shrink, bool write,
            const Environment& env) {
  for (const fs::path file : files) {
    const std::string text = shrink ? overlay_of(file, env) : whole_of(file, env);
    if (write)
      write_file_atomic(file, text);
    else
      std::fputs(text.c_str(), stdout);
  }
}

}  // namespace

void add_expand(CLI::App& app, const Environment& environment, int&) {
  CLI::App* command =
      app.add_subcommand("expand", "For authors: print the whole file for an overlay");
  struct Options {
    std::vector<std::string> files;
    bool shrink = false;
    bool write = false;
  };
  const auto options = std::make_shared<Options>();
  command->add_option("FILE", options->files, "Files of solutions/")
      ->required()
      ->type_name("");
  CLI::Option* shrink = command->add_flag(
      "--shrink", options->shrink, "The reverse: print the overlay for a whole file");
  command->add_flag("--write", options->write, "Replace the file by the overlay")
      ->needs(shrink);  // A whole file printed for reading has no verdict at its head.
  command->callback([options, &environment] {
    expand(options->files, options->shrink, options->write, environment);
  });
}

}  // namespace gridlock
