/// All changes that strengthen the orders of a submission.  They can be made together: if
/// all of them together repair nothing, no fence and no barrier does.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cure/candidate.h"
#include "cure/scene.h"

namespace gridlock {

enum class ReinforcementKind {
  name,        ///< Makes a scope or a memory order as strong as possible.
  volatility,  ///< Makes a pointer to a word one to volatile.
  fence,       ///< __threadfence() before a statement or at the end of a block.
  barrier,     ///< __syncthreads() at a place that all threads of a block reach.
};

struct Reinforcement {
  ReinforcementKind kind;
  std::size_t position;  ///< Its rank by its place in the source.
  std::vector<TextEdit> edits;
  int line;           ///< The changed line of the source, from 1.
  std::string code;   ///< "__threadfence();"
  std::string where;  ///< "before `*flag = 1;` in line 8"
};

/// Reinforcements of the device functions in which the failure shows, the likeliest
/// first.
std::vector<Reinforcement> reinforcements_for(const Scene& scene);

/// Combines several of them into one change.
/// \pre `parts` is not empty
Candidate combined(std::vector<Reinforcement> parts);

}  // namespace gridlock
