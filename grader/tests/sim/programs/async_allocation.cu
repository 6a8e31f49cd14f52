// expect: passed
// Memory in stream order: another stream may use it between two events.
__global__ void set(int* out, int value) { out[threadIdx.x] = value; }

int main() {
  int *data, host[4];
  cudaStream_t first, second;
  cudaEvent_t there, used;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEventCreate(&there);
  cudaEventCreate(&used);
  cudaMallocAsync(&data, sizeof host, first);
  cudaEventRecord(there, first);
  cudaStreamWaitEvent(second, there);
  set<<<1, 4, 0, second>>>(data, 6);
  cudaEventRecord(used, second);
  cudaStreamWaitEvent(first, used);
  cudaMemcpyAsync(host, data, sizeof host, cudaMemcpyDeviceToHost, first);
  cudaFreeAsync(data, first);
  cudaMallocAsync(&data, sizeof host, first);
  cudaStreamSynchronize(first);
  set<<<1, 4, 0, second>>>(data, 7);
  cudaStreamSynchronize(second);  // cudaFree does not wait for users of a pool.
  return cudaFree(data) == cudaSuccess && host[1] == 6 ? 0 : 1;
}
