// expect: passed
// A thread may wait for many words at one place: it looks at all of them, in a loop, and
// begins again if one has not come.  Whoever writes them gets his turn all the same.
#include <cuda/atomic>

using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;

constexpr int kBlocks = 4;
__device__ int arrived[kBlocks];

__device__ bool all_arrived(int round) {
  bool all = true;
  for (int i = threadIdx.x; i < kBlocks; i += blockDim.x)
    all &= Word(arrived[i]).load(cuda::memory_order_acquire) >= round;
  return all;
}

__global__ void meet(int* seen) {
  for (int round = 1; round <= 2; ++round) {
    __syncthreads();
    if (threadIdx.x == 0)
      Word(arrived[blockIdx.x]).store(round, cuda::memory_order_release);
    while (!all_arrived(round)) {
    }
    __syncthreads();
  }
  seen[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main() {
  int *seen, result[2 * kBlocks] = {};
  cudaMalloc(&seen, sizeof result);
  meet<<<kBlocks, 2>>>(seen);
  cudaMemcpy(result, seen, sizeof result, cudaMemcpyDeviceToHost);
  for (int each : result)
    if (each != 1) return 1;
  return 0;
}
