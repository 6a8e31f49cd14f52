/// Small changes to a submission that may repair it: the inverse of mutation.  The checks
/// decide whether a change helps (cli/cures/cures.h).  This is generate-and-validate
/// repair: Le Goues, Nguyen, Forrest and Weimer, "GenProg: a generic method for automatic
/// software repair", IEEE Transactions on Software Engineering 38(1), 2012.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cure/candidate.h"
#include "cure/scene.h"

namespace gridlock {

/// The changes to try near the failure, the likeliest first:
///
/// - make a fence, a barrier, a scope or a memory order stronger, once or everywhere;
/// - insert a fence or a block barrier before or after a statement, move it, or free
///   it of its condition;
/// - move a statement after one or more of the following ones;
/// - make an access atomic, or a pointer one to volatile; make one operation of a load
///   and the store that depends on it; let a read wait for its writer's flag.
///
/// Not all of the changes compile.
std::vector<Candidate> candidates_for(const Scene& scene);

/// A smaller repair than one that adds a fence: block scope may suffice, or the fence may
/// replace an existing one on the wrong side of the access.
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
