// expect: passed
// A launch with more threads than __launch_bounds__ allow is refused.
constexpr int kMost = 64;
__global__ void __launch_bounds__(kMost, 2) bounded(int* out) { out[threadIdx.x] = 1; }

int main() {
  int* out;
  cudaMalloc(&out, 128 * sizeof(int));
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, bounded);
  if (attributes.maxThreadsPerBlock != kMost) return 1;
  bounded<<<1, 64>>>(out);
  if (cudaGetLastError() != cudaSuccess) return 2;
  bounded<<<1, 65>>>(out);
  if (cudaGetLastError() == cudaSuccess) return 3;
  return cudaDeviceSynchronize();
}
