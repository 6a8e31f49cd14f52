// gridlock selfcheck: skeletons fail, solutions, variants and ladders pass, mistakes get
// their verdicts, hostile files get nowhere.
#include "cli/bank/selfcheck.h"

#include "cli/command.h"

namespace gridlock {

void add_selfcheck(CLI::App& app, const Environment& environment, int& exit_code) {
  CLI::App* command = add_of_all(app, "selfcheck");
  const auto options = std::make_shared<SelfcheckOptions>();
  add_option(*command, "--lab LAB", options->choice.lab, "Only this lab");
  add_option(*command, "--only TEXT", options->choice.only,
             "Only files with this text in their name");
  add_option(*command, "--jobs N", options->jobs, "Submissions at once")
      ->check(CLI::Range(1, 256));
  add_option(*command, "--schedules N", options->schedules, "Schedules per exploration");
  command->add_flag("--deep", options->deep,
                    "100,000 schedules per exploration for files that must pass");
  add_option(*command, "--part PART", options->choice.part,
             "Only a part of the files: 2/9 is every ninth from the second on");
  command->add_flag("--mutants", options->choice.mutants,
                    "Instead of the bank, the solutions' mutants: copies with one small "
                    "change");
  command->add_flag("--cures", options->cures,
                    "Also apply the repair that each report suggests, and verify it");
  command->add_flag("--reports", options->reports,
                    "Also write the failures as JUnit files and pictures");
  command->add_flag("--record", options->record,
                    "Write each mistake's findings to solutions/LAB/bank_sim.csv and "
                    "bank_failures.json");
  command->callback([options, &environment, &exit_code] {
    exit_code = selfcheck(*options, environment);
  });
}

}  // namespace gridlock
