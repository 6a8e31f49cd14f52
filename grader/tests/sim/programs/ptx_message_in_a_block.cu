// expect: data_race
// A message to another block with the scope of one block.
__device__ void signal(int* flag) {
  asm volatile("st.release.cta.global.s32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
}

__device__ int look(const int* flag) {
  int value;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];"
               : "=r"(value)
               : "l"(flag)
               : "memory");
  return value;
}

__global__ void pass(int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    signal(flag);
  } else {
    while (look(flag) == 0) {
    }
    *out = *data;
  }
}

int main() {
  int *data, *flag, *out, result = 0;
  cudaMalloc(&data, sizeof(int));
  cudaMalloc(&flag, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  pass<<<2, 1>>>(data, flag, out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result == 42 ? 0 : 1;
}
