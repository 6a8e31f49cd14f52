// expect: timeout
// lab: 01_last_block
// An endless loop in host code, before any check.

#include "right_answer.cuh"

struct Loops {
  Loops() {
    for (volatile int i = 0;; i = i + 1) {
    }
  }
} loops;
