// expect: bad_access
// Runs out of stack.
__device__ int depth(int n) {
  volatile int local[64];
  local[n % 64] = n;
  return depth(n + 1) + local[n % 64];
}
__global__ void deep(int* out) { *out = depth(0); }

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  deep<<<1, 1>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
