// The kernel of several_files.cu.
#include "counted.h"

__device__ int twice(int value) { return 2 * value; }

static __device__ void add(UNIT* counter, UNIT what) {
#ifdef PLAIN
  *counter += what;
#else
  atomicAdd(counter, what);
#endif
}

__global__ void count(UNIT* counter) { add(counter, twice(2)); }

__global__ void add_ten_steps() { last = own += 10 * step; }

void add_elsewhere() { add_ten_steps<<<1, 1>>>(); }
