// expect: rejected
// lab: 01_last_block
// Includes a device file, to keep the compiler busy forever.

#include "right_answer.cuh"
#include "/dev/zero"
