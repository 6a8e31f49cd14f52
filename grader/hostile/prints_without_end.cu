// expect: output_limit
// lab: 01_last_block
// A static constructor prints without end.

#include <stdio.h>

#include "right_answer.cuh"

struct Floods {
  Floods() {
    for (;;) puts("yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes");
  }
} floods;
