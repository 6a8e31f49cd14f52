// expect: out_of_memory, timeout
// lab: 01_last_block
// Host code allocates 10 GiB and writes to each page of it, before any check.

#include "right_answer.cuh"

struct Allocates {
  Allocates() {
    const size_t bytes = size_t(10) << 30;
    char* memory = new char[bytes];
    for (size_t i = 0; i < bytes; i += 4096) memory[i] = 1;
  }
} allocates;
