// expect: passed
// Host code may have a function by a name that CUDA gives device code only.
static unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }

__global__ void smaller(unsigned a, unsigned b, unsigned* result) { *result = min(a, b); }

int main() {
  unsigned *device, result = 0;
  cudaMalloc(&device, sizeof result);
  smaller<<<1, 1>>>(3, 4, device);
  cudaMemcpy(&result, device, sizeof result, cudaMemcpyDeviceToHost);
  return result == umin(3, 4) ? 0 : 1;
}
