// The last warp of a reduction, unrolled: its lanes hand on sums through shared memory.
#include "cases.h"

enum Way { nothing, syncwarp };

template <Way way>
__device__ void sum_of_the_warp(volatile float* sums, int lane) {
  for (int step = 32; step > 0; step /= 2) {
    const float other = sums[lane + step];  // $read
    if (way == syncwarp) __syncwarp();
    sums[lane] = sums[lane] + other;  // $write
    if (way == syncwarp) __syncwarp();
  }
}

template <Way way>
__global__ void reduce(const float* in, float* out) {
  __shared__ float sums[64];
  sums[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) sum_of_the_warp<way>(sums, threadIdx.x);
  if (threadIdx.x == 0) *out = sums[0];
}

template <Way way>
int sums() {
  float* in = zeros<float>(64);
  float* out = device<float>();
  reduce<way><<<1, 64>>>(in, out);
  return finish();
}

// As in many books: wrong since Volta, though each access is volatile.
// missing: in line $read after another lane of its warp has written it in line $write
CASE(unsynchronized, advice lanes_in_step) { return sums<nothing>(); }

CASE(synchronized, passed) { return sums<syncwarp>(); }

__global__ void raise_a_flag(int* out) {
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 5) flag = 1;
  out[threadIdx.x] = flag;
}

// One lane raises a flag, and the others may see it or not.
CASE(a_flag_of_one_lane, passed) {
  raise_a_flag<<<1, 32>>>(device<int>(32));
  return finish();
}
