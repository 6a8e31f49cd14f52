// expect: passed
// thread: cms-patatrack/pixeltrack-standalone#202
// The event is recorded behind the upload.
__global__ void use(const int* conditions, int* out) {
  out[threadIdx.x] = conditions[threadIdx.x] + 1;
}

int main() {
  const int n = 32;
  int *host, *conditions, *out, result[n];
  cudaStream_t first, second;
  cudaEvent_t uploaded;
  cudaMallocHost(&host, n * sizeof(int));
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&conditions, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&uploaded, cudaEventDisableTiming);
  cudaMemcpyAsync(conditions, host, n * sizeof(int), cudaMemcpyHostToDevice, first);
  cudaEventRecord(uploaded, first);
  cudaStreamWaitEvent(second, uploaded, 0);
  use<<<1, n, 0, second>>>(conditions, out);
  cudaMemcpyAsync(result, out, n * sizeof(int), cudaMemcpyDeviceToHost, second);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i)
    if (result[i] != i + 1) return 1;
  return 0;
}
