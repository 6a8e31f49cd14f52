// expect: passed
// lab: 01_last_block
// Only the right answer.  A hostile file passes, too, if it gets away with its attack.

#include "right_answer.cuh"
