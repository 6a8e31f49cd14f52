// expect: rejected
// lab: 01_last_block
// Writes garbage to every file descriptor, the grader's pipe among them.

#include <unistd.h>

#include "right_answer.cuh"

struct Writes {
  Writes() {
    for (int fd = 3; fd < 1024; ++fd)
      if (write(fd, "GDLKgarbage-garbage-garbage", 27) < 0) continue;
  }
} writes;
