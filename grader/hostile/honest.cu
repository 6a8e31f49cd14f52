// expect: passed
// lab: 01_last_block
// The right answer alone: what the hostile files would earn if they got away with it.

#include "right_answer.cuh"
