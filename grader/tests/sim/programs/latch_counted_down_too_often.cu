// expect: api_error
// missing: a latch is counted down below 0
#include <cuda/latch>

__global__ void gather(cuda::latch<cuda::thread_scope_device>* done) {
  done->count_down();
}

int main() {
  cuda::latch<cuda::thread_scope_device>*latch, made(2);
  cudaMalloc(&latch, sizeof made);
  cudaMemcpy(latch, (void*)&made, sizeof made, cudaMemcpyHostToDevice);
  gather<<<3, 1>>>(latch);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
