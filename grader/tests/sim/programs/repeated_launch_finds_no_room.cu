// expect: deadlock
// schedules: 3
// The blocks of `hold` take the shared memory of all multiprocessors and wait for the
// host. The host waits for the third of several identical launches, which needs some of
// it.
#include <cuda_runtime.h>

constexpr int kSome = 40 << 10, kMost = 200 << 10;

__global__ void hold(volatile int* go) {
  extern __shared__ char space[];
  space[0] = 0;
  atomicAdd_system((int*)go + 1, 1);
  while (!*go) {
  }
}

__global__ void work(int* out) {
  extern __shared__ char space[];
  space[0] = 0;
  *out = 1;
}

int main() {
  int* out;
  volatile int* go;
  cudaStream_t works, holds;
  cudaStreamCreateWithFlags(&works, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&holds, cudaStreamNonBlocking);
  cudaMalloc(&out, sizeof(int));
  cudaMallocHost((void**)&go, 2 * sizeof(int));
  go[0] = go[1] = 0;
  cudaFuncSetAttribute(hold, cudaFuncAttributeMaxDynamicSharedMemorySize, kMost);
  for (int i = 0; i < 2; ++i) work<<<1, 1, kSome, works>>>(out);
  cudaStreamSynchronize(works);
  hold<<<4, 1, kMost, holds>>>(go);
  while (go[1] != 4) {
  }
  work<<<1, 1, kSome, works>>>(out);
  cudaStreamSynchronize(works);
  go[0] = 1;
  return cudaDeviceSynchronize();
}
