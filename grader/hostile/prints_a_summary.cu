// expect: passed
// lab: 01_last_block
// The honest twin of prints_a_summary_and_exits: printing is allowed, and proves nothing.

#include <stdio.h>

#include "right_answer.cuh"

struct Prints {
  Prints() { printf("[doctest] Status: SUCCESS!\n"); }
} prints;
