// expect: wrong_result
// schedules: 200
// __activemask() says who happens to run together, not who will come: here the lanes that
// it leaves out are counted by nobody.
#include <cuda_runtime.h>

__global__ void count(int* total) {
  const unsigned active = __activemask();
  if (threadIdx.x == 0) *total = __popc(active);
}

int main() {
  int *total, result = 0;
  cudaMalloc(&total, sizeof(int));
  count<<<1, 32>>>(total);
  cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost);
  return result == 32 || result == 1 ? 0 : 1;
}
