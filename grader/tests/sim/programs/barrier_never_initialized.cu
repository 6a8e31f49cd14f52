// expect: api_error
// missing: the barrier shared barrier is used before it is initialized
#include <cuda/barrier>

__global__ void forgotten() {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  barrier.arrive_and_wait();
}

int main() {
  forgotten<<<1, 4>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
