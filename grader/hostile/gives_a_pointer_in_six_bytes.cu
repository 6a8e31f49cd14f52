// expect: rejected
// lab: 02_lock_barrier
// Passes an address in a struct of six bytes to a library function that it declares its
// own way.  The library writes there.

#include <cstring>

#include "right_barrier.cuh"

struct Six {
  char bytes[6];
};
extern "C" int gettimeofday(Six, long);

void meddle() {
  unsigned long long* spare = spare_bytes();
  Six six;
  std::memcpy(&six, &spare, sizeof six);
  gettimeofday(six, 0);
}
