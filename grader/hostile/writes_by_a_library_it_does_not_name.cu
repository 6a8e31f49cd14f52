// expect: crashed
// lab: 02_lock_barrier
// Host code finds write() in the C library's symbol table and calls it by its address.

#include "library_symbols.cuh"
#include "right_barrier.cuh"

void meddle() {
  const auto write =
      reinterpret_cast<long (*)(int, const void*, unsigned long)>(find("write"));
  for (int descriptor = 3; descriptor < 64; ++descriptor) write(descriptor, "hello", 5);
}
