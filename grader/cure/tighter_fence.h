/// The same change with less of a fence: one that reaches the block only, or that takes
/// the place of one on the wrong side.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cure/candidate.h"

namespace gridlock {

struct TighterFence {
  std::string text;  ///< The changed source.
  std::string words;
};

/// Weaker alternatives to a change that repairs; empty if the change does not add exactly
/// one fence.
/// \param before the source without the change
/// \param after the source with it
/// \param words the change's name
std::vector<TighterFence> tighter_fences(std::string_view before, std::string_view after,
                                         const std::string& words, const Symptom& symptom,
                                         const LineName& line_name);

}  // namespace gridlock
