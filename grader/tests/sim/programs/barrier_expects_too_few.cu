// expect: deadlock
// missing: which has 1 of 3 arrivals
// The fourth thread begins a phase of its own.
#include <cuda/barrier>

__global__ void one_too_many() {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x - 1);
  __syncthreads();
  barrier.arrive_and_wait();
}

int main() {
  one_too_many<<<1, 4>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
