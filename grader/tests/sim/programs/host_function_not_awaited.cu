// expect: data_race
// missing: cudaStreamSynchronize(stream) must come between line 10 and line 11
void set(void* data) { *static_cast<int*>(data) = 1; }

int main() {
  int* host;
  cudaStream_t stream;
  cudaMallocHost(&host, sizeof(int));
  cudaStreamCreate(&stream);
  cudaLaunchHostFunc(stream, set, host);
  const int seen = *host;
  cudaDeviceSynchronize();
  return seen > 1;
}
