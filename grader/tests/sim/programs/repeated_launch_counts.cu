// expect: passed
// schedules: 2
// unsaid: launches were
// A kernel that does more than plain reads and writes runs at every launch.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <cuda/atomic>

__device__ int launches;

__global__ void counts(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x == 0) atomicAdd(&launches, 1);
}

__global__ void counts_without_atomic(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x == 0) ++launches;
}

__global__ void takes_memory(int** kept) {
  if (threadIdx.x == 0) *kept = static_cast<int*>(malloc(sizeof(int)));
}

__global__ void frees_memory(int** kept) {
  if (threadIdx.x == 0) free(*kept);
}

__global__ void counts_for_itself(int* count) {
  cuda::atomic_ref<int, cuda::thread_scope_thread>(*count).fetch_add(1);
}

__global__ void asks(int* is_cooperative) {
  *is_cooperative = cooperative_groups::this_grid().is_valid();
}

int main() {
  int *memory, **kept, total = 0, own = 0, cooperative = 0;
  cudaMalloc(&memory, 64 * sizeof(int));
  cudaMalloc(&kept, sizeof(int*));
  cudaMemset(memory, 0, 64 * sizeof(int));
  for (int i = 0; i < 6; ++i) {
    counts<<<1, 32>>>(memory, memory + 32);
    counts_without_atomic<<<1, 32>>>(memory, memory + 32);
    takes_memory<<<1, 32>>>(kept);
    frees_memory<<<1, 32>>>(kept);
    counts_for_itself<<<1, 1>>>(memory);
    asks<<<1, 1>>>(memory + 1);
  }
  cudaMemcpy(&own, memory, sizeof own, cudaMemcpyDeviceToHost);
  int* answer = memory + 1;
  void* arguments[] = {&answer};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(asks), dim3(1), dim3(1), arguments,
                              0, 0);
  cudaMemcpy(&cooperative, answer, sizeof cooperative, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&total, launches, sizeof total);
  // A nonzero exit code would run everything in full and hide the mistake.
  if (total != 12) std::printf("%d launches were counted\n", total);
  if (own != 6) std::printf("%d launches were counted alone\n", own);
  if (cooperative != 1) std::printf("no launches were cooperative\n");
  return 0;
}
