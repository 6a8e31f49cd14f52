// expect: passed
// thread: Genesis-Embodied-AI/quadrants#649
// Each launch has a buffer of its own, freed in the order of its stream.
__global__ void fill(const int* argument, int* out) { out[threadIdx.x] = *argument; }

void launch(const int* host, int* out, cudaStream_t stream) {
  int* arguments;
  cudaMallocAsync(&arguments, sizeof(int), stream);
  cudaMemcpyAsync(arguments, host, sizeof(int), cudaMemcpyHostToDevice, stream);
  fill<<<1, 32, 0, stream>>>(arguments, out);
  cudaFreeAsync(arguments, stream);
}

int main() {
  cudaStream_t streams[2];
  int *host, *out[2], result[32];
  cudaMallocHost(&host, 2 * sizeof(int));
  for (int i = 0; i < 2; ++i) {
    cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    cudaMalloc(&out[i], sizeof result);
    host[i] = 7 + i;
  }
  for (int i = 0; i < 2; ++i) launch(&host[i], out[i], streams[i]);
  cudaDeviceSynchronize();
  for (int i = 0; i < 2; ++i) {
    cudaMemcpy(result, out[i], sizeof result, cudaMemcpyDeviceToHost);
    for (int word : result)
      if (word != 7 + i) return 1;
  }
  return 0;
}
