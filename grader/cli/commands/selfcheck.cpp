// gridlock selfcheck: skeletons fail, solutions, variants and ladders pass, mistakes get
// their verdicts, hostile files get nowhere.
#include "cli/bank/selfcheck.h"

#include "cli/command.h"

namespace gridlock {

void add_selfcheck(CLI::App& app, const Environment& environment, int& exit_code) {
  CLI::App* command = add_of_all(app, "selfcheck");
  const auto options = std::make_shared<SelfcheckOptions>();
  command->add_option("--lab", options->choice.lab, "Only this lab")->type_name("LAB");
  command
      ->add_option("--only", options->choice.only,
                   "Only files with this text in their name")
      ->type_name("TEXT");
  command->add_option("--jobs", options->jobs, "Submissions at once")
      ->type_name("N")
      ->check(CLI::Range(1, 256));
  command->add_option("--schedules", options->schedules, "Schedules per exploration")
      ->type_name("N");
  command->add_flag("--deep", options->deep,
                    "100,000 schedules per exploration for files that must pass");
  command
      ->add_option("--part", options->choice.part,
                   "Only a part of the files: 2/9 is every ninth from the second on")
      ->type_name("PART");
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
