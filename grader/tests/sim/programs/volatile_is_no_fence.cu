// expect: stale_value
// Message passing with volatile data and a volatile flag: no race, and no order either.
__device__ volatile int data, flag;

__global__ void pass(int* out) {
  if (blockIdx.x == 0) {
    data = 42;
    flag = 1;
  } else {
    while (flag == 0) {
    }
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
