// expect: deadlock
// missing: whose count is still 1
// missing: The count that a latch is initialized with
#include <cuda/latch>

__global__ void gather(cuda::latch<cuda::thread_scope_device>* done) {
  if (blockIdx.x > 0) done->count_down();
  done->wait();
}

int main() {
  cuda::latch<cuda::thread_scope_device>*latch, made(3);
  cudaMalloc(&latch, sizeof made);
  cudaMemcpy(latch, (void*)&made, sizeof made, cudaMemcpyHostToDevice);
  gather<<<3, 1>>>(latch);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
