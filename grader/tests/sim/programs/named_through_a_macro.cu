// expect: data_race
// told: write staging[1][3]
// told: cudaMemcpyAsync staging[1][3]
// unsaid: memory of
// A macro puts the names of CUDA's functions together.  The report still names the
// variable that received the memory, and the word that the host overwrites, not where the
// copy begins.
#include <cuda_runtime.h>

#define cuda(call) \
  if (cuda##call != cudaSuccess) return 1

int* staging[2];

int main() {
  constexpr int kCount = 1024;
  int* device = nullptr;
  cuda(Malloc(&device, kCount * sizeof(int)));
  cuda(HostAlloc((void**)&staging[0], kCount * sizeof(int), cudaHostAllocDefault));
  cuda(HostAlloc((void**)&staging[1], kCount * sizeof(int), cudaHostAllocDefault));
  for (int i = 0; i < kCount; ++i) staging[0][i] = staging[1][i] = i;
  cuda(MemcpyAsync(device, staging[0], kCount * sizeof(int), cudaMemcpyHostToDevice));
  cuda(MemcpyAsync(device, staging[1], kCount * sizeof(int), cudaMemcpyHostToDevice));
  staging[1][3] = 7;
  cuda(DeviceSynchronize());
  return 0;
}
