// expect: protocol_error
// lab: 01_last_block
// A static constructor ends the program with exit code 0, before any check.

#include <cstdlib>

#include "right_answer.cuh"

struct Exits {
  Exits() { std::exit(0); }
} exits;
