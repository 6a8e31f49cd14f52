// gridlock check: grades labs.
#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "checker/interrupt.h"
#include "checker/parallel.h"
#include "class/report.h"
#include "cli/command.h"
#include "cli/cures/curable.h"
#include "cli/cures/cures.h"
#include "cli/loop/next_step.h"
#include "cli/loop/progress.h"
#include "cli/recorded_schedules.h"
#include "cli/save.h"
#include "cli/submission.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/terminal.h"

namespace gridlock {
namespace {

struct CheckOptions {
  std::vector<std::string> labs;
  SubmissionOptions submission;
  std::string on;
  std::string only;
  std::uint64_t seed = 1;
  double budget_seconds = 0;
  std::uint64_t schedules = kSchedulesDefault;
  std::optional<std::uint64_t> launches;
  std::uint64_t cases = kCasesDefault;
  unsigned jobs = available_processors();
  bool all = false;
  bool cure = false;
  bool no_cures = false;
  std::chrono::seconds cure_limit = kCureLimit;
  bool no_stories = false;
  std::string json;
  std::string junit, gradescope, html;
};

void add_cure_options(CLI::App& command, CheckOptions& options) {
  CLI::Option* cure =
      command.add_flag("--cure", options.cure,
                       "Then look for a small change that repairs the first failure");
  command
      .add_flag("--no-cures", options.no_cures,
                "Do not look for such a change, nor say how to")
      ->excludes(cure);
  command
      .add_option_function<unsigned>(
          "--cure-limit",
          [&options](unsigned seconds) {
            options.cure_limit = std::chrono::seconds(seconds);
          },
          fmt::format("Look for so long at most; 0 is no limit (default {})",
                      kCureLimit.count()))
      ->type_name("SECONDS")
      ->check(CLI::Range(0, 86'400))
      ->needs(cure);
}

void add_options(CLI::App& command, CheckOptions& options) {
  add_option(command, "LAB", options.labs,
             "1, 01, last_block or 01_last_block (default: all)");
  options.submission.add_to(command);
  command
      .add_option("--on", options.on, "Where to run (default: simulator, plus any GPU)")
      ->check(CLI::IsMember({"sim", "gpu", "all"}));
  add_option(command, "--only TEXT", options.only,
             "Only the checks of this part, or with this text in their title");
  add_option(command, "--seed N", options.seed, "Seed for other schedules and cases");
  add_option(command, "--schedules N", options.schedules,
             "Schedules per exploration on the simulator (default 1000)")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
  add_option(command, "--launches N", options.launches,
             "Launches per scenario on the GPU (default: up to 200, as many "
             "as 0.2 s per check and 2.5 s per lab allow)")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
  add_option(command, "--cases N", options.cases,
             "Random cases per check that generates cases, besides "
             "the corner cases (default 20)")
      ->check(CLI::Range(0, 100'000));
  add_option(command, "--budget SECONDS", options.budget_seconds,
             "Stop the whole call after about this time")
      ->check(CLI::PositiveNumber);
  add_option(command, "--jobs N", options.jobs,
             "Checks at once on the simulator (default: one per processor)")
      ->check(CLI::Range(1, 256));
  command.add_flag("--all", options.all, "Report every check, and every failure in full");
  add_cure_options(command, options);
  command.add_flag("--no-stories", options.no_stories,
                   "Give verdicts only: do not reduce a failure to its smallest case and "
                   "schedule, unless order is at fault");
  add_option(command, "--json FILE", options.json,
             "Write the record (gridlock/result/v2)")
      ->check(why_no_file);
  add_option(command, "--junit FILE", options.junit, "Write a JUnit file")
      ->check(why_no_file);
  add_option(command, "--gradescope FILE", options.gradescope,
             "Write Gradescope's results.json")
      ->check(why_no_file);
  add_option(command, "--html FILE", options.html, "Write a page with what failed")
      ->check(why_no_file);
}

std::vector<Lab> selected_labs(const CheckOptions& options, const Environment& env) {
  const std::vector<Lab> labs = find_labs(env.root);
  if (options.labs.empty()) return labs;
  std::vector<Lab> selected;
  for (const std::string& word : options.labs) selected.push_back(find_lab(labs, word));
  return selected;
}

GradeRequest request_from(const CheckOptions& options, const Environment& env) {
  GradeRequest request;
  request.labs = selected_labs(options, env);
  for (const Lab& lab : request.labs)
    options.submission.file_for(lab);  // Throws before any work if there is none.
  request.submission = [&options](const Lab& lab) {
    return options.submission.file_for(lab);
  };
  if (options.on == "sim") request.gpu = Use::no;
  if (options.on == "gpu") request.sim = Use::no;
  if (options.on == "gpu" || options.on == "all") request.gpu = Use::yes;
  request.only = options.only;
  request.settings.seed = options.seed;
  request.settings.schedules = options.schedules;
  if (options.launches) {
    request.settings.launches = *options.launches;
    request.settings.launches_ms = 0;
  }
  request.settings.cases = options.cases;
  request.settings.stories = !options.no_stories;
  request.budget_ms = static_cast<std::int64_t>(options.budget_seconds * 1000);
  request.cache_dir = env.cache_dir();
  return request;
}

/// Looks for a change that repairs the lab's first failure, or says how to ask for that.
void cure(const GradeRequest& request, const CheckOptions& options,
          const Environment& env, TerminalReport& report, LabResult& result) {
  const CheckResult* check = curable_check(result);
  if (!options.cure) {
    if (offers_cure(result)) report.offer_cure();
    return;
  }
  if (!check) return report.cure_ends(kNothingToCure);
  CureSearch search{env, request.labs.front(), {}, options.jobs, options.cure_limit};
  if (options.schedules != kSchedulesDefault)
    search.arguments = {"--schedules", std::to_string(options.schedules)};
  search.progress = [&](std::size_t tried) {
    report.cure_goes_on(tried, options.cure_limit);
  };
  try {
    look_for_cure(search, *check, result);
  } catch (const std::runtime_error& error) {
    // The disk may be full.  The lab is judged all the same: go on, and show and keep its
    // result.
    std::fprintf(stderr, "gridlock: no repair was looked for: %s\n", error.what());
  }
  report.cure_ends(cure_outcome(result));
}

/// Writes the files that the user asked for.  Returns whether all are written.
bool save_records(const CheckOptions& options, const GradeResult& result,
                  const std::vector<Lab>& labs) {
  const auto json = result_json(result);
  bool saved = true;
  const auto save = [&saved](const std::string& file, const auto& text) {
    if (!file.empty()) saved &= save_for_user(file, text());
  };
  save(options.json, [&] { return json_text(json); });
  save(options.junit, [&] { return junit_xml(result); });
  const auto one = [&] { return state_of_one(json, labs, options.seed); };
  save(options.gradescope, [&] {
    const ClassState state = one();
    return json_text(gradescope_json(state, state.rows.front()));
  });
  save(options.html, [&] {
    const ClassState state = one();
    return student_page(state, state.rows.front());
  });
  return saved;
}

/// Whether the user's own file has all points of the one lab that was asked for.
bool is_done(const CheckOptions& options, const GradeResult& result) {
  if (!options.submission.is_own() || !options.only.empty() || result.interrupted ||
      result.labs.size() != 1)
    return false;
  const LabResult& lab = result.labs.front();
  return !lab.incomplete && lab.score() == lab.max_score();
}

/// The options that a command for one of the failures must repeat.
std::string options_to_repeat(const CheckOptions& options) {
  std::string more = options.on.empty() ? "" : " --on " + options.on;
  if (options.seed != 1) more += fmt::format(" --seed {}", options.seed);
  if (options.schedules != kSchedulesDefault)
    more += fmt::format(" --schedules {}", options.schedules);
  if (options.launches) more += fmt::format(" --launches {}", *options.launches);
  if (options.cases != kCasesDefault) more += fmt::format(" --cases {}", options.cases);
  return more;
}

bool is_record_on_stdout(const CheckOptions& options) {
  return options.json == "-" || options.junit == "-" || options.gradescope == "-" ||
         options.html == "-";
}

int check_labs(const CheckOptions& options, const Environment& outside) {
  const auto begin = std::chrono::steady_clock::now();
  const Environment env = options.submission.environment(outside);
  const GradeRequest request = request_from(options, env);
  if (options.cure && request.labs.size() != 1)
    throw UsageError("--cure is for one lab: ./gridlock check 1 --cure");
  set_checks_at_once(options.jobs);
  std::FILE* const screen = is_record_on_stdout(options) ? stderr : stdout;
  TerminalReport report(
      screen, screen == stderr ? Look{} : look_of_stdout(),
      {env.root, {}, options.submission.as_arguments(), options_to_repeat(options)},
      options.all);
  GradeResult result = grade(request, env.tools, report);
  keep_schedules(env.state_dir, result);
  if (options.submission.is_own() && options.only.empty() && !result.interrupted)
    for (const LabResult& lab : result.labs) save_progress(env.state_dir, lab);
  if (!options.no_cures && result.labs.size() == 1 && !result.interrupted)
    cure(request, options, env, report, result.labs.front());
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
  report.finish(result, passed.count());
  if (is_done(options, result))
    fmt::print(screen, "\n{}",
               done_text(find_labs(env.root), request.labs.front(), env.state_dir));
  if (!save_records(options, result, request.labs)) return 3;
  return interrupt_signal() ? 130 : result.exit_code();
}

}  // namespace

void add_check(CLI::App& app, const Environment& environment, int& exit_code) {
  CLI::App* command = app.add_subcommand("check", "Grade your labs");
  const auto options = std::make_shared<CheckOptions>();
  add_options(*command, *options);
  command->callback([options, &environment, &exit_code] {
    exit_code = check_labs(*options, environment);
  });
}

}  // namespace gridlock
