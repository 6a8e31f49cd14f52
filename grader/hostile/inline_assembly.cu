// expect: rejected
// lab: 01_last_block
// Uses inline assembly, which no hook can see.

#include "right_answer.cuh"

void hidden(int* counter) { asm volatile("incl %0" : "+m"(*counter)); }
