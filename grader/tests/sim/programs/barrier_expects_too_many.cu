// expect: deadlock
// missing: at the barrier shared barrier, which has 4 of 5 arrivals
// missing: The count that a barrier is initialized with must be the number of arrivals
// told: arrival shared barrier, 4 of 5
// A thread that left early was counted.
#include <cuda/barrier>

__global__ void all_but_one() {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  if (threadIdx.x == 4) return;
  barrier.arrive_and_wait();
}

int main() {
  all_but_one<<<1, 5>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
