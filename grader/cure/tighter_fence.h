/// The same change with a weaker fence: one of block scope, or one that replaces a fence
/// on the wrong side.
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

/// Weaker alternatives to a change that repairs the failure; empty unless the change adds
/// exactly one fence.
/// \param before the source without the change
/// \param after the source with the change
/// \param words the description of the change
std::vector<TighterFence> tighter_fences(std::string_view before, std::string_view after,
                                         const std::string& words, const Symptom& symptom,
                                         const LineName& line_name);

}  // namespace gridlock
