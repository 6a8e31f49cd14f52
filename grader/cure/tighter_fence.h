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

/// What to try before a change that repairs; none if the change is not one fence more.
/// \param before the source without the change
/// \param after the source with it
/// \param words what the change is called
std::vector<TighterFence> tighter_fences(std::string_view before, std::string_view after,
                                         const std::string& words, const Symptom& symptom,
                                         const LineName& line_name);

}  // namespace gridlock
