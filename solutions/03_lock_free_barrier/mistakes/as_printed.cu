// expect: data_race
// The barrier as it is printed, with all that is wrong with it.

#include <cuda_runtime.h>

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  volatile unsigned *Arrayin = arrayIn, *Arrayout = arrayOut;
  int tid_in_blk = threadIdx.x * blockDim.y + threadIdx.y;
  int nBlockNum = gridDim.x * gridDim.y;
  int bid = blockIdx.x * gridDim.y + blockIdx.y;
  if (tid_in_blk == 0) {
    Arrayin[bid] = goal;
  }
  if (bid == 1) {
    if (tid_in_blk < nBlockNum) {
      while (Arrayin[tid_in_blk] != goal) {
      }
    }
    __syncthreads();
    if (tid_in_blk < nBlockNum) {
      Arrayout[tid_in_blk] = goal;
    }
  }
  if (tid_in_blk = 0) {
    while (Arrayout[bid] != goal) {
    }
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
  for (unsigned round = 0; round < count; ++round) {
    for (unsigned i = 2 * rank + round % 2; i + 1 < count; i += 2 * stride) {
      const unsigned left = data[i], right = data[i + 1];
      if (left > right) {
        data[i] = right;
        data[i + 1] = left;
      }
    }
    gpuSync(arrayIn, arrayOut, start + 1 + round);
  }
}
