// The first look comes when all can have arrived, if all came at the same time: after the
// way to the word, and one cycle for each addition that stands in line there.  Should buy
// what a look that is too early costs: a whole journey until the next one, and time of
// the word that the additions need.  Nobody waits for an answer to his own addition
// either.

#include "one_word.cuh"

__device__ void gpuSync(unsigned* mutex, unsigned goal) { meetAtOneWord(mutex, goal); }

#include "phases.cuh"
