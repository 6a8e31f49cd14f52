// expect: rejected
// lab: 01_last_block
// Prints what a passed doctest run prints, then leaves with _exit(0).

#include <stdio.h>
#include <unistd.h>

#include "right_answer.cuh"

struct Forges {
  Forges() {
    printf("[doctest] test cases: 15 | 15 passed | 0 failed | 0 skipped\n");
    printf("[doctest] Status: SUCCESS!\nscore 100/100\n");
    fflush(stdout);
    _exit(0);
  }
} forges;
