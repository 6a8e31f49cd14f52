// expect: data_race
// missing: cudaStreamSynchronize in line 14 waits for the stream other
__global__ void set(int* out, int value) { out[threadIdx.x] = value; }

int main() {
  int *host, *out;
  cudaStream_t stream, other;
  cudaMallocHost(&host, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);
  set<<<1, 1, 0, stream>>>(out, 1);
  cudaMemcpyAsync(host, out, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(other);
  return *host == 1 ? 0 : 1;
}
