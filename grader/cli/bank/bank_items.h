/// The files of a bank, each with its expected result, for selfcheck.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "checker/lab/labs.h"
#include "class/resemblance.h"
#include "cli/bank/expectation.h"
#include "cli/bank/mutants.h"
#include "cli/command.h"

namespace gridlock {

enum class BankRole { skeleton, solution, variant, mistake, hostile, mutant };

struct BankItem {
  Lab lab;
  BankRole role = BankRole::mistake;
  std::filesystem::path file;
  std::string label;  ///< For example "01_last_block/mistakes/no_fence".
  Expectation expected;
  std::string broken;  ///< Why it cannot be graded; "" if it can.
  std::string change;  ///< The key of a mutant (mutants.h).
  std::optional<KnownMutant> known;

  bool done = false;
  Graded graded;
  std::optional<LabFailure> failure;
  std::string off;  ///< How it differs from what is expected; "" if it does not.
  double seconds = 0;
  std::string cure;  ///< The repair that its report names; "" if there is none.
  /// Whether a repair was sought.  None is sought if the file fails in every schedule,
  /// because an added order would then not repair it.
  bool cure_sought = false;
  std::size_t report_lines = 0;  ///< Length of the report that `check` prints.
};

/// Selects files of all labs; "" selects all.
struct BankChoice {
  std::string lab;
  std::string only;      ///< A text that the label contains.
  std::string part;      ///< "2/9": the second file, and each ninth after it.
  bool mutants = false;  ///< The mutants of the solutions, and nothing else.
};

/// The chosen files in the order of the labs, the hostile ones last.
/// \throws UsageError if there is no such lab, or `part` is not a valid part.
std::vector<BankItem> bank_items(const BankChoice& choice, const Environment& env);

}  // namespace gridlock
