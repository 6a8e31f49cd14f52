// expect: passed
// The same with its two fences: the old value is forbidden.
__device__ volatile int data, flag;

__global__ void pass(int* out) {
  if (blockIdx.x == 0) {
    data = 42;
    __threadfence();
    flag = 1;
  } else {
    while (flag == 0) {
    }
    __threadfence();
    *out = data;
  }
}

int main() {
  int *out, result = 0;
  cudaMalloc(&out, sizeof(int));
  pass<<<2, 1>>>(out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result == 42 ? 0 : 1;
}
