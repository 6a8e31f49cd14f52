// expect: crashed
// lab: 02_lock_barrier
// Writes to the worker's connection by a copy of stdout with its descriptor.

#include <cstdio>
#include <cstring>

#include "right_barrier.cuh"

void meddle() {
  constexpr int kBytes = 224;  // A FILE and its table of functions.
  alignas(16) static char copy[kBytes], buffer[64];
  for (int i = 0; i < kBytes; ++i) copy[i] = reinterpret_cast<const char*>(stdout)[i];
  auto* const made_up = reinterpret_cast<std::FILE*>(copy);
  for (int fd = 3; fd < 16; ++fd) {
    made_up->_IO_buf_base = made_up->_IO_write_base = made_up->_IO_write_ptr = buffer;
    made_up->_IO_buf_end = made_up->_IO_write_end = buffer + sizeof buffer;
    made_up->_fileno = fd;
    for (int i = 0; i < 20; ++i) std::fputc('x', made_up);
    std::fflush(made_up);
  }
}
