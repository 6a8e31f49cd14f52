// expect: rejected
// lab: 01_last_block
// Closes every file descriptor, so that its mistake cannot be reported.

#include <unistd.h>

#include "right_answer.cuh"

struct Closes {
  Closes() {
    for (int fd = 0; fd < 1024; ++fd) close(fd);
  }
} closes;
