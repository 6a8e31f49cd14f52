/// Finds submissions of one lab with similar code, regardless of layout and names.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace gridlock {

struct SimilarPair {
  std::size_t one = 0, other = 0;  ///< Indices of the submissions.
  double share = 0;                ///< Common passages, as a part of the shorter code.
  std::set<int> lines_of_one{};    ///< The lines of the common passages.
  std::set<int> lines_of_other{};
};

/// The code without comments and layout, with all names replaced by one.
std::string without_names(const std::string& code);

/// The pairs that have at least half of the shorter one's passages in common, the most
/// similar first.  A passage is a sequence of tokens in which all names are equal.
/// Passages of the skeleton do not count; nor do passages in more than three
/// submissions and in more than a fifth of all: short exercises leave little choice.
/// \param codes the submissions; an empty one resembles none
std::vector<SimilarPair> similar_pairs(const std::vector<std::string>& codes,
                                       const std::string& skeleton);

}  // namespace gridlock
