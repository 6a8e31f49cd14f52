/// One failed check, in full or in a line.
#pragma once

#include <filesystem>
#include <string>

#include "checker/lab/labs.h"
#include "checker/record.h"
#include "report/layout.h"

namespace gridlock {

/// The commands that a report suggests.
struct SuggestedCommands {
  std::filesystem::path root;  ///< The tree, for links.
  std::string lab;             ///< "1"
  /// `check`'s arguments, each with a space in front: those about the submission, which
  /// `replay` takes too, and the others.
  std::string submission_arguments;
  std::string more_arguments;

  /// "./gridlock check 1 --submission x.cu --only 1b"
  std::string check(const std::string& more) const;
};

/// One sentence on what is wrong with a run that failed.
std::string gist_of(const CheckRun& run);

/// The label of a failure: the verdict, or the advice that counts in this check.
std::string kind_of(const CheckRun& run);

/// Whether the label of the verdict is "HANG".
bool is_hang(Verdict verdict);

/// "ok", "FAIL", "HANG", "skip" or "ERROR".
std::string_view label(Verdict verdict);

/// The colour of a verdict.
Tone tone_of(Verdict verdict);

/// The failed check to repair first; null if none failed.  It is in the first failing
/// part that is begun.  There, the most urgent kind of fault comes first, then the most
/// frequent cause.  Failures only with huge numbers come last.
const CheckResult* first_to_repair(const LabResult& lab);

/// Whether the check failed on some executor.
bool has_failed(const CheckResult& check);

/// The title of the check, which is a claim.  "not judged yet: " precedes it for a check
/// of fences' scopes that fails for another reason than a fence that is too wide.
std::string claim_of(const CheckResult& check);

/// The shortest start of the title that ends with a word, has 12 characters or more and
/// occurs in no other title of the lab; the whole title if there is none.
std::string short_title(const std::string& lab, const std::string& title);

/// The report of a failed run, without the check's title: the sheet's sentence, the
/// finding with its places, its interleaving, and the commands that show more.
/// \param whole whether to list what the scenario returned and where to read more
std::string failure_text(const Look& look, const Lab& lab,
                         const SuggestedCommands& commands, const CheckResult& check,
                         const CheckRun& run, bool whole);

}  // namespace gridlock
