// gridlock: the program with the commands that students call all the time.  With
// GRIDLOCK_GRADER, it also writes what a platform shows of one submission.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include "class/report.h"
#include "cli/cures/cures.h"
#include "cli/program.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kOptionsOfOthers[]{
    "--cure",
#ifndef GRIDLOCK_GRADER
    "--gradescope",
    "--html",
#endif
};

bool is_for_the_other(const std::vector<char*>& line) {
  if (line.size() < 2 || !line[1]) return false;
  const std::string_view command = line[1];
  for (const auto& [other, help] : kCommandsOfAll)
    if (command == other) return true;
  return command == "check" &&
         std::any_of(line.begin() + 2, line.end(), [](const char* word) {
           const std::string_view text = word ? word : "";
           return std::ranges::find(kOptionsOfOthers, text.substr(0, text.find('='))) !=
                  std::end(kOptionsOfOthers);
         });
}

}  // namespace

void add_commands(CLI::App& app, const Environment& environment, int& exit_code) {
  for (const AddCommand add : {add_list, add_check, add_watch, add_next, add_hint,
                               add_reset, add_replay, add_run})
    add(app, environment, exit_code);
  for (const auto& [name, about] : kCommandsOfAll) add_of_all(app, name);
}

void leave_to_the_other(const std::vector<char*>& line) {
  if (!is_for_the_other(line)) return;
  // The script builds gridlock-all, then executes it.
  if (const char* script = std::getenv("GRIDLOCK_SCRIPT"); script && *script) {
    ::setenv("GRIDLOCK_TARGET", "all-commands", 1);
    ::execv(script, line.data());
  }
  const fs::path other =
      fs::read_symlink("/proc/self/exe").parent_path() / "gridlock-all";
  ::execv(other.c_str(), line.data());
  throw UsageError(fmt::format("\"{}\" is done by {}: {}.  ./gridlock builds it.",
                               line[1], other.string(), std::strerror(errno)));
}

// Stubs to link, never called: gridlock-all takes over before.

namespace {

[[noreturn]] void only_the_other_has_this() {
  throw std::logic_error("gridlock has begun what only gridlock-all can do");
}

}  // namespace

void look_for_cure(const CureSearch&, const CheckResult&, LabResult&) {
  only_the_other_has_this();
}
#ifndef GRIDLOCK_GRADER
ClassState state_of_one(const nlohmann::ordered_json&, const std::vector<Lab>&,
                        std::uint64_t) {
  only_the_other_has_this();
}
nlohmann::ordered_json gradescope_json(const ClassState&, const StudentRow&) {
  only_the_other_has_this();
}
std::string student_page(const ClassState&, const StudentRow&) {
  only_the_other_has_this();
}
#endif

}  // namespace gridlock
