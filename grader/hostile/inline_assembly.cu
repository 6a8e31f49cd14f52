// expect: rejected
// lab: 01_last_block
// Inline assembly can do what no hook sees.

#include "right_answer.cuh"

void hidden(int* counter) { asm volatile("incl %0" : "+m"(*counter)); }
