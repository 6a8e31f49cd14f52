// expect: bad_access
// The kernel writes to memory that was given back before it was launched.
__global__ void fill(int* out) { out[threadIdx.x] = 1; }

int main() {
  int *out, *other;
  cudaMalloc(&out, 8 * sizeof(int));
  cudaFree(out);
  cudaMalloc(&other, 8 * sizeof(int));
  fill<<<1, 8>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
