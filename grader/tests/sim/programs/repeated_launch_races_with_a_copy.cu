// expect: data_race
// schedules: 3
// unsaid: thread 0
// told: block 0, thread 3
// Nothing orders the last of several identical launches and a copy in another stream. The
// report names the thread that reads what is copied.
#include <cuda_runtime.h>

constexpr int kThreads = 8;

__global__ void copies(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }

int main() {
  int *in, *out, *one;
  cudaStream_t works, fills;
  cudaStreamCreateWithFlags(&works, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&fills, cudaStreamNonBlocking);
  cudaMalloc(&in, kThreads * sizeof(int));
  cudaMalloc(&out, kThreads * sizeof(int));
  cudaMallocHost(&one, sizeof(int));
  *one = 0;
  cudaMemsetAsync(in, 0, kThreads * sizeof(int), works);
  for (int i = 0; i < 6; ++i) copies<<<1, kThreads, 0, works>>>(in, out);
  cudaStreamSynchronize(works);
  copies<<<1, kThreads, 0, works>>>(in, out);
  cudaMemcpyAsync(in + 3, one, sizeof(int), cudaMemcpyHostToDevice, fills);
  return cudaDeviceSynchronize();
}
