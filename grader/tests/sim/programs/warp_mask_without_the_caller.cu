// expect: api_error
// A lane calls with a mask that does not name it.
__global__ void absent(int* out) { out[threadIdx.x] = __shfl_sync(0xf, 1, 0); }

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  absent<<<1, 8>>>(out);
  return cudaDeviceSynchronize();
}
