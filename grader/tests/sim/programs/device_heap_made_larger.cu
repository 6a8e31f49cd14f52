// expect: passed
// schedules: 5
// Limits are what the program has set, and malloc in a kernel goes by its own.
#include <cstddef>

__global__ void allocate(bool* there) {
  void* memory = malloc(std::size_t{16} << 20);
  *there = memory != nullptr;
  free(memory);
}

int main() {
  constexpr std::size_t kBytes = std::size_t{64} << 20;
  std::size_t value = 0;
  bool* there;
  cudaMallocManaged(&there, sizeof(bool));
  cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize);
  if (value != std::size_t{8} << 20) return 1;
  if (cudaDeviceSetLimit(cudaLimitMallocHeapSize, kBytes) != cudaSuccess) return 2;
  cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize);
  if (value != kBytes) return 3;
  allocate<<<1, 1>>>(there);
  cudaDeviceSynchronize();
  if (!*there) return 4;
  const auto none = static_cast<cudaLimit>(99);
  return cudaDeviceSetLimit(none, 1) == cudaErrorInvalidValue ? 0 : 5;
}
