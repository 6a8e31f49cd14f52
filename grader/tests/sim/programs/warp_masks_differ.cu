// expect: api_error
// Two halves of a warp name each other with masks that are not the same.
__global__ void differ(int* out) {
  const unsigned mask = threadIdx.x < 16 ? 0x3ffff : 0xffffffff;
  out[threadIdx.x] = __shfl_sync(mask, threadIdx.x, 0);
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  differ<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
