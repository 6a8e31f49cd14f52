// expect: bad_access
// lab: 02_lock_barrier
// Makes up the bytes of a std::string with its text in the worker's memory, so that the
// C++ library writes there.

#include <string>

#include "right_barrier.cuh"

void meddle() {
  unsigned long long* spare = spare_bytes();
  if (!spare) return;
  unsigned long long made_up[4] = {reinterpret_cast<unsigned long long>(spare), 0, 64, 0};
  reinterpret_cast<std::string*>(made_up)->assign("x");
}
