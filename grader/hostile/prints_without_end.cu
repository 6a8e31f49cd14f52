// expect: output_limit
// lab: 01_last_block
// A flood of output from a static constructor.

#include <stdio.h>

#include "right_answer.cuh"

struct Floods {
  Floods() {
    for (;;) puts("yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes");
  }
} floods;
