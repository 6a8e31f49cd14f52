/// The promises and rules of a lab's sheet, sentence by sentence, and the checks that
/// test them: labs/NN_topic/sheet.toml.
///
///     [[promise]]
///     says = "Any thread may call it, while others push and pull."
///     checks = ["push() and pull() from all threads", "items that make items"]
///     broken_by = ["deadlock", "was never handed out"]
///
///     [[unchecked]]
///     says = "Cooperative groups have a grid barrier ready made."
///     because = "it is an aside"
///
/// The sheet is the section "The task" of README.md, and the comments of the skeleton in
/// front of the functions to write.  Each of its sentences is in one entry, whole or in
/// pieces, in the sheet's own words.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/verdict.h"

namespace gridlock {

/// A statement of the sheet, in its own words.
struct Promise {
  std::string says;
  std::vector<std::string> checks;  ///< Each is text in the title of one check.
  /// A failing check has broken this promise if it has one of these verdicts, or if its
  /// own message contains one of these texts.
  std::vector<std::string> broken_by{};
  std::string because;  ///< Why no check tests it, if none does.
};

/// The promises of the lab in this folder, in the file's order; none if the lab has no
/// sheet.toml.
/// \throws std::runtime_error that names the file if it is wrong
std::vector<Promise> read_promises(const std::filesystem::path& lab_folder);

/// The sentence that a report quotes for the check with this title, chosen among the
/// promises that the check tests: the one with the longest `broken_by` text that matches
/// the verdict or the message.  If none matches, the only promise without `broken_by`,
/// provided that the verdict concerns a result; otherwise "".
/// \param verdict the check's; if it is unknown, the first tested promise will do
/// \param said the messages of its failed assertions
std::string sentence_for(const std::vector<Promise>& promises, std::string_view title,
                         std::optional<Verdict> verdict = {}, std::string_view said = "");

/// The sentences that the check with this title tests, in the promises' order.
std::vector<std::string> sentences_tested_by(std::string_view title,
                                             const std::vector<Promise>& promises);

/// The sentences of a section of a Markdown page, from the heading to the next heading of
/// the same level, without link targets and examples; of a table, the text of its cells.
std::vector<std::string> sentences_of_section(std::string_view markdown,
                                              std::string_view heading);

/// The sentences of a skeleton's comments that precede a definition.  The first comment,
/// which describes the file, and comments inside functions do not count.
std::vector<std::string> sentences_of_comments(std::string_view source);

/// The mismatches between the sheet, its entries and a lab's checks, each as a sentence:
/// a sentence in no entry, an entry that is not in the sheet, a title of no check, a
/// check that tests nothing in the sheet, and a `broken_by` that is neither a verdict nor
/// in the text of the checks.
std::vector<std::string> gaps_in_sheet(const std::vector<std::string>& sentences,
                                       const std::vector<Promise>& promises,
                                       const std::vector<std::string>& titles,
                                       std::string_view checks);

}  // namespace gridlock
