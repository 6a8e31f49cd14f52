/// All that a submission may lack to order its accesses, in such changes that any of them
/// can be made together: if not even all of them repair it, no fence and no barrier does.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cure/candidate.h"
#include "cure/scene.h"

namespace gridlock {

enum class ReinforcementKind {
  name,        ///< A scope or a memory order becomes as strong as can be.
  volatility,  ///< A word is accessed by a pointer to volatile.
  fence,       ///< __threadfence() before a statement or at the end of a block.
  barrier,     ///< __syncthreads() where all threads of a block come by.
};

struct Reinforcement {
  ReinforcementKind kind;
  std::size_t position;  ///< Its place among all, in the order of the source.
  std::vector<TextEdit> edits;
  int line;           ///< Where it changes the source, from 1.
  std::string code;   ///< "__threadfence();"
  std::string where;  ///< "before `*flag = 1;` in line 8"
};

/// Those for the device functions in which the failure shows, the likeliest first.
std::vector<Reinforcement> reinforcements_for(const Scene& scene);

/// Several of them as one change.
/// \pre there is one at least
Candidate combined(std::vector<Reinforcement> parts);

}  // namespace gridlock
