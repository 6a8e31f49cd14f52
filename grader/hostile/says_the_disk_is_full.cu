// expect: compile_error
// lab: 01_last_block
// Pretends a fault of the machine, which would leave the score open.

#error No space left on device

#include "right_answer.cuh"
