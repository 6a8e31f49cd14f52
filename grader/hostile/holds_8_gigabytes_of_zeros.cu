// expect: compile_error
// lab: 01_last_block
// Has arrays that are too large for 32-bit addresses, so that the linker fails.

#include "right_answer.cuh"

static int one[1u << 30];
static int other[1u << 30];

int* touch(int i) {
  one[i] = 1;
  other[i] = 2;
  return i ? one : other;
}
