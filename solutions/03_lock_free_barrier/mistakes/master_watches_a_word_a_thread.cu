// expect: data_race
// says: went on from what it saw in
// Each thread of the master watches one word: with more blocks than threads, no thread
// watches the rest.
#include <cuda_runtime.h>

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  volatile unsigned* in = arrayIn;
  volatile unsigned* out = arrayOut;

  __syncthreads();
  if (thread == 0) {
    __threadfence();
    in[block] = goal;
  }
  if (block == 0) {
    if (thread < blocks)
      while (in[thread] != goal) {
      }
    __threadfence();
    __syncthreads();
    for (unsigned b = thread; b < blocks; b += threads) out[b] = goal;
  }
  if (thread == 0) {
    while (out[block] != goal) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned count = n, rank = block * threads + thread, stride = blocks * threads;

  for (unsigned r = 0; r < count; ++r) {
    for (unsigned i = r % 2 + 2 * rank; i + 1 < count; i += 2 * stride) {
      const unsigned left = data[i], right = data[i + 1];
      if (left > right) {
        data[i] = right;
        data[i + 1] = left;
      }
    }
    gpuSync(arrayIn, arrayOut, start + 1 + r);
  }
}
