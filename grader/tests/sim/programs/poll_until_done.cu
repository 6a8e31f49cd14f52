// expect: passed
// The host asks again and again; meanwhile the device goes on.
__global__ void set(volatile int* flag, int* out) {
  while (*flag == 0) {
  }
  *out = 3;
}

int main() {
  int *host, *out;
  volatile int* flag;
  cudaStream_t stream;
  cudaEvent_t done;
  cudaMallocHost(&flag, sizeof(int));
  cudaMallocHost(&host, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaStreamCreate(&stream);
  cudaEventCreate(&done);
  *flag = 0;
  set<<<1, 1, 0, stream>>>(flag, out);
  if (cudaStreamQuery(stream) != cudaErrorNotReady) return 1;
  if (cudaGetLastError() != cudaSuccess) return 2;
  *flag = 1;
  cudaMemcpyAsync(host, out, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaEventRecord(done, stream);
  while (cudaEventQuery(done) == cudaErrorNotReady) {
  }
  while (cudaStreamQuery(stream) == cudaErrorNotReady) {
  }
  return *host == 3 ? 0 : 3;
}
