/// Submissions of one lab whose code is alike, however it is laid out and named.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace gridlock {

/// Two submissions with passages in common.
struct SimilarPair {
  std::size_t one = 0, other = 0;  ///< Indices of the submissions.
  double share = 0;                ///< Of the shorter one's own passages: up to 1.
  std::set<int> lines_of_one{};    ///< The lines of those passages.
  std::set<int> lines_of_other{};
};

/// The code without comments and layout, in which one name is as good as another.
std::string without_names(const std::string& code);

/// The pairs of which at least half of the shorter one's passages are the other's, too,
/// the most alike first.  A passage is a row of tokens, in which one name is as good as
/// another.  What the skeleton has does not count, nor what more than a fifth of the
/// class, at least three, have: short exercises leave little choice.
/// \param codes the submissions; one that is empty resembles none
std::vector<SimilarPair> similar_pairs(const std::vector<std::string>& codes,
                                       const std::string& skeleton);

}  // namespace gridlock
