// The barrier that is the fastest for so many blocks: one word, four words, or groups.
// A grid's blocks all count the same, and so they choose the same.  Should buy the best
// of looks_late, four_words and levels_both_ways at each number.

#include "four_words.cuh"
#include "groups.cuh"
#include "one_word.cuh"

constexpr unsigned kFewBlocks = 400, kManyBlocks = 1500;

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  if (blocks < kFewBlocks)
    meetAtOneWord(mutex, goal);
  else if (blocks < kManyBlocks)
    meetAtFourWords();
  else
    meetInGroups(mutex, goal);
}

#include "phases.cuh"
