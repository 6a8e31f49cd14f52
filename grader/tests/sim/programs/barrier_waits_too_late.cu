// expect: api_error
// missing: a wait for phase 0 of the barrier shared barrier, which is already in phase 2
// A token is good until the phase after its own ends: on a GPU this wait may hang.
#include <cuda/barrier>

__global__ void late() {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  init(&barrier, 1);
  auto token = barrier.arrive();
  barrier.arrive_and_wait();
  barrier.wait(std::move(token));
}

int main() {
  late<<<1, 1>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
