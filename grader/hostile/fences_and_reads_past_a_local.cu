// expect: passed
// lab: 01_last_block
// Reads by the addresses of reads_past_a_local, but with fences: such reads are allowed.

#define FENCE() __threadfence()
#include "reads_past_a_local.cu"
