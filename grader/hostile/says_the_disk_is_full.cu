// expect: compile_error
// lab: 01_last_block
// Imitates a fault of the machine, for which there would be no score.

#error No space left on device

#include "right_answer.cuh"
