// gridlock export: a course's tree, without history, and for students without solutions.
#include <fmt/format.h>

#include <cstdio>

#include "cli/command.h"
#include "cli/course/tree.h"
#include "common/text.h"
#include "report/progress_line.h"

namespace gridlock {
namespace {

void run_export(const std::string& target, TreeFor whom, bool built,
                const Environment& env) {
  if (whom == TreeFor::instructor) need_solutions(env.root, "export instructor");
  const ExportedTree done = export_tree(env.root, target, whom);
  if (built) {
    ProgressLine progress;
    progress.say("building the students' program ...");
    add_program(env.root, env.build_dir, target);
  }
  fmt::print("{}: {} files{}.\n", target, done.files, built ? ", and the program" : "");
  if (!done.untracked.empty())
    fmt::print(stderr,
               "Left out, since git does not know them: {}{}.  `git add` them "
               "first if they belong to the course.\n",
               done.untracked.front(),
               done.untracked.size() == 1
                   ? ""
                   : fmt::format(" and {} more", done.untracked.size() - 1));
  if (whom == TreeFor::student)
    fmt::print(
        "Each lab is as it is handed out; solutions, hidden checks and decks are "
        "left out.\nTry it as a student would: cd {} && ./gridlock\n",
        shell_quoted(target));
}

}  // namespace

void add_export(CLI::App& app, const Environment& environment, int&) {
  CLI::App* command = add_of_all(app, "export");
  command->require_subcommand(1);
  const auto target = std::make_shared<std::string>();
  const auto built = std::make_shared<bool>(false);
  const auto add = [&](const char* name, const char* about, TreeFor whom) {
    CLI::App* one = command->add_subcommand(name, about);
    add_option(*one, "DIR", *target, "A new folder")->required();
    one->callback([=, &environment] { run_export(*target, whom, *built, environment); });
    return one;
  };
  add("student", "Without solutions, hidden checks, decks and history", TreeFor::student)
      ->add_flag("--built", *built,
                 "Include the program, so that students need only clang and binutils");
  add("instructor", "All of it, without history", TreeFor::instructor);
}

}  // namespace gridlock
