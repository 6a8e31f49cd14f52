// expect: data_race
// lab: 01_last_block
// Reads without fences, by addresses computed from &blockIdx, which is not watched.

template <class Word>
inline Word get(const Word* from);

#include "block_fold.cuh"

template <class Word>
inline Word get(const Word* from) {
  const long far =
      reinterpret_cast<const char*>(from) - reinterpret_cast<const char*>(&blockIdx);
  return *reinterpret_cast<const Word*>(reinterpret_cast<const char*>(&blockIdx) + far);
}

#include "unfenced_answer.cuh"
