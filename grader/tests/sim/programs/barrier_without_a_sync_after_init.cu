// expect: api_error
// missing: used before it is initialized: one thread must call init(), and a __syncthreads() must
// Nothing says that the barrier is there when the others come to it.
#include <cuda/barrier>

__global__ void early() {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  barrier.arrive_and_wait();
}

int main() {
  early<<<1, 4>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
