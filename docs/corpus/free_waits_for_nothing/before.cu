// expect: bad_access
// thread: kokkos/kokkos#9307
// Memory from cudaMallocAsync is freed by cudaFree, which then does not wait for the
// kernel that uses the memory.
__global__ void work(int* scratch, int* out) {
  scratch[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = scratch[31 - threadIdx.x];
}

int main() {
  cudaStream_t stream;
  int *scratch, *out, result[32];
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMalloc(&out, sizeof result);
  cudaMallocAsync(&scratch, sizeof result, stream);
  work<<<1, 32, 0, stream>>>(scratch, out);
  cudaFree(scratch);
  cudaDeviceSynchronize();
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; ++i)
    if (result[i] != 31 - i) return 1;
  return 0;
}
