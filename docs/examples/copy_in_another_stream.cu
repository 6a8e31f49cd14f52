// expect: data_race
// A kernel in one stream, a copy of its result in another: nothing orders them.
#include <cstdio>

__global__ void twice(int* data) { *data = 2 * *data; }

int main() {
  int *data, *host;
  cudaStream_t work, back;
  cudaEvent_t done;
  cudaMalloc(&data, sizeof *data);
  cudaMallocHost(&host, sizeof *host);
  cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&back, cudaStreamNonBlocking);
  cudaEventCreate(&done);
  *host = 21;

  // [host]
  cudaMemcpyAsync(data, host, sizeof *data, cudaMemcpyHostToDevice, work);
  twice<<<1, 1, 0, work>>>(data);
  cudaEventRecord(done, work);
  cudaMemcpyAsync(host, data, sizeof *data, cudaMemcpyDeviceToHost, back);
  cudaStreamSynchronize(back);
  // [host]

  std::printf("%d\n", *host);
  return *host != 42;
}
