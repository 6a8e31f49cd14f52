// expect: passed
// lab: 01_last_block
// The honest twin of rewrites_a_scenario: macros of its own, one of them undefined again.

#include "right_answer.cuh"

#define THREADS_OF_A_WARP 32
#define check_launch(what) ((void)(what))
#undef check_launch

__device__ int lanes() { return THREADS_OF_A_WARP; }
