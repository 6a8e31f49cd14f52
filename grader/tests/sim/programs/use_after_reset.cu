// expect: bad_access
// The memory went with the device's reset, and a kernel still writes to it.
__global__ void fill(int* out) { out[threadIdx.x] = 1; }

int main() {
  int* out;
  cudaMalloc(&out, 8 * sizeof(int));
  cudaDeviceReset();
  fill<<<1, 8>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
