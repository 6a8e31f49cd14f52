// expect: passed
// thread: kokkos/kokkos#9307
// The device is synchronized before the memory is freed.
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
  cudaDeviceSynchronize();
  cudaFree(scratch);
  cudaDeviceSynchronize();
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; ++i)
    if (result[i] != 31 - i) return 1;
  return 0;
}
