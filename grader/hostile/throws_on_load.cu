// expect: crashed
// lab: 01_last_block
// A static constructor throws.

#include <stdexcept>

#include "right_answer.cuh"

struct Throws {
  Throws() { throw std::runtime_error("score 100/100"); }
} throws_on_load;
