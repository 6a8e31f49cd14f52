// expect: wrong_result
// lab: 01_last_block
// Host code prints a summary of success, which does not count: the result is wrong.

#include <stdio.h>

#define lastBlock rightLastBlock
#include "right_answer.cuh"
#undef lastBlock

struct Prints {
  Prints() { printf("[doctest] Status: SUCCESS!\nscore 100/100\n"); }
} prints;

__device__ bool lastBlock(int*) { return false; }
