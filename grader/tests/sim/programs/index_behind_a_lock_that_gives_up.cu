// expect: data_race
// schedules: 300
// missing: went on although its atomicCAS in line 12 had read 1 and changed nothing
// unsaid: are two steps
// unsaid: barrier of all blocks
// Who waits long enough draws without the lock, and then gives back the other one's.
#include <cuda_runtime.h>

__device__ int mutex, next;

__device__ int draw() {
  for (int i = 0; i < 100 && atomicCAS(&mutex, 0, 1) != 0; ++i) continue;
  __threadfence();
  const int index = next;
  if (index < 3) next = index + 1;
  __threadfence();
  atomicExch(&mutex, 0);
  return index;
}

__global__ void work(int* out) {
  for (int i = draw(); i < 3; i = draw()) atomicAdd(&out[i], 1);
}

int main() {
  int* out;
  cudaMalloc(&out, 3 * sizeof(int));
  cudaMemset(out, 0, 3 * sizeof(int));
  work<<<2, 1>>>(out);
  return cudaDeviceSynchronize();
}
