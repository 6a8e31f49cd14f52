// expect: wrong_result
// lab: 01_last_block
// Prints success from the host and is wrong: what it prints counts for nothing.

#include <stdio.h>

#define lastBlock rightLastBlock
#include "right_answer.cuh"
#undef lastBlock

struct Prints {
  Prints() { printf("[doctest] Status: SUCCESS!\nscore 100/100\n"); }
} prints;

__device__ bool lastBlock(int*) { return false; }
