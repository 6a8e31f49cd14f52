// expect: passed
// lab: 01_last_block
// The honest twin of exits_on_load: has a static constructor, which is allowed.

#include "right_answer.cuh"

struct Constructs {
  int value;
  Constructs() : value(42) {}
} constructs;
