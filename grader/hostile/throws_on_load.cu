// expect: crashed
// lab: 01_last_block
// A static constructor throws.

#include "right_answer.cuh"

struct Throws {
  Throws() { throw "score 100/100"; }
} throws_on_load;
