// expect: bad_access
// lab: 02_lock_barrier
// Passes the address of the worker's memory to CUDA in a struct of six bytes, by another
// type of the function.

#include <cstring>

#include "right_barrier.cuh"

struct Six {
  char bytes[6];
};

void meddle() {
  unsigned long long* spare = spare_bytes();
  if (!spare) return;
  Six six;
  std::memcpy(&six, &spare, sizeof six);
  reinterpret_cast<cudaError_t (*)(Six)>(&cudaGetDevice)(six);
}
