// expect: data_race
// missing: waits for nothing, because its event had not been recorded yet
// missing: cudaStreamSynchronize() for the 1st stream work must come between
__global__ void set(int* out, int value) { out[threadIdx.x] = value; }

int main() {
  int *data, host[4];
  cudaStream_t work[2];
  cudaEvent_t done;
  cudaMalloc(&data, sizeof host);
  int i = 0;
  cudaStreamCreateWithFlags(&work[i], cudaStreamNonBlocking);
  cudaEventCreate(&done);
  // The event is not recorded after this launch.
  set<<<1, 4, 0, work[0]>>>(data, 7);
  cudaEventSynchronize(done);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(data);
  return host[0] == 7 ? 0 : 1;
}
