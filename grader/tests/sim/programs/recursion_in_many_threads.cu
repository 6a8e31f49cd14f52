// expect: bad_access
// command: --sms 10
// missing: Stack overflow
// The last of 20,480 threads recurses: not all stacks have a guard page of their own.
__device__ int deeper(int* p, int n) {
  int here[64];
  here[n % 64] = *p;
  return n < 0 ? 0 : deeper(p, n + 1) + here[(n + 1) % 64];
}

__global__ void recurses(int* p) {
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == blockDim.x - 1) *p = deeper(p, 0);
}

int main() {
  int* p;
  cudaMalloc(&p, sizeof *p);
  cudaMemset(p, 0, sizeof *p);
  recurses<<<20, 1024>>>(p);
  cudaDeviceSynchronize();
}
