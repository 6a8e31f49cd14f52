// expect: bad_access
// One element past the end of an allocation.
__global__ void fill(int* out) { out[threadIdx.x] = 1; }

int main() {
  int* out;
  cudaMalloc(&out, 7 * sizeof(int));
  fill<<<1, 8>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
