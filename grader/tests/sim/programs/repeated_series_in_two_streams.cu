// expect: passed
// schedules: 3
// Launches that repeat take turns, each in a stream of its own, and read what the others
// write; events order them.  What they did last is noted in their order.
#include <cuda_runtime.h>

constexpr int kThreads = 64, kRounds = 64;

__global__ void sums(const int* in, int* out) {
  int sum = 0;
  for (int i = 0; i < kRounds; ++i) sum += in[(threadIdx.x + i) % kThreads];
  out[threadIdx.x] = sum;
}

__global__ void adds(const int* in, int* out, int more) {
  out[threadIdx.x] = in[threadIdx.x] + more;
}

int main() {
  int *a, *b, *c, last = 0;
  for (int** each : {&a, &b, &c}) cudaMalloc(each, kThreads * sizeof(int));
  cudaMemset(a, 0, kThreads * sizeof(int));
  cudaDeviceSynchronize();
  cudaStream_t streams[2];
  cudaEvent_t done[2];
  for (int i = 0; i < 2; ++i) {
    cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    cudaEventCreate(&done[i]);
  }
  for (int i = 0; i < 8; ++i) {
    sums<<<1, kThreads, 0, streams[0]>>>(a, b);
    cudaEventRecord(done[0], streams[0]);
    cudaStreamWaitEvent(streams[1], done[0]);
    adds<<<1, kThreads, 0, streams[1]>>>(b, c, 1);
    adds<<<1, kThreads, 0, streams[1]>>>(b, c, 2);
    cudaEventRecord(done[1], streams[1]);
    cudaStreamWaitEvent(streams[0], done[1]);
  }
  cudaDeviceSynchronize();
  cudaMemcpy(&last, c, sizeof last, cudaMemcpyDeviceToHost);
  return last != 2;
}
