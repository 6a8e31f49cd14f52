// expect: rejected
// lab: 01_last_block
// Includes a device file, to keep the compiler busy for ever.

#include "right_answer.cuh"
#include "/dev/zero"
