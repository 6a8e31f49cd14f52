// expect: passed
// lab: 01_last_block
// The honest twin of rewrites_a_scenario: defines macros with names that the scenarios
// also use.

#include "right_answer.cuh"

#define THREADS_OF_A_WARP 32
#define check_launch(what) ((void)(what))
#define element(i) 1
#undef element

__device__ int lanes() { return THREADS_OF_A_WARP; }
