// expect: passed
// A barrier of the device's scope, in its memory.
#include <cuda/barrier>

__device__ cuda::barrier<cuda::thread_scope_device> barrier(4);

__global__ void exchange(int* words, int* out) {
  const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < 2; ++round) {
    words[me] = static_cast<int>(me) + round;
    barrier.arrive_and_wait();
    out[me] = words[(me + 1) % 4];
    barrier.arrive_and_wait();
  }
}

int main() {
  int *words, *out, result[4];
  cudaMalloc(&words, sizeof result);
  cudaMalloc(&out, sizeof result);
  exchange<<<2, 2>>>(words, out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result[0] == 2 && result[3] == 1 ? 0 : 1;
}
