// expect: api_error
// Half of a warp shuffles while the other half votes.
__global__ void differ(int* out) {
  if (threadIdx.x < 16)
    out[threadIdx.x] = __shfl_sync(~0u, threadIdx.x, 0);
  else
    out[threadIdx.x] = __any_sync(~0u, 1);
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  differ<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
