// expect: passed
// New memory from mmap, pinned as a whole or in part; the kernel writes it in place.
#include <cuda_runtime.h>
#include <errno.h>
#include <sys/mman.h>

#include <cstdint>

__global__ void set(int* out, int value) { out[threadIdx.x] = value; }

void* map(size_t bytes, int hints = 0) {
  return mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | hints,
              -1, 0);
}

int main() {
  const size_t page = 4096;
  char* whole = static_cast<char*>(map(4 * page + 1, MAP_NORESERVE));
  if (whole == MAP_FAILED || reinterpret_cast<uintptr_t>(whole) % page != 0) return 1;
  for (size_t i = 0; i < 5 * page; ++i)
    if (whole[i] != 0) return 2;

  int* host = reinterpret_cast<int*>(whole + page);
  int *mapped, *device, seen = 0;
  if (cudaHostRegister(host, page, cudaHostRegisterMapped)) return 3;
  if (cudaHostGetDevicePointer(&mapped, host, 0)) return 4;
  cudaMalloc(&device, 4 * sizeof(int));
  set<<<1, 4>>>(mapped, 3);
  cudaMemcpyAsync(device, host, 4 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpyAsync(host + 4, device, 4 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; ++i) seen += host[i];
  if (cudaHostUnregister(host)) return 5;

  // What is not pinned is staged: the call may return before the copy.
  int* values = reinterpret_cast<int*>(whole + 2 * page);
  for (int i = 0; i < 4; ++i) values[i] = i;
  cudaMemcpyAsync(device, values, 4 * sizeof(int), cudaMemcpyHostToDevice);
  if (munmap(whole + 2 * page, page) != 0) return 6;
  int copied[4];
  cudaMemcpy(copied, device, sizeof copied, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 4; ++i)
    if (copied[i] != i) return 7;

  // The rest in parts, of which one is not a whole page.
  if (munmap(whole, 2 * page) != 0 || munmap(whole + 3 * page, page + 1) != 0) return 8;
  errno = 0;
  if (map(size_t{1} << 60) != MAP_FAILED || errno != ENOMEM) return 9;
  if (map(SIZE_MAX) != MAP_FAILED || map(0) != MAP_FAILED) return 10;
  return seen == 24 ? 0 : 11;
}
