/// Lays out the two folders of a new lab, from a small one that works.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "checker/lab/labs.h"

namespace gridlock {

/// Lays out labs/NN_topic and solutions/NN_topic.
///
/// \param root the tree
/// \param name "NN_topic", or "topic" alone, which gets the next free number.  A topic
///   has lower-case letters, digits and underscores, and begins with a letter.
/// \returns the lab's id, NN_topic
/// \throws UsageError if the name has another form, or its number or topic is taken
std::string make_new_lab(const std::filesystem::path& root, const std::string& name);

/// The titles, hints and words of the demo that the lab still has from the sample, though
/// it asks for other functions.
std::vector<std::string> texts_of_sample(const std::filesystem::path& root,
                                         const Lab& lab);

}  // namespace gridlock
