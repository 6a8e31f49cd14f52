/// \file
/// What a lab's sheet promises and forbids, sentence by sentence, and which checks hold
/// it: labs/NN_topic/sheet.toml.
///
///     [[promise]]
///     says = "Any thread may call it, while others push and pull."
///     checks = ["push() and pull() from all threads", "items that make items"]
///
///     [[unchecked]]
///     says = "Cooperative groups have a grid barrier ready made."
///     because = "it is an aside"
///
/// The sheet is the section "The task" of README.md and the comments of the skeleton in
/// front of what is to be written.  Each of its sentences stands in one entry, whole or
/// in pieces, in the sheet's own words.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// Something that the sheet says, in its words.
struct Promise {
  std::string says;
  std::vector<std::string> checks;  ///< Each is text in the title of one check.
  std::string because;              ///< Why no check holds it, if there is none.
};

/// The promises of the lab in this folder, in the file's order; none if the lab has no
/// sheet.toml.
/// \throws std::runtime_error with the file if it is wrong
std::vector<Promise> read_promises(const std::filesystem::path& lab_folder);

/// The sentence that a report quotes for the check with this title: the first that the
/// check holds; "" if there is none.
std::string sentence_for(const std::vector<Promise>& promises, std::string_view title);

/// The sentences of a section of a page in Markdown, from the heading to the next one of
/// the same level: without links' targets and examples; of a table, what stands in its
/// cells.
std::vector<std::string> sentences_of_section(std::string_view markdown,
                                              std::string_view heading);

/// The sentences of the comments of a skeleton that stand in front of something: not of
/// its first one, which says what the file is, nor of those inside of functions.
std::vector<std::string> sentences_of_comments(std::string_view source);

/// Where the sentences and the titles of a lab's checks do not fit together, each as a
/// sentence: one that stands in no entry, an entry that the sheet does not say, a title
/// that is none, a check that holds nothing of the sheet.
std::vector<std::string> gaps_in_sheet(const std::vector<std::string>& sentences,
                                       const std::vector<Promise>& promises,
                                       const std::vector<std::string>& titles);

}  // namespace gridlock
