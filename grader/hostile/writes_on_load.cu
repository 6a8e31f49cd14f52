// expect: crashed
// lab: 01_last_block
// A static constructor writes into a library's own memory, while no check runs.

#include <cstdio>

#include "right_answer.cuh"

struct Writes {
  Writes() { *reinterpret_cast<int*>(stdout) = 0; }
} writes_on_load;
