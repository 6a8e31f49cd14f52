// expect: divergent_barrier
// told: line 8   __syncthreads
// told: line 10  __syncthreads
// Half of the block waits at one __syncthreads, the other half at another.
__global__ void halves(int* out) {
  if (threadIdx.x < blockDim.x / 2) {
    out[threadIdx.x] = 1;
    __syncthreads();
  } else {
    __syncthreads();
    out[threadIdx.x] = 2;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 8 * sizeof(int));
  halves<<<1, 8>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
