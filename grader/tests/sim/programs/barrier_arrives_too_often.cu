// expect: api_error
// missing: 2 arrivals at the barrier shared barrier, but its phase 0 expects only 1 more
#include <cuda/barrier>

__global__ void eager() {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0) init(&barrier, 3);
  __syncthreads();
  barrier.wait(barrier.arrive(2));
}

int main() {
  eager<<<1, 2>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
