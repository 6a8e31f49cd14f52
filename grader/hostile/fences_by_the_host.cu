// expect: api_error
// lab: 01_last_block
// Uses a fence of the host's compiler, which nvcc does not have.

#include "block_fold.cuh"

#define __threadfence() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#include "right_answer.cuh"
