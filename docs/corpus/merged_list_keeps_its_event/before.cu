// expect: data_race
// thread: rapidsai/rmm#2490
// Stream b takes over the free blocks of stream a after it has waited for a's event, but
// does not record its own anew. Stream c, which takes a block from b, waits for that one.
__global__ void set(int* block, int value) { block[threadIdx.x] = value; }

int main() {
  cudaStream_t a, b, c;
  cudaEvent_t freed_in_a, freed_in_b;
  int *block, *host;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&freed_in_a, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&freed_in_b, cudaEventDisableTiming);
  cudaMalloc(&block, 32 * sizeof(int));
  cudaMallocHost(&host, 32 * sizeof(int));
  set<<<1, 32, 0, a>>>(block, 1);
  cudaEventRecord(freed_in_a, a);
  // Stream b merges the free blocks of a into its own list.
  cudaStreamWaitEvent(b, freed_in_a, 0);
  // Stream c takes the block from that list.
  cudaStreamWaitEvent(c, freed_in_b, 0);
  set<<<1, 32, 0, c>>>(block, 2);
  cudaMemcpyAsync(host, block, 32 * sizeof(int), cudaMemcpyDeviceToHost, c);
  cudaStreamSynchronize(c);
  for (int i = 0; i < 32; ++i)
    if (host[i] != 2) return 1;
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
