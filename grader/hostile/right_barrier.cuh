// A right answer to lab 02 with host code that calls meddle().  Each hostile file for
// this lab includes it and defines that function.

#pragma once

#include <cuda_runtime.h>

void meddle();

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    __threadfence();
    atomicAdd(mutex, 1u);
    const volatile unsigned* arrived = mutex;
    while (int(*arrived - goal) < 0) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  unsigned *from = a, *to = b;
  unsigned goal = start;
  for (int round = 0; round < rounds; ++round) {
    const unsigned reach = 1u << round;
    for (unsigned i = block * threads + thread; i < unsigned(n); i += blocks * threads)
      to[i] = from[i] + (i < reach ? 0 : from[i - reach]);
    goal += blocks;
    gpuSync(mutex, goal);
    unsigned* const written = to;
    to = from;
    from = written;
  }
}

cudaError_t residentBlocks(dim3 block, int* blocks) {
  meddle();
  *blocks = 0;
  if (block.x > 1024 || block.y > 1024 || block.z > 64) return cudaSuccess;
  int device = 0, multiprocessors = 0, each = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  error =
      cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (error != cudaSuccess) return error;
  const int threads = int(block.x * block.y * block.z);
  error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, phases, threads, 0);
  *blocks = each * multiprocessors;
  return error;
}

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  const cudaError_t error = cudaLaunchCooperativeKernel(
      reinterpret_cast<const void*>(phases), grid, block, arguments, 0, stream);
  if (error == cudaSuccess) *start += grid.x * grid.y * grid.z * unsigned(rounds);
  return error;
}

// Finds the table of functions that the worker passes to a scenario, on the worker's
// stack: searches the stack upwards for a pointer to such a table, which has a pointer and
// then eleven functions of one program.
inline unsigned long long* table_of_the_scenario() {
  unsigned long long here = 0;
  for (const unsigned long long* at = &here; at < &here + 4096; ++at) {
    if (*at >> 36 != 0x7ff || (*at & 7) || !(*at >> 20 & 0xfff)) continue;
    auto* table = reinterpret_cast<unsigned long long*>(*at);
    int functions = 0;
    while (functions < 11 && table[1 + functions] >> 40 == table[1] >> 40) ++functions;
    if (functions == 11 && (table[1] >> 40 | 3) == 0x57) return table;
  }
  return nullptr;
}

// Unused bytes on the worker's stack: the buffer for a short text in the record that the
// table belongs to.
inline unsigned long long* spare_bytes() {
  unsigned long long* table = table_of_the_scenario();
  return table ? reinterpret_cast<unsigned long long*>(table[0]) + 13 : nullptr;
}

// Where the scenario keeps its handle, on the stack above `low`; null from the second call
// on.
inline unsigned long long* place_of_the_handle(unsigned long long* low) {
  static bool was_found = false;
  const unsigned long long* table = was_found ? nullptr : table_of_the_scenario();
  if (!table) return nullptr;
  was_found = true;
  while (*low != reinterpret_cast<unsigned long long>(table)) ++low;
  return low;
}
