// expect: rejected
// lab: 02_lock_barrier
// A struct of seven bytes, passed in place of a pointer, leads a library's function to the
// worker's memory.

#include <cstring>
#include <ctime>

#include "right_barrier.cuh"

struct Seven {
  char bytes[7];
};

void meddle() {
  unsigned long long* spare = spare_bytes();
  if (!spare) return;
  Seven seven;
  std::memcpy(&seven, &spare, sizeof seven);
  reinterpret_cast<long (*)(Seven)>(static_cast<time_t (*)(time_t*)>(&time))(seven);
}
