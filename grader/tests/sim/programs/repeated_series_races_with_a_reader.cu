// expect: data_race
// schedules: 1
// told: out[0]
// Five launches do the same.  The other stream waits for the second one, and reads what
// all write.  It has other work before that, so it reads after the last one, but nothing
// orders the two.
#include <cuda_runtime.h>

constexpr int kThreads = 64, kRounds = 64;

__global__ void sums(const int* in, int* out) {
  int sum = 0;
  for (int i = 0; i < kRounds; ++i) sum += in[(threadIdx.x + i) % kThreads];
  out[threadIdx.x] = sum;
}

void works(void*) {}

__global__ void first(const int* out, int* result) { *result = out[0]; }

int main() {
  int *in, *out, *result;
  cudaMalloc(&in, kThreads * sizeof(int));
  cudaMalloc(&out, kThreads * sizeof(int));
  cudaMalloc(&result, sizeof(int));
  cudaMemset(in, 0, kThreads * sizeof(int));
  cudaDeviceSynchronize();
  cudaStream_t writer, reader;
  cudaStreamCreateWithFlags(&writer, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&reader, cudaStreamNonBlocking);
  cudaEvent_t second;
  cudaEventCreate(&second);
  for (int i = 0; i < 5; ++i) {
    sums<<<1, kThreads, 0, writer>>>(in, out);
    if (i == 1) cudaEventRecord(second, writer);
  }
  cudaStreamWaitEvent(reader, second);
  for (int i = 0; i < 20; ++i) cudaLaunchHostFunc(reader, works, nullptr);
  first<<<1, 1, 0, reader>>>(out, result);
  cudaDeviceSynchronize();
  return 0;
}
