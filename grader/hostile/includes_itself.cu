// expect: compile_error
// lab: 01_last_block
// Includes itself without end.

#include "right_answer.cuh"
#include "last_block.cu"
