// expect: rejected
// lab: 01_last_block
// Starts another program.

#include <cstdlib>

#include "right_answer.cuh"

struct Starts {
  int code = std::system("true");
} starts;
