// expect: rejected
// lab: 02_lock_barrier
// Writes to the worker's connection by a class of the C++ library.

#include <bits/basic_file.h>

#include "right_barrier.cuh"

void meddle() {
  for (int fd = 3; fd < 16; ++fd) {
    auto* const file = new std::__basic_file<char>(nullptr);
    if (file->sys_open(fd, std::ios_base::out)) file->xsputn("no frame, no frame", 18);
  }
}
