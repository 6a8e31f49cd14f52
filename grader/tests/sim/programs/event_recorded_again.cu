// expect: passed
// A wait is for the record that was the last one when it was issued, so the second record
// can be of work that waits for the first.
__global__ void set(int* out, int value) { out[threadIdx.x] = value; }
__global__ void add(int* out, const int* in) { out[threadIdx.x] += in[threadIdx.x]; }

int main() {
  int *a, *b, *host;
  cudaStream_t first, second;
  cudaEvent_t ready;
  cudaMalloc(&a, 4 * sizeof(int));
  cudaMalloc(&b, 4 * sizeof(int));
  cudaMallocHost(&host, 4 * sizeof(int));
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
  if (cudaStreamWaitEvent(first, ready) != cudaSuccess) return 1;
  if (cudaEventSynchronize(ready) != cudaSuccess) return 2;
  set<<<1, 4, 0, first>>>(a, 1);
  cudaEventRecord(ready, first);
  cudaStreamWaitEvent(second, ready);
  set<<<1, 4, 0, second>>>(b, 2);
  add<<<1, 4, 0, second>>>(b, a);
  cudaEventRecord(ready, second);
  cudaStreamWaitEvent(first, ready);
  add<<<1, 4, 0, first>>>(a, b);
  cudaMemcpyAsync(host, a, 4 * sizeof(int), cudaMemcpyDeviceToHost, first);
  cudaEventRecord(ready, first);
  const cudaError_t destroyed = cudaStreamDestroy(first);
  if (destroyed != cudaSuccess || cudaEventSynchronize(ready) != cudaSuccess) return 3;
  cudaEventDestroy(ready);
  return host[2] == 4 ? 0 : 4;
}
