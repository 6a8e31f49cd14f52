/// Makes a repair that adds a fence smaller: block scope may suffice, or the fence may
/// replace an existing one on the wrong side of the access.
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
