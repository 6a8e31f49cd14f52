// expect: passed
// thread: alpaka-group/alpaka#850
// The copy is asynchronous, in the stream of the queue, and the host waits for it.
__global__ void fill(int* words) { words[threadIdx.x] = threadIdx.x; }

struct BlockingQueue {
  cudaStream_t stream;
  void copy_to_host(int* to, const int* from, int n) {
    cudaMemcpyAsync(to, from, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
  }
};

int main() {
  const int n = 32;
  BlockingQueue queue;
  int *words, host[n];
  cudaStreamCreateWithFlags(&queue.stream, cudaStreamNonBlocking);
  cudaMalloc(&words, sizeof host);
  fill<<<1, n, 0, queue.stream>>>(words);
  queue.copy_to_host(host, words, n);
  for (int i = 0; i < n; ++i)
    if (host[i] != i) return 1;
  return 0;
}
