// expect: advice missing_acquire_fence
// schedules: 200
// Volatile payload, writer fences, reader does not.
__device__ volatile int data, flag;
__global__ void k(int* o) {
  if (blockIdx.x == 0) {
    data = 5;
    __threadfence();
    flag = 1;
  } else {
    while (!flag) {
    }
    *o = data;
  }
}
int main() {
  int *d, h;
  cudaMalloc(&d, 4);
  k<<<2, 1>>>(d);
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  cudaFree(d);
  return h == 5 ? 0 : 1;
}
