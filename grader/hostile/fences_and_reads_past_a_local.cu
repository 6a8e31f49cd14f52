// expect: passed
// lab: 01_last_block
// The same with its fences: a strange address is no mistake.

#define FENCE() __threadfence()
#include "reads_past_a_local.cu"
